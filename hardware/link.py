"""The host's end of the link to a totem base: bytes and times in, records and bytes out.

No port and no thread: the driver (``serial_base``) feeds it, tests do so in virtual time. Every event comes
out once and in order, or is told as missing; an event is acknowledged to the base only after ``journaled``,
so that what the host loses before it was written down comes again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from hardware import tuning
from hardware.base_messages import Event, Hello, Pong, State, Status, Trouble
from hardware.base_messages import Gone as GoneTold
from hardware.clock import DeviceClock
from hardware.framing import FrameReader, SerialFrame, encode
from hardware.host_messages import Ack, Arm, Ask, Config, Disarm, Lamps, Ping, Resend
from hardware.protocol import LAMPS, PADS, SEGMENTS, VERSION, Asked, Channel, Edge, Message, Setting
from hardware.records import (
    Armed,
    BaseRefusal,
    Edged,
    Gone,
    LinkCounts,
    Missing,
    Ready,
    Record,
    StatusTold,
    Whole,
    Why,
)

PING_EVERY = tuning.number("link.ping_every")
STATUS_EVERY = tuning.number("link.status_every")
ASK_AGAIN = tuning.number("link.ask_again")
"""After so long without an answer something is asked again."""
HELLO_EVERY = tuning.number("link.hello_every")
FIRST_ANSWER = tuning.number("link.first_answer")
"""A base that has not said hello yet is given up after so many seconds without a whole frame."""
SILENCE = tuning.number("link.silence")
"""Without a whole frame for so long, the base does not answer or nothing gets through."""
GARBAGE = tuning.whole("link.garbage")
"""So many bytes without a whole frame in them are garbage."""
LAMPS_EVERY = tuning.number("link.lamps_every")
UNSET = 0xFFFFFFFF

_CHANNELS = {
    **{channel.value: (channel, 0) for channel in (Channel.LIFT, Channel.LOAD, Channel.KNOCK)},
    **{Channel.SEGMENT + n: (Channel.SEGMENT, n) for n in range(SEGMENTS)},
    **{Channel.PAD + n: (Channel.PAD, n) for n in range(PADS)},
}
_POSSIBLE_HZ = range(1_000_000, 1_000_000_001)
"""Ticks a second of any board that could do this; another number is another firmware's."""
_EDGES = frozenset(Edge)


def all_lamps(rgb: Sequence[int]) -> tuple[int, ...]:
    """Red, green, blue of every lamp, those not named dark. Raises ValueError for too many or no colours."""
    if len(rgb) > 3 * LAMPS or any(not 0 <= part <= 255 for part in rgb):
        raise ValueError(f"{LAMPS} lamps cannot show {rgb!r}")
    return (*rgb, *(0,) * (3 * LAMPS - len(rgb)))


class BaseLink:
    """One open line. ``now`` is always the host's monotonic clock in seconds and never goes back.

    ``known``: what earlier lines knew, by board, so that nothing comes twice after the cable was pulled.
    """

    def __init__(self, now: float, known: Mapping[int, Known] | None = None) -> None:
        self.clock = DeviceClock()
        self.ready: Ready | None = None
        self.ended: Gone | None = None
        self.counts = LinkCounts()
        self._known = known or {}
        self._reader = FrameReader()
        self._records: list[Record] = []
        self._out = bytearray()
        self._seq = 0
        self._last_seq: int | None = None
        self._heard = now
        self._unread = 0
        self._pings: dict[int, float] = {}
        self._token = 0
        self._next_ping = self._next_hello = now
        self._next_status = now
        # events
        self._expected = 0
        self._journaled: int | None = None
        self._asked_until = 0.0
        # arming
        self._wanted = 0
        self._confirmed: int | None = None
        self._arm_again = 0.0
        # lamps
        self._rgb: tuple[int, ...] | None = None
        self._next_lamps = now

    # what the host wants -----------------------------------------------------------------------------

    def arm(self, token: int, now: float) -> None:
        """A duel begins (token 1 to 2**32 - 1); :class:`Armed` says when the base knows it."""
        self._want(token, now)

    def disarm(self, now: float) -> None:
        """The duel is over."""
        self._want(0, now)

    def _want(self, token: int, now: float) -> None:
        self._wanted, self._confirmed, self._arm_again = token, None, now
        self.poll(now)

    def journaled(self, boot: int, event: int) -> None:
        """All events up to this one are written down and need not come again."""
        if self.ready is None or boot != self.ready.boot or event >= self._expected:
            return
        self._journaled = event if self._journaled is None else max(event, self._journaled)
        self._send(Ack(boot, self._journaled))

    def show(self, rgb: tuple[int, ...], now: float) -> None:
        """Light the lamps: red, green, blue (0 to 255) of each; the rest stays dark. Raises ValueError."""
        self._rgb = all_lamps(rgb)
        self._next_lamps = now

    def configure(self, setting: Setting, value: int) -> None:
        """Keep a setting; the base answers with its status."""
        self._send(Config(setting, value))

    def name_board(self, number: int) -> None:
        """Give a new board its number; :class:`Ready` comes again with it."""
        self.configure(Setting.BOARD, number)
        self._send(Ask(Asked.HELLO))

    def ask_status(self, now: float) -> None:
        """:class:`StatusTold` will come."""
        self._next_status = now

    def close(self, why: Why, now: float) -> None:
        """The line is gone."""
        self._end(Gone(why, self._wanted, now))

    @property
    def armed(self) -> int:
        """The token it is to be armed with, 0: not."""
        return self._wanted

    @property
    def known(self) -> Known | None:
        """For the next line to the same base; None before it said who it is."""
        if self.ready is None:
            return None
        return Known(self.ready.board, self.ready.boot, self._expected, self._journaled)

    # bytes, time, records ----------------------------------------------------------------------------

    def feed(self, data: bytes, now: float) -> None:
        """Bytes came from the base."""
        frames = self._reader.feed(data)
        self._unread = 0 if frames else self._unread + len(data)
        for frame in frames:
            if self.ended is not None:
                return
            self._heard = now
            self._count(frame)
            if frame.version != VERSION:
                self._end(Gone(Why.VERSION, self._wanted, now, frame.version))
            elif frame.message is not None:
                self._handle(frame.message, now)
        self.counts = replace(self.counts, broken=self._reader.errors)

    def poll(self, now: float) -> None:
        """Do what is due. Call it every few milliseconds."""
        if self.ended is not None:
            return
        if now - self._heard >= (FIRST_ANSWER if self.ready is None else SILENCE):
            garbled = self._unread > GARBAGE and self.ready is not None
            self._end(Gone(Why.GARBLED if garbled else Why.SILENT, self._wanted, now))
            return
        if self.ready is None:
            self._ask_who(now)
            return
        if now >= self._next_ping:
            self._next_ping = now + PING_EVERY
            self._ping(now)
        if now >= self._next_status:
            self._next_status = now + STATUS_EVERY
            self._send(Ask(Asked.STATUS))
        if self._confirmed != self._wanted and now >= self._arm_again:
            self._arm_again = now + ASK_AGAIN
            self._send(Arm(self._wanted) if self._wanted else Disarm())
        if self._rgb is not None and now >= self._next_lamps:
            # Nothing confirms them; a lost frame is made good by the next.
            self._next_lamps = now + LAMPS_EVERY
            self._send(Lamps(self._rgb))

    def take_output(self) -> bytes:
        """What to send."""
        data = bytes(self._out)
        self._out.clear()
        return data

    def take_records(self) -> list[Record]:
        """What became known since the last call, in order."""
        records, self._records = self._records, []
        return records

    # inside ------------------------------------------------------------------------------------------

    def _send(self, message: Message) -> None:
        self._out += encode(message, self._seq)
        self._seq = (self._seq + 1) % 256

    def _ask_who(self, now: float) -> None:
        if now >= self._next_hello:
            self._next_hello = now + HELLO_EVERY
            self._send(Ask(Asked.HELLO))

    def _ping(self, now: float) -> None:
        self._token += 1
        self._pings[self._token] = now
        self._pings.pop(self._token - 40, None)
        self._send(Ping(self._token))

    def _count(self, frame: SerialFrame) -> None:
        skipped = 0 if self._last_seq is None else (frame.seq - self._last_seq - 1) % 256
        self._last_seq = frame.seq
        self.counts = replace(
            self.counts, frames=self.counts.frames + 1, skipped=self.counts.skipped + skipped
        )

    def _end(self, gone: Gone) -> None:
        if self.ended is None:
            self.ended = gone
            self._records.append(gone)

    def _handle(self, message: Message, now: float) -> None:
        if isinstance(message, Hello):
            self._hello(message, now)
            return
        if self.ready is None or not isinstance(message, Pong | Event | GoneTold | State | Status | Trouble):
            return
        if message.boot != self.ready.boot:
            self._ask_who(now)  # the Hello of a restart was lost
            return
        match message:
            case Pong():
                self._pong(message, now)
            case Event():
                self._event(message, now)
            case GoneTold():
                self._gone(message, now)
            case State():
                self._state(message)
            case Status():
                quality = self.clock.quality(message.tick)
                self._records.append(StatusTold(message, quality, self.counts))
            case Trouble():
                self._records.append(BaseRefusal(message.fault, message.value))

    def _hello(self, hello: Hello, now: float) -> None:
        if not hello.oldest <= VERSION <= hello.newest or hello.tick_hz not in _POSSIBLE_HZ:
            self._end(Gone(Why.VERSION, self._wanted, now, hello.newest))
            return
        if self.ready is not None and (hello.boot, hello.board) != (self.ready.boot, self.ready.board):
            if hello.boot == self.ready.boot and self.ready.board == UNSET:
                self.ready = replace(self.ready, board=hello.board)
                self._records.append(self.ready)
                return
            self._end(Gone(Why.RESTARTED, self._wanted, now))
            return
        if self.ready is None:
            self.ready = Ready(hello.board, hello.boot, hello.firmware, hello.pads, hello.tick_hz, now)
            self.clock = DeviceClock(hello.tick_hz)
            known = self._known.get(hello.board)
            if known and known.boot == hello.boot:
                self._expected, self._journaled = known.expected, known.journaled
            self._records.append(self.ready)
            self._want_events(hello.next_id, now)

    def _pong(self, pong: Pong, now: float) -> None:
        sent = self._pings.pop(pong.token, None)
        if sent is not None:
            self.clock.add(sent, pong.tick, now)
        if self._confirmed is not None and pong.armed != self._confirmed:
            self._confirmed = None  # cannot be without a restart; ask again and see
        if pong.next_id <= self._expected:
            self._records.append(Whole(pong.boot, pong.tick))
        self._want_events(pong.next_id, now)

    def _state(self, state: State) -> None:
        if state.armed != self._wanted or self._confirmed == self._wanted:
            return  # an answer to an earlier wish, or a second one
        self._confirmed = state.armed
        touched = frozenset(n for n in range(PADS) if state.touched >> n & 1)
        self._records.append(Armed(state.boot, state.armed, state.tick, touched, bool(state.lifted)))

    def _event(self, event: Event, now: float) -> None:
        if event.event < self._expected:
            self.counts = replace(self.counts, duplicates=self.counts.duplicates + 1)
            if self._journaled is not None and event.event <= self._journaled:
                self._send(Ack(event.boot, self._journaled))
            return
        if event.event > self._expected:
            self._want_events(event.event, now)
            return
        self._expected += 1
        self._asked_until = 0.0
        if event.channel not in _CHANNELS or event.edge not in _EDGES:
            self._records.append(Missing(event.boot, event.event, 1))  # not understood is as good as lost
            return
        channel, index = _CHANNELS[event.channel]
        host = self.clock.host_time(event.tick) if self.clock.known else None
        self._records.append(
            Edged(event.boot, event.event, channel, index, Edge(event.edge), event.value, event.tick, host)
        )

    def _gone(self, gone: GoneTold, now: float) -> None:
        if gone.first == self._expected and gone.next > self._expected:
            self._records.append(Missing(gone.boot, self._expected, gone.next - self._expected))
            self._expected = gone.next
            self._asked_until = now

    def _want_events(self, next_id: int, now: float) -> None:
        """Ask for what should have come by now, unless that was asked a moment ago."""
        if self.ready is None or next_id <= self._expected or now < self._asked_until:
            return
        self._asked_until = now + ASK_AGAIN
        self.counts = replace(self.counts, asked_again=self.counts.asked_again + 1)
        self._send(Resend(self.ready.boot, self._expected))


class Known:
    """What was had from one start of one base: events below ``expected`` have come, up to ``journaled`` are
    kept."""

    __slots__ = ("board", "boot", "expected", "journaled")

    def __init__(self, board: int, boot: int, expected: int, journaled: int | None) -> None:
        self.board, self.boot, self.expected, self.journaled = board, boot, expected, journaled
