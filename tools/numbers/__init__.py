# The numbers that the pages of one chapter show: a chapter NN-some-slug may have tools/numbers/some_slug.py. INSTRUCTORS.md has teaching.py.
