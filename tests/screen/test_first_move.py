"""A stranger's way from power on to the first accepted move, by real touches in the whole app, counted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.companion import Companion
from companion.games.jungle.state import State
from companion.locale import LANGUAGE_NAMES, Texts
from companion.owner.configuration import Config
from companion.referee.view import TableView
from companion.rules.contract import Chance
from companion.rules.registry import AnyGame, find_game

from .duel_hands import tell
from .hands import enter
from .stage import Stage, faults_of_layout

MOST_BEFORE = 5
"""Taps before those of the first move itself."""
MOST_FOR_IT = 2
"""Taps of the first move: a piece or a picture, and where it goes."""


@pytest.fixture
def new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Companion]:
    """A new installation: nothing is set, there is neither a camera nor a base."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    app = Companion(Config())
    yield app
    app.close()


def seen(app: Companion) -> TableView:
    view = app.view()
    assert view is not None
    return view


def begin(stage: Stage, game: AnyGame, language: str) -> None:
    """From the first start to a table without a camera."""
    texts = Texts(language, game.id)
    assert stage.app.page_name == "wizard"
    stage.tap(LANGUAGE_NAMES[language])
    stage.tap(texts.say("Set up later"))
    stage.tap(texts.say(game.title))
    stage.tap(texts.say("Begin the game"))
    stage.until(lambda: stage.app.page_name == "table", "the table")


@pytest.mark.slow
@pytest.mark.parametrize("language", ["uk", pytest.param("ru", marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", ["marso", "arctica", "atlantis", "jungle", "northwest"])
def test_from_power_on_to_the_first_move(
    name: str, language: str, new: Companion, capsys: pytest.CaptureFixture[str]
) -> None:
    game = find_game(name)
    stage = Stage(new, language, (800, 480))
    try:
        begin(stage, game, language)
        if stage.has_button(Texts(language).say("Shuffle for me")):
            stage.tap(Texts(language).say("Shuffle for me"))
            stage.until(lambda: not isinstance(seen(new).pending, Chance), "the island is laid")
        assert faults_of_layout(stage) == []
        before, entries = stage.touches, seen(new).entries
        first = seen(new).touch[0]
        state = seen(new).state
        if isinstance(state, State):
            tell(stage, first.text, state)
        else:
            enter(stage, first.text, seat=first.seat)
        stage.until(lambda: seen(new).entries > entries, "the move is accepted")
        for_it = stage.touches - before
    finally:
        stage.close()
    assert first.text in [line.text for line in seen(new).history[entries:]]
    with capsys.disabled():
        print(f"\n{name}: {before} taps, then {for_it} for {first.text!r}")
    assert before <= MOST_BEFORE
    assert for_it <= MOST_FOR_IT
