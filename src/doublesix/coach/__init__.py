"""The coach: what should I have done? Every decision of a round with the value of each legal move.

What a seat could know then, and what came out with all tiles face up, are kept apart. The values
need the extra ``kernel``; ``reasons`` and ``hints`` do without it.
"""
