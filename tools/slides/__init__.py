# Decks of slides, a chapter each, made of the chapters' own Markdown: what ./course slides shows.
