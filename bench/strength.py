"""The strong bots against those below them, in every book at every table, until it is certain who
is better. Rounds are played; where tiles score while they are laid, matches."""

import sys
from collections.abc import Iterator, Sequence

from doublesix import rules
from doublesix.bots import with_budget
from doublesix.lab.arena.contest import Contest, Until, checked
from doublesix.lab.arena.holding import hold
from doublesix.lab.arena.summary import Pair, summarize

BUDGET, MOST = "5ms", 2000
PAIRS = (("search", "greedy"), ("search", "heuristic"), ("master", "search"))


def tables(names: Sequence[str]) -> Iterator[tuple[str, int]]:
    """These games, or all books, at each of their tables; ``draw:2`` is one table."""
    for name in names or rules.BOOKS:
        book, colon, seats = name.rpartition(":")
        if colon and seats.isdigit():
            yield book, int(seats)
        else:
            yield from ((name, count) for count in rules.load(name).seats)


def meet(name: str, seats: int, bots: tuple[str, str], most: int) -> Pair:
    """Let two bots play until it is certain which is better."""
    book = rules.load(name)
    contest = Contest(book, seats, bots, most, Until(), in_matches=bool(book.in_play))
    (pair,) = summarize(hold(checked(contest))).pairs
    return pair


def main() -> None:
    """Run everything: bench/run strength [BUDGET [MOST [GAME...]]]."""
    budget = sys.argv[1] if len(sys.argv) > 1 else BUDGET
    most = int(sys.argv[2]) if len(sys.argv) > 2 else MOST
    for name, seats in tables(sys.argv[3:]):
        for first, second in PAIRS:
            bots = with_budget(first, budget), with_budget(second, budget)
            pair = meet(name, seats, bots, most)
            low, high = pair.wins.interval or (0.0, 1.0)
            won = f"{100 * pair.wins.mean:5.1f} ({100 * low:.1f} to {100 * high:.1f})"
            table = f"{name}:{seats}"
            print(
                f"{table:22} {bots[0]:12} {bots[1]:12} {pair.deals:5} deals {won} {pair.verdict}",
                flush=True,
            )


if __name__ == "__main__":
    main()
