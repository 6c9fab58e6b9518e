"""What is done once, when the session's thread begins."""

from __future__ import annotations

import gc

from companion.referee.session_thread import keep_loaded


class Ring:
    """Something that only the collector can free."""

    def __init__(self) -> None:
        self.self = self


def rings() -> int:
    return sum(type(each) is Ring for each in gc.get_objects())  # asking a dead weak proxy raises


def test_what_is_loaded_stays_and_what_is_garbage_goes() -> None:
    gc.unfreeze()  # what tests before have frozen
    frozen = gc.get_freeze_count()
    kept = Ring()
    Ring()
    try:
        keep_loaded()
        assert gc.get_freeze_count() > frozen
        kept.self = kept
        gc.unfreeze()
        assert rings() == 1, "the other one is gone"
        keep_loaded()
        Ring()
        gc.collect()
        gc.unfreeze()
        assert rings() == 1, "what is new is collected as ever"
    finally:
        gc.unfreeze()
