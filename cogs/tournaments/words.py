"""Titles, names, results and points of tournaments as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.tournaments.model import Fixture, Format, Manner, Tournament, TournamentRules, Verdict
from cogs.discord.roles import Refusal
from cogs.table.lobby.rulings import preset_title
from cogs.table.lobby.speeds import speed_line
from cogs.words import _, counted, marked
from cogs.words.figures import score
from cogs.words.game import game_title
from cogs.words.names import escaped
from games import available

# Translators: A format of tournaments.
FORMATS: Final[Mapping[Format, str]] = {
    Format.KNOCKOUT: marked("Knockout"),
    Format.SWISS: marked("Swiss system"),
    Format.ROUND_ROBIN: marked("Round robin"),
    Format.ARENA: marked("Arena"),
}
# Translators: How a match ended, in brackets after its result: “Ada 1–0 Berta (time ran out)”.
MANNERS: Final[Mapping[Manner, str]] = {
    Manner.CLOCK: marked("time ran out"),
    Manner.MODERATOR: marked("decided by a moderator"),
    Manner.LEFT: marked("a player withdrew"),
    Manner.WAITING: marked("waiting for a moderator"),
}
"""The words for the manner in which a fixture was decided without being played to its end, or for
the reason why it isn't decided yet."""

TOO_FEW: Final = "too-few"
NO_EVENT: Final = "no-event"
NO_THREADS: Final = "no-threads"
NO_MEMBER: Final = "no-member"
NOTES: Final[Mapping[str, str]] = {
    TOO_FEW: marked("Not enough players joined."),
    NO_EVENT: marked(
        "I can't create an event for this tournament. I need the *Create Events* permission."
    ),
    NO_THREADS: marked(
        "I can't open threads here, so the tables are in this channel. I need the "
        "*Create Public Threads* permission."
    ),
    Refusal.NO_PERMISSION: marked(
        "I can't give out the winner's role. I need the *Manage Roles* permission."
    ),
    Refusal.ABOVE: marked(
        "I can't give out the winner's role. That role is above mine, or belongs to another app."
    ),
    Refusal.GONE: marked("The winner's role no longer exists."),
    NO_MEMBER: marked("The winner has left this server, so nobody got the role."),
}
"""The sentences about what could not be done for a tournament."""
NO_POSTING: Final = marked("I can't post the tables here. I need the *Send Messages* permission.")
HALF: Final = "½"


def points(half_points: int) -> str:
    """Return half points as points in text form: 3 half points are `1½`."""
    whole, half = divmod(half_points, 2)
    return f"{whole or ''}{HALF}" if half else str(whole)


def title_of(rules: TournamentRules) -> str:
    """Return the title of a tournament: the game and the format."""
    return f"{game_title(rules.game)} · {_(FORMATS[rules.format])}"


def rules_line(rules: TournamentRules) -> str:
    """Return a line about a tournament's rules: the preset, the speed, and the number of games in a
    match. For an arena it has the number of minutes instead of the number of games. For duplicates
    it has no speed."""
    kind = available().get(rules.game)
    preset = rules.house or (preset_title(kind.Options, rules.preset) if kind else rules.preset)
    if rules.duplicate:
        return " · ".join([escaped(preset), _duplicates(rules), _games(rules)])
    if rules.is_arena:
        # Translators: How long an arena is.
        games = counted("{number} minute", "{number} minutes", rules.minutes)
    else:
        games = _games(rules)
    return f"{escaped(preset)} · {speed_line(rules.speed)} · {games}"


# Translators: How long a match is, in the line about a tournament's rules.
def _games(rules: TournamentRules) -> str:
    return _("single games") if rules.games == 1 else _("best of {number}", number=rules.games)


# Translators: In the line about a tournament's rules.
def _duplicates(rules: TournamentRules) -> str:
    return counted(
        "duplicate matches, {number} hour to play each",
        "duplicate matches, {number} hours to play each",
        rules.minutes // 60,
    )


def name_of(tournament: Tournament, seed: int) -> str:
    """Return an entrant's name for a message. `seed` is the entrant's number in the tournament. For
    a member whose data was deleted, the name is `?`."""
    return escaped(tournament.seeded[seed].name) or "?"


def result_of(fixture: Fixture) -> str:
    """Return the result of a fixture, to be written between the names of its entrants. The result
    is a score, or a dash as long as nobody has points."""
    if fixture.verdict is None:
        scored = fixture.home_score or fixture.away_score
        home, away = points(fixture.home_score), points(fixture.away_score)
        return score(home, away) if scored else "–"
    if fixture.manner is Manner.PLAYED:
        return score(points(fixture.home_score), points(fixture.away_score))
    home, away = (points(each) for each in fixture.verdict.points)
    return score(home, away)


def fixture_line(tournament: Tournament, fixture: Fixture) -> str:
    """Return a fixture with its result as a line. The winner's name is bold."""
    names = {seed: name_of(tournament, seed) for seed in fixture.seeds}
    if fixture.winner is not None:
        names[fixture.winner] = f"**{names[fixture.winner]}**"
    if fixture.away is not None:
        other = names[fixture.away]
    elif tournament.rules.is_arena:
        # Translators: In place of an opponent's name.
        other = _("a bot")
    else:
        # Translators: They have no opponent in this round.
        return _("{name} has a bye", name=names[fixture.home])
    line = f"{names[fixture.home]} {result_of(fixture)} {other}"
    if fixture.manner is not None and fixture.manner in MANNERS:
        line += f" ({_(MANNERS[fixture.manner])})"
    return line


# Translators: How a moderator can decide a match.
def verdict_title(tournament: Tournament, fixture: Fixture, verdict: Verdict) -> str:
    """Return the label of a verdict that a moderator can choose for a fixture."""
    match verdict:
        case Verdict.DRAW:
            return _("A draw")
        case Verdict.NOBODY:
            return _("Both lose")
        case _:
            seed = fixture.home if verdict is Verdict.HOME else fixture.away
            if seed is None:
                return _("The bot wins")
            return _("{name} wins", name=tournament.seeded[seed].name or "?")
