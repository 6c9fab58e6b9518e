"""Reversi: two people, 64 discs, one board."""

from .rules import game

CONTRACT = 3
"""The version of the contract of games (``companion.rules.contract``) for which it was written."""

__all__ = ["game"]
