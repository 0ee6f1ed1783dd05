"""Test that members can look at tables and at finished games."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import discord
import pytest
from sqlalchemy import update

from bot.core.fairness import HeaderError
from bot.core.model import OpenedGame
from bot.db import schema
from bot.db.writer import Statement
from bot.thinking.proof import Verdict
from games.record import loads
from games.record import replay as steps
from tests.beyond import BEYOND
from tests.journeys import planned, ways
from tests.journeys.conftest import Click, Evening, at_once
from tests.limits import GALLERY, check_request, text_of, walk
from tests.looked_at import position_after
from tests.present import present
from tests.sightings import cards_in


async def within_limits(evening: Evening) -> None:
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def test_play_lists_the_tables_with_links_that_the_member_may_follow(
    evening: Evening,
) -> None:
    nothing = present((await evening.bert.slash(evening.channel, "play")).response)
    assert "no table here yet" in text_of(nothing.components)
    await evening.dealt("durak", evening.pavel)
    guild = present(evening.bot.get_guild(evening.guild.id))
    role = evening.guild.create_role("inner circle")
    hidden = evening.guild.create_text_channel(
        "hidden",
        overwrites={
            guild.default_role: discord.PermissionOverwrite(view_channel=False),
            guild.me: discord.PermissionOverwrite(view_channel=True),
            present(guild.get_role(role.id)): discord.PermissionOverwrite(view_channel=True),
        },
    )
    insider = evening.guild.add_member(
        evening.env.create_user("insider", global_name="Insider"), roles=[role]
    )
    await insider.slash(hidden, "play", game="dritzak")

    shown = text_of(
        present((await evening.bert.slash(evening.channel, "play")).response).components
    )
    assert f"/{evening.channel.id}/{evening.message.id}" in shown
    assert "[Durak]" in shown
    assert "Nora, Pavel" in shown
    assert "[Dritzak]" not in shown
    assert "[Dritzak]" in text_of(
        present((await insider.slash(evening.channel, "play")).response).components
    )
    await within_limits(evening)


async def test_history_lists_games_of_a_channel_and_of_a_member(
    evening: Evening, rng: random.Random
) -> None:
    await evening.dealt("durak", evening.pavel)
    await evening.finish(rng)
    here = present((await evening.bert.slash(evening.channel, "history")).response)
    assert here.ephemeral
    assert "Durak" in text_of(here.components)
    assert "Nora" in text_of(here.components)
    (option,) = next(part["options"] for part in walk(here.components) if part.get("options"))
    assert re.match(r"Durak · \d+ \w{3} 20\d\d, \d\d:\d\d UTC · ", option["label"])
    hers = present(
        (await evening.bert.slash(evening.channel, "history", member=evening.nora.user)).response
    )
    assert "Durak" in text_of(hers.components)
    nobodys = present(
        (await evening.bert.slash(evening.channel, "history", member=evening.bert.user)).response
    )
    assert "Nobody has finished a game" in text_of(nobodys.components)
    await within_limits(evening)


async def test_a_history_is_shown_to_everyone_without_what_not_everyone_may_see(
    evening: Evening, rng: random.Random
) -> None:
    guild = present(evening.bot.get_guild(evening.guild.id))
    hidden = evening.guild.create_text_channel(
        "hidden",
        overwrites={
            guild.default_role: discord.PermissionOverwrite(view_channel=False),
            guild.me: discord.PermissionOverwrite(view_channel=True),
        },
    )
    await evening.dealt("durak", evening.pavel)
    table = await evening.finish(rng)
    nora = evening.nora
    mine = present((await nora.slash(evening.channel, "history", member=nora.user)).response)
    assert mine.ephemeral
    public = present((await nora.click(mine, label="Show everyone")).response)
    assert not public.ephemeral
    assert "Durak" in text_of(public.components)
    assert "Show everyone" not in str(public.components)
    # Whoever turns or opens something in it sees that alone.
    select = next(part for part in walk(public.components) if part.get("options"))
    opened = await evening.bert.select(public, [f"{table.id}:1"], custom_id=select["custom_id"])
    assert present(opened.response).ephemeral
    # A game of a channel that not everyone sees stays out of it.
    with evening.env.time_context():
        moved = Statement(update(schema.tables).values(channel_id=hidden.id))
        await evening.bot.service.store.write([moved])
    public = present((await nora.click(mine, label="Show everyone")).response)
    assert "Durak" not in text_of(public.components)


async def test_a_finished_game_is_stepped_through_with_open_hands(
    evening: Evening, rng: random.Random
) -> None:
    await evening.dealt("durak", evening.pavel)
    table = await evening.finish(rng)
    replay = await ways.to_replay(evening.channel, evening.bert)
    assert replay.ephemeral
    steps = len(present(table.record).steps)
    assert f"step 0 of {steps}" in text_of(replay.components)
    assert "The cards are dealt" in text_of(replay.components)
    assert text_of(replay.components).count("hand: ") == 2, "both hands are described"
    by_name = {
        part["custom_id"].rsplit(":", 1)[1]: part
        for part in walk(replay.components)
        if "custom_id" in part
    }
    assert by_name["first"]["disabled"]
    assert by_name["back"]["disabled"]

    async def press(name: str) -> str:
        parts = [
            part
            for part in walk(replay.components)
            if part.get("custom_id", "").endswith(f":{name}")
        ]
        await evening.bert.click(replay, custom_id=parts[0]["custom_id"])
        return text_of(replay.components)

    assert f"step 1 of {steps}" in await press("next")
    assert "attacks with" in text_of(replay.components)
    assert f"step {steps} of {steps}" in await press("last")
    assert f"step {steps - 1} of {steps}" in await press("back")
    await evening.restart()
    assert f"step 0 of {steps}" in await press("first")
    await within_limits(evening)


async def test_a_replay_jumps_to_an_honour(evening: Evening) -> None:
    find = planned.with_deeds({"epaulettes-given": 1, "epaulettes-worn": 1})
    table, line = await planned.deal(evening, "durak", [evening.nora, evening.pavel], find)
    await planned.play(evening, table, line)
    table = await evening.bot.tables.get(table.id)
    earned = [
        number
        for number, (game, _, events) in enumerate(steps(present(table.record)))
        if any(game.deeds(event) for event in events)
    ]
    assert earned
    replay = await ways.to_replay(evening.channel, evening.nora)
    jump = next(
        part for part in walk(replay.components) if part.get("custom_id", "").endswith(":jump")
    )
    assert [int(option["value"]) for option in jump["options"]] == earned
    await evening.nora.select(replay, [str(earned[0])], custom_id=jump["custom_id"])
    assert f"step {earned[0]} of" in text_of(replay.components)
    await within_limits(evening)


async def test_a_replay_has_a_picture_of_every_step_and_jumps_to_each_bout(
    evening: Evening, rng: random.Random
) -> None:
    await evening.dealt("durak", evening.pavel)
    table = await evening.finish(rng)
    replay = await ways.to_replay(evening.channel, evening.bert)
    ends = [
        number
        for number, (game, _, events) in enumerate(steps(present(table.record)))
        if any(event.name in game.chapter_names for event in events)
    ]
    assert len(ends) > 2
    select = next(part for part in walk(replay.components) if part.get("options"))
    assert [int(option["value"]) for option in select["options"]] == ends[:25]
    assert not any(re.match(r"\d+\. [a-z]", option["label"]) for option in select["options"])
    pictures = []
    for end in ends[1:3]:
        await evening.bert.select(replay, [str(end)], custom_id=select["custom_id"])
        assert f"step {end} of" in text_of(replay.components)
        stored = evening.env.backend.get_message(replay.channel_id, replay.id)
        assert [file["filename"] for file in stored.attachments] == ["table.png"]
        part = next(part for part in walk(replay.components) if part["type"] == GALLERY)
        pictures.append(part["items"][0]["description"])
        select = next(part for part in walk(replay.components) if part.get("options"))
        now = position_after(
            replace(present(table.record), steps=present(table.record).steps[:end])
        )
        held = {card for seat in (0, 1) for card in now.view(seat).hand}
        assert held <= cards_in(pictures[-1]), "all hands lie open"
    assert pictures[0] != pictures[1]
    await within_limits(evening)


async def test_the_record_is_exported_and_plays_again(evening: Evening, rng: random.Random) -> None:
    await evening.dealt("durak", evening.pavel)
    table = await evening.finish(rng)
    replay = await ways.to_replay(evening.channel, evening.nora, f"{table.id}:1")
    answer = present((await evening.nora.click(replay, label="Download this game")).response)
    assert answer.ephemeral
    (file,) = answer.attachments
    assert file.filename == f"durak-{table.id}-1.txt"
    text = (await file.read()).decode()
    assert position_after(loads(text)).outcome == table.outcome


async def test_the_shuffle_of_any_finished_game_is_checked(
    evening: Evening, rng: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.dealt("durak", evening.pavel)
    sealed = (await evening.table()).secret_hash
    await evening.finish(rng)
    said = await ways.to_proof(evening.channel, evening.bert)
    assert said.ephemeral
    assert "✔" in said.content
    assert sealed in said.content

    def refuse(text: str) -> None:
        raise HeaderError("Refused: the secret does not have the hash that is given for it.")

    monkeypatch.setattr("cogs.history.proof.verify", refuse)
    said = await ways.to_proof(evening.channel, evening.bert)
    assert "✘" in said.content
    assert "Refused" in said.content


async def test_a_game_that_goes_on_can_not_be_replayed(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    table = await evening.table()
    for action in ("open", "check", "analyse"):
        (pressed,) = await at_once(
            evening, Click(evening.nora, evening.message, f"r:{table.id}:1:0:{action}")
        )
        refused = present(pressed.response)
        assert refused.ephemeral
        assert "step 0" not in (refused.content or text_of(refused.components))
        assert table.secret_hash not in refused.content
        assert refused.content


async def test_who_dismisses_the_proof_meanwhile_is_told_nothing_more(
    evening: Evening,
    rng: random.Random,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    await evening.dealt("durak", bots=1)
    question = present((await evening.press(evening.nora, "Resign")).response)
    await evening.nora.click(question, label="Yes, resign")

    async def dismissed(_finished: OpenedGame) -> list[Verdict]:
        stored = evening.env.backend.messages[evening.channel.id]
        evening.env.backend.delete_message(evening.channel.id, max(stored))
        return []

    monkeypatch.setattr(evening.bot.tables.thoughts, "check", dismissed)
    menu = present((await evening.press(evening.nora, "More…")).response)
    pressed = await evening.nora.click(menu, label="Check the shuffle")
    assert not pressed.followups
    assert not [each for each in caplog.records if each.levelname == "ERROR"]


@BEYOND
async def test_the_bot_players_moves_are_checked_too(evening: Evening, rng: random.Random) -> None:
    await evening.dealt("durak", bots=1)
    await evening.play_out(rng, evening.nora)
    text = (await ways.to_proof(evening.channel, evening.nora)).content
    record = present((await evening.table()).record)
    moves = sum(step.seat == 1 for step in record.steps)
    bot = (await evening.table()).seats[1].name
    assert f"🤖 **{bot}** (Casual): {moves} of {moves} moves verified." in text


async def test_one_member_leads_a_replay_for_all(evening: Evening, rng: random.Random) -> None:
    await evening.dealt("durak", evening.pavel)
    table = await evening.finish(rng)
    own = await ways.to_replay(evening.channel, evening.nora)
    public = present((await evening.nora.click(own, label="Replay for everyone")).response)
    assert not public.ephemeral
    shown = text_of(public.components)
    assert "step 0 of" in shown
    assert "Nora is running this replay" in shown

    def led_to(action: str) -> str:
        ids = [str(part.get("custom_id")) for part in walk(public.components)]
        return next(each for each in ids if each.startswith("R:") and each.endswith(f":{action}"))

    # Only the leader's presses step, after a restart too; others get a word, and their own copy.
    refused = present((await evening.bert.click(public, custom_id=led_to("next"))).response)
    assert refused.ephemeral
    assert "step 0 of" in text_of(public.components)
    await evening.restart()
    await evening.nora.click(public, custom_id=led_to("next"))
    assert "step 1 of" in text_of(public.components)
    copy = present((await evening.bert.click(public, label="Replay on my own")).response)
    assert copy.ephemeral
    assert "step 1 of" in text_of(copy.components)
    # No id leads it to a game that is still played.
    await evening.dealt("durak", evening.pavel)
    playing = await evening.table()
    forged = led_to("next").replace(f":{table.id}:", f":{playing.id}:")
    (answer,) = await at_once(evening, Click(evening.nora, public, forged))
    assert present(answer.response).ephemeral
    assert "step 1 of" in text_of(public.components)
    await within_limits(evening)
