# A student's way through the course: where one is, what comes next, and the companion that watches while one edits.
