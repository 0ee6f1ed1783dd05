"""Messages of Components V2 within Discord's limits. discord.py keeps none of these messages in
memory.

In a server whose members read several languages, public buttons have symbols in front of their
labels (cogs.discord.languages decides which servers these are)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import discord
from discord import ui

from cogs.discord.languages import mixed
from cogs.words.cards import with_emoji
from cogs.words.names import plain

CHARACTERS: Final = 4000
OPTIONS: Final = 25
BUTTONS: Final = 5
MOST_BUTTONS: Final = 20
"""The most buttons of a list: four rows. One row is left for buttons that lead elsewhere."""
LABEL: Final = 80
OPTION_LABEL: Final = 100
DESCRIPTION: Final = 100
PLACEHOLDER: Final = 150
ALT_TEXT: Final = 1024

ACCENT: Final = discord.Colour(0x2E7D4F)
"""The green of a card table."""
QUIET: Final = discord.Colour(0x6B7280)

NO_MENTIONS: Final = discord.AllowedMentions.none()

TABLE_PICTURE: Final = "table.png"
HAND_PICTURE: Final = "hand.png"
RESULT_PICTURE: Final = "result.png"
ENDING_PICTURE: Final = "ending.png"
LOBBY_PICTURE: Final = "lobby.png"
"""Names of the files that messages show."""

Block = str | ui.ActionRow[Any] | ui.Separator[Any] | ui.MediaGallery[Any]
"""A piece of a message: text, a row of items, a line, or a picture."""

ELLIPSIS: Final = "…"
SIGNS: Final[Mapping[tuple[str, str], str]] = {
    ("l", "join"): "✋",
    ("l", "leave"): "🚪",
    ("l", "add-bot"): "🤖",
    ("l", "remove-bot"): "➖",
    ("l", "start"): "▶️",
    ("l", "options"): "⚙️",
    ("l", "rules"): "📖",
    ("t", "hand"): "🃏",
    ("t", "back"): "👋",
    ("t", "rules"): "📖",
    ("t", "resign"): "🏳️",
    ("t", "more"): "➕",
    ("t", "again"): "🔁",
    ("t", "close"): "✖️",
    ("r", "open"): "🎬",
    ("r", "analyse"): "🔍",
    ("r", "check"): "🔒",
    ("d", "answer"): "💬",
    ("u", "enter"): "✋",
    ("u", "leave"): "🚪",
    ("u", "give-up"): "🏳️",
    ("u", "manage"): "🛠️",
    ("A", "first"): "✋",
    ("A", "second"): "✋",
    ("A", "leave"): "🚪",
    ("A", "off"): "✖️",
    ("A", "hand"): "🃏",
    ("A", "resign"): "🏳️",
    ("v", "play"): "▶️",
    ("v", "puzzle"): "🧩",
    ("b", "open"): "🏆",
}
"""By the first letter of a button's custom id and what it does: its sign."""
PLACES: Final[Mapping[str, int]] = {"b": 1, **dict.fromkeys("ltduAv", 2), "r": 4}
"""The place in a custom id with that letter that says what its button does."""


def walk(components: Iterable[Any]) -> Iterator[Any]:
    """Every component of a message, each one before those inside it."""
    for component in components:
        yield component
        yield from walk(getattr(component, "children", ()))


def clip(text: str, most: int) -> str:
    """The text in at most `most` characters: as many whole lines as fit, then the beginning of the
    next line."""
    if len(text) <= most:
        return text
    kept = text[: most - 1]
    line = kept.rfind("\n")
    return (kept[:line] + "\n" if line > most // 2 else kept.rstrip()) + ELLIPSIS


def short(text: str, most: int = LABEL) -> str:
    """Return the text on one line, shortened to at most `most` characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + ELLIPSIS


def loud(label: str, custom_id: str) -> ui.Button[Any]:
    """Return a button with this label for a private message. A press on it shows everyone what only
    the member has seen so far."""
    return ui.Button(
        label=label, emoji="📣", style=discord.ButtonStyle.secondary, custom_id=custom_id
    )


def line() -> ui.Separator[Any]:
    """A thin line across the message."""
    return ui.Separator(spacing=discord.SeparatorSpacing.small)


def gap() -> ui.Separator[Any]:
    """A small gap without a line."""
    return ui.Separator(visible=False, spacing=discord.SeparatorSpacing.small)


def picture(file: str, description: str) -> ui.MediaGallery[Any]:
    """A picture that is sent with the message as a file of that name. `description` is its alt
    text, cut to the length that Discord accepts, and without formatting."""
    alt = clip(plain(description), ALT_TEXT)
    return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{file}", description=alt))


def channel_select(
    custom_id: str,
    placeholder: str,
    types: Iterable[discord.ChannelType],
    chosen: Sequence[int],
    *,
    most: int = 1,
) -> ui.ChannelSelect[Any]:
    """A select of up to `most` channels, which may be left empty. `chosen` are the ids of the
    channels selected so far."""
    return ui.ChannelSelect(
        custom_id=custom_id,
        placeholder=placeholder,
        channel_types=list(types),
        min_values=0,
        max_values=most,
        default_values=[
            discord.SelectDefaultValue(id=each, type=discord.SelectDefaultValueType.channel)
            for each in chosen[:most]
        ],
    )


def rows(buttons: Sequence[ui.Item[Any]]) -> list[ui.ActionRow[Any]]:
    """Buttons in rows of five."""
    return [
        ui.ActionRow(*buttons[start : start + BUTTONS]) for start in range(0, len(buttons), BUTTONS)
    ]


def message(
    blocks: Iterable[Block | None], *, colour: discord.Colour = ACCENT, mark: int | None = None
) -> ui.LayoutView:
    """Return a message with these blocks in one container. `mark` becomes the container's id (above
    0, 31 bits), by which the message can be found again.

    If there are more than 4,000 characters, Discord's limit, the last blocks are cut. Cards become
    emoji only if there is room for them. The view is stopped at once, so discord.py doesn't store
    it; presses are matched by their custom ids alone."""
    container: ui.Container[ui.LayoutView] = ui.Container(accent_colour=colour, id=mark)
    fitting = list(_fitting(blocks))
    texts = iter(with_emoji([each for each in fitting if isinstance(each, str)], CHARACTERS))
    for block in fitting:
        container.add_item(ui.TextDisplay(next(texts)) if isinstance(block, str) else block)
    lead_with_signs(container.children)
    view = ui.LayoutView(timeout=None)
    view.add_item(container)
    view.stop()
    return view


def _fitting(blocks: Iterable[Block | None]) -> Iterator[Block]:
    """Yield the blocks that have content. Text is cut where it exceeds the number of characters
    that Discord accepts in a message; other blocks are kept."""
    left = CHARACTERS
    for block in blocks:
        if isinstance(block, str):
            if block and left > len(ELLIPSIS):
                content = clip(block, left)
                left -= len(content)
                yield content
        elif block is not None:
            yield block


def lead_with_signs(items: Iterable[ui.Item[Any]]) -> None:
    """In a server whose members read several languages, put symbols on the buttons among these
    items and inside them. A button that already has a symbol keeps it."""
    if not mixed.get():
        return
    for item in items:
        button: Any = getattr(item, "item", item)  # a dynamic item holds the button itself
        if isinstance(button, ui.Button):
            if button.emoji is None and (sign := sign_of(button.custom_id or "")):
                button.emoji = sign
        else:
            lead_with_signs(getattr(item, "children", ()))


def sign_of(custom_id: str) -> str | None:
    """The symbol of the button with this custom id; None when it has none."""
    parts = custom_id.split(":")
    place = PLACES.get(parts[0])
    if place is None or place >= len(parts):
        return None
    return SIGNS.get((parts[0], parts[place]))
