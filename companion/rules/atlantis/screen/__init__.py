"""*Survive: Escape from Atlantis!* on the screen: the island, and what everybody could count."""

from companion.rules.atlantis.screen.board import IslandBoard
from companion.rules.atlantis.screen.panel import IslandPanel

BOARD = IslandBoard
PANELS = {"situation": IslandPanel}
