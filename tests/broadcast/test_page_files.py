"""The files of the spectators' page: what they load, who wrote them, and the command that writes them."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from click.testing import CliRunner

from companion.broadcast.page import FILES, as_script, page_address, page_file
from companion.cli import main

MQTT_JS = "f3cbeae580d3010048938ee370f2db0c15d16e6f7fc147cb32ae5510e571b387"
"""SHA-256 of dist/mqtt.min.js of mqtt 5.16.0 as npm has it."""


def test_the_client_library_is_the_one_that_npm_has() -> None:
    assert sha256(page_file("mqtt.min.js").encode()).hexdigest() == MQTT_JS
    assert "MIT" in page_file("mqtt.LICENSE.md")


def test_the_page_loads_nothing_from_elsewhere() -> None:
    own = "".join(page_file(name) for name in FILES if not name.startswith("mqtt"))
    assert "//" not in own.replace("://${location", "").replace("// ", "").replace(
        "http://www.w3.org/2000/svg", ""
    ).replace("?:\\/\\/", "")


def test_the_command_writes_it(tmp_path: Path) -> None:
    run = CliRunner().invoke
    done = run(main, ["page", str(tmp_path / "www"), "--broker", "wss://club.lan/mqtt", "--lang", "uk"])
    assert done.exit_code == 0
    assert {path.name for path in (tmp_path / "www").iterdir()} == {*FILES, "texts.js"}
    script = (tmp_path / "www" / "texts.js").read_text(encoding="utf-8")
    assert "Наживо" in script
    assert 'COMPANION_BROKER = "wss://club.lan/mqtt"' in script
    assert "Сторінка в" in done.output
    bad = run(main, ["page", str(tmp_path / "x"), "--broker", "mqtt://club.lan", "--lang", "uk"])
    assert (bad.exit_code, (tmp_path / "x").exists()) == (1, False)
    assert "має починатися з ws://" in bad.output
    (tmp_path / "file").write_text("")
    worse = run(main, ["page", str(tmp_path / "file" / "www")])
    assert worse.exit_code == 1
    assert "choose another place" in worse.output


def test_addresses_and_scripts_hold_what_they_should() -> None:
    assert page_address("", "kitchen") == ""
    assert (
        page_address("http://club.lan:9001/", "Кухня")
        == "http://club.lan:9001/?table=%D0%9A%D1%83%D1%85%D0%BD%D1%8F"
    )
    assert page_address("http://club.lan/?a=1", "k") == "http://club.lan/?a=1&table=k"
    assert "</script>" not in as_script({"a": "</script>\u2028"})
