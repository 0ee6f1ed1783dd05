"""Makes all the text on a table's board (its page in a browser) for one reader. The board says the
same as the table's message on Discord, as plain text without formatting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypedDict

from board.scenes import Scene
from board.told import (
    AheadTold,
    BackTold,
    EmoteTold,
    GuessTold,
    MoveTold,
    PlaceTold,
    ResultTold,
    RoleTold,
    SeatTold,
    Told,
    VerbTold,
)
from bot.core.model import Emote, Happening, Phase, Seat, Table
from bot.core.people import PEOPLE
from bot.core.placing import places_of
from bot.leaderboards.model import Booked
from bot.pictures.scene import Captions
from bot.pictures.zones import title_of
from bot.preferences.model import MemberSettings
from cogs.table.drawn import NO_AFTERMATH, Aftermath
from cogs.table.hand import ahead
from cogs.table.hand.choices import held
from cogs.table.hand.offer import laid, move_label, named, other_label
from cogs.table.hand.panel import back_label, emotes_are_offered, without_emotes
from cogs.table.message.alt_text import seat_alt
from cogs.table.message.captions import captions_of
from cogs.table.message.headline import headline, mark_of, nobody_is_ahead, who_left
from cogs.table.message.menu import asked_and_answers, guessed_line, judged_line
from cogs.table.message.opened import in_order
from cogs.table.message.own_ending import own_ending, own_lines
from cogs.table.message.public_message import title_of as table_title
from cogs.table.message.result import lines_without_places, moved_words
from cogs.table.message.story import happening_line
from cogs.table.message.table_text import facts_told, names_of, waiting_line
from cogs.words import _, as_sentence
from cogs.words.cards import retold
from cogs.words.figures import share
from cogs.words.game import GameWords
from cogs.words.load import strength_title, words_at
from cogs.words.names import bare
from cogs.words.remarks import remark_at
from cogs.words.seats import EMOTES, Names, emote_told
from games.analysis import FULL
from games.moves import Move
from games.view import SeatView, View


class Own(TypedDict, total=False):
    """Those fields of `Told` (the text on a board) that differ between a reader who plays and one
    who watches."""

    emotes: Sequence[EmoteTold]
    ahead: AheadTold | None
    takes_back: BackTold | None
    guess: GuessTold | None
    chances: Sequence[str]


def told(
    scene: Scene,
    news: Sequence[Happening],
    wanted: MemberSettings,
    after: Aftermath = NO_AFTERMATH,
    reader: int | None = None,
) -> Told:
    """Return all the text on a board. `scene` is the state that the board shows, and `news` the
    moves since the last state. `wanted` are the reader's settings, `after` the consequences of a
    finished game, and `reader` the seat that the reader has or had in the game (None: no seat)."""
    table, view = scene.table, scene.view
    title = table_title(table)
    table = table if wanted.emotes else without_emotes(table)
    if view is None:
        seats = [_sitting(seat, table) for seat in table.seats]
        return Told(title, _without_game(table), seats=seats, news=[""] * len(news))
    names = names_of(table, view, reader)
    words = words_at(table.game, wanted.order, names)
    result = _result(scene, words, names, after)
    if view.seat is None:
        own: Own = {"guess": _guess(scene), "chances": _chances(scene, names)}
    else:
        offered = emotes_are_offered(table, view, wanted)
        back = back_label(table, view.seat)
        own = {
            "emotes": [_emote(each, own=True) for each in EMOTES] if offered else [],
            "ahead": _ahead(table, view.seat, words),
            "takes_back": None if back is None else BackTold(*back),
        }
    return _of_game(table, _arranged(view, words), news, words, names, result, own)


def beside(said: Told, scene: Scene) -> Told:
    """Return the text `said`, adapted for a board that shows a replay, a deal, a match or open
    hands. A first line is added with the step of the replay, the deal of the match, or whether
    hands are shown with a delay. Two parts are left out: the emotes, and the buttons with which a
    player chooses moves before their turn."""
    first = []
    if scene.steps is not None:
        number, last = scene.steps
        # Translators: Where a replay is: “step 12 of 48”.
        first = [as_sentence(_("step {number} of {last}", number=number, last=last))]
    elif scene.deal is not None:
        number, of = scene.deal
        # Translators: “deal 1 of 2”.
        first = [as_sentence(_("deal {number} of {of}", number=number, of=of))]
    elif scene.late is not None and scene.note is None:
        late, live = _("Showing all hands with a minute's delay."), _("Showing all hands live.")
        first = [(late if scene.late else live).removesuffix(".")]
    return replace(said, facts=[*first, *said.facts], ahead=None, emotes=())


def _guess(scene: Scene) -> GuessTold | None:
    table, guess = scene.table, scene.guess
    if guess is None:
        return None
    if guess.seat is None and not guess.is_open:
        return None
    asked, answers = asked_and_answers(table)
    line = "" if guess.seat is None else bare(guessed_line(table, guess.seat))
    return GuessTold(line, asked, answers if guess.is_open else ())


def _chances(scene: Scene, names: Names) -> list[str]:
    """Return the chance of each seat in words, for a watcher. Return an empty list if the scene has
    no chances."""
    return [
        f"{share(chance * 100 / FULL)} · {names.plain(seat)}"
        for seat, chance in enumerate(scene.chances or ())
    ]


def _ahead(table: Table, seat: int, words: GameWords) -> AheadTold | None:
    if not ahead.may_choose(table, seat):
        return None
    plans = [(plan, ahead.label_of(plan, words)) for plan in ahead.offered(table, seat)]
    own = table.seats[seat].ahead
    if own is None:
        return AheadTold(plans, chosen=False, line="") if plans else None
    return AheadTold(plans, not own.dropped, bare(ahead.told(own, words)))


def _of_game(
    table: Table,
    view: View,
    news: Sequence[Happening],
    words: GameWords,
    names: Names,
    result: ResultTold | None,
    own: Own,
) -> Told:
    over = table.outcome is not None
    captions = captions_of(table, words, opened=over, me=names.me)
    remark = remark_at(table)
    return Told(
        title=table_title(table),
        status=result.headline if result else bare(waiting_line(view, names, {}, words)),
        view=view,
        facts=[as_sentence(bare(fact)) for fact in facts_told(view, words, names)],
        pressing=[captions.tense(view, each) for each in view.tension],
        says=[] if remark is None else [(remark.seat, _(remark.line))],
        zones=[as_sentence(title_of(zone, view, captions)) for zone in view.zones],
        seats=[_seat(table, view, seat, words, captions) for seat in view.seats],
        moves=[_move(move, words) for move in view.moves],
        verbs={verb: _verb(verb, words) for verb in _verbs(view)},
        news=[bare(happening_line(each, words, names)) for each in news],
        result=result,
        **own,
    )


def _sitting(seat: Seat, table: Table) -> SeatTold:
    return SeatTold(face(seat), _level(seat, table), (), "", seat.name, seat.name)


def face(seat: Seat) -> str:
    """Return the name of the bot player whose portrait the board shows at this seat. Return an
    empty text if the seat has no portrait."""
    return seat.name if seat.is_bot and seat.name in PEOPLE else ""


def _level(seat: Seat, table: Table) -> str:
    return strength_title(seat.strength, table.game) if seat.strength else ""


def _arranged(view: View, words: GameWords) -> View:
    """Return the view with the reader's cards sorted as the reader wants. For a reader without a
    seat, all visible hands are sorted."""
    if view.seat is None:
        return in_order(view, words)
    hand = tuple(held(view, words))
    if hand == view.hand:
        return view
    zones = tuple(
        replace(zone, cards=hand)
        if zone.owner == view.seat and zone.is_hand and len(zone.cards) == len(hand)
        else zone
        for zone in view.zones
    )
    return replace(view, zones=zones)


def _without_game(table: Table) -> str:
    match table.phase:
        case Phase.LOBBY:
            return _("The game hasn't started yet. Wait here, and your cards will appear.")
        case Phase.QUARANTINED:
            return _("This game can't go on.")
        case Phase.CLOSED:
            return " ".join(filter(None, [_("This table is closed."), bare(retold(table.reason))]))
    return _("The game is over.")


def _seat(
    table: Table, view: View, seat: SeatView, words: GameWords, captions: Captions
) -> SeatTold:
    sitting = table.seats[seat.seat]
    told = [_role(seat, name, words, captions) for name in seat.roles]
    value = view.score(seat.seat)
    score = "" if value is None else captions.score(value)
    # A reader's own hand is told card by card, by the buttons over it.
    line = seat_alt(view, seat, captions, hands=seat.seat != view.seat)
    roles = [role for role in told if role.mark or role.word]
    own = seat.seat == captions.me
    shown = None if sitting.said is None else _emote(sitting.said.emote, own=own)
    called = captions.names[seat.seat]
    return SeatTold(face(sitting), _level(sitting, table), roles, score, line, called, shown)


def _emote(emote: Emote, *, own: bool) -> EmoteTold:
    return EmoteTold(emote.value, EMOTES[emote], emote_told(emote, own=own))


def _role(seat: SeatView, name: str, words: GameWords, captions: Captions) -> RoleTold:
    """Return the symbol and the word of a seat's role, such as the attacker. The symbol or the word
    is empty if the page shows it in another way, or if there is none."""
    role, word = words.role(name), captions.word(seat.seat, name)
    mark = role.mark if role is not None and name != "turn" else ""
    return RoleTold(name, mark, "" if name in captions.brief else word)


def _move(move: Move, words: GameWords) -> MoveTold:
    short = laid(move, words) if move.cards else named(move, words)
    return MoveTold(move_label(move, words), short, other_label(move, words))


def _verbs(view: View) -> list[str]:
    moves, amounts = (move.verb for move in view.moves), (each.verb for each in view.amounts)
    return list(dict.fromkeys((*moves, *amounts)))


def _verb(name: str, words: GameWords) -> VerbTold:
    verb = words.verb(name)
    return VerbTold(
        _(verb.name), _(verb.ask), verb.mark or "", verb.weight.value, bare(_(verb.question))
    )


def _result(scene: Scene, words: GameWords, names: Names, after: Aftermath) -> ResultTold | None:
    """Return the text about the end of a game, or None while the game isn't over. Players read the
    result from their own side (*You won*). Watchers read the public result, and whether they
    guessed right. `after` has the game's effects on the leaderboards, and for the reader a sentence
    from the game's analysis."""
    table, seat = scene.table, scene.seat
    outcome, booked = table.outcome, after.booked
    if outcome is None:
        return None
    own = None if seat is None else own_ending(table, seat, booked)
    if own is None:
        first = headline(outcome, words, names)
        told = [] if scene.right is None else [judged_line(right=scene.right)]
    else:
        others = tuple(each for each in booked.badges if each[0] != seat)
        champion = None if booked.champion == seat else booked.champion
        booked = replace(booked, badges=others, champion=champion)
        first, told = own.headline, own_lines(own, after.insight)
    told += lines_without_places(outcome, words, names, booked)
    return ResultTold(bare(first), [bare(line) for line in told], _places(table, words, booked))


def _places(table: Table, words: GameWords, booked: Booked) -> list[PlaceTold]:
    """Return each seat with its place in the result, in the order of the places. `booked` says how
    the seats' ratings changed. If nobody is ahead, the seats are in their usual order. Return an
    empty list while the game isn't over."""
    outcome = table.outcome
    if outcome is None:
        return []
    places = places_of(outcome.ranks, outcome.kind, who_left(table.view(None)))
    even = nobody_is_ahead(outcome)
    order = (
        range(len(places)) if even else sorted(range(len(places)), key=outcome.ranks.__getitem__)
    )
    return [
        PlaceTold(
            seat,
            mark_of(places[seat], outcome, words),
            "" if (moved := booked.of(seat)) is None else moved_words(moved),
        )
        for seat in order
    ]
