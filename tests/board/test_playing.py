"""A game at boards: what is shown, played, refused, and comes again."""

from __future__ import annotations

from tests.board.boards import ADA, BERTA, House


async def test_a_board_shows_the_table_and_plays_on_it(home: House) -> None:
    table = await home.dealt()
    async with home.page(table, ADA.id) as ada, home.page(table, BERTA.id) as berta:
        mover, other = (ada, berta) if ada.state["moves"] else (berta, ada)
        move = mover.state["moves"][0]
        answer = await mover.ask(do="move", move=move["move"], version=mover.state["version"])
        assert answer == {"is": "done", "id": 1, "version": table.version + 1}
        shown = await other.at(answer["version"])
        assert shown["news"][0]["line"]
        assert shown["log"][-1] == shown["news"][0]["line"]
        assert move["card"] in str(shown["view"]["zones"])
        assert await mover.at(answer["version"])
    assert (await home.tables.get(table.id)).version == table.version + 1
