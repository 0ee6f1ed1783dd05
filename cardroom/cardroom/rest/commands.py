"""Requests to the REST API about application commands. They are commands of one guild if the path
has a guild, and otherwise commands for all guilds."""

from __future__ import annotations

from cardroom.checks.command import ENTRY_POINT, check_command, check_commands
from cardroom.events import Event
from cardroom.refusals import Reason, Refused, known
from cardroom.rest.call import Call, route
from cardroom.store import Json

ALL = "/applications/{application_id}/commands"
ONE = ALL + "/{command_id}"
GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"
GUILD_ONE = GUILD + "/{command_id}"


@route("GET", ALL)
@route("GET", GUILD)
def commands(call: Call) -> list[Json]:
    """Return the commands of the guild in the path. If the path has no guild, these are the
    commands for all guilds."""
    return [each for each in call.world.commands.all() if _of_place(call, each)]


@route("PUT", ALL)
@route("PUT", GUILD)
def replace(call: Call) -> list[Json]:
    """Replace all commands of the guild in the path. If the path has no guild, replaces all
    commands for all guilds. Returns the new commands. A command keeps its id if there was one with
    the same type and name. Raises Refused if the Entry Point command of an Activity (the command
    that launches it) is left out."""
    check_commands(call.body)
    world = call.world
    with world.change():
        before = {(each["type"], each["name"]): each for each in commands(call)}
        if any(kind == ENTRY_POINT for kind, _ in before) and not any(
            each.get("type") == ENTRY_POINT for each in call.body
        ):
            raise Refused(Reason.NO_ENTRY_POINT)
        for each in before.values():
            world.commands.drop(each["id"])
        made = [
            _put(call, body, before.get((body.get("type", 1), body["name"]))) for body in call.body
        ]
        _changed(call)
    return made


@route("POST", ALL)
@route("POST", GUILD)
def create(call: Call) -> Json:
    """Create a command, and return it. It replaces the command of the same type and name."""
    check_command(call.body)
    with call.world.change():
        known_by_name = {(each["type"], each["name"]): each for each in commands(call)}
        key = (call.body.get("type", 1), call.body["name"])
        made = _put(call, call.body, known_by_name.get(key))
        _changed(call)
    return made


@route("GET", ONE)
@route("GET", GUILD_ONE)
def command(call: Call) -> Json:
    """Return the command whose id is in the path. Raises Refused if there is no such command."""
    found: Json = known(call.world.commands.get(call.path["command_id"]), Reason.UNKNOWN_COMMAND)
    return found


@route("PATCH", ONE)
@route("PATCH", GUILD_ONE)
def edit(call: Call) -> Json:
    """Change the command whose id is in the path, and return it. Fields that the request body lacks
    stay as they are."""
    check_command({**command(call), **call.object()})
    with call.world.change():
        made = call.world.commands.put(
            {**command(call), **call.body, "version": call.world.ids.next()}
        )
        _changed(call)
    return made


@route("DELETE", ONE)
@route("DELETE", GUILD_ONE)
def delete(call: Call) -> None:
    """Delete the command whose id is in the path."""
    with call.world.change():
        call.world.commands.drop(command(call)["id"])
        _changed(call)


def _of_place(call: Call, kept: Json) -> bool:
    return kept.get("guild_id") == call.path.get("guild_id")


def _put(call: Call, body: Json, before: Json | None) -> Json:
    world = call.world
    made: Json = {
        "type": 1,
        "description": "",
        "options": [],
        "nsfw": False,
        "default_member_permissions": None,
        "contexts": None,
        **body,
        "integration_types": body.get("integration_types") or [*call.services.portal.installs],
        "id": before["id"] if before else world.ids.next(),
        "application_id": call.bot_id,
        "version": world.ids.next(),
    }
    if "guild_id" in call.path:
        made["guild_id"] = call.path["guild_id"]
    return world.commands.put(made)


def _changed(call: Call) -> None:
    call.world.tell(Event("APPLICATION_COMMANDS", {}))
