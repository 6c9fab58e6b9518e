"""*Survive: Escape from Atlantis!* on the screen: the island, and what everybody could count."""

from companion.games.atlantis.screen.board import IslandBoard
from companion.games.atlantis.screen.panel import IslandPanel

BOARD = IslandBoard
PANELS = {"situation": IslandPanel}
