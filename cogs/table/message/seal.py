"""The seal of a shuffle, which members know as its code. The seal is the hash of the secret from
which the deal is computed. It is published before the deal."""

from __future__ import annotations

from typing import Final

from bot.core.model import Phase, Table
from cogs.words import _

# Translators: A code that is shown before a game, so that players can check the shuffle afterwards.

SHORT: Final = 12
"""The number of characters of a seal in a short form, which people can compare by eye."""


def short_seal(secret_hash: str) -> str:
    """Return the first characters of a seal, the published hash of the secret that decides a
    shuffle."""
    return f"`{secret_hash[:SHORT]}…`"


def sealed(secret_hash: str) -> str:
    """Return the line with the beginning of the next shuffle's seal (the published hash of its
    secret)."""
    return "-# " + _("🔒 Shuffle code: {seal}", seal=short_seal(secret_hash))


def whole_seals(table: Table) -> str:
    """Return the full seal of a table's shuffle (the published hash of the shuffle's secret).
    Members can compare this seal with the one published before. After a game, the seal of the next
    game's shuffle is added."""
    if table.phase is not Phase.OVER:
        return "-# " + _("🔒 Full shuffle code: `{seal}`", seal=table.secret_hash)
    seals = [_("🔓 This game's shuffle code: {seal}", seal=f"`{table.secret_hash}`")]
    if table.next_hash:
        seals.append(_("🔒 Next game's shuffle code: {seal}", seal=f"`{table.next_hash}`"))
    return "\n".join(f"-# {seal}" for seal in seals)
