"""Tests that a page can still fetch a picture that its message has just replaced."""

from __future__ import annotations

from cardroom.store import MOST_LATE, Store


def kept(store: Store, number: int, message: int = 1) -> None:
    with store.transaction():
        store.put_file(str(number), str(message), f"{number}.png", "image/png", b"picture")


def test_a_forgotten_file_can_be_fetched_for_a_while() -> None:
    store = Store(None)
    kept(store, 1)
    kept(store, 2, message=2)
    with store.transaction():
        store.drop_file("1")
        store.drop_message("2")
    assert store.file("1") == ("1.png", "image/png", b"picture")
    assert store.file("2") == ("2.png", "image/png", b"picture")


def test_forgotten_files_do_not_pile_up() -> None:
    store = Store(None)
    for number in range(MOST_LATE + 5):
        kept(store, number)
        with store.transaction():
            store.drop_file(str(number))
    assert store.file("4") is None
    assert store.file("5") is not None
