"""Which games are learned, and how often."""

from doublesix.lab.learning.course import course


def test_one_table_can_be_learned_more_often() -> None:
    """At a table for two, twice as often as is said; half of it in matches."""
    plain = {subject.name: subject.share for subject in course([])}
    asked = course([("block:3", 3.0), ("draw:2", 1.0)])
    more = [(subject.name, subject.share) for subject in asked[len(plain) :]]
    assert more == [
        ("block:3", 1.5),
        ("block:3:match", 1.5),
        ("draw:2", 1.0),
        ("draw:2:match", 1.0),
    ]
    assert plain["block:3"] + plain["block:3:match"] == 1
