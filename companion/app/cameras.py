"""Which cameras can be chosen for a table, and whether there is anything to see with."""

from __future__ import annotations

from companion.app.simulated import SIMULATED
from companion.locale import N_, Message
from companion.owner.configuration import Config
from companion.ports.choices import CameraOption
from companion.ports.errors import ControllerError
from companion.program.extras import lacking

NO_CAMERA = CameraOption("", Message(N_("No camera: everything by touch")))
NO_SOURCE = "none"
"""In the configuration: there is no camera, and nothing is to be simulated."""
_CONFIGURED = N_("Configured camera {source}")


def cameras_of(config: Config) -> tuple[CameraOption, ...]:
    """The configured camera, or the simulated table, which is seen by one; and none."""
    if config.camera == NO_SOURCE or (not config.camera and lacking("camera")):
        return (NO_CAMERA,)
    if not config.camera:
        return (SIMULATED, NO_CAMERA)
    return CameraOption(config.camera, Message(_CONFIGURED, (("source", config.camera),))), NO_CAMERA


def check_camera(source: str) -> None:
    """Raises ControllerError when there is a camera and nothing to see with."""
    lacks = lacking("camera") if source else None
    if lacks is not None:
        raise ControllerError(lacks)
