"""The *Northwest Passage* on the screen: sea and ice, single tiles, and what the next round will bring."""

from companion.games.northwest.screen.board import IceBoard
from companion.games.northwest.screen.forecast import ForecastStrip

BOARD = IceBoard
FACES = IceBoard
FORECAST = ForecastStrip
