"""Requests to the REST API about the application, its user, and the address of the gateway."""

from __future__ import annotations

from cardroom import payloads
from cardroom.limits import STARTS
from cardroom.refusals import Reason, known
from cardroom.rest.call import Call, route
from cardroom.store import Json


@route("GET", "/users/@me", of_users=True)
def me(call: Call) -> Json:
    """Return the bot's user. If the request has a user's token, return that user, with their
    language."""
    if not call.bearer:
        return payloads.user(call.world.bot)
    user = call.world.users[call.services.instances.owner(call.bearer)]
    return {**payloads.user(user), "locale": user.get("locale", "en-US")}


@route("GET", "/users/{user_id}")
def user(call: Call) -> Json:
    """Return the user whose id is in the path. Raises Refused if there is no such user."""
    return payloads.user(known(call.world.users.get(call.path["user_id"]), Reason.UNKNOWN_USER))


@route("GET", "/applications/@me")
@route("GET", "/oauth2/applications/@me")
def application(call: Call) -> Json:
    """Return the application, with its bot, its owner, and the numbers of its installations."""
    bot = call.world.bot
    owner = next(each for each in call.world.users.all() if not each["bot"])
    return {
        "id": bot["id"],
        "name": bot["global_name"] or bot["username"],
        "icon": None,
        "description": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "",
        "flags": 0,
        "owner": payloads.user(owner),
        "bot": payloads.user(bot),
        "team": None,
        "approximate_guild_count": sum(
            call.world.member(each["id"], bot["id"]) is not None for each in call.world.guilds.all()
        ),
        "approximate_user_install_count": sum(
            bool(each.get("installed")) for each in call.world.users.all()
        ),
        "integration_types_config": {str(kind): {} for kind in call.services.portal.installs},
    }


@route("GET", "/gateway")
def gateway(call: Call) -> Json:
    """Return the address of the gateway."""
    return {"url": call.services.gateway_address()}


@route("GET", "/gateway/bot")
def gateway_of_bot(call: Call) -> Json:
    """Return the gateway's address, the number of shards that the bot should run, and the limits
    for starting sessions."""
    limits = call.services.limits
    limit = {
        "total": STARTS,
        "remaining": limits.starts_left,
        "reset_after": int(limits.starts_again_after * 1000),
        "max_concurrency": limits.max_concurrency,
    }
    return {
        "url": call.services.gateway_address(),
        "shards": call.services.shards(),
        "session_start_limit": limit,
    }
