"""Are we getting better?"""
