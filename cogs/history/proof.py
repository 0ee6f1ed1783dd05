"""The proof that a finished game was shuffled fairly, in words and as a file that the command
`shijo verify` reads."""

from __future__ import annotations

import io

import discord

from bot.core.fairness import HeaderError, Verified, verify
from bot.core.model import OpenedGame
from bot.core.played import MovesError, printed
from bot.thinking.proof import Verdict
from cogs.table.message.seal import short_seal
from cogs.words import _, counted
from cogs.words.cards import retold
from cogs.words.load import strength_title
from cogs.words.names import escaped

# Translators: The proof that a finished game's shuffle was fair.


def checked(finished: OpenedGame) -> str:
    """Return the result of checking the shuffle of a finished game, for the member who presses
    *Check the shuffle*."""
    verified = _verified(finished)
    if not isinstance(verified, Verified):
        mark = "✘" if finished.deal_header else "❔"
        return f"{mark} {verified}"
    return "\n".join(
        [
            _("✔ Fair deal: the shuffle was locked in before the first card was dealt."),
            _(
                "The lobby showed the code {short} (in full: `{hash}`). That code and the "
                "seating order decided every card.",
                short=short_seal(verified.secret_hash),
                hash=verified.secret_hash,
            ),
            "-# " + _("To check it yourself, run `shijo verify` on this file."),
        ]
    )


def players_proof(finished: OpenedGame, found: list[Verdict] | MovesError) -> str:
    """Return a line for each bot player. The line says whether the bot player made the moves that
    it had to make. `found` has the verdicts of the check. If the check was not possible, `found` is
    the error that prevented it, and the returned text says why."""
    if isinstance(found, MovesError):
        return f"❔ {retold(found.reason)}"
    names, game = finished.about.names, finished.about.game
    return "\n".join(_line(verdict, names[verdict.seat], game) for verdict in found)


def _line(verdict: Verdict, name: str, game: str) -> str:
    # Translators: A bot's moves, computed again after the game.
    told = counted(
        "**{name}** ({level}): {right} of {number} move verified.",
        "**{name}** ({level}): {right} of {number} moves verified.",
        verdict.moves,
        right=verdict.right,
        name=escaped(name),
        level=strength_title(verdict.bot.strength, game),
    )
    return f"{'🤖' if verdict.right == verdict.moves else '❌'} {told}"


def _verified(finished: OpenedGame) -> Verified | str:
    """Check a game's header (its settings, code and secret). Return the result, or the sentence
    that says why the check fails."""
    if finished.deal_header is None:
        return _("This game's rules have changed since it was played, so I can't check it here.")
    try:
        return verify(finished.deal_header)
    except HeaderError as error:
        return _("The shuffle doesn't check out. {reason}", reason=retold(error.reason))


def header_file(finished: OpenedGame) -> discord.File | None:
    """Return a text file with the header and the moves, which `shijo verify` can read. Return None
    if the deal can't be made again."""
    if finished.deal_header is None:
        return None
    about = finished.about
    name = f"{about.game}-{about.table_id}-{about.number}-shuffle.txt"
    text = f"{finished.deal_header}\n{printed(finished.played)}"
    return discord.File(io.BytesIO(text.encode()), filename=name)
