"""Tests of watchers' guesses about how a game ends. Guesses are accepted early in the game and stay
private. The result decides which guesses are right."""

from __future__ import annotations

import random

import pytest

from bot.core.model import Person, Phase, Table
from bot.guesses import store as kept
from bot.guesses.model import Guess, GuessesClosed, PlaysHere, Question, Tally
from bot.guesses.service import Guesses, are_open
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from games.view import Tense
from tests.bot.conftest import Now
from tests.bot.evening import ANN, BOB, CAT, GUILD, dealt, one_move
from tests.present import present

EVE, FAY = Person(2001, "Eve"), Person(2002, "Fay")


@pytest.fixture
def guesses(store: Store, now: Now) -> Guesses:
    return Guesses(store, now)


async def played_out(tables: Tables, guesses: Guesses, table: Table) -> Table:
    """Play `table` to its end with random moves, and return it. Before each move, if the talon (the
    cards to draw) is empty and a player has at most one card, check that guesses are refused. Also
    check that this happened both while all players still played and after a player was out."""
    rng, closed = random.Random(4), [False, False]
    while table.phase is Phase.PLAYING:
        view, hands = present(table.view(None)), present(table.live).opened()
        fewest = min(len(hands.hand_of(seat.seat)) for seat in view.seats)
        if Tense("deck-empty") in view.tension and fewest <= 1:
            assert not are_open(table, table.view(None))
            with pytest.raises(GuessesClosed):
                await guesses.guess(table, EVE, 0, Question.LAST)
            closed[any(seat.out for seat in view.seats)] = True
        table = (await one_move(tables, table, rng)).table
    assert closed == [True, True], "while somebody was nearly out, and when they were"
    return table


async def test_the_last_guess_counts_at_the_end(
    tables: Tables, store: Store, guesses: Guesses
) -> None:
    table = await dealt(tables, ANN, BOB, CAT, game="durak")
    with pytest.raises(PlaysHere):
        await guesses.guess(table, ANN, 1, Question.LAST)
    for seat in range(3):
        await guesses.guess(table, EVE, seat, Question.LAST)
        await guesses.guess(table, FAY, seat, Question.FIRST)
    assert await guesses.of(table, EVE.id) == Guess(2, is_open=True)
    assert await guesses.of(table, ANN.id) is None
    assert await guesses.right(table) == ()
    assert await guesses.tally(GUILD, EVE.id) == Tally(0, 0)
    table = await played_out(tables, guesses, table)
    outcome = present(table.outcome)
    assert outcome.kind == "won"
    last, first = outcome.ranks[2] == max(outcome.ranks), outcome.ranks[2] == 1
    right = (EVE.name,) * last + (FAY.name,) * first
    assert await guesses.right(table) == right
    assert await guesses.was_right(table, EVE.id) is last
    assert await guesses.was_right(table, BOB.id) is None
    assert await guesses.tally(GUILD, EVE.id) == Tally(int(last), 1)
    assert await guesses.tally(GUILD, FAY.id) == Tally(int(first), 1)
    await store.write(kept.member_forgotten(EVE.id))
    assert await guesses.tally(GUILD, EVE.id) == Tally(0, 0)
    await store.write(kept.server_forgotten(GUILD))
    assert await guesses.right(table) == ()


async def test_a_game_that_counts_for_nothing_is_not_guessed(
    tables: Tables, guesses: Guesses
) -> None:
    table = await dealt(tables, ANN, BOB, game="durak")
    await guesses.guess(table, EVE, 0, Question.LAST)
    await tables.resign(table.id, ANN.id)
    over = (
        (await tables.resign(table.id, BOB.id)).table
        if (await tables.get(table.id)).phase is Phase.PLAYING
        else await tables.get(table.id)
    )
    assert over.phase is Phase.OVER
    assert await guesses.tally(GUILD, EVE.id) == Tally(0, 0)
    assert await guesses.right(over) == ()


async def test_an_emptied_hand_closes_nothing_while_there_are_cards_to_draw(tables: Tables) -> None:
    """Guesses are still accepted after a player's hand has become empty, if there are cards to
    draw. In Tredici, a player can discard their whole hand."""
    table, rng = await dealt(tables, ANN, BOB, CAT, game="tredici"), random.Random(1)
    while all(zone.cards for zone in present(table.view(None)).zones if zone.is_hand):
        table = (await one_move(tables, table, rng)).table
    assert are_open(table, table.view(None))
