"""The owner's ``[broadcast]`` section."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.broadcast import BroadcastError, BrokerConfig, broadcast_from


def test_the_least_that_is_needed() -> None:
    assert broadcast_from({"host": "broker.lan"}) == BrokerConfig("broker.lan", 1883, tls=False)


def test_a_certificate_authority_means_tls_and_its_port() -> None:
    config = broadcast_from({"host": "broker.lan", "ca_file": "~/ca.pem"})
    assert (config.tls, config.port, config.ca_file) == (True, 8883, Path.home() / "ca.pem")
    assert broadcast_from({"host": "b", "tls": True}).port == 8883
    assert broadcast_from({"host": "b", "tls": True, "port": 1884}).port == 1884


@pytest.mark.parametrize(
    ("section", "words"),
    [
        ({}, "needs host"),
        ({"host": ""}, "host in [broadcast] must be a text"),
        ({"host": 5}, "host in [broadcast] must be a text"),
        ({"host": "b", "port": 0}, "port in [broadcast] must be a whole number from 1 to 65535"),
        ({"host": "b", "port": True}, "port in [broadcast]"),
        ({"host": "b", "port": "1883"}, "port in [broadcast]"),
        ({"host": "b", "outbox": 0}, "outbox in [broadcast]"),
        ({"host": "b", "tls": "yes"}, "tls in [broadcast] must be true or false"),
        ({"host": "b", "cert_file": "c.pem"}, "belong together"),
        ({"host": "b", "key_file": "c.key"}, "belong together"),
        ({"host": "b", "password_file": "p"}, "no user"),
        ({"host": "b", "password": "secret"}, "no key password; it knows host, user"),
        ({"host": "b", "replays": "/srv/replays"}, "replays in [broadcast] needs page"),
        ({"host": "b", "page": "ftp://b"}, "page in [broadcast] must be an address"),
        ({"host": "b", "page": "javascript:alert(1)"}, "page in [broadcast] must be an address"),
        ({"host": "b", "commands": 1}, "commands in [broadcast] must be true or false"),
        ({"host": "b", "home_assistant": "yes"}, "home_assistant in [broadcast] must be true or false"),
        ({"host": "b", "ca_file": ["x"]}, "ca_file in [broadcast] must be a text"),
    ],
)
def test_a_wrong_section_is_told_in_one_sentence(section: dict[str, object], words: str) -> None:
    with pytest.raises(BroadcastError) as caught:
        broadcast_from(section)
    assert words in str(caught.value)
    assert str(caught.value) == caught.value.text.key.format(**dict(caught.value.text.facts))
