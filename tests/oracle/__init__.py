"""A second referee, written from the rules alone: slow, plain, and sharing nothing with the engine.

Tiles are pairs of numbers, moves are words, rules are the plain values of a rulebook.
"""

from tests.oracle.line import Line
from tests.oracle.opening import Leads, find_leads
from tests.oracle.table import Outcome, Table

__all__ = ["Leads", "Line", "Outcome", "Table", "find_leads"]
