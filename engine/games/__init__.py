"""One folder a game, every folder with the same files; nothing outside a folder knows its rules."""
