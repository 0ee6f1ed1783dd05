"""The lessons of Durak, by the rules of its first preset. Hearts are trumps in all of them."""

from __future__ import annotations

from typing import Final

from games.errors import Sentence
from games.lessons import Lesson, Step
from games.sentences import marked

_SPENT_TRUMP: Final = marked(
    "A trump beats every other suit. Spent on an attack, it would be missing when you have to beat."
)

ATTACK_AND_BEAT: Final = Lesson(
    name="beat",
    title=marked("Attack and beat"),
    about=marked(
        "In Durak everybody gets rid of cards, and whoever is left with some is the fool. One "
        "attacks, the next one has to beat. Hearts are trumps here."
    ),
    learned=marked(
        "Beat a card with a higher one of its suit; a trump beats every other suit. Once "
        "everything's beaten, the cards are gone, and whoever beat them attacks next."
    ),
    position={
        "hands": [
            ["6S", "9D", "KS", "10C", "JH", "QH"],
            ["8S", "KD", "QC", "6D", "AC", "10D"],
        ],
        "talon": ["8D", "7C", "JS", "9C", "KC", "6H"],
        "trump": "H",
        "attacker": 0,
        "defender": 1,
    },
    steps=(
        Step(
            task=marked("You attack. Lead your lowest card that is no trump."),
            move="attack 6S",
            why=Sentence(
                "Low cards are those to get rid of. Berta beat it with {card}, a higher spade: "
                "both cards are gone, and now it is she who attacks.",
                card="8S",
            ),
            wrong={
                "attack JH": _SPENT_TRUMP,
                "attack QH": _SPENT_TRUMP,
                "attack": Sentence(
                    "That card could beat others later. {card} hardly beats anything, and it would "
                    "stay in your hand.",
                    card="6S",
                ),
            },
            then=((1, "beat 6S 8S"), (1, "attack 7C")),
        ),
        Step(
            task=Sentence("Berta leads {card}. Beat it with a higher card of its suit.", card="7C"),
            move="beat 7C 10C",
            why=Sentence(
                "Higher, and the same suit: beaten. But a ten lies on the table now, and so Berta "
                "may add a ten of hers, {card}.",
                card="10D",
            ),
            wrong={
                "beat": marked(
                    "A trump beats any other suit, so that would hold. But you have a club for it, "
                    "and trumps are worth more later."
                ),
                "take": marked(
                    "You would pick the seven up and lose your attack, although you can beat it."
                ),
            },
            then=((1, "throw 10D"),),
        ),
        Step(
            task=Sentence(
                "You have no higher diamond. Beat {card} with your lowest trump.", card="10D"
            ),
            move="beat 10D JH",
            why=marked(
                "Everything is beaten and Berta has nothing to add: all these cards are gone, and "
                "you attack."
            ),
            wrong={
                "beat": marked(
                    "That holds as well, but the lower trump is enough. Keep the higher one."
                ),
                "take": marked(
                    "You would pick up all three cards, although one trump beats the last."
                ),
            },
        ),
    ),
)

THROWING_IN: Final = Lesson(
    name="throw",
    title=marked("Throwing in"),
    about=marked(
        "Once the first card is beaten, the attack may go on: with cards of a rank that lies on "
        "the table already, whether it attacked or beat."
    ),
    learned=marked(
        "Throw in what you want to be rid of, as long as its rank lies there. Say “Done” when "
        "another card would cost you more than it costs them."
    ),
    position={
        "hands": [["6C", "9D", "KC", "AH", "QH"], ["JC", "QD", "10S", "7D", "8H"]],
        "talon": ["8D", "7C", "JS", "9C", "KD", "6H"],
        "trump": "H",
        "attacker": 0,
        "defender": 1,
        "table": [["6S", "9S"]],
        "by": [0],
    },
    steps=(
        Step(
            task=Sentence(
                "Berta has beaten {attack} with {cover}. Throw in your lowest card of one of these "
                "ranks.",
                attack="6S",
                cover="9S",
            ),
            move="throw 6C",
            why=Sentence(
                "A six lay there, so a six may follow. Berta beat it with {card}.",
                card="JC",
            ),
            wrong={
                "throw": marked(
                    "It fits as well. But the low card is the one that is of no other use: it goes "
                    "first."
                ),
                "done": marked(
                    "The attack would be over, and Berta would attack next. Your six would still "
                    "be in your hand."
                ),
            },
            then=((1, "beat 6C JC"),),
        ),
        Step(
            task=Sentence(
                "A nine lies there too, because Berta beat with {card}. Throw in yours.", card="9S"
            ),
            move="throw 9D",
            why=Sentence(
                "The ranks of beating cards count as well. Berta had to spend {card}.", card="QD"
            ),
            wrong={
                "done": marked(
                    "You may stop whenever you like. But here you would keep a nine that you can "
                    "be rid of."
                ),
            },
            then=((1, "beat 9D QD"),),
        ),
        Step(
            task=Sentence(
                "Only {card} would fit now, a trump. End the attack: you are done.", card="QH"
            ),
            move="done",
            why=marked(
                "You are rid of three cards, and your trumps are still there. All is beaten, so "
                "Berta attacks next."
            ),
            wrong={
                "throw": marked(
                    "You could. But your queen of trumps would be gone for one of her cards, or in "
                    "her hand if she took."
                ),
            },
        ),
    ),
)

TAKING: Final = Lesson(
    name="take",
    title=marked("Taking"),
    about=marked(
        "Whoever can't beat a card takes all that lies there and misses the next attack. And "
        "sometimes one takes although one could beat."
    ),
    learned=marked(
        "While there are cards to draw, a few cards more are no disaster: the strong ones among "
        "them will beat others. Trumps that are gone are gone."
    ),
    position={
        "hands": [
            ["7C", "9C", "10D", "7S", "6D", "AH"],
            ["8D", "QC", "10S", "JC", "7H"],
        ],
        "talon": ["9D", "JS", "6C", "AC", "KD", "JD", "9S", "9H"],
        "trump": "H",
        "attacker": 1,
        "defender": 0,
        "table": [["KS", None]],
        "by": [1],
    },
    steps=(
        Step(
            task=Sentence(
                "Berta leads {attack}. You could beat it with {card} alone, the highest trump. "
                "Take it instead.",
                attack="KS",
                card="AH",
            ),
            move="take",
            why=Sentence(
                "You have a king more, and still the ace of trumps. But who takes doesn't attack: "
                "Berta attacks again, with {card}.",
                card="8D",
            ),
            wrong={
                "beat": marked(
                    "It would hold. But nothing in the game beats that ace, and here it would go "
                    "for a single card. It's worth more later."
                ),
            },
            then=((1, "attack 8D"),),
        ),
        Step(
            task=Sentence("Now it costs little. Beat {card} without a trump.", card="8D"),
            move="beat 8D 10D",
            why=Sentence("Beaten. Berta adds a ten, {card}.", card="10S"),
            wrong={
                "take": marked(
                    "You would take a second time, and miss another attack, for a card that you "
                    "can easily beat."
                ),
                "beat": marked("A plain diamond is enough. The ace of trumps can wait."),
            },
            then=((1, "throw 10S"),),
        ),
        Step(
            task=Sentence("Beat {card} with the card that you took.", card="10S"),
            move="beat 10S KS",
            why=marked(
                "The king that you took has paid for itself. Everything is beaten: now you attack."
            ),
            wrong={
                "beat": marked("Not for a ten: you hold a higher spade."),
                "take": marked(
                    "You would take three more cards, although one of yours beats the last."
                ),
            },
        ),
    ),
)

PASSING: Final = Lesson(
    name="pass",
    title=marked("Passing on"),
    about=marked(
        "An attack may be passed on to the next player by a card of the same rank, as long as "
        "nothing of it has been beaten. Not every table plays with that; the rules of a table say "
        "so."
    ),
    learned=marked(
        "Passing on costs you a card that you want to be rid of, and somebody else the trouble. "
        "A trump is a high price for that."
    ),
    position={
        "hands": [
            ["7D", "9H", "QC", "KS", "10D", "8S"],
            ["JD", "AD", "6C", "10C", "QS", "AC"],
            ["9C", "6D", "JS", "8C", "AS"],
        ],
        "talon": ["8D", "6S", "QD", "9S", "KD", "10S", "6H"],
        "trump": "H",
        "attacker": 2,
        "defender": 0,
        "table": [["7S", None]],
        "by": [2],
    },
    steps=(
        Step(
            task=Sentence(
                "Cleo attacks you with {attack}. Pass the attack on to Berta with your seven.",
                attack="7S",
            ),
            move="pass 7D",
            why=Sentence(
                "Both sevens lay before Berta, who took them. So she missed her attack, and Cleo "
                "attacks you again, with {card}.",
                card="9C",
            ),
            wrong={
                "beat": marked(
                    "That would hold. But the seven would stay in your hand, and the better card "
                    "would be gone."
                ),
                "take": marked("You would pick up a card and miss your attack, for nothing."),
            },
            then=((1, "take"), (2, "attack 9C")),
        ),
        Step(
            task=Sentence(
                "Your only nine is {trump}, a trump. Don't pass it on: beat {attack}.",
                trump="9H",
                attack="9C",
            ),
            move="beat 9C QC",
            why=Sentence("Beaten. Berta throws in {card}: all but you may add cards.", card="QS"),
            wrong={
                "pass": marked(
                    "Allowed, but then Berta may take your trump into her hand together with the "
                    "nine."
                ),
                "beat 9C 9H": marked("It would hold, but a club beats it for less."),
                "take": marked(
                    "You would miss your attack, although you can beat it without a trump."
                ),
            },
            then=((1, "throw QS"),),
        ),
        Step(
            task=Sentence("Beat {card}, too. Passing on is over once a card is beaten.", card="QS"),
            move="beat QS KS",
            why=marked("All is beaten, and nobody has anything to add: you attack next."),
            wrong={
                "beat": marked("A trump would hold, but you have a higher spade."),
                "take": marked(
                    "You would pick up three cards, although you can beat the last one."
                ),
            },
        ),
    ),
)

THE_END: Final = Lesson(
    name="end",
    title=marked("The end"),
    about=marked(
        "The talon is empty, so nobody draws any more: whoever gets rid of the last card is out. "
        "Now it counts which cards the others can't beat."
    ),
    learned=marked(
        "At the end a card that can't be beaten is as good as a turn: they take, and you attack "
        "again. Keep such cards for it."
    ),
    position={
        "hands": [["8C", "AH", "KS"], ["QC", "6H"]],
        "talon": [],
        "trump": "H",
        "attacker": 1,
        "defender": 0,
        "table": [["10S", None]],
        "by": [1],
    },
    steps=(
        Step(
            task=Sentence(
                "Berta leads {attack} and has two cards left. Beat it, and keep your trump.",
                attack="10S",
            ),
            move="beat 10S KS",
            why=marked("Beaten, and the highest trump is still yours. Now you attack."),
            wrong={
                "beat": marked(
                    "It would hold. But Berta has a trump for your king and a club for your "
                    "eight, so you'd be the fool."
                ),
                "take": marked(
                    "You'd have four cards to Berta's two, and she'd attack again. She'd get rid "
                    "of both, and you'd be the fool."
                ),
            },
        ),
        Step(
            task=marked("Lead the card that nobody can beat."),
            move="attack AH",
            why=marked("Nothing beats the ace of trumps, so Berta took it, and you attack again."),
            wrong={
                "attack": marked(
                    "Berta holds a higher club: she would beat it, attack with her last card, and "
                    "be no fool."
                ),
            },
            then=((1, "take"),),
        ),
        Step(
            task=marked("Lead your last card."),
            move="attack 8C",
            why=marked(
                "Your hand is empty. Whatever Berta does, she has cards left: she is the fool."
            ),
            then=((1, "beat 8C QC"),),
        ),
    ),
)

LESSONS: Final = (ATTACK_AND_BEAT, THROWING_IN, TAKING, PASSING, THE_END)
