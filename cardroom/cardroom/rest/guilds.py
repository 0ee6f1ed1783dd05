"""Requests to the REST API about guilds, their members and roles."""

from __future__ import annotations

from cardroom import payloads
from cardroom.checks.parts import text
from cardroom.permissions import Permission, of_guild
from cardroom.refusals import Problems, Reason, Refused, known
from cardroom.rest.call import Call, route
from cardroom.store import Json

GUILD = "/guilds/{guild_id}"
MEMBERS = GUILD + "/members"
ROLES = GUILD + "/roles"
MEMBER_ROLE = MEMBERS + "/{user_id}/roles/{role_id}"
MOST = 1000
NICK = 32
ROLE_NAME = 100


@route("GET", "/users/@me/guilds")
def guilds(call: Call) -> list[Json]:
    """Return the guilds that the bot is in, with only a few fields, as on Discord."""
    return [
        {
            "id": each["id"],
            "name": each["name"],
            "icon": None,
            "owner": False,
            "permissions": str(int(of_guild(call.world, each["id"], call.bot_id))),
            "features": [],
        }
        for each in call.world.guilds.all()
        if call.world.member(each["id"], call.bot_id)
    ]


@route("DELETE", "/users/@me/guilds/{guild_id}")
def leave(call: Call) -> None:
    """Let the bot leave the guild in the path."""
    call.services.people.remove(call.bot_id, call.guild()["id"])


@route("GET", GUILD)
def guild(call: Call) -> Json:
    """Return the guild whose id is in the path. Raises Refused if it doesn't exist or the bot isn't
    in it."""
    return payloads.guild(call.world, call.guild())


@route("GET", MEMBERS)
def members(call: Call) -> list[Json]:
    """Return a page of a guild's members, in the order of their ids. The query gives the id after
    which the page begins (`after`), and the length of the page (`limit`)."""
    found = sorted(call.world.members_of(call.guild()["id"]), key=lambda each: int(each["user_id"]))
    after, limit = int(call.query.get("after", 0)), min(int(call.query.get("limit", 1)), MOST)
    left = [each for each in found if int(each["user_id"]) > after]
    return [payloads.member(call.world, each) for each in left[:limit]]


@route("GET", MEMBERS + "/{user_id}")
def member(call: Call) -> Json:
    """Return one member of the guild in the path. The path also has the member's user id. Raises
    Refused if the user isn't a member."""
    kept = call.world.member(call.guild()["id"], call.path["user_id"])
    return payloads.member(call.world, known(kept, Reason.UNKNOWN_MEMBER))


@route("PATCH", MEMBERS + "/@me")
def edit_self(call: Call) -> Json:
    """Change the bot's nickname in the guild in the path, and return the bot as a member."""
    guild, problems = call.guild(), Problems()
    nick = text(call.object(), "nick", (), problems, most=NICK)
    problems.refuse()
    changed = call.services.people.rename(call.bot_id, guild["id"], nick or None)
    return payloads.member(call.world, changed)


@route("GET", ROLES)
def roles(call: Call) -> list[Json]:
    """Return the roles of the guild in the path."""
    return [payloads.role(each) for each in call.world.roles_of(call.guild()["id"])]


@route("POST", ROLES)
def create_role(call: Call) -> Json:
    """Create a role in the guild in the path, and return it."""
    guild = call.guild()
    call.need_in_guild(guild, Permission.MANAGE_ROLES)
    return payloads.role(call.services.places.put_role(guild["id"], _role_body(call)))


@route("PATCH", ROLES + "/{role_id}")
def edit_role(call: Call) -> Json:
    """Change the role whose id is in the path, and return it."""
    guild, role = call.guild(), _role(call)
    call.need_in_guild(guild, Permission.MANAGE_ROLES)
    return payloads.role(call.services.places.put_role(guild["id"], _role_body(call), role))


@route("DELETE", ROLES + "/{role_id}")
def delete_role(call: Call) -> None:
    """Delete the role whose id is in the path. Raises Refused for the role of everyone, and for a
    role that belongs to a bot."""
    call.need_in_guild(call.guild(), Permission.MANAGE_ROLES)
    role = _role(call)
    if role.get("managed") or role["id"] == role["guild_id"]:
        raise Refused(Reason.MISSING_PERMISSIONS)
    call.services.places.delete_role(role)


@route("PUT", MEMBER_ROLE)
def give_role(call: Call) -> None:
    """Give the member in the path the role in the path."""
    _change_role(call, held=True)


@route("DELETE", MEMBER_ROLE)
def take_role(call: Call) -> None:
    """Take the role in the path from the member in the path."""
    _change_role(call, held=False)


def _change_role(call: Call, *, held: bool) -> None:
    guild, role = call.guild(), _role(call)
    call.need_in_guild(guild, Permission.MANAGE_ROLES)
    known(call.world.member(guild["id"], call.path["user_id"]), Reason.UNKNOWN_MEMBER)
    call.services.people.give(call.path["user_id"], role, held=held)


def _role(call: Call) -> Json:
    found: Json = known(call.world.roles.get(call.path["role_id"]), Reason.UNKNOWN_ROLE)
    if found["guild_id"] != call.path["guild_id"]:
        raise Refused(Reason.UNKNOWN_ROLE)
    return found


def _role_body(call: Call) -> Json:
    body, problems = call.object(), Problems()
    text(body, "name", (), problems, most=ROLE_NAME)
    problems.refuse()
    kept = ("name", "color", "permissions", "hoist", "mentionable")
    made = {key: body[key] for key in kept if key in body}
    if "permissions" in made:
        made["permissions"] = str(made["permissions"] or 0)
    return made
