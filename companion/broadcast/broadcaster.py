"""Sends every entry and ruling in order, and the newest snapshot, also after breaks of the network.

Threads: the session's thread calls the broadcaster with each view; that only puts the view into the outbox. A
thread of its own, named ``broadcast``, does everything else. So no ruling waits for the network.
"""

from __future__ import annotations

import contextlib
import logging
import socket
import threading
import uuid
from collections import defaultdict, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import monotonic

from companion.broadcast import homeassistant, payloads, tuning
from companion.broadcast.asking import told
from companion.broadcast.commands import ASK, Asks, Command, RefusedError, Switch, decide, read_command
from companion.broadcast.config import BrokerConfig, LostError
from companion.broadcast.connection import HEAD, Connection, Received
from companion.broadcast.outbox import Bulletin, Outbox
from companion.broadcast.snapshots import Snapshot, Snapshots
from companion.locale import N_, Message, Texts
from companion.referee.events import FromAfar
from companion.referee.faults import fault_of_game
from companion.referee.view import TableView
from companion.rules.registry import AnyGame, find_game

# -- Receives commands to the table over the network, carries each out or refuses it, and answers

MOST, SECONDS = tuning.whole("commander.most"), tuning.number("commander.seconds")
"""At most ``MOST`` messages in ``SECONDS`` seconds are read, more than a person sends; others are ignored."""

TAKEN_IN = tuning.number("commander.taken_in")
"""Seconds within which the session shows by a new view that it has taken a command in."""
_BUSY = N_("The command before this one is still being carried out; send this one again.")


class Commander:
    """Of several commands for one view only the first can be carried out; the others are told so.

    ``send``: puts an event on the session's queue. ``on``: whether the table broadcasts. ``game_of``: the
    game of an id, in the owner's edition."""

    def __init__(
        self,
        send: Callable[[FromAfar], None],
        clock: Callable[[], float] = monotonic,
        game_of: Callable[[str], AnyGame] = find_game,
    ) -> None:
        self.on = True
        self._game_of = game_of
        self._send = send
        self._clock = clock
        self._lately = defaultdict[str, deque[float]](lambda: deque(maxlen=MOST))
        """When messages came, for each topic: a flood of guests' questions leaves room for commands."""
        self._sent: TableView | None = None
        self._sent_at = 0.0

    def hear(self, boot: str, heard: Received, view: TableView | None, texts: Texts) -> payloads.Json | None:
        """Carry a command out or refuse it. Gives the answer to the sender, None for a message that is
        ignored."""
        now, lately = self._clock(), self._lately[heard.topic]
        if len(lately) == MOST and now - lately[0] < SECONDS:
            return None
        lately.append(now)
        command: Command | None = None
        try:
            command = read_command(heard.data, heard.kept, only_asks=heard.topic == ASK)
            wish = decide(command, view)
            if isinstance(wish, Asks):
                spoken = Texts(wish.language or texts.language, wish.view.game, texts.names)
                may = told(wish, self._game_of(wish.view.game), spoken)
                return _answer(boot, command, None) | {"may": may}
        except RefusedError as refused:
            return _answer(boot, command, payloads.message(refused.text, texts))
        if isinstance(wish, Switch):
            self.on = wish.on
        elif view is self._sent and now - self._sent_at < TAKEN_IN:
            return _answer(boot, command, payloads.message(Message(_BUSY), texts))
        else:
            self._sent, self._sent_at = view, now
            self._send(wish)
        return _answer(boot, command, None)


def _answer(boot: str, command: Command | None, reason: payloads.Json | None) -> payloads.Json:
    return payloads.head(boot) | {
        "command": command.kind if command else "",
        "id": command.mark if command else "",
        "accepted": reason is None,
        "reason": reason,
    }


# -- Sends every entry and ruling in order, and the newest snapshot

WINDOW = tuning.whole("broadcaster.window")  # events that are sent but not yet acknowledged, at most
LEAVE_SECONDS = tuning.number("broadcaster.leave_seconds")  # for the thread to end, beyond ``farewell``
LONGEST_FAULT = 200
TICK_SECONDS = tuning.number("broadcaster.tick_seconds")  # the longest wait for the network


SHORT, LEAST = tuning.whole("broadcaster.short"), tuning.whole("broadcaster.least")
"""So many connections that break soon after each other mean that the broker does not take the largest packet
that it was sent (one that speaks MQTT 3.1.1 cannot say so); packets of so few bytes are never to blame."""
_TOO_LARGE = N_(
    "The broker {host} takes no message of more than about {most} bytes, so the page lacks a part: raise"
    " max_packet_size in its configuration."
)
_log = logging.getLogger(__name__)
_FAULT = N_("The broadcast failed because of a fault of this program ({fault}); it is tried again.")


@dataclass(frozen=True, slots=True)
class Timing:
    """Waiting times in seconds. ``settle``: after a break events wait so long, until subscribers that were
    cut off too are back. ``first``, ``longest``: the wait between two attempts to connect; it begins with
    ``first`` and doubles up to ``longest``. ``farewell``: when the table is left, unsent events get at most
    so long."""

    settle: float = tuning.number("broadcaster.settle")
    first: float = tuning.number("broadcaster.first")
    longest: float = tuning.number("broadcaster.longest")
    farewell: float = tuning.number("broadcaster.farewell")


USUAL = Timing()


class Broadcaster:
    """Sends the events of all views that it gets, and the newest view; begins to connect at once.
    ``connected``: whether the broker takes messages. ``trouble``: why it does not, None if it does.

    ``noticed`` is called, on the broadcast thread, whenever ``trouble`` has changed. ``language``: of the
    texts in Home Assistant. ``send``: gets each command that comes over the network, if the owner allows
    commands. ``game``: the game in the owner's edition; None = as it is installed. ``names``: people's names
    by seat, sent only if the owner allows it.
    """

    def __init__(
        self,
        config: BrokerConfig,
        table: str,
        noticed: Callable[[], None] = lambda: None,
        timing: Timing = USUAL,
        language: str = "en",
        send: Callable[[FromAfar], None] = lambda _asked: None,
        game: AnyGame | None = None,
        names: Mapping[str, str] | None = None,
    ) -> None:
        self.page = config.page
        self.boot = uuid.uuid4().hex
        self.connected = False
        self.trouble: Message | None = None
        self._config = config
        self._table = table
        self._noticed = noticed
        self._timing = timing
        self._outbox = Outbox(config.outbox)
        self._stop = threading.Event()
        self._ear, self._bell = socket.socketpair()
        self._bell.setblocking(False)
        # the broadcast thread's own
        options = (language, config.home_assistant, config.commands, game, names if config.names else None)
        self._snapshots = Snapshots(table, self.boot, *options)
        self._verdict: object = None
        self._commander = Commander(send, game_of=self._snapshots.game_of)
        self._told: TableView | None = None
        self._connected_before = False
        self._retained: dict[str, bytes] = {}
        self._since = 0.0
        self._short = 0
        """So many connections one after another lived only for a moment."""
        self._largest = 0
        """The largest packet that was sent on this connection."""
        self._most: int | None = None
        """Larger packets are left out, as the broker does not take them."""
        self._thread = threading.Thread(target=self._run, name="broadcast", daemon=True)
        self._thread.start()

    def __call__(self, view: TableView) -> None:
        """Take a new view; returns at once."""
        self._outbox.note(view)
        self._ring()

    def close(self) -> None:
        """Send the events that are left, if the broker is there; disconnect; end the thread. May be called
        twice."""
        self._stop.set()
        self._ring()
        self._thread.join(self._timing.farewell + LEAVE_SECONDS)
        if self._thread.is_alive():  # it waits for the broker's address, and ends by itself
            _log.warning("the broadcast is left in the middle of a call of its broker")
            return
        self._bell.close()
        self._ear.close()

    def _ring(self) -> None:
        with contextlib.suppress(OSError):  # full: the thread wakes anyway; closed: it has ended
            self._bell.send(b"!")

    # -- the broadcast thread -------------------------------------------------------------------------

    def _run(self) -> None:
        delay = self._timing.first
        while not self._stop.is_set():
            try:
                hears = [self._topic(one) for one in ("command", ASK) if self._config.commands]
                self._serve(Connection(self._config, self._client_id, self._last_will, self._ear, hears))
            except LostError as error:
                delay = self._pause(error.text, delay)
            except BaseException as error:  # noqa: BLE001 - nothing may end this thread unnoticed, nor a game
                _log.debug("unexpected error", exc_info=True)
                fault = Message(_FAULT, (("fault", repr(error)[:LONGEST_FAULT]),))
                delay = self._pause(fault_of_game(error) or fault, delay)

    def _pause(self, trouble: Message, delay: float) -> float:
        """Say why there is no connection and wait for ``delay`` seconds. Gives the next delay."""
        lived = monotonic() - self._since if self.connected else 0.0
        if lived >= self._timing.longest:
            delay, self._short = self._timing.first, 0
        elif self.connected:
            self._short += 1
            if self._short >= SHORT and self._largest > LEAST:
                self._most = self._largest - 1
        self.connected = False
        self._outbox.broken()
        self._tell(trouble)
        self._stop.wait(delay)
        return min(2 * delay, self._timing.longest)

    def _serve(self, connection: Connection) -> None:
        """Keep one connection until the table is left. Raises LostError when it breaks."""
        while not connection.ready:
            connection.step(TICK_SECONDS)
            if self._stop.is_set():
                return
        self.connected, self._since, self._largest = True, monotonic(), 0
        self._most = min(filter(None, (connection.most, self._most)), default=None)
        self._tell(None)
        self._retained.clear()
        self._retain(connection, "online", payloads.online(self.boot, self._table, True))
        events_from = monotonic() + (self._timing.settle if self._connected_before else 0.0)
        self._connected_before = True
        while not self._stop.is_set():
            self._take_commands(connection)
            held = events_from - monotonic()
            if not self._commander.on:
                self._outbox.drop()
            else:
                self._send_snapshot(connection)
                if held <= 0:
                    self._send_events(connection)
            connection.step(min(held, TICK_SECONDS) if held > 0 else TICK_SECONDS)
            self._outbox.acknowledged(connection.take_acknowledged())
        self._say_goodbye(connection)

    def _take_commands(self, connection: Connection) -> None:
        """Answer the commands that have come. If the table is to stop broadcasting, clear its topics."""
        if not self._config.commands:
            return
        view, snapshots = self._outbox.view, self._snapshots
        texts = snapshots.texts if view is None else snapshots.texts_of(view.game)
        for heard in connection.take_heard():
            answer = self._commander.hear(self.boot, heard, view, texts)
            if answer is not None:
                self._publish(connection, "answer", payloads.encode(answer), qos=0)
        self._retain(connection, "broadcast", payloads.head(self.boot) | {"on": self._commander.on})
        if not self._commander.on:
            self._keep(connection, self._snapshots.nothing(self._outbox.view))

    def _send_snapshot(self, connection: Connection) -> None:
        """Send the newest view. Do nothing while the network is busy: a newer view may come meanwhile."""
        view = self._outbox.view
        if view is None or not connection.drained:
            return
        if view is self._told and self._retained.get(self._topic("state")):
            return
        self._told = view
        self._keep(connection, self._snapshots.of(view))
        if self._config.home_assistant:
            self._tell_verdict(connection, view)

    def _tell_verdict(self, connection: Connection, view: TableView) -> None:
        """Send the verdict of this view, if it was not sent yet."""
        case = homeassistant.verdict_of(view)
        told = None if case is None else (view.match, case.number, case.verdict)
        if case is not None and told != self._verdict:
            data = payloads.encode(homeassistant.verdict(self.boot, case, self._snapshots.home_texts))
            self._publish(connection, "verdict", data, qos=1)
        self._verdict = told or self._verdict

    def _send_events(self, connection: Connection) -> None:
        while self._outbox.under_way < WINDOW and (event := self._outbox.take()) is not None:
            message = self._publish(connection, "event", payloads.encode(self._payload(event)), qos=1)
            if message is None:
                self._outbox.leave_out()
            else:
                self._outbox.sent(message)

    def _say_goodbye(self, connection: Connection) -> None:
        deadline = monotonic() + self._timing.farewell
        while not self._outbox.empty and (left := deadline - monotonic()) > 0:
            self._send_events(connection)
            connection.step(left)
            self._outbox.acknowledged(connection.take_acknowledged())
        offline = payloads.encode(payloads.online(self.boot, self._table, False))
        last = {self._topic("online"): offline} | self._snapshots.nothing(self._outbox.view)
        if self._config.commands:
            last[self._topic("broadcast")] = b""
        missing = {connection.publish(topic, data, qos=1, retain=True) for topic, data in last.items()}
        while missing and (left := deadline - monotonic()) > 0:
            connection.step(left)
            missing.difference_update(connection.take_acknowledged())
        connection.close()
        self.connected = False

    def _retain(self, connection: Connection, topic: str, payload: payloads.Json) -> None:
        self._keep(connection, {self._topic(topic): payloads.encode(payload)})

    def _keep(self, connection: Connection, messages: Snapshot) -> None:
        """Publish these retained messages, except those that the broker has already."""
        for topic, data in messages.items():
            if self._retained.get(topic, b"") == data:
                continue
            self._retained[topic] = data
            if self._fits(topic, data):
                connection.publish(topic, data, qos=0, retain=True)

    def _publish(self, connection: Connection, name: str, data: bytes, *, qos: int) -> int | None:
        """Send a message that the broker does not keep. Gives its id; None for one that is left out."""
        topic = self._topic(name)
        return connection.publish(topic, data, qos=qos, retain=False) if self._fits(topic, data) else None

    def _fits(self, topic: str, data: bytes) -> bool:
        """Whether the broker takes so large a message; if not, that is said."""
        size = len(topic.encode()) + len(data) + HEAD
        if self._most is not None and size > self._most:
            self._tell(Message(_TOO_LARGE, (("host", self._config.host), ("most", str(self._most)))))
            return False
        self._largest = max(self._largest, size)
        return True

    def _payload(self, event: Bulletin) -> payloads.Json:
        return payloads.event(self.boot, event, self._outbox.lost, self._snapshots.texts_of(event.game))

    def _tell(self, trouble: Message | None) -> None:
        if trouble != self.trouble:
            self.trouble = trouble
            self._noticed()

    def _topic(self, name: str) -> str:
        return f"companion/{self._table}/{name}"

    @property
    def _client_id(self) -> str:
        return f"companion-{self._table}-{self.boot[:8]}"

    @property
    def _last_will(self) -> tuple[str, bytes]:
        return self._topic("online"), payloads.encode(payloads.online(self.boot, self._table, False))
