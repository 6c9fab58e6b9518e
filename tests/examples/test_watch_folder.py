"""The example that watches a folder: real pictures of a simulated game, told as it was really played."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from companion.evaluation.clips import load_clip
from companion.locale import Texts
from companion.rules.registry import find_game
from examples.watch_folder.watch_folder import main
from tests.docs.shown import ROOT, commands, run, write_files

pytestmark = pytest.mark.outside

EXAMPLE = ROOT / "examples" / "watch_folder"


@pytest.mark.slow
def test_the_page_s_game_is_told_as_it_was_played(place: Path) -> None:
    draw, watch = commands(EXAMPLE / "README.md")
    drawn = run(draw, place)
    assert drawn.returncode == 0, drawn.stderr
    told = run(watch, place)
    assert (told.returncode, told.stderr) == (0, "")
    truth = (place / "drawn" / "truth.match").read_text(encoding="utf-8")
    played = re.findall(r"^@\S+ (?:south|north|\*) (.*)$", truth, re.MULTILINE)
    refused = re.findall(r"^@\S+ anyway (\w+) (.*)$", truth, re.MULTILINE)
    assert len(refused) == 1
    term = Texts("en", "marso").term  # moves are told in the game's own words
    said = re.findall(r"played: (.*)$", told.stdout, re.MULTILINE)
    assert "; ".join(said) == "; ".join(map(term, played))
    said = re.findall(r"(\w+): NOT ALLOWED: (.*)$", told.stdout, re.MULTILINE)
    assert said == [(seat, term(move)) for seat, move in refused]
    rule = next(clause for clause in find_game("marso").clauses if clause.id == "marso/beasts.1")
    assert f"{rule.id}: {rule.text}" in told.stdout  # a beast goes one cell as its card says


def test_the_shown_clip_is_one(place: Path) -> None:
    write_files(EXAMPLE / "README.md", place)
    text = (place / "mine" / "clip.toml").read_text(encoding="utf-8")
    clip = load_clip(place / "mine")
    assert (clip.game.id, list(clip.spec.seats)) == ("marso", tomllib.loads(text)["seats"])


@pytest.mark.parametrize(
    ("head", "said"),
    [
        (None, "mine/clip.toml не вдається прочитати"),
        ('game = "marso"\nseats = ["south"]\nfps = 4\n[table]\nmat = "marso"\n', "mine/clip.toml"),
        (
            'game = "marso"\nseats = ["south", "north"]\nfps = 4\n[table]\nmat = "marso"\n',
            "mine/frames",
        ),
    ],
    ids=["no head", "a wrong head", "no pictures"],
)
def test_a_folder_that_cannot_be_used_is_told_of_in_one_sentence(
    head: str | None, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine").mkdir()
    if head is not None:
        (tmp_path / "mine" / "clip.toml").write_text(head, encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["watch_folder.py", str(tmp_path / "mine"), "--lang", "uk"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert said in str(ended.value.code)
    assert len(str(ended.value.code).splitlines()) == 1
