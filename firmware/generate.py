"""Writes the C header, the Python codec and the golden vectors from ``protocol.toml``.

``python firmware/generate.py`` writes them, ``--check`` only says whether they are up to date (exit status
1: no). The vectors are built here byte by byte from the description of a frame, apart from both codecs that
are tested with them.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
OUTPUTS = {
    "header": HERE / "core" / "protocol.h",
    "protocol": HERE.parent / "hardware" / "protocol.py",
    "base": HERE.parent / "hardware" / "base_messages.py",
    "host": HERE.parent / "hardware" / "host_messages.py",
    "vectors": HERE / "tests" / "vectors.txt",
}
SIZES = {"u8": 1, "u16": 2, "u32": 4, "u48": 6}
C_TYPES = {"u8": "uint8_t", "u16": "uint16_t", "u32": "uint32_t", "u48": "struct tick"}


@dataclass(frozen=True)
class Field:
    """One field of a message; ``count`` is None unless it is an array."""

    name: str
    kind: str
    count: int | None
    about: str

    @property
    def size(self) -> int:
        """Bytes in the payload."""
        return SIZES[self.kind] * (self.count or 1)


@dataclass(frozen=True)
class Message:
    """One kind of message."""

    name: str
    id: int
    sender: str
    about: str
    fields: tuple[Field, ...]

    @property
    def size(self) -> int:
        """Bytes of the payload."""
        return sum(field.size for field in self.fields)


def read_schema() -> tuple[dict[str, Any], list[Message]]:
    """The constants and the messages. Raises ValueError for a schema that cannot be."""
    data = tomllib.loads((HERE / "protocol.toml").read_text(encoding="utf-8"))
    messages = [
        Message(m["name"], m["id"], m["from"], m["about"], tuple(_field(*row) for row in m["fields"]))
        for m in data["message"]
    ]
    if [m.id for m in messages] != list(range(1, len(messages) + 1)) or len(messages) > 15:
        raise ValueError("message ids must be 1, 2, 3 ... up to 15")
    if any(m.size > data["max_payload"] for m in messages):
        raise ValueError("a message is larger than max_payload")
    return data, messages


def _field(name: str, kind: str, about: str) -> Field:
    found = re.fullmatch(r"(u8|u16|u32|u48)(?:\[(\d+)\])?", kind)
    if not found:
        raise ValueError(f"{name}: {kind} is no type")
    return Field(name, found[1], int(found[2]) if found[2] else None, about)


# the C header ----------------------------------------------------------------------------------------


def header(data: dict[str, Any], messages: list[Message]) -> Iterator[str]:
    """``core/protocol.h``."""
    yield "/* Written by generate.py from protocol.toml: change that, not this. */"
    yield "#ifndef PROTOCOL_H\n#define PROTOCOL_H\n#include <stdint.h>\n"
    for key in ("version", "max_payload", "tick_hz", "ring", "pads", "segments", "lamps"):
        suffix = "UL" if key == "tick_hz" else ""
        yield f"#define {'PROTOCOL_' if key == 'version' else ''}{key.upper()} {data[key]}{suffix}"
    yield "\n/* Ticks of timer 1: overflows of its 16 bits, and its count. */"
    yield "struct tick { uint32_t high; uint16_t low; };\n"
    for name, values in data["enums"].items():
        inner = ", ".join(f"{name.upper()}_{key} = {value}" for key, value in values.items())
        yield f"enum {name.lower()} {{ {inner} }};"
    yield f"enum message {{ {', '.join(f'MESSAGE_{m.name.upper()} = {m.id}' for m in messages)} }};\n"
    yield _C_HELPERS
    for message in messages:
        yield from _c_message(message)
    yield "/* Bytes of the payload of a kind of message, 255 for none. */"
    yield "static inline uint8_t payload_size(uint8_t type)\n{"
    sizes = ", ".join(["255", *(str(m.size) for m in messages)])
    yield f"    static const uint8_t sizes[{len(messages) + 1}] = {{ {sizes} }};"
    yield f"    return type <= {len(messages)} ? sizes[type] : 255;\n}}\n#endif"


_C_HELPERS = """\
static inline void put_u8(uint8_t **at, uint8_t v) { *(*at)++ = v; }
static inline void put_u16(uint8_t **at, uint16_t v)
{
    put_u8(at, (uint8_t)v);
    put_u8(at, (uint8_t)(v >> 8));
}
static inline void put_u32(uint8_t **at, uint32_t v)
{
    put_u16(at, (uint16_t)v);
    put_u16(at, (uint16_t)(v >> 16));
}
static inline void put_u48(uint8_t **at, struct tick v)
{
    put_u16(at, v.low);
    put_u32(at, v.high);
}
static inline uint8_t get_u8(const uint8_t **at) { return *(*at)++; }
static inline uint16_t get_u16(const uint8_t **at)
{
    uint8_t low = get_u8(at);
    return (uint16_t)(low | (uint16_t)get_u8(at) << 8);
}
static inline uint32_t get_u32(const uint8_t **at)
{
    uint16_t low = get_u16(at);
    return low | (uint32_t)get_u16(at) << 16;
}
static inline struct tick get_u48(const uint8_t **at)
{
    struct tick v;
    v.low = get_u16(at);
    v.high = get_u32(at);
    return v;
}
"""


def _c_message(message: Message) -> Iterator[str]:
    name = message.name.lower()
    if not message.fields:
        return
    yield f"/* {message.about} From the {message.sender}. */\nstruct {name} {{"
    for f in message.fields:
        array = f"[{f.count}]" if f.count else ""
        yield f"    {C_TYPES[f.kind]} {f.name}{array}; /* {f.about} */"
    yield "};"
    yield f"static inline uint8_t pack_{name}(const struct {name} *m, uint8_t *out)"
    yield "{\n    uint8_t *at = out;"
    for f in message.fields:
        yield _c_each(f, f"put_{f.kind}(&at, m->{f.name}{{}});")
    yield "    return (uint8_t)(at - out);\n}"
    yield f"static inline void unpack_{name}(struct {name} *m, const uint8_t *at)\n{{"
    for f in message.fields:
        yield _c_each(f, f"m->{f.name}{{}} = get_{f.kind}(&at);")
    yield "}\n"


def _c_each(field: Field, statement: str) -> str:
    if field.count is None:
        return "    " + statement.replace("{}", "")
    return f"    for (uint8_t i = 0; i < {field.count}; i++)\n        " + statement.replace("{}", "[i]")


# the Python codec ------------------------------------------------------------------------------------


def protocol(data: dict[str, Any], messages: list[Message]) -> Iterator[str]:
    """``hardware/protocol.py``: numbers, and which messages there are."""
    yield from _py_head("What the totem base and the host agree upon: numbers, and the kinds of messages.")
    yield "from enum import IntEnum\n"
    for sender in ("base", "host"):
        names = ", ".join(sorted(m.name for m in messages if m.sender == sender))
        yield f"from hardware.{sender}_messages import {names}"
    for key in ("version", "max_payload", "tick_hz", "ring", "pads", "segments", "lamps"):
        number = f"{data[key]:_}" if key == "tick_hz" else data[key]
        yield f"{key.upper()} = {number}"
    for name, values in data["enums"].items():
        yield f'\n\nclass {name}(IntEnum):\n    """See ``protocol.toml``."""\n'
        yield from (f"    {key} = {value}" for key, value in values.items())
    yield f"\n\nMessage = {' | '.join(m.name for m in messages)}\n"
    inner = "\n".join(f"    {m.id}: {m.name}," for m in messages)
    yield f"MESSAGES: dict[int, type[Message]] = {{\n{inner}\n}}"


def codec(sender: str, messages: list[Message]) -> Iterator[str]:
    """``hardware/base_messages.py`` or ``host_messages.py``: the messages of one end."""
    yield from _py_head(f"The messages from the {sender}, and how they are packed.")
    yield "from dataclasses import dataclass\nfrom struct import Struct\nfrom typing import ClassVar\n"
    for message in messages:
        if message.sender == sender:
            yield from _py_message(message)


def _py_head(about: str) -> Iterator[str]:
    yield f'"""{about}\n'
    yield 'Written by ``firmware/generate.py`` from ``protocol.toml``: change that, not this.\n"""\n'
    yield "from __future__ import annotations\n"


def _py_message(message: Message) -> Iterator[str]:
    yield f"\n@dataclass(frozen=True, slots=True)\nclass {message.name}:"
    yield f'    """{message.about} From the {message.sender}.'
    if message.fields:
        yield ""
        yield from (f"    ``{f.name}``: {f.about}." for f in message.fields)
        yield '    """\n'
    else:
        yield '    """\n'
    yield f"    ID: ClassVar[int] = {message.id}"
    yield f"    SIZE: ClassVar[int] = {message.size}"
    for f in message.fields:
        yield f"    {f.name}: {'int' if f.count is None else 'tuple[int, ...]'}"
    letters = {"u8": "B", "u16": "H", "u32": "I", "u48": "6s"}
    layout = "<" + "".join(f"{f.count or ''}{letters[f.kind]}" for f in message.fields)
    yield f'    _LAYOUT: ClassVar[Struct] = Struct("{layout}")\n'
    packed = ", ".join(_py_packed(f) for f in message.fields)
    yield '    def pack(self) -> bytes:\n        """The payload."""'
    yield f"        return self._LAYOUT.pack({packed})\n"
    yield f"    @classmethod\n    def unpack(cls, payload: bytes) -> {message.name}:"
    yield '        """From a payload of SIZE bytes."""'
    if not message.fields:
        yield "        cls._LAYOUT.unpack(payload)\n        return cls()\n"
        return
    yield "        v = cls._LAYOUT.unpack(payload)"
    yield f"        return cls({', '.join(_py_unpacked(message.fields))})\n"


def _py_packed(field: Field) -> str:
    if field.kind == "u48":
        return f'self.{field.name}.to_bytes(6, "little")'
    return f"self.{field.name}" if field.count is None else f"*self.{field.name}"


def _py_unpacked(fields: tuple[Field, ...]) -> Iterator[str]:
    at = 0
    for f in fields:
        if f.count is not None:
            yield f"tuple(v[{at}:{at + f.count}])"
        else:
            yield f'int.from_bytes(v[{at}], "little")' if f.kind == "u48" else f"v[{at}]"
        at += f.count or 1


# golden vectors --------------------------------------------------------------------------------------


def vectors(data: dict[str, Any], messages: list[Message]) -> Iterator[str]:
    """``tests/vectors.txt``: for every kind of message three payloads and their frames."""
    yield "# type seq payload frame (hexadecimal, - for none). Written by generate.py."
    for message in messages:
        patterns = (bytes(message.size), b"\xff" * message.size, bytes(range(1, message.size + 1)))
        for seq, payload in enumerate(dict.fromkeys(patterns)):
            content = bytes([message.size, data["version"] << 4 | message.id, seq]) + payload
            frame = _cobs(content + _crc(content).to_bytes(2, "little")) + b"\0"
            yield f"{message.id:x} {seq:x} {payload.hex() or '-'} {frame.hex()}"


def _crc(content: bytes) -> int:
    """CRC-16/CCITT-FALSE as a division of polynomials, on one long integer."""
    bits = len(content) * 8
    rest = (int.from_bytes(content, "big") << 16) ^ (0xFFFF << bits)
    for place in range(bits - 1, -1, -1):
        if rest >> (place + 16) & 1:
            rest ^= 0x11021 << place
    return rest


def _cobs(content: bytes) -> bytes:
    """Frames are shorter than 254 bytes, so every block ends at a zero."""
    return b"".join(bytes([len(block) + 1]) + block for block in content.split(b"\0"))


# ------------------------------------------------------------------------------------------------------


def main() -> int:
    """Write all outputs, or check them."""
    data, messages = read_schema()
    stale = []
    writers = {
        "header": lambda: header(data, messages),
        "protocol": lambda: protocol(data, messages),
        "base": lambda: codec("base", messages),
        "host": lambda: codec("host", messages),
        "vectors": lambda: vectors(data, messages),
    }
    for name, path in OUTPUTS.items():
        text = "\n".join(writers[name]()) + "\n"
        if path.suffix == ".py":
            text = _formatted(text)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(str(path.relative_to(HERE.parent)))
            if "--check" not in sys.argv:
                path.write_text(text, encoding="utf-8")
    for path_text in stale:
        print(f"{path_text} {'is not up to date' if '--check' in sys.argv else 'written'}")
    return 1 if stale and "--check" in sys.argv else 0


def _formatted(text: str) -> str:
    import subprocess

    ruff = [str(Path(sys.executable).with_name("ruff")), "format", "--line-length", "110", "-"]
    return subprocess.run(ruff, input=text, capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    raise SystemExit(main())
