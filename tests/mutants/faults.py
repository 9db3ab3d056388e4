"""Faults to plant in the compiled engine: the tests must find every one of them."""

from typing import NamedTuple

CORE, LOWER = "kernel/core.py", "kernel/lower.py"


class Fault(NamedTuple):
    """A text that stands exactly once in a file of the package, and what to write instead."""

    name: str
    file: str
    right: str
    wrong: str


FAULTS = (
    # Chance and dealing
    Fault("every match has the same chance", CORE, "first + U(done))", "first)"),
    Fault(
        "the lowest tile left is dealt", CORE, "_nth(rest, _high(pool, last))", "_nth(rest, _ZERO)"
    ),
    Fault("the n-th bit is one too near", CORE, "while n:", "while n > _ONE:"),
    Fault(
        "ends that score are played like others", CORE, "book[SCORES_IN_PLAY] == _ZERO:", "True:"
    ),
    Fault("the fast way takes the first tile", CORE, "(free or choices):", "free:"),
    Fault(
        "the highest double leads for the lowest", CORE, "doubles & (_ZERO - doubles)", "doubles"
    ),
    Fault("the last of equal holders leads", CORE, "max(best, held), True", "held, True"),
    Fault("equal doubles are never dealt again", CORE, "equal and book[EQUAL_REDEALS]", "False"),
    Fault("two holders of doubles are one", CORE, "if holders == _ONE:", "if holders == _TWO:"),
    Fault("the highest tile must be led", CORE, "any_tile = book[HIGHEST_TILE_ANY]", "pass"),
    # The line
    Fault("the right end grows into the left", LOWER, "left << 3 | (high", "right << 3 | (high"),
    Fault("the right arm fits the left", CORE, "U(SUITS + 64) + (shown", "U(SUITS) + (shown"),
    Fault("an arm opens after one side", CORE, "U(12) if bare & _THREE", "U(12) if bare & _ONE"),
    Fault("doubles count once at an arm", CORE, "pips << (doubled >> U(end) & _ONE)", "pips"),
    Fault("the spinner counts too long", CORE, "_ones(bare) > _TWO:", "_ones(bare) > _ONE:"),
    Fault(
        "a lone double counts twice", LOWER, "(0 if alone else at_left", "(0 if False else at_left"
    ),
    # Turns
    Fault(
        "play always goes clockwise", LOWER, "clockwise = rules.direction is", "clockwise = True or"
    ),
    Fault("the reserve is drawn", LOWER, "game.tiles.size - rules.reserve", "game.tiles.size"),
    Fault("two tiles are drawn for one", LOWER, "return drawn == 0", "return drawn <= 1"),
    Fault(
        "drawing may stop half-way",
        LOWER,
        "pass_instead_of_draw and drawn == 0",
        "pass_instead_of_draw",
    ),
    Fault(
        "a circle of passes is one longer",
        CORE,
        "[LAST_DRAWN], passes >=",
        "[LAST_DRAWN], passes >",
    ),
    Fault("a pass counts as a play", CORE, "knocks += _ONE", "plays += _ONE"),
    Fault(
        "a draw breaks no row of passes",
        CORE,
        "_put_hand(work, turn, words, hand)\n            passes = _ZERO",
        "_put_hand(work, turn, words, hand)",
    ),
    Fault("a row of passes is forgotten", CORE, "passes += _ONE", "passes = _ONE"),
    Fault("the leader has no usual turn", CORE, "_TWO if book[SECOND_USUAL] else _ZERO", "_ZERO"),
    # Ends of rounds
    Fault(
        "blocked with tiles to draw",
        CORE,
        "if not book[NEVER_DRAWS] and next_drawn",
        "if book[NEVER_DRAWS] and next_drawn",
    ),
    Fault("one stuck seat blocks nothing", CORE, "not mine if book[ONE_STUCK] else stuck", "stuck"),
    Fault(
        "dead rounds go on",
        CORE,
        "if book[STOP_DEAD] and stuck and not _stock_fits",
        "if False and stuck and not _stock_fits",
    ),
    # Points
    Fault("the winner's own pips count", CORE, "opponents -= won *", "opponents -= 0 *"),
    Fault("points are rounded down", CORE, "return -(-points // by)", "return points // by"),
    Fault("halves are rounded down", CORE, "(2 * points + by) //", "(2 * points + by - 1) //"),
    Fault(
        "the heaviest tiles count less", LOWER, "for digit in range(5):", "for digit in range(4):"
    ),
    Fault(
        "partners' pips are not deducted",
        LOWER,
        "PartnerPips.DEDUCTED: -1",
        "PartnerPips.DEDUCTED: 0",
    ),
    Fault("points fall below nothing", CORE, "made if made > 0 or plain else 0", "made"),
    Fault("the other pair gets no difference", CORE, "max(-lead, 0)", "0"),
    Fault(
        "an equal lightest tile wins",
        CORE,
        "winners if winners & (winners - 1) == 0 else 0",
        "winners",
    ),
    # Matches
    Fault("a target must be passed", CORE, "most >= np.int64", "most > np.int64"),
    Fault(
        "a target at once must be passed",
        CORE,
        "if reached >= np.int64(book[TARGET])",
        "if reached > np.int64(book[TARGET])",
    ),
    Fault(
        "an exact target may not be hit", CORE, "if reached > np.int64", "if reached >= np.int64"
    ),
    Fault("totals last into the next match", CORE, "work[U(TOTALS) + side] = work[U(B", "work[U(B"),
    Fault("the lead rotates clockwise", CORE, "leading += book[STEP]", "leading += _ONE"),
    Fault("the last of equal hands leads", CORE, "pips < fewest:", "pips <= fewest:"),
    # Players
    Fault("a greedy player ignores doubles", CORE, "* _TWO + double)", "* _TWO)"),
    Fault("a greedy player draws", CORE, "_ZERO if choices else draws & may_pass", "_ZERO"),
    # Beliefs
    Fault("a tie is as good as the most", CORE, "b[c + U(C_TIES)] == _ZERO or", "False or"),
    Fault("a higher double of others is missed", CORE, "or notes & b[at + U(C_BEATS)]", "or False"),
    Fault("needs are never due", CORE, "if b[level + U(L_DUE)] & ~notes:", "if False:"),
    Fault(
        "pools that become one stand for one",
        CORE,
        "times *= np.float64(here)",
        "_ = np.float64(here)",
    ),
    Fault("room is left over", CORE, "ways[node] = 1.0 if ends_well else 0.0", "ways[node] = 1.0"),
    Fault("the first slot gets all", CORE, "slot = here if pick >= left", "slot = here if False"),
    Fault(
        "only one tile of the stock is laid out",
        CORE,
        "rest, count = world[W_SLOTS], b[B_STOCK]",
        "rest, count = world[W_SLOTS], b[B_STOCK] & U(1)",
    ),
    # What the net is shown
    Fault("who leads covers a number", CORE, "U(SHOWED if leads else COVERED)", "U(COVERED)"),
    Fault(
        "a number that was shown before is forgotten",
        CORE,
        "work[U(SHOWED) + seat] +=",
        "work[U(SHOWED) + seat] =",
    ),
    # What moves tell of those who make them
    Fault(
        "who goes by thumb rules lays the heaviest",
        CORE,
        "if habit == BY_WEIGHT:",
        "if habit == BY_THUMB:",
    ),
    Fault(
        "an end with the same number is another one",
        CORE,
        "there = _number_at(words, ends, line, other & last)",
        "there = other & last",
    ),
    Fault(
        "who can lay a tile may as well draw",
        CORE,
        "            share = 0.0",
        "            share = 1.0",
    ),
    Fault(
        "nothing is by chance",
        CORE,
        "calc[K_ODDS + BY_CHANCE] -= np.float32(np.log(np.float64(options)))",
        "pass",
    ),
    Fault(
        "everybody plays as in the first world",
        CORE,
        "players[U(number) * book[SEATS] + seat]",
        "players[U(seat)]",
    ),
    Fault("the first world is the only one", CORE, "world = U(number) *", "world = _ZERO *"),
    # What a round is worth to a match, and the tree
    Fault("a shared win is a whole one", CORE, "won / np.float64(count)", "won"),
    Fault(
        "points before the round do not count", CORE, "if equity[E_KIND] == BY_MATCH:", "if False:"
    ),
    Fault("who is ahead has won", CORE, "BY_POINTS or most >= target:", "BY_POINTS or True:"),
    Fault(
        "nobody else gets there first",
        CORE,
        "alone *= 1.0 - 0.5 * (there",
        "_ = 1.0 - 0.5 * (there",
    ),
    Fault("worths are not stretched", CORE, "if equity[U(E_SPAN) + side] > 0.0:", "if False:"),
    Fault("a visit is not counted", CORE, "tree[here + U(TREE_VISITS)] += _ONE", "pass"),
    Fault("every seat wants the same", CORE, "(found & U(7))] * WHOLE", "_ZERO] * WHOLE"),
    Fault("chances are not counted", CORE, "tree[here + U(TREE_CHANCES)] += _ONE", "pass"),
    Fault(
        "every move leads to one node",
        CORE,
        "key = node << _CODE_BITS | code",
        "key = node << _CODE_BITS",
    ),
)
