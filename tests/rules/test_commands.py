"""``companion rules`` and ``companion replay`` as a person calls them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.commands.rules import replay, rules
from companion.games import marso
from companion.games.marso import game

HERE = Path(__file__).parent
EXAMPLE = Path(marso.__file__).parent / "examples" / "01_set_up_for_three.toml"
GOLDEN = HERE.parent / "golden" / "marso" / "three_with_take_backs.match"


def run(*args: str | Path) -> Result:
    command = replay if args[0] == "replay" else rules
    return CliRunner().invoke(command, [str(arg) for arg in args[args[0] == "replay" :]])


def refused(result: Result, code: int, told: str) -> None:
    """One sentence on stderr, no traceback."""
    assert result.exit_code == code, result.output
    assert told in result.stderr
    assert "Traceback" not in result.output
    assert len(result.stderr.strip().splitlines()) == 1


def test_check_counts_files(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(EXAMPLE.read_text(encoding="utf-8").replace("deck 41", "deck 40"))
    good = run("check", EXAMPLE)
    assert (good.exit_code, good.stdout) == (0, "1 passed, 0 failed\n")
    bad = run("check", EXAMPLE, wrong)
    assert bad.exit_code == 1
    assert "expected the line 'deck 40'; found deck 41" in bad.stdout
    assert bad.stdout.endswith("1 passed, 1 failed\n")


def test_check_of_a_file_that_is_no_example(tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_bytes(b"\xff\xfe")
    result = run("check", EXAMPLE, broken)
    refused(result, 2, "cannot be read as a worked example")
    assert result.stdout.endswith("1 passed, 1 failed\n")


@pytest.mark.parametrize(("lang", "word"), [("en", "Trap"), ("uk", "Пастк"), ("ru", "Ловушк")])
def test_clauses_in_a_language(lang: str, word: str) -> None:
    result = run("clauses", "marso", "--lang", lang)
    lines = result.stdout.splitlines()
    assert result.exit_code == 0
    assert [line.split(" ")[0] for line in lines] == [clause.id for clause in game.clauses]
    assert word in lines[0]


def test_play_prints_a_match_that_replays(tmp_path: Path) -> None:
    first, again = run("play", "marso", "--seed", "5"), run("play", "marso", "--seed", "5")
    assert first.exit_code == 0
    assert first.stdout == again.stdout != run("play", "marso", "--seed", "6").stdout
    path = tmp_path / "played.match"
    path.write_text(first.stdout)
    replayed = run("replay", path)
    assert replayed.exit_code == 0
    assert "phase over" in replayed.stdout
    assert replayed.stdout.splitlines()[-3:] == first.stdout.splitlines()[-3:]


def test_play_with_seats_and_options() -> None:
    result = run("play", "marso", "--seats", "east,west", "--option", "young=yes", "--option", "target=3")
    assert "seats east west\noption target 3\noption young yes\n" in result.stdout
    refused(run("play", "marso", "--seats", "9"), 2, "2 to 4 players")
    refused(run("play", "marso", "--option", "young"), 2, "KEY=VALUE")
    refused(run("play", "marso", "--option", "young=7"), 2, "no, yes")
    refused(run("play", "chess"), 2, "no game 'chess'")
    refused(run("play", "marso", "--edition", "none.toml"), 2, "cannot be read")


def test_a_game_that_is_cut_off_says_so() -> None:
    refused(run("play", "marso", "--most", "10"), 1, "did not end")


def test_perft_counts_by_hand(tmp_path: Path) -> None:
    """Sixteen cards can be opened. A known hand of stand still, dart and jet is three moves; after them come
    north's three equal cards (one move), four beasts to put to sleep, 48 - 2 - 4 free cells."""
    assert run("perft", "marso", "--depth", "0").stdout == "1\n"
    assert run("perft", "marso", "--depth", "1").stdout == "16\n"
    state = game.initial(game.setup(2, {}))
    text = game.format_position(game.after_chance(state, game.parse_outcome("open b1")).state)
    known = text.replace("hand south ? ? ?", "hand south still dart jet")
    path = tmp_path / "position.txt"
    path.write_text(known.replace("hand north ? ? ?", "hand north still still still"))
    divided = run("perft", "marso", "--depth", "2", "--divide", "--position", path).stdout
    assert divided == "south play still: 1\nsouth play dart: 4\nsouth play jet: 42\n47\n"


def test_replay_tells_what_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "wrong.match"
    text = GOLDEN.read_text(encoding="utf-8").replace("@20 north play ud d", "@20 south play still")
    path.write_text(text, encoding="utf-8")
    line = text.splitlines().index("@20 south play still") + 1
    refused(run("replay", path), 2, f"line {line}")
    path.write_text("hello\n")
    refused(run("replay", path), 2, "no match file")
    refused(run("replay", tmp_path / "none.match"), 2, "cannot be read")


def test_replay_log_marks_what_was_taken_back() -> None:
    result = run("replay", "--log", GOLDEN)
    assert "2  @6 anyway west step e6  (taken back)" in result.stdout
    assert "south play still  -> marso/still.1 marso/card.8" in result.stdout


def test_replay_with_a_corrected_edition(tmp_path: Path) -> None:
    source = Path(str(HERE.parents[1] / "companion" / "games" / "marso" / "edition.toml"))
    edition = tmp_path / "mine.toml"
    edition.write_text(source.read_text(encoding="utf-8").replace('"rulebook"', '"mine"'))
    match = tmp_path / "mine.match"
    match.write_text(GOLDEN.read_text(encoding="utf-8").replace("edition rulebook", "edition mine"))
    refused(run("replay", match), 2, "needs edition 'mine'")
    assert run("replay", match, "--edition", edition).exit_code == 0


def test_no_is_a_word_where_the_values_of_an_option_are_words() -> None:
    result = run(
        "play", "jungle", "--seats", "2", "--option", "hands=no", "--option", "trio=no", "--most", "5000"
    )
    assert "option hands no" in result.output, result.output
