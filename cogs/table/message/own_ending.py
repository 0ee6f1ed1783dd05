"""Show the end of a game in a player's hand message: how the game ended for this player, in the
second person, and a sentence from the game's analysis."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import discord
from discord import ui

from bot.achievements.model import BY_NAME
from bot.core.model import Table
from bot.core.placing import is_draw_in_order, places_of
from bot.core.scope import sitting_of
from bot.leaderboards.model import Booked
from bot.pictures.ending import Earned, OwnEnding, Tone, own_ending_picture
from bot.pictures.seats import name_of
from bot.preferences.model import Deck
from cogs.discord.components import ON_TABLE
from cogs.discord.layout import ENDING_PICTURE, Block, message, rows
from cogs.edits.answers import Picture
from cogs.table.hand.offer import move_in_sentence
from cogs.table.message.alt_text import clipped, spoken_cards
from cogs.table.message.captions import captions_of
from cogs.table.message.headline import own_headline, place_line, tone_of, won_alone
from cogs.table.message.result import (
    CHAMPION,
    FINAL,
    UNBOOKED,
    Written,
    last_cards,
    last_cards_title,
    moved_words,
)
from cogs.words import _, as_sentence
from cogs.words.cards import rank_letters, text, texts
from cogs.words.game import GameWords
from cogs.words.load import words_of
from cogs.words.names import escaped
from games.analysis import FULL, Analysis, Decision
from games.analysis.held import AHEAD, BEHIND
from games.moves import Move

AGAIN: Final = "again"


def own_ending(table: Table, seat: int, booked: Booked = UNBOOKED) -> OwnEnding | None:
    """Return the data about how the table's game ended for a seat. Returns None while the game
    isn't over."""
    outcome = table.outcome
    if outcome is None:
        return None
    words = words_of(table.game)
    place = places_of(outcome.ranks, outcome.kind)[seat]
    tone = tone_of(outcome, seat)
    title, cards = _last_cards(table, seat, words)
    alone = won_alone(outcome, seat, table.sides)
    behind = tone in {Tone.BETWEEN, Tone.LAST} and outcome.kind != "lost"
    ranked = alone or behind or is_draw_in_order(outcome.ranks, outcome.kind)
    told = place_line(outcome, words, seat, table.sides)
    headline = own_headline(outcome, words, seat, table.sides)
    moved = booked.of(seat)
    return OwnEnding(
        tone,
        headline,
        place=told if ranked and headline != told else "",
        # The cap is for games that call somebody a fool.
        rank=place.rank if tone is Tone.BETWEEN or (tone is Tone.LAST and not words.last) else 0,
        moved=moved,
        unrated=_unrated(table, tone),
        cards=cards,
        title=title,
        honours=(
            # Translators: This game was a tournament's final.
            *([Earned(FINAL, _("Final"))] if booked.final else []),
            *([Earned(CHAMPION, _("Last season's champion"))] if booked.champion == seat else []),
            *(_badge(badge) for owner, badge in booked.badges if owner == seat),
        ),
    )


def _last_cards(table: Table, seat: int, words: GameWords) -> tuple[str, tuple[str, ...]]:
    """Return the text above the cards of the game's last move, and these cards. The text is empty
    without cards, and says whose they are if they are another seat's."""
    owner, cards = last_cards(table.recent, words)
    captions = captions_of(table, words)
    names = Written(tuple(name_of(number, captions) for number in range(len(table.seats))))
    return last_cards_title(None if owner == seat else owner, names) if cards else "", cards


def _badge(name: str) -> Earned:
    badge = BY_NAME[name]
    return Earned(badge.sign, _(badge.title), _(badge.told))


def _earned_line(earned: Earned) -> str:
    return f"🏅 {earned.title}" + (f" · {earned.how}" if earned.how else "")


def _unrated(table: Table, tone: Tone) -> str:
    if tone is Tone.VOID:
        return ""
    # Translators: In place of a rating: the game wasn't rated.
    return _("practice") if table.is_practice or table.learning else ""


def ending_picture(ending: OwnEnding, deck: Deck) -> Picture:
    """Return the picture, with its alt text, that shows a player how the game ended for them."""
    drawn = partial(own_ending_picture, ending, deck, rank_letters())
    return Picture(ENDING_PICTURE, ending_alt(ending), drawn)


def ending_alt(ending: OwnEnding) -> str:
    """Return the alt text of the picture that shows a player how the game ended for them."""
    rating = ""
    if ending.moved is not None:
        moved = ending.moved
        # Translators: How a game changed a player's rating: “rating 1043 → 1061”.
        rating = _("rating {before} → {after}", before=moved.before, after=moved.after)
    cards = f"{ending.title}: {spoken_cards(ending.cards)}" if ending.cards else ""
    honours = (told for each in ending.honours for told in (_spoken(each), each.how))
    figures = as_sentence(rating or ending.unrated)
    return clipped([ending.headline, ending.place, figures, cards, *honours])


def _spoken(earned: Earned) -> str:
    return _("Badge: “{badge}”", badge=earned.title) if earned.how else earned.title


def ending_message(
    table: Table,
    ending: OwnEnding,
    picture: Picture | None,
    insight: str = "",
    *,
    again: bool = True,
) -> ui.LayoutView:
    """Return the message that replaces a member's hand after the game. It says how the game ended
    for this member, and shows `insight`, a sentence from the analysis (empty: no sentence yet).
    With `again`, the message has the button for another game."""
    blocks: list[Block] = [_in_words(ending)] if picture is None else [picture.block]
    if insight:
        blocks.append(insight)
    if again and sitting_of(table.id) is None:
        button: ui.Button[ui.LayoutView] = ui.Button(
            label=_("Again"),
            style=discord.ButtonStyle.success,
            custom_id=ON_TABLE.id(table.id, AGAIN),
        )
        blocks += rows([ON_TABLE(button)])
    return message(blocks)


def own_lines(ending: OwnEnding, insight: str) -> list[str]:
    """Return lines about how the game ended for one player. They are added to a message that
    already shows all places and ratings. The lines say why the game isn't rated (if it isn't), show
    the sentence `insight` from the analysis, and name the player's badges and titles."""
    honours = [_earned_line(each) for each in ending.honours if each.sign != FINAL]
    return [*filter(None, (as_sentence(ending.unrated), insight)), *honours]


def _in_words(ending: OwnEnding) -> str:
    rating = ending.unrated if ending.moved is None else moved_words(ending.moved)
    figures = " · ".join(filter(None, (ending.place, rating)))
    lines = [
        f"## {ending.headline}",
        figures,
        f"{escaped(ending.title)}: {texts(ending.cards)}" if ending.cards else "",
        *map(_earned_line, ending.honours),
    ]
    return "\n".join(filter(None, lines))


def insight(analysis: Analysis, seat: int, words: GameWords, *, won: bool, lost: bool) -> str:
    """Return the sentence about what decided the game for a seat that won or lost. The sentence is
    empty when the analysis shows nothing about this."""
    own = [each for each in analysis.decisions if each.seat == seat]
    told = ""
    if own and lost:
        told = _of_loss(own, words)
    elif own and won:
        told = _of_win(own)
    return f"🔍 {told}" if told else ""


def _of_loss(own: Sequence[Decision], words: GameWords) -> str:
    """Return the sentence that tells a player why they lost. `own` are the player's decisions, as
    the analysis has judged them. The first of these sentences that is true is returned:

    - the player was ahead until a certain move, a mistake after which the player was never ahead
      again
    - an opponent held a certain card all the time, and this card decided the game
    - the player made no mistake

    If none is true, the result is an empty text. A player is ahead if their chance to win is at
    least `AHEAD`, and not lower than at their first decision."""
    lead = max(AHEAD, own[0].known.before)
    ahead = [each for each in own if each.known.before >= lead]
    if ahead and ahead[-1].is_mistake and ahead[-1].known.after < lead:
        move = move_in_sentence(Move.parse(ahead[-1].move), words)
        return _("You were ahead until {move}.", move=move)
    if held := [each.held for each in own if each.held]:
        return _("An opponent had {card} all along.", card=text(held[-1]))
    if any(each.is_mistake for each in own):
        return ""
    return _("You didn't make a single mistake that I can see. You just didn't get the cards.")


def _of_win(own: Sequence[Decision]) -> str:
    least = min(each.known.before for each in own)
    if least <= min(BEHIND, own[0].known.before * 6 // 10):
        many = max(2, round(FULL / max(1, least)))
        return _("A comeback! Your chances were down to 1 in {number}.", number=many)
    if least >= AHEAD and not any(each.is_mistake for each in own):
        return _("You were ahead all the way.")
    return ""
