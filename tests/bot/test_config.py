"""Tests of the settings, which come from a file and from environment variables. An error in the
settings is reported in one line."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from bot.config import ConfigError, Settings, load, unknown_variables
from bot.core.shards import ALL, Shards

EXAMPLE = Path(__file__).parents[2] / "config.example.toml"


def written(folder: Path, text: str) -> Path:
    file = folder / "config.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_the_example_shows_every_key_with_its_default() -> None:
    shown = tomllib.loads(EXAMPLE.read_text(encoding="utf-8"))
    commented = {
        "discord": {"shard_count", "shards"},
        "limits": {"live_tables"},
        "players": {"processes"},
        "owner": {"server"},
    }
    for name, section in Settings.model_fields.items():
        keys = set(section.annotation.model_fields)  # type: ignore[union-attr]
        assert set(shown[name]) == keys - commented.get(name, set())
        assert all(
            f"# {key} = " in EXAMPLE.read_text(encoding="utf-8") for key in commented.get(name, ())
        )
    assert load(EXAMPLE) == load(EXAMPLE.with_name("no such file.toml"))


def test_the_environment_wins_over_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(
        tmp_path, '[discord]\ntoken = "from-file"\napi_url = "https://file.example/api/v10/"\n'
    )
    monkeypatch.setenv("SHIJO_DISCORD__TOKEN", "from-environment")
    monkeypatch.setenv("SHIJO_DATABASE__URL", "sqlite+aiosqlite:///elsewhere.db")
    settings = load(file)
    assert settings.discord.token.get_secret_value() == "from-environment"
    assert settings.discord.api_url == "https://file.example/api/v10/"
    assert settings.database.url == "sqlite+aiosqlite:///elsewhere.db"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('[discord]\ntokn = "x"', "discord.tokn: no such key"),
        ("[discrod]\na = 1", "discrod: no such key"),
        ("[discord]\ntoken = 3", "discord.token"),
        ("[tables]\nspeed = 'usual'", "tables.speed"),
        ('[discord]\napi_url = "proxy.example"', "it must start with https://"),
        ('[discord]\ngateway_url = "https://proxy.example"', "it must start with wss://"),
        ('[web]\npublic_url = "http://cards.example"', "it must start with https://"),
        ('[web]\npublic_url = "https://cards.example/board"', "without a path"),
        ('[web]\npublic_url = "https://"', "without a path"),
        ('[web]\npublic_url = "https://cards.example"\nactivity = true', "client_secret"),
        ('[web]\nactivity = true\nclient_secret = "x"', "public_url"),
        ("[discord]\nshards = [0]", "shard_count"),
        ("[discord]\nshard_count = 2\nshards = [2]", "shard_count"),
        ("token =", "isn't valid TOML"),
        ("token = " + "[" * 100_000, "nested too deep"),
    ],
)
def test_a_mistake_in_the_file_is_named_in_one_line(tmp_path: Path, text: str, named: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load(written(tmp_path, text))
    assert named in str(caught.value)
    assert "config.toml" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("SHIJO_TABLES__LOBBY_IDLE", "soon"),
        ("SHIJO_DISCORD", "x"),
    ],
)
def test_a_mistake_in_the_environment_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(ConfigError, match="environment"):
        load(tmp_path / "config.toml")


@pytest.mark.parametrize(
    "variable", ["SHIJO_DISCORD__TOKN", "shijo_discord__tokn", "SHIJO_X__Y", "SHIJO_SERVICE_HOST"]
)
def test_a_variable_that_is_no_setting_has_no_effect_and_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    """An environment variable that begins like Shijo's settings but isn't a setting has no effect,
    and is in the list of unknown variables. Hosting platforms set such variables by themselves,
    such as `SHIJO_SERVICE_HOST`."""
    before = load(tmp_path / "config.toml")
    monkeypatch.setenv(variable, "tcp://10.0.0.1:80")
    assert load(tmp_path / "config.toml") == before
    assert unknown_variables() == [variable]


def test_a_file_that_cant_be_read_is_named_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(ConfigError, match="folder can't be read: Is a directory"):
        load(tmp_path / "folder")
    (tmp_path / "config.toml").write_bytes('[log]\nlevel = "info" # größer'.encode("latin-1"))
    with pytest.raises(ConfigError, match=r"config\.toml isn't UTF-8 text"):
        load(tmp_path / "config.toml")


def test_a_process_serves_the_shards_that_it_runs(tmp_path: Path) -> None:
    assert load(
        written(tmp_path, "[discord]\nshard_count = 4\nshards = [1, 2]")
    ).discord.served == Shards(4, (1, 2))
    assert load(written(tmp_path, "[discord]\nshard_count = 4")).discord.served == ALL
    assert load(written(tmp_path, "")).discord.served == ALL


def test_the_token_is_never_repeated(tmp_path: Path) -> None:
    file = written(tmp_path, '[discord]\ntoken = "very.secret.token"\nshards = [1]\n')
    with pytest.raises(ConfigError) as caught:
        load(file)
    assert "very.secret" not in str(caught.value)
    assert "very.secret" not in repr(
        load(written(tmp_path, '[discord]\ntoken = "very.secret.token"'))
    )
