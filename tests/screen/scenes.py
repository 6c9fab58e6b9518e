"""Every page of the screen, opened as people open it; for the check of the layout and for ``make pictures``.

Thread: Kivy's. Each scene is a function from language and size to the opened stage; whoever opens it closes
it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

from kivy.uix.scrollview import ScrollView

from companion.judge.verdicts import Played, Unclear
from companion.locale import Message, Texts
from companion.owner.players import Player
from companion.owner.preferences import Preferences
from companion.owner.results import Participation, Result
from companion.referee.events import MoveEntered, UndoAsked
from companion.rules.contract import CellId, ClauseId
from companion.rules.match import EntryKind, parse_match
from companion.rules.registry import find_game
from companion.screen.keeping import KeptMatch
from companion.screen.pages.camera import CameraPage
from companion.screen.pages.lesson import LessonPage
from companion.screen.pages.replay import ReplayPage
from companion.screen.pages.statistics import StatisticsPage
from companion.screen.pages.table import PANELS, TablePage
from companion.sound.voice import Voice
from tests.doubles.table import move

from .house import House, preview
from .lessons import open_lesson
from .marso_table import refusal
from .stage import Stage, parents
from .test_end import play_to_the_end

GOLDEN = Path(__file__).parents[1] / "golden"
GAMES = ("arctica", "atlantis", "jungle", "marso", "northwest")

CLAUSES = ("marso/beasts.8", "arctica/push.1", "jungle/take.1", "northwest/turn.1", "atlantis/turn.1")

Scene = Callable[[str, tuple[int, int]], Stage]


def played(game: str, part: float, name: str = "*") -> House:
    """A house whose table stands after so much of a recorded game, the first of that name if there is one."""
    paths = sorted((GOLDEN / game).glob(f"{name}.match")) or sorted((GOLDEN / game).glob("*.match"))
    text = paths[0].read_text(encoding="utf-8")
    whole = parse_match(text, find_game(game))
    house = House(game)
    house.begin(whole.setup.seats, dict(whole.setup.options))
    for entry in whole.entries[: round(part * len(whole.entries))]:
        if entry.kind in (EntryKind.MOVE, EntryKind.CHANCE):
            house.play(f"{entry.seat or '*'} {entry.text}")
        elif entry.kind is EntryKind.UNDO:
            house.session_now.handle(UndoAsked(entry.count))
    return house


def at_home() -> House:
    """A house with all games, some matches and no table."""
    house = House()
    house.shelf = {name: find_game(name) for name in GAMES}
    house.waiting = (
        KeptMatch("31", "atlantis", ("red", "blue", "green"), 123, "2026-11-26 14:05"),
        KeptMatch("30", "jungle", ("s1", "s2"), 21, "2026-11-26 13:05"),
    )
    house.keeper.over = (
        KeptMatch("29", "northwest", ("red", "blue", "green", "yellow"), 1, "2026-11-25 20:05"),
        KeptMatch("28", "marso", ("south", "west", "north", "east"), 214, "2026-11-24 20:05"),
    )
    return house


def home(language: str, size: tuple[int, int]) -> Stage:
    """The first page."""
    return Stage(at_home(), language, size)


def page_at_home(page: str, about: str = "") -> Scene:
    """Another page without a table."""

    def open_page(language: str, size: tuple[int, int]) -> Stage:
        stage = home(language, size)
        stage.app.go(page, about)
        return stage

    return open_page


def settings_aloud(language: str, size: tuple[int, int]) -> Stage:
    """The settings where people want to hear something, and should install a better voice."""
    house = at_home()
    house.keeper.now = Preferences(sounds=True, voice=True)
    house.sound.trouble = Voice(voices=Path("nowhere")).advice("uk")
    stage = Stage(house, language, size)
    stage.app.go("settings")
    stage.frames(4)
    below = Texts(language).say("What is stored on this machine")
    line = next(widget for widget in stage.widgets() if getattr(widget, "text", "") == below)
    next(one for one in parents(line) if isinstance(one, ScrollView)).scroll_to(line, animate=False)
    return stage


PEOPLE = (
    Player("a", "Олександра", "red"),
    Player("b", "Їжак", "blue"),
    Player("c", "Wilhelmina", "green"),
    Player("d", "Пётр", "yellow"),
    Player("e", "Ann-Mary", "violet"),
)


def named(page: str) -> Scene:
    """People with names: at home, where they are chosen or written, or at the table."""

    def open_page(language: str, size: tuple[int, int]) -> Stage:
        house = at_home() if page != "table" else watched()
        house.keeper.people = PEOPLE
        if page == "table":
            seats = house.session_now.view.setup.seats
            house.seated_now = {seat: one.name for seat, one in zip(seats, PEOPLE, strict=False)}
            house.keeper.now = Preferences(clocks={"marso": 10})
            house.time = 754.0
            house.play("south play still", "west play skate rr")
            return Stage(house, language, size)
        stage = Stage(house, language, size)
        stage.tap(Texts(language, "marso").say(find_game("marso").title))
        wishes = stage.app.desk.wishes
        wishes.seats = ("south", "west", "north", "east")
        wishes.players = {"south": "a", "west": "b"}
        stage.app.go("players", "all" if page == "writing" else "")
        stage.frames()
        if page == "writing":
            stage.tap("Wilhelmina")
        return stage

    return open_page


def statistics(language: str, size: tuple[int, int]) -> Stage:
    """Three people, two games, and how quick they are."""
    house = at_home()
    house.keeper.people = PEOPLE
    points = {ClauseId("marso/score.1"): Fraction(7, 2), ClauseId("marso/score.2"): Fraction(1)}
    quick = {one.id: 310 + 60 * number for number, one in enumerate(PEOPLE[:3])}
    house.keeper.played = (
        Result(
            2,
            "jungle",
            time.time(),
            tuple(
                Participation(one, one == "b", {}, tuple(ms + 9.0 * (n * n % 23) for n in range(12)))
                for one, ms in quick.items()
            ),
        ),
        Result(1, "marso", time.time(), tuple(Participation(one, one == "a", points) for one in "ab")),
    )
    stage = Stage(house, language, size)
    stage.app.go("statistics")
    page = stage.app.page
    assert isinstance(page, StatisticsPage)
    stage.until(page.read.is_set, "the matches are read")
    return stage


def begin(game: str) -> Scene:
    """The page before a game."""

    def open_page(language: str, size: tuple[int, int]) -> Stage:
        stage = home(language, size)
        stage.tap(Texts(language, game).say(find_game(game).title))
        return stage

    return open_page


def table_of(game: str, part: float) -> Scene:
    """The table of a recorded game."""
    return lambda language, size: Stage(played(game, part), language, size)


def watched() -> House:
    """A table with a camera, four players and a sealed deck."""
    house = House()
    house.begin(4, electronic=True)
    house.has_camera()
    house.picture = preview()
    return house


def demonstration(language: str, size: tuple[int, int]) -> Stage:
    """A drawn table whose people play."""
    house = House()
    house.begin(4, electronic=True)
    house.picture = preview()
    house.has_camera("http://127.0.0.1:8081/stream", simulated=True)
    house.play("south play still")
    return Stage(house, language, size)


def followed(language: str, size: tuple[int, int]) -> Stage:
    """A camera has seen a step."""
    house = watched()
    house.play("south play still", "west play ur r")
    house.sees(Played((move("west", "step c3"),)))
    return Stage(house, language, size)


def panel(mode: str) -> Scene:
    """A panel beside the board."""

    def open_page(language: str, size: tuple[int, int]) -> Stage:
        stage = Stage(watched(), language, size)
        assert isinstance(stage.app.page, TablePage)
        stage.app.page.show_panel(mode)
        return stage

    return open_page


def refused(language: str, size: tuple[int, int]) -> Stage:
    """A move that is not allowed, seen by the camera."""
    house = watched()
    house.play("south play still", "west play skate rr")
    house.sees(refusal(house, "west", "step a1", "a1", "c4"))
    return Stage(house, language, size)


def troubled(language: str, size: tuple[int, int]) -> Stage:
    """Something is wrong outside the game."""
    house = watched()
    house.trouble = (
        Message(
            "The broker {host} refuses the login; check user and password of [broadcast].", (("host", "h"),)
        ),
    )
    return Stage(house, language, size)


def asked(language: str, size: tuple[int, int]) -> Stage:
    """The referee is not sure."""
    house = watched()
    house.play("south play still", "west play skate rr")
    cells = (CellId("c3"), CellId("c5"))
    house.sees(Unclear(((move("west", "step c3"),), (move("west", "step c5"),)), cells))
    return Stage(house, language, size)


def camera(mode: str) -> Scene:
    """The camera's picture."""

    def open_page(language: str, size: tuple[int, int]) -> Stage:
        stage = Stage(watched(), language, size)
        stage.app.go("camera")
        assert isinstance(stage.app.page, CameraPage)
        stage.app.page.switch(mode)
        return stage

    return open_page


def sheets(steps: int) -> Scene:
    """Contact sheets, after so many pictures."""

    def open_page(language: str, size: tuple[int, int]) -> Stage:
        stage = Stage(watched(), language, size)
        stage.app.go("sheets")
        stage.frames()
        for _ in range(steps):
            stage.tap(Texts(language).say("Take the picture"))
        return stage

    return open_page


def replay(game: str) -> Scene:
    """A recorded match on the board."""

    def open_page(language: str, size: tuple[int, int]) -> Stage:
        house = at_home()
        path = sorted((GOLDEN / game).glob("*.match"))[0]
        house.keeper.files["7"] = path.read_text(encoding="utf-8")
        stage = Stage(house, language, size)
        stage.app.go("replay", "7")
        page = stage.app.page
        assert isinstance(page, ReplayPage)
        stage.until(lambda: not page._beat.is_triggered, "the match is read")
        return stage

    return open_page


def damaged_names(page: str) -> Scene:
    """A file of names that cannot be read."""

    def open_page(language: str, size: tuple[int, int]) -> Stage:
        house = at_home()
        house.keeper.people = PEOPLE
        path = (("path", "/home/pi/.local/share/companion/players.json"), ("old", "players.json.old"))
        house.keeper.damaged = Message(
            "Some names of players cannot be read: {path} is damaged. Write them again; it is kept beside as"
            " {old}.",
            path,
        )
        stage = Stage(house, language, size)
        stage.app.go(page, "all" if page == "players" else "")
        return stage

    return open_page


def lesson(game: str, refused: bool) -> Scene:
    """A guided first game: where something unlawful is to be tried, before or after that."""

    def open_page(language: str, size: tuple[int, int]) -> Stage:
        stage = home(language, size)
        course = open_lesson(stage, game)
        while course.step is not None and not course.step.breaks:
            course.go_on(course.number)
        if refused:
            course.go_on(course.number)
        page = stage.app.page
        assert isinstance(page, LessonPage)
        page.refresh(None)
        return stage

    return open_page


def lesson_at_table(refused: bool) -> Scene:
    """The same at the real table, before a camera."""

    def open_page(language: str, size: tuple[int, int]) -> Stage:
        house = at_home()
        stage, texts = Stage(house, language, size), Texts(language, "marso")
        stage.app.desk.wishes.camera = "usb:0"
        for text in (find_game("marso").title, "Teach me", "To the table"):
            stage.tap(texts.say(text))
        house.has_camera()
        house.play("* open b1", "south play ud u")
        if refused:
            house.session_now.handle(MoveEntered("south", "step e2"))
            house.changed()
        stage.frames()
        return stage

    return open_page


def end(language: str, size: tuple[int, int]) -> Stage:
    """A game that is over."""
    house = House()
    play_to_the_end(house, 2, 8)
    return Stage(house, language, size)


SCENES: dict[str, Scene] = {
    "home": home,
    **{f"begin-{game}": begin(game) for game in GAMES},
    "matches": page_at_home("matches"),
    "matches-finished": page_at_home("matches", "finished"),
    **{f"rules-{game}": page_at_home("rules", game) for game in ("marso", "arctica")},
    **{f"clause-{clause.replace('/', '-')}": page_at_home("rules", clause) for clause in CLAUSES},
    **{f"players-{page}": named(page) for page in ("chosen", "writing", "table")},
    **{f"damaged-{page}": damaged_names(page) for page in ("home", "players")},
    **{f"lesson-{game}": lesson(game, refused=False) for game in GAMES},
    **{f"lesson-refused-{game}": lesson(game, refused=True) for game in GAMES},
    "lesson-table": lesson_at_table(refused=False),
    "lesson-table-refused": lesson_at_table(refused=True),
    "statistics": statistics,
    "settings": page_at_home("settings"),
    "settings-aloud": settings_aloud,
    "about": page_at_home("about"),
    "trials": page_at_home("trials"),
    **{f"table-{game}": table_of(game, 0.5) for game in GAMES},
    **{f"panel-{mode}": panel(mode) for mode in PANELS if mode not in ("question", "situation")},
    "watched": followed,
    "demonstration": demonstration,
    "refused": refused,
    "troubled": troubled,
    "asked": asked,
    "camera": camera("look"),
    "camera-corners": camera("corners"),
    **{f"sheets-{step}": sheets(step) for step in range(4)},
    **{f"replay-{game}": replay(game) for game in ("marso", "jungle")},
    "end": end,
}


@contextmanager
def shown(name: str, language: str, size: tuple[int, int], large_print: bool = False) -> Iterator[Stage]:
    """A scene while it is looked at."""
    stage = SCENES[name](language, size)
    try:
        if large_print:
            stage.app.desk.prefer(large_print=True)
        stage.frames(4)
        yield stage
    finally:
        stage.close()
