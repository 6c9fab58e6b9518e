"""One movement of the totem before the referee."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.games.jungle.referee.claim import Claim
from companion.games.jungle.referee.evidence import Said
from companion.games.jungle.referee.meaning import Meaning, Told
from companion.games.jungle.state import State
from companion.referee.totem_record import TotemRecord
from companion.referee.view import CaseStage

NOTHING_SAID = Said()
NO_MEANING = Meaning()


@dataclass(frozen=True, slots=True)
class Case:
    """One movement. ``begun``, ``claim``, ``before``: entries of the match, who could grab, and the position
    when it was judged; None while it is held. ``arrived``: the session's clock when the record came.
    ``length``: entries of the match after what it brought; once there are more, the case is closed.
    ``settled``: people chose what it brought."""

    record: TotemRecord
    arrived: float
    length: int
    stage: CaseStage = CaseStage.HELD
    begun: int | None = None
    claim: Claim | None = None
    before: State | None = None
    said: Said = NOTHING_SAID
    told: Told | None = None
    meaning: Meaning = NO_MEANING
    applied: tuple[str, ...] = ()
    settled: bool = False

    def base_us(self, now: float) -> int:
        """The base's clock at a moment of the session's; only differences within a case matter."""
        return self.record.now_us + round((now - self.arrived) * 1e6)

    def evidence(self) -> dict[str, Any]:
        """The record with who could grab and what the table said, as evidence is written."""
        assert self.claim is not None, "a case that is held is not judged"
        row: dict[str, Any] = {
            **self.record.sensors,
            "claim": self.claim.kind,
            "seats": list(self.claim.seats),
        }
        if self.claim.kind == "duel":
            row["entitled"] = list(self.claim.entitled)
        said = self.said
        table = {
            "named": said.named,
            "announced_us": said.announced_us,
            "now_us": said.now_us,
            "appeals": dict(said.appeals),
            "answers": dict(said.answers),
            "what": said.what,
        }
        row["table"] = {key: value for key, value in table.items() if value not in (None, {})}
        return row
