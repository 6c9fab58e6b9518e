"""Each component of a device as a discovery message of its own, for releases of Home Assistant that do not
know the device form (before 2024.11), with the options that the form shares among them
(home-assistant.io/integrations/mqtt, "Device discovery payload")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SHARED = ("availability", "availability_mode", "state_topic", "command_topic", "qos", "encoding")
WITHOUT_STATE = ("button",)


def parts_of(device: Mapping[str, Any]) -> Mapping[str, Any]:
    """The components that are there, by their keys; the rest is named to be removed."""
    return {key: part for key, part in device["components"].items() if set(part) != {"platform"}}


def singly(device: Mapping[str, Any], key: str) -> dict[str, Any]:
    """The component. Its entity's id goes by the name that it has in earlier releases."""
    part = dict(device["components"][key])
    shared = {name: device[name] for name in SHARED if name in device and name not in part}
    if part.pop("platform") in WITHOUT_STATE:
        shared.pop("state_topic", None)
    object_id = part.pop("default_entity_id").partition(".")[2]
    return {**shared, "device": device["device"], "origin": device["origin"], "object_id": object_id, **part}


def topic_of(device: Mapping[str, Any], key: str) -> str:
    """Where that message is said."""
    (node,) = device["device"]["identifiers"]
    return f"homeassistant/{device['components'][key]['platform']}/{node}/{key}/config"
