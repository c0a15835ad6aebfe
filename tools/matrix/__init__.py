# What the course is tested on: rows of compiler, release and architecture, each run in a clean root.
