"""Test that a member who hasn't played today's deal learns no card of it, by any command or
button."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from discord.app_commands import Command
from simcord.actors import MemberActor
from simcord.results import InteractionResult, ResponseMessage

from bot.today.sitting_table import deal_id
from cogs import COGS
from cogs.discord.components import Component
from tests.journeys.conftest import Click, Evening, at_once
from tests.journeys.test_owner import owned_by_the_boss
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
    "owner block": ("server",),
    "owner unblock": ("id",),
    "owner notice": ("text",),
}
"""The options with which each command is used. All other commands are used without options."""
UNASKED: Final = ("play",)
"""Commands that open a table. They are used only at the end of the test."""
STRANGE: Final = 10**17
"""The id of a server that the bot has never seen."""
PUZZLE: Final = "puzzle › v:#:puzzle"
LEFT: Final = re.compile(r"v:\d+:play|a:end.*|m:forget.*|c:.*|.*:show|q:.*|e:.*|k:.*")
"""Custom ids that aren't pressed. They play the deal itself, end the process, delete the member's
data, repeat another command, show something to everyone, or have cards of their own (the puzzle and
the lessons)."""


def asked_with(evening: Evening, command: str) -> dict[str, Any]:
    """Return the values of the options with which the test uses `command`, by the names of the
    options. The option `member` is Nora. She is the only member who plays today's deal in the test,
    between the two surveys."""
    values = {
        **GAME,
        "format": "swiss",
        "member": evening.nora,
        "newcomer": evening.bert,
        "server": str(STRANGE),
        "id": str(STRANGE),
        "text": "Back at nine.",
    }
    return {name: values[name] for name in OPTIONS.get(command, ())}


def shown(said: InteractionResult) -> Iterator[ResponseMessage]:
    """Yield the answer to a press or command, and its follow-up messages."""
    if said.response is not None:
        yield said.response
    yield from said.followups


async def cards_told(message: ResponseMessage) -> set[str]:
    """Return all cards named in a message: in its text, components, descriptions of pictures, file
    names and text files."""
    found = cards_in([message.content, text_of(message.components)]) | cards_in(message.components)
    for file in message.attachments:
        found |= cards_in(file.filename)
        if not file.filename.endswith(".png"):  # whose cards are named by its alt text
            found |= cards_in((await file.read()).decode())
    return found


def presses(message: ResponseMessage) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield every possible press in a message, as (custom id, chosen values). For a button, there
    are no values."""
    for part in walk(message.components):
        custom_id = part.get("custom_id", "")
        if part.get("disabled") or not custom_id or LEFT.fullmatch(custom_id):
            continue
        if part["type"] == BUTTON:
            yield custom_id, ()
        elif part["type"] == STRING_SELECT:
            for option in part["options"]:
                yield custom_id, (option["value"],)


async def survey(evening: Evening, member: MemberActor) -> dict[str, set[str]]:
    """Let the member use every command, except those in `UNASKED`. Press everything in the answers,
    in the answers to these presses, and so on. Also ask for the suggestions that Discord shows
    while a member types an option.

    Return a dict. Each key names a command, a press or a suggestion, and its value is the set of
    cards that were shown there."""
    found: dict[str, set[str]] = {}
    for command in member.available_commands(evening.channel):
        if command in UNASKED:
            continue
        said = await member.slash(evening.channel, command, **asked_with(evening, command))
        for answer in list(shown(said)):
            found[command] = await cards_told(answer)
            await press_through(member, answer, command, found)
    for known in evening.bot.tree.walk_commands():
        if isinstance(known, Command) and known.qualified_name in found:
            for option in known.parameters:
                if option.autocomplete:
                    name = known.qualified_name
                    offered = await member.autocomplete(
                        evening.channel, name, option.display_name, ""
                    )
                    found[f"{name} … {option.name}"] = cards_in(offered)
    return found


async def press_through(
    member: MemberActor, answer: ResponseMessage, command: str, found: dict[str, set[str]]
) -> None:
    """Press everything that `answer` offers, and everything in the messages that follow. Add the
    cards that were shown to `found`. Each kind of press is made only once for each command, because
    a message can lead back to an earlier message."""
    for custom_id, values in list(presses(answer)):
        name = re.sub(r"\d{6,}", "#", " = ".join([f"{command} › {custom_id}", *values]))
        if name in found or (custom_id, values) not in list(presses(answer)):
            continue
        pressed = (
            await member.select(answer, list(values), custom_id=custom_id)
            if values
            else await member.click(answer, custom_id=custom_id)
        )
        found[name] = (cards_in(answer.components) | cards_in(pressed.modal)).union(
            *[await cards_told(each) for each in shown(pressed)]
        )
        for each in [*shown(pressed), answer]:
            await press_through(member, each, command, found)


DEEP: Final = ("s:evenings", "off-yes", "m:back")
"""The ends of custom ids of components that appear only after other presses. A survey presses
everything that it finds, and must reach these components."""
OFFERED: Final = ("leaderboard … game", "settings … time_zone", "tournament new … preset")
"""Some command options for which Discord shows suggestions while a member types. The test checks
that `survey` has asked for the suggestions of each of them."""


KINDS: Final = [component for cog in COGS for component in cog.answers]
"""All components that can be pressed."""
SURVEYED: Final = frozenset("Sbdfmnsuvz")
"""The kinds of presses that a survey makes in a server where nobody has played yet. A kind is the
beginning of a custom id."""
OWN: Final = frozenset("aceqk")
"""The kinds of presses that the test doesn't forge, because `FOR_GOOD` leaves out all custom ids of
these kinds. A kind is the letter with which a custom id begins."""
PUBLIC: Final = "http://localhost:8735/"
"""The address at which boards are opened."""
GOLDEN: Final = Path(__file__).parents[1] / "golden" / "custom_ids.json"
FOR_GOOD: Final = re.compile(r"v:\d+:play|a:.*|.*forget.*|c:.*|[qek]:.*")
"""A pattern for custom ids that the test doesn't forge. A press with such an id would play the deal
itself, end the process, delete the member's data, repeat another command, or show other cards
(those of the puzzle or of a lesson)."""


def kinds_of(custom_ids: Iterable[str]) -> set[str]:
    """Return the kinds of the presses to which these custom ids belong. The beginning of a custom
    id shows its kind."""
    ids = {*custom_ids}
    return {_name(kind) for kind in KINDS if any(map(kind.match, ids))}


def _name(kind: Component) -> str:
    return kind.form.partition(":")[0]


def forged_ids(day: int) -> Iterator[str]:
    """Yield the example custom ids of tests/golden/custom_ids.json, changed to refer to the deal of
    the day `day`. The table's id, the day and the number in each custom id are replaced."""
    instead = {"table": deal_id(day), "day": str(day), "number": str(day)}
    for custom_id, fields in json.loads(GOLDEN.read_text(encoding="utf-8"))["ids"]:
        parts = {fields[name]: new for name, new in instead.items() if fields.get(name)}
        yield ":".join(parts.get(part, part) for part in custom_id.split(":"))


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    """Yield an evening whose tables and private deals can be opened at a board in the browser."""
    made = Evening(tmp_path)
    made.has_board()
    async with made.begin() as begun:
        yield begun


async def test_a_member_who_has_not_played_learns_no_card_of_it(evening: Evening) -> None:
    reader = (await owned_by_the_boss(evening)).boss  # who may ask for more than others
    before = await survey(evening, reader)
    assert {
        "puzzle",
        "profile",
        "history",
        "leaderboard",
        "settings",
        "owner numbers",
    } <= before.keys()
    commands = {*reader.available_commands(evening.channel)}
    assert commands - before.keys() == {*UNASKED}, "every command there is"
    assert {*OFFERED} <= before.keys(), sorted(before)
    assert all(any(name.endswith(end) for name in before) for end in DEEP), sorted(before)
    pressed = (name.partition(" › ")[2].partition(" = ")[0] for name in before)
    assert kinds_of(each.replace("#", "1234567") for each in pressed) == SURVEYED
    home = await asked(evening, evening.nora)
    deal = await press(evening.nora, home, "Play")
    await play(evening, evening.nora, deal, 300)
    sitting = await sitting_of(evening, evening.nora)
    assert present(sitting.game.outcome)
    after = await survey(evening, reader)
    assert {name for name, cards in after.items() if cards} == {PUZZLE}
    assert after[PUZZLE] == before[PUZZLE], "the puzzle has cards of its own"
    actions = ("yesterday", "share", "home", "anything")
    ids = [f"v:{sitting.deal.day}:{action}" for action in actions]
    ids += [each for each in forged_ids(sitting.deal.day) if not FOR_GOOD.fullmatch(each)]
    assert {*map(_name, KINDS)} - kinds_of(ids) == OWN, "every kind there is"
    for custom_id in ids:
        (said,) = await at_once(evening, Click(reader, home, custom_id))
        told = [[each.content, each.components] for each in shown(said)]
        assert said.acknowledged, custom_id
        assert not cards_in([*told, said.modal]), custom_id
        assert PUBLIC not in str(told), "nor a way to a board"
    opened = await reader.slash(evening.channel, "play", **GAME)
    assert not cards_in([[each.content, each.components] for each in shown(opened)])


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bot players of the deal of the day have low levels, which choose their moves
    quickly."""
    monkeypatch.setattr("bot.today.model.LEVELS", ("casual", "beginner"))
