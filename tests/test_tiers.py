"""What `make quick` leaves out: a test that starts another program without saying so fails."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys

import pytest


def test_a_program_is_started_only_by_tests_that_say_so() -> None:
    with pytest.raises(pytest.fail.Exception, match="mark it `outside`"):
        subprocess.run([sys.executable, "--version"], check=True)


def test_a_process_of_ours_is_another_program_too() -> None:
    with pytest.raises(pytest.fail.Exception, match="mark it `outside`"):
        multiprocessing.get_context("spawn").Process(target=print).start()


@pytest.mark.outside
def test_a_test_that_says_so_may() -> None:
    assert subprocess.run([sys.executable, "--version"], check=True, capture_output=True).stdout
