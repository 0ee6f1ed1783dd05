"""A member's profile as a message: their numbers game by game, the chart of their ratings, and
their rivals."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import discord

from bot.achievements.model import Earned
from bot.analysis.judged import Accuracy, Judged, by_game
from bot.core.placing import Place
from bot.core.ratings import START, Rating
from bot.core.statistics import COUNTED_DEEDS, STATISTICS
from bot.guesses.model import Tally
from bot.leaderboards.model import GameProfile, Met, Point, Profile, Rival
from bot.pictures.chart import Calendar, Curve, chart_picture
from cogs.achievements.shelf import drawn_shelf
from cogs.analysis.practice import practice_button
from cogs.discord.components import IN_PROFILE, Item
from cogs.discord.layout import Block, line, loud, message, picture, rows
from cogs.edits.answers import Drawn, png_or_none
from cogs.leaderboards.names import (
    PROVISIONAL,
    WHY_UNRATED,
    deed_title,
    rating,
    statistics,
    told,
)
from cogs.table.message.alt_text import clipped
from cogs.table.message.medals import place_mark
from cogs.words import _, counted
from cogs.words.cards import person_emoji
from cogs.words.dritzak import degree_word
from cogs.words.figures import day, month, score, share, short_day
from cogs.words.game import GameWords, game_title
from cogs.words.load import strength_title, words_of
from cogs.words.names import escaped
from cogs.words.seats import listed
from games.analysis import kinds_of

# Translators: A line or part of a member's profile.

FILE: Final = "ratings.png"
CURVES: Final = 6
"""The most games in a chart. The games that were played most often come first."""

CALENDAR: Final = Calendar(day, short_day, month)
"""Dates as the reader of the chart writes them."""

History = Mapping[str, Sequence[Point]]
"""A member's ratings by game, with the oldest rating first. A game that was never rated is
missing."""


@dataclass(frozen=True, slots=True)
class Besides:
    """What a profile shows besides the numbers of games at tables: the member's badges (`shelf`),
    their streak with the deal of the day (`dealt`), how many of their guesses were right
    (`guessed`), and their ratings in `duplicates` and in `teams`, by game."""

    shelf: Sequence[Earned]
    dealt: int
    guessed: Tally
    duplicates: Mapping[str, Rating]
    teams: Mapping[str, Rating]

    def __bool__(self) -> bool:
        return bool(
            self.shelf or self.dealt > 1 or self.guessed.made or self.duplicates or self.teams
        )


async def profile_message(
    profile: Profile,
    besides: Besides,
    history: History,
    judged: Sequence[Judged],
    *,
    own: bool,
    to_show: str | None,
    text_only: bool,
) -> Drawn:
    """Draw the message of a member's profile. `besides` has what the profile shows apart from games
    at tables, such as badges. `history` has the member's ratings by game. `judged` are the member's
    analysed games, with the oldest first. With `text_only`, the message has words instead of
    pictures.

    With `own`, only the profile's member sees the message. Such a message also shows the member's
    mistakes, and has a button to practise them if there are any. `to_show` is the custom id of the
    button that shows the profile to everyone, or None for no button."""
    accuracies = by_game(judged)
    badges, files = await drawn_shelf(besides.shelf, text_only=text_only)
    chart: list[Block] = []
    rated = [game.game for game in profile.games if len(history.get(game.game, ())) > 1][:CURVES]
    curves = [
        Curve(game_title(game), [(point.at, point.figure) for point in history[game]])
        for game in rated
    ]
    if curves and not text_only and (png := await _drawn(curves)) is not None:
        files.append(discord.File(io.BytesIO(png), FILE))
        chart = [picture(FILE, spoken(curves))]
    elif curves:
        chart = [spoken(curves)]
    return Drawn(
        message(
            [
                _head(profile, besides),
                *(_game(game, accuracies.get(game.game), own=own) for game in profile.games),
                *_apart(besides),
                *chart,
                *badges,
                *_rivals(profile),
                _legend(profile, to_analyse=own and not judged and bool(profile.games)),
                *_buttons(judged, own=own, to_show=to_show),
            ]
        ),
        tuple(files),
    )


async def _drawn(curves: Sequence[Curve]) -> bytes | None:
    return await png_or_none(partial(chart_picture, curves, START, CALENDAR), "ratings")


def _head(profile: Profile, besides: Besides) -> str:
    games = sum(game.games for game in profile.games)
    practised = sum(game.practised for game in profile.games)
    told = [
        *([counted("{number} game", "{number} games", games)] if games else []),
        *([_practised(practised)] if practised else []),
    ]
    if len(profile.games) > 1:
        told.append(_("favourite game: {game}", game=escaped(game_title(profile.favourite))))
    if besides.dealt > 1:
        days = counted("{number} day", "{number} days in a row", besides.dealt)
        told.append(_("daily deal: {days}", days=days))
    if besides.guessed.made:
        right, made = besides.guessed
        told.append(_("🔮 {right} of {made} guesses right", right=right, made=made))
    if profile.left.games:
        left = share(100 * profile.left.left / profile.left.games)
        # Translators: The share of games that the member left before the end.
        told.append(_("left {share} of games early", share=left))
    if profile.hidden:
        told.append(_("private profile (only you can see this)"))
    return f"## {escaped(profile.name)}\n{' · '.join(told)}"


def _practised(number: int) -> str:
    return counted("{number} practice game", "{number} practice games", number)


def _game(game: GameProfile, accuracy: Accuracy | None, *, own: bool) -> str:
    figure = (
        "" if game.figure is None else f" · {rating(game.figure, provisional=game.provisional)}"
    )
    lines = [
        f"### {escaped(game_title(game.game))}{figure}",
        " · ".join(
            told(statistic, game.counts[statistic.name])
            for statistic in statistics(game.game, STATISTICS)
        )
        if game.games
        else "",
        _("Results: {places}", places=_places(game.places, words_of(game.game)))
        if game.places
        else "",
        _("Win streak: {now} (best {most})", now=game.streak, most=game.longest)
        if game.longest
        else "",
        _honours(game.deeds),
        _practice(game),
        *accuracy_lines(game.game, accuracy, own=own),
    ]
    return "\n".join(filter(None, lines))


def _apart(besides: Besides) -> list[Block]:
    """Return the block with the member's ratings in duplicates and in team matches. These ratings
    are separate from those of games at tables."""
    kinds = ((_("Duplicate rating"), besides.duplicates), (_("Team rating"), besides.teams))
    lines = [
        f"⚔️ {title} · "
        + " · ".join(f"{escaped(game_title(game))} {figures[game].figure}" for game in figures)
        for title, figures in kinds
        if figures
    ]
    return ["\n".join(lines)] if lines else []


def _practice(game: GameProfile) -> str:
    """Return the line about a member's practice (games alone against bot players). For each
    strength of bot players, the line has the number of wins and of games. Return an empty text if
    there are no such games."""
    levels = [
        # Translators: Results against bots of that strength.
        _(
            "{strength}: won {won} of {games}",
            strength=strength_title(each.strength, game.game),
            won=each.won,
            games=each.games,
        )
        for each in game.practice
    ]
    return _("🤖 Practice (unrated) · {levels}", levels=" · ".join(levels)) if levels else ""


def _buttons(judged: Sequence[Judged], *, own: bool, to_show: str | None) -> list[Block]:
    """Return the buttons below a profile. The first button leads to practice of the member's own
    mistakes. It is there only with `own`, and if there are mistakes. The second button shows the
    profile to everyone. It is there unless `to_show` is None."""
    buttons: list[Item] = []
    if own and any(each.mistakes for each in judged):
        buttons.append(practice_button())
    if to_show is not None:
        buttons.append(IN_PROFILE(loud(_("Show everyone"), to_show)))
    return [*rows(buttons)]


def _places(places: Mapping[Place, int], words: GameWords) -> str:
    marks: Counter[str] = Counter()
    for place, times in sorted(places.items(), key=lambda each: (-each[0].won, each[0])):
        marks[place_mark(place, words)] += times
    return " · ".join(f"{mark} {times}" for mark, times in marks.items())


def _honours(deeds: Mapping[tuple[str, int], int]) -> str:
    """Return a line with the member's deeds (feats in games). `deeds` counts the deeds by name and
    degree (a number that grows with the size of the feat). The line has a count for each degree."""
    names = dict.fromkeys(name for name, _degree in sorted(deeds) if name not in COUNTED_DEEDS)
    return "🎖️ " + " · ".join(_deed(name, deeds) for name in names) if names else ""


def _deed(name: str, deeds: Mapping[tuple[str, int], int]) -> str:
    degrees = {degree: times for (done, degree), times in sorted(deeds.items()) if done == name}
    told = f"{escaped(deed_title(name))} {sum(degrees.values())}"
    if set(degrees) <= {1}:
        return told
    each = listed([f"{degree_word(degree)} {times}" for degree, times in degrees.items()])
    return f"{told} ({each})"


def _rivals(profile: Profile) -> list[Block]:
    lines = [
        _rival(_("Favourite victim: {name} ({times})"), profile.made_fool),
        _rival(_("Nemesis: {name} ({times})"), profile.made_fool_by),
    ]
    told = "\n".join(filter(None, [*lines, _met(profile.met)]))
    return [line(), told] if told else []


def _met(people: Sequence[Met]) -> str:
    """Return a line with the member's results against each named bot player. The bot player with
    the most results comes first, and those without any are left out. Return an empty text if there
    are no results."""
    often = sorted(
        (each for each in people if each.won + each.lost), key=lambda each: -(each.won + each.lost)
    )
    records = " · ".join(
        " ".join(filter(None, [person_emoji(each.name), each.name, score(each.won, each.lost)]))
        for each in often
    )
    return _("🤖 Record against bots: {records}", records=records) if records else ""


def _rival(sentence: str, rival: Rival | None) -> str:
    if rival is None:
        return ""
    # Translators: How often, in brackets after a name.
    times = counted("once", "{number} times", rival.times)
    return sentence.format(name=f"**{escaped(rival.name)}**", times=times)


def _legend(profile: Profile, *, to_analyse: bool) -> str:
    told = (
        [_("Press *Analyse* under a result to see your accuracy and mistakes here.")]
        if to_analyse
        else []
    )
    if any(game.provisional and game.figure is not None for game in profile.games):
        told.append(_("{sign} = provisional rating (fewer than 10 rated games)", sign=PROVISIONAL))
    if any(game.figure is None for game in profile.games):
        told.append(_(WHY_UNRATED))
    return "\n".join(f"-# {each}" for each in told)


def spoken(curves: Sequence[Curve]) -> str:
    """Return the chart in words: the first, last, highest and lowest value of each line."""
    return clipped([_("Ratings over time"), *map(_spoken, curves)])


def _spoken(curve: Curve) -> str:
    figures = [figure for _moment, figure in curve.points]
    # Translators: A chart read aloud: “Durak rating: 1210 after 12 rated games (1 Nov 2026 to 20
    # Nov 2026), highest …”.
    return _(
        "{game} rating: {last} after {count} ({first} to {until}), highest {highest}, "
        "lowest {lowest}",
        game=curve.title,
        last=figures[-1],
        count=counted("{number} rated game", "{number} rated games", len(figures)),
        first=day(curve.points[0][0]),
        until=day(curve.points[-1][0]),
        highest=max(figures),
        lowest=min(figures),
    )


def accuracy_lines(game: str, accuracy: Accuracy | None, *, own: bool) -> list[str]:
    """Return lines about a member's accuracy in a game: the accuracy, and its trend. With `own`,
    another line names the kind of mistake that the member makes most often. Return an empty list if
    none of the member's games was analysed."""
    if accuracy is None:
        return []
    told = counted(
        "Accuracy: {percent} over {number} analysed game",
        "Accuracy: {percent} over {number} analysed games",
        accuracy.games,
        percent=share(accuracy.accuracy),
    )
    lines = [f"🎯 {told}{_trend(accuracy)}"]
    if own and accuracy.commonest is not None:
        kind, number = accuracy.commonest
        lines.append(
            counted(
                "Most common mistake: {kind}, once",
                "Most common mistake: {kind}, {number} times",
                number,
                kind=_(kinds_of(game).names.get(kind, kind)),
            )
        )
    return lines


def _trend(accuracy: Accuracy) -> str:
    if accuracy.earlier is None or accuracy.lately is None:
        return ""
    rise = accuracy.lately - accuracy.earlier
    sign = "↗" if rise > 0 else "↘" if rise < 0 else "→"
    # Translators: A player's accuracy in their last games and in those before, as percentages.
    lately = _(
        "{lately} recently, {earlier} before that",
        earlier=share(accuracy.earlier),
        lately=share(accuracy.lately),
    )
    return f" · {sign} {lately}"
