# Where a student is, and what is next: what ./course alone says.
from __future__ import annotations

from tools.console import paint, say
from tools.files import shown_path
from tools.model import Lab, load_course
from tools.state import lab_state
from tools.study.sections import after, before
from tools.taught import load_class


def show() -> int:
    course, labs = load_course(), load_class().labs
    states = {lab: lab_state(lab) for lab in labs}
    solved = [lab for lab, state in states.items() if state.state == "solved"]
    won = sum(state.score or 0 for state in states.values())
    total = sum(lab.total for lab in labs)
    say(f"{course.name}: {course.tagline}", "bold")
    say(f"{won} of {total} points, {len(solved)} of {len(labs)} labs solved.")
    last = max((lab for lab, state in states.items() if state.when), key=lambda lab: states[lab].when, default=None)
    if last:
        chapter = next(chapter for chapter in course.chapters if chapter.slug == last.slug)
        there = [lab for lab in labs if lab.slug == last.slug]
        here = [lab for lab in there if states[lab].state == "solved"]
        say(
            f"You are in chapter {int(last.slug[:2])}, {chapter.title}: {len(here)} of its {len(there)} labs solved; "
            f"last checked: {last.name}, {states[last].score} of {last.total} points."
        )
    lab = last if last and states[last].state != "solved" else next_lab(last)
    say()
    if lab is None:
        say("Every lab is solved. ./course list shows them all.", "green")
    else:
        if section := before(lab):
            say(f"{paint('Read', 'bold')}   {section.words}   {section.address}")
        say(f"{paint('Edit', 'bold')}   {shown_path(lab.path)}   {lab.title}")
        say(f"{paint('Check', 'bold')}  ./course check {lab.name} --watch")
        say(f"{paint('Stuck', 'bold')}  ./course hint {lab.name}")
    say()
    say("./course list shows every lab, ./course --help every command.", "dim")
    return 0


def next_lab(lab: Lab | None) -> Lab | None:
    """The first after it, in the course's order and then from its beginning, that is not solved."""
    labs = list(load_class().labs)
    place = labs.index(lab) + 1 if lab else 0
    return next((one for one in labs[place:] + labs[:place] if one != lab and lab_state(one).state != "solved"), None)


def say_what_follows(lab: Lab) -> None:
    """After full points: the chapter's next section, and the next lab."""
    if section := after(lab):
        say(f"  Read on: {section.words}   {section.address}")
    if following := next_lab(lab):
        say(f"  Next lab: {following.name}   {following.title}   {shown_path(following.path)}")
    else:
        say("  Every lab is solved.", "green")
    say()
