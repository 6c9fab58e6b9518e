"""How one simulated table is set up: its game, seats, zones, mat and box."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot
from random import Random

import numpy as np
from numpy.typing import NDArray

from companion.referee.sheets import Sheet, face_of, sheets_of
from companion.referee.spots import mat_for
from companion.rules.contract import Look, OptionValue, Setup, SetupError, Zone
from companion.rules.facets import BrokenFacetError, facet, with_facet
from companion.rules.pieces import Pose
from companion.rules.registry import AnyGame, find_game
from companion.simulator.kit import AnyWayRound, Carrying, Kit
from companion.simulator.profiles import PROFILES, USUAL_PRINT, Profile
from companion.simulator.render import Renderer
from companion.simulator.scene import TWIST, Piece, Placer, Scene, scene_of
from companion.simulator.solids import Solid, placed
from vision.curtain import with_curtain
from vision.mat import Mat
from vision.opencv import cv2
from vision.types import Image

# -- How much room pieces take


class Room:
    """Implements :class:`companion.simulator.scene.Space` for a box. ``solid``: gives the figure of a name,
    None for a flat piece."""

    def __init__(self, solid: Callable[[str], Solid | None]) -> None:
        self._solid = lru_cache(maxsize=None)(solid)
        self._reach = lru_cache(maxsize=None)(self._farthest)

    def is_flat(self, name: str) -> bool:
        return self._solid(name) is None

    def overlap(self, piece: Piece, others: Iterable[Piece]) -> float:
        own = self._outline(piece)
        if own is None:
            return 0.0
        outlines = (self._outline(other) for other in others if self._near(piece, other))
        return sum(float(cv2.intersectConvexConvex(own, its)[0]) for its in outlines if its is not None)

    def _near(self, one: Piece, other: Piece) -> bool:
        """Whether their feet are so near that they may touch."""
        reach = self._reach(one.name, one.pose) + self._reach(other.name, other.pose)
        return hypot(one.x - other.x, one.y - other.y) <= reach

    def _farthest(self, name: str, pose: Pose) -> float:
        """Seen from above, how far from its foot a figure reaches; 0 for a flat piece."""
        solid = self._solid(name)
        if solid is None:
            return 0.0
        return float(np.hypot(*placed(solid, 0.0, 0.0, 0.0, 0.0, pose)[:, :2].T).max())

    def _outline(self, piece: Piece) -> NDArray[np.float32] | None:
        """The convex hull of the area that a figure covers, None for a flat piece."""
        solid = self._solid(piece.name)
        if solid is None:
            return None
        points = placed(solid, piece.x, piece.y, piece.z, piece.angle, piece.pose)[:, :2]
        return np.asarray(cv2.convexHull(points.astype(np.float32)), dtype=np.float32)


# -- How one simulated table is set up

FACET = "simulator"
"""The name of the module in a game's package that holds the game's box."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Everything about the table that does not change during a match."""

    game: AnyGame
    setup: Setup
    kit: Kit
    zones: tuple[Zone, ...]
    mat: Mat

    def renderer(self, profile: Profile, seed: int) -> Renderer:
        """A camera above this table."""
        mat = with_curtain(self.mat) if profile.curtain else self.mat
        art = self.kit.art(profile.print)
        return Renderer(profile, art, self.zones, mat if profile.mat else None, seed)

    def placer(self, rng: Random) -> Placer:
        """The placer that puts the pieces of this box down."""
        twist = self.kit.twist if isinstance(self.kit, AnyWayRound) else TWIST
        carrier = self.kit.carrier if isinstance(self.kit, Carrying) else None
        return Placer(self.zones, rng, Room(self.kit.art(USUAL_PRINT).solid), carrier=carrier, twist=twist)

    def sheets(self, renderer: Renderer, seed: int) -> Iterator[Image]:
        """Pictures of the contact sheets: the board cleared, the faces laid out over it."""
        rng = Random(seed)
        for sheet in sheets_of(self.game, self.setup):
            yield renderer.frame(self.sheet(sheet, rng))

    def sheet(self, sheet: Sheet, rng: Random) -> Scene:
        """The scene in which people have laid out a contact sheet, or a part of one."""
        placer = Placer(sheet, rng, Room(self.kit.art(USUAL_PRINT).solid))
        return scene_of({zone.cell: Look("", (face_of(zone),)) for zone in sheet}, placer)

    def lessons(self, renderer: Renderer, seed: int) -> Iterator[tuple[Image, str]]:
        """The labelled pictures from which a camera learns this box: each with its position in text form."""
        placer = self.placer(Random(seed))
        for state in self.game.teaching(self.setup):
            yield renderer.frame(scene_of(self.game.looks(state), placer)), self.game.format_position(state)


def kit_of(game_id: str) -> type[Kit]:
    """The box of a game. Raises RulesError for an unknown game, one without a box and one whose box is
    broken."""
    box = facet(game_id, FACET)
    if box is None:
        raise SetupError(
            f"the simulated table has no box of {game_id!r}; it has {', '.join(with_facet(FACET))}"
        )
    if not hasattr(box, "KIT"):
        raise BrokenFacetError(f"{box.__name__} has no KIT")
    kit: type[Kit] = box.KIT
    return kit


def setting_of(game_id: str, seats: int | Sequence[str], options: Mapping[str, OptionValue]) -> Setting:
    """The table for a game.

    Raises RulesError for an unknown game, seats or options, and when the game has no box that can be used.
    """
    game = find_game(game_id)
    kit = kit_of(game_id)
    setup = game.setup(seats, options)
    zones = game.zones(setup)
    return Setting(game, setup, kit(game, setup), zones, mat_for(game))


def find_profile(name: str) -> Profile:
    """The profile of that name. Raises SetupError naming the known ones."""
    if name not in PROFILES:
        raise SetupError(f"there is no camera profile {name!r}; known profiles: {', '.join(PROFILES)}")
    return PROFILES[name]
