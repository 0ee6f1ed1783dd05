"""Make the data that the picture of a knockout's bracket shows: the rounds, and the fixtures of
each round with names and points."""

from __future__ import annotations

from typing import Final

from bot.pictures.bracket import TALLEST, Bracket, Column, Contender, Pair, State
from bot.tournaments.model import Fixture, Manner, Tournament, TournamentStage
from bot.tournaments.pairing import rounds_of
from bot.tournaments.standings import winners
from cogs.tournaments.places import Place, Places
from cogs.tournaments.words import fixture_line, points
from cogs.words import _, marked

SHOWN: Final = 3
"""The most rounds that the picture of a bracket shows side by side."""
# Translators: A round of a knockout tournament.
FROM_THE_END: Final = (marked("Final"), marked("Semi-finals"), marked("Quarter-finals"))


def bracket_of(tournament: Tournament, places: Places) -> Bracket:
    """Return the bracket of a tournament for its picture: up to three rounds, among them the
    present round. `places` says for each fixture of the present round at which table or duplicate
    the fixture is played."""
    last = rounds_of(tournament.rules.format, len(tournament.entrants))
    first = max(1, min(tournament.round, last - SHOWN + 1))
    if 2 ** (last - first) > TALLEST:
        shown = range(first, first + 1)
    else:
        shown = range(first, min(first + SHOWN, last + 1))
    # Translators: Words in a tournament's bracket.
    return Bracket(
        tuple(
            Column(
                round_title(number, last),
                tuple(
                    _pair(tournament, number, board, places)
                    for board in range(1, 2 ** (last - number) + 1)
                ),
            )
            for number in shown
        ),
        {State.PLAYED: _("Playing now"), State.AWAITED: _("Waiting for players")},
        _("bye"),
    )


def round_title(number: int, last: int) -> str:
    """Return the name of a knockout's round. `number` is the round's number, and `last` is the
    number of the final, both from 1."""
    to_go = last - number
    if to_go < len(FROM_THE_END):
        return _(FROM_THE_END[to_go])
    return _("Round {number}", number=number)


def spoken_bracket(tournament: Tournament) -> str:
    """Return a knockout's fixtures so far as text, from the latest round to the first. The text
    describes the picture of the bracket."""
    last = rounds_of(tournament.rules.format, len(tournament.entrants))
    lines = []
    for number in range(tournament.round, 0, -1):
        lines.append(round_title(number, last))
        lines += [fixture_line(tournament, each) for each in tournament.in_round(number)]
    return "\n".join(lines)


def _pair(tournament: Tournament, number: int, board: int, places: Places) -> Pair:
    fixture = tournament.fixture(number, board)
    if fixture is None:
        feeders = (2 * board - 1, 2 * board)
        first, second = (_through(tournament, number - 1, feeder) for feeder in feeders)
        return Pair(first, second)
    if fixture.away is None:
        return Pair(_contender(tournament, fixture, fixture.home), None)
    return Pair(
        _contender(tournament, fixture, fixture.home),
        _contender(tournament, fixture, fixture.away),
        _state(fixture, places.get(fixture)),
    )


def _through(tournament: Tournament, number: int, board: int) -> Contender:
    """Return the winner of a fixture as a contender of the next round. `number` is the number of
    the fixture's round, and `board` the fixture's number in this round. The contender has no name
    as long as nobody has won."""
    feeder = tournament.fixture(number, board)
    winner = feeder.winner if feeder is not None else None
    return Contender() if winner is None else Contender(_name(tournament, winner))


def _contender(tournament: Tournament, fixture: Fixture, seed: int) -> Contender:
    decided = fixture.verdict is not None
    won = fixture.winner == seed
    return Contender(
        _name(tournament, seed),
        _score(fixture, first=seed == fixture.home),
        lost=decided and not won,
        best=won
        and tournament.stage is TournamentStage.OVER
        and winners(tournament) == [seed]
        and fixture.round == tournament.round,
    )


def _score(fixture: Fixture, *, first: bool) -> str:
    """Return the points of the first entrant (`first`) or the second entrant of a fixture. The text
    is empty for a bye, and before any game."""
    played = (fixture.home_score, fixture.away_score)
    if fixture.manner is Manner.BYE or not (any(played) or fixture.verdict):
        return ""
    if fixture.verdict is not None and fixture.manner is not Manner.PLAYED:
        played = fixture.verdict.points
    return points(played[0] if first else played[1])


def _state(fixture: Fixture, place: Place | None) -> State:
    if fixture.waits:
        return State.AWAITED
    if place is None:
        return State.STILL
    return State.PLAYED if place.goes_on else State.AWAITED


def _name(tournament: Tournament, seed: int) -> str:
    return tournament.seeded[seed].name or "?"
