"""Test that the deals of a team match can be played at boards. Each member sees their own hand, and
nothing of the other table, at which other members play the same deal."""

from __future__ import annotations

import random
from contextlib import AsyncExitStack

from bot.core.model import Person
from bot.doors.model import Shows, Sight
from bot.teams.model import TeamMatch, board_of
from bot.today.duplicate import DEALS
from tests.board.boards import ADA, BERTA, CHANNEL, CLEO, GUILD, House, Page
from tests.board.test_scenes import hands, is_state, page_of
from tests.present import present

DORA = Person(1004, "Dora")


async def begun(home: House) -> TeamMatch:
    """Open a team match and fill it. Ada and Cleo are one team, Berta and Dora are the other team.
    Ada plays against Berta, and Cleo plays against Dora."""
    matches = home.bot.service.team_matches
    match = await matches.open(
        guild_id=GUILD, channel_id=CHANNEL, game="durak", size=2, first=ADA, second=BERTA
    )
    await matches.join(match.number, CLEO, 0)
    return await matches.join(match.number, DORA, 1)


async def test_a_match_is_played_at_boards_and_messages_alike(home: House) -> None:
    matches, rng, match = home.bot.service.team_matches, random.Random(7), await begun(home)
    sight = Sight(board_of(match.number), Shows.MATCH, match.number)
    async with AsyncExitStack() as opened:
        pages: dict[int, Page] = {}
        for who in (ADA, BERTA, CLEO):
            pages[who.id] = await opened.enter_async_context(page_of(home, sight, who))
        stranger = await opened.enter_async_context(page_of(home, sight, Person(1009, "Eve")))
        assert stranger.frames[-1]["is"] == "bye"
        other = pages.pop(CLEO.id)
        beside, deals, moves = other.state, set[int](), 0
        while not any(page.frames[-1]["is"] == "bye" for page in pages.values()):
            sitting = present(await matches.hand(match.number, ADA.id))
            version = sitting.played.deal * 10_000 + len(sitting.made)
            states = [await page.at(version) for page in pages.values()]
            assert {state["version"] for state in states} == {version}
            deals.add(states[0]["number"])
            for state in states:
                assert f"eal {sitting.played.deal + 1} of {DEALS}" in state["facts"][0]
                assert state["emotes"] == []
                shut = [None in hand for hand in hands(state) if hand]
                assert shut.count(False) <= 1, "their own hand alone"
            page = next(page for page in pages.values() if page.state["moves"])
            move, moves = rng.choice(page.state["moves"])["move"], moves + 1
            if moves % 3:
                old = await page.ask(do="move", move="take", version=version + 1)
                assert old["is"] == "refused"
                answer = await page.ask(do="move", move=move, version=version)
                assert (answer["is"], answer["version"]) == ("done", version + 1)
            else:  # as a press in a hand on Discord
                mover = next(member for member, each in pages.items() if each is page)
                deal = sitting.deal.day
                await matches.move(match.number, mover, deal, move, len(sitting.made))
            for each in pages.values():
                await each.until(lambda frame: is_state(frame) or frame["is"] == "bye")
        assert deals == {1, 2}
        (bye,) = {page.frames[-1]["why"] for page in pages.values()}
        assert "once the other one has finished too" in bye
        assert (await other.ask(do="move", move="take", version=20_000))["is"] == "refused"
        await other.until(is_state)
        same = {"now", "news", "log"}
        assert {k: v for k, v in other.state.items() if k not in same} == {
            k: v for k, v in beside.items() if k not in same
        }, "the other table tells nothing"
