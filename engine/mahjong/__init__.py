"""Games of claimed discards (碰 and 杠 or 笃): the table, the wall, and the rules that they share.

The mahjong games play it with four; 青儿 with cards, other names for its sets, and three.
"""
