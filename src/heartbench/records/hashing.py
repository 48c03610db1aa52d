"""Content addresses: one canonical way from values to a short hash."""

from __future__ import annotations

import hashlib
import json

KEY_LENGTH = 40
"""Hexadecimal characters of a key (160 bits of BLAKE2b)."""

# Made once: json.dumps would make an encoder per call, and a plan hashes a hundred thousand keys.
_ENCODE = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode


def digest(kind: str, value: object) -> str:
    """Hash of a JSON-like value; ``kind`` keeps hashes of different things apart.

    Keys are sorted, text is hashed as it is (no normalisation), lone surrogates included.
    """
    body = _ENCODE([kind, value])
    return hashlib.blake2b(body.encode("utf-8", "surrogatepass"), digest_size=KEY_LENGTH // 2).hexdigest()


def text_digest(text: str) -> str:
    """Hash of one text, as answers and prompts are addressed by."""
    return digest("text", text)
