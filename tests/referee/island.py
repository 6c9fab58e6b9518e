"""Tables of *Atlantis* that tests in several rooms begin from."""

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

DENSE = """game atlantis
seat red red
seat blue blue
phase act
turn red
moves 3
played no
tile d4 mountain
tile d5 forest
tile d6 forest
tile d7 beach red 1
tile e4 mountain blue 1
tile e5 beach
tile e6 beach
tile e7 forest
tile e8 forest
tile f4 forest blue 1
tile f5 beach
tile f6 beach blue 1
tile f7 mountain blue 1
tile f8 mountain
tile f9 forest red 1
tile f10 beach blue 1
tile g3 beach
tile g5 mountain
tile g8 beach
tile g9 mountain
tile h3 forest
tile h5 beach red 1 blue 1
tile h6 beach
tile h7 forest
tile h8 forest
tile h9 forest red 1
tile h10 forest red 1
tile i4 mountain red 1
tile i5 beach blue 1
tile i6 forest
tile i7 mountain blue 1
tile i8 forest red 2
tile j4 forest blue 2
tile j5 forest
tile j6 forest
tile j7 beach red 1
boat d9
boat f2
boat i3
boat j10
sea f3 red 1
serpent b1 1
serpent c11 1
serpent g6 1
serpent k1 1
serpent l10 1
shark h4 1
whale f3 1
hand red beach ? 2
out beach shark 1
out beach whale 1
supply boat 8
supply shark 5
supply whale 4
"""
"""Red's turn, with much that both could do."""
