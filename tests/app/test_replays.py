"""A match that is over becomes a page for the spectators; the touchscreen leads to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app.replays import ReplayWriter
from companion.rules.match import parse_match
from companion.rules.registry import find_game
from tests.broadcast.test_replay import match_file
from tests.broadcast.views import view_of
from tests.doubles.waiting import until


def writer(folder: Path, changes: list[int]) -> ReplayWriter:
    path = match_file("marso")
    return ReplayWriter(
        lambda: path.read_text(encoding="utf-8"),
        find_game("marso"),
        (folder, "Кухня-marso-1"),
        "http://club.lan:9001/",
        lambda: changes.append(1),
    )


def test_it_is_written_once_the_match_is_over(tmp_path: Path) -> None:
    changes: list[int] = []
    reader = writer(tmp_path / "replays", changes)
    match = parse_match(match_file("marso").read_text(encoding="utf-8"))
    reader(view_of(type(match).begin(match.game, match.setup)))
    assert not (tmp_path / "replays").exists()
    over = view_of(match)
    reader(over)
    until(lambda: changes, "the page")
    reader(over)
    reader.close()
    assert changes == [1]
    assert reader.address == "http://club.lan:9001/replays/%D0%9A%D1%83%D1%85%D0%BD%D1%8F-marso-1.html"
    page = (tmp_path / "replays" / "Кухня-marso-1.html").read_text(encoding="utf-8")
    assert "COMPANION_MATCH" in page
    assert reader.trouble is None


def test_a_folder_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    (tmp_path / "replays").write_text("a file", encoding="utf-8")
    changes: list[int] = []
    reader = writer(tmp_path / "replays", changes)
    reader(view_of(parse_match(match_file("marso").read_text(encoding="utf-8"))))
    until(lambda: changes, "the trouble")
    assert reader.address == ""
    assert reader.trouble is not None
    assert "cannot be written" in reader.trouble.key


@pytest.mark.parametrize("fault", [KeyError, SystemExit])
def test_a_game_whose_code_fails_is_named_and_the_thread_tells(
    fault: type[BaseException], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def page(*_: object) -> str:
        raise fault("of the game")

    monkeypatch.setattr("companion.app.replays.replay_page", page)
    monkeypatch.setattr("companion.referee.faults.culprit", lambda _: ("marso", "companion-marso"))
    changes: list[int] = []
    reader = writer(tmp_path / "replays", changes)
    reader(view_of(parse_match(match_file("marso").read_text(encoding="utf-8"))))
    until(lambda: changes, "the trouble")
    assert reader.trouble is not None
    assert dict(reader.trouble.facts)["package"] == "companion-marso"
