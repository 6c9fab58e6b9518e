"""Games as plug-ins: found by entry points, a broken one named and left out."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from companion.rules import registry
from companion.rules.contract import RulesError
from companion.rules.registry import UnknownGameError, broken_games, find_game, games, load_game, package_of


def test_our_games_are_there() -> None:
    assert find_game("marso").id == "marso"
    assert list(games()) == sorted(games())
    assert package_of("marso") == "companion.rules.marso"
    assert not broken_games()


def test_an_unknown_game_names_the_known_ones() -> None:
    with pytest.raises(UnknownGameError, match=r"'chess'.*marso"):
        find_game("chess")
    with pytest.raises(UnknownGameError):
        package_of("chess")


@pytest.fixture
def plugged(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Three more installed distributions: one that cannot be imported, one that raises, one misnamed."""
    (tmp_path / "plug_raises.py").write_text("raise KeyError('oh')\n")
    (tmp_path / "plug_misnamed.py").write_text("from companion.rules.marso import game\n")
    info = tmp_path / "plugs-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: plugs\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[companion.games]\n"
        "absent = plug_absent:game\nraises = plug_raises:game\nother = plug_misnamed:game\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    registry._found.cache_clear()
    yield
    registry._found.cache_clear()


@pytest.mark.usefixtures("plugged")
def test_a_broken_game_is_named_and_the_others_work(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert "marso" in games()
    assert set(broken_games()) == {"absent", "raises", "other"}
    assert all(name in caplog.text for name in broken_games())
    with pytest.raises(UnknownGameError, match=r"'raises' is installed but cannot be used: KeyError"):
        find_game("raises")


def test_an_entry_point_may_be_a_callable() -> None:
    point = EntryPoint("marso", "companion.rules.registry:find_game", registry.GROUP)
    with pytest.raises(TypeError):
        load_game(point)
    with pytest.raises(RulesError, match="registered as 'mars'"):
        load_game(EntryPoint("mars", "companion.rules.marso:game", registry.GROUP))
