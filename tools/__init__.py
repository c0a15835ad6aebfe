# The course command: course.py finds the verbs in verbs/, one file each; the rest is what they share.
