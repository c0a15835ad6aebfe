# Pages that need nothing else: what ./course profile and ./course check write with --html.
