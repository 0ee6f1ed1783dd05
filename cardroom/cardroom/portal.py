"""The settings of an application that its owner would choose in Discord's developer portal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cardroom.checks.command import ENTRY_POINT
from cardroom.installs import FOR_GUILD, FOR_USER
from cardroom.world import World

BY_DISCORD: Final = 2
"""The value of `handler` in an Entry Point command whose Activity is launched by Discord. The bot
gets no interaction for such a launch."""
CLIENT_SECRET: Final = "card.room.secret"  # noqa: S105 - a secret only where one is given


@dataclass(frozen=True, slots=True)
class Portal:
    """The settings that an application's owner chooses in the developer portal. `activities` says
    whether the application has an Activity, `target` is the address of the Activity's page (empty
    if there is none), and `client_secret` is the secret for OAuth2. `refuses` are the steps of
    opening an Activity that the card room refuses. `installs` are the allowed kinds of
    installation."""

    activities: bool = False
    """Whether Activities are switched on for the application. If they are, Discord adds an Entry
    Point command (the command that launches the Activity). Discord also refuses any list of
    commands without this command."""

    target: str = ""
    """The address of the Activity's page. In the developer portal, the Activity's path `/` is
    mapped to this address. Empty if no address is mapped."""

    client_secret: str = CLIENT_SECRET
    """The application's secret, by which it exchanges codes."""

    refuses: tuple[str, ...] = ()
    """The steps on the way into an Activity that are refused (cardroom.instances.Step)."""

    installs: tuple[int, ...] = (FOR_GUILD, FOR_USER)
    """The kinds of installation that the application allows: for guilds, for users, or both. The
    same kinds apply to commands that name no kinds themselves."""

    def apply(self, world: World) -> None:
        """Make the commands in the room fit these settings. If Activities are switched on and the
        room has no Entry Point command, one is added. If Activities are switched off, the Entry
        Point command is removed. Nothing else is stored."""
        known = [each for each in world.commands.all() if _is_entry_point(each)]
        if not self.activities:
            with world.change():
                for each in known:
                    world.commands.drop(each["id"])
        elif not known:
            with world.change():
                world.commands.put(
                    {
                        "id": world.ids.next(),
                        "application_id": world.bot["id"],
                        "version": world.ids.next(),
                        "type": ENTRY_POINT,
                        "name": "launch",
                        "name_localizations": None,
                        "description": "Launch an activity",
                        "description_localizations": None,
                        "default_member_permissions": None,
                        "dm_permission": True,
                        "nsfw": False,
                        "contexts": [0, 1, 2],
                        "integration_types": [0, 1],
                        "handler": BY_DISCORD,
                    }
                )


def _is_entry_point(command: dict[str, object]) -> bool:
    return command["type"] == ENTRY_POINT
