"""Chess by the rules of FIDE, over the library ``chess``."""

from .rules import game

CONTRACT = 3
"""The version of the contract of games (``companion.rules.contract``) for which it was written."""

__all__ = ["game"]
