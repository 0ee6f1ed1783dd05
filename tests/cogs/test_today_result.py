"""Tests of a member's result of the deal of the day. The picture, the leaderboard and the text to
share name the same place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest

import games
from bot.core.placing import places_of
from bot.today.model import MEMBER, DayGame, Sitting, dealt_as, outcome_of, result_of, seated_at
from bot.today.sitting_table import table_of
from cogs.table.message.own_ending import own_ending
from cogs.today.lines import board_line, day_line
from cogs.today.message import drawn_deal
from games.players import VERSION
from games.record import Record, Step
from games.shuffle import Stream
from tests.limits import GALLERY, text_of, walk
from tests.present import present

DAY = 739_000
SEEDS: Final = {
    ("won", 1): 3,
    ("won", 2): 0,
    ("won", 3): 7,
    ("won", 4): 1,
    ("draw", 1): 600,
    ("draw", 2): 259,
    ("draw", 3): 1075,
}
"""The seed of a deal, by the kind of its result and the member's place."""


def ended(game: str, seed: int) -> Sitting:
    """Play a deal of the day at random to its end, and return it as the Sitting of a member."""
    deal = dealt_as(games.load(game), DAY, seed.to_bytes(2) * 16, VERSION)
    rng, played, steps = Stream(b"%d" % seed), deal.header.deal(), []
    while played.outcome is None:
        seat = min(played.waiting_on)
        moves = played.legal_moves(seat)
        steps.append(Step(seat, str(moves[rng.randrange(len(moves))])))
        played.play(seat, steps[-1].move)
    result = result_of(Record(deal.header, tuple(steps)))
    return seated_at(deal, DayGame(DAY, 7, 1, "Nora", tuple(steps), result))


def endings() -> Iterator[tuple[str, Sitting]]:
    """Yield a finished deal of Durak for each result that the member can have. A deal is yielded as
    a pair: the kind of the result (`won` or `draw`), and the deal as the member's Sitting."""
    for (kind, place), seed in SEEDS.items():
        sitting = ended("durak", seed)
        result = present(sitting.played.result)
        assert (result.kind, result.place, result.of) == (kind, place, 4)
        yield kind, sitting


async def test_picture_board_and_lines_name_the_same_place() -> None:
    for kind, sitting in endings():
        place = present(sitting.played.result).place
        told = f"#{place} of 4"
        assert told in day_line(sitting.played)
        assert told in board_line(0, sitting.played)

        components = (await drawn_deal(sitting)).view.to_components()
        assert told in text_of(components)
        (picture,) = [part for part in walk(components) if part["type"] == GALLERY]
        assert f"{place}. Nora" in picture["items"][0]["description"]

        table = table_of(sitting)
        outcome = present(table.outcome)
        assert outcome.ranks[MEMBER] == place
        ending = present(own_ending(table, MEMBER))
        if kind == "draw":
            assert ending.headline == "It's a draw."
        if kind == "draw" or 1 < place < 4:
            assert told in ending.headline + ending.place


def test_the_fool_alone_is_last_and_others_are_in_the_order_of_going_out() -> None:
    for kind, sitting in endings():
        if kind == "draw":
            continue
        rules, outcome = present(sitting.game.outcome), present(outcome_of(sitting.record))
        assert set(rules.ranks) == {1, 2}
        places = places_of(outcome.ranks, outcome.kind)
        last = [seat for seat, place in enumerate(places) if place.last]
        assert last == [seat for seat, rank in enumerate(rules.ranks) if rank == 2]
        assert max(outcome.ranks) == 4


@pytest.mark.parametrize("game", ["dritzak", "tredici"])
def test_places_of_other_games_are_those_of_their_rules(game: str) -> None:
    for seed in range(8):
        sitting = ended(game, seed)
        rules, outcome = present(sitting.game.outcome), present(outcome_of(sitting.record))
        assert outcome.kind == rules.kind
        for one, own in enumerate(rules.ranks):
            for other, their in enumerate(rules.ranks):
                assert own >= their or outcome.ranks[one] < outcome.ranks[other]
