"""A whole Tenhou log: its head, its hands one after the other, and what lies between them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from msgspec.structs import replace

from events.formats.content import MAX_LINES, unpack
from events.formats.reading import (
    HandRead,
    MatchRead,
    Places,
    Remark,
    State,
    Unreadable,
    WallCheck,
    refused,
    whole,
)
from events.formats.tenhou_mjlog.head import ATTRIBUTES as HEAD_ATTRIBUTES
from events.formats.tenhou_mjlog.head import Head, log_id
from events.formats.tenhou_mjlog.play import ATTRIBUTES, DISCARDS, DRAWS, Game, Play
from events.formats.tenhou_mjlog.tags import Broken, Tag, Token, tokens
from events.formats.tenhou_mjlog.wall import Dealt, Wall, Walls, prove
from events.model import Close, Deal, Match

NAME = "tenhou-mjlog"
LACKS = ("times", "passes", "beaten claims")
MAX_TAGS = 500_000
MAX_HANDS = 5_000
"""A file of more tags or hands is refused."""
MAX_HAND_TAGS = 5_000
"""Most tags of one hand, or before the first; the longest real hands have some 400."""

_LIMITS = (("tags", b"<", MAX_TAGS), ("hands", b"<INIT", MAX_HANDS), ("lines", b"\n", MAX_LINES))
_FAMILIAR = re.compile(rb"<(?:mjloggm|SHUFFLE|GO|UN|TAIKYOKU|INIT)\b")
_PLAY = {*DRAWS, *DISCARDS, "N", "DORA", "REACH", "RYUUKYOKU"}
_RESULTS = {"AGARI", "RYUUKYOKU"}


@dataclass
class _Part:
    """A stretch of a log: its head, or one hand."""

    start: int
    tokens: list[Token] = field(default_factory=list)
    end: int = 0
    settled: bool = False


@dataclass
class _Document:
    """One ``<mjloggm>``: its parts, and what stands behind its closing tag."""

    parts: list[_Part]
    root: Tag | None = None
    closed: bool = False
    loose: list[Token] = field(default_factory=list)


def read(data: bytes, name: str = "") -> Iterator[MatchRead]:
    """The matches of a log, which is one as a rule; see :mod:`events.formats.reading`."""
    content = unpack(data)
    if isinstance(content, Remark):
        yield refused(NAME, data, content)
        return
    text = content.text
    if not text.strip():
        yield refused(NAME, data, whole("empty", "the file is empty"))
        return
    if not _FAMILIAR.search(text):
        message = "there is no tag of a Tenhou log in it"
        yield refused(NAME, data, whole("not_this_format", message))
        return
    for what, mark, most in _LIMITS:
        if text.count(mark) > most:
            yield refused(NAME, data, whole("too_large", f"more than {most:,} {what}"))
            return
    documents = _documents(text)
    places = Places(text)
    for number, document in enumerate(documents):
        about: dict[str, Any] = {"sha256": sha256(data).hexdigest()}
        if len(documents) == 1:
            about["ref"] = log_id(name)
        reader = _Reader(text, places, document, number)
        result = reader.read(data, about)
        yield replace(result, notes=(*content.notes, *result.notes))


def _documents(text: bytes) -> list[_Document]:
    documents = [_Document([_Part(0)])]
    for token in tokens(text):
        document = documents[-1]
        part = document.parts[-1]
        if isinstance(token, Tag) and token.name == "mjloggm":
            begun = any(isinstance(earlier, Tag) for earlier in part.tokens)
            if begun or document.closed or len(document.parts) > 1:
                part.end = part.end or token.start
                documents.append(_Document([_Part(token.start)]))
            documents[-1].root = token
        elif document.closed:
            document.loose.append(token)
        elif isinstance(token, Tag) and token.name == "/mjloggm":
            document.closed = True
            part.end = token.start
        elif not token.name.startswith("/"):  # the elements are empty: their end says nothing
            _place(document, token)
    last = documents[-1].parts[-1]
    last.end = last.end or len(text)
    return documents


def _place(document: _Document, token: Token) -> None:
    """Put a token into the hand it belongs to, or begin the next hand with it."""
    part = document.parts[-1]
    head = len(document.parts) == 1
    begins = token.name == "INIT"
    if (part.settled or head) and not (isinstance(token, Broken) and token.code == "cut"):
        # Play after a settlement, or before any deal: the INIT of that hand is lost.
        begins = begins or token.name in _PLAY or (head and token.name == "AGARI")
    if begins:
        part.end = token.start
        part = _Part(token.start)
        document.parts.append(part)
    part.tokens.append(token)
    part.settled = part.settled or token.name in _RESULTS


class _Reader:
    """Reads one document; ``number`` counts the documents of a file."""

    def __init__(self, text: bytes, places: Places, document: _Document, number: int) -> None:
        self.text = text
        self.places = places
        self.document = document
        self.number = number
        self.notes: list[Remark] = []

    def read(self, data: bytes, about: dict[str, Any]) -> MatchRead:
        """The match: its event, its hands, its close. ``about``: digest and log id of the file."""
        head_part, *parts = self.document.parts
        head = Head()
        if self.number:
            head.source["document"] = self.number
        try:
            self._read_root(head)
            self._read_head(head, head_part)
            match = head.match(about)
        except Unreadable as error:
            return refused(NAME, data, self._no_match(error))
        game = Game(len(match.players), "red_fives" not in (match.options or {}), head.names)
        walls = Walls(head.seed, game.players)
        if walls.problem:
            self._note("seed", walls.problem, head_part.start)
        hands: list[HandRead] = []
        tail: tuple[Close, ...] = ()
        seq = 1
        for number, part in enumerate(parts):
            hand = _Hand(self, game, part, last=part is parts[-1])
            read = hand.read(number, seq, walls)
            hands.append(read)
            seq += len(read.events)
            tail = hand.close
        self._end()
        hands += [self._loose(token, seq + len(tail)) for token in self.document.loose]
        return self._result(match, hands, tail)

    def _no_match(self, error: Unreadable) -> Remark:
        code, message, offset = error.code, error.message, error.offset
        document = self.document
        if code == "no_match":
            offset = document.parts[0].start
            if not document.closed and len(document.parts) == 1:
                code, message = "cut", f"the log ends before its players: {message}"
        return self.places.remark(code, message, offset)

    def _result(self, match: Match, hands: list[HandRead], tail: tuple[Close, ...]) -> MatchRead:
        walls = any(hand.wall is not None and hand.wall.state == "proved" for hand in hands)
        return MatchRead(
            format=NAME,
            match=match,
            hands=tuple(hands),
            tail=tail,
            notes=tuple(self.notes),
            lacks=LACKS if walls else (*LACKS, "wall"),
        )

    def _read_root(self, head: Head) -> None:
        root = self.document.root
        if root is None:
            return
        if "ver" in root.attributes:
            head.source["ver"] = root.attributes["ver"]
        if not root.attributes.keys() <= {"ver"}:
            self._keep(head, root, "unknown_attribute", "of the root element")

    def _keep(self, head: Head, token: Token, code: str, message: str) -> None:
        self._note(code, message, token.start)
        head.keep_unknown(self.source_text(token), token.start)

    def _read_head(self, head: Head, part: _Part) -> None:
        if len(part.tokens) > MAX_HAND_TAGS:
            raise Unreadable("too_long", f"more than {MAX_HAND_TAGS:,} tags", part.start)
        for token in part.tokens:
            if isinstance(token, Broken):
                if token.code != "cut":
                    self._keep(head, token, token.code, token.message)
            elif not head.add(token):
                self._keep(head, token, "unknown_tag", f"{token.name:.200} before the first hand")
            else:
                known = HEAD_ATTRIBUTES[token.name]
                if known is not None and not token.attributes.keys() <= known:
                    extra = ", ".join(sorted(token.attributes.keys() - known))
                    self._keep(head, token, "unknown_attribute", f"{token.name} {extra:.200}")

    def _end(self) -> None:
        if not self.document.closed:
            message = "the log ends without its closing tag"
            self._note("not_closed", message, self.document.parts[-1].end)

    def _note(self, code: str, message: str, offset: int) -> None:
        self.notes.append(self.places.remark(code, message, offset))

    def source_text(self, token: Token) -> str:
        """A token as it stands in the log."""
        return self.text[token.start : token.end].decode("utf-8", "backslashreplace")

    def _loose(self, token: Token, seq: int) -> HandRead:
        """Something behind the closing tag."""
        message = "bytes behind the end of the log"
        return HandRead(
            number=None,
            state="quarantined",
            first=seq,
            line=self.places.line(token.start),
            start=token.start,
            end=token.end,
            fault=self.places.remark("broken_tag", message, token.start),
            raw=self.text[token.start : token.end],
        )


class _Hand:
    """Reads one hand. ``close`` is the close of the match where this hand brings it."""

    def __init__(self, reader: _Reader, game: Game, part: _Part, *, last: bool) -> None:
        self.reader = reader
        self.game = game
        self.part = part
        self.last = last
        self.notes: list[Remark] = []
        self.close: tuple[Close, ...] = ()

    def read(self, number: int, seq: int, walls: Walls) -> HandRead:
        """The hand's events, or why there are none."""
        play = Play(self.game, number, seq)
        init = self.part.tokens[0]
        shuffle = init.attributes.get("shuffle", "") if isinstance(init, Tag) else ""
        wall = walls.next(shuffle)
        try:
            self._play(play)
        except Unreadable as error:
            return self._done(play, "quarantined", self._remark(error))
        check = self._prove(play, wall, walls.problem)
        if play.results:
            if self.last:
                self.close = tuple(r.close for r in play.results[-1:] if r.close is not None)
            return self._done(play, "whole", None, check)
        if self.reader.document.closed or not self.last:
            fault = Unreadable("unsettled", "the hand has no AGARI or RYUUKYOKU", self.part.end)
        else:
            fault = Unreadable("cut", "the log ends in the middle of the hand", self.part.end)
        return self._done(play, "incomplete", self._remark(fault), check)

    def _play(self, play: Play) -> None:
        if len(self.part.tokens) > MAX_HAND_TAGS:
            raise Unreadable("too_long", f"more than {MAX_HAND_TAGS:,} tags", self.part.start)
        for token in self.part.tokens:
            if isinstance(token, Tag):
                if not play.events and token.name != "INIT":
                    raise Unreadable("no_deal", "play without an INIT before it", token.start)
                self._tag(play, token)
            elif token.code == "doctype" or (play.results and token.name not in ("", "AGARI")):
                self._keep(play, token, token.code, token.message)
            elif token.code != "cut":
                raise Unreadable(token.code, token.message, token.start)
        play.finish()

    def _tag(self, play: Play, tag: Tag) -> None:
        known = ATTRIBUTES.get(tag.name)
        if known is None:
            self._keep(play, tag, "unknown_tag", f"{tag.name:.200} is not known")
            return
        play.add(tag)
        if not tag.attributes.keys() <= known:
            extra = ", ".join(sorted(tag.attributes.keys() - known))
            self._keep(play, tag, "unknown_attribute", f"{tag.name} {extra:.200}")
        elif "owari" in tag.attributes and not self.last:
            self._keep(play, tag, "unknown_attribute", f"{tag.name} owari before the last hand")

    def _keep(self, play: Play, token: Token, code: str, message: str) -> None:
        self.notes.append(self.reader.places.remark(code, message, token.start))
        play.keep_unknown(self.reader.source_text(token), token.start)

    def _prove(self, play: Play, wall: Wall | None, problem: str) -> WallCheck | None:
        """Hold the wall against the play; the deal gets it when it fits."""
        if not play.events:
            return None
        deal = play.events[0]
        assert isinstance(deal, Deal)
        if wall is None:
            return WallCheck(state="no seed", message=problem)
        ura = max((result.ura for result in play.results), key=len, default=())
        shown = Dealt(deal.dealer, deal.dice or (), play.dealt, play.draws, play.indicators, ura)
        check = prove(wall, shown)
        if check.state == "proved":
            play.events[0] = replace(deal, wall=play.text(wall.tiles))
        else:
            message = f"{check.message}; the wall is left out"
            self.notes.append(self.reader.places.remark("wall_differs", message, self.part.start))
        return check

    def _remark(self, error: Unreadable) -> Remark:
        return self.reader.places.remark(error.code, error.message, error.offset)

    def _done(
        self, play: Play, state: State, fault: Remark | None, wall: WallCheck | None = None
    ) -> HandRead:
        part = self.part
        return HandRead(
            number=play.number,
            state=state,
            events=tuple(play.events) if state != "quarantined" else (),
            first=play.first,
            line=self.reader.places.line(part.start),
            start=part.start,
            end=part.end,
            fault=fault,
            raw=b"" if state == "whole" else self.reader.text[part.start : part.end],
            notes=tuple(self.notes),
            wall=wall,
        )
