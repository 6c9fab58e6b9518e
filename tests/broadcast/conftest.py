"""Brokers, certificates and subscribers that are cleaned up."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.broadcast import broadcast_from
from companion.broadcast.broadcaster import Broadcaster, Timing
from companion.referee.events import FromAfar
from tests.broadcast.broker import MOSQUITTO, Broker, Subscriber

QUICK = Timing(settle=0.0, first=0.05, longest=0.2, farewell=5.0)


@pytest.fixture(scope="session")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with ca.pem, a server's server.pem/.key for 127.0.0.1, client.pem/.key and another ca."""
    folder = tmp_path_factory.mktemp("certificates")

    def openssl(command: str) -> None:
        subprocess.run(["openssl", *command.split()], cwd=folder, check=True, capture_output=True)

    key = "ec -pkeyopt ec_paramgen_curve:prime256v1"  # quicker than RSA
    for ca in ("ca", "stranger"):
        openssl(f"req -x509 -newkey {key} -nodes -days 2 -subj /CN={ca} -keyout {ca}.key -out {ca}.pem")
    (folder / "san").write_text("subjectAltName=IP:127.0.0.1")
    for name in ("server", "client"):
        openssl(f"req -newkey {key} -nodes -subj /CN={name} -keyout {name}.key -out {name}.csr")
        openssl(
            f"x509 -req -in {name}.csr -CA ca.pem -CAkey ca.key -CAcreateserial"
            f" -days 2 -extfile san -out {name}.pem"
        )
    return folder


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Callable[..., Broker]]:
    """Makes brokers; ``broker(settings)`` is not started yet."""
    if MOSQUITTO is None:
        pytest.skip("mosquitto is not installed (Debian package mosquitto)")
    made: list[Broker] = []

    def make(*settings: str) -> Broker:
        made.append(Broker(tmp_path, *settings))
        return made[-1]

    yield make
    for one in made:
        one.stop()


@pytest.fixture
def subscribe() -> Iterator[Callable[..., Subscriber]]:
    """Makes subscribers."""
    made: list[Subscriber] = []

    def make(broker: Broker, **login: Any) -> Subscriber:
        made.append(Subscriber(broker, **login))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def broadcast() -> Iterator[Callable[..., Broadcaster]]:
    """Makes broadcasters: ``broadcast(broker, timing, language, table, **section)``."""
    made: list[Broadcaster] = []

    def make(
        broker: Broker,
        timing: Timing = QUICK,
        language: str = "en",
        table: str = "kitchen",
        send: Callable[[FromAfar], None] = lambda _asked: None,
        **section: Any,
    ) -> Broadcaster:
        config = broadcast_from({"host": "127.0.0.1", "port": broker.port, **section})
        made.append(Broadcaster(config, table, timing=timing, language=language, send=send))
        return made[-1]

    yield make
    for one in made:
        one.close()
