"""``companion audit``: honest files pass, and one changed byte is found and named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.commands.audit import audit_command
from companion.rules.match import Entry, EntryKind, format_match
from tests.chance.matches import deck_of, file_of, played


def run(folder: Path, text: str, *options: str) -> Result:
    file = folder / "game.match"
    file.write_text(text, encoding="utf-8")
    return CliRunner().invoke(audit_command, [str(file), *options])


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_an_honest_match_passes_with_its_undone_draws(tmp_path: Path, seed: int) -> None:
    deck = deck_of(seed)
    match = played(deck, seed, draws=40)
    drawn = [e.text for e in match.entries if e.kind is EntryKind.CHANCE and e.text.startswith("open")]
    undone = len(drawn) - sum(stood.entry.text in drawn for stood in match.line)
    assert undone > 0
    done = run(tmp_path, file_of(match, deck), "--verbose")
    assert (done.exit_code, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert [line.rsplit(": ", 1)[1] for line in lines[:-1]] == drawn
    assert lines[-1] == f"The seal holds and {len(drawn)} draws are honest."


def test_a_match_stirred_by_the_players_words(tmp_path: Path) -> None:
    deck = deck_of(4).with_words("чорний кіт")
    text = file_of(played(deck, 4, draws=10), deck)
    assert run(tmp_path, text).exit_code == 0
    assert run(tmp_path, text.replace(deck.salt, "0" * 64)).exit_code == 1


def test_the_first_wrong_draw_is_named(tmp_path: Path) -> None:
    deck = deck_of(5)
    match = played(deck, 5, draws=6)
    honest = match.entries[-1].text
    forged = next(f"open b{n}" for n in range(1, 17) if not re.search(rf"open b{n}\b", format_match(match)))
    lines = file_of(match, deck).splitlines()
    assert lines[-1] == f"* {honest}"
    done = run(tmp_path, "\n".join([*lines[:-1], f"* {forged}"]), "--verbose")
    assert done.exit_code == 1
    assert f"Entry {len(match.entries)} is wrong" in done.stderr
    assert f"is {forged}, but the sealed seed gives {honest}." in done.stderr
    assert "honest." not in done.stdout


def test_a_wrong_draw_is_named_even_if_the_game_cannot_go_on_from_it(tmp_path: Path) -> None:
    deck = deck_of(6)
    match = played(deck, 6, draws=6)
    first = next(n for n, e in enumerate(match.entries, 1) if e.kind is EntryKind.CHANCE)
    text = file_of(match, deck).replace(f"* {match.entries[first - 1].text}\n", "* open b16\n", 1)
    text = text.replace("run ", "run red trap # ")  # and no such game was ever played
    assert f"Entry {first} is wrong" in run(tmp_path, text).stderr


@pytest.mark.parametrize("key", ["seal", "seed"])
def test_another_seal_or_seed(tmp_path: Path, key: str) -> None:
    deck = deck_of(7)
    text = file_of(played(deck, 7, draws=2), deck)
    other = dict((*deck_of(8).head_notes(), deck_of(8).seed_note()))[key]
    done = run(tmp_path, re.sub(rf"^{key} .*$", f"{key} {other}", text, flags=re.MULTILINE))
    assert (done.exit_code, done.stdout) == (1, "")
    assert "is not the one that was sealed" in done.stderr


def test_what_cannot_be_checked_is_said(tmp_path: Path) -> None:
    deck = deck_of(9)
    match = played(deck, 9, draws=2)
    sealed = format_match(match)
    seal = f"{' '.join(deck.head_notes()[0])}\n"
    seed = f"{' '.join(deck.seed_note())}\n"
    cases = {
        sealed: "The seed of beast-card is not in this file",
        sealed.replace(seal, ""): "no electronic deck",
        sealed.replace(seal, seed): "no seal",
        sealed.replace(seal, seal + seed + seed): "two lines “seed beast-card”",
        sealed.replace(seal, seal + "seed beast-card 12\n"): "64 hexadecimal digits",
        sealed.replace("marso", "chess"): "chess",
        "hello": "line 1",
    }
    for text, words in cases.items():
        done = run(tmp_path, text)
        assert (done.exit_code, done.stdout) == (2, ""), text
        assert words in done.stderr
        assert len(done.stderr.splitlines()) == 1
    done = CliRunner().invoke(audit_command, [str(tmp_path / "nothing.match")])
    assert done.exit_code == 2
    assert "No such file" in done.stderr


def test_a_complete_game_with_physical_score_cards_beside_the_electronic_deck(tmp_path: Path) -> None:
    deck = deck_of(3)
    match = played(deck, 11)
    text = file_of(match, deck)
    shown = [e.text for e in match.entries if e.text.startswith("score")]
    opened = [e.text for e in match.entries if e.text.startswith("open")]
    assert len(shown) >= 2
    assert run(tmp_path, text).stdout == f"The seal holds and {len(opened)} draws are honest.\n"


def test_draws_of_a_corrected_match_are_checked_where_they_were_made(tmp_path: Path) -> None:
    deck = deck_of(9)
    match = played(deck, 9, draws=8)
    drawn = next(stood for stood in match.line if stood.entry.text.startswith("open"))
    promised = drawn.entry.text
    anew = Entry(EntryKind.CORRECTION, text=f"correct {drawn.ref} * {promised}")
    assert run(tmp_path, file_of(match.add(anew), deck)).exit_code == 0
    back = match.add(Entry(EntryKind.UNDO, count=len(match.line) - match.line.index(drawn) - 1))
    forged = next(f"open b{n}" for n in range(1, 17) if f"open b{n}" != promised)
    longer = back.add(Entry(EntryKind.CORRECTION, text=f"correct {drawn.ref} * {forged}"))
    done = run(tmp_path, file_of(longer, deck))
    assert done.exit_code == 1
    assert f"Entry {len(longer.entries)} is wrong" in done.stderr
