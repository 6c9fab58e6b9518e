"""Every test has a home of its own."""

from __future__ import annotations

from tests.home import home as home
