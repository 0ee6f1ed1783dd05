"""A table of any game, served to the board's page in a browser with the real rules and a short
version of the server's protocol. The other seats move by themselves, and sentences are
simplified."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

from aiohttp import WSMsgType, web

import board
from games.cards import CARDS, JOKERS, rank_of
from games.core import Event, Game, Move, View, Zone
from games.errors import GameError
from games.moves import ORDERED_VERBS, Amount

PAGE: Final = Path(board.__path__[0]) / "page"
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self';"
    " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
SUITS: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
OTHERS: Final = ("Konstantin", "Nora")
FACES: Final = ("Berta", "Otto", "Farah", "Hugo", "Cleo", "Wanda", "Zita", "Milo")
NAMES: Final = ("Ada", *FACES[:2], OTHERS[1], *FACES[2:4], OTHERS[0], *FACES[4:])
TEXT: Final = {
    "again": "Again", "back": "Take your seat back", "rules": "Rules", "close": "Close",
    "log": "Log", "sound_on": "Turn sound on", "sound_off": "Turn sound off",
    "lost": "The connection was lost.", "reconnecting": "Reconnecting…",
    "spectating": "You're watching.", "choose": "Choose another card.", "cancel": "Cancel",
    "emotes": "Show a sign", "undo": "Undo", "ahead": "{sign} Later…", "table": "The table",
    "hand": "Your hand", "hint": "Hint",
    "replay": "Replay", "first": "Start", "earlier": "Back", "play": "Run", "pause": "Pause",
    "later": "On", "last": "End", "step": "Step",
    "number": "Number", "playable": "can be played", "face_down": "a face-down card",
}  # fmt: skip


def card_text(card: str) -> str:
    """Return a card as text with the symbol of its suit."""
    return f"{card[0]}🃏" if card in JOKERS else f"{card[:-1]}{SIGNS[card[-1]]}"


HELLO: Final[Mapping[str, Any]] = {
    "is": "hello",
    "protocol": 1,
    "language": "en",
    "direction": "ltr",
    "me": {"name": NAMES[0]},
    "deck": "four",
    "text": TEXT,
    "cards": {
        card: [
            card_text(card),
            f"joker {card[0]}" if card in JOKERS else f"{rank_of(card)} of {SUITS[card[-1]]}",
        ]
        for card in CARDS
    },
    "suits": {suit: [SIGNS[suit], SUITS[suit]] for suit in SUITS},
}


class Table:
    """A game, and the seat whose view the page shows. The seat is None for a spectator."""

    def __init__(self, game: Game, me: int | None = 0, chance: int = 1) -> None:
        self.game = game
        self.me = me
        self.version = 1
        self.chance = Random(chance)
        self.log: list[str] = []
        self.asked: list[dict[str, Any]] = []
        """What the page has sent."""
        self.clapping: set[int] = set()
        self.sockets: list[web.WebSocketResponse] = []
        """The connections of the pages that are open."""

    def frame(self, *news: tuple[int, Move, list[Event]]) -> dict[str, Any]:
        """Return the table's state as a frame for the page. `news` are the last moves; each is a
        tuple (seat, move, events)."""
        view = self.game.view(self.me)
        over = self.game.outcome is not None
        told = [self._line(seat, move) for seat, move, _ in news]
        self.log += told
        return {
            "is": "state",
            "version": self.version,
            "number": 1,
            "title": self.game.title,
            "phase": "over" if over else "playing",
            "me": self.me,
            "seats": [self._seat(view, seat) for seat in range(self.game.seats)],
            "view": {"zones": [_zone(zone) for zone in view.zones], "waiting": view.waiting_on},
            "facts": [f"Trumps {SIGNS[view.facts['trump']]}"] if view.facts.get("trump") else [],
            "status": self._status(view),
            "moves": [_move(move) for move in view.moves],
            "amounts": [_amount(amount) for amount in view.amounts],
            "verbs": {
                verb: {
                    "name": verb.title(), "ask": f"{verb.title()}…", "mark": "", "question": "",
                    "weight": "usual" if verb in {"done", "draw", "go"} else "plain",
                }
                for verb in [*dict.fromkeys(move.verb for move in view.moves)]
            },
            "pressing": [],
            "news": [
                {"seat": each[0], "line": said} for each, said in zip(news, told, strict=True)
            ],
            "log": self.log[-12:],
            "says": [],
            "result": self._result() if over else None,
            "can": ["rules", "again"] if over else ["rules"],
            "emotes": [EMOTE],
        }  # fmt: skip

    def play(self, seat: int, move: str | Move) -> dict[str, Any]:
        """Play a move, and return the state after it. Raises GameError if the move is refused."""
        done = Move.parse(move)
        events = self.game.play(seat, done)
        self.version += 1
        return self.frame((seat, done, events))

    def others(self) -> Iterator[dict[str, Any]]:
        """Make the moves of the other seats until the page's seat must move or the game is over.
        Yields the state after each move."""
        while self.game.outcome is None and self.me not in self.game.waiting_on:
            seat = min(self.game.waiting_on)
            yield self.play(seat, self.chance.choice(self.game.legal_moves(seat)))

    def advance(self, moves: int) -> None:
        """Make `moves` moves, for all seats."""
        for _ in range(moves):
            if self.game.outcome is None:
                seat = min(self.game.waiting_on)
                self.play(seat, self.chance.choice(self.game.legal_moves(seat)))

    def answers(self, asked: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield the frames with which the server answers a request of the page."""
        self.asked.append(asked)
        if asked["do"] == "rules":
            yield {
                "is": "text",
                "id": asked["id"],
                "title": "Rules",
                "paragraphs": ["One.", "Two."],
            }
            return
        if asked["do"] == "step":
            yield {"is": "done", "id": asked["id"], "version": self.version}
            yield self.replayed(asked["step"])
            return
        if asked["do"] in ("ahead", "guess", "hint", "take_back"):
            yield {"is": "done", "id": asked["id"], "version": self.version}
            return
        if asked["do"] == "emote":
            self.clapping.add(self.me or 0)
            yield {"is": "done", "id": asked["id"], "version": self.version}
            yield self.frame()
            return
        try:
            state = self.play(self.me or 0, asked["move"])
        except GameError as error:
            yield {"is": "refused", "id": asked["id"], "why": str(error)}
            return
        yield {"is": "done", "id": asked["id"], "version": self.version}
        yield state
        yield from self.others()

    def replayed(self, step: int) -> dict[str, Any]:
        """Return the table's state as a frame of a replay of nine steps, at the step `step`. A
        replay is seen by a spectator, who can play nothing."""
        steps = {"at": step, "last": 9}
        return {**self.frame(), "me": None, "moves": [], "steps": steps, "status": f"Step {step}."}

    async def tell(self, frame: Mapping[str, Any]) -> None:
        """Sends a frame to all pages."""
        for socket in self.sockets:
            if not socket.closed:
                await socket.send_str(json.dumps(frame))

    def _seat(self, view: View, seat: int) -> dict[str, Any]:
        known = view.seats[seat]
        name = NAMES[seat % len(NAMES)]
        return {
            "seat": seat, "name": name, "bot": seat != 0, "face": name if name in FACES else "",
            "level": "", "side": known.side, "cards": known.cards, "out": known.out,
            "left": known.resigned, "away": False, "waited": seat in view.waiting_on, "until": None,
            "emote": EMOTE if seat in self.clapping else None,
            "roles": [{"name": role, "mark": ROLES.get(role, ""), "word": WORDS.get(role, role)}
                      for role in known.roles if role != "turn"],
            "score": str(view.score(seat) or ""), "line": f"{name}, {known.cards} cards",
            "called": "You" if seat == self.me else name,
        }  # fmt: skip

    def _status(self, view: View) -> str:
        if self.game.outcome is not None:
            return "The game is over."
        mine = self.me in view.waiting_on
        return "Your move." if mine else f"Waiting for {NAMES[min(view.waiting_on) % len(NAMES)]}."

    def _line(self, seat: int, move: Move) -> str:
        return f"{NAMES[seat % len(NAMES)]}: {_label(move)}"

    def _result(self) -> dict[str, Any]:
        ranks = self.game.outcome.ranks if self.game.outcome else ()
        places = sorted(range(len(ranks)), key=lambda seat: ranks[seat])
        return {
            "headline": f"🏆 {NAMES[places[0]]} won!",
            "lines": ["It took 41 moves."],
            "places": [
                {"seat": seat, "mark": f"{ranks[seat]}.", "note": f"1500 → {1520 - 10 * rank} ▲8"}
                for rank, seat in enumerate(places)
            ],
        }


EMOTE: Final = {"emote": "clap", "sign": "👏", "label": "claps"}
WORDS: Final = {"defender": "відбивається", "attacker": "атакує"}
"""The words that the page shows for these roles. They are Ukrainian, because the page must have
room for long words."""
ROLES: Final = {"attacker": "⚔️", "defender": "🛡️", "dealer": "🎴", "done": "✓"}


def _label(move: Move) -> str:
    other = SIGNS.get(move.other, move.other)
    return " ".join([move.verb.title(), *map(card_text, move.cards), other]).strip()


def _zone(zone: Zone) -> dict[str, Any]:
    return {
        "name": zone.name, "title": zone.name.replace("_", " ").replace("-", " "),
        "owner": zone.owner, "layout": zone.layout, "cards": zone.cards, "covers": zone.covers,
        "gaps": zone.gaps, "number": zone.number, "most": zone.most, "hand": zone.is_hand,
    }  # fmt: skip


def _move(move: Move) -> dict[str, Any]:
    onto = move.verb in ORDERED_VERBS and len(move.cards) > 1
    cards = list(move.cards)
    other = f"{SIGNS.get(move.other, '')} {SUITS.get(move.other, move.other)}".strip()
    return {
        "move": str(move), "verb": move.verb, "cards": cards, "other": move.other,
        "card": cards[-1] if onto else cards[0] if cards else "", "on": cards[0] if onto else "",
        "label": _label(move), "short": other or " ".join(map(card_text, cards)) or _label(move),
        "choice": other,
    }  # fmt: skip


def _amount(amount: Amount) -> dict[str, Any]:
    return {**amount._asdict(), "offered": amount.offered}


@asynccontextmanager
async def served(table: Table) -> AsyncIterator[str]:
    """Serve the board's page and its WebSocket for `table` inside the block, and yield the board's
    address."""

    async def index(_: web.Request) -> web.FileResponse:
        return web.FileResponse(PAGE / "index.html", headers={"Content-Security-Policy": POLICY})

    async def socket(request: web.Request) -> web.WebSocketResponse:
        answer = web.WebSocketResponse()
        await answer.prepare(request)
        table.sockets.append(answer)
        await answer.send_str(json.dumps(HELLO))
        await answer.send_str(json.dumps(table.frame()))
        async for message in answer:
            if message.type is WSMsgType.TEXT:
                for frame in table.answers(json.loads(message.data)):
                    await answer.send_str(json.dumps(frame))
        return answer

    application = web.Application()
    for path in ("/", "/t/{door}/"):
        application.router.add_get(path, index)
    application.router.add_get("/t/{door}/socket", socket)
    application.router.add_static("/page/", PAGE)
    runner = web.AppRunner(application)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/t/door/"
    finally:
        for open_socket in table.sockets:
            await open_socket.close()
        await runner.cleanup()
