"""Messages about the analysis of a finished game: a message with the whole analysis, and the
section about the analysis in the message of a replay."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import discord
from discord import ui
from discord.utils import format_dt

from bot.core.model import Happening, OpenedGame
from bot.pictures.chances import FIGURES, Course, chances_picture
from cogs.discord.components import IN_REPLAY, Item
from cogs.discord.layout import (
    OPTION_LABEL,
    OPTIONS,
    Block,
    clip,
    line,
    message,
    picture,
    rows,
    short,
)
from cogs.edits.answers import Drawn, png_or_none
from cogs.table.hand.offer import move_label
from cogs.table.message.alt_text import clipped
from cogs.table.message.story import happening_line
from cogs.words import _, counted
from cogs.words.figures import share
from cogs.words.game import GameWords, game_title
from cogs.words.load import words_of
from cogs.words.names import NAMELESS, bare
from cogs.words.seats import Names
from games.analysis import FULL, Analysis, Decision, Judgement
from games.analysis.line import LineMove
from games.moves import Move

# Translators: In the analysis of a finished game.

FILE: Final = "chances.png"
TOLD: Final = 8
"""The most mistakes in the text of the message. The message's select has up to `OPTIONS` mistakes,
and the replay has all of them."""
PROOF: Final = "★"
MISTAKE: Final = "❌"
SEATS_TEXT: Final = 900
MISTAKES_TEXT: Final = 2400


async def analysis_message(
    finished: OpenedGame, analysis: Analysis, me: int | None = None, *, text_only: bool = False
) -> Drawn:
    """Draw the message that shows an analysis, with the chart of the players' chances unless
    `text_only`. `me` is the reader's seat, or None if the reader didn't play."""
    about, names = finished.about, names_in(finished, me)
    words = words_of(about.game).at(names)
    courses = courses_of(analysis, names)
    png = None if text_only or not courses else await _drawn(courses, len(finished.record.steps))
    chart: Block = spoken(courses) if png is None else picture(FILE, spoken(courses))
    head = _("{game} · analysis", game=game_title(about.game))
    seats = "\n".join(_seat(analysis, seat, names) for seat in range(analysis.seats))
    blocks: list[Block] = [
        f"## {head}\n-# {format_dt(about.ended_at, 'f')}",
        clip(seats, SEATS_TEXT),
        chart,
        line(),
        clip(_mistakes(analysis, words, names), MISTAKES_TEXT),
        _legend(),
        *_ways(finished, analysis, words, names),
    ]
    files = () if png is None else (discord.File(io.BytesIO(png), FILE),)
    return Drawn(message(blocks), files)


def progress_message(finished: OpenedGame, progress: tuple[int, int] | None) -> ui.LayoutView:
    """Return the message that is shown while a game is being analysed. `progress` is the number of
    decisions judged so far and the number of all decisions. It is None while these numbers aren't
    known."""
    told = _("🔍 Your analysis starts in a moment…")
    if progress is not None:
        done, total = progress
        told = _("🔍 Analysing… {done} of {total} moves", done=done, total=total)
    return message([f"## {game_title(finished.about.game)}\n{told}"])


def names_in(finished: OpenedGame, me: int | None = None) -> Names:
    """Return the names of a finished game's players by seat. `me` is the seat in which the reader
    sat (None: the reader didn't play)."""
    sides = tuple(seat.side for seat in finished.record.header.deal().view(None).seats)
    return Names(tuple(player.name for player in finished.about.players), me, sides)


def courses_of(analysis: Analysis, names: Names) -> list[Course]:
    """Return the lines of the chart of chances: a Course for each seat that made a decision. A
    point of a Course is the step of a decision and the seat's chance before the decision, in per
    cent. A mistake gets a second point, with the chance that remained after the mistake."""
    courses = []
    for seat, name in enumerate(names.names):
        own = [each for each in analysis.decisions if each.seat == seat]
        points: list[tuple[int, float]] = []
        for each in own:
            points.append((each.step, _percent(each.known.before)))
            if each.is_mistake:
                points.append((each.step + 1, _percent(each.known.after)))
        mistakes = frozenset(each.step for each in own if each.is_mistake)
        if points:
            called = _("You") if seat == names.me else name or NAMELESS
            courses.append(Course(called, points, mistakes))
    return courses


async def _drawn(courses: Sequence[Course], last: int) -> bytes | None:
    shares = {figure: share(figure) for figure in FIGURES}
    return await png_or_none(partial(chances_picture, courses, last, shares), "chances")


def spoken(courses: Sequence[Course]) -> str:
    """Return the alt text of the chart of chances. For each player, the text tells the first, the
    last, the lowest and the highest chance, and the number of mistakes."""
    return clipped([_("Each player's chances during the game"), *map(_spoken, courses)])


def _spoken(course: Course) -> str:
    chances = [chance for _step, chance in course.points]
    # Translators: A player's chances, for a chart that is read aloud.
    return _(
        "{name}: {first} at the start, {last} at the end, lowest {least}, "
        "highest {most} ({mistakes})",
        name=" ".join(course.name.split()),
        first=share(chances[0]),
        last=share(chances[-1]),
        least=share(min(chances)),
        most=share(max(chances)),
        mistakes=_number(len(course.mistakes)),
    )


def _number(mistakes: int) -> str:
    return counted("{number} mistake", "{number} mistakes", mistakes)


def _seat(analysis: Analysis, seat: int, names: Names) -> str:
    accuracy = analysis.accuracy(seat)
    if accuracy is None:
        if seat == names.me:
            return _("You had no decisions to make")
        return _("{name} had no decisions to make", name=names[seat])
    mistakes = sum(each.seat == seat for each in analysis.mistakes)
    # Translators: How well a player played: a percentage, and a number of mistakes.
    return _(
        "{name}: {accuracy} accuracy, {mistakes}",
        name=names.label(seat),
        accuracy=share(accuracy),
        mistakes=_number(mistakes),
    )


def _mistakes(analysis: Analysis, words: GameWords, names: Names) -> str:
    """Return a text with the worst mistakes of the game, `TOLD` at most: the mistakes that lowered
    a player's chance the most. Each mistake has a line, in the order of the game. If there were
    more mistakes, the last line says how many more. If there was no mistake, the text says so."""
    if not analysis.mistakes:
        return _("Nobody made a mistake.")
    lines = [
        # Translators: A mistake in a list: the step of the replay, and what was chosen there.
        _("**Step {step}** {mistake}", step=each.step, mistake=mistake_text(each, words, names))
        for each in _gravest(analysis, TOLD)
    ]
    more = len(analysis.mistakes) - len(lines)
    if more:
        # Translators: The end of a list of mistakes.
        lines.append("-# " + counted("and {number} more", "and {number} more", more))
    return "\n".join(lines)


def _gravest(analysis: Analysis, most: int) -> list[Decision]:
    """Return the worst mistakes of the game, which lowered a player's chance by the greatest
    amounts. There are at most `most` of them, in the order of the game."""
    gravest = sorted(analysis.mistakes, key=lambda each: -each.known.loss)[:most]
    return sorted(gravest, key=lambda each: each.step)


def mistake_text(decision: Decision, words: GameWords, names: Names) -> str:
    """Return the text about a mistake: the move that was made, the move that would have been
    better, and the chances before and after the mistake."""
    played = move_label(Move.parse(decision.move), words)
    best = move_label(Move.parse(decision.known.best), words)
    if decision.seat == names.me:
        told = _("You chose “{played}”. **{best}** was better.", played=played, best=best)
    else:
        told = _(
            "{name} chose “{played}”. **{best}** was better.",
            name=names[decision.seat],
            played=played,
            best=best,
        )
    # Translators: A player's chances before and after a move, if they had seen all cards.
    opened = _("with all the cards face up: {chances}", chances=_change(decision.opened))
    return f"{told}\n-# {_change(decision.known)} · {opened}"


def _change(judged: Judgement) -> str:
    """Return the chances before and after a mistake as text, such as `72% → 45% ★`. The star means
    that the chances are proven and not estimated."""
    return f"{share(_percent(judged.before))} → {share(_percent(judged.after))}" + (
        f" {PROOF}" if judged.exact else ""
    )


def _percent(chance: int) -> int:
    return (chance * 100 + FULL // 2) // FULL


def _legend() -> str:
    return "-# " + _(
        "Each player's chances are estimated from what they knew at the time. A move that costs "
        "15 percentage points or more is a mistake. {proof} marks a proven result.",
        proof=PROOF,
    )


def _ways(
    finished: OpenedGame, analysis: Analysis, words: GameWords, names: Names
) -> list[ui.ActionRow[Any]]:
    """Return a row with a select of the game's mistakes. The choice of a mistake leads to the step
    of the replay where the mistake happened. If the select has no room for all mistakes, it has
    those that lowered a player's chance the most. Return an empty list if nobody made a mistake."""
    if not analysis.mistakes:
        return []
    about = finished.about
    options = [
        discord.SelectOption(
            label=short(
                f"{each.step}. {bare(names.label(each.seat))}: "
                f"{move_label(Move.parse(each.move), words)}",
                OPTION_LABEL,
            ),
            value=str(each.step),
        )
        for each in _gravest(analysis, OPTIONS)
    ]
    select: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=IN_REPLAY.id(about.table_id, about.number, 0, "inspect"),
        placeholder=_("Look at a mistake…"),
        options=options,
    )
    return [ui.ActionRow(IN_REPLAY(select))]


def replay_blocks(
    finished: OpenedGame,
    analysis: Analysis | None,
    step: int,
    line: Sequence[LineMove] = (),
    me: int | None = None,
) -> list[Block]:
    """Return the section about the analysis in the message of a replay that shows `step`. The
    section is about the decision that was made at this step. Its buttons lead to the previous and
    the next mistake, and to a better line: the moves with which the game could have gone on better.

    `line` are the moves of the better line, if the message is to show them. `me` is the reader's
    seat, or None if the reader didn't play. If `analysis` is None, the section is only a button
    that asks for an analysis."""
    if analysis is None:
        return list(rows([_button(finished, "analyse", _("Analyse"), "🔍", step)]))
    names = names_in(finished, me)
    words = words_of(finished.about.game).at(names)
    steps = [each.step for each in analysis.mistakes]
    before = max((each for each in steps if each < step), default=None)
    after = min((each for each in steps if each > step), default=None)
    decision = next((each for each in analysis.decisions if each.step == step), None)
    told = [] if decision is None else [_next(decision, words, names)]
    buttons = [
        _button(finished, "earlier", _("Previous mistake"), "⬅️", before, step),
        _button(finished, "later", _("Next mistake"), "➡️", after, step),
    ]
    if decision is not None and decision.known.best != decision.move:
        buttons.append(_button(finished, "line", _("Show better moves"), "💡", step))
    return [*told, *_line(line, words, names), *rows(buttons)]


def _next(decision: Decision, words: GameWords, names: Names) -> str:
    if decision.is_mistake:
        return _(
            "{sign} Here comes a mistake. {mistake}",
            sign=MISTAKE,
            mistake=mistake_text(decision, words, names),
        )
    return f"-# {_no_mistake(decision, words, names)}"


def _no_mistake(decision: Decision, words: GameWords, names: Names) -> str:
    judged, own, name = decision.known, decision.seat == names.me, names[decision.seat]
    if judged.best == decision.move:
        chance = share(_percent(judged.before)) + (f" {PROOF}" if judged.exact else "")
        if own:
            return _("You chose the best move ({chance})", chance=chance)
        return _("{name} chose the best move ({chance})", name=name, chance=chance)
    best, chances = move_label(Move.parse(judged.best), words), _change(judged)
    if own:
        return _(
            "You could have done slightly better with “{best}” ({chances})",
            best=best,
            chances=chances,
        )
    return _(
        "{name} could have done slightly better with “{best}” ({chances})",
        name=name,
        best=best,
        chances=chances,
    )


def _line(line: Sequence[LineMove], words: GameWords, names: Names) -> list[Block]:
    """Return a block of text with the moves `line`, with which the game could have gone better.
    Each move is on a line of its own. Return an empty list if there are no moves."""
    if not line:
        return []
    told = [
        happening_line(
            Happening(each.step.seat, each.step.move, stand_in=False, events=tuple(each.events)),
            words,
            names,
        )
        or f"{names.label(each.step.seat)}: {move_label(Move.parse(each.step.move), words)}"
        for each in line
    ]
    return ["\n".join([_("💡 It could have gone like this:"), *(f"- {each}" for each in told)])]


def _button(
    finished: OpenedGame, action: str, text: str, sign: str, to: int | None, now: int = 0
) -> Item:
    about = finished.about
    button: ui.Button[ui.LayoutView] = ui.Button(
        label=text,
        emoji=sign,
        style=discord.ButtonStyle.secondary,
        disabled=to is None,
        custom_id=IN_REPLAY.id(about.table_id, about.number, now if to is None else to, action),
    )
    return IN_REPLAY(button)
