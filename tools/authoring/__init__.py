# Adding to the course: every file that a new lab or a new chapter needs, and its entry in the list.
