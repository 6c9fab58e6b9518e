"""The short sounds. They are computed here from sine waves, not played from recordings.

Mono, 16 bit, at :data:`RATE`. Every note begins and ends softly, so that nothing clicks.
"""

from __future__ import annotations

import io
import math
import wave
from array import array
from enum import StrEnum
from functools import lru_cache

from companion.sound import tuning

RATE = 22_050
"""Samples a second, the same as espeak-ng's."""
_LOUDEST = 0.5 * 32_767
"""The largest sample of a note at full volume: half of what 16 bits can hold, about as loud as the voice."""
_SOFT = tuning.number("tones.soft")
"""Seconds in which a note grows from silence, and in which it fades at its end."""
_C5, _E5, _A5, _D4, _A3 = 523.25, 659.26, 880.0, 293.66, 220.0
"""Hertz: equal temperament on A4 = 440 Hz (ISO 16)."""


class Signal(StrEnum):
    """The meanings of the sounds."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    QUESTION = "question"
    DUEL = "duel"


NOTES: dict[Signal, tuple[tuple[float, float], ...]] = {
    Signal.ACCEPTED: ((_A5, 0.12),),
    Signal.REFUSED: ((_D4, 0.16), (_A3, 0.28)),
    Signal.QUESTION: ((_C5, 0.12), (_E5, 0.12), (_A5, 0.2)),
    Signal.DUEL: ((_A5, 0.07), (_E5, 0.07), (_A5, 0.07), (_E5, 0.07), (_A5, 0.2)),
}
"""The notes of each sound: hertz and seconds. Number, direction and pace of the notes differ from sound to
sound, so people need not know the pitch."""


@lru_cache(maxsize=len(Signal) * 2)
def wav(signal: Signal, volume: int) -> bytes:
    """The sound as a WAV file. ``volume``: per cent."""
    samples = array("h")
    for hertz, seconds in NOTES[signal]:
        samples.extend(_note(hertz, seconds, _LOUDEST * volume / 100))
    file = io.BytesIO()
    with wave.open(file, "wb") as written:
        written.setnchannels(1)
        written.setsampwidth(samples.itemsize)
        written.setframerate(RATE)
        written.writeframes(samples.tobytes())
    return file.getvalue()


def _note(hertz: float, seconds: float, loudest: float) -> list[int]:
    """The samples of one note that rings out. It has an overtone, which a small loudspeaker plays clearly."""
    count = round(seconds * RATE)
    note = []
    for number in range(count):
        time = number / RATE
        soft = min(1.0, time / _SOFT, (count - 1 - number) / RATE / _SOFT)
        turn = 2 * math.pi * hertz * time
        swing = (math.sin(turn) + 0.3 * math.sin(2 * turn)) / 1.3
        note.append(round(loudest * soft * math.exp(-2 * time / seconds) * swing))
    return note
