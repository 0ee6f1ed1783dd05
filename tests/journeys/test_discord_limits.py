"""What Discord refuses although its libraries let it pass, and what it does that the simulator doesn't."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, cast

import discord
import pytest

import games
from bot.model import Person
from cogs.words.load import words_of
from tests.journeys.conftest import Evening
from tests.limits import check_emoji
from tests.present import present

if TYPE_CHECKING:
    from cogs.servers import Servers


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
    everyone = present(evening.bot.get_guild(evening.guild.id)).default_role
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
    assert not any((each.json or {}).get("attachments") for each in edits)
    assert hand.attachments, "an answer to a press may carry a picture everywhere"


async def left_behind(evening: Evening, guild_id: int) -> str:
    """A running table in a server where the bot is not, as a process that was stopped may have left it behind."""
    tables = evening.bot.tables
    with evening.env.time_context():
        made = await tables.create(
            guild_id=guild_id, channel_id=5, host=Person(1, "Ann"), game="durak", interaction_id=1
        )
        await tables.join(made.table.id, Person(2, "Ben"), 2)
        await tables.start(made.table.id, 1)
    return made.table.id


async def test_a_server_that_removed_the_bot_while_it_was_down_is_noticed(evening: Evening) -> None:
    table_id = await left_behind(evening, 77)
    await evening.dealt("durak", evening.pavel)
    version = (await evening.bot.tables.get(table_id)).version
    await evening.restart(away=60)
    await evening.env.advance_time(600)
    assert (await evening.bot.tables.get(table_id)).version == version, "its clocks stand still"
    assert (await evening.table()).version > version, "those of the other server go on"


async def test_a_server_that_discord_can_not_reach_has_not_removed_the_bot(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    servers = cast("Servers", evening.bot.get_cog("Servers"))
    guild = evening.bot.get_guild(evening.guild.id)
    # Discord's word for an outage: the server goes, but only for now.
    evening.env.backend.emit("GUILD_DELETE", {"id": str(evening.guild.id), "unavailable": True})
    await evening.env.settle()
    assert evening.bot.get_guild(evening.guild.id) is guild
    await servers.on_ready()
    version = (await evening.table()).version
    await evening.env.advance_time(600)
    assert (await evening.table()).version > version, "nobody took it for a removal"
