"""Running a notebook of ``analytics/notebooks`` from start to end, and reading what it drew."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import altair as alt

import analytics

FOLDER = Path(analytics.__file__).parent / "notebooks"


def run(game, monkeypatch, db=None):
    """Outputs and definitions of a notebook, run as ``python <game>.py`` would."""
    monkeypatch.delenv("PAIPU_DB", raising=False)
    if db is not None:
        monkeypatch.setenv("PAIPU_DB", str(db))
    spec = spec_from_file_location(f"notebook_{game}", FOLDER / f"{game}.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.app.run()


def drawn(chart):
    """The rows that a chart draws, out of its checked specification."""
    assert isinstance(chart, alt.LayerChart)
    specification = chart.to_dict()
    assert specification["title"]
    axes = {layer["encoding"]["x"]["title"] for layer in specification["layer"]}
    assert len(axes) == 1  # one axis, one title
    return [row for rows in specification["datasets"].values() for row in rows]
