"""What members and moderators decide about a tournament, such as entering it. Most functions take
the tournament and return it as it is after the decision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from bot.core.errors import (
    AlreadyDecided,
    AlreadyEntered,
    EntryClosed,
    NotEntered,
    NotPlaying,
    TakenOut,
    TooFewEntrants,
    TournamentFull,
)
from bot.core.model import Person
from bot.tournaments.model import MOST, Entrant, Manner, Tournament, TournamentStage, Verdict
from bot.tournaments.pairing import seeded


def entered(old: Tournament, who: Person, now: datetime) -> Tournament:
    """Return the tournament after a member has entered it, or has come back to an arena. An arena
    can be entered until its time is up. Raises EntryClosed, AlreadyEntered, TournamentFull, and
    TakenOut for a member whom a moderator has removed."""
    plays_on = old.stage is TournamentStage.PLAYING and not old.time_is_up(now)
    goes_on = old.rules.is_arena and plays_on
    if not goes_on:
        _must_be_in_entry(old)
    before = next((each for each in old.entrants if each.member_id == who.id), None)
    if before is not None and before.removed:
        raise TakenOut
    if goes_on and before is not None and before.gone:
        return _with(old, replace(before, name=who.name, gone=False))
    _must_be_new(old, who)
    if len(old.entrants) >= MOST:
        raise TournamentFull(most=MOST)
    number = max((each.number for each in old.entrants), default=0) + 1
    seed = len(old.seeded) + 1 if goes_on else 0
    return replace(old, entrants=(*old.entrants, Entrant(number, who.id, who.name, seed)))


def left(old: Tournament, member_id: int, name: str = "") -> Tournament:
    """Return the tournament after a member has left it. Before the start, the member's place
    becomes free. After the start, the member loses all games that are not played yet. In an arena
    the member finishes the present game, and gets no other game until they enter again. Raises
    NotEntered, whose text has the member's `name`, and NotPlaying when the tournament is over."""
    entrant = _entrant(old, member_id, name)
    if old.stage is TournamentStage.ENTRY:
        rest = tuple(each for each in old.entrants if each != entrant)
        return replace(old, entrants=rest)
    _must_be_playing(old)
    return _with(old, replace(entrant, gone=True))


def removed(old: Tournament, member_id: int, name: str = "") -> Tournament:
    """Return the tournament after a moderator has removed a member. The effect is the same as in
    `left`, but if an arena has started, the member can't come back to it. Raises NotEntered, whose
    text has the member's `name`, and NotPlaying when the tournament is over."""
    if not old.rules.is_arena or old.stage is TournamentStage.ENTRY:
        return left(old, member_id, name)
    _must_be_playing(old)
    found = next((each for each in old.entrants if each.member_id == member_id), None)
    if found is None or found.removed:
        raise NotEntered(name=name or "?")
    return _with(old, replace(found, gone=True, removed=True))


def started(old: Tournament, figures: Mapping[int, int], now: datetime) -> Tournament:
    """Return the tournament in the state of being played. `figures` maps members' ids to their
    ratings, from which the entrants get their seeds (places by rating). Raises EntryClosed when the
    tournament isn't open for entry, and TooFewEntrants."""
    _must_be_in_entry(old)
    least = old.rules.least
    if len(old.entrants) < least:
        raise TooFewEntrants(least=least, number=len(old.entrants))
    entrants = seeded(old.entrants, figures, old.secret)
    begun = replace(old, stage=TournamentStage.PLAYING, entrants=entrants)
    return replace(begun, starts_at=now) if old.rules.is_arena else begun


def replaced(old: Tournament, member_id: int, who: Person) -> Tournament:
    """Return the tournament after the member `who` has taken the place of the member `member_id`,
    with the same points. Raises NotEntered, AlreadyEntered, and NotPlaying when the tournament is
    over."""
    if old.stage is not TournamentStage.ENTRY:
        _must_be_playing(old)
    entrant = _entrant(old, member_id)
    _must_be_new(old, who)
    return _with(old, replace(entrant, member_id=who.id, name=who.name))


def decided(old: Tournament, round_: int, board: int, verdict: Verdict) -> Tournament:
    """Return the tournament after a moderator has given the verdict on the fixture at this round
    and board. Raises NotPlaying when the tournament isn't going on. Raises AlreadyDecided when the
    fixture is decided already or doesn't exist."""
    _must_be_playing(old)
    fixture = old.fixture(round_, board)
    if fixture is None or fixture.verdict is not None:
        raise AlreadyDecided
    new = replace(fixture, verdict=verdict, manner=Manner.MODERATOR)
    return replace(old, fixtures=tuple(new if each == fixture else each for each in old.fixtures))


def called_off(old: Tournament, note: str = "") -> Tournament:
    """Return the tournament after it was ended without a winner. `note` is a code for the reason.
    Raises NotPlaying when it was already over."""
    if old.stage is not TournamentStage.ENTRY:
        _must_be_playing(old)
    return replace(old, stage=TournamentStage.OFF, notes=(*old.notes, *([note] if note else [])))


def _must_be_in_entry(tournament: Tournament) -> None:
    if tournament.stage is not TournamentStage.ENTRY:
        raise EntryClosed


def _must_be_playing(tournament: Tournament) -> None:
    if tournament.stage is not TournamentStage.PLAYING:
        raise NotPlaying


def _must_be_new(tournament: Tournament, who: Person) -> None:
    if any(each.member_id == who.id for each in tournament.entrants):
        raise AlreadyEntered(name=who.name)


def _entrant(tournament: Tournament, member_id: int, name: str = "") -> Entrant:
    found = tournament.entrant_of(member_id)
    if found is None:
        raise NotEntered(name=name or "?")
    return found


def _with(tournament: Tournament, entrant: Entrant) -> Tournament:
    entrants = tuple(
        entrant if each.number == entrant.number else each for each in tournament.entrants
    )
    return replace(tournament, entrants=entrants)
