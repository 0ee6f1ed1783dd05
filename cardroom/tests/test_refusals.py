"""Tests that the room refuses what Discord refuses, with the same codes, and that nothing changes
then."""

from __future__ import annotations

import json
from typing import Any

import aiohttp
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardroom.checks.emoji import is_emoji
from cardroom.permissions import Permission
from cardroom.portal import Portal
from cardroom.room import Plan, Room
from guests import Bot

V2 = 1 << 15


def text(content: str = "x") -> dict[str, Any]:
    return {"type": 10, "content": content}


def button(**other: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": "go", **other}


def select(*values: str, **other: Any) -> dict[str, Any]:
    options = [{"label": each, "value": each} for each in values]
    return {"type": 3, "custom_id": "pick", "options": options, **other}


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(parts)}


def box(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"flags": V2, "components": [{"type": 17, "components": list(parts)}]}


def gallery(url: str) -> dict[str, Any]:
    return {"type": 12, "items": [{"media": {"url": url}}]}


INSIDE = "components.0.components.0"
IN_ROW = f"{INSIDE}.components.0"
REFUSED = [
    ("content of 2,001", {"content": "x" * 2001}, {"content": "BASE_TYPE_MAX_LENGTH"}),
    (
        "41 components",
        box(*[text()] * 40),
        {"components": "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"},
    ),
    (
        "4,001 characters in all",
        box(text("x" * 2000), text("x" * 2001)),
        {"components": "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"},
    ),
    (
        "a custom id of 101",
        box(row(button(custom_id="x" * 101))),
        {f"{IN_ROW}.custom_id": "BASE_TYPE_BAD_LENGTH"},
    ),
    (
        "no custom id",
        box(row(button(custom_id=""))),
        {f"{IN_ROW}.custom_id": "BASE_TYPE_REQUIRED"},
    ),
    (
        "a custom id twice",
        box(row(button()), row(button(label="Also"))),
        {"components.0.components.1.components.0.custom_id": "COMPONENT_CUSTOM_ID_DUPLICATED"},
    ),
    (
        "a label of 81",
        box(row(button(label="x" * 81))),
        {f"{IN_ROW}.label": "BASE_TYPE_MAX_LENGTH"},
    ),
    (
        "neither label nor emoji",
        box(row(button(label=""))),
        {IN_ROW: "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"},
    ),
    (
        "26 options",
        box(row(select(*map(str, range(26))))),
        {f"{IN_ROW}.options": "BASE_TYPE_BAD_LENGTH"},
    ),
    ("no options", box(row(select())), {f"{IN_ROW}.options": "BASE_TYPE_BAD_LENGTH"}),
    (
        "an option twice",
        box(row(select("a", "a"))),
        {f"{IN_ROW}.options.1.value": "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"},
    ),
    (
        "an option of 101",
        box(row(select("x" * 101))),
        {f"{IN_ROW}.options.0.{key}": "BASE_TYPE_BAD_LENGTH" for key in ("label", "value")},
    ),
    (
        "more to be picked than there is",
        box(row(select("a", max_values=2))),
        {f"{IN_ROW}.max_values": "NUMBER_TYPE_MAX"},
    ),
    (
        "six buttons in a row",
        box(row(*(button(custom_id=str(n)) for n in range(6)))),
        {f"{INSIDE}.components": "BASE_TYPE_BAD_LENGTH"},
    ),
    (
        "a select beside a button",
        box(row(select("a"), button())),
        {f"{INSIDE}.components": "COMPONENT_LAYOUT_WIDTH_EXCEEDED"},
    ),
    (
        "an emoji that is none",
        box(row(button(emoji={"name": "\N{PLAYING CARD BACK}"}))),
        {f"{IN_ROW}.emoji.name": "BUTTON_COMPONENT_INVALID_EMOJI"},
    ),
    (
        "an emoji that nobody has",
        box(row(button(emoji={"name": "ace", "id": "5"}))),
        {f"{IN_ROW}.emoji.id": "BUTTON_COMPONENT_INVALID_EMOJI"},
    ),
    (
        "a picture that isn't there",
        box(gallery("attachment://table.png")),
        {f"{INSIDE}.items.0.media.url": "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"},
    ),
    (
        "a file that was not sent",
        {"content": "x", "attachments": [{"id": 0, "filename": "a.png"}]},
        {"attachments.0": "ATTACHMENT_NOT_FOUND"},
    ),
    (
        "content beside components of V2",
        {"content": "x", **box(text())},
        {"content": "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"},
    ),
    (
        "components of V2 without their flag",
        {"components": [text()]},
        {"components.0.type": "UNION_TYPE_CHOICES"},
    ),
    ("an empty text", box(text("")), {f"{INSIDE}.content": "BASE_TYPE_REQUIRED"}),
    ("an empty box", box(), {"components.0.components": "BASE_TYPE_BAD_LENGTH"}),
    (
        "mentions of all users and of one",
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        {"allowed_mentions": "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"},
    ),
    ("11 embeds", {"embeds": [{"title": "x"}] * 11}, {"embeds": "BASE_TYPE_MAX_LENGTH"}),
]


@pytest.mark.parametrize(
    ("body", "problems"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
async def test_a_message_that_discord_would_not_take(
    bot: Bot, body: dict[str, Any], problems: dict[str, str]
) -> None:
    assert await bot.problems("POST", bot.messages, body) == problems
    assert await bot.done("GET", bot.messages) == []


async def test_at_the_limits_everything_is_taken(bot: Bot) -> None:
    buttons = [button(custom_id=str(n).ljust(100, "x"), label="x" * 80) for n in range(5)]
    many = select(*(str(n).ljust(100, "x") for n in range(25)), max_values=25)
    full = box(text("x" * 4000), row(*buttons), row(many), *[{"type": 14}] * 29)
    made = await bot.done("POST", bot.messages, full)
    ids = [part["id"] for part in made["components"][0]["components"]]
    assert len(set(ids)) == len(ids), "each has a number of its own"


async def test_an_empty_message(bot: Bot) -> None:
    assert await bot.code("POST", bot.messages, {"content": ""}) == 50006
    made = await bot.done("POST", bot.messages, {"content": "x"})
    assert await bot.code("PATCH", f"{bot.messages}/{made['id']}", {"content": ""}) == 50006


async def test_components_of_v2_stay(bot: Bot) -> None:
    made = await bot.done("POST", bot.messages, box(text()))
    one = f"{bot.messages}/{made['id']}"
    assert await bot.problems("PATCH", one, {"flags": 0}) == {
        "flags": "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG"
    }
    assert await bot.problems("PATCH", one, {"content": "x"}) == {
        "content": "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
    }
    old = await bot.done("POST", bot.messages, {"content": "old"})
    changed = await bot.done(
        "PATCH", f"{bot.messages}/{old['id']}", {"content": None, **box(text("new"))}
    )
    assert (changed["content"], changed["flags"]) == ("", V2)


async def test_pictures_come_and_go_with_the_list_of_attachments(bot: Bot) -> None:
    shown = {**box(gallery("attachment://a.png")), "attachments": [{"id": 0, "filename": "a.png"}]}
    made = await bot.done("POST", bot.messages, shown, files={"a.png": b"one"})
    first = made["attachments"][0]
    item = made["components"][0]["components"][0]["items"][0]["media"]
    assert item["url"] == first["url"]
    assert await fetched(bot, first["url"]) == b"one"
    one = f"{bot.messages}/{made['id']}"
    await bot.done("PATCH", one, box(gallery("attachment://a.png")))
    gone = {**box(gallery("attachment://a.png")), "attachments": []}
    assert await bot.problems("PATCH", one, gone) != {}
    changed = await bot.done("PATCH", one, shown, files={"a.png": b"two"})
    assert len(changed["attachments"]) == 1, "the list says which stay"
    assert await fetched(bot, changed["attachments"][0]["url"]) == b"two"


async def fetched(bot: Bot, url: str) -> bytes:
    async with bot.session.get(url) as response:
        assert response.status == 200
        return await response.read()


async def test_a_file_that_is_too_large(bot: Bot) -> None:
    body, size = {"content": "x"}, 10 * 1024 * 1024
    await bot.done("POST", bot.messages, body, files={"a": b"x" * size})
    assert await bot.code("POST", bot.messages, body, files={"a": b"x" * (size + 1)}) == 40005


async def test_what_is_not_there(bot: Bot) -> None:
    codes = {
        "/channels/5": 10003,
        "/channels/5/messages/6": 10003,
        f"{bot.messages}/6": 10008,
        "/guilds/5": 10004,
        "/users/5": 10013,
        "/nothing": 0,
    }
    assert {path: await bot.code("GET", path) for path in codes} == codes
    message = {"content": "x"}
    assert await bot.code("PATCH", "/webhooks/1/none/messages/@original", message) == 10015
    assert await bot.code("POST", "/interactions/1/none/callback", {"type": 6}) == 10062


async def test_what_is_no_json(bot: Bot) -> None:
    url = bot.room.api_url + bot.messages
    for sent in (b"{", b"[]", b'"x"', b"\xff"):
        async with bot.session.post(url, data=sent) as response:
            assert response.status == 400
    headers = {"Authorization": "Bot another"}
    async with bot.session.get(url, headers=headers) as response:
        assert response.status == 401


@pytest.mark.parametrize(
    ("denied", "method", "path", "code"),
    [
        (Permission.VIEW_CHANNEL, "POST", "", 50001),
        (Permission.VIEW_CHANNEL, "GET", "", 50001),
        (Permission.SEND_MESSAGES, "POST", "", 50013),
        (Permission.CREATE_PUBLIC_THREADS, "POST", "/{id}/threads", 50013),
    ],
)
async def test_what_the_bot_may_not_do(
    bot: Bot, denied: Permission, method: str, path: str, code: int
) -> None:
    made = await bot.done("POST", bot.messages, {"content": "before"})
    room = bot.room
    channel = room.world.channels[made["channel_id"]]
    room.places.allow(channel, channel["guild_id"], 0, 0, int(denied))
    for member in room.world.members_of(channel["guild_id"]):
        for role in member["roles"]:
            room.places.allow(room.world.channels[channel["id"]], role, 0, 0, int(denied))
    body = None if method == "GET" else {"content": "x", "name": "x"}
    assert await bot.code(method, bot.messages + path.format(id=made["id"]), body) == code


async def test_administrators_may_do_all_whatever_a_channel_denies(bot: Bot) -> None:
    room = bot.room
    guild = room.people.guild["id"]
    channel = next(iter(room.world.channels.all()))
    room.places.allow(channel, guild, 0, 0, int(Permission.SEND_MESSAGES))
    assert await bot.code("POST", bot.messages, {"content": "x"}) == 50013
    role = room.places.put_role(guild, {"permissions": str(int(Permission.ADMINISTRATOR))})
    room.people.give(room.world.bot["id"], role, held=True)
    await bot.done("POST", bot.messages, {"content": "x"})


async def test_in_threads_only_their_own_permission_to_send_counts(bot: Bot) -> None:
    room = bot.room
    guild = room.people.guild["id"]
    thread = await bot.done("POST", f"{bot.channel}/threads", {"name": "Aside", "type": 11})
    there = f"/channels/{thread['id']}/messages"
    parent = room.world.channels[thread["parent_id"]]
    parent = room.places.allow(parent, guild, 0, 0, int(Permission.SEND_MESSAGES))
    assert await bot.code("POST", bot.messages, {"content": "x"}) == 50013
    await bot.done("POST", there, {"content": "x"})
    room.places.allow(parent, guild, 0, 0, int(Permission.SEND_MESSAGES_IN_THREADS))
    await bot.done("POST", bot.messages, {"content": "x"})
    assert await bot.code("POST", there, {"content": "x"}) == 50013


async def test_others_messages(bot: Bot) -> None:
    room = bot.room
    channel = bot.channel.rpartition("/")[2]
    said = room.deeds.say(room.people.first, {"channel_id": channel, "content": "mine"})
    one = f"{bot.messages}/{said['id']}"
    assert await bot.code("PATCH", one, {"content": "yours"}) == 50005
    assert await bot.code("DELETE", one) == 50013


async def test_threads(bot: Bot) -> None:
    made = await bot.done("POST", bot.messages, {"content": "a table"})
    path = f"{bot.messages}/{made['id']}/threads"
    thread = await bot.done("POST", path, {"name": "The table"})
    assert thread["id"] == made["id"]
    assert await bot.code("POST", path, {"name": "again"}) == 160004
    assert await bot.problems("POST", path, {"name": "x" * 101}) == {"name": "BASE_TYPE_BAD_LENGTH"}
    there = f"/channels/{thread['id']}"
    said = await bot.done("POST", f"{there}/messages", {"content": "in it"})
    await bot.done("PATCH", there, {"archived": True})
    one = f"{there}/messages/{said['id']}"
    assert await bot.code("PATCH", one, {"content": "x"}) == 50083
    assert await bot.code("POST", f"{there}/threads", {"name": "x"}) == 50024
    await bot.done("PATCH", there, {"archived": False})
    await bot.done("PATCH", one, {"content": "x"})
    await bot.done("PATCH", there, {"archived": True})
    await bot.done("POST", f"{there}/messages", {"content": "a message wakes it"})
    assert not (await bot.done("GET", there))["thread_metadata"]["archived"]


async def test_commands_that_discord_would_not_take(bot: Bot) -> None:
    path = f"/applications/{bot.room.world.bot['id']}/commands"
    good: dict[str, Any] = {"name": "play", "description": "Plays"}
    cases: list[tuple[dict[str, Any], str]] = [
        ({**good, "name": "Play"}, "0.name"),
        ({**good, "name": "x" * 33}, "0.name"),
        ({**good, "description": "x" * 101}, "0.description"),
        ({**good, "name_localizations": {"xx": "y"}}, "0.name_localizations.xx"),
        ({**good, "options": [option(f"o{n}") for n in range(26)]}, "0.options"),
        ({**good, "options": [option("a"), option("a")]}, "0.options.1.name"),
        ({**good, "options": [option("a"), option("b", required=True)]}, "0.options.1"),
        ({**good, "options": [option("a", choices=[choice(n) for n in range(26)])]}, "0.options.0"),
    ]
    for body, where in cases:
        assert any(key.startswith(where) for key in await bot.problems("PUT", path, [body])), body
    assert "1.name" in await bot.problems("PUT", path, [good, good])
    (known,) = await bot.done("PUT", path, [good])
    (again,) = await bot.done("PUT", path, [{**good, "description": "Plays again"}])
    assert known["id"] == again["id"], "a name keeps its id"


def option(name: str, **other: Any) -> dict[str, Any]:
    return {"name": name, "description": "x", "type": 3, **other}


def choice(number: int) -> dict[str, Any]:
    return {"name": str(number), "value": str(number)}


async def test_emoji_of_the_application(bot: Bot) -> None:
    path = f"/applications/{bot.room.world.bot['id']}/emojis"
    body = {"name": "ace", "image": "data:image/png;base64,aGVsbG8="}
    assert await bot.problems("POST", path, {**body, "name": "a b"}) == {
        "name": "STRING_TYPE_REGEX"
    }
    made = await bot.done("POST", path, body)
    assert "name" in await bot.problems("POST", path, body)
    emoji = {"id": made["id"], "name": "ace"}
    await bot.done("POST", bot.messages, box(row(button(emoji=emoji))))
    assert await fetched(bot, f"{bot.room.page_url}emojis/{made['id']}.png") == b"hello"
    assert (await bot.done("GET", path))["items"][0]["name"] == "ace"
    await bot.done("DELETE", f"{path}/{made['id']}")
    assert await bot.problems("POST", bot.messages, box(row(button(emoji=emoji))))


async def test_events_of_a_guild(bot: Bot) -> None:
    guild = bot.room.people.guild["id"]
    path = f"/guilds/{guild}/scheduled-events"
    body = {
        "name": "An evening",
        "entity_type": 3,
        "entity_metadata": {"location": "#cards"},
        "privacy_level": 2,
        "scheduled_start_time": "2040-01-01T20:00:00+00:00",
        "scheduled_end_time": "2040-01-01T23:00:00+00:00",
    }
    assert await bot.code("POST", path, body) == 50013
    everyone = bot.room.world.roles[guild]
    allowed = int(everyone["permissions"]) | int(Permission.CREATE_EVENTS)
    bot.room.places.put_role(guild, {"permissions": str(allowed)}, everyone)
    made = await bot.done("POST", path, body)
    past = {**body, "scheduled_start_time": "2020-01-01T20:00:00+00:00"}
    assert "scheduled_start_time" in await bot.problems("POST", path, past)
    await bot.done("PATCH", f"{path}/{made['id']}", {"status": 2})
    await bot.done("DELETE", f"{path}/{made['id']}")
    assert await bot.code("GET", f"{path}/{made['id']}") == 10070


@pytest.mark.parametrize("sign", ["🃏", "♠️", "♥", "👍🏽", "🏳️‍🌈", "🇫🇷", "1️⃣", "👩‍👩‍👧‍👧", "⏳", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"])
def test_signs_that_are_emoji(sign: str) -> None:
    assert is_emoji(sign)


@pytest.mark.parametrize("sign", ["", "a", "1", "🂠", "♠️♥️", "→", "中", ":smile:", "\ufe0f"])
def test_signs_that_are_none(sign: str) -> None:
    assert not is_emoji(sign)


PARTS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "type",
                    "components",
                    "content",
                    "custom_id",
                    "options",
                    "emoji",
                    "items",
                    "accessory",
                ]
            ),
            inner | st.integers(1, 18),
            max_size=5,
        )
    ),
    max_leaves=15,
)


@settings(
    max_examples=60,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(components=st.lists(PARTS, max_size=4), flags=st.sampled_from([0, V2, None]))
async def test_whatever_is_sent_is_taken_or_refused_and_never_an_error(
    bot: Bot, components: list[Any], flags: int | None
) -> None:
    body = json.loads(json.dumps({"flags": flags, "components": components, "content": None}))
    status, told = await bot.ask("POST", bot.messages, body)
    assert status in {200, 400}, told
    assert bot.room.world.store.message("0") is None


async def test_nothing_is_half_done(room: Room, bot: Bot) -> None:
    """A request whose body can't be read is refused, and changes nothing."""
    before = await bot.done("GET", bot.messages)
    status, _ = await bot.ask("POST", bot.messages, {"content": "x", "flags": "no number"})
    assert status == 400
    assert await bot.done("GET", bot.messages) == before
    await bot.done("POST", bot.messages, {"content": "and it goes on"})


async def test_with_activities_no_list_of_commands_is_taken_without_their_entry_point() -> None:
    async with (
        Room(Plan(portal=Portal(activities=True))) as room,
        aiohttp.ClientSession(headers={"Authorization": f"Bot {room.plan.bot_token}"}) as session,
    ):
        bot = Bot(session, room)
        path = f"/applications/{room.world.bot['id']}/commands"
        (entry,) = await bot.done("GET", path)
        greet = {"name": "greet", "description": "Greets"}
        assert await bot.code("PUT", path, [greet]) == 50240
        assert await bot.done("GET", path) == [entry]
        taken = await bot.done("PUT", path, [greet, entry])
        assert {(each["name"], each["type"]) for each in taken} == {("greet", 1), ("launch", 4)}
        await bot.done("DELETE", f"{path}/{entry['id']}")
        assert [each["name"] for each in await bot.done("PUT", path, [greet])] == ["greet"]
