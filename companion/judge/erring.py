"""What else may explain a view than lawful acts: people took acts back, or did what the rules forbid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.judge.explaining import STRONG, Explainer
from companion.judge.explanation import Explanation
from companion.judge.history import History
from companion.judge.positions import Shown, position_of
from companion.judge.scene import ViewEvidence
from companion.judge.searching import SUSPECTS, near_best
from companion.judge.tuning import Priors, whole
from companion.judge.unlawful import the_same, unlawful
from companion.rules.match import AnyMatch, EntryKind

TAKE_BACK = whole("erring.take_back")
"""Most entries that people take back by hand at once."""


def taken_back(
    explainer: Explainer, match: AnyMatch, shown: Shown, histories: Sequence[History]
) -> Iterator[History]:
    """Histories in which people took the last entries back. Entries that are not certain yet come first."""
    acting = explainer.acting
    for history in histories[:SUSPECTS]:
        for count in range(1, min(TAKE_BACK, len(history.entries)) + 1):
            if history.entries[-count].kind is EntryKind.UNDO:
                break
            left = len(history.entries) - count
            state = history.states[left - 1] if left else match.state
            yield acting.taken_back(history, position_of(match.game, state), count, committed=False)
    root = next((one for one in histories if not one.entries), None)
    if root is None:
        return
    line = match.line
    for count in range(1, min(TAKE_BACK, len(line)) + 1):
        if line[-count].number in shown.sealed:
            break
        state = line[-count - 1].state if count < len(line) else match.start
        if line[-count].entry.kind is EntryKind.CHANCE and count == 1:
            continue  # nobody puts back only what was drawn
        yield acting.taken_back(root, position_of(match.game, state), count, committed=True)


class UnlawfulSearch:
    """Looks for unlawful acts that explain a view after ``histories``, the likeliest first."""

    def __init__(
        self,
        explainer: Explainer,
        scene: ViewEvidence,
        priors: Priors,
        shown: Shown,
        histories: Sequence[History],
    ) -> None:
        self._explainer, self._scene, self._priors = explainer, scene, priors
        self._shown, self._histories = shown, histories

    def histories(self, found: Sequence[Explanation]) -> list[History]:
        """Histories with an unlawful act: after the likeliest histories, and after lawful acts of this view
        (of those ``found``) if both together explain all of it. If they do not, something else happened, for
        example a piece fell over. What is found after one history counts after every other one: none becomes
        less likely only because nobody looked."""
        parts = sorted((one for one in found if one.acts and not one.whole), key=_likely)[:SUSPECTS]
        roots = [(None, self._explainer.acting.root(history)) for history in self._histories[:SUSPECTS]]
        wrong: list[tuple[Explanation | None, History]] = []
        for like, node in (*roots, *((part, part.node) for part in parts)):
            cells = frozenset(self._scene.cells) - node.seen.keys()
            for tried in unlawful(node.history, self._scene, self._priors, self._shown, cells):
                position = node.history.position
                left = [c for c in cells - tried.handled.keys() if self._shown.tells(position, c)]
                if not node.acts or all(self._scene.changed(cell) < STRONG for cell in left):
                    wrong.append((like, self._explainer.acting.wrongly(node, tried)))
        return [*(erred for _, erred in wrong), *self._after_others(wrong)]

    def _after_others(self, wrong: Sequence[tuple[Explanation | None, History]]) -> Iterator[History]:
        """The likeliest of these unlawful acts after each of the other histories. With each comes the
        explanation whose lawful acts went before it in this view, None for none."""
        explainer = self._explainer
        stand = [one for one in wrong if one[1].tried]  # the others left nothing wrong on the table
        done = {(erred.entries, erred.tried[-1].entry) for _, erred in stand}
        for like, erred in sorted(stand, key=lambda one: -one[1].weight)[:SUSPECTS]:
            entry = erred.tried[-1].entry
            for history in near_best(self._histories):
                again = None if like is None else explainer.again(history, like)
                node = again.node if again is not None else explainer.acting.root(history)
                if (like is None) is not (again is None) or (node.history.entries, entry) in done:
                    continue
                done.add((node.history.entries, entry))
                same = the_same(node.history, entry, self._priors, self._shown)
                if same is not None:
                    yield explainer.acting.wrongly(node, same)


def _likely(explanation: Explanation) -> float:
    return -explanation.history.weight
