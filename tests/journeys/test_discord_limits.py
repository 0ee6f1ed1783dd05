"""What Discord refuses although its libraries let it pass, and what it does that the simulator doesn't."""

from __future__ import annotations

import random

import discord
import pytest

import games
from cogs.words.load import words_of
from tests.journeys.conftest import Evening
from tests.limits import check_emoji


@pytest.mark.parametrize("game", sorted(games.available()))
def test_the_sign_of_every_verb_is_an_emoji_that_discord_knows(game: str) -> None:
    for name, verb in words_of(game).verbs.items():
        check_emoji({"name": verb.mark} if verb.mark else None)
        assert verb.name, name


def test_a_playing_card_s_back_is_no_emoji() -> None:
    for sign in ("🂠", "▶", "OK", "👍👍"):
        with pytest.raises(AssertionError):
            check_emoji({"name": sign})


async def test_where_the_bot_may_send_no_files_the_table_is_told_in_words(evening: Evening, rng: random.Random) -> None:
    everyone = evening.bot.get_guild(evening.guild.id).default_role
    evening.channel = evening.guild.create_text_channel(
        "no-pictures", overwrites={everyone: discord.PermissionOverwrite(attach_files=False)}
    )
    await evening.dealt("durak", evening.pavel)
    hand = await evening.hand(evening.nora)
    for _ in range(4):
        assert await evening.play_on(rng, evening.nora, evening.pavel)
    assert "Trump" in evening.text
    edits = [each for each in evening.env.http_requests if each.path.startswith(f"/channels/{evening.channel.id}/")]
    assert edits, "the table follows the game"
    assert not any(each.json.get("attachments") for each in edits)
    assert hand.attachments, "an answer to a press may carry a picture everywhere"
