"""``make pictures``: takes the pictures of the first start for the documentation,
with the whole app, a camera that shows a simulated table, and a totem base in the chip simulator."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

import tests.conftest  # noqa: F401 - Kivy's settings
from companion.app.base_visit import BaseVisit
from companion.app.companion import Companion
from companion.locale import Texts
from companion.owner.configuration import Config
from tests.firmware.simulated import SimulatedBase
from tests.pictures import place, write
from tests.simulator.tables import jpeg_of_a_table
from tests.vision.sources.servers import Connection, serving

SIZE = (480, 288)
NAMES = ("language", "screen", "camera", "base", "network", "game")


def main() -> None:
    """Take them all."""
    from tests.screen import stage as room

    room.PATIENCE = 120.0
    with TemporaryDirectory() as temporary, ExitStack() as ends:
        home = Path(temporary)
        os.environ |= {"XDG_DATA_HOME": str(home / "data"), "XDG_CONFIG_HOME": str(home / "config")}
        jpeg = jpeg_of_a_table()

        def camera(connection: Connection) -> None:
            connection.head()
            connection.forever(jpeg, 0.05)

        server = ends.enter_context(serving(camera))
        app = Companion(Config(camera=server.url))
        ends.callback(app.close)
        base = SimulatedBase(home)
        ends.callback(base.close)
        first = app.first_start()
        stage = room.Stage(app, "en", (800, 480))
        ends.callback(stage.close)
        stage.app.go("wizard")
        for name in NAMES:
            if name == "camera":
                stage.until(lambda: "margin" in str(first.aimed().notes), "the camera is good enough")
            if name == "base":
                first._visit = BaseVisit(Texts("en"), app._tell, first._use, lambda: [base.port])
                stage.until(lambda: stage.says("10 pads"), "the base is found")
            if name == "screen":
                stage.tap("1")
            shot = stage.screenshot(home / f"{name}.png")
            small = Image.open(shot).convert("RGB").resize(SIZE, Image.Resampling.LANCZOS)
            write(small, place(f"first-start-{name}.png"))
            if name != NAMES[-1]:
                stage.tap_widget(stage.buttons()[-1])


if __name__ == "__main__":
    main()
