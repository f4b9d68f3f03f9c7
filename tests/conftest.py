"""Shared fixtures: where the rule books, examples and public records are, when they are."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import settings

# The same examples at every run of CI; new ones at every run on a desk.
settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")

ROOT = Path(__file__).resolve().parent.parent


def shared_folder() -> Path | None:
    """The folder with rules, examples and data: ``PAIPU_SHARED`` or ``../shared``, or None."""
    folder = Path(os.environ.get("PAIPU_SHARED", ROOT.parent / "shared"))
    return folder if folder.is_dir() else None


@pytest.fixture(scope="session")
def shared() -> Path:
    """The shared folder; the test is skipped where it is not there."""
    folder = shared_folder()
    if folder is None:
        pytest.skip("no shared folder here (set PAIPU_SHARED)")
    return folder


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """国标麻将 hands are read by a library that is built from source, where a compiler is."""
    if find_spec("MahjongGB") is not None:
        return
    skip = pytest.mark.skip(reason="PyMahjongGB is not installed (it needs a C++ compiler)")
    for item in items:
        if "mcr" in item.nodeid or "ijcai" in item.nodeid or "tziakcha" in item.nodeid:
            item.add_marker(skip)
