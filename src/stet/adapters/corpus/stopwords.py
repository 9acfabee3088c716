"""Words that say nothing about a subject, by language."""

_ENGLISH = """
a about after all also am an and any are as at be been before being between both but by can could d did
do does doing during each few for from had has have having he her here him his how i if in into is it
its just may me might more most must my no nor not of on once only or other our out over own s same
shall she should so some such t than that the their them then there these they this those through to too
under until up us very was we were what when where which while who whom whose why will with would you
your
"""
_GERMAN = """
aber alle als am an auch auf aus bei bin bis bist da damit das dass dem den der des die dies diese
diesem diesen dieser dieses doch du durch ein eine einem einen einer eines er es für gegen hat hatte ich
ihr im in ist ja kann kein keine man mit muss nach nicht noch nur ob oder ohne sein seine sich sie sind
so um und uns unter vom von vor wann war waren warum was welche welcher welches wenn wer werden wie wir
wird wo wurde wurden zu zum zur zwischen über
"""
_FRENCH = """
au aux avec c ce ces cet cette comme comment d dans de des donc du elle elles en est et eux il ils j je
l la le les leur leurs lui m mais me mes moi mon même n ne nos notre nous on ont ou où par pas pour
pourquoi qu quand que quel quelle quelles quels qui s sa sans se ses si son sont sur t ta te tes toi ton
tu un une vos votre vous y à été être
"""
_SPANISH = """
a al algo ante antes como con contra cual cuales cuando cuál cuáles cuándo cómo de del desde donde
durante dónde e el ella ellos en entre era es esa ese eso esta estas este esto estos está fue ha han
hasta hay la las le les lo los me mi muy más ni no nos o otra otro para pero por porque que quien quién
qué se según ser si sin sobre son su sus también tiene un una uno unos y ya él
"""

STOP_WORDS = {
    "en": frozenset(_ENGLISH.split()),
    "de": frozenset(_GERMAN.split()),
    "fr": frozenset(_FRENCH.split()),
    "es": frozenset(_SPANISH.split()),
}
