# The one exception that a person sees as a sentence: what is wrong and what to do.


class CourseError(Exception):
    """Ends the command with exit status 2 and this one message; never a traceback."""
