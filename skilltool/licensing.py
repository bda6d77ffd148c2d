"""What the text of a `license` field says: an SPDX expression or free text. Door to packaging."""

from __future__ import annotations

import re

_FILLING = frozenset({"the", "license", "licence", "version", "v"})


def spdx_expression(text: str) -> str:
    """The text as an SPDX license expression in its usual spelling; empty where it is none.

    Letter case does not count: `mit or apache-2.0` is `MIT OR Apache-2.0`.
    Source: https://spdx.github.io/spdx-spec/v3.0.1/annexes/spdx-license-expressions/
    """
    from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression

    try:
        return canonicalize_license_expression(text)
    except InvalidLicenseExpression:
        return ""


def suggest_expression(text: str) -> str:
    """The SPDX identifier that a free text means, as `Apache License 2` does; else empty."""
    words = re.findall(r"[a-z]+|\d+(?:\.\d+)*", text.lower())
    joined = "-".join(word for word in words if word not in _FILLING)
    return spdx_expression(joined) or spdx_expression(f"{joined}.0")
