"""Views that are held back while the referee is behind."""

from __future__ import annotations

from tests.vision.test_watching import BEGIN, BLUE, RED, Film, changed, film, plain

__all__ = ["film", "plain"]


def test_what_happened_meanwhile_comes_in_one_view(film: Film) -> None:
    """Two moves while the referee thinks; then it sees the newest still table."""
    film.watcher.held = True
    assert film.views(BEGIN, 0.5, ["b2"]) == []
    assert film.views({"e5": BLUE, "c3": RED}, 0.6, []) == []
    assert film.views({"c3": RED}, 0.5, ["e5"]) == []
    assert film.views({"c3": RED, "d4": BLUE}, 0.5, ["d4"]) == []
    assert film.views({"c3": RED, "d4": BLUE}, 0.6) == []
    film.watcher.held = False
    [view] = film.views({"c3": RED, "d4": BLUE}, 0.6)
    assert changed(view) == {"b2", "c3", "e5", "d4"}
    assert all(view.cells[cell].visited for cell in ("b2", "e5", "d4"))
