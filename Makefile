# Shijo: `make run` starts it, `make test` tests it. Everything lives in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
PYTEST := $(BIN)/python -m pytest --numprocesses auto --dist loadgroup --no-loadscope-reorder
UV := uv pip compile --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --quiet

# Whole games as packages of their own: `make run` has them, a host installs those it wants.
GAMES := eights hearts cheat

.PHONY: run install install-postgresql install-sentry test test-all test-beyond browser pictures lint format bench catalogue release-check lock clean

run: install $(VENV)/games-ready
	@$(BIN)/python cogs/locale/compiled.py $(wildcard $(GAMES:%=examples/%/*/locale))
	@$(BIN)/shijo run

# For a host whose supervisor starts .venv/bin/shijo itself: after each update. An edited catalogue is compiled again.
install: $(VENV)/run-ready $(wildcard $(VENV)/postgresql-ready $(VENV)/sentry-ready)
	@$(BIN)/python cogs/locale/compiled.py

# The same with what speaks to PostgreSQL.
install-postgresql: $(VENV)/postgresql-ready

# The same with what sends errors to Sentry.
install-sentry: $(VENV)/sentry-ready

# What is run at every change; TESTS=tests/bot for one folder, whole. With POSTGRESQL_FOR_TESTS=postgresql://user:password@host/database (whose user may make
# databases), those of the bot room run there instead of on SQLite.
# Byte code is kept, whatever the shell says: the tests start dozens of processes. Those in a browser are not among them (make browser).
test test-all test-beyond: export PYTHONDONTWRITEBYTECODE =
test: $(VENV)/dev-ready
	@$(PYTEST) $(or $(TESTS),--part usual --ignore tests/browser)
	@[ -n "$(TESTS)" ] || $(BIN)/python -m cogs.locale --check || echo "A release needs these translations (make release-check)."

# All presets, all kills, the longest journeys.
test-all: $(VENV)/dev-ready
	@$(PYTEST) --part all --ignore tests/browser

# What test-all has beyond test.
test-beyond: $(VENV)/dev-ready
	@$(PYTEST) --part beyond --ignore tests/browser

# The page in a real browser: needs Chromium or Chrome. Where there is none, pytest says so and finds no test (status 5).
browser: $(VENV)/browser-ready
	@$(BIN)/python -m pytest --numprocesses auto --dist loadscope tests/browser || [ $$? -eq 5 ]

# The README's pictures, taken from the card room anew.
pictures: $(VENV)/browser-ready
	@$(BIN)/python -m tests.browser.pictures docs/pictures

lint: $(VENV)/dev-ready
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@cd cardroom && ../$(BIN)/lint-imports --no-logo

format: $(VENV)/dev-ready
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

bench: $(VENV)/dev-ready
	@$(BIN)/python -m benchmarks

# After a sentence was added or changed: brings the translators' files up to date, and says what is left to translate.
catalogue: $(VENV)/dev-ready
	@$(BIN)/python -m cogs.locale

# What may lack while something is being made, and may not in a release: translations.
release-check: $(VENV)/dev-ready
	@$(BIN)/python -m cogs.locale --check

# Needs uv. The lock files name packages, versions and hashes, and no index.
lock:
	$(UV) pyproject.toml cardroom/pyproject.toml --extra bot --group build --output-file requirements/run.txt
	$(UV) pyproject.toml --extra bot --extra postgresql --group build --constraint requirements/run.txt --output-file requirements/postgresql.txt
	$(UV) pyproject.toml --extra bot --extra sentry --group build --constraint requirements/run.txt --output-file requirements/sentry.txt
	$(UV) pyproject.toml cardroom/pyproject.toml --extra bot --extra env --extra postgresql --extra sentry --group dev --group cardroom/pyproject.toml:test --output-file requirements/dev.txt
	$(UV) --group browser --constraint requirements/dev.txt --output-file requirements/browser.txt

clean:
	rm -rf $(VENV)

$(VENV)/python-ready:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Shijo needs Python 3.11 or newer; name one with: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/run-ready: $(VENV)/python-ready requirements/run.txt pyproject.toml cardroom/pyproject.toml
	@echo "Installing what Shijo needs into $(VENV) (once) …"
	@$(BIN)/python requirements/install.py requirements/run.txt
	@$(PIP) install --no-deps --no-build-isolation --no-index --editable . --editable cardroom
	@touch $@

$(VENV)/games-ready: $(VENV)/run-ready $(GAMES:%=examples/%/pyproject.toml)
	@$(PIP) install --no-deps --no-build-isolation --no-index $(GAMES:%=--editable examples/%)
	@touch $@

# What was installed once is kept up to date by `make install`.
$(VENV)/postgresql-ready $(VENV)/sentry-ready: $(VENV)/%-ready: $(VENV)/run-ready requirements/%.txt
	@$(PIP) install --require-hashes --only-binary :all: -r requirements/$*.txt
	@touch $@

$(VENV)/browser-ready: $(VENV)/dev-ready requirements/browser.txt
	@echo "Installing what drives a browser …"
	@$(BIN)/python requirements/install.py requirements/browser.txt
	@touch $@

$(VENV)/dev-ready: $(VENV)/python-ready requirements/dev.txt pyproject.toml cardroom/pyproject.toml
	@echo "Installing Shijo and its test tools into $(VENV) (once) …"
	@$(BIN)/python requirements/install.py requirements/dev.txt
	@$(PIP) install --no-deps --no-build-isolation --no-index --editable . --editable cardroom
	@touch $@ $(VENV)/run-ready
	@echo "Compiling the tests (once) …"
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --collect-only --quiet >/dev/null
