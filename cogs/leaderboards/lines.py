"""The lines of a board: as a sheet to be drawn, and in words. Both say the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.domain.standings import Board, Line, Sort
from bot.pictures.sheet import Mark, Row, Section, Sheet
from cogs.leaderboards.choice import Choice
from cogs.leaderboards.names import UNRATED, game_title, order_title, rating, season_title
from cogs.views.alt_text import clipped
from cogs.views.medals import line_mark, wears_medal
from cogs.words import _, counted
from cogs.words.game import strength_title
from cogs.words.names import escaped

NOTHING: Final = "–"


def heading(choice: Choice) -> str:
    """Which board it is, in a line: `Durak · November 2026 · Rating`."""
    return " · ".join((game_title(choice.game), season_title(choice.season), order_title(choice)))


def sheet(board: Board, choice: Choice, *, own: Line | None) -> Sheet:
    """The page as a sheet; `own` stands out, and follows below when it is on another page."""
    rated, counts_deeds = board.game is not None, board.sort is Sort.DEED
    columns = (
        # What was done is in the title; a column so wide would leave names no room.
        *([_("Times")] if counts_deeds else []),
        *([_("Rating")] if rated else []),
        _("Games"),
        _("Won"),
        _("Lost"),
    )
    goes_by = {
        Sort.RATING: _("Rating"),
        Sort.WINS: _("Won"),
        Sort.GAMES: _("Games"),
        Sort.LOST: _("Lost"),
    }
    elsewhere = [own] if own is not None and not _on(board, own) else []

    def rows(lines: Iterable[Line]) -> tuple[Row, ...]:
        return tuple(
            Row(
                str(line.place or NOTHING),
                _plain_name(line),
                _numbers(line, board),
                _mark(line, board, own),
            )
            for line in lines
        )

    return Sheet(
        title=heading(choice),
        columns=columns,
        strong=0 if counts_deeds else columns.index(goes_by[board.sort]),
        sections=(
            Section("", rows(board.lines)),
            Section(
                _("On another page") if own is not None and own.place else _("Not listed"),
                rows(elsewhere),
            ),
            Section(_("Bot players"), rows(board.bots)),
        ),
    )


def _on(board: Board, own: Line) -> bool:
    return any(line.member_id == own.member_id for line in board.lines)


def _mark(line: Line, board: Board, own: Line | None) -> Mark:
    first = line.place == 1 and wears_medal(line, board.sort)
    if own is not None and line.member_id is not None and line.member_id == own.member_id:
        return Mark.OWN_FIRST if first else Mark.OWN
    return Mark.FIRST if first else Mark.NONE


def _numbers(line: Line, board: Board) -> tuple[str, ...]:
    lost = str(line.lost)
    if board.sort is Sort.LOST and line.games:
        lost = f"{line.lost} · {100 * line.lost / line.games:.0f} %"
    return (
        *([str(line.deed)] if board.sort is Sort.DEED else []),
        *([rating(line.figure, provisional=line.provisional)] if board.game is not None else []),
        str(line.games),
        str(line.won),
        lost,
    )


def _plain_name(line: Line) -> str:
    return strength_title(line.strength or "") if line.member_id is None else line.name


def texts(lines: Sequence[Line], board: Board) -> str:
    """Lines of the board in words, one below the other, formatted for a message."""
    return "\n".join(
        f"{place_of(line, board)} **{escaped(_plain_name(line))}** · {numbers(line, board)}"
        for line in lines
    )


def place_of(line: Line, board: Board) -> str:
    """A line's place: a medal, `4.`, or a dash for one who isn't listed."""
    return NOTHING if line.place is None else line_mark(line, board.sort)


def numbers(line: Line, board: Board) -> str:
    """The numbers of a line in words, those first that the board goes by."""
    parts = {
        Sort.RATING: _rated(line) if board.game is not None else "",
        Sort.GAMES: counted("{number} game", "{number} games", line.games),
        Sort.WINS: _("won {number}", number=line.won),
        Sort.LOST: _lost(line, board),
    }
    first = f"**{line.deed}**" if board.sort is Sort.DEED else f"**{parts.pop(board.sort)}**"
    return " · ".join(part for part in (first, *parts.values()) if part)


def _rated(line: Line) -> str:
    return _(UNRATED) if line.figure is None else rating(line.figure, provisional=line.provisional)


def _lost(line: Line, board: Board) -> str:
    if board.sort is Sort.LOST and line.games:
        return _(
            "lost {number} ({part} %)", number=line.lost, part=f"{100 * line.lost / line.games:.0f}"
        )
    return _("lost {number}", number=line.lost)


def spoken(board: Board, choice: Choice, *, own: Line | None) -> str:
    """The page for those who don't see the picture: plain words, in the same order."""
    elsewhere = [own] if own is not None and not _on(board, own) else []
    return clipped(
        [
            heading(choice),
            *(_spoken(line, board) for line in (*board.lines, *elsewhere, *board.bots)),
        ]
    )


def _spoken(line: Line, board: Board) -> str:
    name = _plain_name(line)
    told = name if line.member_id is not None else _("bot player {name}", name=name)
    return f"{line.place or NOTHING} {told}: {numbers(line, board).replace('*', '')}"
