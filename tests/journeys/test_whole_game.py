"""Test a whole evening: from `/play` to the result, the leaderboard and the next game. Each press
is on a button that the member can see."""

from __future__ import annotations

import random

import pytest

from bot.core.fairness import verify
from tests import WHOLE_GAMES
from tests.beyond import BEYOND
from tests.cogs.plugins import own_package
from tests.journeys import ways
from tests.journeys.conftest import Evening
from tests.journeys.whole_packages import SHORT
from tests.limits import text_of, walk
from tests.present import present

__all__ = ["own_package"]


async def test_two_members_and_a_bot_player_play_durak_to_the_end(
    evening: Evening, rng: random.Random
) -> None:
    nora, pavel = evening.nora, evening.pavel
    await evening.lobby("durak", pavel, bots=1)
    lobby = evening.text
    assert "1. **Nora** · host" in lobby
    assert "2. **Pavel**" in lobby
    assert "3. 🤖 **Farah** · Casual" in lobby
    assert "Rules: **Classic**" in lobby
    table = await evening.table()
    assert f"`{table.secret_hash[:12]}…`" in lobby

    await evening.press(nora, "Start")
    assert "Trump" in evening.text
    assert "The deck" in evening.text
    assert {"My hand", "Rules", "Resign"} <= {
        part.get("label") for part in walk(evening.message.components)
    }
    await evening.play_out(rng, nora, pavel)

    result = evening.text
    over = await evening.table()
    assert over.outcome is not None
    losers = [
        seat.name for seat, rank in zip(over.seats, over.outcome.ranks, strict=True) if rank > 1
    ]
    assert (losers[0] + " is the fool" in result) if losers else "Nobody is the fool" in result
    assert "Again" in result

    board = text_of(
        present(
            (await nora.slash(evening.channel, "leaderboard", game="durak")).response
        ).components
    )
    for seat, (member, rank) in enumerate(zip(("Nora", "Pavel"), over.outcome.ranks, strict=False)):
        lost = 1 if rank > 1 else 0
        won = 1 - lost if losers else 0
        booked = await evening.bot.boards.booked(over.guild_id, over.id, 1)
        figure = present(booked.of(seat)).after
        assert f"{member}: ~{figure} · 1 game · won {won} · lost {lost}" in board


async def test_the_printed_header_proves_the_deal(evening: Evening, rng: random.Random) -> None:
    await evening.lobby("durak", evening.pavel)
    sealed = (await evening.table()).secret_hash
    await evening.press(evening.nora, "Start")
    await evening.play_out(rng, evening.nora, evening.pavel)
    menu = present((await evening.press(evening.nora, "More…")).response)
    answer = present((await evening.nora.click(menu, label="Check the shuffle")).response)
    (file,) = answer.attachments
    assert verify((await file.read()).decode()).secret_hash == sealed


async def test_again_seats_only_those_who_press_it(evening: Evening, rng: random.Random) -> None:
    nora, pavel = evening.nora, evening.pavel
    await evening.dealt("durak", pavel, bots=1)
    await evening.play_out(rng, nora, pavel)
    await evening.press(pavel, "Again")
    assert "**Pavel** · host" in evening.text
    assert "Waiting for **Nora**" in evening.text
    assert "**Farah**" in evening.text
    assert "game 2" in evening.text
    await evening.press(nora, "Play again")
    assert "Trump" in evening.text
    # The panels of the game before follow into the new one by themselves.
    assert "6 cards" in text_of(evening.panels[nora.id].components)


@pytest.mark.parametrize("game", ["dritzak", "tredici", *WHOLE_GAMES])
@BEYOND
@pytest.mark.usefixtures("own_package")
async def test_the_other_games_play_to_the_end_with_no_other_code(
    evening: Evening, rng: random.Random, game: str
) -> None:
    preset = SHORT.get(game)
    await evening.dealt(game, evening.pavel, bots=2 if game == "hearts" else 1, preset=preset)
    await evening.play_out(rng, evening.nora, evening.pavel)
    assert "result" in evening.text


async def test_hand_table_and_rules_come_back_at_any_time(evening: Evening) -> None:
    nora, channel = evening.nora, evening.channel
    await evening.dealt("durak", evening.pavel)
    hand = present((await nora.slash(channel, "hand")).response)
    assert hand.ephemeral
    assert "Your hand, 6 cards" in text_of(hand.components)

    before = evening.message
    shown = present((await ways.to_table(channel, nora)).response)
    assert not shown.ephemeral
    assert "Trump" in text_of(shown.components)
    assert (await evening.table()).message_id == shown.id
    assert before.id not in {message.id for message in channel.history()}

    rules = present((await evening.pavel.slash(channel, "rules")).response)
    assert rules.ephemeral
    assert "Durak" in text_of(rules.components)
    assert "Classic" in text_of(rules.components)


async def test_a_member_at_several_tables_elsewhere_is_asked_which(evening: Evening) -> None:
    nora = evening.nora
    await evening.dealt("durak", evening.pavel)
    await evening.env.advance_time(1)
    await evening.dealt("tredici", evening.pavel)
    other = evening.guild.create_text_channel("elsewhere")
    asked = present((await nora.slash(other, "hand")).response)
    part = next(part for part in walk(asked.components) if part.get("options"))
    assert [option["label"] for option in part["options"]] == [
        "Tredici · Nora, Pavel",
        "Durak · Nora, Pavel",
    ]
    durak = part["options"][1]["value"]
    hand = present((await nora.select(asked, [durak])).response)
    assert hand.ephemeral
    assert "Your hand, 6 cards" in text_of(hand.components)

    here = present((await nora.slash(evening.channel, "hand")).response)
    assert "Your hand, 7 cards" in text_of(here.components) or "Collect" in text_of(here.components)


async def test_resigning_asks_once_and_counts_as_a_loss(
    evening: Evening, rng: random.Random
) -> None:
    nora, pavel = evening.nora, evening.pavel
    await evening.dealt("durak", pavel)
    await evening.play_on(rng, nora, pavel)
    question = present((await evening.press(nora, "Resign")).response)
    assert question.ephemeral
    assert "result" not in evening.text
    await nora.click(question, label="Yes, resign")
    assert "Nora is the fool" in evening.text
    board = text_of(
        present((await pavel.slash(evening.channel, "leaderboard")).response).components
    )
    assert "2. Nora: ~956 · 1 game · won 0 · lost 1" in board
    assert "1. Pavel: ~1083 · 1 game · won 1 · lost 0" in board


@BEYOND
async def test_the_question_of_an_old_game_does_not_resign_from_the_next(
    evening: Evening, rng: random.Random
) -> None:
    nora, pavel = evening.nora, evening.pavel
    await evening.dealt("durak", pavel)
    question = present((await evening.press(nora, "Resign")).response)
    await evening.play_out(rng, nora, pavel)
    await evening.press(nora, "Again")
    await evening.press(pavel, "Play again")
    answer = present((await nora.click(question, label="Yes, resign")).response)
    assert "a game that's already over" in answer.content
    assert "result" not in evening.text
