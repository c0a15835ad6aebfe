# The verbs of the course command. A file here IS a verb: HELP, EXAMPLES, add_arguments(parser), run(args).
