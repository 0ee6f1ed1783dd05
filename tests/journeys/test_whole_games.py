"""Test the complete games in examples/ (`WHOLE_GAMES`) with their own words. Members play by
clicks, some of them against bot players. Some tests play to the result, and others play only as far
as a special move."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from bot.core.model import Phase
from tests import WHOLE_GAMES
from tests.beyond import BEYOND
from tests.cogs.plugins import with_words
from tests.games.plugins import EXAMPLES
from tests.journeys.conftest import Evening, action, actions
from tests.limits import check_request, text_of
from tests.present import present


@pytest.fixture(autouse=True)
def packages(tmp_path: Path) -> Iterator[None]:
    with ExitStack() as installed:
        for name in WHOLE_GAMES:
            site = tmp_path / name
            site.mkdir()
            installed.enter_context(with_words(EXAMPLES / name, site))
        yield


@BEYOND
async def test_mau_mau_from_the_lobby_to_the_result(evening: Evening, rng: random.Random) -> None:
    await evening.dealt("eights", evening.pavel, bots=1, preset="mau-mau")
    assert (await evening.table()).options["attack"] == "7"
    await evening.play_out(rng, evening.nora, evening.pavel)
    assert (await evening.table()).phase is Phase.OVER
    assert "won!" in evening.text
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def test_a_forgotten_call_is_caught_out_of_turn(evening: Evening, rng: random.Random) -> None:
    await evening.dealt("eights", evening.pavel, evening.aiko, preset="mau-mau")
    table = await evening.until(rng, lambda at: present(at.view(None)).facts["forgot"] is not None)
    forgetful = present(table.view(None)).facts["forgot"]
    (waiting,) = present(table.live).waiting_on
    (other,) = {0, 1, 2} - {forgetful, waiting}
    member = evening.member_at(table, other)
    panel = await evening.hand(member)
    catch = f"Catch: {table.seats[forgetful].name}"
    await evening.do(member, action(panel, catch))
    after = present((await evening.table()).view(None))
    assert after.facts["forgot"] is None
    assert after.seats[forgetful].cards == 3
    assert "who forgot to call" in evening.text


async def test_a_deal_of_hearts_by_clicks(evening: Evening, rng: random.Random) -> None:
    await evening.dealt("hearts", bots=3, preset="deal")
    panel = await evening.hand(evening.nora)
    assert "Pass cards… (0/3)" in text_of(panel.components)
    await evening.play_out(rng, evening.nora)
    table = await evening.table()
    assert table.phase is Phase.OVER
    assert sum(present(table.view(None)).facts["score"]) in {26, 3 * 26}
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def test_between_two_deals_of_hearts_the_scores_stay_until_a_press(
    evening: Evening, rng: random.Random
) -> None:
    await evening.dealt("hearts", *evening.members[1:])
    await evening.until(rng, lambda at: present(at.live).pause)
    assert "Deal 1 is over" in evening.text
    panel = await evening.hand(evening.aiko)
    await evening.do(evening.aiko, action(panel, "Next deal"))
    assert present((await evening.table()).view(None)).facts["deals"] == 2


async def test_a_claim_is_doubted_out_of_turn_and_its_cards_are_seen(
    evening: Evening, rng: random.Random
) -> None:
    await evening.dealt("cheat", *evening.members[1:])
    nora = await evening.hand(evening.nora)
    first = next(each for each in actions(nora) if "Claim" not in each.label)
    await evening.do(evening.nora, first)
    await evening.do(evening.nora, action(nora, "Claim"))
    assert "plays 1 card and claims aces!" in evening.text
    laid = present(present((await evening.table()).view(0)).zone("laid", 0)).cards
    for member in evening.members[1:]:
        assert "Doubt!" in [each.label for each in actions(await evening.hand(member))]
    await evening.do(evening.bert, action(evening.panels[evening.bert.id], "Doubt!"))
    table = await evening.table()
    assert present(table.live).pause
    assert present(present(table.view(None)).zone("laid")).cards == laid
    await evening.do(evening.pavel, action(await evening.hand(evening.pavel), "Continue"))
    assert "takes the pile" in evening.text


async def test_cheat_before_a_jury_comes_to_a_result(
    evening: Evening, rng: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shijo_cheat.game.ROUNDS", 2)
    await evening.dealt("cheat", *evening.members[1:], preset="jury")
    assert (await evening.finish(rng)).phase is Phase.OVER
    assert "won!" in evening.text
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def test_a_lesson_is_played(evening: Evening) -> None:
    shown = present((await evening.nora.slash(evening.channel, "learn")).response)
    for label in ("Crazy Eights", "3. Forgotten calls"):
        await evening.nora.click(shown, custom_id=action(shown, label).custom_id)
    assert "What do you do?" in text_of(shown.components)
    catch = next(each for each in actions(shown) if each.label.startswith("Catch"))
    await evening.nora.click(shown, custom_id=catch.custom_id)
    assert "🎓 **Remember:** Look before you play" in text_of(shown.components)
