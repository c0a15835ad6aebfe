# The course command: course.py finds the verbs in verbs/, one file each; what they share lies in rooms by purpose.
