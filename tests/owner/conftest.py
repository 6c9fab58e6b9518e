"""Every test has a home of its own, and tables that are closed after it."""

from __future__ import annotations

from tests.app.conftest import home as home
from tests.app.conftest import sit as sit
from tests.owner.machines import backup as backup
from tests.owner.machines import disks as disks
from tests.owner.machines import machines as machines
from tests.owner.machines import small_disk as small_disk
