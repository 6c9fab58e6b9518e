"""Passwords, certificates and everything about them that can be wrong."""

from __future__ import annotations

import logging
import socket
import ssl
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.broadcast.broadcaster import Broadcaster
from companion.broadcast.config import PASSWORD_VARIABLE, BrokerConfig, LostError
from companion.broadcast.connection import Connection
from tests.broadcast.broker import Broker, Subscriber
from tests.doubles.waiting import until

pytestmark = pytest.mark.outside

MakeBroker = Callable[..., Broker]
MakeSubscriber = Callable[..., Subscriber]
MakeBroadcaster = Callable[..., Broadcaster]

WORD = "correct horse"


@pytest.fixture
def guarded(broker: MakeBroker, tmp_path: Path) -> Broker:
    """A broker that knows the user ``table`` with the password WORD."""
    passwords = tmp_path / "passwords"
    subprocess.run(["mosquitto_passwd", "-b", "-c", str(passwords), "table", WORD], check=True)
    passwords.chmod(0o700)
    return broker(f"allow_anonymous false\npassword_file {passwords}").start()


@pytest.fixture
def sealed(broker: MakeBroker, certificates: Path) -> Broker:
    """A broker that speaks TLS with a certificate of our own CA."""
    return broker(
        f"allow_anonymous true\ncafile {certificates}/ca.pem\n"
        f"certfile {certificates}/server.pem\nkeyfile {certificates}/server.key"
    )


def trouble(speaker: Broadcaster) -> str:
    """The sentence, as soon as there is one."""
    until(lambda: speaker.trouble, "a trouble")
    said = speaker.trouble
    assert said is not None
    sentence = said.key.format(**dict(said.facts))
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def test_a_password_from_a_file(
    guarded: Broker, subscribe: MakeSubscriber, broadcast: MakeBroadcaster, tmp_path: Path
) -> None:
    file = tmp_path / "password"
    file.write_text(WORD + "\n")
    listener = subscribe(guarded, user="table", password=WORD)
    broadcast(guarded, user="table", password_file=str(file))
    until(lambda: listener.said("online"), "the birth")


def test_a_password_from_the_environment(
    guarded: Broker,
    subscribe: MakeSubscriber,
    broadcast: MakeBroadcaster,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(PASSWORD_VARIABLE, WORD)
    listener = subscribe(guarded, user="table", password=WORD)
    broadcast(guarded, user="table")
    until(lambda: listener.said("online"), "the birth")


def test_a_wrong_password_is_told_and_a_corrected_one_used_at_once(
    guarded: Broker,
    subscribe: MakeSubscriber,
    broadcast: MakeBroadcaster,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    file = tmp_path / "password"
    file.write_text("wrong horse")
    listener = subscribe(guarded, user="table", password=WORD)
    speaker = broadcast(guarded, user="table", password_file=str(file))
    assert "refuses the login; check user and password" in trouble(speaker)
    file.unlink()
    until(
        lambda: "password of [broadcast] cannot be used" in trouble(speaker).replace(str(file), "password"),
        "it",
    )
    file.write_text(WORD)
    until(lambda: speaker.trouble is None, "the corrected password to be used")
    until(lambda: listener.said("online"), "the birth")
    assert "horse" not in caplog.text


def test_tls_with_our_own_certificate_authority(
    sealed: Broker, subscribe: MakeSubscriber, broadcast: MakeBroadcaster, certificates: Path
) -> None:
    sealed.start()
    listener = subscribe(sealed, ca=certificates / "ca.pem")
    broadcast(sealed, ca_file=str(certificates / "ca.pem"))
    until(lambda: listener.said("online"), "the birth")


def test_a_broker_that_wants_to_see_our_certificate(
    broker: MakeBroker, broadcast: MakeBroadcaster, certificates: Path
) -> None:
    server = broker(
        f"allow_anonymous true\nrequire_certificate true\ncafile {certificates}/ca.pem\n"
        f"certfile {certificates}/server.pem\nkeyfile {certificates}/server.key"
    ).start()
    ca = str(certificates / "ca.pem")
    stranger = broadcast(server, ca_file=ca)
    assert "127.0.0.1" in trouble(stranger)
    known = broadcast(
        server, ca_file=ca, cert_file=f"{certificates}/client.pem", key_file=f"{certificates}/client.key"
    )
    until(lambda: known.connected, "the connection")
    assert known.trouble is None


@pytest.mark.parametrize(
    ("section", "words"),
    [
        ({"ca_file": "{0}/stranger.pem"}, "certificate that is not trusted"),
        ({"tls": True}, "certificate that is not trusted"),
        ({"ca_file": "{0}/nothing.pem"}, "nothing.pem of [broadcast] cannot be used (No such file"),
        ({"ca_file": "{0}/san"}, "san of [broadcast] cannot be used"),
        (
            {"ca_file": "{0}/ca.pem", "cert_file": "{0}/client.pem", "key_file": "{0}/server.key"},
            "client.pem",
        ),
        ({"ca_file": "{0}/ca.pem", "host": "0.0.0.0"}, "certificate that is not trusted"),
        ({}, "The connection with the broker 127.0.0.1 was lost"),
    ],
)
def test_tls_that_cannot_work(
    sealed: Broker,
    broadcast: MakeBroadcaster,
    certificates: Path,
    section: dict[str, object],
    words: str,
) -> None:
    sealed.start()
    filled = {k: v.format(certificates) if isinstance(v, str) else v for k, v in section.items()}
    assert words in trouble(broadcast(sealed, **filled))


def test_tls_with_a_broker_that_does_not_speak_it(
    broker: MakeBroker, broadcast: MakeBroadcaster, certificates: Path
) -> None:
    server = broker().start()
    sentence = trouble(broadcast(server, ca_file=str(certificates / "ca.pem")))
    assert f"127.0.0.1:{server.port}" in sentence


@pytest.mark.parametrize("host", ["no-such-broker.invalid", "x" * 80, "127.0.0.1"])
def test_a_broker_that_is_not_there(broker: MakeBroker, broadcast: MakeBroadcaster, host: str) -> None:
    sentence = trouble(broadcast(broker(), host=host))
    assert host in sentence
    assert "check" in sentence


@pytest.mark.parametrize("code", [9, 10])  # X509_V_ERR_CERT_NOT_YET_VALID, X509_V_ERR_CERT_HAS_EXPIRED
def test_a_certificate_of_another_time_is_told_as_that(code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def connect(*_: object, **__: object) -> None:
        error = ssl.SSLCertVerificationError("certificate verify failed")
        error.verify_code = code
        raise error

    monkeypatch.setattr("companion.broadcast.connection._Publisher.connect", connect)
    here, there = socket.socketpair()
    with here, there, pytest.raises(LostError, match="check the clock here"):
        Connection(BrokerConfig("broker.lan", tls=True), "c", ("will", b""), here)
