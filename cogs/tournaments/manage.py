"""The moderators' tools for a tournament. With them a moderator can start the tournament, decide a
fixture, or call the tournament off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord
from discord import ui

from bot.tournaments.model import Fixture, Format, Tournament, TournamentStage, Verdict
from cogs.discord.components import IN_TOURNAMENT, Item
from cogs.discord.layout import LABEL, OPTIONS, Block, message, rows, short
from cogs.tournaments.words import fixture_line, title_of, verdict_title
from cogs.words import _
from cogs.words.names import bare, escaped

RED: Final = discord.ButtonStyle.danger
GREY: Final = discord.ButtonStyle.secondary


def managing(tournament: Tournament) -> ui.LayoutView:
    """Return the message with the moderators' tools for a tournament."""
    blocks: list[Block] = [f"### {escaped(title_of(tournament.rules))}"]
    if tournament.stage in (TournamentStage.ENTRY, TournamentStage.PLAYING):
        blocks.append(
            _(
                "To remove someone, use `/tournament remove`. To give their place to "
                "someone else, use `/tournament replace`."
            )
        )
    buttons = []
    if (
        tournament.stage is TournamentStage.ENTRY
        and len(tournament.entrants) >= tournament.rules.least
    ):
        buttons.append(_button(tournament, "start", _("Start now"), discord.ButtonStyle.success))
    if tournament.stage is TournamentStage.PLAYING:
        blocks += _open_games(tournament)
    if tournament.stage in (TournamentStage.ENTRY, TournamentStage.PLAYING):
        buttons.append(_button(tournament, "off", _("Call off the tournament…"), GREY))
    elif tournament.stage is TournamentStage.OFF:
        blocks.append(_("This tournament was called off."))
    else:
        blocks.append(_("This tournament is over."))
    return message([*blocks, *rows(buttons)])


def deciding(tournament: Tournament, fixture: Fixture) -> ui.LayoutView:
    """Return the message that asks a moderator how a fixture is to be decided, with a button for
    each possible verdict."""
    which = f"{fixture.round}-{fixture.board}"
    buttons = [
        _button(
            tournament,
            "decide",
            short(verdict_title(tournament, fixture, verdict), LABEL),
            GREY,
            f"{which}-{verdict.value}",
        )
        for verdict in Verdict
        if verdict is not Verdict.DRAW or not _must_have_winner(tournament)
    ]
    asked = (
        _("Pick this match's result. The match ends here, and the deals played so far don't count.")
        if tournament.rules.duplicate
        else _(
            "Pick this game's result. Its table closes, and whatever was played there doesn't "
            "count."
        )
    )
    return message([f"{fixture_line(tournament, fixture)}\n{asked}", *rows(buttons)])


def calling_off(tournament: Tournament) -> ui.LayoutView:
    """Return the message that asks a moderator whether a tournament is really to be called off."""
    asked = (
        _("Call this tournament off? All its matches end, and nobody wins.")
        if tournament.rules.duplicate
        else _("Call this tournament off? All its tables close, and nobody wins.")
    )
    return message(
        [asked, *rows([_button(tournament, "off-yes", _("Yes, call off the tournament"), RED)])]
    )


def giving_up(tournament: Tournament) -> ui.LayoutView:
    """Return the message that asks a member whether they really want to leave a tournament that is
    being played."""
    asked = _("Leave this tournament? You'll forfeit all your unfinished games.")
    return message(
        [asked, *rows([_button(tournament, "give-up-yes", _("Yes, leave the tournament"), RED)])]
    )


def _must_have_winner(tournament: Tournament) -> bool:
    return tournament.rules.format is Format.KNOCKOUT


def _open_games(tournament: Tournament) -> list[Block]:
    """Return the selects in which a moderator picks an undecided fixture, each in a row of its own.
    The fixtures that wait for a moderator come first."""
    waiting = sorted(tournament.waiting, key=_goes_on)
    parts = [waiting[start : start + OPTIONS] for start in range(0, len(waiting), OPTIONS)]
    return [
        ui.ActionRow(_select(tournament, part, None if number == 1 else str(number)))
        for number, part in enumerate(parts, 1)
    ]


def _goes_on(fixture: Fixture) -> bool:
    return not fixture.waits


def _select(tournament: Tournament, fixtures: Sequence[Fixture], detail: str | None) -> Item:
    """Return a select with these fixtures. `detail` becomes part of the custom id. It must differ
    for each select of a message, because the custom ids must differ (None: the first select)."""
    options = [
        discord.SelectOption(
            label=short(bare(fixture_line(tournament, each)), LABEL),
            value=f"{each.round}-{each.board}",
        )
        for each in fixtures
    ]
    select: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=IN_TOURNAMENT.id(tournament.id, "which", detail),
        placeholder=_("Set a game's result…"),
        options=options,
    )
    return IN_TOURNAMENT(select)


def _button(
    tournament: Tournament,
    action: str,
    label: str,
    style: discord.ButtonStyle,
    detail: str | None = None,
) -> Item:
    custom_id = IN_TOURNAMENT.id(tournament.id, action, detail)
    return IN_TOURNAMENT(ui.Button(label=label, style=style, custom_id=custom_id))
