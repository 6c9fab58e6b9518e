"""A real Home Assistant of its own: started, set up for a broker by its own interface, asked and told."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import requests
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from tests.broadcast.broker import Broker, free_port
from tests.broadcast.singly import parts_of, singly, topic_of

HASS = Path(__file__).parents[2] / ".tools" / "homeassistant" / "bin" / "hass"
PATIENCE = 180.0
"""Seconds for it to start; a busy Raspberry Pi needs minutes."""
_MOVED_IN = {"version": 4, "key": "onboarding", "data": {"done": ["core_config", "analytics", "integration"]}}
"""Its storage when only its owner is not known yet: the other steps would look for things in the net."""
_SETTINGS = """homeassistant:
  name: Home
http:
  server_host: 127.0.0.1
  server_port: {port}
frontend:
logger:
  default: warning
automation: {automations}
"""


class House:
    """``address``: where its own page is. ``tokens``: what a browser needs to be logged in."""

    def __init__(self, folder: Path, broker: Broker, automations: str = "[]") -> None:
        folder.mkdir()
        port = free_port()
        self.address = f"http://127.0.0.1:{port}"
        self._log = (folder / "log").open("wb")
        (folder / "automations.yaml").write_text(automations, encoding="utf-8")
        settings = _SETTINGS.format(port=port, automations="!include automations.yaml")
        (folder / "configuration.yaml").write_text(settings, encoding="utf-8")
        (folder / ".storage").mkdir()
        (folder / ".storage" / "onboarding").write_text(json.dumps(_MOVED_IN), encoding="utf-8")
        command = [str(HASS), "--config", str(folder), "--skip-pip"]
        self._process = subprocess.Popen(command, stdout=self._log, stderr=self._log)
        self._session = requests.Session()
        self._session.trust_env = False
        try:
            self.tokens = self._move_in()
            self._session.headers["Authorization"] = f"Bearer {self.tokens['access_token']}"
            flow = self.post("config/config_entries/flow", {"handler": "mqtt"})
            told = {"broker": "127.0.0.1", "port": broker.port}
            self.post(f"config/config_entries/flow/{flow['flow_id']}", told)
        except BaseException:
            self.close()
            raise

    def _move_in(self) -> dict[str, Any]:
        """Wait until it answers, then become its owner."""
        deadline = time.monotonic() + PATIENCE
        owner = {"name": "Olena", "username": "olena", "password": "totem", "language": "en"}
        client = {"client_id": f"{self.address}/"}
        while True:
            assert self._process.poll() is None, f"Home Assistant ended; see {self._log.name}"
            assert time.monotonic() < deadline, f"Home Assistant did not start; see {self._log.name}"
            try:
                told = self.post("onboarding/users", owner | client)
                break
            except requests.RequestException:
                time.sleep(0.5)
        code = {"grant_type": "authorization_code", "code": told["auth_code"]} | client
        answer = self._session.post(f"{self.address}/auth/token", data=code, timeout=60)
        answer.raise_for_status()
        found: dict[str, Any] = answer.json()
        return found

    def post(self, path: str, data: Mapping[str, Any]) -> Any:
        """Ask its interface for something."""
        answer = self._session.post(f"{self.address}/api/{path}", json=data, timeout=60)
        answer.raise_for_status()
        return answer.json()

    def states(self) -> dict[str, dict[str, Any]]:
        """What every entity shows now: ``state``, ``attributes``, by its id."""
        answer = self._session.get(f"{self.address}/api/states", timeout=60)
        answer.raise_for_status()
        return {one["entity_id"]: one for one in answer.json()}

    def press(self, service: str, entity: str) -> None:
        """What a tap on its page does."""
        self.post(f"services/{service.replace('.', '/')}", {"entity_id": entity})

    @property
    def log_in(self) -> str:
        """A script that logs a browser in on its page."""
        tokens = {
            **self.tokens,
            "hassUrl": self.address,
            "clientId": f"{self.address}/",
            "expires": int(1000 * (time.time() + self.tokens["expires_in"])),
        }
        return f"localStorage.setItem('hassTokens', {json.dumps(json.dumps(tokens))})"

    def close(self) -> None:
        """End it."""
        self._process.terminate()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._log.close()
        self._session.close()


class Translator:
    """Says each device's components singly, as long as this release does not know the device form."""

    def __init__(self, broker: Broker) -> None:
        self._client = Client(CallbackAPIVersion.VERSION2)
        self._client.on_connect = lambda client, *_: client.subscribe("homeassistant/device/+/config", 1)
        self._client.on_message = self._translate
        self._client.connect("127.0.0.1", broker.port)
        self._client.loop_start()

    def _translate(self, client: Client, _data: object, message: MQTTMessage) -> None:
        device = json.loads(message.payload)
        here = parts_of(device)
        for key in device["components"]:
            data = json.dumps(singly(device, key)) if key in here else ""
            client.publish(topic_of(device, key), data, qos=1, retain=True)

    def close(self) -> None:
        """Say goodbye."""
        self._client.disconnect()
        self._client.loop_stop()
        self._client.on_connect = self._client.on_message = None
