# What chapter text may call, and how a page is filled in.
