"""Games as plug-ins: found by entry points, a broken one named and left out."""

from __future__ import annotations

import importlib
import logging
import sys
from collections.abc import Iterator
from copy import copy
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from companion.doctor import parts
from companion.doctor.finding import State
from companion.rules import registry
from companion.rules.contract import RulesError, Seat, WrongValueError, apply
from companion.rules.facets import BrokenFacetError, facet, with_facet
from companion.rules.registry import (
    UnknownGameError,
    broken_games,
    culprit,
    find_game,
    game_of_edition,
    games,
    load_game,
    package_of,
)
from tests.plugins.installing import forget_games


def test_our_games_are_there() -> None:
    assert find_game("marso").id == "marso"
    assert list(games()) == sorted(games())
    assert package_of("marso") == "companion.games.marso"
    assert not broken_games()


def test_an_unknown_game_names_the_known_ones() -> None:
    with pytest.raises(UnknownGameError, match=r"'chess'.*marso"):
        find_game("chess")
    with pytest.raises(UnknownGameError):
        package_of("chess")


HEAD = "from companion.games.marso import game\nCONTRACT = 3\n"
"""A package that offers a game of ours under another name."""

GOOD = """
from copy import copy
from companion.games.marso import game as marso
CONTRACT = 3
game = copy(marso)
game.id = "{id}"
"""

BROKEN = {
    "absent": (None, "ModuleNotFoundError: No module named 'plug_absent'"),
    "raises": ("raise KeyError('oh')\n", "KeyError: 'oh'"),
    "exits": ("import sys\nsys.exit('bye')\n", "SystemExit: bye"),
    "interrupts": ("raise KeyboardInterrupt\n", "KeyboardInterrupt"),
    "untitled": (
        GOOD.format(id="untitled") + "game.title = 5\n",
        "its title, rules_version and edition",
    ),
    "stepless": (
        GOOD.format(id="stepless") + "game.after_move = game.after_chance = lambda *_: 5\n",
        "gave 5, and no Step",
    ),
    "../up": (
        GOOD.format(id="../up"),
        "its id '../up' must be made of letters, digits, _ and -",
    ),
    "misnamed": (HEAD, "its id is 'marso', but it is registered as 'misnamed'"),
    "silent": (
        HEAD.replace("CONTRACT = 3", ""),
        "does not say for which contract it was written: CONTRACT = 3",
    ),
    "newer": (HEAD.replace("3", "4"), "it was written for contract 4, and this Companion has contract 3"),
    "older": (HEAD.replace("3", "2"), "it was written for contract 2, and this Companion has contract 3"),
    "lacking": (
        "CONTRACT = 3\nclass Game:\n    id = 'lacking'\n    title = 'Lacking'\ngame = Game()\n",
        "it lacks rules_version, edition, edition_values",
    ),
    "failing": (
        GOOD.format(id="failing")
        + "def initial(setup):\n    return 1 / 0\nobject.__setattr__(game, 'initial', initial)\n",
        "its initial raises ZeroDivisionError: division by zero",
    ),
    "nowhere": (
        GOOD.format(id="nowhere")
        + "from dataclasses import replace\n"
        + "usual = game.zones\n"
        + "def zones(setup):\n    return [replace(zone, width=float('nan')) for zone in usual(setup)]\n"
        + "object.__setattr__(game, 'zones', zones)\n",
        "that is no finite number",
    ),
    "scoreless": (
        GOOD.format(id="scoreless") + "object.__setattr__(game, 'score', lambda *_: None)\n",
        "its score gave None, and no tuple",
    ),
    "untyped": (
        GOOD.format(id="untyped")
        + "from companion.rules.contract import Look\n"
        + "object.__setattr__(game, 'looks', lambda state: {'trap': Look('', ('beast red',))})\n",
        "its looks hold 'beast red', a plain text: make it a PosedPiece",
    ),
}
"""Code of a plug-in, None for no file at all, and what is said of it."""


@pytest.fixture
def plugged(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """One more installed distribution, whose games are all broken but one."""
    points = ["good = plug_good:game"]
    (tmp_path / "plug_good").mkdir()
    (tmp_path / "plug_good" / "__init__.py").write_text(GOOD.format(id="good"))
    (tmp_path / "plug_good" / "simulator.py").write_text("import nothing_of_that_name\n")
    for name, (code, _) in BROKEN.items():
        module = f"plug_{name.strip('./')}"
        points.append(f"{name} = {module}:game")
        if code is not None:
            (tmp_path / f"{module}.py").write_text(code)
    info = tmp_path / "plugs-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: plugs\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[companion.games]\n" + "\n".join(points) + "\n")
    monkeypatch.syspath_prepend(tmp_path)
    forget_games()
    yield
    forget_games()
    for module in [name for name in sys.modules if name.startswith("plug_")]:
        del sys.modules[module]


def test_what_is_installed_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every text of a game asks in which package the game lies."""
    games()

    def again(**_: object) -> None:
        pytest.fail("all installed packages were read again")

    monkeypatch.setattr(registry, "entry_points", again)
    assert package_of("marso") == "companion.games.marso"


@pytest.mark.usefixtures("plugged")
def test_a_broken_game_is_named_with_its_package_and_reason(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert {"marso", "good"} <= set(games())
    assert set(broken_games()) == set(BROKEN)
    for name, (_, reason) in BROKEN.items():
        assert broken_games()[name].startswith("package plugs: ")
        assert reason in broken_games()[name]
        assert f"game {name!r} cannot be used: package plugs" in caplog.text
        with pytest.raises(UnknownGameError) as caught:
            find_game(name)
        assert "package plugs" in str(caught.value)
        assert reason in str(caught.value)


@pytest.mark.usefixtures("plugged")
def test_the_doctor_tells_of_broken_games_and_of_the_others() -> None:
    good, *others = parts.installed_games()
    assert good.state is State.GOOD
    assert {"marso", "good"} <= set(dict(good.message.facts)["games"].split(", "))
    told = {dict(one.message.facts)["game"]: dict(one.message.facts)["reason"] for one in others}
    assert set(told) == set(BROKEN)
    assert all(reason in told[name] for name, (_, reason) in BROKEN.items())


@pytest.mark.usefixtures("plugged")
def test_a_facet_that_cannot_be_imported_is_named(tmp_path: Path) -> None:
    assert facet("good", "screen") is None
    with pytest.raises(
        BrokenFacetError, match=r"plug_good\.simulator cannot be imported: ModuleNotFoundError"
    ):
        facet("good", "simulator")
    (tmp_path / "plug_good" / "referee.py").write_text("class Bye(BaseException):\n    pass\nraise Bye\n")
    importlib.invalidate_caches()
    with pytest.raises(BrokenFacetError, match=r"plug_good\.referee cannot be imported: Bye"):
        facet("good", "referee")
    assert "marso" in with_facet("simulator")


FILES = {
    "picture.toml": (b"\xff", "its picture.toml: 'utf-8' codec can't decode"),
    "spoken.toml": (b"= [", "its spoken.toml: line 1: not a TOML file"),
    "edition.py": (b"", ""),
}
"""Data of a plug-in, and what is said of it."""


@pytest.mark.parametrize("file", FILES)
def test_data_of_a_game_that_nobody_could_read_break_that_game(
    file: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    name = f"plug_{file.partition('.')[0]}"
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").write_text(GOOD.format(id="data"))
    (tmp_path / name / file).write_bytes(FILES[file][0])
    monkeypatch.syspath_prepend(tmp_path)
    point = EntryPoint("data", f"{name}:game", registry.GROUP)
    if not FILES[file][1]:
        assert load_game(point).id == "data"
        return
    with pytest.raises(RulesError, match=FILES[file][1]):
        load_game(point)


EDITIONS = """
import sys
def load_edition(path):
    return path.read_text()
def make_game(text):
    exec(text)
    made = copy(marso)
    made.id = "good"
    return made if text != "wrong" else 5
wrong = 5
"""


@pytest.mark.usefixtures("plugged")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 / 0", "ZeroDivisionError"),
        ("sys.exit('bye')", "SystemExit: bye"),
        ("wrong", "it lacks id, title"),
        ("import time\ntime.sleep(5)", "not ready after"),
    ],
)
def test_an_edition_that_a_game_of_others_cannot_use_is_told(
    text: str, said: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "plug_good" / "__init__.py").write_text(GOOD.format(id="good") + EDITIONS)
    find_game("good")
    file = tmp_path / "edition.toml"
    file.write_text(text)
    monkeypatch.setattr(registry, "PATIENCE", 0.5)
    with pytest.raises(RulesError, match=said):
        game_of_edition("good", file)


def test_a_game_that_is_never_ready_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "plug_endless.py").write_text("import time\ntime.sleep(5)\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "PATIENCE", 0.1)
    with pytest.raises(RulesError, match="not ready after"):
        registry._foreign(EntryPoint("endless", "plug_endless:game", registry.GROUP))


def test_a_wrong_value_in_a_match_is_the_game_s_own_fault() -> None:
    game = copy(find_game("marso"))
    monkey = {"after_move": lambda *_: 5, "why_illegal": lambda *_: ()}
    for name, value in monkey.items():
        object.__setattr__(game, name, value)
    with pytest.raises(WrongValueError, match="after_move gave 5") as caught:
        apply(game, None, Seat(0), None)
    assert culprit(caught.value) == ("marso", "companion")


def test_an_entry_point_may_be_a_callable(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "plug_made.py").write_text(GOOD.format(id="made") + "def make():\n    return game\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert load_game(EntryPoint("made", "plug_made:make", registry.GROUP)).id == "made"
    with pytest.raises(RulesError, match="registered as 'mars'"):
        load_game(EntryPoint("mars", "companion.games.marso:game", registry.GROUP))
