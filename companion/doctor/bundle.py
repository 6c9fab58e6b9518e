"""A support bundle: what somebody who helps needs to know, without secrets, and pictures only if asked."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from companion.doctor.finding import Finding, as_json, report
from companion.locale import Texts
from companion.owner.configuration import Config, ConfigError, trials_path
from companion.program.shell import log_path
from companion.rules.files import keep_file
from vision.opencv import cv2
from vision.types import Frame

_LONGEST_LOG = 200_000
"""Bytes of the end of the log."""
_LOGIN = re.compile(r"(?<=//)[^/\s@]*@")
_SECRET = re.compile(r"""(?i)((?:password|passwd|token|secret|seed)\w*["']?\s*[=:]\s*["']?)[^\s"']+""")
"""A value ends before a quote, so that JSON stays JSON."""
_HIDDEN = "(hidden)"
_KEPT_SECTIONS = ("lamps", "strip", "totem", "buttons", "broadcast")
_PRIVATE = {"user", "password_file", "key_file", "cert_file", "ca_file"}
"""Keys of [broadcast] of which only is told that they are there."""


def write(
    path: Path, findings: Sequence[Finding], config: Config, frame: Frame | None, texts: Texts
) -> tuple[str, ...]:
    """Write a zip file; the names of what is in it. ``frame``: a picture, None to leave it out. The file is
    only for its owner to read until he hands it on. Raises OSError."""
    files: dict[str, bytes] = {
        "report.txt": _text("\n".join(report(findings, texts)) + "\n"),
        "report.json": _text(json.dumps(as_json(findings, Texts("en")), ensure_ascii=False, indent=1)),
        "configuration.json": _text(json.dumps(_settings(config), ensure_ascii=False, indent=1)),
        "companion.log": _text(_log()),
        "trials.json": _text(_trials()),
    }
    if frame is not None:
        files["picture.jpg"] = cv2.imencode(".jpg", frame.image)[1].tobytes()
    bundle = io.BytesIO()
    with ZipFile(bundle, "w", ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    path.touch(mode=0o600)
    path.chmod(0o600)
    keep_file(path, bundle.getvalue())
    return tuple(files)


def without_secrets(text: str) -> str:
    """Logins in addresses and values of what is called password, token, secret or seed are taken out."""
    return _SECRET.sub(rf"\1{_HIDDEN}", _LOGIN.sub(f"{_HIDDEN}@", text))


def _text(text: str) -> bytes:
    return without_secrets(text).encode("utf-8", "replace")


def _settings(config: Config) -> dict[str, Any]:
    """The configuration as far as it is nobody's secret."""
    sections = {name: getattr(config, name) for name in _KEPT_SECTIONS}
    return {
        "language": config.language,
        "table": config.table,
        "camera": config.camera,
        "journal": str(config.journal),
        "editions": {game: str(file) for game, file in config.editions.items()},
        **{name: _public(section) for name, section in sections.items() if section is not None},
    }


def _public(section: Mapping[str, Any]) -> dict[str, Any]:
    return {key: _HIDDEN if key in _PRIVATE else str(value) for key, value in section.items()}


def _trials() -> str:
    """Which devices work, as their owner has said on the page *Test*."""
    try:
        return trials_path().read_text(encoding="utf-8", errors="replace")
    except (OSError, ConfigError):
        return "{}"


def _log() -> str:
    try:
        data = log_path().read_bytes()
    except (OSError, ConfigError):
        return ""
    return data[-_LONGEST_LOG:].decode("utf-8", "replace")
