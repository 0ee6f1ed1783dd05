"""The message about an evening (games that followed each other in a server without a long break):
its picture, or the same in words."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from typing import Final
from zoneinfo import ZoneInfo

import discord

from bot.evenings.model import TURN, Evening
from bot.evenings.summary import OddFact, Oddity, Summary, summary_of
from bot.pictures.evening import EveningCard, Honour, Line, Player, evening_picture
from cogs.discord.components import Item
from cogs.discord.layout import Block, clip, message, picture, rows
from cogs.edits.answers import Drawn, png_or_none
from cogs.table.message.alt_text import clipped
from cogs.words import _, counted, in_context
from cogs.words.figures import score, share, short_day
from cogs.words.game import game_title
from cogs.words.names import NAMELESS, escaped, tidy
from games.analysis import FULL

# Translators: In the picture that sums up an evening of games.

FILE: Final = "evening.png"
TEXT: Final = 3000


async def evening_message(
    evening: Evening,
    zone: ZoneInfo,
    buttons: Sequence[Item] = (),
    *,
    text_only: bool,
    mark: int | None = None,
) -> Drawn:
    """Draw the message of an evening, with the `buttons` below. With `text_only`, the message has
    words instead of a picture. `zone` is the server's time zone, in which the evening's date is
    told. `mark` is a number by which the message can be found in its channel."""
    summary, moment = summary_of(evening), evening.began.astimezone(zone)
    day = short_day(moment - timedelta(hours=TURN))
    card = evening_card(summary, day, tidy)
    png = None if text_only else await png_or_none(partial(evening_picture, card), "an evening")
    if png is None:
        words = _in_words(evening_card(summary, day, escaped))
        return Drawn(message([words, *rows(buttons)], mark=mark))
    shown: list[Block] = [picture(FILE, spoken(card)), *rows(buttons)]
    return Drawn(message(shown, mark=mark), (discord.File(io.BytesIO(png), FILE),))


def evening_card(summary: Summary, day: str, called: Callable[[str], str]) -> EveningCard:
    """Return what the picture of an evening shows, in words. `day` is the evening's date, and
    `called` turns a stored name of a player into a readable one."""

    def name(stored: str) -> str:
        return called(stored or NAMELESS)

    games = counted("{number} game", "{number} games", summary.games)
    people = counted("{number} player", "{number} players", len(summary.guests))
    players = tuple(
        Player(name(each.name), counted("{number} win", "{number} wins", each.won))
        for each in summary.guests
    )
    return EveningCard(
        _("The evening of {day}", day=day),
        f"{games} · {people} · {duration(summary.took)}",
        players,
        tuple(_honours(summary)),
        tuple(_lines(summary, name)),
    )


def duration(took: timedelta) -> str:
    """Return a duration in words, in whole minutes."""
    hours, minutes = divmod(round(took.total_seconds() / 60), 60)
    if hours:
        return in_context("a time", "{hours} h {minutes} min", hours=hours, minutes=minutes)
    return in_context("a time", "{minutes} min", minutes=minutes or 1)


def _honours(summary: Summary) -> list[Honour]:
    honours = []
    if summary.best is not None:
        told = counted(
            "Won {won} of {number} game",
            "Won {won} of {number} games",
            summary.best.games,
            won=summary.best.won,
        )
        place = summary.guests.index(summary.best)
        honours.append(Honour(_("Player of the night"), place, told))
    if summary.fool is not None:
        told = counted(
            "Lost {lost} of {number} game",
            "Lost {lost} of {number} games",
            summary.fool.games,
            lost=summary.fool.lost,
        )
        place = summary.guests.index(summary.fool)
        honours.append(Honour(_("Fool of the night"), place, told, is_fool=True))
    return honours


def _lines(summary: Summary, name: Callable[[str], str]) -> list[Line]:
    lines = []
    if summary.comeback is not None:
        back = summary.comeback
        told = _(
            "{name} won a game of {game} after their chances fell to {chance}.",
            name=name(back.guest.name),
            chance=share(back.chance * 100 / FULL),
            game=game_title(back.game),
        )
        lines.append(Line("flame", _("Comeback of the night"), told))
    if summary.duel is not None:
        one, other = summary.duel.one, summary.duel.other
        told = f"{name(one.name)} {score(*summary.duel.score)} {name(other.name)}"
        lines.append(Line("hands", _("Head to head"), told))
    longest = f"{game_title(summary.longest.result.game)}, {duration(summary.longest.took)}"
    lines.append(Line("chair", _("Longest game"), longest))
    lines.append(Line("eye", _("Fun fact"), _odd(summary.odd, name)))
    return lines


def _odd(fact: OddFact, name: Callable[[str], str]) -> str:
    match fact.kind:
        case Oddity.SHARED:
            return counted(
                "{number} player won at least one game.",
                "Each of the {number} players won at least one game.",
                fact.number,
            )
        case Oddity.ROW:
            return counted(
                "{name} won {number} game.",
                "{name} won {number} games in a row.",
                fact.number,
                name=name("" if fact.guest is None else fact.guest.name),
            )
        case Oddity.BOTS:
            return counted(
                "The bots won {number} game.", "The bots won {number} games.", fact.number
            )
        case Oddity.QUICK:
            return counted(
                "The quickest game of {game} took {number} move.",
                "The quickest game of {game} took {number} moves.",
                fact.number,
                game=game_title(fact.game),
            )


def _told(card: EveningCard) -> list[str]:
    """Return everything that the picture of an evening shows, in sentences."""
    honours = ((each.title, card.players[each.player].name, each.told) for each in card.honours)
    return [
        *(f"{title}: {name}, {told}" for title, name, told in honours),
        *(f"{each.heading}: {each.told}" for each in card.lines),
        ", ".join(f"{each.name} {each.told}" for each in card.players),
    ]


def spoken(card: EveningCard) -> str:
    """Return the alt text of the picture of an evening."""
    return clipped([card.title, card.subtitle, *_told(card)])


def _in_words(card: EveningCard) -> str:
    *facts, players = _told(card)
    lines = [f"## 🌙 {card.title}", f"-# {card.subtitle}", *(f"- {each}" for each in facts)]
    return clip("\n".join([*lines, f"-# {players}"]), TEXT)
