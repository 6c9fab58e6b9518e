"""Connecting to a network camera: its login, where it redirects us, and why there is nothing to see."""

from __future__ import annotations

import re
import socket
import ssl
from collections.abc import Iterator
from http.client import HTTPException, RemoteDisconnected
from urllib.parse import SplitResult, unquote, urljoin, urlsplit

import requests
from requests.auth import AuthBase, HTTPBasicAuth, HTTPDigestAuth
from requests.utils import parse_dict_header

from vision.certificates import out_of_time
from vision.types import N_, SourceError

MOST_REDIRECTS = 3
_ALGORITHMS = frozenset({"MD5", "MD5-SESS", "SHA", "SHA-256", "SHA-512"})
"""The algorithms of Digest that requests knows."""

_ABSENT = N_("The network camera does not answer: check its address and that it is switched on.")
_UNKNOWN = N_(
    "The network camera's name cannot be found: check it, or write its IP address (such as 192.168.0.20)."
)
_NOBODY = N_(
    "The network camera's address refuses the connection: check its port, the number after the colon."
)
_SLOW = N_("The network camera does not answer in time: check its address and that it is switched on.")
_NOT_VOUCHED = N_(
    "The network camera shows a certificate that is not trusted: write http instead of https,"
    " or install its certificate on this computer."
)
_NOT_NOW = N_(
    "The network camera's certificate is not valid at this computer's time: check the clock here, then the"
    " certificate's dates."
)
_NO_TLS = N_("The network camera does not offer https at this port: write http instead, or another port.")
_NOT_WEB = N_(
    "What answers at the network camera's address is no web server: check its port, the number after"
    " the colon."
)
_LOGIN_WANTED = N_("The network camera wants a login: write its address as http://USER:PASSWORD@ADDRESS.")
_LOGIN_WRONG = N_("The network camera refuses this user and password: check both in its address.")
_LOGIN_STRANGE = N_(
    "The network camera wants a login of a kind that is not known here: choose Basic or Digest"
    " in its settings."
)
_FORBIDDEN = N_("The network camera does not show its pictures to this user: give the user that right there.")
_NOT_FOUND = N_("The network camera has no pictures at this path: look up the path of its MJPEG video.")
_BUSY = N_("The network camera is busy: close other programs that use it; this program keeps trying.")
_REFUSED = N_("The network camera does not accept this address: look up the path of its MJPEG video.")
_BROKEN = N_("The network camera reports a fault of its own: switch it off and on again.")
_MOVED = N_(
    "The network camera redirects to another address: open its address in a browser and copy the"
    " one that the browser then shows."
)
_ROUND = N_("The network camera redirects again and again: look up the path of its MJPEG video.")

_STATUS = {403: _FORBIDDEN, 404: _NOT_FOUND, 410: _NOT_FOUND, 429: _BUSY, 503: _BUSY}


def split(url: str, schemes: tuple[str, ...] = ("http", "https")) -> SplitResult:
    """The parts of a camera's address. Raises SourceError if it cannot be one."""
    try:
        parts = urlsplit(url)
        good = bool(parts.hostname) and parts.port != 0 and parts.scheme in schemes
        (parts.hostname or "").encode("idna")
    except ValueError:  # UnicodeError is one
        good = False
    if not good or not url.isascii() or any(c.isspace() or not c.isprintable() for c in url):
        raise SourceError(
            N_("This is not the address of a network camera: {address}"), address=_without_login(url)
        )
    return parts


def call(url: str, accept: str, patience: float) -> requests.Response:
    """Ask the camera for its pictures: its answer of status 200, the body unread. ``patience``: seconds
    without a byte after which it is given up. Raises SourceError."""
    parts = split(url)
    with requests.Session() as session:
        session.trust_env = False  # no proxy, and no password but the one in the address
        paths = ssl.get_default_verify_paths()
        session.verify = paths.cafile or paths.capath or True
        session.headers["Accept"] = accept
        try:
            return _answer(session, parts, patience)
        except requests.RequestException as error:
            raise SourceError(reason(error)) from error
        except ValueError as error:  # requests looks where a camera redirects us, and that may be no address
            raise SourceError(_REFUSED) from error


def _answer(session: requests.Session, parts: SplitResult, patience: float) -> requests.Response:
    address, auth, redirects = _address(parts), None, 0
    while True:
        answer = session.get(address, auth=auth, stream=True, allow_redirects=False, timeout=patience)
        if answer.status_code == 200:
            return answer
        answer.close()
        if answer.status_code == 401 and auth is None and parts.username is not None:
            auth = _login(parts, answer.headers.get("WWW-Authenticate", ""))
        elif answer.is_redirect:
            redirects += 1
            address = _next(address, answer.headers["Location"], redirects)
        else:
            raise _refusal(answer.status_code, parts.username is not None)


def _login(parts: SplitResult, wanted: str) -> AuthBase:
    """The login: Digest rather than Basic, which shows the password to everybody on the way."""
    user, password = (unquote(text or "").encode() for text in (parts.username, parts.password))
    fields = re.sub(r"digest\s+", "", wanted, count=1, flags=re.IGNORECASE)
    challenge: dict[str, str | None] = parse_dict_header(fields)  # type: ignore[no-untyped-call]
    known = (challenge.get("algorithm") or "MD5").upper() in _ALGORITHMS
    if "digest" in wanted.lower() and known and challenge.get("realm") and challenge.get("nonce"):
        return HTTPDigestAuth(user.decode(), password.decode())
    if "basic" in wanted.lower():
        return HTTPBasicAuth(user, password)
    raise SourceError(_LOGIN_STRANGE)


def _next(address: str, location: str, redirects: int) -> str:
    """Where the camera redirects us: only to itself, and never from an encrypted to an open connection."""
    try:
        here, there = urlsplit(address), split(urljoin(address, location))
    except (ValueError, SourceError) as error:  # no address at all, or of a file
        raise SourceError(_REFUSED) from error
    if here.hostname != there.hostname or (here.scheme, there.scheme) == ("https", "http"):
        raise SourceError(_MOVED)
    if redirects > MOST_REDIRECTS:
        raise SourceError(_ROUND)
    return _address(there)


def _refusal(status: int, named: bool) -> SourceError:
    if status == 401:
        return SourceError(_LOGIN_WRONG if named else _LOGIN_WANTED)
    if status in _STATUS:
        return SourceError(_STATUS[status])
    return SourceError(_BROKEN if status >= 500 else _REFUSED)


def _address(parts: SplitResult) -> str:
    """The address without login and fragment, which are not sent."""
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], fragment="").geturl()


def _without_login(url: str) -> str:
    start, mark, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    return f"{start}{mark}{host.rpartition('@')[2]}{slash}{path}"[:200]


def reason(error: BaseException) -> str:
    """A key of gettext: the sentence for the cause at the bottom of an error."""
    causes = list(_causes(error))
    if any(map(out_of_time, causes)):
        return _NOT_NOW
    for kind, sentence in _CAUSES:
        if any(isinstance(cause, kind) for cause in causes):
            return sentence
    return _ABSENT


_CAUSES: tuple[tuple[type[BaseException], str], ...] = (
    (ssl.SSLCertVerificationError, _NOT_VOUCHED),
    (ssl.SSLError, _NO_TLS),
    (socket.gaierror, _UNKNOWN),
    (ConnectionRefusedError, _NOBODY),
    (TimeoutError, _SLOW),
    (requests.Timeout, _SLOW),
    (RemoteDisconnected, _ABSENT),
    (HTTPException, _NOT_WEB),
)


def _causes(error: BaseException) -> Iterator[BaseException]:
    at: BaseException | None = error
    while at is not None:
        yield at
        at = at.__cause__ or at.__context__
