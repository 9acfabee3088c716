"""What every page and every route stands on."""

from stet.app.place import Asked, Offer, Place, Scope, Who

__all__ = ["Asked", "Offer", "Place", "Scope", "Who"]
