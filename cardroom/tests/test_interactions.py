"""Tests of what users do with a discord.py bot. The bot receives interactions, and the users
receive the bot's answers."""

from __future__ import annotations

import asyncio
import io
import time
from typing import Any

import discord
import pytest
from discord import app_commands, ui

from cardroom.room import Plan, Room
from cardroom.visitor import Visitor, visiting
from guests import Guest, running

Press = discord.Interaction[Any]


class Tray(ui.View):
    """A view with two buttons and a select."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @ui.button(label="Count", custom_id="count")
    async def count(self, press: Press, _: Any) -> None:
        assert press.message is not None
        number = int(press.message.content or "0") + 1
        await press.response.edit_message(content=str(number))

    @ui.button(label="Ask", custom_id="ask")
    async def ask(self, press: Press, _: Any) -> None:
        await press.response.send_modal(Form())

    @ui.select(cls=ui.UserSelect, custom_id="who", max_values=2)
    async def who(self, press: Press, select: ui.UserSelect[Any]) -> None:
        names = ", ".join(sorted(user.display_name for user in select.values))
        await press.response.send_message(names, ephemeral=True)


class Form(ui.Modal, title="A form"):
    """A modal with a text field and a select."""

    name: ui.Label[Any] = ui.Label(text="Name", component=ui.TextInput(custom_id="name"))
    colour: ui.Label[Any] = ui.Label(
        text="Colour",
        component=ui.Select(
            custom_id="colour",
            options=[discord.SelectOption(label=each) for each in ("red", "blue")],
        ),
    )

    async def on_submit(self, press: Press, /) -> None:
        said = f"{self.name.component.value} {self.colour.component.values}"  # type: ignore[attr-defined]
        await press.response.edit_message(content=said)


async def test_a_command_with_options_answered_for_everyone(
    room: Room, nora: Visitor, pavel: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = Guest()

    @guest.tree.command()
    @app_commands.guild_only()
    async def greet(
        press: Press, who: discord.Member, times: app_commands.Range[int, 1, 3]
    ) -> None:
        """Mention the member `who` as many times as `times` says, from one to three."""
        await press.response.send_message(f"{who.mention} " * times)

    async with running(guest, room, monkeypatch):
        await nora.until(lambda: nora.commands)
        done = await nora.slash("greet", who=pavel.me["id"], times=2)
        assert done.seen.data["mentions"][0]["id"] == pavel.me["id"]
        assert done.seen.data["interaction_metadata"]["user"]["id"] == nora.me["id"]
        await pavel.until(lambda: pavel.find(f"<@{pavel.me['id']}>"))


async def test_a_group_of_commands_and_choices_while_typing(
    room: Room, nora: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = Guest()
    group = app_commands.Group(name="fruit", description="Fruit")

    @group.command()
    async def eat(press: Press, kind: str) -> None:
        """Answer that the fruit `kind` was eaten."""
        await press.response.send_message(f"ate {kind}")

    @eat.autocomplete("kind")
    async def kinds(_: Press, typed: str) -> list[app_commands.Choice[str]]:
        fruit = [each for each in ("apple", "pear", "plum") if each.startswith(typed)]
        return [app_commands.Choice(name=each.title(), value=each) for each in fruit]

    guest.tree.add_command(group)
    async with running(guest, room, monkeypatch):
        await nora.until(lambda: nora.commands)
        offered = await nora.autocomplete("fruit eat", "kind", "p")
        assert [each["value"] for each in offered] == ["pear", "plum"]
        done = await nora.slash("fruit eat", kind="plum")
        assert done.seen.text == "ate plum"


async def test_buttons_forms_and_selects(
    room: Room, nora: Visitor, pavel: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = Guest()
    guest.add_view(Tray())
    async with running(guest, room, monkeypatch):
        await guest.channel.send("0", view=Tray())
        tray = await nora.until(lambda: nora.find("Count"))
        for expected in ("1", "2"):
            done = await nora.click(tray, label="Count")
            assert (done.message_id, tray.data["content"]) == (tray.id, expected)

        opened = await nora.click(tray, label="Ask")
        assert opened.modal is not None
        filled = await nora.fill(opened, name="Ann", colour=["blue"])
        assert filled.message_id == tray.id
        assert tray.data["content"] == "Ann ['blue']"

        picked = await nora.select(tray, "who", [pavel.me["id"], nora.me["id"]])
        assert picked.seen.text == "Nora, Pavel"
        assert picked.seen.data["flags"] & 64
        assert picked.message_id not in pavel.messages, "an ephemeral message is for one alone"


async def test_an_answer_that_comes_later_takes_the_place_of_thinking(
    room: Room, nora: Visitor, pavel: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest, go_on = Guest(), asyncio.Event()

    @guest.tree.command()
    async def slow(press: Press) -> None:
        """Show "thinking …", and answer later."""
        await press.response.defer(ephemeral=True, thinking=True)
        await go_on.wait()
        await press.followup.send("here", file=discord.File(io.BytesIO(b"text"), "note.txt"))
        await press.followup.send("and one more")
        await press.followup.send("and for you", ephemeral=True)
        await (await press.original_response()).edit(content="here again")

    async with running(guest, room, monkeypatch):
        await nora.until(lambda: nora.commands)
        doing = asyncio.create_task(nora.slash("slow"))
        thinking = await nora.until(lambda: nora.latest if nora.messages else None)
        assert thinking.data["flags"] & (1 << 7 | 1 << 6) == (1 << 7 | 1 << 6)
        go_on.set()
        done = await doing
        assert done.message_id == thinking.id
        await nora.until(lambda: thinking.text == "here again" and nora.find("and for you"))
        assert not thinking.data["flags"] & (1 << 7)
        assert thinking.data["flags"] & 64, "what was private in the deferral stays so"
        assert thinking.data["attachments"][0]["filename"] == "note.txt"
        assert [each["content"] for each in pavel.messages.values()] == ["and one more"]


async def test_a_command_of_a_members_menu(
    room: Room, nora: Visitor, pavel: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = Guest()

    @guest.tree.context_menu(name="Who is that")
    async def who(press: Press, member: discord.Member) -> None:
        await press.response.send_message(f"{member.display_name}, {member.joined_at:%Y}")

    async with running(guest, room, monkeypatch):
        await nora.until(lambda: nora.commands)
        done = await nora.run("Who is that", [], target=pavel.me["id"])
        assert done.seen.text.startswith("Pavel, 20")


async def test_only_those_see_a_command_who_may_use_it(
    room: Room, nora: Visitor, pavel: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = Guest()

    @guest.tree.command()
    @app_commands.default_permissions(manage_guild=True)
    async def rule(press: Press) -> None:
        """A command that only moderators may use."""
        await press.response.send_message("ruled")

    async with running(guest, room, monkeypatch):
        await nora.until(lambda: nora.commands)
        command = nora.commands[0]
        assert pavel.commands == []
        pavel.commands = [command]  # as a page might that was tampered with
        assert (await pavel.slash("rule")).status == "refused"
        await nora.send("member", user_id=pavel.me["id"], moderator=True)
        await pavel.until(lambda: pavel.commands)
        assert (await pavel.slash("rule")).seen.text == "ruled"


async def test_a_command_in_direct_messages(
    room: Room, nora: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = Guest()

    @guest.tree.command()
    async def here(press: Press) -> None:
        """Answer with the name of the user who used the command. It must be used in direct
        messages."""
        assert press.guild is None
        await press.response.send_message(f"with {press.user.display_name}")

    @guest.tree.command()
    @app_commands.guild_only()
    async def there(press: Press) -> None:
        """A command that can't be used in direct messages."""

    async with running(guest, room, monkeypatch):
        await nora.send("direct")
        direct = await nora.until(
            lambda: next((key for key, each in nora.channels.items() if each["type"] == 1), None)
        )
        await nora.until(lambda: len(nora.commands) == 2)
        assert (await nora.slash("here", channel=direct)).seen.text == "with Nora"
        assert (await nora.slash("there", channel=direct)).status == "refused"
        await (await guest.fetch_user(int(nora.me["id"]))).send("psst")
        await nora.until(lambda: nora.find("psst"))


async def test_three_seconds_without_an_answer_and_a_second_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    guest, codes, waited = Guest(), asyncio.Queue[int](), asyncio.Event()

    @guest.tree.command()
    async def late(press: Press) -> None:
        """Answer when the three seconds that Discord allows are over."""
        await waited.wait()
        await refused(codes, press.response.send_message("too late"))

    @guest.tree.command()
    async def twice(press: Press) -> None:
        """Answer the same interaction twice."""
        await press.response.send_message("once")
        again = {"type": 4, "data": {"content": "twice"}}
        route = discord.http.Route(
            "POST",
            "/interactions/{webhook_id}/{webhook_token}/callback",
            webhook_id=press.id,
            webhook_token=press.token,
        )
        await refused(codes, press.client.http.request(route, json=again))

    async with (
        Room(Plan(patience=0.3)) as room,
        visiting(room.page_url, "Nora") as nora,
        running(guest, room, monkeypatch),
    ):
        await nora.until(lambda: nora.commands)
        assert (await nora.slash("late")).status == "failed"
        waited.set()
        await nora.slash("twice")
        assert sorted(await two(codes)) == [10062, 40060]


async def refused(codes: asyncio.Queue[int], doing: Any) -> None:
    with pytest.raises(discord.HTTPException) as caught:
        await doing
    codes.put_nowait(caught.value.code)


async def two(codes: asyncio.Queue[int]) -> list[int]:
    async with asyncio.timeout(5):
        return [await codes.get(), await codes.get()]


async def test_tokens_are_good_for_a_quarter_of_an_hour(
    nora_later: tuple[Room, Visitor, list[float]], monkeypatch: pytest.MonkeyPatch
) -> None:
    room, nora, later = nora_later
    guest, codes = Guest(), asyncio.Queue[int]()

    @guest.tree.command()
    async def wait(press: Press) -> None:
        """Answer, and edit the answer before and after its token has expired."""
        await press.response.send_message("now", ephemeral=True)
        later[0] += 14 * 60
        await press.edit_original_response(content="in time")
        later[0] += 2 * 60
        webhook = discord.Webhook.partial(press.application_id, press.token, client=guest)
        await refused(codes, webhook.send("too late"))
        unknown = discord.Webhook.partial(press.application_id, "x" * 40, client=guest)
        await refused(codes, unknown.send("to nobody"))

    async with running(guest, room, monkeypatch):
        await nora.until(lambda: nora.commands)
        done = await nora.slash("wait")
        assert (await two(codes)) == [50027, 10015]
        assert done.seen.text == "in time"


@pytest.fixture
async def nora_later() -> Any:
    """Yield three objects: a card room, its user Nora, and a list with one number. The number is
    how many seconds the card room's clock is ahead of the real time, and a test may change it."""
    later = [0.0]
    plan = Plan(patience=10, clock=lambda: time.time() + later[0])
    async with Room(plan) as room, visiting(room.page_url, "Nora") as nora:
        yield room, nora, later


async def test_without_a_bot_a_press_fails_at_once(room: Room, nora: Visitor) -> None:
    with room.world.change():
        room.world.commands.put(
            {
                "id": "1",
                "name": "any",
                "type": 1,
                "default_member_permissions": None,
                "contexts": None,
                "options": [],
            }
        )
    nora.commands = list(room.world.commands.all())
    assert (await nora.slash("any")).status == "failed"
    assert not nora.online
