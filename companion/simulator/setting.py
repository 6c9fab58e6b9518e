"""How one simulated table is set up: its game, seats, zones, mat and box."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from companion.referee.sheets import Sheet, face_of, sheets_of
from companion.referee.spots import mat_for
from companion.rules.contract import Look, OptionValue, Setup, SetupError, Zone
from companion.rules.facets import BrokenFacetError, facet, with_facet
from companion.rules.registry import AnyGame, find_game
from companion.simulator.kit import AnyWayRound, Carrying, Kit
from companion.simulator.profiles import PROFILES, USUAL_PRINT, Profile
from companion.simulator.render import Renderer
from companion.simulator.room import Room
from companion.simulator.scene import TWIST, Placer, Scene, scene_of
from vision.mat import Mat
from vision.types import Image

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
        return Renderer(
            profile, self.kit.art(profile.print), self.zones, self.mat if profile.mat else None, seed
        )

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
