"""Builds messages of Discord's kind Components V2, within Discord's limits. discord.py doesn't
store these messages in memory.

In a server whose members read several languages, public buttons have symbols in front of their
labels (cogs.discord.languages decides which servers these are)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil
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
"""The names of the picture files in messages. There is one for each kind of picture, from
`TABLE_PICTURE` to `LOBBY_PICTURE`."""

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
"""The symbol of a button, by the first letter of the button's custom id and the button's action."""
PLACES: Final[Mapping[str, int]] = {"b": 1, **dict.fromkeys("ltduAv", 2), "r": 4}
"""By the first letter of a custom id: the index of the part that says what the button does."""


def walk(components: Iterable[Any]) -> Iterator[Any]:
    """Yield every component of a message. Each component comes before the components inside it."""
    for component in components:
        yield component
        yield from walk(getattr(component, "children", ()))


def clip(text: str, most: int) -> str:
    """Return the text, shortened to at most `most` characters. A shortened text ends with an
    ellipsis (…). It is cut at the end of a line if more than half of `most` characters remain,
    otherwise within a line."""
    if len(text) <= most:
        return text
    kept = text[: most - 1]
    line = kept.rfind("\n")
    return (kept[:line] + "\n" if line > most // 2 else kept.rstrip()) + ELLIPSIS


def short(text: str, most: int = LABEL) -> str:
    """Return the text on one line, shortened to at most `most` characters (see `cut`)."""
    return cut(" ".join(text.split()), most)


def cut(line: str, most: int) -> str:
    """Return the line, shortened to at most `most` characters. A shortened line ends with an
    ellipsis (…). It is cut after a whole word if more than half of `most` characters remain,
    otherwise within a word."""
    if len(line) <= most:
        return line
    kept = line[: most - 1]
    words = kept.rpartition(" ")[0]
    return f"{words} {ELLIPSIS}" if len(words) > most // 2 else kept + ELLIPSIS


def loud(label: str, custom_id: str) -> ui.Button[Any]:
    """Return a button with this label for a private message. A press on it shows everyone what only
    the member has seen so far."""
    return ui.Button(
        label=label, emoji="📣", style=discord.ButtonStyle.secondary, custom_id=custom_id
    )


def line() -> ui.Separator[Any]:
    """Return a thin line across the message."""
    return ui.Separator(spacing=discord.SeparatorSpacing.small)


def gap() -> ui.Separator[Any]:
    """Return a small gap without a line."""
    return ui.Separator(visible=False, spacing=discord.SeparatorSpacing.small)


def picture(file: str, description: str) -> ui.MediaGallery[Any]:
    """Return the block of a picture. The picture is sent with the message, as a file with the name
    `file`. `description` becomes the picture's alt text, without formatting, and cut to the length
    that Discord accepts."""
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
    """Return a select of channels. The member can choose up to `most` channels, or none. `chosen`
    are the ids of the channels that are selected at first."""
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
    """Return the buttons in rows of at most five."""
    return _in_rows(buttons, BUTTONS)


def even_rows(buttons: Sequence[ui.Item[Any]]) -> list[ui.ActionRow[Any]]:
    """Return the buttons in as few rows as possible. All rows but the last have the same number of
    buttons, and the last row has no more: six buttons are in two rows of three."""
    count = ceil(len(buttons) / BUTTONS) or 1
    return _in_rows(buttons, ceil(len(buttons) / count) or 1)


def _in_rows(buttons: Sequence[ui.Item[Any]], most: int) -> list[ui.ActionRow[Any]]:
    return [ui.ActionRow(*buttons[start : start + most]) for start in range(0, len(buttons), most)]


def message(
    blocks: Iterable[Block | None], *, colour: discord.Colour = ACCENT, mark: int | None = None
) -> ui.LayoutView:
    """Return a message with these blocks in one container. `mark` becomes the container's id, a
    number above 0 with at most 31 bits. The message can be found again by this id.

    Texts beyond Discord's limit of 4,000 characters are cut, from the end of the message. Cards
    become emoji only if there is room for the emoji. The view is stopped at once, so that
    discord.py doesn't store it. The bot matches presses by their custom ids alone."""
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
    """Yield the blocks that have content. Text beyond the number of characters that Discord accepts
    in a message is cut. Blocks that aren't text are always kept."""
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
    """Put symbols on the buttons among these items, and on the buttons inside the items. Do this
    only in a server whose members read several languages. A button that already has a symbol keeps
    its symbol."""
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
    """Return the symbol of the button with this custom id, or None if the button has no symbol."""
    parts = custom_id.split(":")
    place = PLACES.get(parts[0])
    if place is None or place >= len(parts):
        return None
    return SIGNS.get((parts[0], parts[place]))
