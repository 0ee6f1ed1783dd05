"""The lessons of Dritzak. They use the rules of the first preset."""

from __future__ import annotations

from typing import Final

from games.errors import Sentence
from games.lessons import Lesson, Step
from games.sentences import marked

# Translators: Lessons of Dritzak; Berta is the opponent.

LAYING_UP: Final = Lesson(
    name="up",
    title=marked("Face-up cards"),
    about=marked(
        "You have three face-down cards nobody has seen, three face-up cards on top of them, "
        "and a hand. Play your hand first, then the face-up cards, then the face-down ones. The "
        "first to run out wins. Before you start, choose which three of your six cards go face "
        "up."
    ),
    learned=marked(
        "Put strong cards face up, because you'll play them late. From your hand, play the "
        "lowest first, and cards of the same rank together."
    ),
    position={
        "phase": "choose",
        "turn": None,
        "hands": [
            ["3S", "5H", "5D", "10C", "2H", "AS"],
            ["4C", "6D", "9H", "KD", "2S", "10D"],
        ],
        "face_down": [["7C", "QD", "8S"], ["JH", "3D", "KC"]],
        "draw": ["9C", "JS", "8D", "6S", "7H", "QC", "KS", "4D"],
    },
    steps=(
        Step(
            task=marked(
                "Which three cards will help you most at the end? A ten clears the pile "
                "and a two goes on anything."
            ),
            move="up AS 2H 10C",
            why=marked(
                "Twos and tens go on anything, and aces are the highest cards. All three are "
                "worth most late in the game, once there's nothing left to draw. You hold the "
                "lowest card of all, so you start."
            ),
            wrong={
                "up": marked(
                    "Then your low cards would be face up. You play your face-up cards once "
                    "your hand and the deck are gone, and by then a five is nearly always too "
                    "low. You'd pick up the whole pile."
                ),
            },
            then=((1, "up 2S 10D KD"),),
        ),
        Step(
            task=marked("You start. Which of your cards will be hardest to play later?"),
            move="play 3S",
            why=Sentence(
                "Play low cards early, because they'll soon be too low for the pile. You drew "
                "back up to three, and Berta played {card}. Each card must be at least as high "
                "as the last one.",
                card="4C",
            ),
            wrong={
                "play": marked(
                    "You could play that, but you'd be left with the three, and soon it would be "
                    "too low. Starting with a higher card is also considered poor form."
                ),
            },
            then=((1, "play 4C"),),
        ),
        Step(
            task=Sentence(
                "Berta's {card} is on the pile. Can you get rid of two cards in one turn?",
                card="4C",
            ),
            move="play 5H 5D",
            why=marked("Two cards gone in one turn, and you've drawn two new ones."),
            wrong={
                "play 5H": marked("You could play one five, but playing both saves you a turn."),
                "play 5D": marked("You could play one five, but playing both saves you a turn."),
                "play": marked(
                    "You could play that card, but your fives would soon be too low for the pile."
                ),
                "pickup": marked(
                    "You'd pick up the pile. Only do that when you can't play anything."
                ),
            },
        ),
    ),
)

TWOS_AND_TENS: Final = Lesson(
    name="specials",
    title=marked("Twos, tens and sets"),
    about=marked(
        "Three things break the rule that each card must be at least as high as the last: a "
        "two, a ten, and four of a kind."
    ),
    learned=marked(
        "A two goes on anything, and anything goes on a two. A ten clears the pile, and so does "
        "four of a kind in a row. Then you get another turn."
    ),
    position={
        "hands": [["2C", "4D", "10S"], ["QS", "7S", "7D"]],
        "face_up": [["KH", "AC", "9D"], ["8H", "JC", "AH"]],
        "face_down": [["6S", "QD", "5H"], ["3D", "KC", "9H"]],
        "draw": ["JD", "3H", "7C", "7H", "9S", "8C", "6D"],
        "pile": ["9C", "QH", "KS"],
        "turn": 0,
    },
    steps=(
        Step(
            task=Sentence(
                "Only two of your cards go on {card}. Which one makes the pile disappear?",
                card="KS",
            ),
            move="play 10S",
            why=marked("The pile is gone for good, and you get another turn. Anything goes now."),
            wrong={
                "play": marked(
                    "A two would go on the king too, but then Berta could play anything, and "
                    "you'd still be stuck with your four."
                ),
                "pickup": marked(
                    "You'd pick up all these cards, even though you hold one that clears them away."
                ),
            },
        ),
        Step(
            task=marked(
                "Anything goes on an empty pile. Which card do you most want to get rid of?"
            ),
            move="play 4D",
            why=Sentence("The four is gone. Berta played {card}.", card="QS"),
            wrong={
                "play 2C": marked(
                    "A two goes anywhere, any time. Don't waste it on an empty pile."
                ),
                "play": marked("You'd be stuck with the four later."),
            },
            then=((1, "play QS"),),
        ),
        Step(
            task=Sentence(
                "None of your cards is as high as {card}. Which card can you play on anything?",
                card="QS",
            ),
            move="play 2C",
            why=marked(
                "The two saved you from picking up the pile. Anything goes on a two, and Berta "
                "played three sevens."
            ),
            wrong={
                "pickup": marked("You have a two, so you don't need to pick up the pile."),
            },
            then=((1, "play 7S 7D 7C"),),
        ),
        Step(
            task=marked("Three sevens on top, and look what you've just drawn. What now?"),
            move="play 7H",
            why=marked(
                "Four of a kind in a row clears the pile, no matter who played the cards. It's "
                "your turn again."
            ),
            wrong={
                "play": marked(
                    "You could play that, but the fourth seven would clear the pile and give "
                    "you another turn."
                ),
                "pickup": marked("You'd pick up the sevens when you could clear them instead."),
            },
        ),
    ),
)

BLIND_CARDS: Final = Lesson(
    name="blind",
    title=marked("Face-down cards"),
    about=marked(
        "Once your hand and the deck are gone, you play your face-up cards, then the face-down "
        "ones blind. If you can't play the card you turn over, you pick it up with the whole "
        "pile."
    ),
    learned=marked(
        "Play your face-up cards from low to high. Before you turn over a face-down one, ask the "
        "Shijo. He might say nothing or get it wrong, but mostly he helps."
    ),
    position={
        "hands": [[], ["9H", "JC", "KS"]],
        "face_up": [["9S", "JD"], ["AH", "2D", "10H"]],
        "face_down": [["4H", "QS", "3C"], ["5D", "7C", "8D"]],
        "pile": ["5S", "8C"],
        "turn": 0,
        "chance": {"seed": "0002", "read": 0},
    },
    steps=(
        Step(
            task=Sentence(
                "Your hand is empty, so you play a face-up card on {card}. Which one?",
                card="8C",
            ),
            move="play 9S",
            why=Sentence(
                "The nine goes on the eight, and you've saved your higher card. Berta "
                "played {card}.",
                card="9H",
            ),
            wrong={
                "play": marked(
                    "That card goes on the eight too. But once it's on the pile, you "
                    "might never get to play your nine."
                ),
                "pickup": marked(
                    "You'd pick up a new hand, and you'd have to get rid of it before "
                    "you could play these cards."
                ),
            },
            then=((1, "play 9H"),),
        ),
        Step(
            task=Sentence(
                "Berta's {card} is on the pile. Does your last face-up card go on it, or do you "
                "have to pick up?",
                card="9H",
            ),
            move="play JD",
            why=Sentence("You only have face-down cards left. Berta played {card}.", card="JC"),
            wrong={
                "pickup": marked(
                    "Your jack is higher than Berta's nine, so you don't need to pick up the pile."
                )
            },
            then=((1, "play JC"),),
        ),
        Step(
            task=marked(
                "You can't see your last cards, but the Shijo knows them all. What do you do first?"
            ),
            move="shijo",
            why=marked("The Shijo named a card, and only you heard it. Asking is free."),
            wrong={
                "flip": marked(
                    "Turning one over without asking is pure luck. If the card doesn't go on a "
                    "jack, you pick it up with the whole pile."
                ),
                "pickup": marked(
                    "You could pick up the pile, but you'd have to play all of it "
                    "before you could turn over a card again."
                ),
            },
        ),
        Step(
            task=marked(
                "The Shijo named one of your three cards, and he's usually right. Which card do "
                "you turn over?"
            ),
            move="flip 2",
            why=Sentence(
                "{card} goes on the jack. The Shijo is right three times out of four.", card="QS"
            ),
            wrong={
                "flip": marked(
                    "The Shijo didn't name that one, and it's too low. You'd pick it up with "
                    "the whole pile."
                ),
                "pickup": marked(
                    "You could pick up the pile, but after a tip like that it would be a shame."
                ),
            },
        ),
    ),
)

WALK_OFF: Final = Lesson(
    name="walk-off",
    title=marked("The walk-off"),
    about=marked(
        "The finest way to win: a face-down ten clears the pile, you go again, and your last "
        "face-down card ends the game. That's a walk-off Deegan."
    ),
    learned=marked(
        "If you turn over a ten blind, you go again on an empty pile, where anything goes. The "
        "more tens in a row before your last card, the grander the walk-off."
    ),
    position={
        "hands": [[], ["QC", "3H"]],
        "face_up": [[], ["9D"]],
        "face_down": [["5C", "10H", None], ["7C", "8D", "JS"]],
        "pile": ["4S", "9C", "KS"],
        "turn": 0,
        "chance": {"seed": "0014", "read": 0},
    },
    steps=(
        Step(
            task=marked(
                "You have two face-down cards left, and there's a king on the pile. How do you "
                "find out which card goes on it?"
            ),
            move="shijo",
            why=marked(
                "A revelation! About one time in eight, the Shijo gives you one, and it's "
                "always true."
            ),
            wrong={
                "flip": marked(
                    "You might get lucky, but only one of your two cards goes on a king. With "
                    "the other one, you'd have to pick up the pile."
                ),
                "pickup": marked("This close to the end, you'd pick up a whole pile for nothing."),
            },
        ),
        Step(
            task=marked(
                "The Shijo has shown you one of your two cards. Which one gets you past the king?"
            ),
            move="flip 2",
            why=marked("The ten clears the pile, and you get another turn. Anything goes now."),
            wrong={
                "flip": marked(
                    "It's a five. You can't play it on a king, so you'd have to pick up the pile."
                ),
                "pickup": marked("Don't pick up a pile you can clear."),
            },
        ),
        Step(
            task=marked(
                "The pile is empty, and you have one card left. Turn it over, or ask "
                "the Shijo again?"
            ),
            move="flip 1",
            why=marked(
                "Anything goes on an empty pile, even a five. You've won! Finishing "
                "like that is called a walk-off Deegan."
            ),
            wrong={
                "shijo": marked(
                    "There's nothing left to choose. You're down to one card, and anything goes "
                    "on an empty pile."
                )
            },
        ),
    ),
)

LESSONS: Final = (LAYING_UP, TWOS_AND_TENS, BLIND_CARDS, WALK_OFF)
