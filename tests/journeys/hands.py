"""A game in the card room. Its members press only what their open hand messages offer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass

from cardroom.store import Json
from cardroom.visitor import Done, Seen, Visitor, can_press

STRING_SELECT, BUTTON = 3, 2
CHOSEN = 3
"""Discord's number for the style of a button whose card is chosen. A press puts the card back."""

CHANGED = "There is no such button on this message any more."
"""The card room's refusal of a press on a button that the hand no longer has. The members then look
at their hands again."""


@dataclass
class Hands:
    """A table and the open hands of its members. `table` is the table's message, and `open` has
    each member's hand message."""

    table: Seen
    open: dict[Visitor, Seen]

    async def move(self) -> Visitor:
        """Make the first move that any member's hand offers. Return the member who made the
        move."""
        who, press = await self.next()
        done = await press
        while done.text == CHANGED:
            who, press = await self.next()
            done = await press
        assert done.status == "done", done
        assert done.message_id == self.open[who].id, "the hand itself is what changes"
        return who

    async def next(self) -> tuple[Visitor, Awaitable[Done]]:
        """Wait until a member's hand offers a move. Return this member, and an awaitable that
        presses the first component which makes or begins a move. Fail if the game is over."""
        called = await self.next_or_end()
        assert called is not None, "the game is over"
        return called

    async def next_or_end(self) -> tuple[Visitor, Awaitable[Done]] | None:
        """Wait until a member's hand offers a move or the table shows that the game is over. Return
        the member, and an awaitable that presses the first component for a move. Return None if the
        game is over. After the last move, the hands can be empty for a moment before the table
        shows the result."""
        # Each window hears of its own hand alone.
        waiting = [asyncio.ensure_future(self._called_on(who)) for who in self.open]
        done, others = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for other in others:
            other.cancel()
        who, part = next(iter(done)).result()
        if part is None:
            return None
        values = [part["options"][0]["value"]] if part["type"] == STRING_SELECT else []
        return who, who.press(self.open[who], part, values)

    async def _called_on(self, who: Visitor) -> tuple[Visitor, Json | None]:
        """Wait until the hand of `who` offers a move or the game is over. Return `who` and the
        component of the first move, or None for the component if the game is over."""
        hand = self.open[who]
        await who.until(lambda: any(map(is_move, hand.parts)) or "Again" in self.table.labels)
        return who, next(filter(is_move, hand.parts), None)


def is_move(part: dict[str, object]) -> bool:
    """Return whether a component of a hand makes a move or leads to one."""
    custom_id = str(part.get("custom_id", ""))
    back = ":@" in custom_id or part.get("style") == CHOSEN
    return custom_id.startswith("h:") and not back and can_press(part)


async def dealt(*members: Visitor, game: str = "durak") -> Hands:
    """Let the first of `members` open a table, let the others join it, and begin the game. Return
    the table with all hands open."""
    host, *others = members
    await host.until(lambda: host.online and host.commands)
    table = (await host.slash("play", game=game)).seen
    for member in others:
        await _offered(member, table, "Join")
        await member.click(Seen(member, table.id), label="Join")
    await host.click(table, label="Start")
    await host.until(lambda: "My hand" in table.labels)
    hands = {}
    for member in members:
        await _offered(member, table, "My hand")
        hands[member] = (await member.click(Seen(member, table.id), label="My hand")).seen
    return Hands(table, hands)


async def _offered(member: Visitor, table: Seen, label: str) -> None:
    """Wait until the member sees the button `label` at the table."""
    here = Seen(member, table.id)
    await member.until(lambda: not here.gone and label in here.labels)
