"""Requests of an application about its Activity: which user a code belongs to, and which users are
in an instance."""

from __future__ import annotations

from cardroom.instances import Step
from cardroom.refusals import Reason, Refused
from cardroom.rest.call import Call, route
from cardroom.store import Json


@route("POST", "/oauth2/token", guarded=False)
def token(call: Call) -> Json:
    """Exchange the OAuth2 code in the request body for a user's access token."""
    return call.services.instances.exchange(call.object())


@route("GET", "/applications/{application_id}/activity-instances/{instance_id}")
def instance(call: Call) -> Json:
    """Return the instance of an Activity, with the channel in which it runs and the ids of its
    users. Raises Refused if the instance isn't running, if the request names another application,
    or if a test has set that requests for instances are refused."""
    instances = call.services.instances
    found = instances.find(call.path["instance_id"])
    mine = call.path["application_id"] == call.bot_id
    if found is None or not mine or Step.INSTANCE in instances.refuses:
        raise Refused(Reason.NOT_FOUND)
    return found.told(call.bot_id)
