"""Texts with something wrong in them, made from right ones."""

from __future__ import annotations

import resource
from random import Random

ODD = [
    *("\0", "\ufeff", "²", "٣", "é", "\u2028", "\x1b[31m", "𝟘", "\\u0000", '"', "'''", "=", "#", "\t", "\r"),
    *("-1", "1e999", "nan", "true", "1979-05-27", "a.b.c", "[[]]", "{}", "\n\n", " "),
    *("9" * 5000, "[" * 300, "{" * 50, "0x" + "f" * 300, "x" * 3000),
]


def damaged(rng: Random, text: str) -> str:
    """The text after one to four small accidents."""
    for _ in range(rng.randint(1, 4)):
        start = rng.randint(0, len(text))
        end = min(len(text), start + rng.choice((0, 1, 1, 3, 10, 40)))
        match rng.randrange(5):
            case 0:
                text = text[:start] + text[end:]
            case 1:
                text = text[:start] + rng.choice(ODD) + text[end:]
            case 2:
                text = text[:end] + text[start:]
            case 3:
                words = text.split(" ")
                words[rng.randrange(len(words))] = rng.choice((rng.choice(words), rng.choice(ODD)))
                text = " ".join(words)
            case 4:
                lines = text.split("\n")
                lines.insert(rng.randint(0, len(lines)), rng.choice(lines))
                text = "\n".join(lines)
    return text


def memory() -> int:
    """The most that this process has held so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
