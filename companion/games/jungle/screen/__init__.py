"""The game with the totem on the screen: cards round it, and panels for cards, grabs and the totem base."""

from companion.games.jungle.screen.board import TotemBoard
from companion.games.jungle.screen.case import CasePanel
from companion.games.jungle.screen.play import PlayPanel
from companion.games.jungle.screen.totem import TotemPanel

BOARD = TotemBoard
PANELS = {"situation": PlayPanel, "duel": CasePanel, "totem": TotemPanel}
