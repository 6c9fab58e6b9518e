"""Which cameras can be chosen where nothing is installed to see with."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from companion.app.cameras import NO_CAMERA, NO_SOURCE, cameras_of, check_camera
from companion.app.simulated import SIMULATED
from companion.owner.configuration import Config
from companion.ports.errors import ControllerError
from companion.program import extras

LIBRARIES = extras.LIBRARIES["camera"]


@pytest.fixture(params=LIBRARIES)
def blind(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """One library of the extra is not installed."""

    def found(name: str) -> object:
        return None if name == request.param else find_spec(name)

    monkeypatch.setattr(extras, "find_spec", found)


@pytest.mark.usefixtures("blind")
def test_without_the_extra_no_table_is_simulated_and_no_camera_opened() -> None:
    assert cameras_of(Config()) == (NO_CAMERA,)
    with pytest.raises(ControllerError) as error:
        check_camera("usb:0")
    assert dict(error.value.text.facts) == {"extra": "camera"}
    check_camera(NO_CAMERA.source)


def test_with_the_extra_there_is_the_simulated_table_or_the_configured_camera() -> None:
    assert cameras_of(Config()) == (SIMULATED, NO_CAMERA)
    assert cameras_of(Config(camera=NO_SOURCE)) == (NO_CAMERA,)
    assert [camera.source for camera in cameras_of(Config(camera="usb:0"))] == ["usb:0", ""]
    check_camera("usb:0")
