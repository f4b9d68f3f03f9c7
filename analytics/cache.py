"""The fact tables of a store, kept beside its file as Parquet and built again whenever in doubt.

The cache is a convenience and never a source. It is used for a match only if the match stands where
it stood (the same chain value after its last event), the code that built it is this code, and every
byte is as it was written.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from threading import get_ident

import msgspec
import polars as pl
from msgspec import Struct

from analytics.facts import Facts, build, joined, schemas
from store import EventStore, Head

MANIFEST = "manifest.json"
PAGE = 200
"""How many matches are built before their rows are made into tables."""


class Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    """What a cache holds: built by which code, of matches with which heads, in which files.

    ``heads``: the chain value (hex) of each match; ``files``: the SHA-256 (hex) of each table's.
    """

    code: str
    heads: dict[int, str]
    files: dict[str, str]


def of_store(store: EventStore, folder: Path | None = None) -> Facts:
    """The fact tables of all matches of a store, in the order of their numbers.

    ``folder``: where the cache is; by default ``<database file>.facts``, and none for a store
    without a file. Only matches that are new or went on are built. Raises :class:`store.StoreError`
    when the store cannot be read; a cache that cannot be read or written is done without.
    """
    if folder is None:
        path = getattr(store, "path", None)
        folder = path.with_name(path.name + ".facts") if isinstance(path, Path) else None
    heads = dict(sorted(store.heads().items()))
    known, kept = ({}, None) if folder is None else load(folder)
    still = [match for match, head in heads.items() if known.get(match) == head.hash.hex()]
    if kept is not None and len(still) == len(heads) == len(known):
        return kept
    fresh = {match: head for match, head in heads.items() if match not in set(still)}
    parts = [*_built(store, fresh)]
    if kept is not None:
        names = [str(match) for match in still]
        parts.insert(0, Facts(*(table.filter(pl.col("match").is_in(names)) for table in kept)))
    number = pl.col("match").cast(pl.Int64)
    facts = Facts(*(table.sort(number, maintain_order=True) for table in joined(parts)))
    if folder is not None:
        with suppress(OSError):
            save(folder, facts, {match: head.hash.hex() for match, head in heads.items()})
    return facts


def _built(store: EventStore, heads: dict[int, Head]) -> Iterator[Facts]:
    matches = list(heads)
    for start in range(0, len(matches), PAGE):
        yield build(
            (match, (stored.event for stored in store.read(match, 0, heads[match].version)))
            for match in matches[start : start + PAGE]
        )


# -- the files ------------------------------------------------------------------------------------


def load(folder: Path) -> tuple[dict[int, str], Facts | None]:
    """The heads and tables of a cache; no heads and None where it is not whole or not ours."""
    try:
        manifest = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
        if manifest.code != code():
            return {}, None
        tables = []
        for name, schema in zip(Facts._fields, schemas(), strict=True):
            data = (folder / f"{name}.parquet").read_bytes()
            if sha256(data).hexdigest() != manifest.files.get(name):
                return {}, None
            tables.append(pl.read_parquet(BytesIO(data)))
            if dict(tables[-1].schema) != schema:
                return {}, None
    except (OSError, msgspec.MsgspecError, pl.exceptions.PolarsError):
        return {}, None
    return manifest.heads, Facts(*tables)


def save(folder: Path, facts: Facts, heads: dict[int, str]) -> None:
    """Write a cache. Whoever reads in the middle of it finds digests that do not fit."""
    folder.mkdir(exist_ok=True)
    files = {}
    for name, table in zip(Facts._fields, facts, strict=True):
        buffer = BytesIO()
        table.write_parquet(buffer)
        files[name] = sha256(buffer.getvalue()).hexdigest()
        _put(folder / f"{name}.parquet", buffer.getvalue())
    manifest = Manifest(code(), heads, files)
    _put(folder / MANIFEST, msgspec.json.encode(manifest))


def _put(path: Path, data: bytes) -> None:
    """Write a file as a whole or not at all."""
    half = path.with_name(f"{path.name}.{os.getpid()}.{get_ident()}")
    try:
        half.write_bytes(data)
        half.replace(path)
    finally:
        half.unlink(missing_ok=True)


@cache
def code() -> str:
    """A digest of the code that facts come from: other rules may give other facts."""
    digest = sha256()
    for package in ("events", "engine", "analytics"):
        spec = find_spec(package)
        for folder in (spec.submodule_search_locations or []) if spec is not None else []:
            for file in sorted(Path(folder).rglob("*.py")):
                digest.update(file.relative_to(folder).as_posix().encode() + b"\0")
                digest.update(file.read_bytes())
    return digest.hexdigest()
