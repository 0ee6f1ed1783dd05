"""Test the message of a team match. However long the members' names are, it fits into Discord's
limits. It shows no card before the match is over."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import games
from bot.core.model import FORGOTTEN, Person
from bot.teams.deals import current, dealt_for, seated_for, team_ratings
from bot.teams.model import TABLES, MatchStage, TeamGame, TeamMatch, Winner
from cogs.discord.languages import LANGUAGES, speaking
from cogs.teams.message import (
    end_shown,
    going_message,
    off_message,
    over_message,
    resigning,
    waiting_message,
)
from cogs.words.figures import score
from games.record import Step
from tests.bot.teams.test_teams import full
from tests.limits import check_message, text_of
from tests.sightings import cards_in

LONG = "**Wâtanabe-Schmidt**_of_the_North"


def named(size: int) -> TeamMatch:
    """Return a match of two teams whose members have very long names. The data of the last member
    was deleted."""
    match = full(size)
    players = [
        replace(one, person=Person(one.person.id, LONG[:31] + str(number)))
        for number, one in enumerate(match.players)
    ]
    players[-1] = replace(players[-1], person=Person(FORGOTTEN, ""), gone=True)
    return replace(match, players=tuple(players))


def check(components: list[dict[str, Any]]) -> None:
    check_message({"components": components, "allowed_mentions": {}})


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [2, 4])
def test_every_message_of_a_match_fits(size: int, language: str) -> None:
    with speaking(language):
        every_message_fits(size)


def every_message_fits(size: int) -> None:
    match = named(size)
    deal = dealt_for(games.load("durak"), match.deals[0], size, b"s" * 32, 1)
    step = (Step(0, "attack 6S"),)
    played = [TeamGame(number, table, step) for number in range(2) for table in TABLES]
    awaited = {}
    for table in TABLES:
        now = current(played, table)
        assert now is not None
        awaited[table] = seated_for(match, deal, now)
    lobby = replace(match, stage=MatchStage.LOBBY, players=match.players[::size])
    going = going_message(match, deal, played, awaited)
    for view in (waiting_message(lobby, deal), going, off_message(match), resigning(match)):
        check(view.to_components())
        assert not cards_in(view.to_components())
        assert deal.secret.hex() not in str(view.to_components())
    ended = [replace(each, winner=Winner.FIRST) for each in played]
    over = replace(match, stage=MatchStage.OVER, points=(4, 0))
    told = over_message(over, deal, ended, team_ratings([over])[-1])
    check(told.to_components())
    check(end_shown(over, "https://discord.com/channels/1/2/3").to_components())
    assert score(4, 0) in text_of(told.to_components())
    assert deal.secret.hex() in text_of(told.to_components())
