"""The lines of a leaderboard: as a table for a picture (a sheet), and in words. Both show the
same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.core.statistics import Statistic
from bot.leaderboards.model import Board, Line, Sort
from bot.pictures.sheet import Mark, Row, Section, Sheet
from cogs.leaderboards.choice import BoardChoice
from cogs.leaderboards.names import (
    UNRATED,
    is_rated,
    ladder_title,
    order_title,
    rating,
    season_title,
    statistics,
    told,
)
from cogs.table.message.alt_text import clipped
from cogs.table.message.medals import line_mark, wears_medal
from cogs.words import _
from cogs.words.figures import share
from cogs.words.load import strength_title
from cogs.words.names import escaped

NOTHING: Final = "–"


def heading(choice: BoardChoice) -> str:
    """Return the title of a leaderboard on one line, such as `Durak · November 2026 · Rating`."""
    return " · ".join((ladder_title(choice.game), season_title(choice.season), order_title(choice)))


def sheet(board: Board, choice: BoardChoice, *, own: Line | None) -> Sheet:
    """Return one page of a leaderboard as a table for its picture. `own` is the line of the member
    who asked. This line is highlighted. If it isn't on this page, it is added below."""
    counted = statistics(board.game)
    titles: dict[str, str] = {
        # The deed is in the title; a column as wide as its name would leave names no room.
        # Translators: A leaderboard's column.
        **({Sort.DEED: _("Total")} if board.sort == Sort.DEED else {}),
        # Translators: A leaderboard's column.
        **({Sort.RATING: _("Rating")} if is_rated(board.game) else {}),
        **{statistic.order: _(statistic.heading) for statistic in counted},
    }
    elsewhere = [own] if own is not None and not _on(board, own) else []

    def rows(lines: Iterable[Line]) -> tuple[Row, ...]:
        return tuple(
            Row(
                str(line.place or NOTHING),
                _plain_name(line, board),
                _numbers(line, board),
                _mark(line, board, own),
            )
            for line in lines
        )

    return Sheet(
        title=heading(choice),
        columns=tuple(titles.values()),
        strong=list(titles).index(board.sort),
        sections=(
            Section("", rows(board.lines)),
            Section(
                # Translators: Above the reader's own line, which has no place on the leaderboard or
                # isn't on this page.
                _("On another page") if own is not None and own.place else _("Unranked"),
                rows(elsewhere),
            ),
            # Translators: Above the bots on a leaderboard.
            Section(_("Bots"), rows(board.bots)),
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
    return (
        *([str(line.deed)] if board.sort == Sort.DEED else []),
        *([rating(line.figure, provisional=line.provisional)] if is_rated(board.game) else []),
        *(_number(line, statistic, board) for statistic in statistics(board.game)),
    )


def _number(line: Line, statistic: Statistic, board: Board) -> str:
    number = line.counts[statistic.name]
    if statistic.share and board.sort == statistic.order and line.games:
        return f"{number} · {_part(line, statistic)}"
    return str(number)


def _part(line: Line, statistic: Statistic) -> str:
    """Return the value of a statistic in a leaderboard's line, as a percentage of the number of
    games in the line. The result is a text."""
    return share(100 * line.counts[statistic.name] / line.games)


def _plain_name(line: Line, board: Board) -> str:
    if line.member_id is not None:
        return line.name
    return strength_title(line.strength or "", board.game or "")


def texts(lines: Sequence[Line], board: Board) -> str:
    """Return these lines of the leaderboard in words, one below the other, with the formatting of a
    message."""
    return "\n".join(
        f"{place_of(line, board)} **{escaped(_plain_name(line, board))}** · {numbers(line, board)}"
        for line in lines
    )


def place_of(line: Line, board: Board) -> str:
    """Return the place of a line in words: a medal, a number such as `4.`, or a dash for a member
    who isn't ranked."""
    return NOTHING if line.place is None else line_mark(line, board.sort)


def numbers(line: Line, board: Board) -> str:
    """Return the numbers in a member's line of a leaderboard, in words. The number by which the
    leaderboard is sorted comes first."""
    parts = {
        Sort.DEED.value: str(line.deed) if board.sort == Sort.DEED else "",
        Sort.RATING.value: _rated(line) if is_rated(board.game) else "",
        **{each.order: _told(line, each, board) for each in statistics(board.game)},
    }
    first = f"**{parts.pop(board.sort)}**"
    return " · ".join(part for part in (first, *parts.values()) if part)


def _rated(line: Line) -> str:
    if line.figure is None:
        return _(UNRATED)
    return rating(line.figure, provisional=line.provisional)


def _told(line: Line, statistic: Statistic, board: Board) -> str:
    number = line.counts[statistic.name]
    if statistic.share and board.sort == statistic.order and line.games:
        return _(statistic.share, number=number, part=_part(line, statistic))
    return told(statistic, number)


def spoken(board: Board, choice: BoardChoice, *, own: Line | None) -> str:
    """Return the page of a leaderboard as alt text. The order is the same as in the picture. `own`
    is the line of the member who asked. It is added if it isn't on the page."""
    elsewhere = [own] if own is not None and not _on(board, own) else []
    return clipped(
        [
            heading(choice),
            *(_spoken(line, board) for line in (*board.lines, *elsewhere, *board.bots)),
        ]
    )


def _spoken(line: Line, board: Board) -> str:
    name = _plain_name(line, board)
    # Translators: A bot on a leaderboard.
    told = name if line.member_id is not None else _("bot {name}", name=name)
    place = NOTHING if line.place is None else f"{line.place}."
    return f"{place} {told}: {numbers(line, board).replace('*', '')}"
