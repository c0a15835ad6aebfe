# Formulas as MathML, for the site and for slides.
from __future__ import annotations

from typing import Any

from docutils import nodes
from docutils.utils.math import MathError
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.application import Sphinx
from sphinx.util import logging

AFTER_A_NAME = "<mo>&ApplyFunction;</mo>"  # between ln and n; browsers set it without the space that a book has there
LOG = logging.getLogger(__name__)


def write_formula(self: Any, node: nodes.math | nodes.math_block) -> None:
    """A formula as MathML: every browser of today shows it, with no script and no font of its own."""
    as_block = isinstance(node, nodes.math_block)
    try:
        formula = tex2mathml(node.astext(), as_block=as_block)
        self.body.append(formula.replace(AFTER_A_NAME, AFTER_A_NAME.replace("<mo>", '<mo rspace="0.17em">')))
    except MathError as error:
        LOG.warning("a formula that cannot be shown: %s", error, location=node)
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_html_math_renderer("mathml", (write_formula, None), (write_formula, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True, "version": "1"}
