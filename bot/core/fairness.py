"""Deals that anyone can check. The words used here are the secret (random bytes), its hash (shown
before the deal), the seed (from which the cards are shuffled) and the header (the lines of text
that prove a deal afterwards).

Before a game, the lobby shows the SHA-256 of a secret. The game's seed is the SHA-256 of the secret
followed by the ids of the interactions by which the members sat down and the host pressed Start.

The bot can't choose the deal, because it must show the hash of the secret before it knows the ids.
No member can choose the deal, because no member knows the secret. After the game the secret is
shown, so that everybody can compute the deal again."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from bot.core.played import split
from games.core import Game
from games.errors import GameError, ReadableError
from games.record import FIRST_LINE as RECORD_FIRST_LINE
from games.record import Header, Record, dumps, loads
from games.shuffle import Stream

SECRET_LENGTH: Final = 32
"""The length of a secret in bytes."""

FIRST_LINE: Final = "shijo deal 1"
_OWN_KEYS: Final = ("joined", "secret-hash", "secret", "deal", "digest")


class HeaderError(ReadableError, ValueError):
    """Raised when the header of a game (the text that proves its deal) can't be read, or doesn't
    prove the deal."""


@dataclass(frozen=True, slots=True)
class Verified:
    """The result of a successful check of a deal: the game's header, the secret and the SHA-256 of
    the secret. The reader must compare this SHA-256 with the one that the lobby showed before the
    game."""

    header: Header
    secret_hash: str
    secret: bytes

    def __str__(self) -> str:
        return (
            f"True: this deal of {self.header.game} for {self.header.seats} follows from the "
            f"secret and who joined. "
            f"Compare one thing by eye: before the game, the lobby must have shown the hash "
            f"{self.secret_hash}"
        )


def hash_of(secret: bytes) -> str:
    """Return the hash of a secret as a lobby shows it: SHA-256 in hexadecimal."""
    return sha256(secret).hexdigest()


def seed_of(secret: bytes, joined: Iterable[int]) -> bytes:
    """Return the seed of a game: the SHA-256 of the secret followed by the ids in `joined`. Each id
    has eight bytes in big-endian order. First come the ids of the interactions by which the members
    sat down, in the order of their seats. The last id is that of the host's press on Start."""
    return sha256(secret + b"".join(number.to_bytes(8, "big") for number in joined)).digest()


def player_chance(secret: bytes, seq: int, seat: int) -> Stream:
    """Return the source of random numbers for the bot player that makes move number `seq` at
    `seat`.

    These numbers are computed from the secret and not from the seed, so that they say nothing about
    the deal. After the game, when the secret is public, anyone can compute the same numbers and
    check the bot players' moves."""
    return Stream(
        sha256(b"player" + secret + seq.to_bytes(4, "big") + seat.to_bytes(4, "big")).digest()
    )


def printed_header(header: Header, secret: bytes, joined: Iterable[int]) -> str:
    """Return the header of a finished game as the text that `verify` checks. The text reveals the
    whole deal. `joined` has the ids of the interactions from which the seed was made: the presses
    by which members sat down, and the host's press on Start. Raises RecordError when the installed
    rules can't deal this game."""
    lines = [FIRST_LINE, *_deal_lines(header)]
    lines.append("joined " + " ".join(str(number) for number in joined))
    lines.append(f"secret-hash {hash_of(secret)}")
    lines.append(f"secret {secret.hex()}")
    lines.append(f"deal {_digest_of_deal(header.deal())}")
    lines.append(f"digest {_digest(lines)}")
    return "\n".join(lines) + "\n"


def verify(text: str) -> Verified:
    """Check the header of a game as printed by `printed_header`: that no line was changed, and that
    secret, seed and deal belong together.

    Blank lines and spaces at the ends of lines are ignored, because a header is copied from a
    message. The moves that follow the header (bot.core.played) are not checked. Raises HeaderError
    with the reason when something is wrong, or when the game is not installed in that version."""
    own, _ = split(text.replace("```", ""))
    lines = [line for line in (raw.strip() for raw in own.splitlines()) if line]
    if not lines or lines[0] != FIRST_LINE:
        raise HeaderError("This is no header: its first line is not “{first}”.", first=FIRST_LINE)
    values = _values(lines)
    if values["digest"] != _digest(lines[:-1]) or lines[-1] != f"digest {values['digest']}":
        raise HeaderError(
            "Refused: the lines were changed; they don't agree with the digest in the last one."
        )
    header, secret, joined = _read(lines, values)
    if hash_of(secret) != values["secret-hash"]:
        raise HeaderError("Refused: the secret does not have the hash that is given for it.")
    if seed_of(secret, joined) != header.seed:
        raise HeaderError("Refused: the seed does not follow from the secret and the joins.")
    try:
        printed = printed_header(header, secret, joined)
    except GameError as error:
        raise HeaderError("It can't be checked here: {reason}", reason=error.reason) from error
    # Rules are written for headers that were dealt once, and may fail in any way at one that was
    # made up.
    except Exception as error:
        raise HeaderError(
            "It can't be checked here: the deal fails ({reason}).", reason=repr(error)
        ) from error
    if printed.splitlines() != lines:
        raise HeaderError("Refused: these options and this seed do not give this deal.")
    return Verified(header, values["secret-hash"], secret)


def _values(lines: list[str]) -> dict[str, str]:
    pairs = [line.partition(" ") for line in lines[1:]]
    values = {key: value for key, _, value in pairs}
    missing = [key for key in _OWN_KEYS if key not in values]
    if missing or len(values) < len(pairs):
        raise HeaderError(
            "Refused: the header lacks {keys}.",
            keys=", ".join(missing) or "nothing, but says things twice",
        )
    return values


def _read(lines: list[str], values: dict[str, str]) -> tuple[Header, bytes, list[int]]:
    record = [line for line in lines[1:] if line.partition(" ")[0] not in _OWN_KEYS]
    try:
        header = loads("\n".join([RECORD_FIRST_LINE, *record, ""])).header
        joined = [int(number) for number in values["joined"].split()]
        seed_of(b"", joined)
        return header, bytes.fromhex(values["secret"]), joined
    except (ValueError, OverflowError) as error:
        raise HeaderError("The header can't be read: {reason}", reason=str(error)) from error


def _deal_lines(header: Header) -> list[str]:
    """Return the lines that describe the deal in the text of `printed_header`. They are the lines
    of a game's record without moves, except the record's first line."""
    return [line for line in dumps(Record(header)).splitlines()[1:] if line]


def _digest_of_deal(game: Game) -> str:
    position = json.dumps(game.position(), sort_keys=True, separators=(",", ":"))
    return sha256(position.encode()).hexdigest()


def _digest(lines: list[str]) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()
