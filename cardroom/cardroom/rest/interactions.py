"""Requests to the REST API with which a bot answers interactions and changes its answers."""

from __future__ import annotations

from typing import Any

from cardroom.checks.message import check_message
from cardroom.checks.modal import check_choices, check_modal
from cardroom.installs import is_guest, must_whisper
from cardroom.instances import Step
from cardroom.interactions import Answer, Interaction, Kind, metadata
from cardroom.messages import COMPONENTS_V2, EPHEMERAL, LOADING, REPLY, Draft
from cardroom.refusals import Reason, Refused, invalid
from cardroom.rest.call import Call, route
from cardroom.store import Json

ALL = "/webhooks/{application_id}/{token}"
ONE = ALL + "/messages/{message_id}"
MOST_FOLLOW_UPS = 5
"""The most further messages in answer to one interaction in a place where the bot itself is absent.
There the application can be used only because the user has installed it for their own account."""
COMMAND_ANSWER, MENU_ANSWER = 20, 23
"""Discord's types of messages that answer a slash command, and a command of a menu."""


@route("POST", "/interactions/{interaction_id}/{token}/callback", guarded=False)
def callback(call: Call) -> Any:
    """Accept the bot's first answer to an interaction, and apply it. If the query has
    `with_response`, returns a description of the interaction and of the result: the message that
    the answer created or concerns, or the Activity that it launched. Otherwise returns None. Raises
    Refused if Discord would refuse the answer."""
    interactions = call.services.interactions
    interaction = interactions.acknowledge(call.path["interaction_id"], call.path["token"])
    answer, data = _answer(call, interaction), call.object().get("data") or {}
    _check(call, interaction, answer, data)
    with call.world.change():
        message = _answered(call, interaction, answer, data)
        interaction.original_id = message["id"] if message else interaction.message_id
        interactions.answered(interaction, answer)
    launched: Json = {}
    if answer is Answer.LAUNCH_ACTIVITY:
        instances = call.services.instances
        launched = {"id": instances.launch(interaction.user_id, interaction.channel_id).id}
    _report(call, interaction, answer, launched or data)
    if not call.flag("with_response"):
        return None
    told: Json = {"id": interaction.id, "type": int(interaction.kind)}
    resource: Json = {"type": int(answer)}
    if message is not None:
        told["response_message_id"] = message["id"]
        told["response_message_loading"] = bool(message["flags"] & LOADING)
        told["response_message_ephemeral"] = bool(message["flags"] & EPHEMERAL)
        resource["message"] = call.messages.payload(message)
    if launched:
        resource["activity_instance"] = launched
    return {"interaction": told, "resource": resource}


def _answer(call: Call, interaction: Interaction) -> Answer:
    """Return the kind of the bot's first answer. Raises Refused if this kind doesn't exist, or
    isn't possible for this interaction."""
    try:
        answer = Answer(call.body["type"])
    except (KeyError, TypeError, ValueError):
        raise invalid(("type",), "BASE_TYPE_CHOICES", "Value must be one of the types.") from None
    of_message = interaction.message_id is not None
    suits = {
        Answer.UPDATE: of_message,
        Answer.DEFERRED_UPDATE: of_message,
        Answer.MODAL: interaction.kind in {Kind.COMMAND, Kind.COMPONENT},
        Answer.LAUNCH_ACTIVITY: _may_launch(call),
    }.get(answer, True)
    if (answer is Answer.CHOICES) != (interaction.kind == Kind.AUTOCOMPLETE) or not suits:
        raise invalid(
            ("type",), "INTERACTION_CALLBACK_TYPE_INVALID", "Not for this kind of interaction."
        )
    return answer


def _may_launch(call: Call) -> bool:
    """Return whether the bot's answer may launch an Activity. The application must have an
    Activity. A test can have set that the card room refuses launches, and then the result is
    False."""
    services = call.services
    return services.portal.activities and Step.LAUNCH not in services.instances.refuses


def _check(call: Call, interaction: Interaction, answer: Answer, data: Json) -> None:
    """Check the data of the bot's first answer. Raises Refused if Discord would refuse the data."""
    emojis, path = call.world.emojis, ("data",)
    if answer is Answer.MESSAGE:
        check_message(data, call.files, emojis, path=path)
    elif answer is Answer.UPDATE:
        source = call.world.store.message(interaction.message_id or "")
        check_message(data, call.files, emojis, kept=source, path=path)
    elif answer is Answer.MODAL:
        check_modal(data, emojis, path)
    elif answer is Answer.CHOICES:
        check_choices(data, path)
    elif answer is Answer.DEFERRED_MESSAGE and (data.get("flags") or 0) & COMPONENTS_V2:
        raise invalid(
            ("data", "flags"), "BITFIELD_TYPE_INVALID", "A deferral can't have this flag."
        )


def _answered(call: Call, interaction: Interaction, answer: Answer, data: Json) -> Json | None:
    """Apply the bot's first answer to an interaction. Returns the message that the answer created
    or changed, or that the bot is going to change. Returns None if the answer concerns no message,
    such as a modal."""
    if answer in {Answer.MESSAGE, Answer.DEFERRED_MESSAGE}:
        interaction.loading = answer is Answer.DEFERRED_MESSAGE
        return _post(call, interaction, data, thinking=interaction.loading)
    if answer is Answer.MODAL:
        interaction.shown = data
        return None
    source = call.world.store.message(interaction.message_id or "")
    if answer is Answer.UPDATE:
        if source is None:
            raise Refused(Reason.UNKNOWN_MESSAGE)
        return call.messages.edit(source, data, call.files)
    return source if answer is Answer.DEFERRED_UPDATE else None


def _report(call: Call, interaction: Interaction, answer: Answer, data: Json) -> None:
    report = call.services.interactions.report
    if answer is Answer.CHOICES:
        report(interaction, "choices", data)
    elif answer is Answer.MODAL:
        report(interaction, "modal", data)
    elif answer is Answer.LAUNCH_ACTIVITY:
        report(interaction, "launched", data)
    else:
        report(interaction, "thinking" if interaction.loading else "done")


@route("GET", ONE, guarded=False)
def message(call: Call) -> Json:
    """Return a message that belongs to an interaction. The id `@original` means the message that
    the first answer created or changed."""
    return call.messages.payload(_find(call, _interaction(call)))


@route("PATCH", ONE, guarded=False)
def edit(call: Call) -> Json:
    """Change a message that belongs to an interaction. Returns the changed message."""
    interaction = _interaction(call)
    kept = _find(call, interaction)
    return call.messages.payload(_edit(call, interaction, kept))


@route("DELETE", ONE, guarded=False)
def delete(call: Call) -> None:
    """Delete the message in the path, which is an answer to the interaction in the path."""
    call.messages.delete(_find(call, _interaction(call)))


@route("POST", ALL, guarded=False)
def follow_up(call: Call) -> Json:
    """Send a further message in answer to an interaction, and return the message. If the bot's
    first answer was only "thinking …", the first further message replaces it."""
    interaction = _interaction(call)
    if interaction.answer is None:
        raise Refused(Reason.UNKNOWN_WEBHOOK)
    if interaction.loading:
        kept = known_original(call, interaction)
        return call.messages.payload(_edit(call, interaction, kept))
    check_message(call.body, call.files, call.world.emojis)
    if is_guest(interaction.owners) and interaction.follow_ups >= MOST_FOLLOW_UPS:
        raise Refused(Reason.TOO_MANY_FOLLOW_UPS)
    interaction.follow_ups += 1
    with call.world.change():
        call.services.interactions.keep(interaction)
        return call.messages.payload(_post(call, interaction, call.body, thinking=False))


def known_original(call: Call, interaction: Interaction) -> Json:
    """Return the message that the id `@original` means. It is the message that the bot's first
    answer created or changed. Raises Refused if the message was deleted."""
    kept = call.world.store.message(interaction.original_id or "")
    if kept is None:
        raise Refused(Reason.UNKNOWN_MESSAGE)
    return kept


def _edit(call: Call, interaction: Interaction, kept: Json) -> Json:
    """Change the stored message `kept` as the request body says, and return it. A message "thinking
    …" becomes the answer."""
    loaded = interaction.loading and kept["id"] == interaction.original_id
    check_message(call.body, call.files, call.world.emojis, kept=kept)
    with call.world.change():
        made = call.messages.edit(kept, call.body, call.files, clear=LOADING if loaded else 0)
        if loaded:
            interaction.loading = False
            call.services.interactions.keep(interaction)
    if loaded:
        call.services.interactions.report(interaction, "done")
    return made


def _post(call: Call, interaction: Interaction, body: Json, *, thinking: bool) -> Json:
    channel = call.world.channels[interaction.channel_id]
    ephemeral = bool((body.get("flags") or 0) & EPHEMERAL) or must_whisper(
        call.world, interaction.owners, channel, interaction.user_id
    )
    extra: Json = {
        "webhook_id": call.bot_id,
        "application_id": call.bot_id,
        "interaction_metadata": metadata(interaction),
    }
    if interaction.kind == Kind.COMMAND:
        extra["type"] = COMMAND_ANSWER if interaction.data.get("type", 1) == 1 else MENU_ANSWER
    source = call.world.store.message(interaction.message_id or "")
    if source is not None and (ephemeral or "reader_id" not in source):
        extra["type"] = REPLY
        extra["message_reference"] = {
            "type": 0,
            "message_id": source["id"],
            "channel_id": source["channel_id"],
        }
    if thinking:
        extra["flags"] = LOADING | (EPHEMERAL if ephemeral else 0)
    reader = interaction.user_id if ephemeral else None
    draft = Draft(interaction.channel_id, call.bot_id, body, call.files, reader, extra)
    return call.messages.create(draft)


def _interaction(call: Call) -> Interaction:
    return call.services.interactions.find(call.path["token"])


def _find(call: Call, interaction: Interaction) -> Json:
    """Return the message whose id is in the path. It must be `@original`, or a message of the bot
    in the interaction's channel that the interaction's user can see. Raises Refused if there is no
    such message."""
    which = call.path["message_id"]
    if which == "@original":
        return known_original(call, interaction)
    kept = call.world.store.message(which)
    if (
        kept is None
        or kept["author_id"] != call.bot_id
        or kept["channel_id"] != interaction.channel_id
        or kept.get("reader_id", interaction.user_id) != interaction.user_id
    ):
        raise Refused(Reason.UNKNOWN_MESSAGE)
    return kept
