"""The strong bots against those below them, in every book at every table: until it is certain who
is better, or a number of deals that is fixed beforehand, which shows smaller differences. Rounds
are played; where tiles score while they are laid, matches."""

from argparse import ArgumentParser
from itertools import product

from doublesix import rules
from doublesix.bots import with_budget
from doublesix.errors import DoublesixError
from doublesix.lab.arena.contest import Contest, Until, checked
from doublesix.lab.arena.holding import hold
from doublesix.lab.arena.summary import Pair, summarize
from doublesix.lab.named import tables_of

PAIRS = ("search,greedy", "search,heuristic", "master,search")


def told(pair: Pair) -> str:
    """What came of it, in one line."""
    low, high = pair.wins.interval or (0.0, 1.0)
    won = f"{100 * pair.wins.mean:5.1f} ({100 * low:.1f} to {100 * high:.1f})"
    return f"{pair.first:12} {pair.second:12} {pair.deals:5} deals {won} {pair.verdict}"


def main() -> None:
    """Let bots meet, game by game."""
    parser = ArgumentParser(prog="bench/run strength", description=__doc__)
    parser.add_argument("games", nargs="*", help="books, or tables such as draw:2")
    parser.add_argument("--budget", default="5ms", help="what a move may cost")
    parser.add_argument("--deals", type=int, default=2000, help="how many, or at most")
    parser.add_argument("--fixed", action="store_true", help="play all of them")
    parser.add_argument(
        "--pairs",
        nargs="+",
        default=PAIRS,
        help="who meets, as in master,search; games after it need a -- before them",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int)
    asked = parser.parse_args()
    until = None if asked.fixed else Until()
    try:
        pairs = [
            tuple(with_budget(bot, asked.budget) for bot in names.split(","))
            for names in asked.pairs
        ]
        tables = [table for name in asked.games or rules.BOOKS for table in tables_of(name)]
        contests = [
            (
                f"{name}:{seats}",
                checked(
                    Contest(
                        book,
                        seats,
                        bots,
                        asked.deals,
                        until,
                        in_matches=bool(book.in_play),
                        seed=asked.seed,
                    )
                ),
            )
            for (name, book, seats), bots in product(tables, pairs)
        ]
    except DoublesixError as error:
        parser.error(str(error))
    for table, contest in contests:
        (pair,) = summarize(hold(contest, workers=asked.workers)).pairs
        print(f"{table:22} {told(pair)}", flush=True)


if __name__ == "__main__":
    main()
