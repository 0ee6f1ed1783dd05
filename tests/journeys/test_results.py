"""Test the end of a game as everybody sees it: ranks, honours (special feats), ratings and all
hands. Also test the proof that the shuffle was fixed before the deal."""

from __future__ import annotations

import random
import re

import discord
import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage
from sqlalchemy import text

from bot.core.fairness import verify
from bot.core.model import Phase, Table
from games.cards import CARDS
from tests.beyond import the_first
from tests.cogs.plugins import own_package
from tests.journeys import ways
from tests.journeys.conftest import Evening
from tests.limits import BUTTON, GALLERY, check_request, text_of, walk
from tests.present import present
from tests.sightings import cards_in

__all__ = ["own_package"]

HASH = re.compile(r"[0-9a-f]{32,}")
MOVED = re.compile(r"(\w+): (?:[\w ]+, )*rating (\d+) → (\d+)")


async def over(evening: Evening, rng: random.Random, game: str = "durak") -> Table:
    """Play a game of Nora and Pavel to its end. Wait until the result is shown, and return the
    table."""
    await evening.dealt(game, evening.pavel)
    table = await evening.finish(rng)
    await evening.edited()
    await evening.find_message()
    return table


def moved(message: ResponseMessage) -> dict[str, tuple[int, int]]:
    """Return the ratings that a result's picture shows, as (before the game, after the game). The
    keys are the names of the players."""
    moves = MOVED.findall(text_of(message.components))
    return {name: (int(before), int(after)) for name, before, after in moves}


async def figures(evening: Evening) -> dict[str, int]:
    """Return the ratings on the leaderboard of Durak. The keys are the names of the players."""
    board = await evening.bot.boards.board(evening.guild.id, game="durak")
    return {line.name: present(line.figure) for line in board.lines}


async def test_a_result_tells_how_each_rating_moved_and_again_after_a_restart(
    evening: Evening, rng: random.Random
) -> None:
    before = {"Nora": 1000, "Pavel": 1000}
    await evening.dealt("durak", evening.pavel)
    won = dict.fromkeys(before, 0)
    for number in range(2):
        over = await evening.finish(rng)
        for seat, rank in zip(over.seats, present(over.outcome).ranks, strict=True):
            won[seat.name] += present(over.outcome).kind == "won" and rank == 1
        await evening.edited()
        after = await figures(evening)
        assert moved(evening.message) == {name: (before[name], after[name]) for name in before}
        before = after
        said = text_of(evening.message.components)
        (one, first), (other, second) = ((seat.name, won[seat.name]) for seat in over.seats)
        assert (f"Match: {one} {first}–{second} {other}" in said) is (number > 0)
        await evening.restart()
        menu = present((await evening.press(evening.nora, "More…")).response)
        brought = present((await evening.nora.click(menu, label="Show the table")).response)
        assert text_of(brought.components) == said
        evening.message = brought
        await evening.press(evening.nora, "Again")
        await evening.press(evening.pavel, "Play again")
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def test_where_nobody_is_rated_no_rating_is_told(
    evening: Evening, rng: random.Random
) -> None:
    await evening.dealt("durak", bots=1)
    await evening.play_out(rng, evening.nora)
    assert "result" in evening.text
    assert not moved(evening.message)


async def test_an_annulled_game_says_so_where_it_ended(
    evening: Evening, rng: random.Random
) -> None:
    table = await over(evening, rng)
    assert moved(evening.message)
    role = evening.guild.create_role(
        "keepers", permissions=discord.Permissions(manage_messages=True)
    )
    keeper = evening.guild.add_member(
        evening.env.create_user("ida", global_name="Ida"), roles=[role]
    )
    asked = await ways.to_annulling(evening.channel, keeper, f"{table.id}:1")
    await keeper.click(asked, label="Yes, void the game")
    await evening.edited()
    assert "A moderator has voided this game" in evening.text
    assert not moved(evening.message)
    assert (await evening.table()).message_id == evening.message.id


@pytest.mark.parametrize("game", the_first(1, ["durak", "dritzak", "tredici", "eights", "cheat"]))
@pytest.mark.usefixtures("own_package")
async def test_all_hands_lie_open_at_the_end_and_none_before(
    evening: Evening, rng: random.Random, game: str
) -> None:
    await evening.dealt(game, evening.pavel, *([evening.aiko] if game == "cheat" else []))
    table = await evening.table()
    assert table.opened() is None
    hidden = {card for seat in (0, 1) for card in present(table.view(seat)).hand}
    open_cards = cards_in(str(present(table.view(None)).zones))
    assert not cards_in(evening.text) & (hidden - open_cards)
    table = await evening.finish(rng)
    await evening.edited()
    held = {card for seat in (0, 1) for card in present(table.view(seat)).hand}
    assert held
    described = [
        item["description"]
        for part in walk(evening.message.components)
        if part["type"] == GALLERY
        for item in part["items"]
    ]
    assert held <= cards_in(" ".join(described))


async def test_all_hands_are_told_where_no_picture_may_be_sent(
    evening: Evening, rng: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.table.upkeep.may_attach", lambda *_: False)
    await evening.dealt("tredici", evening.pavel)
    table = await evening.finish(rng)
    await evening.edited()
    held = {card for seat in (0, 1) for card in present(table.view(seat)).hand}
    assert held <= cards_in(text_of(evening.message.components))
    assert not [part for part in walk(evening.message.components) if part["type"] == GALLERY]


async def test_the_buttons_of_a_result_and_no_hash_but_a_short_seal(
    evening: Evening, rng: random.Random
) -> None:
    await evening.lobby("durak", evening.pavel)
    sealed = (await evening.table()).secret_hash
    for phase in (Phase.LOBBY, Phase.OVER):
        assert (await evening.table()).phase is phase
        assert (f"`{sealed[:12]}…`" in evening.text) is (phase is Phase.LOBBY)
        assert not HASH.search(evening.text)
        if phase is Phase.LOBBY:
            await evening.press(evening.nora, "Start")
            more = present((await evening.pavel.click(evening.message, label="More…")).response)
            assert more.ephemeral
            assert sealed in text_of(more.components), "to be compared while the game runs"
            await evening.finish(rng)
    labels = [part["label"] for part in walk(evening.message.components) if part["type"] == BUTTON]
    assert labels == [
        "Again",
        "Replay",
        "Analyse",
        "More…",
    ]
    more = present((await evening.bert.click(evening.message, label="More…")).response)
    assert sealed in text_of(more.components)
    assert "Check the shuffle" in text_of(more.components)


async def test_the_lobby_shows_its_seal_in_full_to_who_asks(evening: Evening) -> None:
    await evening.lobby("durak")
    more = present((await evening.press(evening.pavel, "More…")).response)
    assert (await evening.table()).secret_hash in text_of(more.components)


async def checked(evening: Evening, member: MemberActor) -> ResponseMessage:
    """Press *More…* on the result and *Check the shuffle*, and return the answer."""
    menu = present((await member.click(evening.message, label="More…")).response)
    return present((await member.click(menu, label="Check the shuffle")).response)


async def test_the_shuffle_is_checked_with_the_header_as_a_file(
    evening: Evening, rng: random.Random
) -> None:
    table = await over(evening, rng)
    said = evening.text
    await evening.restart()
    answer = await checked(evening, evening.bert)
    assert answer.ephemeral
    assert answer.content.startswith(
        "✔ Fair deal: the shuffle was locked in before the first card was dealt."
    )
    assert table.secret_hash in answer.content
    (file,) = answer.attachments
    assert file.filename == f"durak-{table.id}-1-shuffle.txt"
    assert verify((await file.read()).decode()).secret_hash == table.secret_hash
    assert evening.text == said


async def test_a_shuffle_that_does_not_hold_is_said_not_to(
    evening: Evening, rng: random.Random
) -> None:
    table = await over(evening, rng)
    async with evening.bot.service.store.engine.begin() as connection:
        await connection.execute(
            text("UPDATE games SET secret = :secret WHERE table_id = :table"),
            {"secret": "00" * 32, "table": table.id},
        )
    answer = await checked(evening, evening.bert)
    assert "✘ The shuffle doesn't check out." in answer.content
    assert "✔" not in answer.content


async def test_a_result_opens_its_replay_for_one_member_and_stays_as_it_is(
    evening: Evening, rng: random.Random
) -> None:
    table = await over(evening, rng)
    said, last = evening.text, len(present(table.record).steps)
    await evening.press(evening.nora, "Again")  # the result's buttons still mean its own game
    await evening.press(evening.pavel, "Play again")
    await evening.finish(rng)
    backend = evening.env.backend
    result = ResponseMessage(
        evening.env, backend.get_message(table.channel_id, present(table.message_id))
    )
    replay = present((await evening.bert.click(result, label="Replay")).response)
    assert replay.ephemeral
    assert f"step 0 of {last}" in text_of(replay.components)
    assert text_of(result.components) == said
    assert set(cards_in(text_of(replay.components))) <= set(CARDS)
