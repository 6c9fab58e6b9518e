"""The first start, by touch: every step, what is kept, what can be left out, a turned screen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from kivy.core.window import Window

from companion.locale import Message
from companion.ports.first_start import Aim, BaseNow, BaseStage, Configured, Note
from companion.screen.pages.wizard import STEPS, WizardPage
from companion.screen.widgets import BigButton
from vision.sources.found import FoundCamera

from .house import preview
from .stage import faults_of_layout

if TYPE_CHECKING:
    from .conftest import OpenStage
    from .house import House
    from .stage import Stage

LANGUAGE, SCREEN, CAMERA, BASE, NETWORK, GAME = range(6)
TWO = (FoundCamera("usb:0", "HD Webcam"), FoundCamera("usb:2", "Document camera"))


def at(stage: Stage, step: int) -> None:
    """Go there by touch."""
    stage.app.go("wizard")
    stage.frames()
    for _ in range(step):
        stage.tap_widget(ahead(stage))


def ahead(stage: Stage) -> BigButton:
    """The last button of the foot."""
    page = stage.app.page
    assert isinstance(page, WizardPage)
    button = page.children[0].children[0]
    assert isinstance(button, BigButton)
    return button


def test_a_new_installation_begins_with_it_and_every_step_can_be_left_out(
    house: House, open_stage: OpenStage
) -> None:
    house.set_up.wanted_now = True
    stage = open_stage()
    assert stage.app.page_name == "wizard"
    for number in range(len(STEPS)):
        assert stage.says(f"{number + 1} of {len(STEPS)}: ")
        stage.tap_widget(ahead(stage))
    assert stage.app.page_name == "home"
    assert not house.set_up.wanted_now
    assert house.set_up.known_now == Configured(), "nothing is set but what was asked for"


def test_it_can_be_left_at_once_and_is_found_again_at_home(house: House, open_stage: OpenStage) -> None:
    house.set_up.wanted_now = True
    stage = open_stage()
    stage.tap_widget(ahead(stage))
    stage.tap("Set up later")
    assert stage.app.page_name == "home"
    assert not house.set_up.wanted_now
    stage.tap("Set up")
    assert stage.says("1 of 6: Language")


def test_another_language_stays_at_the_step(house: House, open_stage: OpenStage) -> None:
    stage = open_stage()
    at(stage, LANGUAGE)
    stage.tap("Українська")
    assert house.languages == ["uk"]
    assert stage.says("1 із 6: Мова")
    stage.tap("Далі")
    assert stage.says("2 із 6: Екран")
    stage.tap("Назад")
    assert stage.says("1 із 6: Мова")


def test_a_new_device_takes_a_backup_from_a_stick_and_begins_anew(
    house: House, open_stage: OpenStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = "/media/STICK/companion-kitchen-2026-12-01.backup"
    house.backups.on_sticks = (file,)
    stage = open_stage()
    at(stage, LANGUAGE)
    assert not stage.says("Restore"), "only a device that nobody has set up yet"
    house.set_up.wanted_now = True
    at(stage, LANGUAGE)
    assert faults_of_layout(stage) == []
    stage.tap("Restore companion-kitchen-2026-12-01.backup")
    assert house.backups.asked == [file]
    house.backups.said = (
        Message("{path} is no backup of Companion, or it is damaged: choose another file."),
    )
    house.changed()
    stage.until(lambda: stage.says("is no backup of Companion"), "what went wrong")
    ended: list[bool] = []
    monkeypatch.setattr(stage.app, "stop", lambda: ended.append(True))
    house.backups.restored = True
    house.changed()
    stage.until(lambda: bool(ended), "the screen ends, so that the program begins anew")


def test_a_screen_that_hangs_upside_down_is_turned_with_its_touches(
    house: House, open_stage: OpenStage
) -> None:
    stage = open_stage()
    at(stage, SCREEN)
    stage.tap("Turn the screen")
    assert house.set_up.known_now.turn == Window.rotation == 180
    assert stage.says("2 of 6: Screen")
    for mark in "1234":
        button = stage.button(mark)
        x, y = button.to_window(*button.center)
        stage.touch(x, y)
        assert not stage.button(mark).chosen, "a finger at the old place must not be felt"
        stage.touch(Window.width - 1 - x, Window.height - 1 - y)
        assert stage.button(mark).chosen
    stage.touch(*reversed_centre(stage, "Turn the screen"))
    assert house.set_up.known_now.turn == Window.rotation == 0


def reversed_centre(stage: Stage, text: str) -> tuple[float, float]:
    button = stage.button(text)
    x, y = button.to_window(*button.center)
    return Window.width - 1 - x, Window.height - 1 - y


def test_the_turn_that_is_configured_counts_from_the_start(house: House, open_stage: OpenStage) -> None:
    house.set_up.known_now = Configured(turn=180)
    open_stage()
    assert Window.rotation == 180


def test_a_screen_without_touch_is_told(house: House, open_stage: OpenStage) -> None:
    house.set_up.notes = (Message("No touchscreen was found: check its USB cable, or use a mouse."),)
    stage = open_stage()
    at(stage, SCREEN)
    assert stage.says("No touchscreen was found")
    stage.tap("Skip")
    assert stage.says("3 of 6: Camera")


def test_of_two_cameras_one_is_chosen_and_aimed(house: House, open_stage: OpenStage) -> None:
    house.set_up.connected = TWO
    stage = open_stage()
    at(stage, CAMERA)
    assert stage.says("Several cameras are connected")
    stage.tap("Document camera\nusb:2")
    assert house.set_up.known_now.camera == "usb:2"
    assert house.set_up.done[-1] == "aim usb:2"
    dark = Message("The picture is dark (level {level} of 255): switch on a light.", (("level", "12"),))
    good = "Good enough for {game}: predicted margin {margin} (1 is just enough)."
    enough = Message(good, (("margin", "2.0"), ("game", "marso")))
    house.set_up.aim_now = Aim(preview(), (Note(False, dark), Note(True, enough)), "marso")
    house.changed()
    stage.frames()
    assert stage.says("The mat of Marso, catch! is seen.")
    assert stage.says("The picture is dark (level 12 of 255)")
    assert stage.says("Good enough for Marso, catch!: predicted margin 2.0")
    page = stage.app.page
    assert isinstance(page, WizardPage)
    assert page.step is not None
    stage.tap("Next")
    assert house.set_up.done[-2:] == ["rest", "visit en"], "the camera is let go"


def test_without_a_camera_people_look_again_or_play_by_touch(house: House, open_stage: OpenStage) -> None:
    stage = open_stage()
    at(stage, CAMERA)
    assert stage.says("No camera is connected")
    house.set_up.connected = TWO[:1]
    stage.tap("Look again")
    assert stage.has_button("HD Webcam\nusb:0")
    stage.tap("No camera: everything by touch")
    assert house.set_up.known_now.camera == "none"
    assert "aim none" not in house.set_up.done


def test_an_old_base_is_written_then_set_then_used(house: House, open_stage: OpenStage) -> None:
    told = house.set_up
    stage = open_stage()
    at(stage, BASE)

    def now(base: BaseNow) -> None:
        told.base_now = base
        house.changed()
        stage.frames()

    now(BaseNow(BaseStage.NONE))
    assert stage.says("None is plugged in")
    assert stage.has_button("Skip")
    now(BaseNow(BaseStage.UNFIT, trouble=Message("It is old.")))
    stage.tap("Write the firmware")
    now(BaseNow(BaseStage.WRITING))
    assert stage.says("Leave the cable in")
    assert not stage.has_button("Write the firmware")
    now(BaseNow(BaseStage.FOUND, ("Base 12, firmware 1, 10 pads.",)))
    assert stage.says("Base 12")
    stage.tap("+")
    stage.tap("Set totem and 5 pads")
    now(BaseNow(BaseStage.ASKING, ask="Take the totem off."))
    stage.tap("Done")
    now(BaseNow(BaseStage.FOUND))
    stage.tap("Use it as it is")
    assert told.known_now.totem
    assert stage.has_button("Next")
    assert [done for done in told.done if done in ("write", "calibrate 5", "answer")] == [
        "write",
        "calibrate 5",
        "answer",
    ]


def test_nothing_is_sent_unless_asked_for(house: House, open_stage: OpenStage) -> None:
    stage = open_stage()
    at(stage, NETWORK)
    assert stage.button("Nothing is sent").chosen
    stage.tap("To the broker on this machine")
    assert house.set_up.known_now.broker == "127.0.0.1"
    stage.tap("Nothing is sent")
    assert house.set_up.known_now.broker == ""


def test_another_broker_of_the_configuration_stays(house: House, open_stage: OpenStage) -> None:
    house.set_up.known_now = Configured(broker="attic")
    stage = open_stage()
    at(stage, NETWORK)
    assert stage.button("to attic").chosen


def test_what_cannot_be_written_is_said(house: House, open_stage: OpenStage) -> None:
    house.set_up.refusal = Message("The card is full.")
    stage = open_stage()
    at(stage, NETWORK)
    stage.tap("To the broker on this machine")
    assert stage.says("The card is full.")
    stage.tap("Set up later")
    assert stage.app.page_name == "home"
    assert stage.says("The card is full.")


def test_a_test_game_is_begun_and_the_set_up_is_over(house: House, open_stage: OpenStage) -> None:
    house.set_up.wanted_now = True
    stage = open_stage()
    at(stage, GAME)
    stage.tap("Marso, catch!")
    (choice,) = house.choices
    assert (choice.game, choice.seats, choice.broadcast) == ("marso", ("south", "north"), False)
    assert stage.app.page_name == "table"
    assert not house.set_up.wanted_now


def test_a_test_game_that_cannot_be_opened_says_why(house: House, open_stage: OpenStage) -> None:
    house.refusal = Message("The journal is in use.")
    stage = open_stage()
    at(stage, GAME)
    stage.tap("Marso, catch!")
    assert stage.says("The journal is in use.")
    assert stage.app.page_name == "wizard"


@pytest.mark.parametrize(
    ("language", "size"),
    [
        ("en", (800, 480)),
        ("uk", (800, 480)),
        ("ru", (800, 480)),
        ("uk", (1024, 600)),
        ("ru", (1280, 720)),
    ],
    ids=str,
)
def test_every_step_fits(
    language: str, size: tuple[int, int], house: House, open_stage: OpenStage, tmp_path: Path
) -> None:
    told = house.set_up
    told.connected = TWO
    told.notes = (Message("No touchscreen was found: check its USB cable, or use a mouse."),)
    stage = open_stage(language, size)
    stage.app.go("wizard")
    bright = "The picture is too bright (level {level} of 255, {burnt} % burnt out): turn the lamp away, or "
    bright += "keep its reflection off the board."
    note = Note(False, Message(bright, (("level", "231"), ("burnt", "4.1"))))
    told.aim_now = Aim(preview(), (note, note), "marso")
    told.base_now = BaseNow(BaseStage.FOUND, ("Base 12ab, firmware 12345678, 10 pads.",) * 6)
    for number, step in enumerate(STEPS):
        stage.frames()
        assert faults_of_layout(stage) == [], step.__name__
        stage.screenshot(tmp_path / f"{step.__name__}.png")
        if number + 1 < len(STEPS):
            stage.tap_widget(ahead(stage))
