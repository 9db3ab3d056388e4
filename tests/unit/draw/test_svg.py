"""Pictures of tiles: what they show, and that they need nothing else."""

import re
from itertools import combinations, product
from math import dist
from xml.etree import ElementTree

from doublesix import rules
from doublesix.draw.layout import Line, lay_out
from doublesix.draw.svg import PIPS, RADII, svg, tile_svg
from doublesix.engine import deal_round, new_game
from doublesix.engine.events import Played
from doublesix.rng import Rng
from tests.record import at_random, play_round
from tests.setting import game_of
from tests.unit.draw.watched import Watched, lay_by_chance, read

SVG = "{http://www.w3.org/2000/svg}"
DARK = "#1c1a17"


def drawn(picture: str, colour: str = DARK) -> list[tuple[float, float]]:
    """The middles of all dots of a colour."""
    return [
        (float(x), float(y))
        for path in ElementTree.fromstring(picture).iter(f"{SVG}path")
        if path.get("stroke") == colour
        for x, y in re.findall(r"M(\S+) (\S+?)h0", path.get("d", ""))
    ]


def test_every_half_shows_its_number() -> None:
    for pips, spots in PIPS.items():
        assert len(set(spots)) == pips
        radius = RADII[pips]
        for spot in spots:
            assert all(radius + 0.05 < place < 1 - radius - 0.05 for place in spot)
        for one, other in combinations(spots, 2):
            assert dist(one, other) > 2 * radius + 0.02
        upside_down = {(round(1 - x, 3), round(1 - y, 3)) for x, y in spots}
        assert upside_down == set(spots)


def test_a_tile_shows_its_numbers_left_and_right() -> None:
    for first, second in product(PIPS, repeat=2):
        dots = drawn(tile_svg(first, second, "A tile"))
        assert sum(x < 0 for x, _ in dots) == first
        assert sum(x > 0 for x, _ in dots) == second


def test_a_turned_tile_shows_its_numbers_the_way_it_points() -> None:
    game = game_of("block", 2)
    watched = Watched(game, "tall").follow(read("5-4, 6-5 left, 6-2 left, 2-1 left, 4-3 right"))
    dots = drawn(svg(watched.line, "A line"))
    counts = {
        (x, y): sum(abs(x - at_x) < 1 and abs(y - at_y) < 1 for at_x, at_y in dots)
        for x, y in [(-1, 0), (1, 0), (3, 0), (5, 0), (-3, 0), (-5, 0), (-9, -2), (-9, -4)]
    }
    assert list(counts.values()) == [5, 4, 4, 3, 5, 6, 2, 1]
    assert sum(counts.values()) + 8 == len(dots)  # and 6-2, which lies between


def test_a_picture_shows_every_tile_within_its_frame() -> None:
    for shape in ("tall", "wide"):
        watched = lay_by_chance(game_of("sebastopol", 4), shape, seed=5)
        picture = svg(watched.line, "A line", slots=watched.slots.values())
        root = ElementTree.fromstring(picture)
        left, top, width, height = map(float, root.get("viewBox", "").split())
        rects = list(root.iter(f"{SVG}rect"))
        assert len(rects) == 2 * len(watched.line.tiles) + len(watched.slots)
        for rect in rects:
            x, y, across, down = (float(rect.get(key, "")) for key in ("x", "y", "width", "height"))
            assert left <= x < x + across <= left + width
            assert top <= y < y + down <= top + height
        assert len(drawn(picture)) == sum(tile.first + tile.second for tile in watched.line.tiles)


def test_large_numbers_have_smaller_pips() -> None:
    both = [tile_svg(12, 3, "A tile"), tile_svg(3, 12, "A tile")]
    for picture in both:
        widths = re.findall(rf'stroke="{DARK}" stroke-width="(\S+)"', picture)
        assert widths == ["0.32", "0.4"]
    assert DARK not in tile_svg(0, 0, "A tile")


def test_people_who_do_not_see_it_hear_what_it_shows() -> None:
    picture = tile_svg(6, 5, "Six & five <quoted>")
    root = ElementTree.fromstring(picture)
    assert root.get("role") == "img"
    assert root[0].tag == f"{SVG}title"
    assert root[0].text == "Six & five <quoted>"
    assert root.find(f"{SVG}desc") is None


def test_a_line_may_have_a_description() -> None:
    game = new_game(rules.load("muggins"), 2)
    played = play_round(deal_round(game, Rng(6)), at_random(Rng(6)))
    line = lay_out(played.end.past, game, "square")
    root = ElementTree.fromstring(svg(line, "The line", "Left 6 < right 5"))
    assert [child.text for child in root[:2]] == ["The line", "Left 6 < right 5"]
    assert root[1].tag == f"{SVG}desc"


def test_a_picture_needs_nothing_else() -> None:
    watched = lay_by_chance(game_of("block", 2), "wide", seed=3)
    picture = svg(watched.line, "A line", slots=watched.slots.values())
    root = ElementTree.fromstring(picture)
    assert {child.tag for child in root.iter()} <= {
        f"{SVG}{tag}" for tag in ("svg", "title", "desc", "g", "rect", "path")
    }
    named = {key for child in root.iter() for key in child.keys()}  # noqa: SIM118
    assert not named & {"id", "href", "style", "class", "onload"}
    assert "url(" not in picture


def test_an_empty_table_has_a_picture() -> None:
    game = game_of("block", 2)
    line = Line(game, "tall")
    assert not list(ElementTree.fromstring(svg(line, "Nothing lies")).iter(f"{SVG}rect"))
    marked = svg(line, "Nothing lies", slots=line.slots(game.no_ends))
    assert len(list(ElementTree.fromstring(marked).iter(f"{SVG}rect"))) == 1
    line.lay(Played(0, 0, None))
    assert len(list(ElementTree.fromstring(svg(line, "0-0 lies")).iter(f"{SVG}rect"))) == 2
