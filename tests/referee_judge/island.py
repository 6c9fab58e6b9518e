"""Positions of *Atlantis* that tests in several rooms begin from."""

from __future__ import annotations

TAKEN = """game atlantis
seat red red
seat blue blue
phase back
turn red
taken d5 forest
tile d4 forest red 1
tile d6 forest
tile e5 mountain blue 1
tile e6 mountain
tile e7 mountain red 1
tile i4 forest
tile i5 forest
tile i6 forest
tile i7 forest
tile j4 forest
tile j5 forest
tile j6 forest
tile j7 forest
boat c4
serpent b1 1
shark l8 1
whale k5 1
out beach shark 3
out beach whale 3
out beach boat 1
out beach dolphin 3
out beach wind 2
out beach move-serpent 1
out beach move-shark 1
out beach move-whale 1
out beach stop-shark 1
out forest shark 1
out forest whale 1
out forest boat 2
out forest whirlpool 1
out mountain whirlpool 4
out mountain stop-shark 1
supply boat 5
supply shark 2
supply whale 1
"""
"""Red has taken a tile beside which nothing swims; what lies on top of the pile the position does not say."""
