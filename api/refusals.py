"""Why something was refused, as one sentence: the one place where errors become messages."""

from __future__ import annotations

from typing import Any


def sentence(error: Exception) -> str | None:
    """What to tell people about ``error``; None for a fault of our own.

    ``file, line N, $.path: message`` as far as the error knows its place.
    """
    import typer

    from api.usecases.errors import NotThere
    from engine.case import CaseError
    from events import MalformedInput
    from store.errors import StoreError

    match error:
        case MalformedInput():
            return str(error)
        case CaseError():
            return error.message if error.path == "$" else f"{error.path}: {error.message}"
        case NotThere() | StoreError():
            return error.message
        case OSError():
            return _os_error(error)
        case typer.Abort():
            return "stopped"
    usage: Any = getattr(error, "format_message", None)
    return f"{usage()} (see paipu --help)" if usage is not None else None


def _os_error(error: OSError) -> str:
    why = error.strerror or str(error)
    return f"{error.filename}: {why}" if error.filename is not None else why
