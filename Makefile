# Needs make and Python 3.11, 3.12 or 3.13; everything else is set up in .venv.
.DEFAULT_GOAL := help
.PHONY: help demo test check bench serve notes pins clean

USABLE := import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do \
	"$$p" -c '$(USABLE)' >/dev/null 2>&1 && echo "$$p" && break; done)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
DB ?= demo-out/games.duckdb
PORT ?= 8000
GAME ?= jiujiang

help: ## this list
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

demo: $(VENV)/run ## simulate, import, verify, explain a dispute, count; DATA=DIR: with your own logs
	@$(BIN)/python demo/run.py $(DATA)

test: $(VENV)/dev ## all tests; ARGS go to pytest
	$(BIN)/pytest -n 2 $(ARGS)

check: $(VENV)/dev ## ruff, mypy --strict, the layers
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/dev ## figures beside those of peers
	$(BIN)/pytest bench $(ARGS)

serve: $(VENV)/run $(DB) ## the HTTP API on DB (PORT, 8000)
	$(BIN)/paipu serve --db $(DB) --port $(PORT)

notes: $(VENV)/run $(DB) ## the notebook of GAME (jiujiang) with its charts, on DB
	PAIPU_DB=$(DB) $(BIN)/marimo edit analytics/notebooks/$(GAME).py

demo-out/games.duckdb: | $(VENV)/run
	@$(BIN)/python demo/run.py $(DATA)

pins: $(VENV)/dev ## write constraints.txt from what is installed
	@echo "# The versions that the project is tested with, on Python 3.11 to 3.13. Made by: make pins" > constraints.txt
	$(BIN)/python -m pip freeze --exclude-editable >> constraints.txt

clean: ## forget the environment and the demo's output
	rm -rf $(VENV) demo-out

$(BIN)/python:
	@test -n "$(PYTHON)" && "$(PYTHON)" -c '$(USABLE)' || { \
		echo "paipu needs Python 3.11, 3.12 or 3.13, as in: make demo PYTHON=/path/to/python3.11"; \
		exit 1; }
	"$(PYTHON)" -m venv $(VENV)
	$(PIP) install --upgrade pip

$(VENV)/run: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Setting up $(VENV), once"
	$(PIP) install -c constraints.txt -e .
	@$(PIP) install -c constraints.txt -e .[mcr] >/dev/null 2>&1 || \
		echo "Without a C++ compiler 国标麻将 (mcr) is replayed, but its wins are not scored"
	@touch $@

$(VENV)/dev: $(VENV)/run
	$(PIP) install -c constraints.txt --group test --group check --group bench
	@touch $@
