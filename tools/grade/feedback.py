# What a student gets to see, as a page; and a class's points as a learning platform takes them.
from __future__ import annotations

import csv
import html
import io
import pathlib
import re
import zipfile
from collections.abc import Iterable

from tools.grade.private import for_student
from tools.grade.roster import Person, Roster
from tools.model import Lab, load_course

STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse}"
    "td,th{border:1px solid #8888;padding:.2rem .6rem;text-align:left}pre{white-space:pre-wrap;background:#8882;padding:.6rem;"
    "overflow-wrap:anywhere}@media(prefers-color-scheme:dark){body{background:#111;color:#ddd}}"
)
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
SHOWN_OUTPUT = 4000  # characters
FORMULA = tuple("=+-@＝＋－＠\t\r")


def page(name: str, labs: list[dict], seeds: list[int]) -> str:
    """`labs` are results as ./course grade writes them. All that a student has written is text here."""
    text = html.escape
    won, total = sum(lab["score"] for lab in labs), sum(lab["total"] for lab in labs)
    parts = [
        '<!doctype html><html lang="en"><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{text(POLICY)}">',
        f"<title>{text(load_course().name)}: {text(name)}</title><style>{STYLE}</style>",
        f"<h1>{text(name)}: {won:g} of {total} points</h1>",
        "<table><tr><th>lab<th>status<th>points</tr>",
        *(
            f"<tr><td>{text(lab['lab'])}<td>{text(lab['status'])}<td>{lab['score']:g} of {lab['total']}</tr>"
            for lab in labs
        ),
        "</table>",
    ]
    for lab in labs:
        parts += [f"<h2>{text(lab['lab'])}</h2>", *_lab(for_student(lab))]
    if seeds:
        again = " ".join(f"--seed {seed}" for seed in seeds[:1])
        parts.append(
            f"<p>The same again, bit for bit: <code>./course check LAB {again}</code> with the file as it was graded.</p>"
        )
    return "\n".join(parts) + "\n"


def _lab(lab: dict) -> Iterable[str]:
    text = html.escape
    for suite in lab["suites"]:
        yield f"<p>{text(suite['suite'])}: {suite['points']} of {suite['of']} points.</p>"
    if late := lab.get("late"):
        yield f"<p>{text(late['words'])}</p>"
    said: dict[str, list[str]] = {}
    for test in lab["tests"]:
        if test["result"] == "fail":
            said.setdefault("\n".join(test["messages"]), []).append(f"{test['suite']}.{test['test']}")
    for words, tests in said.items():
        more = f" and {len(tests) - 3} more" if len(tests) > 3 else ""
        yield f"<p>{text(', '.join(tests[:3]))}{more}</p><pre>{text(words)}</pre>"
    if not said:
        yield "<p>Every test passed.</p>"
    if lab["output"].strip():
        yield f"<p>It printed:</p><pre>{text(lab['output'][:SHOWN_OUTPUT])}</pre>"


def platform_csv(
    roster: Roster, people: dict[str, Person], rows: dict[str, list[dict]], labs: list[Lab], columns: dict[str, str]
) -> str:
    """The roster with points in it: in the columns that class.toml names, in Moodle's `Grade`, or in new ones. All else
    stays as it was, so that the platform finds its own numbers and names again."""
    # Canvas makes an assignment of every column that it does not know, and a total would count all of them twice.
    total = columns.get("total", "Grade" if roster.is_moodle else "" if columns or roster.is_canvas else "Total")
    wanted = {lab.name: columns.get(lab.name, "" if columns or roster.is_moodle else lab.name) for lab in labs}
    header = list(roster.header)
    for column in [*wanted.values(), total]:
        if column and column not in header:
            header.append(column)
    comments = header.index("Feedback comments") if "Feedback comments" in header else None
    by_row = {person.row: rows[name] for name, person in people.items() if name in rows}
    made = io.StringIO()
    # Moodle's import wants commas, whatever a spreadsheet has made of its worksheet.
    writer = csv.writer(made, delimiter="," if roster.is_moodle else roster.delimiter, lineterminator="\n")
    writer.writerow([unformula(cell) for cell in header])
    for number, row in enumerate(roster.rows):
        cells = [*row, *[""] * (len(header) - len(row))]
        for lab in by_row.get(number, []):
            if mine := wanted.get(lab["lab"]):
                cells[header.index(mine)] = f"{lab['score']:g}"
        if number in by_row:
            if total:
                cells[header.index(total)] = f"{sum(lab['score'] for lab in by_row[number]):g}"
            if comments is not None:
                said = [f"{lab['lab']}: {lab['score']:g} of {lab['total']}, {lab['status']}" for lab in by_row[number]]
                cells[comments] = "; ".join(said)
        if roster.is_canvas and cells[0].strip() == "Points Possible":
            for taught in labs:
                if (mine := wanted[taught.name]) and mine not in roster.header:
                    cells[header.index(mine)] = str(taught.total)
        writer.writerow([unformula(cell) for cell in cells])
    return ("\ufeff" if roster.mark else "") + made.getvalue()


def unformula(cell: str) -> str:
    """A spreadsheet takes a cell that starts so for a formula; a name may be one, and a negative number is none."""
    if cell.lstrip(" ")[:1] not in FORMULA or cell.strip() in ("", "-"):  # "-" is Moodle's for nothing
        return cell
    try:
        float(cell)
        return cell
    except ValueError:
        return "'" + cell


def packed(pages: dict[str, str], folders: dict[str, str]) -> bytes:
    """The pages as Moodle takes feedback files back: each in a folder of the name that its work came in."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in pages.items():
            folder = pathlib.PurePosixPath(folders.get(name) or name).name.removesuffix(".zip")
            folder = re.sub(
                r"(_\d+_assignsubmission_file_).*", r"\1", folder, flags=re.S
            )  # where a file came without one
            archive.writestr(
                zipfile.ZipInfo(f"{folder.replace(chr(92), '_')}/feedback.html", (1980, 1, 1, 0, 0, 0)), text
            )
    return made.getvalue()
