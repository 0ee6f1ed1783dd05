"""DUR-70 to DUR-73: wrong cards, accusations of such cards, and lists of moves that don't reveal
which cards are wrong."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from games.durak import Durak
from tests.games.durak_tables import hand, moves, named, play, table
from tests.games.test_durak_attack import refused


def cheats(
    *hands: str, preset: str = "durnius", options: dict[str, Any] | None = None, **position: Any
) -> Durak:
    return table(*hands, preset=preset, options={"cheating": True, **(options or {})}, **position)


def test_dur_70_any_card_may_be_thrown_or_laid_over() -> None:
    game = cheats("8D KC", "9S 7D JD", "AC", lies="8S")
    assert moves(game, 0) == {"throw 8D", "throw KC", "done"}
    assert moves(game, 2) == {"throw AC", "done", "accuse 8S"}
    assert moves(game, 1) == {"beat 8S 9S", "beat 8S 7D", "beat 8S JD", "take", "accuse 8S"}


def test_dur_70_never_more_unbeaten_cards_than_the_defender_holds() -> None:
    game = cheats("8D KC", "9S", "AC", lies="8S")
    assert moves(game, 0) == {"done"}
    assert refused(game, 0, "throw 8D") == "DUR-70"


def test_dur_70_the_ceiling_binds_wrongful_throws_only_when_piling_on_is_unlimited() -> None:
    game = cheats("8D KC", "9S", "AC", lies="8S", options={"pile_on": "unlimited"})
    play(game, "1 take")
    assert moves(game, 0) == {"throw 8D", "done"}
    assert moves(game, 2) == {"done", "accuse 8S"}


def test_dur_70_openings_follow_the_rules() -> None:
    game = cheats("8D KC", "9S 7D")
    assert moves(game, 0) == {"attack 8D", "attack KC"}


def test_dur_71_a_wrongful_throw_goes_back() -> None:
    game = cheats("8D KC", "9S 7D JD", "AC", lies="8S")
    events = play(game, "0 throw KC", "1 accuse KC")
    assert named(events, "accuse") == [{"seat": 1, "cards": ["KC"], "accused": 0, "wrongful": True}]
    assert hand(game, 0) == {"8D", "KC"}
    assert game.position()["table"] == [["8S", None]]
    assert moves(game, 0) == {"throw 8D", "done"}
    assert refused(game, 0, "throw KC") == "DUR-71"


def test_dur_71_who_leaves_is_barred_from_nothing_any_more() -> None:
    game = cheats("8D KC", "9S 7D JD", "AC 6D", "JC QC", lies="8S")
    play(game, "2 throw AC", "0 accuse AC")
    assert game.position()["barred"] == {"2": ["AC"]}
    play(game, "2 resign")
    assert "barred" not in game.position()


def test_dur_71_a_barred_card_may_be_played_rightfully() -> None:
    game = cheats("8D KC", "KS 7D JD", "AC", lies="8S")
    play(game, "0 throw KC", "2 accuse KC", "1 beat 8S KS")
    assert "throw KC" in moves(game, 0)
    play(game, "0 throw KC", "2 accuse KC")
    assert game.position()["table"] == [["8S", "KS"], ["KC", None]]


def test_dur_71_a_wrongful_cover_goes_back_and_a_take_stands() -> None:
    game = cheats("8D KC", "7S 7D JD", "AC", lies="8S 8C", by=[0, 0])
    play(game, "1 beat 8S 7D", "1 take", "0 done", "2 accuse 7D")
    position = game.position()
    assert position["table"] == [["8S", None], ["8C", None]]
    assert position["taking"] is True
    assert position["done"] == [0]
    assert position["barred"] == {"1": ["7D"]}


def test_dur_71_the_owner_of_a_barred_cover_may_still_beat_with_it() -> None:
    game = cheats("6D KC", "7S 7D JD", "AC", lies="8S 6D", by=[0, 0])
    play(game, "1 beat 8S 7D", "0 accuse 7D")
    assert moves(game, 1) & {"beat 8S 7D", "beat 6D 7D"} == {"beat 6D 7D"}
    assert refused(game, 1, "beat 8S 7D") == "DUR-71"


def test_dur_71_a_rightful_card_silences_the_accuser_for_the_bout() -> None:
    game = cheats("8D KC", "9S 7D JD", "AC AD", lies="8S")
    play(game, "2 accuse 8S")
    assert not any(move.startswith("accuse") for move in moves(game, 2))
    assert refused(game, 2, "accuse 8S") == "DUR-71"
    assert "accuse 8S" in moves(game, 1)
    play(game, "1 take", "0 done", "2 done", "2 attack AC")
    assert "accuse AC" in moves(game, 0)


def test_dur_71_nobody_accuses_themselves() -> None:
    game = cheats("8D KC", "9S 7D JD", "AC", lies="8S")
    assert refused(game, 0, "accuse 8S") == "DUR-71"
    play(game, "1 beat 8S 7D")
    assert refused(game, 1, "accuse 7D") == "DUR-71"
    assert refused(game, 0, "accuse JD") == "DUR-71"


def test_dur_71_who_is_out_may_accuse_and_is_never_waited_on() -> None:
    game = cheats("8D KC", "9S 7D JD", "", "QC", lies="8S", out=[[2]])
    assert moves(game, 2) == {"accuse 8S"}
    play(game, "0 throw KC")
    assert game.waiting_on == {1}
    play(game, "2 accuse KC")
    assert hand(game, 0) == {"8D", "KC"}
    assert game.waiting_on == {1}
    assert refused(game, 2, "accuse KC") == "DUR-71"
    assert refused(game, 2, "done") == "DUR-41"
    play(game, "1 take")
    assert game.waiting_on == {0, 3}
    play(game, "2 accuse 8S")
    assert moves(game, 2) == set(), "who accused wrongly may not accuse again"


def test_dur_71_who_has_left_may_not_accuse_and_nobody_may_where_nobody_cheats() -> None:
    left = cheats("8D KC", "9S 7D JD", "", "QC", lies="8S", resigned=[2])
    assert moves(left, 2) == set()
    assert refused(left, 2, "accuse 8S") == "DUR-45"
    honest = table("8D KC", "9S 7D JD", "", "QC", lies="8S", out=[[2]])
    assert moves(honest, 2) == set()
    assert refused(honest, 2, "accuse 8S") == "DUR-70"


def test_dur_71_judged_as_of_when_it_was_played() -> None:
    """An accused card is judged by the moment at which it was thrown in. A king that was wrong then
    stays wrong, although another king covers a card later (DUR-71)."""
    game = cheats("8D KC", "KS 7D JD", "AC", lies="8S")
    play(game, "0 throw KC", "1 beat 8S KS", "2 accuse KC")
    assert game.position()["table"] == [["8S", "KS"]]


def test_dur_72_covered_or_followed_a_wrong_card_stands() -> None:
    game = cheats("8D KC 9C", "9S 7D JD", "AC", lies="8S")
    play(game, "0 throw KC", "1 beat KC JD")
    assert refused(game, 2, "accuse KC") == "DUR-71"
    assert "accuse JD" in moves(game, 0)
    play(game, "0 throw 8D")
    assert refused(game, 0, "accuse JD") == "DUR-71"


def test_dur_73_all_with_cards_are_offered_done_and_the_bout_waits_for_all() -> None:
    options = {"throw_order": "priority", "pile_on": "off"}
    game = cheats("8D KC", "9S 7D", "AC AD", "", "QC", lies="8S", options=options)
    assert all("done" in moves(game, seat) for seat in (0, 2, 4))
    assert moves(game, 3) == {"accuse 8S"}
    play(game, "1 take")
    assert game.waiting_on == {0, 2, 4}
    play(game, "4 done", "0 done")
    assert game.waiting_on == {2}
    play(game, "2 done")
    assert hand(game, 1) == {"9S", "7D", "8S"}


def test_dur_73_a_bout_waits_even_when_the_defender_has_no_card_left() -> None:
    game = cheats("8D KC", "9S", "AC AD", lies="8S")
    play(game, "1 beat 8S 9S")
    assert game.waiting_on == {0, 2}


def test_dur_73_teammates_of_the_defender_say_done_too() -> None:
    game = cheats("8D KC", "9S QS", "AC", "QC", lies="8S", options={"teams": "pairs"})
    assert moves(game, 3) == {"done", "accuse 8S"}


@given(st.booleans())
def test_dur_73_views_mark_nothing_as_wrongful(wrong: bool) -> None:
    """Until the ace is accused, all views are the same whether or not it was played wrongfully."""
    game = cheats(
        "8D AC", "9S 7D JD", "QC 6C", lies="8S AS", by=[0, 0], wrongful=["AS"] if wrong else []
    )
    other = cheats("8D AC", "9S 7D JD", "QC 6C", lies="8S AS", by=[0, 0])
    assert [game.view(seat) for seat in (None, 0, 1, 2)] == [
        other.view(seat) for seat in (None, 0, 1, 2)
    ]


def test_dur_73_the_rules_in_short_have_the_order_of_arrival() -> None:
    game = cheats("8D KC", "9S 7D JD", "8C AC", lies="8S")
    events = play(game, "2 throw 8C", "0 accuse 8C")
    assert not named(events, "accuse")[0]["wrongful"], "out of turn is never wrong"
    told = " ".join(Durak.rules_told(Durak.options("durnius", cheating=True)))
    assert "first come, first served" in told
    assert "The attacker throws in first" not in told


def test_dur_71_a_card_is_wrong_by_the_lines_of_the_rules_in_short() -> None:
    game = cheats("8D KC", "9S 7D JD", "8C AC", lies="8S")
    told = " ".join(Durak.rules_told(Durak.options("durnius", cheating=True)))
    assert "After a pickup, nobody can add cards." in told
    events = play(game, "1 take", "2 throw 8C", "0 accuse 8C")
    assert named(events, "accuse")[0]["wrongful"]
