"""The base class of all cogs. In a cog, `bot` has the type ShijoBot. A cog declares the components
whose presses it answers."""

from __future__ import annotations

from typing import Any, ClassVar

from discord.ext import commands

from cogs.discord.client import ShijoBot
from cogs.discord.components import MARK, Component


class ShijoCog(commands.Cog):
    """The base class of all cogs. A method with the decorator `on_press` answers presses on the
    components that are given to the decorator. `answers` maps each of these components to the
    method's name."""

    answers: ClassVar[dict[Component, str]] = {}
    """The name of the method that answers each component."""

    def __init_subclass__(cls, **named: Any) -> None:
        super().__init_subclass__(**named)
        cls.answers = {
            component: name
            for name, method in vars(cls).items()
            for component in getattr(method, MARK, ())
        }

    def __init__(self, bot: ShijoBot) -> None:
        self.bot = bot
