"""Test what happens when a member opens a table in a channel that already has a lobby of the same
game. The bot first asks whether the member wants to join that lobby."""

from __future__ import annotations

from simcord.results import ResponseMessage

from bot.core.model import Phase, Table
from tests.journeys.conftest import Evening
from tests.limits import BUTTON, check_request, text_of, walk
from tests.present import present


def labels(message: ResponseMessage) -> list[str]:
    return [part["label"] for part in walk(message.components) if part["type"] == BUTTON]


async def lobbies(evening: Evening) -> list[Table]:
    return [
        table
        for table in await evening.bot.tables.where.open_in(evening.channel.id)
        if table.phase is Phase.LOBBY
    ]


async def within_limits(evening: Evening) -> None:
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def test_the_lobby_that_is_there_is_offered_and_joined(evening: Evening) -> None:
    await evening.lobby("durak")
    asked = present((await evening.pavel.slash(evening.channel, "play", game="durak")).response)
    assert asked.ephemeral
    assert "**Nora** has a Durak lobby here" in text_of(asked.components)
    assert f"/{evening.message.id}" in text_of(asked.components)
    assert labels(asked) == ["Join Nora", "Open another table"]
    assert len(await lobbies(evening)) == 1

    await evening.pavel.click(asked, label="Join Nora")
    (table,) = await lobbies(evening)
    assert [seat.name for seat in table.seats] == ["Nora", "Pavel"]
    assert "You're at **Nora**'s table now" in text_of(asked.components)
    assert labels(asked) == []
    assert "Pavel" in evening.text, "the lobby shows it to everyone"
    await within_limits(evening)


async def test_another_one_is_opened_all_the_same(evening: Evening) -> None:
    await evening.lobby("durak")
    await evening.env.advance_time(1)
    asked = present((await evening.pavel.slash(evening.channel, "play", game="durak")).response)
    pressed = await evening.pavel.click(asked, label="Open another table")
    (opened,) = pressed.followups
    assert not opened.ephemeral
    assert "**Pavel**" in text_of(opened.components)
    assert labels(asked) == []
    newest, _older = await lobbies(evening)
    assert newest.message_id == opened.id
    await evening.aiko.click(opened, label="Join")
    assert "**Aiko**" in text_of(opened.components)
    await within_limits(evening)


async def test_who_sits_there_already_is_reminded_of_it(evening: Evening) -> None:
    await evening.lobby("durak")
    asked = present((await evening.nora.slash(evening.channel, "play", game="durak")).response)
    assert "You're already in a Durak lobby here" in text_of(asked.components)
    assert labels(asked) == ["Open another table"]


async def test_nothing_is_asked_where_no_seat_is_to_be_had(evening: Evening) -> None:
    # Another game, another channel, a full lobby, a game that runs, people about to play again.
    other = evening.guild.create_text_channel("other")
    await evening.lobby("durak", bots=7)
    for member, channel, game in (
        (evening.aiko, evening.channel, "dritzak"),
        (evening.aiko, other, "durak"),
        (evening.bert, evening.channel, "durak"),
    ):
        opened = present((await member.slash(channel, "play", game=game)).response)
        assert not opened.ephemeral
    evening.message = opened
    await evening.add_bot(evening.bert)
    await evening.bert.click(opened, label="Start")
    opened = present((await evening.pavel.slash(evening.channel, "play", game="durak")).response)
    assert not opened.ephemeral
    await within_limits(evening)


async def test_a_lobby_in_a_thread_of_the_channel_counts(evening: Evening) -> None:
    await evening.bot.tables.preferences.change_server(evening.guild.id, threads=True)
    await evening.nora.slash(evening.channel, "play", game="durak")
    (thread,) = present(evening.bot.get_guild(evening.guild.id)).threads
    asked = present((await evening.pavel.slash(evening.channel, "play", game="durak")).response)
    assert asked.ephemeral
    assert str(thread.id) in text_of(asked.components)
    await evening.env.advance_time(1)
    await evening.pavel.click(asked, label="Open another table")
    assert len(present(evening.bot.get_guild(evening.guild.id)).threads) == 2
    asked = present((await evening.aiko.slash(evening.channel, "play", game="durak")).response)
    await evening.aiko.click(asked, label="Join Pavel")
    (table,) = await evening.bot.tables.where.seated(evening.guild.id, evening.aiko.id)
    assert [seat.name for seat in table.seats] == ["Pavel", "Aiko"]
    await within_limits(evening)


async def test_a_lobby_that_started_meanwhile_refuses_and_another_can_still_be_opened(
    evening: Evening,
) -> None:
    await evening.lobby("durak", evening.aiko)
    asked = present((await evening.pavel.slash(evening.channel, "play", game="durak")).response)
    await evening.press(evening.nora, "Start")
    refused = present((await evening.pavel.click(asked, label="Join Nora")).response)
    assert refused.content == "The game is still on."
    await evening.pavel.click(asked, label="Open another table")
    assert [table.seats[0].name for table in await lobbies(evening)] == ["Pavel"]
