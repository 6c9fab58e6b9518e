"""Run by the Python of Home Assistant's own environment: what its code says of discovery and automations.

Reads a JSON list, each with ``parts`` (by component its platform and its discovery message), ``messages``
(topic -> newest payload), ``automations`` (YAML). Writes as long a list: ``version``, ``entities`` (by
component: ``problem`` or ``state``, ``attributes``, ``available``), ``automations`` (by alias: "" or what is
wrong).
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


def judged(hass: HomeAssistant, platform: str, said: Any, messages: dict[str, str]) -> dict[str, Any]:
    """The schema's word on a component, then what its templates make of the newest messages."""
    schema = import_module(f"homeassistant.components.mqtt.{platform}")
    try:
        config = schema.PLATFORM_SCHEMA_MODERN(said)
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
    messages = asked.get("messages", {})
    entities = {
        key: judged(hass, platform, said, messages)
        for key, (platform, said) in asked.get("parts", {}).items()
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
