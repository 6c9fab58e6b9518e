"""Settings and about, by touch; the dark screen; a hand that rests; a fault at the start, in the window."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from kivy.core.window import Window
from kivy.tests.common import UnitTestTouch

from companion.app.updates import SENTENCES
from companion.locale import Message, Texts
from companion.rules.touch import Tap
from companion.screen import theme
from companion.screen.keeping import Offer
from companion.screen.pages.fault import FaultScreen
from companion.screen.pages.table import TablePage
from companion.screen.saver import Saver
from companion.screen.widgets import RESTING, BigButton

from .hands import button_of, playing_on
from .stage import Finger, faults_of_layout

if TYPE_CHECKING:
    from .conftest import OpenStage
    from .house import House
    from .stage import Stage


def settings(open_stage: OpenStage) -> Stage:
    stage = open_stage()
    stage.tap("Settings")
    return stage


def switch(stage: Stage, label: str, text: str) -> None:
    """Tap a value in the row with this label."""
    line = next(widget for widget in stage.widgets() if getattr(widget, "text", "") == label)
    button = next(w for w in line.parent.children if isinstance(w, BigButton) and w.text == text)
    stage.tap_widget(button)


def test_large_print_holds_at_once_and_is_kept(house: House, open_stage: OpenStage) -> None:
    stage = settings(open_stage)
    before = stage.button("Back").font_size
    switch(stage, "Large print", "on")
    assert house.keeper.now.large_print
    assert stage.button("Back").font_size > before
    assert faults_of_layout(stage) == []
    switch(stage, "Large print", "off")
    assert stage.button("Back").font_size == before


def test_brightness_is_told_to_the_panel_and_never_goes_dark(house: House, open_stage: OpenStage) -> None:
    stage = settings(open_stage)
    for _ in range(4):
        switch(stage, "Brightness", "−")
    assert house.machine.brightness[-4:] == [80, 60, 40, 20]
    line = next(widget for widget in stage.widgets() if getattr(widget, "text", "") == "Brightness")
    assert [w.disabled for w in line.parent.children if getattr(w, "text", "") == "−"] == [True]


def test_a_panel_that_cannot_be_dimmed_is_not_offered(house: House, open_stage: OpenStage) -> None:
    house.machine.panel = False
    assert not settings(open_stage).says("Brightness")


def test_sounds_are_tried_out_as_soon_as_they_are_switched_on_or_changed(
    house: House, open_stage: OpenStage
) -> None:
    stage = settings(open_stage)
    assert not stage.says("Volume"), "off at first"
    switch(stage, "Sounds", "on")
    switch(stage, "Volume", "−")
    switch(stage, "Volume", "−")
    assert [(tried.sounds, tried.volume) for tried in house.sound.tried] == [
        (True, 60),
        (True, 40),
        (True, 20),
    ]
    assert [b.disabled for b in stage.buttons() if b.text == "−"][-1], "never silent while it is on"
    assert faults_of_layout(stage) == []
    house.sound.trouble = Message("Sounds need the program aplay: install the package {package}.")
    house.changed()
    stage.until(lambda: stage.says("Sounds need the program aplay"), "why nothing is heard")
    house.sound.trouble = None
    switch(stage, "Sounds", "off")
    assert not house.keeper.now.sounds
    assert not stage.says("Sounds need the program aplay")


@pytest.mark.slow
def test_what_is_stored_is_deleted_after_a_question(house: House, open_stage: OpenStage) -> None:
    stage = settings(open_stage)
    stage.tap_widget([button for button in stage.buttons() if button.text == "Delete"][1])
    assert house.keeper.deleted == []
    stage.tap("Yes, delete it")
    assert house.keeper.deleted == ["boxes"]
    assert stage.says("What the camera has learned of your boxes: nothing")


def test_the_machine_is_shut_down_after_a_second_tap_where_it_can_be(
    house: House, open_stage: OpenStage
) -> None:
    stage = settings(open_stage)
    stage.tap("Shut down")
    assert house.machine.ended == []
    stage.tap("Really? Shut down")
    assert house.machine.ended == ["down"]
    assert not stage.says("The system does not let")
    house.machine.agrees = False
    stage.tap("Restart")
    stage.tap("Really? Restart")
    assert house.machine.ended == ["down", "again"]
    assert stage.says("The system does not let this program shut it down or restart it.")
    house.machine.endable = False
    stage.app.go("settings")
    assert not stage.says("Restart")


def test_one_button_writes_a_backup_and_what_became_of_it_is_said(
    house: House, open_stage: OpenStage
) -> None:
    stage = settings(open_stage)
    stage.tap("Back up to a stick")
    assert house.backups.asked == ["write"]
    house.backups.said = (Message("There is no stick here: plug one in, then try again."),)
    house.changed()
    stage.until(lambda: stage.says("There is no stick here"), "what became of it")
    assert faults_of_layout(stage) == []


def test_another_version_is_offered_and_what_became_of_it_is_said(
    house: House, open_stage: OpenStage
) -> None:
    label = Message("Update to version {version} from the stick", (("version", "0.4.0"),))
    offer = Offer(label, {"package": "/media/STICK/companion_0.4.0_arm64.deb"}, newer=True)
    house.updates.there = (offer,)
    stage = open_stage()
    stage.tap("Update to version 0.4.0 from the stick")
    stage.tap("Begin")
    assert house.updates.begun == [offer]
    failed = Message(SENTENCES["failed"], (("version", "0.4.0"), ("old", "0.3.0")))
    house.updates.said = house.updates.trouble = failed
    house.changed()
    stage.until(lambda: stage.says("version 0.3.0 runs again"), "what became of it")
    assert faults_of_layout(stage) == []
    stage.app.go("home")
    stage.frames()
    assert stage.says("version 0.3.0 runs again")
    assert faults_of_layout(stage) == []


def test_about_names_version_and_licences(house: House, open_stage: OpenStage) -> None:
    stage = open_stage()
    assert house.choices == []
    stage.tap("About")
    assert stage.says("Version 0.3.0. Licence: MIT License.")
    assert stage.says("Kivy 2.3.1: MIT")


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_the_picture_is_turned_and_fingers_with_it(turn: int, house: House, open_stage: OpenStage) -> None:
    stage = settings(open_stage)
    stage.tap(f"{turn}°")
    assert house.set_up.known_now.turn == turn
    assert Window.rotation == turn
    assert list(Window.size) == ([480, 800] if turn in (90, 270) else [800, 480])
    assert faults_of_layout(stage) == []
    x, y = stage.button("0°").to_window(*stage.button("0°").center)
    stage.touch(*on_the_panel(x, y))
    assert Window.rotation == 0


def on_the_panel(x: float, y: float) -> tuple[float, float]:
    """Where a finger touches a turned panel to hit a point that people see; as ``Stage.touch`` takes it."""
    width, height = Window.width - 1, Window.height - 1
    across, up = x / width, y / height
    across, up = {0: (across, up), 90: (1 - up, across), 180: (1 - across, 1 - up), 270: (up, 1 - across)}[
        Window.rotation
    ]
    return across * width, up * height


def tap_turned(stage: Stage, text: str) -> None:
    button = stage.button(text)
    stage.touch(*on_the_panel(*button.to_window(*button.center)))


@pytest.mark.slow
def test_the_screen_is_turned_at_the_table_by_quarters_until_the_program_ends(
    house: House, open_stage: OpenStage
) -> None:
    house.begin(2)
    house.play("* open b1")
    house.set_up.known_now = replace(house.set_up.known_now, turn=180)
    stage = open_stage()
    tap_turned(stage, "More")
    for rotation in (270, 0, 90, 180):
        tap_turned(stage, "Turn the picture")
        stage.frames()
        assert Window.rotation == rotation
        assert faults_of_layout(stage) == []
    assert house.set_up.known_now.turn == 180, "how it hangs stays as it was"
    assert house.sent == []


def test_nothing_is_lost_when_the_picture_is_turned_in_the_middle_of_a_move(
    house: House, open_stage: OpenStage
) -> None:
    house.begin(2)
    house.play("* open b1")
    stage = open_stage()
    stage.tap_widget(button_of(stage, Tap(what="card rl")))
    Window.rotation = 90
    stage.until(lambda: list(stage.root.size) == [480, 800], "the page is turned")
    page = stage.app.page
    assert isinstance(page, TablePage)
    assert playing_on(stage).touching.done == (Tap(what="card rl"),)
    stage.app.set_language("uk")
    stage.frames()
    page = stage.app.page
    assert isinstance(page, TablePage)
    assert playing_on(stage).touching.done == (Tap(what="card rl"),), "nor when the language changes"
    assert house.sent == []


def test_the_dark_screen_is_woken_by_a_touch_that_does_nothing_else(
    house: House, open_stage: OpenStage
) -> None:
    stage = open_stage()
    assert house.choices == []
    now = [0.0]
    stage.app.saver.close()
    stage.app.saver = Saver(lambda: 5, stage.app._darken, lambda: now[0])
    now[0] = 299.0
    stage.app.saver._look(0)
    assert not stage.app.saver.dark
    now[0] = 301.0
    stage.app.saver._look(0)
    assert stage.app.saver.dark
    assert house.machine.brightness[-1] == 0
    button = stage.button("About")
    stage.touch(*button.to_window(*button.center))
    assert not stage.app.saver.dark
    assert house.machine.brightness[-1] == 100
    assert stage.app.page_name == "home", "the first touch only wakes it"
    now[0] = 301.15
    stage.touch(*button.to_window(*button.center))
    assert stage.app.page_name == "home", "nor does the second one of a double tap"
    now[0] = 302.0
    stage.tap("About")
    assert stage.app.page_name == "about"


def test_no_finger_of_a_hand_that_wakes_the_screen_presses_anything(
    house: House, open_stage: OpenStage
) -> None:
    stage = open_stage()
    assert house.choices == []
    now = [0.0]
    stage.app.saver.close()
    stage.app.saver = Saver(lambda: 5, stage.app._darken, lambda: now[0])
    now[0] = 301.0
    stage.app.saver._look(0)
    button = stage.button("About")
    palm, finger = UnitTestTouch(5, 5), UnitTestTouch(*button.to_window(*button.center))
    palm.touch_down()
    now[0] = 303.0
    finger.touch_down()
    stage.frames()
    palm.touch_up()
    finger.touch_up()
    stage.frames()
    assert stage.app.page_name == "home"
    stage.tap("About")
    assert stage.app.page_name == "about"


def test_news_from_the_table_wakes_the_screen(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    stage = open_stage()
    now = [0.0]
    stage.app.saver.close()
    stage.app.saver = Saver(lambda: 5, stage.app._darken, lambda: now[0])
    now[0] = 301.0
    stage.app.saver._look(0)
    assert stage.app.saver.dark
    house.play("* open b1")
    stage.until(lambda: not stage.app.saver.dark, "it is woken")


def test_a_hand_that_rests_on_the_screen_does_nothing_and_hinders_nobody(
    house: House, open_stage: OpenStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = open_stage()
    assert house.choices == []
    about = stage.button("About")
    palm = UnitTestTouch(*about.to_window(*about.center))
    palm.touch_down()
    stage.frames()
    wall, since_start = time.time() + RESTING + 1, time.monotonic() + RESTING + 1
    monkeypatch.setattr(time, "time", lambda: wall)
    monkeypatch.setattr(time, "monotonic", lambda: since_start)
    palm.touch_up()
    stage.frames()
    assert stage.app.page_name == "home"
    monkeypatch.undo()
    palm = UnitTestTouch(*about.to_window(*about.center))
    palm.touch_down()
    stage.tap("Matches")
    assert stage.app.page_name == "matches"


def test_a_short_tap_counts_however_long_the_picture_took_meanwhile(
    house: House, open_stage: OpenStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = open_stage()
    assert house.choices == []
    about = stage.button("About")
    finger = UnitTestTouch(*about.to_window(*about.center))
    finger.touch_down()
    finger.update_time_end()  # as a driver does when the finger leaves the glass
    told = time.time() + RESTING + 1
    monkeypatch.setattr(time, "time", lambda: told)
    finger.touch_up()
    stage.frames()
    assert stage.app.page_name == "about"


@pytest.mark.parametrize("step", [3600.0, -3600.0])
@pytest.mark.parametrize("lasts", [0.1, RESTING + 0.1])
def test_a_clock_that_is_set_during_a_touch_makes_no_resting_hand_of_it_and_no_tap(
    step: float, lasts: float, house: House, open_stage: OpenStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = open_stage()
    assert house.choices == []
    about = stage.button("About")
    finger = UnitTestTouch(*about.to_window(*about.center))
    finger.touch_down()
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + step)
    finger.time_end = finger.time_start + lasts + step
    finger.touch_up()
    stage.frames()
    assert (stage.app.page_name == "about") == (lasts < RESTING)


@pytest.mark.parametrize("language", ["en", "uk", "ru"])
def test_why_the_program_cannot_start_stands_in_the_window(language: str, house: House) -> None:
    assert house.choices == []
    Window.size = (800, 480)
    texts = Texts(language)
    message = Message(
        "Another program is using {path}; close it and try again.",
        (("path", "/var/lib/companion/journal.sqlite"),),
    )
    screen = FaultScreen(texts.message(message), texts)
    page = screen.build()
    Window.add_widget(page)
    try:
        finger = Finger(page)
        finger.frames(4)
        assert faults_of_layout(finger) == []
        assert finger.says(texts.message(message))
        finger.tap(texts.say("Try again"))
        assert screen.again
    finally:
        screen.on_stop()
        Window.remove_widget(page)


def test_letters_are_large_only_while_it_is_wished(house: House, open_stage: OpenStage) -> None:
    assert house.choices == []
    stage = open_stage()
    stage.app.desk.prefer(large_print=True)
    assert theme.letters(20) == theme.px(20) * theme.LARGE
