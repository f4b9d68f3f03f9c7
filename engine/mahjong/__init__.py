"""The four-player mahjong games: the table, the wall, and the rules that they share."""
