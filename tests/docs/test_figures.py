"""``make figures``: what it writes, and what it refuses before it measures."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.rules.facets import with_facet
from companion.simulator.profiles import PROFILES
from companion.simulator.setting import FACET
from tests.bench import figures
from tests.bench.figures import (
    BEGIN,
    END,
    PAGE,
    PLANS,
    QUICK,
    WHOLE,
    FiguresError,
    clip_section,
    clips_below,
    shown,
    speed_section,
    with_figures,
)
from tests.ours import OURS


def figures_of(page: str) -> str:
    return page.partition(BEGIN)[2].partition(END)[0]


def test_the_page_can_be_filled_and_nothing_else_of_it_changes() -> None:
    page = PAGE.read_text(encoding="utf-8")
    filled = with_figures(page, "new")
    assert with_figures(filled, "newest") == page.replace(figures_of(page), "\nnewest\n")
    assert filled.partition(BEGIN)[0] == page.partition(BEGIN)[0]
    assert filled.partition(END)[2] == page.partition(END)[2]


@pytest.mark.parametrize("page", ["", BEGIN, f"{END} {BEGIN}"])
def test_a_page_without_marks_is_refused(page: str) -> None:
    with pytest.raises(FiguresError, match="lost its marks"):
        with_figures(page, "figures")


def test_commit_date_and_machine_stand_on_the_page() -> None:
    page = figures_of(PAGE.read_text(encoding="utf-8"))
    assert all(f"\n- {name}" in page for name in ("Commit: ", "Date: ", "Machine: ", "Python "))


@pytest.mark.parametrize("plan", PLANS.values(), ids=["whole", "quick"])
def test_what_is_drawn_can_be_drawn(plan: figures.Plan) -> None:
    assert all(game in with_facet(FACET) and profile in PROFILES for game, profile in plan.clips)


def test_every_simulated_box_is_measured() -> None:
    assert {game for game, _ in WHOLE.clips} == set(with_facet(FACET)) & set(OURS)


def test_clips_are_found_however_deep(tmp_path: Path) -> None:
    for name in ("one", "deep/er/two"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "clip.toml").touch()
    assert [clip.name for clip in clips_below(tmp_path)] == ["two", "one"]
    with pytest.raises(FiguresError, match="no clip below"):
        clips_below(tmp_path / "nowhere")


def test_clips_of_an_owner_have_no_drawing_commands() -> None:
    assert "```" not in list(clip_section("| a |", ()))
    assert "```" in list(clip_section("| a |", [shown(QUICK, "marso", "easy")]))


def test_a_row_for_every_line_that_was_told() -> None:
    stats = {"median": 2e-6, "rounds": 5}
    told = {"name": "test_a_b[x]", "stats": stats, "extra_info": {"told": ["p50 1 ms", "p99 | 2 ms"]}}
    silent = {"name": "test_c", "stats": stats, "extra_info": {}}
    rows = list(speed_section({"benchmarks": [told, silent]}, QUICK))[-3:]
    assert rows == [
        "| a b[x] | p50 1 ms |",
        "| a b[x] | p99 / 2 ms |",
        "| c | median 2.0 us of 5 rounds |",
    ]


class Commands:
    """In the place of the commands: notes them, and answers as they would."""

    def __init__(self) -> None:
        self.run: list[tuple[str, ...]] = []

    def __call__(self, *command: str) -> str:
        self.run.append(command)
        for option in command:
            if option.startswith("--benchmark-json="):
                Path(option.partition("=")[2]).write_text('{"benchmarks": []}', encoding="utf-8")
        return "| scored |\n" if "--score" in command else "abc1234\n"


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Commands:
    """Quick figures, on a page of their own."""
    commands = Commands()
    page = tmp_path / "page.md"
    page.write_text(f"head\n{BEGIN}\nold\n{END}\nfoot\n", encoding="utf-8")
    monkeypatch.setattr(figures, "run", commands)
    monkeypatch.setattr(figures, "PAGE", page)
    monkeypatch.setenv("FIGURES", "quick")
    monkeypatch.delenv("CLIPS", raising=False)
    return commands


@pytest.mark.outside
def test_clips_are_drawn_scored_and_written(commands: Commands) -> None:
    figures.main()
    drawn = [command[-1] for command in commands.run if "simulate" in command]
    [scored] = [command for command in commands.run if "--score" in command]
    assert len(drawn) == len(QUICK.clips)
    assert list(scored[-len(drawn) :]) == drawn
    text = figures.PAGE.read_text(encoding="utf-8")
    assert text.startswith(f"head\n{BEGIN}\n- Commit: abc1234\n")
    assert "| scored |" in text
    assert "old" not in text
    assert text.endswith("foot\n")


@pytest.mark.outside
def test_clips_of_an_owner_are_scored_instead(
    commands: Commands, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "mine" / "one").mkdir(parents=True)
    (tmp_path / "mine" / "one" / "clip.toml").touch()
    monkeypatch.setenv("CLIPS", str(tmp_path / "mine"))
    figures.main()
    assert not any("simulate" in command for command in commands.run)
    [scored] = [command for command in commands.run if "--score" in command]
    assert scored[-1] == str(tmp_path / "mine" / "one")


@pytest.mark.outside
def test_another_plan_than_there_is_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIGURES", "slow")
    with pytest.raises(FiguresError, match="FIGURES is quick"):
        figures.main()


@pytest.mark.outside
def test_a_command_that_fails_ends_it() -> None:
    with pytest.raises(FiguresError, match="Nothing was written"):
        figures.run("false")
    with pytest.raises(FiguresError, match="cannot be run"):
        figures.run("/no/such/program")
