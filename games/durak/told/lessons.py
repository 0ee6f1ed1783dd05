"""The lessons of Durak. They use the rules of the first preset. Hearts are trumps in all of
them."""

from __future__ import annotations

from typing import Final

from games.errors import Sentence
from games.lessons import Lesson, Step
from games.sentences import marked

# Translators: Lessons of Durak; hearts are trumps, and Berta and Cleo are the opponents.

_SPENT_TRUMP: Final = marked(
    "A trump beats every other suit. Spend it now, and you won't have it when you need it."
)

ATTACK_AND_BEAT: Final = Lesson(
    name="beat",
    title=marked("Attacking and defending"),
    about=marked(
        "Everyone tries to get rid of their cards, and the last one holding any is the "
        "fool. One player attacks, and the next has to beat the attack. Hearts are "
        "trumps here, so they beat every other suit."
    ),
    learned=marked(
        "Beat a card with a higher one of its suit, or with a trump. Once everything's "
        "beaten, the cards are gone, and the player who beat them attacks next."
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
            task=marked("Later on, low cards won't beat much. Which one goes first?"),
            move="attack 6S",
            why=Sentence(
                "Good. As a rule, dump low cards first. Berta beat yours with {card}, a higher "
                "spade, and both cards are gone. Now she attacks.",
                card="8S",
            ),
            wrong={
                "attack JH": _SPENT_TRUMP,
                "attack QH": _SPENT_TRUMP,
                "attack": Sentence(
                    "That card could beat others later. {card} hardly beats anything, "
                    "and you'd be stuck with it.",
                    card="6S",
                ),
            },
            then=((1, "beat 6S 8S"), (1, "attack 7C")),
        ),
        Step(
            task=Sentence("Berta leads {card}. Which card of the same suit beats it?", card="7C"),
            move="beat 7C 10C",
            why=Sentence(
                "That's a higher card of the same suit, so the attack is beaten. But now "
                "there's a ten on the table, and Berta adds another, {card}.",
                card="10D",
            ),
            wrong={
                "beat": marked(
                    "A trump beats any other suit, so it would work. But you have a higher club, "
                    "and you'll want the trump later."
                ),
                "take": marked(
                    "You'd pick up the seven and lose your attack, even though you can beat it."
                ),
            },
            then=((1, "throw 10D"),),
        ),
        Step(
            task=Sentence(
                "You have no higher diamond. How cheaply can you beat {card}?", card="10D"
            ),
            move="beat 10D JH",
            why=marked(
                "All beaten, and Berta has nothing to add. These cards are gone, and now it's "
                "your turn to attack."
            ),
            wrong={
                "beat": marked(
                    "That works too, but the lower trump is enough. Keep the higher one."
                ),
                "take": marked(
                    "You'd pick up all three cards, even though one of your trumps "
                    "beats the last one."
                ),
            },
        ),
    ),
)

THROWING_IN: Final = Lesson(
    name="throw",
    title=marked("Throwing in"),
    about=marked(
        "Once a card is beaten, the attack can go on. The others can throw in cards that match "
        "the rank of any card on the table, no matter who played it."
    ),
    learned=marked(
        "Throw in cards you want to get rid of, as long as their rank is on the table. "
        "Press “Done” when another card would hurt you more than the defender."
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
                "Berta beat {attack} with {cover}, so you can throw in sixes and nines "
                "now. Which of yours will you miss least?",
                attack="6S",
                cover="9S",
            ),
            move="throw 6C",
            why=Sentence(
                "There was a six on the table, so you could add yours. Berta beat it with {card}.",
                card="JC",
            ),
            wrong={
                "throw": marked(
                    "You could throw that in too, but the low card is no use for anything else, "
                    "so get rid of it first."
                ),
                "done": marked(
                    "The attack would be over, and Berta would attack next. You'd still be "
                    "holding the six."
                ),
            },
            then=((1, "beat 6C JC"),),
        ),
        Step(
            task=Sentence("Berta's {card} is on the table too. What else can you add?", card="9S"),
            move="throw 9D",
            why=Sentence(
                "You can also match the rank of a card that beat yours. Berta had to spend "
                "{card} to beat this one.",
                card="QD",
            ),
            wrong={
                "done": marked(
                    "You can stop whenever you like, but you'd keep a nine you could get rid of."
                ),
            },
            then=((1, "beat 9D QD"),),
        ),
        Step(
            task=Sentence(
                "{card} is the only card you can throw in now, and it's a trump. Throw "
                "it in, or stop here?",
                card="QH",
            ),
            move="done",
            why=marked(
                "You got rid of three cards and kept your trumps. Berta beat them all, so she "
                "attacks next."
            ),
            wrong={
                "throw": marked(
                    "You could throw it in, but you'd be trading your queen of trumps for one "
                    "of Berta's cards, or handing it to her if she picks up."
                ),
            },
        ),
    ),
)

TAKING: Final = Lesson(
    name="take",
    title=marked("Picking up"),
    about=marked(
        "If you can't beat a card, or don't want to, you pick up everything on the table and "
        "lose your next attack. Sometimes that's the better choice."
    ),
    learned=marked(
        "While there are cards left to draw, a few extra won't hurt, and strong ones will help "
        "you later. Trumps you've spent are gone for good."
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
                "Berta leads {attack}. You could beat it, but only with {card}, the "
                "highest trump. Will you?",
                attack="KS",
                card="AH",
            ),
            move="take",
            why=Sentence(
                "You've gained a king and kept the ace of trumps. But you don't attack after "
                "picking up, so Berta goes again with {card}.",
                card="8D",
            ),
            wrong={
                "beat": marked(
                    "That would work, but nothing beats the ace of trumps, and you'd be "
                    "spending it on a single card. It's worth more later."
                ),
            },
            then=((1, "attack 8D"),),
        ),
        Step(
            task=Sentence("{card} is a low card. Can you beat it without a trump?", card="8D"),
            move="beat 8D 10D",
            why=Sentence("Beaten. Berta adds a ten, {card}.", card="10S"),
            wrong={
                "take": marked(
                    "You'd pick up again and lose another attack for a card you can easily beat."
                ),
                "beat": marked("A plain diamond is enough. The ace of trumps can wait."),
            },
            then=((1, "throw 10S"),),
        ),
        Step(
            task=Sentence(
                "One card left to beat, {card}. Didn't you just pick up something that beats it?",
                card="10S",
            ),
            move="beat 10S KS",
            why=marked(
                "The king you picked up has paid for itself. You've beaten every card, so now "
                "you attack."
            ),
            wrong={
                "beat": marked("Don't spend your trump on a ten. You have a higher spade."),
                "take": marked(
                    "You'd pick up three more cards, even though one of yours beats the last one."
                ),
            },
        ),
    ),
)

PASSING: Final = Lesson(
    name="pass",
    title=marked("Passing it on"),
    about=marked(
        "Instead of beating, you can pass an attack on: add a card of the same rank, and the "
        "next player has to defend. Once you've beaten a card, it's too late. Not every table "
        "allows passing."
    ),
    learned=marked(
        "When you pass an attack on, you get rid of a card, and someone else has to defend. A "
        "trump is a high price for that."
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
                "Cleo attacks you with {attack}. How do you make it Berta's problem?",
                attack="7S",
            ),
            move="pass 7D",
            why=Sentence(
                "Berta had to face both sevens and picked them up. That cost her an "
                "attack, so Cleo attacks you again, with {card}.",
                card="9C",
            ),
            wrong={
                "beat": marked(
                    "That would work, but you'd keep the seven and spend the better card."
                ),
                "take": marked("You'd pick up a card and lose your attack for nothing."),
            },
            then=((1, "take"), (2, "attack 9C")),
        ),
        Step(
            task=Sentence(
                "Cleo leads {attack}. Your only nine is {trump}, a trump. Pass it on, or beat it?",
                trump="9H",
                attack="9C",
            ),
            move="beat 9C QC",
            why=Sentence(
                "Beaten. Berta throws in {card}. Everyone except the defender can add cards.",
                card="QS",
            ),
            wrong={
                "pass": marked(
                    "You could pass it on, but Berta might pick up your trump along with the nine."
                ),
                "beat 9C 9H": marked("That would work, but a club is cheaper."),
                "take": marked(
                    "You'd lose your attack, even though you can beat the nine without a trump."
                ),
            },
            then=((1, "throw QS"),),
        ),
        Step(
            task=Sentence(
                "Berta throws in {card}. You've already beaten a card, so you can't "
                "pass this one on. What beats it?",
                card="QS",
            ),
            move="beat QS KS",
            why=marked("All beaten, and nobody adds anything, so you attack next."),
            wrong={
                "beat": marked(
                    "A trump would work, but you have a higher spade, and that costs you less."
                ),
                "take": marked("You'd pick up three cards, even though you can beat the last one."),
            },
        ),
    ),
)

THE_END: Final = Lesson(
    name="end",
    title=marked("The endgame"),
    about=marked(
        "The deck is empty, so nobody draws. Get rid of your last card and you're out. "
        "Now it's all about cards the others can't beat."
    ),
    learned=marked(
        "In the endgame, a card nobody can beat is as good as an extra turn. The defender picks "
        "up, and you attack again. So save a card like that."
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
                "Berta leads {attack} and has two cards left. Beat her card, but keep your trump.",
                attack="10S",
            ),
            move="beat 10S KS",
            why=marked("Beaten, and you still have the highest trump. Now you attack."),
            wrong={
                "beat": marked(
                    "You could play that, but Berta has a trump for your king and a club for "
                    "your eight, so you'd be the fool."
                ),
                "take": marked(
                    "You'd have four cards to Berta's two, and she'd attack again. She'd get rid "
                    "of both, and you'd be the fool."
                ),
            },
        ),
        Step(
            task=marked("Berta has two cards left. Which of yours can't she beat?"),
            move="attack AH",
            why=marked(
                "Nothing beats the ace of trumps, so Berta picked it up, and you attack again."
            ),
            wrong={
                "attack": marked(
                    "Berta has a higher club. She'd beat your eight and attack with her last "
                    "card, so she wouldn't be the fool."
                ),
            },
            then=((1, "take"),),
        ),
        Step(
            task=marked("Lead your last card."),
            move="attack 8C",
            why=marked(
                "Your hand is empty. Whatever Berta does, she's left with cards, so she's the fool."
            ),
            then=((1, "beat 8C QC"),),
        ),
    ),
)

LESSONS: Final = (ATTACK_AND_BEAT, THROWING_IN, TAKING, PASSING, THE_END)
