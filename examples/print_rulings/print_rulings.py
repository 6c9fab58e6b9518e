"""Follow a table over MQTT, and print its entries and the referee's rulings as lines of text.

Only paho-mqtt is needed, nothing of Companion. The messages: companion/docs/mqtt.md.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Iterator
from typing import Any

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode

Json = dict[str, Any]
SCHEMA = 1
"""The form of messages that is understood here."""


class Follower:
    """Turns the events of one table into lines.

    After a break the table repeats events, so each number is taken once. Each boot counts from 1 again."""

    def __init__(self) -> None:
        self._boot = ""
        self._taken: set[int] = set()
        self._lost = 0

    def lines(self, event: Json) -> Iterator[str]:
        """What an event says that was not said before. Raises ValueError, KeyError or TypeError for a message
        of another form."""
        if event["schema"] != SCHEMA:
            raise ValueError(f"form {event['schema']}")
        if event["boot"] != self._boot:
            self._boot, self._taken, self._lost = event["boot"], set(), 0
        if event["seq"] in self._taken:
            return
        told = [*_entry(event["entry"])] if event["type"] == "entry" else [*_ruling(event["ruling"])]
        self._taken.add(event["seq"])
        if event["lost"] > self._lost:
            yield f"{event['lost'] - self._lost} events were lost before this one."
            self._lost = event["lost"]
        yield from told


def _entry(entry: Json) -> Iterator[str]:
    yield f"{_clock(entry['at'])}  entry {entry['number']}: {_said(entry)}"


def _ruling(ruling: Json) -> Iterator[str]:
    yield f"{_clock(ruling['at'])}  ruling {ruling['number']}: {_said(ruling)}"
    for clause in ruling["breaks"]:
        yield f"          {clause['clause']}: {clause['text']}"
    if ruling["cells"]:
        yield f"          look at {', '.join(ruling['cells'])}"


def _said(one: Json) -> str:
    return " ".join(filter(None, (one["kind"], one["seat"], one["move"])))


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes:3d}:{rest:02d}"


def follow(client: Client, table: str) -> str:
    """Print what the table says until Ctrl-C; why the broker refused, else "". Comes back by itself when the
    connection is lost."""
    follower = Follower()
    refusal = ""

    def connected(_client: Client, _data: object, _flags: object, code: ReasonCode, _: object) -> None:
        nonlocal refusal
        if code.is_failure:
            refusal = str(code)
            client.disconnect()
        else:
            client.subscribe(f"companion/{table}/event", qos=1)

    def heard(_client: Client, _data: object, message: MQTTMessage) -> None:
        try:
            for line in follower.lines(json.loads(message.payload)):
                print(line, flush=True)
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            print(
                f"A message on {message.topic} is left out: it has another form ({error}).", file=sys.stderr
            )

    client.on_connect = connected
    client.on_subscribe = lambda *_: print(f"Following {table}. Ctrl-C ends it.", flush=True)
    client.on_message = heard
    client.loop_forever()
    return refusal


def main() -> None:
    """Read the command line; a broker that cannot be reached, or refuses, is told of in one sentence."""
    parser = argparse.ArgumentParser(description="Print what the referee of a table says over MQTT.")
    parser.add_argument("table", metavar="TABLE", help="`table` in companion.toml")
    parser.add_argument("--broker", default="localhost", metavar="HOST")
    parser.add_argument("--port", type=int, default=1883)
    parser.add_argument("--user", help="the password is read from COMPANION_MQTT_PASSWORD")
    arguments = parser.parse_args()
    if not re.fullmatch(r"[\w-]+", arguments.table):
        parser.error("TABLE must be a word of letters, digits, - and _")
    client = Client(CallbackAPIVersion.VERSION2)
    if arguments.user:
        client.username_pw_set(arguments.user, os.environ.get("COMPANION_MQTT_PASSWORD"))
    where = f"{arguments.broker}:{arguments.port}"
    try:
        client.connect(arguments.broker, arguments.port)
        refusal = follow(client, arguments.table)
    except (OSError, ValueError) as error:
        sys.exit(f"The broker {where} cannot be reached ({error}): check its name and its port.")
    except KeyboardInterrupt:
        return
    if refusal:
        sys.exit(f"The broker {where} refuses the connection ({refusal}): check --user and the password.")


if __name__ == "__main__":
    main()
