"""Every test has a home of its own, and tables that are closed after it."""

from __future__ import annotations

from tests.app.conftest import home as home
from tests.app.conftest import sit as sit
