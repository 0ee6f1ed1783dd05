"""Decides how a hand message offers the legal moves of a view. The buttons and lists together are
called the offer. A set is several cards that one move plays together.

Cards that can be played are buttons, in the order of the hand. There are at most 15 such buttons,
and each move of a card has its own button with the move's effect as label. If this makes more than
15 buttons, a card with several moves has only one button. A press on that button begins a move
(`table.hand.partial_move`), and then only the moves of this card are offered. If there are too many
cards even so, their moves are in lists.

If all sets of a verb have the same number of cards, the member presses these cards one after the
other. Otherwise, one or two small sets have a button each if the last row of cards has room, and
more sets are in lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import cached_property
from typing import Final

from cogs.discord.layout import BUTTONS, OPTIONS
from cogs.discord.presses import ANY
from cogs.table.hand.offer import (
    CHOSEN,
    IN_LIST,
    MOST_CARDS,
    STYLES,
    SURE,
    Group,
    Offer,
    Press,
    SelectLine,
    VerbMoves,
    card_of,
    copies,
    face,
    laid,
    mark_of,
    named,
    needs_form,
    target_of,
)
from cogs.table.hand.partial_move import BACK, CARD, NOTHING, PartialMove, goes_on
from cogs.words import _
from cogs.words.cards import described, emoji, in_hand, label, texts
from cogs.words.game import GameWords, Weight
from games.cards import SUITS
from games.core import Move, View
from games.moves import by_verb

Places = list[tuple[bool, int]]
"""Sort keys of cards. Cards of the hand come first."""

FEW_SETS: Final = 2
"""The most sets that are shown as buttons. A set is several cards that one move plays together. If
there are more sets, all of them are in lists."""
SMALL_SET: Final = 4
"""The most cards of a set that gets a button, so that the button's label is short."""
FIRST: Final = (Weight.USUAL, Weight.PLAIN, Weight.GRAVE)
"""The order of the buttons of moves without cards. Moves that can't be undone come last."""


def trump_of(view: View) -> str | None:
    """Return the trump suit. Returns None if the game has no trump suit."""
    trump = view.facts.get("trump")
    return trump if trump in SUITS else None


def held(view: View, words: GameWords) -> list[str]:
    """Return the viewer's hand in the order in which it is shown."""
    return in_hand(view.hand, words.order, trump_of(view))


def offer(view: View, words: GameWords, partial_move: PartialMove = NOTHING) -> Offer:
    """Return the buttons and lists for the legal moves of a view. `partial_move` is the move that
    the member has begun. Cards are in the order that `words` define."""
    if not goes_on(view, partial_move):
        partial_move = NOTHING
    if partial_move[:1] == (CARD,):
        return _Offering(view, words, NOTHING).of_card(partial_move[1])
    if len(partial_move) == 1:
        return _question(partial_move[0], words)
    return _Offering(view, words, partial_move).everything()


def _question(verb: str, words: GameWords) -> Offer:
    """Return the two buttons that ask for confirmation before a move that can't be undone. The
    first button plays the move, and the second one goes back."""
    known = words.verb(verb)
    yes = Press(_(known.name), (verb,), SURE, known.mark)
    return Offer(_(known.question), actions=(yes, _back()))


def _back() -> Press:
    return Press(_("Back"), (BACK,), begins=True)


class _Offering:
    """Makes the offer (buttons and lists) for the legal moves of a view. The class groups the moves
    by how they are chosen."""

    def __init__(self, view: View, words: GameWords, partial_move: PartialMove) -> None:
        self.view = view
        self.words = words
        self.partial_move = partial_move
        self.kinds = {verb: VerbMoves.of(moves) for verb, moves in by_verb(view.moves).items()}
        self.singles = [move for kind in self.kinds.values() for move in kind.singles]

    def everything(self) -> Offer:
        """Return the offer with all legal moves."""
        picked = self._picked()
        room = MOST_CARDS - sum(len(cards) for cards in picked.values())
        fit = len({card_of(move) for move in self.singles}) <= room
        shown = self.singles if fit else []
        verbs = [
            verb for verb in self.kinds if verb in picked or any(m.verb == verb for m in shown)
        ]
        presses = [*self._single_presses(shown, verbs, room)]
        for verb, cards in picked.items():
            presses += self._pick_presses(verb, cards, verbs)
        together = self._few_sets(shown, picked, -len(presses) % BUTTONS)
        presses += [self._set_press(move, verbs) for move in together]
        offered = Offer(
            self._title(verbs[0], picked) if verbs else "",
            tuple(presses),
            tuple(self._groups({*picked, *(move.verb for move in together)}, singles=not fit)),
        )
        return self._with_actions(offered)

    def of_card(self, card: str) -> Offer:
        """Return the offer with the moves of one card only, and the button that goes back."""
        moves = [move for move in self.singles if card_of(move) == card]
        verbs = list(by_verb(moves))
        if len(moves) > MOST_CARDS:
            groups = tuple(self._lines(verb, some) for verb, some in by_verb(moves).items())
            return Offer(groups=groups, actions=(_back(),))
        presses = self._single_presses(moves, verbs, MOST_CARDS)
        return Offer(self._title(verbs[0], {}), tuple(presses), actions=(_back(),))

    # Buttons

    def _picked(self) -> dict[str, list[str]]:
        """Return the cards that a member presses one after the other to make a move with several
        cards. The result maps the verb of such moves to the cards with buttons. A verb is left out
        if there is no room for the buttons of its cards."""
        picked: dict[str, list[str]] = {}
        room = MOST_CARDS
        for verb, kind in self.kinds.items():
            if kind.is_picked:
                cards = self._in_hand(copies(kind.sets).elements())
                if len(cards) <= room:
                    picked[verb] = cards
                    room -= len(cards)
        return picked

    def _few_sets(
        self, shown: Sequence[Move], picked: Mapping[str, Sequence[str]], room: int
    ) -> Sequence[Move]:
        """Return the sets (moves with several cards) that get a button each, behind the buttons of
        single cards. Returns either all sets or none.

        The sets get buttons only if there are at most `FEW_SETS` of them, with at most `SMALL_SET`
        cards each. The last row of cards must have `room` for all of these buttons. Each set's verb
        must also be the verb of a move in `shown`, which are the moves with a single card that have
        buttons.

        `picked` has the verbs whose cards are pressed one after the other, with these cards. Sets
        of these verbs are left out."""
        found = [
            move for verb, kind in self.kinds.items() if verb not in picked for move in kind.sets
        ]
        known = {move.verb for move in shown}
        fit = len(found) <= min(room, FEW_SETS) and all(
            move.verb in known and len(move.cards) <= SMALL_SET for move in found
        )
        return self._sorted(found) if fit else ()

    def _set_press(self, move: Move, verbs: Sequence[str]) -> Press:
        """Return the button that plays this set of cards at one press."""
        text = self._called(move.verb, laid(move, self.words), verbs)
        return Press(text, tuple(move.split()), STYLES[self.words.verb(move.verb).weight])

    def _title(self, verb: str, picked: Mapping[str, Sequence[str]]) -> str:
        """Return the title above the buttons of cards. The title says what a press does. For a verb
        whose cards are pressed one after the other, it also has the number of cards to choose and
        the chosen cards. The chosen cards are named in the title so that the buttons stay in
        place."""
        ask = _(self.words.verb(verb).ask)
        if verb not in picked:
            return ask
        chosen = self.partial_move[1:] if self.partial_move[:1] == (verb,) else ()
        most = len(self.kinds[verb].sets[0].cards)
        title = f"{ask} ({len(chosen)}/{most})"
        return " · ".join(filter(None, (title, texts(self._in_hand(chosen)))))

    def _called(self, verb: str, text: str, verbs: Sequence[str]) -> str:
        """Return the label of a button for a move of `verb`. `text` is the part of the label
        without the verb. If `verb` is the first of `verbs`, the label has no verb, because the
        title above the buttons already says it."""
        if verb == verbs[0]:
            return text
        name = _(self.words.verb(verb).name)
        return f"{name} {text}" if text else name

    def _single_presses(
        self, moves: Sequence[Move], verbs: Sequence[str], room: int
    ) -> Iterable[Press]:
        """Yield a button for each of the moves in `moves`, which play one card each. `verbs` are
        the verbs of all buttons of cards. If a move has the first of these verbs, the label of its
        button has no verb. If there are more than `room` moves, a card with several moves has only
        one button, which begins a move."""
        of_card = Counter(map(card_of, moves)) if len(moves) > room else Counter[str]()
        targets = {verb: {target_of(m) for m in moves if m.verb == verb} for verb in verbs}
        partial_move: set[str] = set()
        for move in self._sorted(moves):
            card = card_of(move)
            if of_card[card] > 1:
                if card not in partial_move:
                    mark = emoji(card)
                    called = "…" if mark else f"{face(card)} …"
                    yield Press(called, (CARD, card), mark=mark, begins=True)
                partial_move.add(card)
                continue
            mark = mark_of(move)
            on = len(targets[move.verb]) > 1
            text = laid(move, self.words, on=on, pictured=mark is not None)
            weight = self.words.verb(move.verb).weight
            called = self._called(move.verb, text, verbs)
            yield Press(called, tuple(move.split()), STYLES[weight], mark)

    def _pick_presses(
        self, verb: str, cards: Sequence[str], verbs: Sequence[str]
    ) -> Iterable[Press]:
        """Yield the buttons with which a member chooses a set of `verb` card by card. A set is
        several cards that one move plays together. `cards` are the cards that get a button. `verbs`
        are all verbs whose cards are buttons. The button of a chosen card is highlighted. A button
        is disabled if no set contains its card together with the chosen cards."""
        chosen = Counter(self.partial_move[1:] if self.partial_move[:1] == (verb,) else ())
        sets = self.kinds[verb].sets
        goes = copies([move for move in sets if not chosen or chosen <= Counter(move.cards)])
        seen: Counter[str] = Counter()
        for card in cards:
            copy = seen[card]
            seen[card] += 1
            is_chosen = copy < chosen[card]
            mark = emoji(card)
            yield Press(
                self._called(verb, "" if mark else face(card), verbs),
                (verb, *chosen.elements(), card),
                CHOSEN if is_chosen else STYLES[Weight.PLAIN],
                mark,
                begins=True,
                copy=copy,
                disabled=not is_chosen and goes[card] <= chosen[card],
            )

    def _with_actions(self, offered: Offer) -> Offer:
        """Return the offer with buttons added for the moves without cards. Moves for which there is
        no room become a list."""
        forms = [amount for amount in self.view.amounts if needs_form(amount)]
        room = offered.most_actions - len(offered.large) - len(forms)
        shown: list[Move] = []
        left: list[Move] = []
        for kind in self.kinds.values():
            fits = len(shown) + len(kind.actions) <= room
            (shown if fits else left).extend(kind.actions)
        shown.sort(key=lambda move: FIRST.index(self.words.verb(move.verb).weight))
        groups = offered.groups
        if left:
            lines = tuple(self._line(move) for move in left)
            groups = (*groups, Group(ANY, lines))
        asked = {amount.verb: self._asking(amount.verb) for amount in forms}
        actions: list[Press] = []
        for number, move in enumerate(shown):
            actions.append(self._action(move))
            if move.verb in asked and move.verb not in {each.verb for each in shown[number + 1 :]}:
                actions.append(asked.pop(move.verb))
        return Offer(offered.title, offered.cards, groups, (*actions, *asked.values()))

    def _asking(self, verb: str) -> Press:
        """Return the button that opens a form in which the member enters the number for a move of
        this verb."""
        known = self.words.verb(verb)
        return Press(_(known.ask), (verb,), STYLES[known.weight], known.mark, asks=True)

    def _action(self, move: Move) -> Press:
        known = self.words.verb(move.verb)
        asked = bool(known.question) and move == move.verb
        mark = mark_of(move)
        return Press(
            named(move, self.words, pictured=mark is not None),
            tuple(move.split()),
            STYLES[known.weight],
            mark or known.mark,
            begins=asked,
        )

    def _line(self, move: Move) -> SelectLine:
        mark = mark_of(move)
        label_ = named(move, self.words, pictured=mark is not None)
        return SelectLine(label_, str(move), mark=mark)

    # Lists

    def _groups(self, picked: Set[str], *, singles: bool) -> Iterable[Group]:
        for verb, kind in self.kinds.items():
            if singles and kind.singles:
                yield self._lines(verb, kind.singles)
            if kind.sets and verb not in picked:
                yield self._sets(verb, kind.sets)
            if kind.lines:
                yield self._lines(verb, kind.lines)

    def _lines(self, verb: str, moves: Sequence[Move]) -> Group:
        """Return the list for a select that offers these moves of the verb `verb`. The list has one
        line (an option of the select) for each move."""
        lines = (
            SelectLine(
                laid(move, self.words),
                str(move).removeprefix(verb).strip(),
                mark=mark_of(move),
            )
            for move in self._sorted(moves)
        )
        return Group(verb, tuple(lines))

    def _sets(self, verb: str, moves: Sequence[Move]) -> Group:
        """Return a list with a line for each set of cards that a verb can play. If there are too
        many sets, or a set is too long for a line, the list has a line for each card instead, and
        the member chooses several cards."""
        sizes = [len(move.cards) for move in moves]
        size = min(sizes), max(sizes)
        if len(moves) <= OPTIONS and max(map(len, moves)) <= IN_LIST:
            return Group(verb, self._lines(verb, moves).choices, cards=size)
        found = copies(moves)
        choices = [
            SelectLine(
                label(card), card if copy == 1 else f"{card}#{copy}", described(card), emoji(card)
            )
            for card in self._in_hand(found)
            for copy in range(1, found[card] + 1)
        ]
        return Group(verb, tuple(choices), size[0], min(size[1], len(choices)), size)

    # Order

    def _in_hand(self, cards: Iterable[str]) -> list[str]:
        return in_hand(cards, self.words.order, trump_of(self.view))

    @cached_property
    def _places(self) -> Mapping[str, tuple[bool, int]]:
        """Return the sort key of each card in the legal moves. Cards of the hand come first, in the
        order of the hand, and then cards on the table."""
        cards = self._in_hand({card for move in self.view.moves for card in move.cards})
        hand = set(self.view.hand)
        return {card: (card not in hand, number) for number, card in enumerate(cards)}

    def _sorted(self, moves: Iterable[Move]) -> list[Move]:
        """Return the moves in the order of the hand. Moves are sorted by the card that is played.
        Moves with the same card are sorted by verb."""
        verbs = list(self.kinds)

        def place(move: Move) -> tuple[Places, int, Places]:
            cards = reversed(move.cards) if target_of(move) else move.cards
            places = [self._places[card] for card in cards]
            return places[:1], verbs.index(move.verb), places

        return sorted(moves, key=place)
