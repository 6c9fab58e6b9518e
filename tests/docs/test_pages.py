"""The pages are true: their commands run, their files are accepted, their links lead somewhere."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import click
import pytest

from companion.broadcast import broadcast_from
from companion.cli import main as companion
from companion.commands.watch import _CAMERA
from companion.evaluation.clips import load_clip
from companion.locale import LANGUAGES, Texts
from companion.owner.configuration import EXAMPLE, parse_config
from companion.referee.view import RulingKind, TableView
from companion.rules.contract import Game
from companion.rules.match import parse_match
from companion.rules.optional import Forecasting, Laying, Marking, Reminding, Rolling, Wording
from companion.rules.pieces import PosedPiece
from companion.rules.registry import games
from companion.rules.toml import read_toml
from companion.screen.pieces import sign_of
from companion.terminal.terminal import read_event
from tests.locale.extraction import keys
from tests.ours import OURS
from tests.plugins.installing import install

from .shown import FENCE, blocks, commands, run, workplace, write_files

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "companion" / "docs"
EXAMPLES = tuple(sorted((ROOT / "examples").glob("**/*.md")))
"""Their commands are run, and what they print is looked at, in tests/examples."""
PAGES = (
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    ROOT / "companion" / "README.md",
    ROOT / "companion" / "broadcast" / "README.md",
    *sorted(DOCS.glob("*.md")),
    *EXAMPLES,
    *sorted((ROOT / ".github").glob("**/*template*.md")),
    *sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")),
)
MANUALS = (
    *(
        "user",
        "building",
        "mqtt",
        "home-assistant",
        "spectators",
        "picture",
        "hall",
        "formats",
        "architecture",
        "glossary",
        "adding-a-game",
        "translating",
    ),
)

NOT_RUN = {
    "make ": "sets up, builds or tests the whole project; that the target exists is tested",
    "deploy/install-service.sh": "changes the user's services; tested in tests/deploy",
    "sudo ": "changes this machine; was tried in a clean Debian, see measurements.md",
    "journalctl ": "needs the service",
    "companion run": "plays until somebody ends it",
    "companion doctor": "looks at this machine and its totem base; tested in tests/doctor",
    "companion bench-base": "needs a totem base and a second Arduino",
    "mosquitto_sub": "needs a broker",
    "companion hall": "follows a broker until somebody ends it",
    "mosquitto_pub": "needs a broker",
    ".tools/bin/uv pip": "needs the network; the test puts the package on the path instead",
    ".venv/bin/pytest": "tests in tests run by themselves",
}
"""Beginnings of commands that are shown but not run here, and why."""

TERMS = {"Rules", "By touch", "By camera", "Not good enough", "None", "Totem base", "Simulated table"}
"""Words in italics that README explains."""

_LINK = re.compile(r"\[[^]]*\]\(([^)\s]+)\)")
_ITALIC = re.compile(r"(?<![*\w])\*([^*`|]+)\*(?!\*)")
_CODE = re.compile(r"`([^`\n]+)`")

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


def is_run(command: str) -> bool:
    return not command.startswith(tuple(NOT_RUN))


# -- commands ------------------------------------------------------------------------------------------


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return workplace(tmp_path)


RUNNABLE = tuple(page for page in PAGES if page not in EXAMPLES and any(map(is_run, commands(page))))


@pytest.mark.outside
@pytest.mark.parametrize("page", RUNNABLE, ids=lambda page: page.stem)
def test_the_commands_of_a_page_run(page: Path, place: Path) -> None:
    write_files(page, place)
    packages: list[Path] = []
    for command in filter(is_run, commands(page)):
        for project in place.glob("*/pyproject.toml"):  # shown, or written by the command before
            if project.parent not in packages:
                packages.append(project.parent)
                install(project.parent, project.parent)
        done = run(command, place, *packages)
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"


def test_pages_show_commands_that_run() -> None:
    assert {page.stem for page in RUNNABLE} >= {"user", "building", "formats", "translating", "adding-a-game"}


def test_every_reason_not_to_run_is_needed() -> None:
    shown = [command for page in PAGES for command in commands(page)]
    assert [start for start in NOT_RUN if not any(command.startswith(start) for command in shown)] == []


@each_page
def test_every_make_target_that_is_shown_exists(page: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    shown = [line for line in (*commands(page), *code(page)) if line.startswith("make ")]
    assert [line for line in shown if line.split()[1] not in targets] == []


def code(page: Path) -> list[str]:
    """What stands between backquotes outside blocks."""
    return _CODE.findall(FENCE.sub("", page.read_text(encoding="utf-8")))


def shown_commands(page: Path) -> Iterator[list[str]]:
    """The words after ``companion`` wherever such a command is shown."""
    for line in (*commands(page), *code(page)):
        words = shlex.split(line)
        if words and Path(words[0]).name == "companion" and "/" not in words[0].removeprefix(".venv/bin/"):
            yield words[1:]


def unknown(words: list[str]) -> str:
    """The first word or option that the command line does not know; "" when there is none."""
    command: click.Command = companion
    context = click.Context(command, info_name="companion")
    rest = list(words)
    while isinstance(command, click.Group) and rest and not rest[0].startswith("-"):
        if rest[0].isupper():  # stands for any command
            return ""
        found = command.get_command(context, rest[0])
        if found is None:
            return rest[0]
        command, rest = found, rest[1:]
    known = {
        option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)
    }
    known |= {"--help", "-h"}
    return next((word for word in rest if word.startswith("-") and word not in known), "")


@each_page
def test_every_shown_command_of_companion_exists(page: Path) -> None:
    assert [words for words in shown_commands(page) if unknown(words)] == []


def test_an_unknown_command_would_be_found() -> None:
    assert unknown(["watch", "--no-such"]) == "--no-such"
    assert unknown(["wach", "clip"]) == "wach"
    assert unknown(["print", "map"]) == "map"


def test_every_command_stands_in_the_user_s_manual() -> None:
    shown = {words[0] for words in shown_commands(DOCS / "user.md") if words}
    assert set(companion.list_commands(click.Context(companion))) <= shown


# -- files ---------------------------------------------------------------------------------------------


@each_page
def test_shown_files_are_what_the_program_reads(page: Path, tmp_path: Path) -> None:
    write_files(page, tmp_path)
    for block in blocks(page):
        match block.name:
            case "companion.toml":
                config = parse_config(read_toml(block.text))
                if config.broadcast is not None:
                    assert broadcast_from(config.broadcast).tls
            case "clip.toml":
                assert load_clip(tmp_path).spec.places.of
            case "mistakes.json":
                assert set(json.loads(block.text)[0]) == {"kind", "at", "until"}
            case "done.json":
                assert load_clip(tmp_path).presses()
            case "game.match":
                assert len(parse_match(block.text).entries) > 1
            case _ if block.language == "toml":
                tomllib.loads(block.text)
            case _ if block.language == "python":
                compile(block.text, block.name, "exec")


def test_the_commented_outline_is_one(tmp_path: Path) -> None:
    """A clip without a mat, as ``formats.md`` shows it in comments."""
    write_files(DOCS / "formats.md", tmp_path)
    head = tmp_path / "clip.toml"
    text = head.read_text(encoding="utf-8").replace('mat = "marso"', "").replace("# outline", "outline")
    head.write_text(text.replace("# cells", "cells"), encoding="utf-8")
    assert "Outline" in repr(load_clip(tmp_path).spec.anchor)


# -- facts ---------------------------------------------------------------------------------------------


def test_the_terminal_understands_what_the_manual_types() -> None:
    view = SimpleNamespace(
        totem=None,
        ruling=SimpleNamespace(number=1),
        question=SimpleNamespace(
            number=1, edits="", choices=[SimpleNamespace(key="a"), SimpleNamespace(key="b")]
        ),
        entries=9,
        setup=SimpleNamespace(seats=("south", "north")),
    )
    text = (DOCS / "user.md").read_text(encoding="utf-8")
    table = text.partition("| line | means |")[2].partition("\n\n")[0]
    lines = [line for row in table.splitlines() for line in _CODE.findall(row.partition(" | ")[0])]
    assert len(lines) == 12
    assert [line for line in lines if read_event(line, cast(TableView, view)) is None] == []


def test_formats_names_every_setting_and_every_kind_of_line() -> None:
    text = (DOCS / "formats.md").read_text(encoding="utf-8")
    settings = set(read_toml(EXAMPLE.replace("# [", "[").replace("\n# ", "\n")))
    assert [key for key in settings if key not in text] == []
    kinds = {kind.value for kind in RulingKind} | set(_CAMERA.values()) - {""}
    assert [kind for kind in kinds if not re.search(rf"\b{kind}\b", text)] == []


def test_adding_a_game_names_the_whole_contract() -> None:
    text = (DOCS / "adding-a-game.md").read_text(encoding="utf-8")
    parts = [
        name
        for protocol in (Game, Forecasting, Reminding, Rolling, Laying, Wording, Marking)
        for name in vars(protocol)
        if not name.startswith("_")
    ]
    assert [name for name in parts if not re.search(rf"\b{name}\b", text)] == []


def test_adding_a_game_says_how_pieces_are_drawn() -> None:
    texts = ("hunter south", "dog south", "beast red", "card ur", "ur", "start card", "odd thing")
    signs = {text: sign_of(PosedPiece(text), ("south", "north")) for text in texts}
    assert signs["hunter south"].number == signs["dog south"].number == 1
    assert signs["hunter south"].shape == signs["dog south"].shape
    assert signs["beast red"].word == "red"
    assert signs["card ur"] == signs["ur"]
    assert signs["start card"].shape == signs["odd thing"].shape == "card"
    assert signs["odd thing"].word == "odd thing"


# -- links and size ------------------------------------------------------------------------------------


def anchors(page: Path) -> set[str]:
    """Names of a page's headings as they stand in links."""
    lines = page.read_text(encoding="utf-8").splitlines()
    heads = (line.lstrip("#").strip().lower() for line in lines if re.match(r"#+ ", line))
    return {re.sub(r"[^\w -]", "", head).replace(" ", "-") for head in heads}


@each_page
def test_links_lead_to_files_that_are_there(page: Path) -> None:
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    for link in _LINK.findall(text):
        if link.startswith("https://"):
            continue
        name, _, anchor = link.partition("#")
        target = page.parent / name if name else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_the_manuals_are_there_and_the_readme_leads_to_them() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in MANUALS:
        assert f"companion/docs/{name}.md" in text
    assert "companion/docs/measurements.md" in text


@pytest.mark.slow
@pytest.mark.parametrize("page", [ROOT / "README.md", DOCS / "user.md"], ids=lambda page: page.stem)
def test_what_the_screen_says_is_quoted_right(page: Path) -> None:
    """Words in italics are a screen's own, or a game's title."""
    said = {form for key in keys() for form in key.forms} | TERMS
    titles = {
        Texts(lang, name).say(game.title)
        for lang in LANGUAGES
        for name, game in games().items()
        if name in OURS
    }
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    quoted = [" ".join(words.split()) for words in _ITALIC.findall(text)]
    assert quoted
    assert [words for words in quoted if words not in said | titles] == []


def test_the_glossary_is_short_and_of_words_that_are_used() -> None:
    rows = (DOCS / "glossary.md").read_text(encoding="utf-8").splitlines()
    words = [row.split("|")[1].strip().partition(" (")[0] for row in rows if row.startswith("| ")][1:]
    assert 20 <= len(words) <= 50
    paths = (path for room in ("companion", "vision", "hardware") for path in (ROOT / room).rglob("*.py"))
    code = "".join(path.read_text(encoding="utf-8") for path in paths).lower()
    patterns = {word: word.replace(" ", "[ _]?").replace("-", "-?") for word in words}  # as names are written
    assert [word for word, pattern in patterns.items() if not re.search(rf"\b{pattern}", code)] == []


def test_the_readme_is_short() -> None:
    assert (ROOT / "README.md").stat().st_size <= 5000


@pytest.mark.parametrize("name", ["measurements.md", *(f"{manual}.md" for manual in MANUALS)])
def test_no_cell_of_a_table_is_long(name: str) -> None:
    lines = (DOCS / name).read_text(encoding="utf-8").splitlines()
    rows = [line.strip("|").split("|") for line in lines if line.startswith("|")]
    assert [cell for row in rows for cell in row if len(cell.strip()) > 200] == []


def test_the_readme_names_every_game() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    points = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
    for game in points["companion.games"]:
        assert len(re.findall(rf"^\| .*\(`{game}`\) (\|[^|\n]+){{5}}\|$", text, re.MULTILINE)) == 1, game


def test_the_changelog_has_the_version() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## [{version}] - " in text
    heads = set(re.findall(r"^### (.*)$", text, re.MULTILINE))
    assert heads <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
