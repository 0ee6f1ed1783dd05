"""Makes the metrics in the form that Prometheus reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate

from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
    SummaryMetricFamily,
)
from prometheus_client.exposition import generate_latest
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector, CollectorRegistry

from cogs.discord.client import ShijoBot
from cogs.discord.meter import BOUNDS
from cogs.table.upkeep import TableUpkeep
from cogs.watch.health import Health


class Metrics(Collector):
    """Reads the counts of a bot whenever Prometheus asks for the metrics."""

    def __init__(self, health: Health) -> None:
        self._health = health
        self._registry = CollectorRegistry()
        self._registry.register(self)
        ProcessCollector(registry=self._registry)

    def text(self) -> str:
        """Return all metrics, in Prometheus' text format."""
        return bytes(generate_latest(self._registry)).decode()

    def describe(self) -> Iterable[Metric]:
        """Return no descriptions of metrics. The registry asks for descriptions at once, at a time
        when the bot has no cogs whose counts could be read."""
        return ()

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics with their present values."""
        bot = self._health.bot
        yield from _answers(bot)
        yield from _database(bot)
        yield from _tables(bot)
        yield from _players(bot)
        yield from _boards(bot)
        yield _gauge("shards", "Shards that this process runs.", len(bot.shards))
        yield _gauge("loop_lag_seconds", "The event loop's longest delay.", self._health.lag)
        limited = CounterMetricFamily(
            "shijo_rate_limited", "Requests over a limit of Discord's.", labels=["bucket"]
        )
        for bucket, count in bot.meter.limited.items():
            limited.add_metric([bucket], count)
        yield limited
        refused = CounterMetricFamily(
            "shijo_refusals", "Presses over a limit, and of the blocked.", labels=["kind"]
        )
        for kind, count in bot.meter.refused.items():
            refused.add_metric([kind], count)
        yield refused


def _answers(bot: ShijoBot) -> Iterator[Metric]:
    meter = bot.meter
    answers = CounterMetricFamily(
        "shijo_answers", "Presses, commands and forms, by outcome.", labels=["kind", "outcome"]
    )
    for labels, count in meter.answers.items():
        answers.add_metric(list(labels), count)
    yield answers
    bounds = [*(str(bound) for bound in BOUNDS), "+Inf"]
    yield HistogramMetricFamily(
        "shijo_answer_seconds",
        "Time from a press to its answer.",
        buckets=list(zip(bounds, accumulate(meter.waits), strict=True)),
        sum_value=meter.waited,
    )


def _database(bot: ShijoBot) -> Iterator[Metric]:
    counts = bot.service.process_counts()
    yield _gauge("database_up", "Whether the database can be written.", int(counts.answers))
    yield SummaryMetricFamily(
        "shijo_commit_seconds",
        "Commits and the time they took.",
        count_value=counts.commits,
        sum_value=counts.commit_seconds,
    )
    yield CounterMetricFamily(
        "shijo_failed_commits", "Commits that failed.", value=counts.failed_commits
    )


def _tables(bot: ShijoBot) -> Iterator[Metric]:
    counts = bot.service.process_counts()
    yield _gauge("tables_live", "Tables in memory.", counts.live_tables)
    yield CounterMetricFamily(
        "shijo_tables_evicted", "Tables dropped from memory for others.", value=counts.evicted
    )
    messages = bot.get_cog(TableUpkeep.__name__)
    if isinstance(messages, TableUpkeep):
        queue = messages.sync.queue
        yield _gauge("edits_unsent", "Messages that show an older state.", queue.unsent)
        yield CounterMetricFamily(
            "shijo_edits_merged", "Changes shown together with a later one.", value=queue.merged
        )
        yield CounterMetricFamily(
            "shijo_pictures_left_out", "Edits without their picture.", value=queue.left_out
        )
    ended = CounterMetricFamily("shijo_games", "Games that ended.", labels=["game", "end"])
    for labels, count in bot.meter.ended.items():
        ended.add_metric(list(labels), count)
    yield ended


def _boards(bot: ShijoBot) -> Iterator[Metric]:
    if not bot.has_board:
        return
    counts = bot.service.doors.counts
    yield _gauge("boards_open", "Boards that are open in browsers.", counts.open)
    yield CounterMetricFamily(
        "shijo_board_frames", "Frames that were sent to boards.", value=counts.sent
    )
    yield CounterMetricFamily(
        "shijo_boards_dropped", "Boards that read too slowly.", value=counts.dropped
    )
    requests = CounterMetricFamily(
        "shijo_board_requests", "Requests of boards, by outcome.", labels=["outcome"]
    )
    for outcome, count in counts.requests.items():
        requests.add_metric([outcome], count)
    yield requests


def _players(bot: ShijoBot) -> Iterator[Metric]:
    workers = bot.service.workers
    if workers is not None:
        yield _gauge("thoughts_waiting", "Bot players' moves not begun yet.", workers.waiting)
        yield _gauge(
            "thinking_cpu_seconds", "Time that running workers have thought.", workers.cpu_seconds
        )


def _gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(f"shijo_{name}", text, value=value)
