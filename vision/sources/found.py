"""The cameras that are connected to this machine, by what the kernel tells of them. None is opened."""

from __future__ import annotations

import importlib.util
import re
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class FoundCamera:
    """``source``: as for :func:`vision.sources.open_source`. ``name``: as its maker calls it."""

    source: str
    name: str


def found_cameras(root: Path = Path("/")) -> tuple[FoundCamera, ...]:
    """The Pi's own camera first, then those on USB. Devices of the kernel that give no pictures are left out:
    a camera's second device, which tells how pictures were taken, and the codecs of a Pi."""
    own = (FoundCamera("pi", "Raspberry Pi camera"),) if _may_have_its_own(root) else ()
    devices = []
    for folder in (root / "sys/class/video4linux").glob("video*"):
        number = re.fullmatch(r"video(\d{1,3})", folder.name)
        if number and _said(folder / "index") == "0" and _on_usb(folder):
            devices.append((int(number[1]), _said(folder / "name")))
    return own + tuple(
        FoundCamera(f"usb:{number}", name or f"USB {number}") for number, name in sorted(devices)
    )


def _may_have_its_own(root: Path) -> bool:
    """Whether the machine may have a Pi camera. Only libcamera knows whether one is connected, and only when
    it is opened."""
    model = _said(root / "proc/device-tree/model")
    return "Raspberry Pi" in model and importlib.util.find_spec("picamera2") is not None


def _on_usb(folder: Path) -> bool:
    """Whether the device hangs on an interface of USB."""
    return (folder / "device" / "bInterfaceNumber").exists()


def _said(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip("\0\n ")
    except OSError:
        return ""
