"""What can be touched beside the board: cards, tiles and faces of the die as pictures, and words if there is
no picture. Above it stands what is held, why something may not be moved, and what is expected instead."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from secrets import SystemRandom

from companion.locale import Texts
from companion.referee import sentences
from companion.rules.touch import Tap
from companion.screen import theme
from companion.screen.ahead import Line
from companion.screen.panels.piece_button import PieceButton, Pieces
from companion.screen.playing import Playing
from companion.screen.theme import px
from companion.screen.touching import TouchOption
from companion.screen.widgets import BigButton, Column, Row, Text, TwoStep

COLUMNS = 4
"""Pictures beside each other, each above its name."""
MANY, COLUMNS_OF_MANY = 2 * COLUMNS, COLUMNS + 1
"""More pictures than these stand without their names, so many beside each other: few are out of sight."""
WORDS = 2
"""Buttons with words beside each other."""

Enter = Callable[[Line], None]


class Tray(Column):
    """``enter`` takes a line of moves, which is empty when only what is held has changed; ``shown``: whether
    the board shows a cell; ``now``: whose turn it is, and for what."""

    def __init__(
        self,
        texts: Texts,
        playing: Playing,
        pieces: Pieces,
        shown: Callable[[str], bool],
        enter: Enter,
        now: str = "",
    ) -> None:
        super().__init__(fixed=True, gap=4)
        self._texts = texts
        self._now = now
        self._playing = playing
        self._pieces = pieces
        self._enter = enter
        self._shown = shown
        self.meaning: dict[BigButton, Tap] = {}
        """What each button stands for."""
        self.last: tuple[Row, ...] = ()
        """What is seldom meant: it stands below everything, in sight."""
        self._build()

    def _build(self) -> None:
        playing = self._playing
        if playing.hint is not None or playing.unmeant:
            self._refuse(playing)
        if playing.begun or playing.lit or playing.touching.done:
            self.add_widget(Text(self._prompt(), size=theme.SMALL))
        if playing.lays:
            self.add_widget(BigButton(self._texts.say("Shuffle for me"), self._shuffle, ground=theme.GOOD))
        if playing.chain:
            self.add_widget(self._chain(playing.chain))
        taps = [tap for tap in self._offered() if not playing.chain]
        rare = [tap for tap in taps if tap.rare]
        pictured = [tap for tap in taps if self._pieces.knows(tap.what) and not tap.rare]
        named = len(pictured) <= MANY
        self._fill([self._word(tap) for tap in taps if tap not in pictured and not tap.rare], WORDS)
        if playing.way is not None:
            here = partial(self._choose, playing.way)
            self.add_widget(BigButton(self._texts.say("Lay it like this"), here, ground=theme.GOOD))
        beside = COLUMNS if named else COLUMNS_OF_MANY
        self._fill([self._picture(tap, named) for tap in pictured], beside)
        said = playing.touching.said
        if len(said) > 1 or (said and playing.touching.next):
            self._fill([self._said(option) for option in said], 1)
        if playing.begun:
            self.add_widget(BigButton(self._texts.say("Back"), self._back, size=theme.SMALL))
        self.last = tuple(_rows([self._twice(tap) for tap in rare], WORDS))

    def _refuse(self, playing: Playing) -> None:
        """Why nothing came of a touch, and what is expected now."""
        lies = playing.piece_at(playing.about)
        if playing.hint is not None:
            self.add_widget(Text(sentences.capital(self._texts.breach(playing.hint)), ground=theme.BAD))
        elif lies:
            piece = sentences.capital(self._texts.term(lies))
            said = self._texts.say("{piece}: not now.", piece=piece)
            self.add_widget(Text(said, ground=theme.NEUTRAL))
        self.add_widget(Text(self._now, size=theme.SMALL, ground=theme.NEUTRAL))

    def _prompt(self) -> str:
        playing, say = self._playing, self._texts.say
        done = playing.touching.done
        words = dict.fromkeys(self._texts.term(tap.phrase) for tap in done if tap.phrase != tap.cell)
        held = sentences.capital(" ".join(words))
        if playing.way is not None:
            place = sentences.capital(self._texts.term(playing.about))
            return say("{place}: which way round? Tap it again to turn it.", place=place)
        if playing.fan:
            return say("{place}: which one?", place=sentences.capital(self._texts.term(playing.about)))
        if held and not any(tap.cell for tap in playing.touching.next):
            return say("{place}: which one?", place=held)
        if done and playing.begun:
            return say("{what}: tap where to", what=held) if held else say("Tap where to.")
        if playing.touching.at and not playing.begun:
            return say("Tap where to.")
        return (
            say("Tap a marked place, or a picture here.") if self._offered() else say("Tap a marked place.")
        )

    def _offered(self) -> list[Tap]:
        """The next touches that no cell of the board shows."""
        playing = self._playing
        if playing.fan:
            return list(playing.fan)
        taps = [tap for tap in playing.touching.next if not (tap.cell and self._shown(tap.cell))]
        return taps or list(playing.instead)

    def _chain(self, line: Line) -> BigButton:
        """One button for all moves that must follow."""
        *_, last = line
        text = sentences.capital(self._texts.term(last.text))
        if len(line) > 1:
            text = self._texts.say("All {n} up to: {move}", n=len(line), move=text)
        button = BigButton(text, lambda: self._enter(line), ground=theme.GOOD)
        return self._meaning(line[0].taps[-1], button)

    def _picture(self, tap: Tap, named: bool) -> BigButton:
        """``named``: with its name, or with that of its place where several places are to choose from."""
        playing = self._playing
        alike = sum(one.what == tap.what for one in playing.fan) > 1
        if tap.covers:
            name = self._texts.term(tap.phrase) if alike else ""
        else:
            places = len({one.cell for one in playing.fan}) > 1
            told = named and (places or not self._pieces.says_all(tap.what))
            name = sentences.capital(self._texts.term(tap.cell if places else tap.phrase)) if told else ""
        act, chosen = partial(self._choose, tap), tap in (*playing.touching.done, playing.way)
        return self._meaning(tap, PieceButton(self._pieces, tap.what, name, act, chosen))

    def _word(self, tap: Tap) -> BigButton:
        text = sentences.capital(self._texts.term(tap.phrase))
        act = partial(self._choose, tap)
        return self._meaning(tap, BigButton(text, act, size=theme.SMALL))

    def _twice(self, tap: Tap) -> BigButton:
        """What is seldom meant."""
        text = sentences.capital(self._texts.term(tap.phrase))
        sure = self._texts.say("Really? {what}", what=text)
        return self._meaning(tap, TwoStep(text, sure, partial(self._choose, tap), always=tap.final))

    def _meaning(self, tap: Tap, button: BigButton) -> BigButton:
        self.meaning[button] = tap
        return button

    def _said(self, option: TouchOption) -> BigButton:
        text = sentences.move(self._texts, option.seat, option.text)
        return BigButton(text, lambda: self._enter(self._playing.say(option)), size=theme.SMALL)

    def _fill(self, buttons: Sequence[BigButton], columns: int) -> None:
        for row in _rows(buttons, columns):
            self.add_widget(row)

    def _choose(self, tap: Tap) -> None:
        self._enter(self._playing.choose(tap))

    def _shuffle(self) -> None:
        self._enter(self._playing.shuffle(SystemRandom()))

    def _back(self) -> None:
        self._playing.back()
        self._enter(())


def _rows(buttons: Sequence[BigButton], columns: int) -> Iterable[Row]:
    for start in range(0, len(buttons), columns):
        some = buttons[start : start + columns]
        row = Row(size_hint_y=None, height=max(px(theme.TOUCH), *(one.height for one in some)), gap=4)
        for button in some:
            button.size_hint_y = 1
            row.add_widget(button)
        if len(some) < columns and len(buttons) > columns:
            for _ in range(columns - len(some)):
                row.add_widget(Column())
        yield row
