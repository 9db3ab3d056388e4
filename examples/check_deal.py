"""Deal the tiles of a proof again, with nothing but Python: python check_deal.py PROOF

It shows how little it takes to check a deal without trusting Doublesix; docs/fair-deal.md tells
the same in words. Whether the book really deals again where the proof says so takes the rulebook:
that is left to `doublesix verify`.
"""

import hashlib
import sys
import tomllib


def words(key):
    """Numbers below 2**64, without end."""
    count = 0
    while True:
        block = hashlib.sha256(key + count.to_bytes(8, "big")).digest()
        for at in (0, 8, 16, 24):
            yield int.from_bytes(block[at : at + 8], "big")
        count += 1


def below(bound, stream):
    """The next number from 0 up to, not including, the bound."""
    limit = 2**64 - 2**64 % bound
    return next(word for word in stream if word < limit) % bound


def deal(stream, top, seats, hand):
    """One shuffle, dealt out: the hands from seat A on, and the stock."""
    left = [f"{high}-{low}" for high in range(top + 1) for low in range(high + 1)]
    order = []
    while len(left) > hand:
        order.insert(0, left.pop(below(len(left), stream)))
    order = left + order
    hands = [set(order[seat * hand : (seat + 1) * hand]) for seat in range(seats)]
    return hands, order[seats * hand :]


def problem(proof, here):
    """What is wrong with a round; nothing if it was dealt fairly."""
    if hashlib.sha256(bytes.fromhex(here["secret"])).hexdigest() != here["commitment"]:
        return "the secret is not the one that was committed to"
    numbers = [str(here["match"]), str(here["number"])]
    lines = ["doublesix fair deal 1", proof["table"], *numbers, here["secret"], *here["entropy"]]
    key = hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).digest()
    hands, stock = [set(hand.split()) for hand in here["hands"]], here["stock"].split()
    size = sum(map(len, hands)) + len(stock)
    top = next(top for top in range(13) if (top + 1) * (top + 2) // 2 == size)
    stream = words(key)
    for _ in range(here["redeals"] + 1):
        dealt = deal(stream, top, len(hands), len(hands[0]))
    return "" if dealt == (hands, stock) else "these are not the tiles that were dealt"


def main():
    with open(sys.argv[1], "rb") as file:
        proof = tomllib.load(file)
    wrong = 0
    for here in proof["round"]:
        found = problem(proof, here)
        print(f"match {here['match']}, round {here['number']}: {found or 'fair'}")
        wrong += bool(found)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
