# The book of the same Markdown: what ./course site stages, and what Sphinx makes of it.
from __future__ import annotations

import importlib.util


def can_build(*packages: str) -> str:
    """The reason why not, or ''."""
    missing = [name for name in packages or ("sphinx", "myst_parser", "furo") if importlib.util.find_spec(name) is None]
    return f"this Python has no {', '.join(missing)}" if missing else ""
