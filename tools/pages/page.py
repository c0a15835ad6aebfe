# The page that is being written: its chapter, meant where a call in the text names none, and how it writes a number.
from __future__ import annotations

import contextlib
import contextvars
import functools
import re
from collections.abc import Callable, Iterator
from typing import TypeVar

from tools.errors import CourseError
from tools.model import Chapter, find_chapters

Value = TypeVar("Value")  # what a function of a chapter returns: text, or a number to reckon with
_chapter: contextvars.ContextVar[Chapter | None] = contextvars.ContextVar("the page's chapter", default=None)


@contextlib.contextmanager
def page_of(chapter: Chapter | None) -> Iterator[None]:
    """Inside, calls that name no chapter mean this one; None: a page that is in no chapter."""
    token = _chapter.set(chapter)
    try:
        yield
    finally:
        _chapter.reset(token)


def of_chapter(function: Callable[..., Value]) -> Callable[..., Value]:
    """Lets a call leave out the first argument, a Chapter; one that gives it may write '01' or '01-coalescing'."""

    @functools.wraps(function)
    def call(*args: object, chapter: object = None, **options: object) -> Value:
        if chapter is None and args and (isinstance(args[0], Chapter) or _is_slug(args[0])):
            chapter, args = args[0], args[1:]
        return function(_found(chapter, function.__name__), *args, **options)

    return call


def _is_slug(word: object) -> bool:
    return isinstance(word, str) and re.fullmatch(r"\d\d(-[a-z].*)?", word) is not None


def _found(chapter: object, caller: str) -> Chapter:
    if chapter is None:
        chapter = _chapter.get()
        if chapter is None:
            raise CourseError(f"{caller}: this page is in no chapter, so the call must name one: {caller}('01', …)")
    return chapter if isinstance(chapter, Chapter) else find_chapters([str(chapter)])[0]
