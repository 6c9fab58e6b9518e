"""The C core under the sanitizers, its fuzz run, and what can be seen in the sources alone."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.firmware.build import FIRMWARE, built


@pytest.mark.outside
def test_the_core_passes_its_own_tests_under_the_sanitizers() -> None:
    done = subprocess.run(
        [str(built("test_core") / "test_core")], cwd=FIRMWARE, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"\d+ passed\n", done.stdout)


@pytest.mark.outside
@pytest.mark.parametrize("seed", [1, 2])
def test_the_core_survives_random_input_under_the_sanitizers(seed: int) -> None:
    command = [str(built("fuzz") / "fuzz"), "400000", str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.soak
def test_the_core_survives_a_lot_of_random_input() -> None:
    for seed in range(100, 103):
        command = [str(built("fuzz") / "fuzz"), "20000000", str(seed)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        print(done.stdout)


@pytest.mark.outside
def test_what_is_generated_is_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, str(FIRMWARE / "generate.py"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "")


def functions_that_write(register: str, source: str) -> set[str]:
    """Names of the functions in which a register is assigned, comments left out; other uses only read it."""
    code = re.sub(r"/\*.*?\*/|//[^\n]*", "", source, flags=re.DOTALL)
    found = set()
    name = "?"
    for line in code.splitlines():
        head = re.match(r"^(?:[\w ]+[ *])?(\w+)\((.*)\)\s*\\?$", line)
        if head:
            name = head[1] if head[1] != "ISR" else head[2]
        if re.search(rf"\b{register}\s*(?:[|&^+-]|<<|>>)?=(?!=)|\b{register}\s*(?:\+\+|--)", line):
            found.add(name)
    return found


def test_the_lint_finds_writes() -> None:
    written = "static void a(void)\n{\n    TIFR1 |= 1;\n}\nISR(X_vect)\n{\n    TIFR1 = _BV(ICF1);\n}\n"
    assert functions_that_write("TIFR1", written) == {"a", "X_vect"}
    read = "int b(void)\n{\n    if (TIFR1 == 3 && (TIFR1 & 4))\n        y = TIFR1;\n}\n"
    assert functions_that_write("TIFR1", read) == set()


def test_the_flags_of_timer_1_are_written_at_the_start_only() -> None:
    """A write to TIFR1 loses overflows: in simavr 1.6 always, on the chip with a wrong mask."""
    sources = [path.read_text(encoding="utf-8") for path in sorted(FIRMWARE.glob("[ac]*/*.[ch]"))]
    assert set().union(*(functions_that_write("TIFR1", text) for text in sources)) == {"timer_start"}
    # and one fixed capture edge
    assert set().union(*(functions_that_write("TCCR1B", text) for text in sources)) == {"timer_start"}


@pytest.mark.outside
def test_the_prebuilt_firmware_is_that_of_the_sources() -> None:
    """Anybody can rebuild it, byte for byte, with Debian 12's compiler; another one makes other bytes."""
    folder = built("base.hex")
    version = subprocess.run(["avr-gcc", "-dumpversion"], capture_output=True, text=True, check=True)
    if version.stdout.strip() != "5.4.0":
        pytest.skip(f"avr-gcc is {version.stdout.strip()}: Debian 12's is 5.4.0")
    assert (folder / "base.hex").read_bytes() == (FIRMWARE / "base.hex").read_bytes()
