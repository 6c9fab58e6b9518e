"""What a game draws itself on the screen: the facet ``screen`` of its package, a module that may hold

- ``BOARD(texts, zones, seats, game)``: a ``BoardView`` of the whole table,
- ``FACES(texts, zones, seats)``: the same for single cards or tiles,
- ``PANELS``: panels by the mode that shows them (``situation``), instead of the usual ones,
- ``FORECAST(texts, seats)``: a ``Strip`` below the board that tells what comes.

What it leaves out is drawn in the usual way.
"""

from __future__ import annotations

import logging
from functools import cache
from typing import Any

from companion.rules.facets import BrokenFacetError, facet

log = logging.getLogger(__name__)


@cache
def own(game_id: str, name: str) -> Any:
    """What the game's facet holds under a name; None if it holds nothing or cannot be used."""
    try:
        return getattr(facet(game_id, "screen"), name, None)
    except BrokenFacetError as error:
        log.warning("game %r is drawn in the usual way: %s", game_id, error)
        return None
