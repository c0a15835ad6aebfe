# Grading: a submission in a process of its own, its verdict in words and files.
