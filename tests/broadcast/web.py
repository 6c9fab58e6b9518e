"""A broker that serves the spectators' page and its websockets, and what a browser shows of it."""

from __future__ import annotations

import base64
import json
import socket
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion
from selenium.webdriver import Chrome

from companion.broadcast.page import write_page
from tests.broadcast.broker import Broker, free_port
from tests.doubles.waiting import until


class Web:
    """``port``: where the page and the websockets are."""

    def __init__(self, folder: Path) -> None:
        page = folder / "page"
        write_page(page)
        self.port = free_port()
        listener = f"listener {self.port}\nsocket_domain ipv4\nprotocol websockets\nhttp_dir {page}"
        self.broker = Broker(folder, f"allow_anonymous true\n{listener}").start()
        until(self._serves, "the page to be served")

    def _serves(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def address(self, **query: str) -> str:
        asked = "&".join(f"{key}={value}" for key, value in query.items())
        return f"http://127.0.0.1:{self.port}/index.html?{asked}"

    def publish(self, messages: Mapping[str, object], retain: bool = True) -> None:
        """Say this as anybody on the broker could; bytes as they are, everything else as JSON."""
        client = Client(CallbackAPIVersion.VERSION2)
        client.connect("127.0.0.1", self.broker.port)
        client.loop_start()
        for topic, said in messages.items():
            data = said if isinstance(said, bytes) else json.dumps(said).encode()
            client.publish(topic, data, qos=1, retain=retain).wait_for_publish(20)
        client.disconnect()
        client.loop_stop()


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Web]:
    """One for a test."""
    served = Web(tmp_path)
    yield served
    served.broker.stop()


def text(browser: Chrome, selector: str) -> str:
    """What stands in the first such part; "" when there is none."""
    script = "return document.querySelector(arguments[0])?.textContent ?? ''"
    found: str = browser.execute_script(script, selector)
    return found


def shows(browser: Chrome, selector: str, words: str) -> None:
    """Wait until this part holds these words."""
    until(
        lambda: words in text(browser, selector),
        f"{words!r} in {selector}: {text(browser, selector)[:200]!r}",
    )


def log(browser: Chrome, kind: str) -> list[Any]:
    """What was noted since the last call."""
    entries: list[Any] = browser.get_log(kind)  # type: ignore[no-untyped-call]
    return entries


def faults(browser: Chrome) -> list[Any]:
    """What scripts failed with, and what the page's own policy stopped."""
    entries = log(browser, "browser")
    return [entry for entry in entries if "Uncaught" in entry["message"] or "Refused" in entry["message"]]


def listen(browser: Chrome) -> None:
    """From here on the performance log tells what the next page does; the one before is left."""
    browser.get("about:blank")
    browser.execute_cdp_cmd("Network.enable", {})
    log(browser, "performance")


def received(browser: Chrome) -> bytes:
    """All that came over websockets since the performance log was read."""
    frames = [said["response"] for said in network(browser, "webSocketFrameReceived")]
    return b"".join(base64.b64decode(frame["payloadData"]) for frame in frames)


def opened(browser: Chrome) -> int:
    """How many websockets were opened since the performance log was read."""
    return len(network(browser, "webSocketCreated"))


def network(browser: Chrome, event: str) -> list[Any]:
    """What Chromium tells of each such event since the performance log was read."""
    messages = [json.loads(entry["message"])["message"] for entry in log(browser, "performance")]
    return [said["params"] for said in messages if said["method"] == f"Network.{event}"]
