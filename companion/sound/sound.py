"""Lets people hear the news of a table. It is off until people switch it on.

Threads: the session's thread hands views over, and the screen's thread asks for samples. Both only replace
the next request. A thread of its own, named ``sound``, plays the request, so no other thread waits for a
sound card. A new ruling breaks off the sound of an older one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from companion.locale import N_, Message, Texts
from companion.owner.preferences import Preferences
from companion.referee.guard import failed
from companion.referee.view import RulingKind, TableView
from companion.sound.player import SoundError, SoundPlayer
from companion.sound.pronunciation import NONE, Pronunciation
from companion.sound.speech import opening_of, speech_of, turn_of
from companion.sound.spoken import Ear
from companion.sound.tones import Signal, wav
from companion.sound.voice import Voice

# -- Chooses the sound for a new view of the table

RULINGS = {
    RulingKind.PLAYED: Signal.ACCEPTED,
    RulingKind.ANYWAY: Signal.ACCEPTED,
    RulingKind.RESTORED: Signal.ACCEPTED,
    RulingKind.UNDONE: Signal.ACCEPTED,
    RulingKind.CORRECTED: Signal.ACCEPTED,
    RulingKind.REFUSED: Signal.REFUSED,
    RulingKind.UNCLEAR: Signal.QUESTION,
    RulingKind.UNKNOWN: Signal.QUESTION,
}


def signal_of(before: TableView, now: TableView) -> Signal | None:
    """The sound of the most urgent news in ``now``; None if there is no news with a sound."""
    ruled = RULINGS[now.ruling.kind] if now.ruling and now.ruling != before.ruling else None
    if ruled is Signal.REFUSED:
        return ruled
    if (now.question and now.question != before.question) or (now.doubtful and not before.doubtful):
        return Signal.QUESTION
    if _case(now) and _case(now) != _case(before):
        return Signal.DUEL
    return ruled


def _case(view: TableView) -> int:
    """The number of the totem movement that the referee is judging, 0 for none."""
    return view.totem.case.number if view.totem is not None and view.totem.case is not None else 0


# -- Lets people hear the news of a table

_SAMPLE = N_("This is how I sound.")
_CLOSING = 1.0
"""Seconds for which :meth:`Sound.close` waits until the player has ended."""


@dataclass(frozen=True, slots=True)
class SoundRequest:
    """One request: a sound, then ``text`` in ``language``, both at ``volume`` (per cent). ``own``: what the
    game tells of its words. ``over``: set when a newer request has come."""

    signal: Signal | None
    volume: int
    text: str = ""
    language: str = "en"
    own: Pronunciation = NONE
    over: threading.Event = field(default_factory=threading.Event, compare=False)


class Sound:
    """Reads each view and lets the news be heard. ``preferences``: gives the settings as they are now;
    ``changed``: called when :attr:`trouble` has changed; ``names``: gives people's names by seat."""

    def __init__(
        self,
        preferences: Callable[[], Preferences],
        changed: Callable[[], None],
        names: Callable[[], Mapping[str, str]] = dict,
        player: SoundPlayer | None = None,
        voice: Voice | None = None,
    ) -> None:
        self._preferences = preferences
        self._changed = changed
        self._names = names
        self._player = player or SoundPlayer()
        self._voice = voice or Voice()
        self._language = "en"
        self._before: TableView | None = None
        self._decided: TableView | None = None
        self._news = threading.Condition()
        self._next: SoundRequest | None = None
        self._now: SoundRequest | None = None
        self._closed = False
        self._trouble: Message | None = None
        self._told: set[Message] = set()
        self._thread: threading.Thread | None = None

    @property
    def trouble(self) -> Message | None:
        """Why nothing is heard; None if all is well, or if nobody wants to hear anything. The same trouble is
        told once: the next entry clears it, and only :meth:`sample` lets it be told again."""
        now = self._preferences()
        return self._trouble if now.sounds or now.voice else None

    def __call__(self, view: TableView) -> None:
        """Let the news in this view be heard. Of a match that is new here, the voice says only who begins."""
        before, self._before = self._before, view
        if before is None or before.match != view.match:
            before, self._decided = None, None
        elif view.entries != before.entries:
            self._trouble = None
        now = self._preferences()
        signal = signal_of(before, view) if before is not None and now.sounds else None
        ear = Ear(view.game, self._language, self._names()) if now.voice else None
        text = self._text(before, view, ear) if ear is not None else ""
        if turn_of(view)[0]:
            self._decided = view
        if signal is not None or text:
            own = ear.pronunciation if ear is not None else NONE
            self._hear(SoundRequest(signal, now.volume, text, self._language, own))

    def _text(self, before: TableView | None, view: TableView, ear: Ear) -> str:
        if before is None:
            return opening_of(view, ear)
        return speech_of(before, view, self._decided or before, ear)

    def speak_in(self, language: str) -> None:
        """Speak in this language from now on."""
        self._language = language

    def sample(self) -> None:
        """Let people hear a sample with the settings as they are now. A trouble is told again, and what to
        install for a better voice."""
        now = self._preferences()
        self._told.clear()
        self._trouble = self._voice.advice(self._language) if now.voice else None
        signal = Signal.ACCEPTED if now.sounds else None
        text = Texts(self._language).say(_SAMPLE) if now.voice else ""
        if signal is not None or text:
            self._hear(SoundRequest(signal, now.volume, text, self._language))

    def close(self) -> None:
        """Stop the sound and end the thread."""
        with self._news:
            self._closed = True
            self._break_off()
        if self._thread is not None:
            self._thread.join(_CLOSING)

    def _hear(self, heard: SoundRequest) -> None:
        with self._news:
            if self._closed:
                return
            self._next = heard
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="sound", daemon=True)
                self._thread.start()
            self._break_off()

    def _break_off(self) -> None:
        """Stop the sound that is heard now. The caller must hold the lock."""
        if self._now is not None:
            for process in (self._voice, self._player):
                process.stop(self._now.over)
        self._news.notify()

    def _run(self) -> None:
        while (heard := self._wait()) is not None:
            try:
                self._let_hear(heard)
            except SoundError as error:
                self._tell(error.text)
            except Exception as error:  # noqa: BLE001 - a thread that dies would end the program, and the game
                self._tell(failed(error))

    def _let_hear(self, heard: SoundRequest) -> None:
        if heard.signal is not None:
            self._player.play(wav(heard.signal, heard.volume), heard.over)
        if heard.text:
            said = self._voice.wav(heard.text, heard.language, heard.volume, heard.over, heard.own)
            self._player.play(said, heard.over)

    def _wait(self) -> SoundRequest | None:
        with self._news:
            self._news.wait_for(lambda: self._closed or self._next is not None)
            self._now, self._next = self._next, None
            return None if self._closed else self._now

    def _tell(self, trouble: Message) -> None:
        if trouble not in self._told:
            self._told.add(trouble)
            self._trouble = trouble
            self._changed()
