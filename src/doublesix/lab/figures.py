"""The numbers of a simulation as tables of words, for the screen and for the report."""

from doublesix.lab.intervals import Share, share
from doublesix.lab.summary import Lengths, Matches, Opening, Side, Summary
from doublesix.lab.tables import Figures, Table
from doublesix.words import Words

_LENGTHS = ("plays", "draws", "passes", "redeals")


def players(summary: Summary, say: Words) -> str:
    """Who played, seat by seat; a single name where all are alike."""
    alike = len(set(summary.policies)) == 1
    return say.all_of(summary.policies[:1] if alike else summary.policies)


def tables(summary: Summary, say: Words) -> list[Table]:
    """All the tables there are for a simulation."""
    tell = Figures(say)
    made = [
        ended_table(summary, tell),
        sides_table(summary.sides, tell),
        leader_table(summary, tell),
        lengths_table(summary.length, tell),
        openings_table(summary.openings, tell),
    ]
    return made if summary.match is None else [*made, match_table(summary.match, summary, tell)]


def ended_table(summary: Summary, tell: Figures) -> Table:
    """How rounds ended."""
    shares = ended_shares(summary)
    rows = [(tell.say(f"figures.ended.{name}"), *tell.share(part)) for name, part in shares.items()]
    return tell.table("ended", ("ended", "rounds", "share", "interval"), rows)


def ended_shares(summary: Summary) -> dict[str, Share]:
    """How rounds ended, and who won them, by the names of the catalogue; what could not happen
    is left out."""
    counts = summary.ended | {"shared": summary.shared, "nobody": summary.nobody}
    return {
        name: share(count, summary.rounds)
        for name, count in counts.items()
        if count or name in {"out", "blocked"}
    }


def sides_table(sides: tuple[Side, ...], tell: Figures) -> Table:
    """How each side fared."""
    columns = ("side", "won", "share", "interval", "leading", "following", "points", "interval")
    rows = [
        (
            side.side,
            *tell.share(side.wins),
            tell.share(side.wins_leading)[1],
            tell.share(side.wins_following)[1],
            *tell.mean(side.points),
        )
        for side in sides
    ]
    return tell.table("sides", columns, rows)


def leader_table(summary: Summary, tell: Figures) -> Table:
    """What it is worth to lead."""
    leader = summary.leader
    rows = [
        (tell.say("figures.leader.wins"), *tell.share(leader.wins)[1:]),
        (tell.say("figures.leader.points"), *tell.mean(leader.points)),
        (tell.say("figures.leader.advantage"), *tell.mean(leader.advantage)),
    ]
    return tell.table("leader", ("leader", "value", "interval"), rows)


def lengths_table(lengths: Lengths, tell: Figures) -> Table:
    """How long rounds are."""
    rows = [
        (tell.say(f"figures.length.{name}"), *tell.mean(getattr(lengths, name)))
        for name in _LENGTHS
    ]
    return tell.table("length", ("length", "mean", "interval"), rows)


def openings_table(openings: tuple[Opening, ...], tell: Figures) -> Table:
    """How the leading side fared, by its first tile."""
    columns = ("tile", "rounds", "won", "share", "interval", "points", "interval")
    rows = [
        (opening.tile, str(opening.rounds), *tell.share(opening.wins), *tell.mean(opening.points))
        for opening in openings
    ]
    return tell.table("openings", columns, rows)


def match_table(match: Matches, summary: Summary, tell: Figures) -> Table:
    """How whole matches went."""
    rows = [
        (tell.say("figures.match.won", side=side.side), *tell.share(won)[1:])
        for side, won in zip(summary.sides, match.sides, strict=True)
    ]
    rows += [
        (tell.say("figures.match.first"), *tell.share(match.first_leader)[1:]),
        (tell.say("figures.match.rounds"), *tell.mean(match.rounds)),
    ]
    return tell.table("match", ("match", "value", "interval"), rows)
