"""Write down everything that Shijo says in one language, for a person who reads it: `python -m
tests.browser.read_through LANGUAGE FOLDER`.

A member with this language plays each game, uses each command, and presses everything that is
shown. FOLDER gets a file LANGUAGE.md and pictures of the page. The file has each line once, under
the action that showed it first."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from cardroom.people import Opening, Person
from cardroom.room import Plan, Room
from cardroom.store import Json
from cardroom.visitor import Visitor, visiting
from tests.browser.arguments import language_and_folder
from tests.browser.chromium import Windows, launched
from tests.browser.reader import Reader, Transcript, offered, play_along
from tests.shijo_process import shijo_process

GAMES: Final = ("durak", "dritzak", "tredici")
COMMANDS: Final = (
    "hand",
    "play",
    "history",
    "leaderboard",
    "profile",
    "puzzle",
    "help",
    "settings",
    "me",
)
"""The names of the commands that need no options. `me` comes last, because the buttons of its
answer delete the most."""


async def main(language: str, folder: Path) -> None:
    """Play and press everything, and write the transcript to `folder`. If something fails, the
    transcript so far is kept."""
    opening = Opening(
        bot="Shijo",
        channels=tuple((each, "") for each in ("commands", *GAMES)),
        people=(Person("Nora", language, moderator=True), Person("Aiko", language)),
        joined=False,
    )
    transcript = Transcript(language, folder)
    with tempfile.TemporaryDirectory() as data:
        async with Room(Plan(opening=opening)) as room:
            guild = next(iter(room.world.guilds.all()))
            with room.world.change():
                room.world.guilds.put({**guild, "preferred_locale": language})
            async with (
                # In the bot's own process, the analysis of a game would hold up all presses.
                shijo_process(
                    Path(data), room, SHIJO_TABLES__BOT_PAUSE="0", SHIJO_PLAYERS__PROCESSES="1"
                ),
                launched() as browser,
                visiting(room.page_url, "Nora") as nora,
                visiting(room.page_url, "Aiko") as aiko,
            ):
                await nora.until(lambda: nora.online and nora.commands)
                await tour(Reader(nora, Windows(browser, room), transcript), aiko)


async def tour(reader: Reader, other: Visitor) -> None:
    """Play each game once, then use every command."""
    transcript, known = reader.transcript, reader.member.commands
    transcript.begin("commands")
    transcript.add("names", names_of(known, transcript.language))
    for game in GAMES:
        await reader.look_at(game)
        await evening(reader, game, other)
    await reader.look_at("commands")
    for game in GAMES:
        await reader.command("rules", game=game)
        await reader.command("learn", game=game)
    member = other.me["id"]
    await reader.command("challenge", member=member, game="durak")
    await reader.command("tournament new", game="durak", format="swiss", starts=60)
    await reader.command("profile", member=member)
    for name in COMMANDS:
        await reader.command(name)


async def evening(reader: Reader, game: str, other: Visitor) -> None:
    """Play at a table with two members and a bot player, from the lobby through a whole game to the
    result."""
    await reader.command("play", game=game)  # which ends with leaving it
    reader.transcript.begin(f"a game of {game}")
    await reader.member.slash("play", game=game, channel=reader.channel)
    await reader.does(":add-bot")
    await reader.does(":bot:")
    await other.open(reader.channel)
    await other.press(*await offered(other, reader.channel, ":join"), [])
    await reader.does(":start")
    await reader.does(":hand")
    await other.press(*await offered(other, reader.channel, ":hand"), [])
    await asyncio.gather(reader.play(), play_along(other, reader.channel))
    await reader.picture()
    await reader.press_all()
    await reader.picture()


def names_of(known: list[Json], language: str) -> Iterator[str]:
    """Yield the names and descriptions of commands, with their options and choices."""
    for each in known:
        name = (each.get("name_localizations") or {}).get(language, each["name"])
        said = (each.get("description_localizations") or {}).get(language, each.get("description"))
        yield f"/{name}: {said}" if said else f"{name}"
        yield from names_of(each.get("options") or [], language)
        for choice in each.get("choices") or []:
            yield "– " + (choice.get("name_localizations") or {}).get(language, choice["name"])


if __name__ == "__main__":
    asyncio.run(main(*language_and_folder("tests.browser.read_through")))
