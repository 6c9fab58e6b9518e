"""Run by the Python of Home Assistant's own environment: what its code says of discovery and automations.

Reads a JSON list, each with ``device`` (a message in the device form), ``messages`` (topic -> newest
payload), ``automations`` (YAML). Writes as long a list: ``version``, ``entities`` (by component: ``problem``
or ``state``, ``attributes``, ``available``), ``automations`` (by alias: "" or what is wrong).

The release for Python 3.11 does not know the device form yet. So each component is judged alone, with the
options that the form shares (home-assistant.io/integrations/mqtt, "Device discovery payload").
"""

from __future__ import annotations

import asyncio
import json
import sys
from importlib import import_module
from tempfile import TemporaryDirectory
from typing import Any

import yaml
from homeassistant.const import __version__
from homeassistant.core import HomeAssistant  # first: its modules import each other

# isort: split
from homeassistant import loader
from homeassistant.components.automation.config import PLATFORM_SCHEMA
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers import entity_registry, trigger
from homeassistant.helpers.template import Template
from voluptuous import Invalid

SHARED = ("availability", "availability_mode", "state_topic", "command_topic", "qos", "encoding")
ON_ITS_OWN = {"platform", "default_entity_id"}
"""Keys of a component that its schema does not have: the form's own, and one that is newer."""
WITHOUT_STATE = ("button",)


def single(device: dict[str, Any], key: str) -> dict[str, Any]:
    """A component as a discovery message of its own would name it."""
    part = device["components"][key]
    shared = {name: device[name] for name in SHARED if name in device and name not in part}
    if part["platform"] in WITHOUT_STATE:
        shared.pop("state_topic", None)
    own = {name: value for name, value in part.items() if name not in ON_ITS_OWN}
    return shared | {"device": device["device"], "origin": device["origin"]} | own


def judged(hass: HomeAssistant, device: dict[str, Any], key: str, messages: dict[str, str]) -> dict[str, Any]:
    """The schema's word on a component, then what its templates make of the newest messages."""
    schema = import_module(f"homeassistant.components.mqtt.{device['components'][key]['platform']}")
    try:
        config = schema.PLATFORM_SCHEMA_MODERN(single(device, key))
    except Invalid as error:
        return {"problem": str(error)}

    def rendered(template: Template | None, topic: str | None) -> Any:
        if template is None or topic not in messages:
            return None
        template.hass = hass
        return template.async_render_with_possible_json_value(messages[topic], "FAILED")

    here = config["availability"][0]
    return {
        "state": rendered(config.get("value_template"), config.get("state_topic")),
        "attributes": rendered(config.get("json_attributes_template"), config.get("json_attributes_topic")),
        "available": rendered(here["value_template"], here["topic"]) == here["payload_available"],
    }


async def automation(hass: HomeAssistant, config: dict[str, Any]) -> str:
    try:
        checked = PLATFORM_SCHEMA(config)
        await trigger.async_validate_trigger_config(hass, checked["trigger"])
    except (Invalid, HomeAssistantError) as error:
        return str(error) or repr(error)
    return ""


async def answer(hass: HomeAssistant, asked: dict[str, Any]) -> dict[str, Any]:
    device, messages = asked.get("device", {"components": {}}), asked.get("messages", {})
    entities = {
        key: judged(hass, device, key, messages)
        for key, part in device["components"].items()
        if set(part) != {"platform"}
    }
    automations = {
        one["alias"]: await automation(hass, one) for one in yaml.safe_load(asked.get("automations", "[]"))
    }
    return {"version": __version__, "entities": entities, "automations": automations}


async def main(folder: str) -> None:
    hass = HomeAssistant(folder)
    loader.async_setup(hass)
    await entity_registry.async_load(hass)
    json.dump([await answer(hass, asked) for asked in json.load(sys.stdin)], sys.stdout)


if __name__ == "__main__":
    with TemporaryDirectory() as empty:
        asyncio.run(main(empty))
