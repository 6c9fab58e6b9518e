"""Who took the totem, and was it fair: movements of its base become cases, verdicts and entries."""

from companion.games.jungle.referee.score import DuelScore
from companion.games.jungle.referee.totem import JungleTotem

TOTEM = JungleTotem()
SCORE = DuelScore
