"""Test watching a game. A private message with all hands follows the game. Members who still play
in the game can't open such a message."""

from __future__ import annotations

import random
from datetime import timedelta

from simcord.results import ResponseMessage

from tests.journeys.conftest import Evening
from tests.limits import text_of, walk
from tests.present import present
from tests.sightings import cards_in


async def opened_up(evening: Evening, game: str = "durak") -> None:
    """Open a lobby of Nora, Pavel and Aiko, let Nora allow spectators to see all hands, and start
    the game."""
    await evening.lobby(game, evening.pavel, evening.aiko)
    options = present((await evening.press(evening.nora, "Options")).response)
    await evening.nora.click(options, label="Spectators see all hands: off")
    assert "Spectators see all hands, with a minute's delay." in evening.text
    await evening.press(evening.nora, "Start")
    await evening.find_message()


async def test_a_watcher_sees_all_hands_a_minute_late_and_the_message_follows(
    evening: Evening, rng: random.Random
) -> None:
    await opened_up(evening)
    table = await evening.table()
    soon = present((await evening.press(evening.bert, "Watch")).response)
    assert soon.ephemeral
    assert "a minute's delay" in text_of(soon.components)
    before = present(table.live).opened()
    await evening.env.advance_time(61)
    again = next(part for part in walk(soon.components) if part.get("label") == "Refresh")
    await evening.bert.click(soon, custom_id=again["custom_id"])
    shown = text_of(soon.components)
    assert "all hands with a minute's delay" in shown
    assert "Chances from this point" in shown
    assert "<@" not in shown
    for seat in range(3):
        assert all(card in shown for card in spoken(before.hand_of(seat)))
    # The next move is seen there by itself, but not before it is a minute old.
    assert await evening.play_on(rng, evening.nora, evening.pavel, evening.aiko)
    assert text_of(soon.components) == shown
    await evening.env.advance_time(62)
    assert text_of(soon.components) != shown


async def test_each_move_is_shown_when_it_is_a_minute_old_whatever_came_after_it(
    evening: Evening, rng: random.Random
) -> None:
    await opened_up(evening)
    await evening.env.advance_time(61)
    watched = present((await evening.press(evening.bert, "Watch")).response)
    shown = [text_of(watched.components)]
    for _ in range(3):
        assert await evening.play_on(rng, evening.nora, evening.pavel, evening.aiko)
        await evening.env.advance_time(15)
        assert text_of(watched.components) == shown[0]
    for _ in range(3):
        await evening.env.advance_time(16)
        shown.append(text_of(watched.components))
    assert len(set(shown)) == 4, "the first move comes alone, and the others follow"


async def test_a_clock_that_is_set_back_hides_no_later_move_for_an_hour(
    evening: Evening, rng: random.Random
) -> None:
    await opened_up(evening)
    await evening.env.advance_time(61)
    watched = present((await evening.press(evening.bert, "Watch")).response)
    players = evening.nora, evening.pavel, evening.aiko
    assert await evening.play_on(rng, *players)
    evening.clock_set_by = -timedelta(hours=1)
    await evening.env.advance_time(62)
    before = text_of(watched.components)
    assert await evening.play_on(rng, *players)
    await evening.env.advance_time(121)
    assert text_of(watched.components) != before


async def test_a_player_sees_them_only_when_out(evening: Evening, rng: random.Random) -> None:
    await opened_up(evening)
    refused = present((await evening.press(evening.nora, "Watch")).response)
    assert refused.ephemeral
    assert "No peeking" in str(refused.content)
    assert not cards_in(str(refused.content))
    table = await evening.until(
        rng, lambda each: any(seat.out for seat in present(each.view(None)).seats)
    )
    seats = present(table.view(None)).seats
    out = next(evening.member_at(table, seat.seat) for seat in seats if seat.out)
    playing = next(evening.member_at(table, seat.seat) for seat in seats if not seat.out)
    hand = await evening.hand(out)
    await evening.env.advance_time(61)
    await out.click(hand, label="See all hands")
    assert "all hands with a minute's delay" in text_of(hand.components)
    other = await evening.hand(playing)
    assert "See all hands" not in text_of(other.components)
    labels = [part.get("label") for part in walk(other.components)]
    assert "See all hands" not in labels


async def test_who_resigned_is_offered_no_hands(evening: Evening) -> None:
    await evening.dealt("tredici", evening.pavel, evening.aiko)
    question = present((await evening.press(evening.aiko, "Resign")).response)
    await evening.aiko.click(question, label="Yes, resign")
    hand = await evening.hand(evening.aiko)
    assert "left this game" in text_of(hand.components)
    assert "See all hands" not in [part.get("label") for part in walk(hand.components)]


def spoken(cards: tuple[str, ...]) -> list[str]:
    """Return the cards in the way in which descriptions of pictures write them, such as `10♥`."""
    signs = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
    return [f"{card[:-1]}{signs[card[-1]]}" for card in cards]


async def test_a_guess_is_one_press_at_the_table_and_told_at_the_end(
    evening: Evening, rng: random.Random
) -> None:
    await evening.dealt("durak", evening.pavel)
    panels, table = [], await evening.table()
    custom_id, said = f"t:{table.id}:guess:1", evening.text
    for seat, member in enumerate((evening.aiko, evening.bert)):
        guess = await member.select(evening.message, [str(1 - seat)], custom_id=custom_id)
        panel = present(guess.response)
        assert panel.ephemeral
        assert f"Your guess: **{('Nora', 'Pavel')[1 - seat]}**" in text_of(panel.components)
        # It can be changed, there as well.
        await member.select(panel, [str(seat)], custom_id=custom_id)
        chosen = next(part for part in walk(panel.components) if part.get("options"))
        assert [each["value"] for each in chosen["options"] if each.get("default")] == [str(seat)]
        panels.append(panel)
    refused = present(
        (await evening.nora.select(evening.message, ["1"], custom_id=custom_id)).response
    )
    assert "You're playing, so leave" in str(refused.content)
    assert evening.text == said, "a guess is private until the end"
    table = await evening.finish(rng)
    ranks = present(table.outcome).ranks
    fool = ranks.index(max(ranks))
    told = [text_of(panel.components) for panel in panels]
    assert "You guessed right!" in told[fool]
    assert "You guessed wrong this time." in told[1 - fool]
    assert f"Guessed right: **{('Aiko', 'Bert')[fool]}**" in evening.text


async def test_all_are_asked_for_a_guess_as_it_opens_and_watchers_until_it_is_nearly_over(
    evening: Evening, rng: random.Random
) -> None:
    await evening.dealt("durak", evening.pavel)

    def asks(message: ResponseMessage) -> bool:
        return any(":guess:" in part.get("custom_id", "") for part in walk(message.components))

    async def watched() -> ResponseMessage:
        return present((await evening.press(evening.aiko, "Watch")).response)

    assert asks(evening.message)
    asked, nearly = 1, False
    while not nearly and await evening.play_on(rng, evening.nora, evening.pavel):
        view = (await evening.table()).view(None)
        nearly = view is None or any(tense.seat is not None for tense in view.tension)
        await evening.edited()
        if asks(evening.message):
            asked += 1
        elif asked:
            assert asked in {3, 4}, "for as many moves as there are seats"
            # From then on a guess is two presses: Watch, and the answer.
            panel, asked = await watched(), 0
            wanted = f"t:{(await evening.table()).id}:guess:1"
            await evening.aiko.select(panel, ["0"], custom_id=wanted)
            assert "Your guess: **Nora**" in text_of(panel.components)
    assert not asks(evening.message)
    assert not asks(await watched())
