"""Whoever hasn't played today's deal learns no card of it, by whatever command or button."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from simcord.actors import MemberActor
from simcord.results import InteractionResult, ResponseMessage

from tests.journeys.conftest import Click, Evening, at_once
from tests.journeys.test_today import asked, play, press, sitting_of
from tests.limits import BUTTON, STRING_SELECT, text_of, walk
from tests.present import present
from tests.sightings import cards_in

GAME: Final = {"game": "durak"}
OPTIONS: Final[dict[str, tuple[str, ...]]] = {
    "challenge": ("member", "game"),
    "profile": ("member",),
    "history": ("member",),
    "play": ("game",),
    "rules": ("game",),
    "learn": ("game",),
    "tournament new": ("game", "format"),
    "tournament remove": ("member",),
    "tournament replace": ("member", "newcomer"),
}
"""The options with which each command is asked; the others take none."""
PUZZLE: Final = "puzzle › v:#:puzzle"
LEFT: Final = re.compile(r"v:\d+:play|m:forget.*|c:.*|.*:show|q:.*|e:.*|k:.*")
"""Custom ids that aren't pressed: what plays the deal itself, deletes the member, repeats another
command, tells everyone, or has cards of its own (the puzzle, and lessons)."""


def asked_with(evening: Evening, command: str) -> dict[str, Any]:
    """The options of a command: always about who has played the deal."""
    values = {
        **GAME,
        "format": "swiss",
        "member": evening.nora,
        "newcomer": evening.bert,
    }
    return {name: values[name] for name in OPTIONS.get(command, ())}


def shown(said: InteractionResult) -> Iterator[ResponseMessage]:
    """All messages that answer."""
    if said.response is not None:
        yield said.response
    yield from said.followups


def presses(message: ResponseMessage) -> Iterator[tuple[str, tuple[str, ...]]]:
    """All that can be pressed there: a custom id, and what is picked."""
    for part in walk(message.components):
        custom_id = part.get("custom_id", "")
        if part.get("disabled") or not custom_id or LEFT.fullmatch(custom_id):
            continue
        if part["type"] == BUTTON:
            yield custom_id, ()
        elif part["type"] == STRING_SELECT:
            yield custom_id, (part["options"][0]["value"],)


async def survey(evening: Evening, member: MemberActor) -> dict[str, set[str]]:
    """By what was done: the cards that a member is shown by every command, and by every button
    and select of its answer, alt texts and the names of files among them."""
    found: dict[str, set[str]] = {}
    for command in member.available_commands(evening.channel):
        if command == "play":
            continue  # it would open a table
        said = await member.slash(evening.channel, command, **asked_with(evening, command))
        for answer in list(shown(said)):
            found[command] = cards_in([answer.content, text_of(answer.components)])
            found[command] |= cards_in(answer.components)
            for custom_id, values in list(presses(answer)):
                name = re.sub(r"\d{6,}", "#", f"{command} › {custom_id}")
                pressed = (
                    await member.select(answer, list(values), custom_id=custom_id)
                    if values
                    else await member.click(answer, custom_id=custom_id)
                )
                told = [[each.content, each.components] for each in shown(pressed)]
                found[name] = cards_in([*told, answer.components])
    return found


async def test_a_member_who_has_not_played_learns_no_card_of_it(evening: Evening) -> None:
    before = await survey(evening, evening.pavel)
    assert {"puzzle", "profile", "history", "leaderboard"} <= before.keys()
    assert any("›" in name for name in before)
    home = await asked(evening, evening.nora)
    deal = await press(evening.nora, home, "Play")
    await play(evening, evening.nora, deal, 300)
    sitting = await sitting_of(evening, evening.nora)
    assert present(sitting.game.outcome)
    after = await survey(evening, evening.pavel)
    assert {name for name, cards in after.items() if cards} == {PUZZLE}
    assert after[PUZZLE] == before[PUZZLE], "the puzzle has cards of its own"
    for action in ("yesterday", "share", "home", "anything"):
        forged = Click(evening.pavel, home, f"v:{sitting.deal.day}:{action}")
        (said,) = await at_once(evening, forged)
        told = [[each.content, each.components] for each in shown(said)]
        assert not cards_in(told), action


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bots of this day think fast."""
    monkeypatch.setattr("bot.today.model.LEVELS", ("casual", "beginner"))
