"""What all readers of riichi logs share, so that a match told by several logs is one match.

:mod:`.source` opens a file and puts hands together, :mod:`.hand` turns acts into events and keeps
the tiles, :mod:`.ending` makes the settlement, :mod:`.tiles` and :mod:`.yaku` know how each client
spells things. The events are those that :mod:`events.formats.tenhou_mjlog` describes.
"""
