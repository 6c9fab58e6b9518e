"""Certificates that do not fit the clock: a machine without a battery for its clock wakes up in the past."""

from __future__ import annotations

import ssl

_DATES = frozenset({9, 10})
"""What OpenSSL says of a certificate that is not valid yet, or not any more (X509_V_ERR_CERT_NOT_YET_VALID,
X509_V_ERR_CERT_HAS_EXPIRED)."""


def out_of_time(error: BaseException) -> bool:
    """Whether a certificate was refused because of its dates."""
    return isinstance(error, ssl.SSLCertVerificationError) and error.verify_code in _DATES
