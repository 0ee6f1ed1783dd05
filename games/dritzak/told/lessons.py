"""The lessons of Dritzak, by the rules of its first preset."""

from __future__ import annotations

from typing import Final

from games.errors import Sentence
from games.lessons import Lesson, Step
from games.sentences import marked

LAYING_UP: Final = Lesson(
    name="up",
    title=marked("Laying up"),
    about=marked(
        "Everybody has three cards face down that nobody has seen, three face up on them, and a "
        "hand. They are played in the order hand, face up, face down, and whoever has no card left "
        "wins. It begins with a choice: which three of your six cards lie face up?"
    ),
    learned=marked(
        "Strong cards go face up, where you can't choose long. The hand begins with the lowest, "
        "and several cards of one rank go at once."
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
            task=marked("Lay up your three strongest cards: the ten, the two and the ace."),
            move="up AS 2H 10C",
            why=marked(
                "Twos and tens go on anything, and the ace is the highest. Late in the game "
                "nothing is drawn, so there they are worth most. You hold the lowest card of all, "
                "and so you begin."
            ),
            wrong={
                "up": marked(
                    "Then low cards would lie face up. They are played when hand and draw pile are "
                    "gone, on whatever lies there: a five hardly ever goes, and then you take the "
                    "whole pile."
                ),
            },
            then=((1, "up 2S 10D KD"),),
        ),
        Step(
            task=marked("Begin with your lowest card."),
            move="play 3S",
            why=Sentence(
                "Low cards go early, while the pile is low. You drew up to three cards, and Berta "
                "played {card}: each card must be as high as the last one, or higher.",
                card="4C",
            ),
            wrong={
                "play": marked(
                    "Allowed, but the three would stay, and soon nothing that lies there lets it "
                    "go. It even counts as poor form."
                ),
            },
            then=((1, "play 4C"),),
        ),
        Step(
            task=Sentence("Go on from {card}: play both fives at once.", card="4C"),
            move="play 5H 5D",
            why=marked("Two cards gone in one turn, and you have drawn as many new ones."),
            wrong={
                "play 5H": marked(
                    "One five goes, but together they cost you one turn instead of two."
                ),
                "play 5D": marked(
                    "One five goes, but together they cost you one turn instead of two."
                ),
                "play": marked("It goes, but your fives would soon be too low for the pile."),
                "pickup": marked(
                    "You would take the pile into your hand. That is for when nothing goes."
                ),
            },
        ),
    ),
)

TWOS_AND_TENS: Final = Lesson(
    name="specials",
    title=marked("Twos, tens and sets"),
    about=marked(
        "Three things break the rule that each card must be as high as the last one: a two, a ten, "
        "and four of a kind."
    ),
    learned=marked(
        "A two goes on anything, and anything goes on it. A ten clears the pile, and so does the "
        "fourth card of a rank in a row: you have another turn."
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
                "On {card} only your two and your ten can be played. Clear the pile.", card="KS"
            ),
            move="play 10S",
            why=marked("The pile is gone for good, and you have another turn, on nothing at all."),
            wrong={
                "play": marked(
                    "A two goes as well, but then Berta may play anything on it, and your four "
                    "would still wait for a low pile."
                ),
                "pickup": marked(
                    "You would take all these cards, although you hold one that clears them away."
                ),
            },
        ),
        Step(
            task=marked("On an empty pile anything goes. Use that for your lowest card."),
            move="play 4D",
            why=Sentence("The four is gone. Berta played {card}.", card="QS"),
            wrong={
                "play 2C": marked(
                    "A two goes anywhere at any time. It is too good for an empty pile."
                ),
                "play": marked("The four is the card that will not go later."),
            },
            then=((1, "play QS"),),
        ),
        Step(
            task=Sentence("Nothing of yours is as high as {card}. Play the two.", card="QS"),
            move="play 2C",
            why=marked(
                "It saved you from taking the pile. Anything goes on a two: Berta played three "
                "sevens."
            ),
            wrong={
                "pickup": marked("With a two in hand you need not take the pile, even if you may."),
            },
            then=((1, "play 7S 7D 7C"),),
        ),
        Step(
            task=marked(
                "Three sevens lie on top, and you have just drawn the fourth. Complete the set."
            ),
            move="play 7H",
            why=marked(
                "Four of a kind in a row clear the pile, whoever played them. It is your turn "
                "again."
            ),
            wrong={
                "play": marked(
                    "It goes. But the fourth seven would clear the pile and give you another turn."
                ),
                "pickup": marked("You would take the sevens, although you can clear them away."),
            },
        ),
    ),
)

BLIND_CARDS: Final = Lesson(
    name="blind",
    title=marked("Blind cards"),
    about=marked(
        "Once your hand and the draw pile are gone, you play your face-up cards, then the "
        "face-down ones, blind. If a blind card can't be played, it goes into your hand with the "
        "whole pile."
    ),
    learned=marked(
        "Face up, play low first. Face down, ask the Shijo before you turn a card: he may be "
        "silent and he may be wrong, but mostly he helps."
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
                "Your hand is empty. Play a face-up card on {card}: the lower one.",
                card="8C",
            ),
            move="play 9S",
            why=Sentence(
                "It fits, and the higher one is left for later. Berta played {card}.",
                card="9H",
            ),
            wrong={
                "play": marked("It fits too. But after it, the nine might never fit again."),
                "pickup": marked(
                    "Then you would have a hand again, to be played out before these cards."
                ),
            },
            then=((1, "play 9H"),),
        ),
        Step(
            task=marked("Play your last face-up card."),
            move="play JD",
            why=Sentence("Now only blind cards are left. Berta played {card}.", card="JC"),
            wrong={"pickup": marked("You can play, so you need not take the pile.")},
            then=((1, "play JC"),),
        ),
        Step(
            task=marked(
                "Before you turn a card, ask the Shijo, who knows them all. It costs nothing."
            ),
            move="shijo",
            why=marked("He named a place. Only you have heard it."),
            wrong={
                "flip": marked(
                    "Without asking, that is mere luck: what can't lie on a jack comes into your "
                    "hand, with the whole pile."
                ),
                "pickup": marked(
                    "You may. But then the whole pile has to go before you may turn one again."
                ),
            },
        ),
        Step(
            task=marked("Turn the card that he named."),
            move="flip 2",
            why=Sentence(
                "{card}: it goes on the jack. Three times in four his advice is good.", card="QS"
            ),
            wrong={
                "flip": marked(
                    "A low card lies there. You would take it into your hand, with the whole pile."
                ),
                "pickup": marked("You may, but after good advice it would be a pity."),
            },
        ),
    ),
)

WALK_OFF: Final = Lesson(
    name="walk-off",
    title=marked("The walk-off"),
    about=marked(
        "The finest way to win: a ten from the face-down cards clears the pile, and in your next "
        "turn the last card, from there too, is your last of all. That is a walk-off Deegan."
    ),
    learned=marked(
        "Whoever turns a ten blind has another turn on an empty pile, where any card goes. The "
        "more tens in a row before the last card, the greater the walk-off."
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
            task=marked("Two blind cards are left, and a king lies on the pile. Ask the Shijo."),
            move="shijo",
            why=marked("A revelation! That happens once in eight times, and it is always true."),
            wrong={
                "flip": marked(
                    "It might go well. But only one of your two cards goes on a king; the other "
                    "one would bring you the pile."
                ),
                "pickup": marked("So close to the end, you would take a whole pile for nothing."),
            },
        ),
        Step(
            task=marked("Turn the ten."),
            move="flip 2",
            why=marked("The ten clears the pile, and you have another turn: any card goes now."),
            wrong={
                "flip": marked(
                    "There lies a five. It can't lie on a king, so you would take the pile."
                ),
                "pickup": marked("Nobody picks up a pile who can clear it."),
            },
        ),
        Step(
            task=marked("Turn your last card."),
            move="flip 1",
            why=marked("On an empty pile even a five goes. You have won, by a walk-off Deegan!"),
            wrong={
                "shijo": marked("There is nothing left to choose: one card, and any card goes.")
            },
        ),
    ),
)

LESSONS: Final = (LAYING_UP, TWOS_AND_TENS, BLIND_CARDS, WALK_OFF)
