"""Tests of the moderators' tools for a tournament."""

from __future__ import annotations

from dataclasses import replace

from discord import ui

from bot.tournaments.model import Format, Manner, Tournament, TournamentStage
from bot.tournaments.pairing import next_round
from cogs.tournaments.manage import managing
from tests.bot.tournaments.test_pairing import begun
from tests.limits import text_of


def in_round_one(size: int) -> Tournament:
    tournament = begun(Format.KNOCKOUT, size)
    return replace(tournament, fixtures=next_round(tournament))


def offered(tournament: Tournament) -> list[list[tuple[str, str]]]:
    """Return the value and label of each match that a moderator can choose, one list for each
    select of the message."""
    items = [getattr(each, "item", each) for each in managing(tournament).walk_children()]
    selects = [each for each in items if isinstance(each, ui.Select)]
    assert len({each.custom_id for each in selects}) == len(selects)
    return [[(option.value, option.label) for option in each.options] for each in selects]


def test_names_stand_in_the_select_as_they_are_written() -> None:
    tournament = in_round_one(4)
    entrants = tuple(
        replace(each, name=f"snake_case_{each.number}") for each in tournament.entrants
    )
    for _, label in offered(replace(tournament, entrants=entrants))[0]:
        assert label.startswith("snake_case_")
        assert "\\" not in label


def test_every_match_can_be_picked_and_first_those_that_wait() -> None:
    tournament = in_round_one(64)
    *others, stuck = tournament.fixtures
    waits = replace(stuck, games=3, manner=Manner.WAITING)
    shown = offered(replace(tournament, fixtures=(*others, waits)))
    assert [len(each) for each in shown] == [25, 7]
    values = [value for part in shown for value, _ in part]
    assert values == ["1-32", *(f"1-{board}" for board in range(1, 32))]


def test_without_open_matches_there_is_nothing_to_pick() -> None:
    assert offered(begun(Format.KNOCKOUT, 4)) == []


def test_a_tournament_that_was_called_off_is_not_told_as_one_that_was_played() -> None:
    tournament = begun(Format.KNOCKOUT, 4)
    for stage, told in [
        (TournamentStage.OFF, "This tournament was called off."),
        (TournamentStage.OVER, "This tournament is over."),
    ]:
        shown = text_of(managing(replace(tournament, stage=stage)).to_components())
        assert shown.splitlines()[-1] == told
