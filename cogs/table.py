"""The table's public message, in every phase: lobby, game, result, closed. Made of a table and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord
from discord import ui

import games
from bot.model import Phase, Seat, Table
from cogs.alt_text import table_alt
from cogs.board import middle_lines, names_of, recent_lines, seat_lines, unseen_facts, waited_on_lines
from cogs.ids import in_lobby, on_table
from cogs.items import LobbyItem, TableItem
from cogs.layout import (
    DESCRIPTION,
    LABEL,
    OPTIONS,
    QUIET,
    TABLE_PICTURE,
    Block,
    clip,
    gap,
    line,
    message,
    picture,
    rows,
    short,
)
from cogs.pictured import captions_of
from cogs.words import _, counted
from cogs.words.cards import escaped
from cogs.words.game import GameWords, Names, in_words
from cogs.words.load import words_of
from games.core import Game, GameOptions, Outcome, View

MIDDLE_TEXT: Final = 900
SEATS_TEXT: Final = 1500
RECENT_TEXT: Final = 1000
OPTIONS_TEXT: Final = 600
RESULT_TEXT: Final = 1000
PROOF_TEXT: Final = 1600
"""With result and last moves clipped as they are, this is never clipped: half a header proves nothing."""
HASH_SHORT: Final = 12
"""Characters of a hash that people compare by eye."""
MEDALS: Final[Mapping[int, str]] = {1: "🥇", 2: "🥈", 3: "🥉"}


def public(table: Table, *, text_only: bool = False) -> ui.LayoutView:
    """The message as the table stands. Unless it is `text_only`, a game's message shows the file TABLE_PICTURE, which
    must be sent with it."""
    match table.phase:
        case Phase.LOBBY:
            return message(_lobby(table))
        case Phase.PLAYING:
            return message(_playing(table, text_only=text_only))
        case Phase.OVER:
            return message(_over(table))
        case _:
            return message(_shut(table), colour=QUIET)


def kind_of(table: Table) -> type[Game] | None:
    """The table's game; None when it is not installed (any more)."""
    return games.available().get(table.game)


def title_of(table: Table) -> str:
    """The game's name for people."""
    return game_title(table.game)


def game_title(name: str) -> str:
    """A game's name for people, also of one that is not installed any more."""
    kind = games.available().get(name)
    return kind.title if kind else in_words(name)


# Lobby


def _lobby(table: Table) -> list[Block]:
    kind = kind_of(table)
    seats = [_sitting(number, seat, table) for number, seat in enumerate(table.seats)]
    head = f"## {escaped(title_of(table))}"
    if table.game_number > 1:
        head = _("{head} · game {number}", head=head, number=table.game_number)
    blocks: list[Block] = [head, clip("\n".join(seats) or _("Nobody sits here yet."), SEATS_TEXT)]
    if kind is not None:
        blocks.append(clip("\n".join([*_needed(kind, table), options_line(kind, table)]), OPTIONS_TEXT))
    blocks += [_sealed(table), line()]
    if kind is not None and len(kind.Options.presets) > 1:
        blocks.append(ui.ActionRow(_presets(kind.Options, table)))
    blocks.extend(_lobby_buttons(table))
    return blocks


def _sitting(number: int, seat: Seat, table: Table) -> str:
    name = f"**{escaped(seat.name)}**"
    if seat.is_bot:
        strong = seat.strength or ""
        return _("{number}. 🤖 {name} · {strength}", number=number + 1, name=name, strength=in_words(strong).lower())
    host = _(" · host") if seat.member_id == table.host_id else ""
    taken = "".join(f" · {in_words(handicap).lower()}" for handicap in sorted(seat.handicaps))
    return f"{number + 1}. {name}{host}{taken}"


def _needed(kind: type[Game], table: Table) -> list[str]:
    least, most = kind.players[0], kind.players[-1]
    lacking = least - len(table.seats)
    if lacking > 0:
        return [counted("One more player is needed.", "{number} more players are needed.", lacking)]
    return [_("Room for {least} to {most} players.", least=least, most=most)] if len(table.seats) < most else []


def options_line(kind: type[Game], table: Table) -> str:
    """The preset's name and what differs from it, in one line."""
    line_ = _("Rules: **{preset}**", preset=preset_title(kind.Options, table.preset))
    changed = [
        f"{option_title(kind.Options, name)}: {_(kind.Options.label(name, value))}"
        for name, value in _changed(kind, table)
    ]
    return f"{line_} · {', '.join(changed)}" if changed else line_


def _changed(kind: type[Game], table: Table) -> list[tuple[str, Any]]:
    if table.preset not in kind.Options.presets:
        return list(table.options.items())
    try:
        return list(kind.Options(**table.options).changed_from(table.preset).items())
    except ValueError:  # kept by an older version of the game's options
        return list(table.options.items())


def preset_title(options: type[GameOptions], preset: str) -> str:
    """A preset's name for people."""
    return _(options.preset_titles[preset]) if preset in options.preset_titles else in_words(preset)


def option_title(options: type[GameOptions], name: str) -> str:
    """An option's name for people."""
    field = options.model_fields.get(name)
    return _(field.title) if field and field.title else in_words(name)


def _presets(options: type[GameOptions], table: Table) -> LobbyItem:
    choices = [
        discord.SelectOption(
            label=short(preset_title(options, name), LABEL), value=name, default=name == table.preset,
            description=short(_preset_changes(options, name), DESCRIPTION) or None,
        )
        for name in list(options.presets)[:OPTIONS]
    ]  # fmt: skip
    select: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=in_lobby(table.id, "preset"), placeholder=_("Rules (the host chooses)"), options=choices
    )
    return LobbyItem(select)


def _preset_changes(options: type[GameOptions], preset: str) -> str:
    changes = options.presets[preset].items()
    return ", ".join(f"{option_title(options, name)}: {_(options.label(name, value))}" for name, value in changes)


def _lobby_buttons(table: Table) -> list[Block]:
    green, grey = discord.ButtonStyle.success, discord.ButtonStyle.secondary
    bots = any(seat.is_bot for seat in table.seats)
    return [
        ui.ActionRow(
            _in_lobby(table, "join", _("Join"), green),
            _in_lobby(table, "leave", _("Leave"), grey),
            _in_lobby(table, "add-bot", _("Add bot"), grey),
            _in_lobby(table, "start", _("Start"), discord.ButtonStyle.primary),
        ),
        ui.ActionRow(
            _in_lobby(table, "options", _("Options"), grey),
            *([_in_lobby(table, "remove-bot", _("Remove bot"), grey)] if bots else []),
            _in_lobby(table, "rules", _("Rules"), grey),
        ),
    ]


def _in_lobby(table: Table, action: str, label: str, style: discord.ButtonStyle) -> LobbyItem:
    return LobbyItem(ui.Button(label=label, style=style, custom_id=in_lobby(table.id, action)))


def _sealed(table: Table) -> str:
    return "-# " + _(
        "🔒 The shuffle is sealed: {short}… in full `{hash}`",
        short=table.secret_hash[:HASH_SHORT],
        hash=table.secret_hash,
    )


# A game


def _playing(table: Table, *, text_only: bool) -> list[Block]:
    view, words = table.view(None), words_of(table.game)
    if view is None:
        return _shut(table)
    names = names_of(table, view)
    return [
        *(_in_words(table, view, words, names) if text_only else _with_picture(table, view, words, names)),
        *_recently(table, words, names),
        line(),
        *rows(
            [
                _on_table(table, "hand", _("My hand"), discord.ButtonStyle.primary),
                _on_table(table, "rules", _("Rules"), discord.ButtonStyle.secondary),
                _on_table(table, "resign", _("Resign"), discord.ButtonStyle.secondary),
            ]
        ),
    ]


def _in_words(table: Table, view: View, words: GameWords, names: Names) -> list[Block]:
    return [
        f"## {escaped(title_of(table))}\n" + clip("\n".join(middle_lines(view, words, names)), MIDDLE_TEXT),
        line(),
        clip("\n".join(seat_lines(view, words, names, table)), SEATS_TEXT),
    ]


def _with_picture(table: Table, view: View, words: GameWords, names: Names) -> list[Block]:
    head = [f"## {escaped(title_of(table))}", unseen_facts(view, words, names)]
    return [
        clip("\n".join(filter(None, head)), MIDDLE_TEXT),
        picture(TABLE_PICTURE, table_alt(view, captions_of(table, words))),
        clip("\n".join(waited_on_lines(view, names, table)), SEATS_TEXT),
    ]


def _recently(table: Table, words: GameWords, names: Names) -> list[Block]:
    lines = recent_lines(table, words, names)
    return [gap(), clip("\n".join(lines), RECENT_TEXT)] if lines else []


def _on_table(table: Table, action: str, label: str, style: discord.ButtonStyle) -> TableItem:
    return TableItem(ui.Button(label=label, style=style, custom_id=on_table(table.id, action)))


# A result


def _over(table: Table) -> list[Block]:
    view, words = table.view(None), words_of(table.game)
    names = names_of(table, view)
    head = f"## {escaped(title_of(table))} · {_('result')}"
    result = "\n".join(result_lines(table.outcome, words, names, view)) if table.outcome else ""
    return [
        f"{head}\n{clip(result, RESULT_TEXT)}",
        *_recently(table, words, names),
        line(),
        *_proof(table),
        *rows(
            [
                _on_table(table, "again", _("Again"), discord.ButtonStyle.success),
                _on_table(table, "rules", _("Rules"), discord.ButtonStyle.secondary),
            ]
        ),
    ]


def result_lines(outcome: Outcome, words: GameWords, names: Names, view: View | None) -> list[str]:
    """Who won and who lost, place by place, and the honours."""
    if outcome.kind == "void":
        return [_("This game does not count."), *_honours(outcome, words, names)]
    if outcome.kind == "draw" and len(set(outcome.ranks)) == 1:
        return [_("🤝 A draw."), *_honours(outcome, words, names)]
    places: dict[int, list[int]] = {}
    for seat, rank in enumerate(outcome.ranks):
        places.setdefault(rank, []).append(seat)
    first, last = places[min(places)], places[max(places)]
    return [
        words.headline(names.listed(first), names.listed(last), len(last) if len(places) > 1 else 0),
        *(_place(rank, seats, names, view) for rank, seats in sorted(places.items())),
        *_honours(outcome, words, names),
    ]


def _place(rank: int, seats: Sequence[int], names: Names, view: View | None) -> str:
    gone = [seat for seat in seats if view is not None and view.seats[seat].resigned]
    left = _(" ({names} left the game)", names=names.listed(gone)) if gone else ""
    return f"{MEDALS.get(rank, f'{rank}.')} {names.listed(seats)}{left}"


def _honours(outcome: Outcome, words: GameWords, names: Names) -> list[str]:
    told = []
    for honour in outcome.honours:
        name, *parts = honour.split(":")
        known = words.honours.get(name)
        told.append(known(parts, names) if known else " ".join(["🎖️", escaped(in_words(name)), *map(escaped, parts)]))
    return told


def _proof(table: Table) -> list[Block]:
    """The header that `shijo verify` reads, whole; the secret alone in the rare case that there is no room for it."""
    if table.deal_header is None:
        return []
    header = table.deal_header.strip()
    if len(header) > PROOF_TEXT:
        return ["-# " + _("🔓 The secret of this shuffle was `{secret}`", secret=table.secret or "?")]
    how = _(
        "🔓 Check the shuffle: give this to `shijo verify`. The lobby showed {short}…",
        short=table.secret_hash[:HASH_SHORT],
    )
    return [f"-# {how}\n```\n{header}\n```"]


# Neither


def _shut(table: Table) -> list[Block]:
    head = f"## {escaped(title_of(table))}"
    if table.phase is Phase.ASIDE:
        return [
            head,
            _(
                "⚠️ This table can't go on: {reason} It is kept, and the bot's owner can see why.",
                reason=_(table.reason),
            ),
        ]
    lines = [_("This table is closed."), _(table.reason)] if table.reason else [_("This table is closed.")]
    if table.outcome is not None and table.outcome.kind == "void":
        lines.append(_("The game that was being played does not count."))
    return [head, " ".join(lines)]
