"""The sayings of the Shijo, a figure in the game of Dritzak who knows every face-down card, and the
sentences about his gestures when he answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cogs.words import marked

# Translators: Shijo's own lines, old-fashioned on purpose.

LORE: Final = (
    marked("Every face-down card has two sides. I am paid to look at the other one."),
    marked("A ten does not win the game. It merely asks everyone to forget what happened."),
    marked("They say I know every card. I also know who counts them with moving lips."),
    marked(
        "The first Deegan walked off over a ten of hearts. The table is still waiting for him to "
        "come back."
    ),
    marked(
        "A single walk-off is luck. A double is a story. On the triple, the witnesses do not agree."
    ),
    marked(
        "I once told a player the truth three times running. She turned the other card each time."
    ),
    marked("Whoever says “I never get twos” has three of them lying face down."),
    marked("Silence is an answer too. It is the only one I give for nothing."),
    marked("Pick up the pile with a smile. Nobody has ever found out why that helps."),
    marked(
        "To play a high card when you hold the low one is legal. So is chewing with your mouth "
        "open."
    ),
    marked("The jinx was a gift once. It has been handed on ever since."),
    marked(
        "There was a jinxed player who won eleven games in a row. None of them has been counted."
    ),
    marked("The draw pile was never full. People only remember it so."),
    marked("I do not cheat. I am the reason why nobody else can."),
    marked("Two cards look alike from the back: the one you need, and the other one."),
    marked("An ace is a fine card. I have seen it carried home by more losers than any other."),
    marked("They shuffle, they cut, they pray. The order was the same before the praying."),
    marked("A seven asks you to be modest. Most people would rather take the pile."),
    marked("When play turns round, the one who laughed at their neighbour becomes the neighbour."),
    marked("Ask me at the right moment. I am seldom wrong then, and never sorry."),
    marked(
        "Four of a kind, laid one by one by four people who dislike each other: that is what I "
        "call a set."
    ),
    marked("The old tables had a fourth face-down card, for me. I play it still."),
    marked("Rock, paper, scissors: even those I know beforehand. I look away out of politeness."),
    marked("Your left card is thinking of your right card. I have said too much."),
    marked("A pile of thirty cards is heavy only to the one who lifts it."),
    marked("The best players choose their face-up cards last, and regret them first."),
    marked(
        "The first Shijo was a dog. It knew every card by its smell, and was bribed with cheese."
    ),
    marked("In some villages nobody may play during thunder. In mine, that is when one must."),
    marked("A two goes on anything. That is not the same as going everywhere."),
    marked("I was asked once what lies under the table. More than on it, as a rule."),
    marked(
        "Nobody has ever lost to the cards. They lose to the player opposite, and "
        "blame the cards to be kind."
    ),
    marked("The card you did not turn was fine. It usually is."),
    marked("Trust me five times in eight. On a wet evening, six."),
    marked("I remember your last game. Do you want to hear about it? No? They never do."),
    marked("You may look at me as long as you like. It is the cards that you may not look at."),
    marked(
        "A game is over when somebody has nothing left. In that it differs little from a good "
        "evening."
    ),
    marked(
        "If you hear me hum, somebody holds a ten. If I stop, somebody has just turned it over."
    ),
    marked(
        "It is said that the Shijo's own hand is empty. It is said by people who have not seen it."
    ),
    marked(
        "Before there were cards I knew every face-down stone. The games were shorter, and hurt "
        "more."
    ),
    marked("One of you will draw the nine of clubs tonight. I did not say when."),
)
"""The sayings of the Shijo for any time when rule DRI-60 gives no answer."""

ANSWERS: Final[Mapping[str, tuple[str, ...]]] = {
    "silence": (
        marked("The Shijo looks past you, at somebody who is not there."),
        marked("The Shijo shuffles his own cards, and goes on shuffling."),
        marked("The Shijo puts a finger to his lips, and then to yours."),
    ),
    "advice": (
        marked("The Shijo bends forward until his beard touches the cloth."),
        marked("The Shijo closes one eye, and nods at your cards with the other."),
        marked("The Shijo speaks, so softly that only you can hear:"),
    ),
    "revelation": (
        marked("The Shijo sighs. Tonight he is in the mood for the truth."),
        marked("The Shijo lifts a corner that nobody else can see."),
        marked("The Shijo takes you by the sleeve. “Look.”"),
    ),
}
"""For each kind of answer: sentences about a gesture of the Shijo, a figure in Dritzak who knows
every face-down card. One of the sentences is shown before his answer."""
