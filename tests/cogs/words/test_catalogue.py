"""Tests of the catalogues of translations. The catalogues have every sentence that people read, in
a form that Discord accepts."""

from __future__ import annotations

import gettext
import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from babel.messages.catalog import Catalog, Message
from discord import Locale
from discord.app_commands import (
    Command,
    Group,
    TranslationContext,
    TranslationContextLocation,
    locale_str,
)

import cogs
import games
from bot.core.errors import BadChoice
from cogs.discord.errors import sentence
from cogs.discord.languages import (
    LANGUAGES,
    SOURCE,
    Translator,
    catalogue_of,
    language_of,
    languages_in,
    speaking,
)
from cogs.locale import extract
from cogs.locale.compiled import compile_edited
from cogs.locale.extract import messages
from cogs.table.lobby.rulings import option_title
from cogs.words import _, counted, in_context
from games.core import Game
from games.errors import GameError, IllegalMove, InvalidMove, Sentence
from tests.cogs.commands import all_commands, parameters_of
from tests.cogs.unwrapped import everywhere, for_nobody_in_particular, too_early, unwrapped
from tests.present import present

TRANSLATED = [code for code in LANGUAGES if code != SOURCE]
PLURAL_FORMS = {"de": 2, "lt": 3, "pl": 3, "ru": 3, "uk": 3}
BLANK = re.compile(r"{(\w*)}")
COMMAND = re.compile(r"^[-_'\w]{1,32}$")
"""A pattern for the characters and the length that Discord allows in the name of a command or a
parameter. Discord also demands lower case, which this pattern doesn't check."""


@pytest.fixture(scope="module", params=TRANSLATED)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def source() -> Catalog:
    return extract.template()


@pytest.fixture(scope="module")
def catalogue(language: str) -> Catalog:
    return extract.read(language)


def sentences(catalogue: Catalog) -> dict[tuple[str, str], Message]:
    return {(key(message), message.context or ""): message for message in catalogue if message.id}


def key(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def translated(catalogue: Catalog) -> list[Message]:
    """Return the messages of a catalogue that have a translation. All others are shown in
    English."""
    return [message for message in sentences(catalogue).values() if any(forms(message))]


def test_most_sentences_are_translated(source: Catalog, catalogue: Catalog) -> None:
    """Each catalogue translates more than nine of ten sentences. Only `make release-check` demands
    all of them."""
    assert len(extract.lacking(catalogue)) < len(source) / 10


def test_a_translation_is_whole(language: str, catalogue: Catalog) -> None:
    assert catalogue.num_plurals == PLURAL_FORMS[language]
    for message in translated(catalogue):
        assert not message.fuzzy, message.id
        assert all(form.strip() for form in forms(message)), f"only in part: {message.id!r}"
        assert len(forms(message)) == (catalogue.num_plurals if message.pluralizable else 1), (
            message.id
        )
        assert not list(message.check(catalogue)), message.id


def test_translations_have_the_blanks_of_their_sentences(catalogue: Catalog) -> None:
    for message in translated(catalogue):
        wanted = set(BLANK.findall(message.id if isinstance(message.id, str) else message.id[1]))
        for form in forms(message):
            assert set(BLANK.findall(form)) == wanted, f"{message.id!r}: {form!r}"


def test_no_string_of_the_cogs_escapes_the_catalogue() -> None:
    assert not everywhere(unwrapped)


def test_no_sentence_is_translated_before_it_is_known_for_whom() -> None:
    assert not everywhere(too_early)
    assert list(too_early('TITLE = _("Join")'))
    assert list(too_early('@cache\ndef title():\n    return _("Join")'))
    assert not list(too_early('def title():\n    return _("Join")'))


def test_what_everyone_can_read_is_said_to_everyone() -> None:
    assert not everywhere(for_nobody_in_particular)
    assert list(for_nobody_in_particular("async def f():\n    await channel.send(view=view)"))


@pytest.mark.parametrize(
    "source",
    [
        'ui.Button(label="Join")',
        'ui.Button(label=f"Join {name}")',
        'message([f"## Result {x}"])',
        'tell(interaction, "No")',
        'x = "Nobody sits here."',
        'def f():\n    return f"by {a} of {b}: the end"',
        'SelectOption(label="Yes" if on else "No", value="x")',
        'Role("x", "attacks")',
    ],
)
def test_a_string_that_escapes_is_found(source: str) -> None:
    assert list(unwrapped(source))


@pytest.mark.parametrize(
    "source",
    [
        'ui.Button(label=_("Join"), custom_id="t:join")',
        "message([f\"## {_('Result')}\"])",
        'log.info("it is so")',
        'def f():\n    """It is so."""',
        'raise LookupError("it is so")',
        'Button(label=names["join"])',
    ],
)
def test_what_is_translated_or_not_for_members_is_left_alone(source: str) -> None:
    assert not list(unwrapped(source))


def told(language: str, text: str) -> str:
    return catalogue_of(language).gettext(text)


async def named(language: str, name: locale_str) -> str:
    """Return the translation of a command's name as the bot sends it to Discord."""
    locale = next(each for each in Locale if language_of(each) == language)
    command = next(all_commands())
    assert isinstance(command, Command)
    where: TranslationContext[Any, Any] = TranslationContext(
        TranslationContextLocation.command_name, command
    )
    return await Translator().translate(name, locale, where) or str(name)


async def names_of(language: str, command: Command[Any, Any, Any] | Group) -> list[str]:
    """Return the parts of a command's name in that language."""
    above = await names_of(language, command.parent) if command.parent else []
    return [*above, await named(language, command._locale_name or locale_str(command.name))]


async def test_commands_keep_to_discords_rules_in_every_language(language: str) -> None:
    names = []
    for command in all_commands():
        parts = await names_of(language, command)
        assert all(COMMAND.match(part) and part == part.lower() for part in parts), parts
        names.append(" ".join(parts))
        assert 1 <= len(told(language, command.description)) <= 100
        for parameter in parameters_of(command):
            name = await named(
                language, parameter.locale_name or locale_str(parameter.display_name)
            )
            assert COMMAND.match(name), name
            assert name == name.lower()
            assert 1 <= len(told(language, str(parameter.description))) <= 100
    assert len(set(names)) == len(names)


async def test_sentences_name_commands_as_they_are_called_in_their_language(
    language: str, catalogue: Catalog
) -> None:
    commands = {
        command.name: " ".join(await names_of(language, command))
        for command in all_commands()
        if command.parent is None
    }
    mention = re.compile(r"(?<![\w/<])/([^\W\d_][\w-]*)")
    for message in translated(catalogue):
        wanted = sorted(
            commands[name] for name in mention.findall(key(message)) if name in commands
        )
        assert sorted(mention.findall(forms(message)[0])) == wanted, forms(message)[0]


def test_options_fit_a_selects_line_in_every_language(language: str) -> None:
    with speaking(language):
        for kind in games.available().values():
            for name, field in kind.Options.model_fields.items():
                assert len(_(field.description or "")) <= 100, name
                labels = cast("dict[str, dict[str, str]]", field.json_schema_extra)[
                    "labels"
                ].values()
                longest = max((len(_(label)) for label in labels), default=len(_("yes")))
                assert len(option_title(kind.Options, name)) + longest <= 98, name


def refusals(kind: type[Game]) -> Iterable[GameError]:
    """Yield the errors with which the rules refuse many different moves in random games."""
    rng = random.Random(5)
    for seed, preset in enumerate(kind.Options.presets):
        options = kind.options(preset)
        seats = next(number for number in (4, 2, 3) if not options.clashes(number))
        game = kind.new(options, seats=seats, seed=bytes([seed]))
        moves = {"sing", "play 5H 6H"}
        for _step in range(60):
            if game.outcome is not None:
                break
            moves.update(str(move) for seat in range(seats) for move in game.legal_moves(seat))
            for text in rng.sample(sorted(moves), min(8, len(moves))):
                yield from refused(game, text)
            seat = rng.choice(sorted(game.waiting_on))
            game.play(seat, rng.choice(game.legal_moves(seat)))


def refused(game: Game, move: str) -> Iterator[GameError]:
    for seat in range(game.seats):
        try:
            game.copy().play(seat, move)
        except (IllegalMove, InvalidMove) as error:
            yield error


@pytest.mark.parametrize("name", ["durak", "dritzak", "tredici"])
def test_whatever_the_rules_refuse_is_refused_in_the_members_language(
    name: str, language: str
) -> None:
    found = {error.reason.template: error for error in refusals(games.load(name))}
    assert len(found) > 5
    with speaking(language):
        assert any(told(language, template) != template for template in found)
        for error in found.values():
            assert "{" not in sentence(error)
            if isinstance(error, IllegalMove):
                assert error.rule in sentence(error)


def test_a_clash_of_options_is_told_in_the_members_language() -> None:
    durak = games.load("durak")
    with pytest.raises(GameError) as caught:
        durak.check(durak.options(deck="24", teams="pairs"), 5)
    error = BadChoice(caught.value.reason)
    assert "5 players need 30 cards, but this deck only has 24." in str(error)
    with speaking("ru"):
        assert sentence(error) == (
            "На 5 игроков карт нужно не меньше 30, а в этой колоде только 24. "
            "Для команд по двое нужно четыре или шесть игроков."
        )


def test_texts_of_a_plug_in_stay_as_they_are(language: str) -> None:
    with speaking(language):
        assert sentence(IllegalMove("The moon is {phase}.", rule="MOO-1", phase="full")).startswith(
            "The moon is full."
        )
        assert (
            sentence(BadChoice("{reasons}", reasons=Sentence.joined(["Only {braces}.", "So."])))
            == "Only {braces}. So."
        )
        assert _("") == ""


def test_numbers_have_the_form_that_they_need() -> None:
    with speaking("ru"):
        said = [
            counted("{number} card", "{number} cards", number)
            for number in (1, 2, 5, 11, 21, 22, 112)
        ]
    assert said == ["1 карта", "2 карты", "5 карт", "11 карт", "21 карта", "22 карты", "112 карт"]
    assert counted("{number} card", "{number} cards", 1) == "1 card"


def test_a_language_can_be_chosen_as_soon_as_it_has_a_file(tmp_path: Path) -> None:
    assert languages_in(tmp_path) == {"en": "English"}
    half = extract.read("ru")
    half["Join"].string = ""
    path = tmp_path / "lv" / "LC_MESSAGES" / "shijo.po"
    path.parent.mkdir(parents=True)
    path.write_bytes(extract.written(half))
    assert compile_edited(tmp_path) == [path.with_suffix(".mo")]
    assert languages_in(tmp_path) == {"en": "English", "lv": "Latviešu"}
    assert "Join" in extract.lacking(half)
    there = gettext.translation("shijo", tmp_path, ["lv"])
    assert (there.gettext("Join"), there.gettext("Start")) == ("Join", told("ru", "Start"))


@pytest.mark.parametrize(
    ("wishes", "language"),
    [
        (("ru", "en-US"), "ru"),
        ((None, Locale.russian), "ru"),
        (("tlh", "ru"), "ru"),
        (("en", "ru"), "en"),
        ((None,), "en"),
    ],
)
def test_the_first_wish_that_can_be_met_is_met(
    wishes: tuple[str | None, ...], language: str
) -> None:
    assert language_of(*wishes) == language


async def test_discord_is_told_a_translation_where_there_is_one() -> None:
    command = next(
        command
        for cog in cogs.COGS
        for command in cog.__cog_app_commands__
        if command.name == "play"
    )
    assert isinstance(command, Command)
    where: TranslationContext[Any, Any] = TranslationContext(
        TranslationContextLocation.command_name, command
    )
    assert await Translator().translate(locale_str("play"), Locale.russian, where) == "играть"
    assert await Translator().translate(locale_str("play"), Locale.french, where) is None
    assert await Translator().translate(locale_str("no such text"), Locale.russian, where) is None


def test_the_same_english_is_translated_by_what_it_means_there(language: str) -> None:
    """An English word with two meanings has a translation for each meaning. `hand` is the name of a
    command, in lower case, or the heading of a hand. `game` is a game such as Durak, or a finished
    game."""
    into, names = catalogue_of(language), ("game", "a finished game")
    assert into.gettext(names[0]) != into.pgettext(names[1], names[0])
    with speaking("de"):
        assert _("hand") == "Hand"
    assert (_("hand"), in_context("a command", "hand")) == ("hand", "hand")


async def test_discord_is_told_which_meaning_a_name_has() -> None:
    (hand,) = (command for command in all_commands() if command.qualified_name == "hand")
    assert isinstance(hand, Command)
    assert await named("de", present(hand._locale_name)) == "karten"
    with speaking("de"):
        assert _("hand") == "Hand"


def test_every_message_is_in_one_form_everywhere() -> None:
    """If a sentence has a plural form in one place of the code, it has the plural form in all
    places. With both forms, it would need two entries with the same key in the catalogue."""
    plural = {(message.context, message.one) for message in messages() if message.many}
    assert not [
        message
        for message in messages()
        if (message.context, message.one) in plural and not message.many
    ]
