"""Keeps the open hand messages of deals that are played outside ordinary tables, so that these
messages can be updated. This is needed in team matches, where other members move, and for the deal
of the day, when a member also plays it on a board."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

import discord

from cogs.discord.client import ShijoBot
from cogs.discord.connection import PASSING
from cogs.discord.interactions import Interaction
from cogs.discord.languages import to_member
from cogs.edits.answers import Drawn

log = logging.getLogger(__name__)

OPEN_FOR: Final = timedelta(minutes=14)
"""How long a hand message can be edited after a press in it. Discord's token for this is valid for
15 minutes."""

Shown = tuple[int, int]
"""What a hand message shows: the number of the deal, and the number of moves made in it. The second
number is one higher when the finished deal is analysed. (0, 0) stands for no deal."""


@dataclass(slots=True)
class OpenHand:
    """A hand message that is kept for later edits. `interaction` is the member's last press in the
    message. `shows` is what the message shows: the number of the deal, and how many moves were made
    in the deal (see `Shown`)."""

    interaction: Interaction
    shows: Shown

    @property
    def is_open(self) -> bool:
        """Return whether the hand message can still be edited."""
        return discord.utils.utcnow() - self.interaction.created_at < OPEN_FOR


class OpenHands:
    """Keeps the hand messages that can still be edited. The key is the number of the match or deal,
    and the member. The messages are kept only in memory, because Discord allows edits for only a
    quarter of an hour."""

    def __init__(self, bot: ShijoBot) -> None:
        self._bot = bot
        self._hands: dict[tuple[int, int], OpenHand] = {}

    def note(self, number: int, interaction: Interaction, shows: Shown) -> None:
        """Remember that a member has pressed something in their hand message. `number` is the
        number of the match or deal to which the hand belongs. `shows` is what the message shows
        from now on: the number of the deal, and how many moves were made in the deal (see
        `Shown`)."""
        self._drop_closed()
        self._hands[number, interaction.user.id] = OpenHand(interaction, shows)

    def forget(self, number: int, member_id: int) -> None:
        """Forget a member's hand message, because it is not to be edited any more."""
        self._hands.pop((number, member_id), None)

    def members(self, number: int) -> list[int]:
        """Return the ids of the members who have an open hand message in the match or deal with
        this number."""
        self._drop_closed()
        return [member_id for of, member_id in self._hands if of == number]

    def _drop_closed(self) -> None:
        for key in [key for key, hand in self._hands.items() if not hand.is_open]:
            del self._hands[key]

    def shown(self, number: int, member_id: int) -> Shown | None:
        """Return what a member's hand message shows (the number of the deal, and the step). Returns
        None if no hand message of the member is kept."""
        hand = self._hands.get((number, member_id))
        return None if hand is None else hand.shows

    async def edit(
        self,
        number: int,
        member_id: int,
        draw: Callable[[], Awaitable[Drawn]],
        shows: Shown = (0, 0),
    ) -> None:
        """Edit a member's hand message to the message that `draw` makes, in the member's language.
        `number` is the number of the match or deal. `shows` is what the edited message shows: the
        number of the deal, and how many moves were made in the deal (see `Shown`). Does nothing if
        no hand message of the member is kept."""
        hand = self._hands.get((number, member_id))
        if hand is None:
            return
        hand.shows = shows
        async with to_member(self._bot, member_id, hand.interaction.locale):
            drawn = await draw()
        try:
            await hand.interaction.edit_original_response(**drawn.edit)
        except (discord.HTTPException, *PASSING) as error:
            # They have closed it; the match's message leads back, and a ping when it's their turn.
            self.forget(number, member_id)
            log.info("a hand is closed: %s", type(error).__name__)
