"""A game of two members in the card room, played by what their open hands offer."""

from __future__ import annotations

from dataclasses import dataclass

from cardroom.visitor import Seen, Visitor, can_press

STRING_SELECT, BUTTON = 3, 2
CHOSEN = 3
"""The style of a button whose card is chosen: pressing it puts the card back."""


@dataclass
class Hands:
    """A table and the open hands of those who sit at it."""

    table: Seen
    open: dict[Visitor, Seen]

    async def move(self) -> Visitor:
        """Does the first thing that anybody's hand offers, and returns who did it."""
        someone = next(iter(self.open))
        who = await someone.until(self._ready)
        hand = self.open[who]
        part = next(each for each in hand.parts if is_move(each))
        values = [part["options"][0]["value"]] if part["type"] == STRING_SELECT else []
        done = await who.press(hand, part, values)
        assert done.status == "done", done
        assert done.message_id == hand.id, "the hand itself is what changes"
        return who

    def _ready(self) -> Visitor | None:
        return next((who for who, hand in self.open.items() if any(map(is_move, hand.parts))), None)


def is_move(part: dict[str, object]) -> bool:
    """Whether a component of a hand is a move, or leads to one."""
    custom_id = str(part.get("custom_id", ""))
    back = ":@" in custom_id or part.get("style") == CHOSEN
    return custom_id.startswith("h:") and not back and can_press(part)


async def dealt(*members: Visitor, game: str = "durak") -> Hands:
    """The members' game, begun, with the hand of each open."""
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
    """Waits until a member sees that button at the table."""
    here = Seen(member, table.id)
    await member.until(lambda: not here.gone and label in here.labels)
