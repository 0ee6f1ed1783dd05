"""Test what happens after a game: who can play again, until when, and what the next game takes over
from the game before it."""

from __future__ import annotations

import random
from dataclasses import replace

from cogs.table.message.table_lines import score_line
from games.core import Outcome
from tests.journeys import ways
from tests.journeys.conftest import Evening
from tests.limits import text_of, walk
from tests.present import present


async def over(evening: Evening, rng: random.Random) -> None:
    """Play a game of Nora, Pavel and Aiko to its end."""
    await evening.dealt("durak", evening.pavel, evening.aiko)
    await evening.finish(rng)


async def test_who_is_awaited_until_when_and_who_confirmed(
    evening: Evening, rng: random.Random
) -> None:
    await over(evening, rng)
    await evening.press(evening.nora, "Again")
    assert "1. **Nora** · host" in evening.text
    assert "Play again? Waiting for **Pavel** and **Aiko**." in evening.text
    assert "If they don't answer, anyone can join instead <t:" in evening.text
    assert "Join" not in {part.get("label") for part in walk(evening.message.components)}
    await evening.press(evening.pavel, "Play again")
    assert "2. **Pavel**" in evening.text
    assert "Play again? Waiting for **Aiko**. I'll deal <t:" in evening.text
    await evening.press(evening.aiko, "Play again")
    assert "Trump" in evening.text


async def test_who_does_not_confirm_within_a_minute_is_left_out(
    evening: Evening, rng: random.Random
) -> None:
    await over(evening, rng)
    await evening.press(evening.nora, "Again")
    await evening.press(evening.pavel, "Play again")
    await evening.env.advance_time(61)
    assert "Trump" in evening.text
    assert "Aiko" not in evening.text


async def test_the_other_of_two_is_asked_in_their_hand(
    evening: Evening, rng: random.Random
) -> None:
    await evening.dealt("durak", evening.pavel)
    await evening.hand(evening.pavel)
    await evening.finish(rng)
    await evening.press(evening.nora, "Again")
    assert "If they don't answer, anyone can join instead <t:" in evening.text, (
        "no cards are dealt to one alone"
    )
    hand = evening.panels[evening.pavel.id]
    assert "**Nora** wants a rematch. Play again?" in text_of(hand.components)
    hand = present((await evening.pavel.click(hand, label="Play again")).response)
    evening.panels[evening.pavel.id] = hand
    assert "Trump" in evening.text
    dealt = text_of(hand.components)
    assert "Trump" in dealt, "the hand shows the next game …"
    assert await evening.play_on(rng, evening.nora, evening.pavel)
    assert text_of(hand.components) != dealt, "… and follows it"


async def test_the_other_of_two_declines_in_their_hand_or_says_nothing(
    evening: Evening, rng: random.Random
) -> None:
    await evening.dealt("durak", evening.pavel)
    await evening.hand(evening.pavel)
    for silent in (False, True):
        await evening.finish(rng)
        await evening.press(evening.nora, "Again")
        hand = evening.panels[evening.pavel.id]
        if silent:
            await evening.env.advance_time(61)
            assert "You're no longer at this table." in text_of(hand.components)
        else:
            await evening.pavel.click(hand, label="Not this time")
            assert "You're sitting out this game." in text_of(hand.components)
        assert "Needs one more player." in evening.text
        await evening.press(evening.aiko if silent else evening.pavel, "Join")
        if not silent:
            await evening.press(evening.nora, "Start")
            await evening.hand(evening.pavel)
    assert [seat.name for seat in (await evening.table()).seats] == ["Nora", "Aiko"]


async def test_who_is_left_of_the_fool_opens_although_somebody_has_left(
    evening: Evening, rng: random.Random
) -> None:
    people = (evening.nora, evening.pavel, evening.aiko, evening.bert)
    await evening.dealt("durak", *people[1:])
    table = await evening.finish(rng)
    while present(table.outcome).carry["fool"] is None:
        for who in people:
            await evening.press(who, "Play again" if who is not people[0] else "Again")
        table = await evening.finish(rng)
    fool = present(table.outcome).carry["fool"]
    gone, opener = people[(fool + 1) % 4], people[(fool + 2) % 4]
    staying = [who for who in people if who is not gone]
    await evening.press(staying[0], "Again")
    await evening.press(gone, "Not this time")
    for who in staying[1:]:
        await evening.press(who, "Play again")
    table = await evening.table()
    assert [seat.member_id for seat in table.seats] == [who.id for who in staying]
    assert evening.member_at(table, present(table.view(None)).waiting_on[0]).id == opener.id
    assert f"Waiting for **{present(opener.user.global_name)}**" in evening.text


async def test_who_declines_is_not_waited_for(evening: Evening, rng: random.Random) -> None:
    await over(evening, rng)
    await evening.press(evening.nora, "Again")
    await evening.press(evening.pavel, "Play again")
    await evening.press(evening.aiko, "Not this time")
    assert "Trump" in evening.text
    assert [seat.name for seat in (await evening.table()).seats] == ["Nora", "Pavel"]


async def test_without_enough_players_it_is_an_ordinary_lobby(
    evening: Evening, rng: random.Random
) -> None:
    await over(evening, rng)
    await evening.press(evening.nora, "Again")
    await evening.press(evening.pavel, "Not this time")
    await evening.press(evening.aiko, "Not this time")
    assert "Needs one more player." in evening.text
    await evening.press(evening.bert, "Join")
    assert "**Bert**" in evening.text


async def test_the_seal_of_the_next_shuffle_stands_under_the_result(
    evening: Evening, rng: random.Random
) -> None:
    await over(evening, rng)
    sealed = (await evening.table()).next_hash
    assert sealed
    assert f".{sealed[:12]}" in str(evening.message.components), "the button carries it"
    menu = present((await evening.bert.click(evening.message, label="More…")).response)
    assert sealed in text_of(menu.components)
    await evening.press(evening.nora, "Again")
    assert f"`{sealed[:12]}…`" in evening.text
    more = present((await evening.press(evening.pavel, "More…")).response)
    assert sealed in text_of(more.components)
    for member in (evening.pavel, evening.aiko):
        await evening.press(member, "Play again")
    assert (await evening.table()).secret_hash == sealed


async def test_strangers_can_not_open_the_next_game_but_may_join(
    evening: Evening, rng: random.Random
) -> None:
    await over(evening, rng)
    refused = present((await evening.press(evening.bert, "Again")).response)
    assert refused.ephemeral
    await evening.press(evening.nora, "Again")
    await evening.press(evening.bert, "Play again")
    assert "**Bert**" in evening.text
    assert "Waiting for **Pavel** and **Aiko**" in evening.text


async def test_a_match_of_epaulettes_shows_its_score_in_the_next_lobby_and_game(
    evening: Evening,
) -> None:
    await evening.lobby("durak", evening.pavel)
    table = await evening.table()
    assert score_line(table) == ""
    previous = Outcome(
        (1, 2), honours=("wears:1:6",), carry={"dealer": 0, "fool": 1, "wears": [None, "6"]}
    )
    # Until Pavel's seat is taken again, what stands in the last game's order of seats can't be
    # told.
    assert score_line(replace(table, previous=previous, seats=table.seats[:1])) == ""
    shown = score_line(replace(table, previous=previous))
    assert shown == "🎖️ Epaulettes: **Pavel**: 6"


async def test_again_at_a_table_that_was_closed_opens_another_by_its_rules(
    evening: Evening, rng: random.Random
) -> None:
    await evening.lobby("durak", evening.pavel, preset="passing")
    await evening.choose(evening.nora, "speed", "quick")
    await evening.press(evening.nora, "Start")
    await evening.finish(rng)
    result, old, said = evening.message, await evening.table(), evening.text
    await evening.press(evening.nora, "Again")
    question = await ways.to_closing(evening.channel, evening.nora)
    await evening.nora.click(question, label="Yes, close the table")
    assert "This table is closed" in evening.text

    lobby = present((await evening.bert.click(result, label="Again")).response)
    assert "1. **Bert** · host" in text_of(lobby.components)
    table = await evening.table()
    assert table.id != old.id
    assert (table.game, table.preset, table.options, table.speed) == (
        "durak",
        "passing",
        old.options,
        old.speed,
    )
    assert text_of(result.components) == said, "the result stays"

    asked = present((await evening.pavel.click(result, label="Again")).response)
    assert asked.ephemeral
    await evening.pavel.click(asked, label="Join Bert")
    assert "2. **Pavel**" in text_of(lobby.components)
