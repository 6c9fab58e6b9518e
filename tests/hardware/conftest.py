"""What tests of the hardware share."""

from __future__ import annotations

from tests.doubles.pins import factory as factory
