"""Test that the lobby and the welcome message invite members. A host who presses *Join* is told
what a host can do. The button *Play Durak* in the welcome message and the command `/play` open
lobbies with the same text."""

from __future__ import annotations

import re
from typing import Any

from simcord.results import ResponseMessage

from bot.core.model import Phase
from cogs.table.lobby.welcome import welcome
from tests.journeys.conftest import Evening
from tests.limits import text_of
from tests.present import present


async def test_a_host_who_presses_join_is_told_what_a_host_can_do(evening: Evening) -> None:
    await evening.lobby("durak")
    assert "## Durak" not in evening.text, "the picture has the name"
    assert "Durak lobby with Nora" in evening.text
    said, before = evening.text, await evening.table()
    answer = present((await evening.press(evening.nora, "Join")).response)
    assert answer.ephemeral
    told = text_of(answer.components)
    assert told.startswith("You're already in")
    assert {"*Add bot*", "*Start*", "⚙️"} <= set(re.findall(r"\*[^*]+\*|⚙️", told))
    assert (evening.text, (await evening.table()).version) == (said, before.version)
    # What a host can do is right there.
    await evening.press(evening.pavel, "Join")
    assert "**Pavel**" in evening.text
    await evening.nora.click(answer, label="Start")
    await evening.edited()
    assert (await evening.table()).phase is Phase.PLAYING


async def test_the_command_and_the_button_of_the_welcome_begin_the_same_way(
    evening: Evening,
) -> None:
    channel: Any = present(evening.bot.get_guild(evening.guild.id)).get_channel(evening.channel.id)
    with evening.env.time_context():
        sent = await channel.send(view=welcome())
    posted = ResponseMessage(
        evening.env, evening.env.backend.get_message(evening.channel.id, sent.id)
    )
    by_button = present((await evening.nora.click(posted, label="Play Durak")).response)
    elsewhere = evening.guild.create_text_channel("elsewhere")
    by_command = present((await evening.nora.slash(elsewhere, "play", game="durak")).response)
    assert not by_button.ephemeral
    assert not by_command.ephemeral
    code = re.compile(r"`[0-9a-f]{12}…`")
    one, other = (code.sub("", text_of(each.components)) for each in (by_button, by_command))
    assert one == other
