# Shijo in a container; compose.yaml and compose.postgresql.yaml start it (docs/containers.md).
# What Python needs is locked with hashes in requirements/postgresql.txt.

FROM debian:trixie-slim@sha256:a29215f6a35e51e22adffa17f89e9d2ef06214e64a2bad10d765c46aea49f11f AS base
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates postgresql-client python3 \
    && rm -rf /var/lib/apt/lists/*

FROM base AS built
RUN apt-get update && apt-get install --yes --no-install-recommends python3-venv
WORKDIR /build
RUN python3 -m venv /opt/shijo
COPY requirements/postgresql.txt requirements/
RUN /opt/shijo/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes \
    --only-binary :all: --requirement requirements/postgresql.txt
COPY pyproject.toml README.md LICENSE ./
COPY games games
COPY bot bot
COPY board board
COPY cogs cogs
COPY shijo shijo
RUN /opt/shijo/bin/pip install --no-cache-dir --disable-pip-version-check --no-deps \
        --no-build-isolation --no-index . \
    && /opt/shijo/bin/pip uninstall --yes pip hatchling editables polib

FROM base
RUN useradd --uid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin shijo \
    && install --directory --owner=shijo --group=shijo --mode=700 /data
COPY --from=built /opt/shijo /opt/shijo
COPY config.example.toml LICENSE PRIVACY.md TERMS.md docs/backups.sh /srv/shijo/
ENV PATH=/opt/shijo/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    SHIJO_DATABASE__URL=sqlite+aiosqlite:////data/shijo.db \
    SHIJO_METRICS__PORT=9464
WORKDIR /srv/shijo
VOLUME /data
USER shijo
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
    CMD ["python3", "-c", "import urllib.request as web; web.urlopen('http://127.0.0.1:9464/healthz', timeout=4)"]
ENTRYPOINT ["shijo"]
CMD ["run"]
