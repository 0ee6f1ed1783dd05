"""Commands of the puppet. The puppet is a bot that is controlled by the tests of the card room. The
commands differ in their options and in how they answer. Most of them answer with the options that
they received. `think` only tells the member to wait, and `silent` doesn't answer."""

from __future__ import annotations

from typing import Any, ClassVar

import discord
from discord import app_commands

Interaction = discord.Interaction[Any]
GAMES = ("Durak", "Dritzak", "Tredici")


class Localised(app_commands.Translator):
    """Translates names of commands into Russian."""

    WORDS: ClassVar = {
        "deal": "раздать",
        "game": "игра",
        "Deals the cards": "Раздаёт карты",
        "Which game": "Какая игра",
    }

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        return self.WORDS.get(string.message) if locale is discord.Locale.russian else None


async def told(interaction: Interaction, text: str) -> None:
    await interaction.response.send_message(text, ephemeral=True)


def add_commands(tree: app_commands.CommandTree[Any]) -> None:
    """Add all commands of this module to the tree."""
    _add_games(tree)
    _add_others(tree)
    _add_menus(tree)


def _add_games(tree: app_commands.CommandTree[Any]) -> None:
    locale_str = app_commands.locale_str

    @tree.command(name=locale_str("deal"), description=locale_str("Deals the cards"))
    @app_commands.rename(game=locale_str("game"))
    @app_commands.describe(game=locale_str("Which game"))
    @app_commands.choices(
        game=[app_commands.Choice(name=name, value=name.lower()) for name in GAMES]
    )
    async def deal(interaction: Interaction, game: str, decks: int = 1) -> None:
        await told(interaction, f"deal {game} {decks}")

    @tree.command(description="Explains a game")
    @app_commands.choices(
        game=[app_commands.Choice(name=name, value=name.lower()) for name in GAMES]
    )
    async def explain(interaction: Interaction, game: str = "chess") -> None:
        await told(interaction, f"explain {game}")

    async def suggested(_: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        games = [f"Game {number} of the evening" for number in range(1, 31)]
        found = [game for game in games if typed.lower() in game.lower()]
        return [app_commands.Choice(name=game, value=game.split()[1]) for game in found[:25]]

    @tree.command(description="Shows a game again")
    @app_commands.autocomplete(game=suggested)
    async def again(interaction: Interaction, game: str = "last") -> None:
        await told(interaction, f"again {game}")


def _add_others(tree: app_commands.CommandTree[Any]) -> None:
    @tree.command(description="Sends somebody away")
    async def away(interaction: Interaction, member: discord.Member, softly: bool = True) -> None:
        await told(interaction, f"away {member.display_name} {softly}")

    @tree.command(description="Only for moderators")
    @app_commands.default_permissions(manage_guild=True)
    async def rule(interaction: Interaction) -> None:
        await told(interaction, "ruled")

    @tree.command(description="Thinks for a while")
    async def think(interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)

    @tree.command(description="Speaks to all")
    async def declare(interaction: Interaction) -> None:
        await interaction.response.send_message("Heard by all\n" * 9)

    @tree.command(description="Says nothing")
    async def silent(_: Interaction) -> None:
        return


def _add_menus(tree: app_commands.CommandTree[Any]) -> None:
    cup = app_commands.Group(name="cup", description="Cups")

    @cup.command(description="Opens a cup")
    async def begin(interaction: Interaction, name: str) -> None:
        await told(interaction, f"cup {name}")

    tree.add_command(cup)

    @tree.context_menu(name="Challenge")
    async def challenge(interaction: Interaction, member: discord.Member) -> None:
        await told(interaction, f"challenged {member.display_name}")

    @tree.context_menu(name="Report")
    async def report(interaction: Interaction, message: discord.Message) -> None:
        await told(interaction, f"reported {message.id}")
