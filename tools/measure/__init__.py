# Measured tables: where they come from, what makes them, their one reader and writer.
