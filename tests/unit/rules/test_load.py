"""Finding rulebooks, stacking them, and refusing what cannot be read, with file, key and reason."""

import os
from pathlib import Path

import pytest

from doublesix import rules
from doublesix.errors import InvalidRules
from doublesix.rules import BOOKS, KEYS, Rules, Source


def write(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return str(path)


def refuse(name: str, beside: str | Path = "") -> InvalidRules:
    with pytest.raises(InvalidRules) as caught:
        rules.load(name, beside)
    assert str(caught.value), "and it can be told"
    return caught.value


class TestShipped:
    def test_there_are_eight_books(self) -> None:
        assert BOOKS == (
            "ikea",
            "noris",
            "svoora",
            "block",
            "draw",
            "muggins",
            "fives-and-threes",
            "sebastopol",
        )

    def test_each_book_is_followed_by_its_editions(self) -> None:
        names = rules.shipped()
        assert [name for name in names if ":" not in name] == list(BOOKS)
        for book in BOOKS:
            at = names.index(book)
            own = rules.editions(book)
            assert names[at + 1 : at + 1 + len(own)] == own
            assert list(own) == sorted(own)
            assert all(name.startswith(f"{book}:") for name in own)

    @pytest.mark.parametrize("name", rules.shipped())
    def test_every_one_loads_and_is_kept(self, name: str) -> None:
        book = rules.load(name)
        assert book is rules.load(name)
        assert book.id == name
        assert book.title == ""
        assert set(book.sources) == set(KEYS)

    def test_an_edition_extends_its_book(self) -> None:
        assert rules.load("ikea:ko").parent == "ikea"
        assert rules.load("ikea").parent == ""
        assert rules.load("muggins").parent == "block"

    @pytest.mark.parametrize("name", ["base", "Ikea", "ikea:", "ikea:xx", ":ko", "ikea.ko"])
    def test_nothing_else_is_shipped(self, name: str) -> None:
        error = refuse(name)
        assert error.code == "rules-unknown"
        assert error.details["name"] == name


class TestHouseRules:
    def test_change_a_book(self, tmp_path: Path) -> None:
        file = write(tmp_path, "home.toml", 'extends = "ikea"\ntitle = "At home"\ntarget = 50\n')
        home, book = rules.load(file), rules.load("ikea")
        assert (home.id, home.title, home.parent) == (file, "At home", "ikea")
        assert home.target == 50
        assert home.sources["target"] is Source.HOUSE
        for key in KEYS:
            if key != "target":
                assert home.plain(key) == book.plain(key)
                assert home.sources[key] is book.sources[key]

    def test_extend_an_edition(self, tmp_path: Path) -> None:
        home = rules.load(write(tmp_path, "home.toml", 'extends = "ikea:ko"\nreserve = 1\n'))
        assert home.drawn_tile == "may_not_play"
        assert home.reserve == 1

    def test_extend_another_file_beside_them(self, tmp_path: Path) -> None:
        write(tmp_path, "a/parent.toml", 'extends = "block"\ntarget = 75\nreserve = 3\n')
        child = write(tmp_path, "a/b/child.toml", 'extends = "../parent.toml"\nreserve = 4\n')
        home = rules.load(child)
        assert (home.target, home.reserve, home.unable) == (75, 4, "pass")
        assert home.parent == "../parent.toml"

    def test_are_looked_for_beside_what_names_them(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write(tmp_path, "here/home.toml", 'extends = "ikea"\ntarget = 51\n')
        write(tmp_path, "there/home.toml", 'extends = "ikea"\ntarget = 52\n')
        monkeypatch.chdir(tmp_path / "here")
        assert rules.load("home.toml").target == 51
        assert rules.load("home.toml", tmp_path / "there").target == 52
        assert rules.load("../there/home.toml").target == 52

    def test_are_read_again_each_time(self, tmp_path: Path) -> None:
        file = write(tmp_path, "home.toml", 'extends = "ikea"\ntarget = 51\n')
        assert rules.load(file).target == 51
        write(tmp_path, "home.toml", 'extends = "ikea"\ntarget = 52\n')
        assert rules.load(file).target == 52

    def test_never_hide_a_book(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        write(tmp_path, "ikea", 'extends = "block"\n')
        monkeypatch.chdir(tmp_path)
        assert rules.load("ikea").unable == "draw_one"
        assert rules.load("./ikea").unable == "pass"
        file = write(tmp_path, "home.toml", 'extends = "ikea"\n')
        assert rules.load(file).unable == "draw_one"

    def test_may_say_what_is_printed_and_what_a_ruling(self, tmp_path: Path) -> None:
        text = 'extends = "ikea"\nreserve = 1\n[printed]\ntarget = 60\n[ruling]\nexact = true\n'
        home = rules.load(write(tmp_path, "home.toml", text))
        sources = [home.sources[key] for key in ("reserve", "target", "exact")]
        assert sources == [Source.HOUSE, Source.PRINTED, Source.RULING]

    def test_may_stand_alone(self, tmp_path: Path) -> None:
        text = 'seats = [2]\nhand = 6\nunable = "draw_on"\ntarget = 40\n'
        home = rules.load(write(tmp_path, "home.toml", text))
        assert home.parent == ""
        assert (home.hand_size(2), home.unable, home.leader) == (6, "draw_on", "highest_double")

    def test_one_hand_size_is_for_every_table(self, tmp_path: Path) -> None:
        home = rules.load(
            write(tmp_path, "home.toml", 'extends = "ikea"\nhand = 4\nseats = [2, 7]\n')
        )
        assert home.hand == ((2, 4), (7, 4))

    def test_hand_sizes_of_tables_there_are_not_are_left_out(self, tmp_path: Path) -> None:
        text = 'extends = "ikea"\nseats = [3]\nhand = { 2 = 9, 3 = 8, 8 = 7 }\n'
        assert rules.load(write(tmp_path, "home.toml", text)).hand == ((3, 8),)

    def test_of_an_empty_file_that_extends_change_nothing(self, tmp_path: Path) -> None:
        home = rules.load(write(tmp_path, "home.toml", 'extends = "noris"\n'))
        assert [home.plain(key) for key in KEYS] == [rules.load("noris").plain(key) for key in KEYS]


# A file's text, the key to blame, the code, and the code of the problem within it.
REFUSED = [
    ("hands = 5", "hands", "rules-unknown-key", ""),
    ('Extends = "ikea"', "Extends", "rules-unknown-key", ""),
    ("[printed]\nfoo = 1", "foo", "rules-unknown-key", ""),
    ("[house]\ntarget = 1", "house", "rules-unknown-key", ""),
    ("target = 50\n[printed]\ntarget = 60", "target", "rules-twice", ""),
    ("[printed]\ntarget = 50\n[ruling]\ntarget = 60", "target", "rules-twice", ""),
    ("printed = 1", "printed", "rules-not-a-table", ""),
    ("ruling = []", "ruling", "rules-not-a-table", ""),
    ("title = 5", "title", "rules-not-a-line", ""),
    ('title = "a\\nb"', "title", "rules-not-a-line", ""),
    ("target = 100001", "target", "rules-bad-value", "not-a-whole"),
    ("target = -1", "target", "rules-bad-value", "not-a-whole"),
    ('target = "50"', "target", "rules-bad-value", "not-a-whole"),
    ("hand = 0", "hand", "rules-bad-value", "not-a-whole"),
    ("hand = { 1 = 5 }", "hand", "rules-bad-value", "not-a-seat-count"),
    ("seats = []", "seats", "rules-bad-value", "empty-list"),
    ("seats = [1, 2]", "seats", "rules-bad-value", "not-a-whole"),
    ("seats = [2, 9]", "seats", "rules-bad-value", "not-a-whole"),
    ("seats = [3, 2]", "seats", "rules-bad-value", "not-rising"),
    ("seats = 2", "seats", "rules-bad-value", "not-a-list"),
    ('unable = "cheat"', "unable", "rules-bad-value", "not-a-choice"),
    ("exact = 1", "exact", "rules-bad-value", "not-a-flag"),
    ("set = 13", "set", "rules-bad-value", "not-a-whole"),
    ("seats = [6]\nhand = 5", "hand", "rules-bad-value", "too-many-tiles"),
    ("seats = [6]\nhand = { 5 = 5 }", "hand", "rules-bad-value", "no-hand-size"),
    ("able_draw_limit = 2", "able_draw_limit", "rules-bad-value", "limit-without-drawing"),
    ("exact = true\ntarget = 0\n", "target", "rules-bad-value", "points-without-target"),
]


class TestRefused:
    @pytest.mark.parametrize(("text", "key", "code", "problem"), REFUSED)
    def test_says_file_key_and_reason(
        self, tmp_path: Path, text: str, key: str, code: str, problem: str
    ) -> None:
        file = write(tmp_path, "home.toml", f'extends = "ikea"\n{text}\n')
        error = refuse(file)
        assert (error.code, error.details["file"], error.details["key"]) == (code, file, key)
        inner = error.details.get("problem")
        assert getattr(inner, "code", "") == problem
        assert str(error).startswith(f"{file}: {key}: ")

    def test_blames_the_file_that_said_it(self, tmp_path: Path) -> None:
        parent = write(tmp_path, "parent.toml", 'extends = "ikea"\nhand = 15\nseats = [7]\n')
        child = write(tmp_path, "child.toml", 'extends = "parent.toml"\n')
        assert refuse(child).details["file"] == parent

    def test_blames_the_book_where_a_house_rule_made_it_impossible(self, tmp_path: Path) -> None:
        error = refuse(write(tmp_path, "home.toml", 'extends = "ikea"\nset = 2\n'))
        assert (error.details["file"], error.details["key"]) == ("ikea", "hand")

    def test_suggests_keys_like_the_unknown_one(self, tmp_path: Path) -> None:
        error = refuse(write(tmp_path, "home.toml", 'extends = "ikea"\ntargets = 5\n'))
        near = error.details["near"]
        assert isinstance(near, list)
        assert near[0] == "target"
        assert "did you mean target" in str(error)

    @pytest.mark.parametrize(
        ("text", "key"), [("", "seats"), ("seats = [2]\n", "hand"), ("target = 5\n", "seats")]
    )
    def test_a_key_that_nobody_gives(self, tmp_path: Path, text: str, key: str) -> None:
        file = write(tmp_path, "home.toml", text)
        error = refuse(file)
        assert (error.code, error.details) == ("rules-missing-key", {"file": file, "key": key})

    @pytest.mark.parametrize("name", ["x" * 300, "x" * 5000, "x/" * 3000, "a\ud800b", "", "a\nb"])
    def test_a_name_no_file_can_have(self, tmp_path: Path, name: str) -> None:
        assert str(refuse(name)).isprintable()
        assert refuse(name, tmp_path).code in {"rules-unknown", "rules-missing-key"}

    def test_a_parent_with_a_name_no_file_can_have(self, tmp_path: Path) -> None:
        file = write(tmp_path, "home.toml", f'extends = "{"x" * 5000}"\n')
        assert refuse(file).code == "rules-no-parent"

    @pytest.mark.parametrize("key", ['"a\\nb"', '"\\u001b[31m"', '"\\u202e"'])
    def test_in_one_printable_line_whatever_the_file_holds(self, tmp_path: Path, key: str) -> None:
        for text in (f"{key} = 1", f"hand = {{ {key} = 1 }}", f"unable = {key}"):
            error = refuse(write(tmp_path, "home.toml", f'extends = "ikea"\n{text}\n'))
            assert str(error).isprintable()

    def test_a_missing_parent(self, tmp_path: Path) -> None:
        file = write(tmp_path, "home.toml", 'extends = "nowhere.toml"\n')
        error = refuse(file)
        assert error.code == "rules-no-parent"
        assert error.details == {"file": file, "key": "extends", "name": "nowhere.toml"}

    @pytest.mark.parametrize("name", ["base", ".", "ikea:xx", "/"])
    def test_a_parent_that_is_no_rulebook(self, tmp_path: Path, name: str) -> None:
        file = write(tmp_path, "home.toml", f'extends = "{name}"\n')
        assert refuse(file).code == "rules-no-parent"

    @pytest.mark.parametrize(
        "chain", [["a.toml"], ["a.toml", "b.toml"], ["a.toml", "b.toml", "c.toml"]]
    )
    def test_a_circle(self, tmp_path: Path, chain: list[str]) -> None:
        for name, parent in zip(chain, chain[1:] + chain[:1], strict=True):
            write(tmp_path, name, f'extends = "{parent}"\n')
        error = refuse(str(tmp_path / "a.toml"))
        assert error.code == "rules-cycle"
        assert error.details["file"] == str(tmp_path / chain[-1])
        assert error.details["key"] == "extends"

    def test_a_circle_through_another_name(self, tmp_path: Path) -> None:
        write(tmp_path, "a.toml", 'extends = "link.toml"\n')
        (tmp_path / "link.toml").symlink_to("a.toml")
        assert refuse(str(tmp_path / "a.toml")).code == "rules-cycle"

    def test_a_circle_that_does_not_come_back_to_the_start(self, tmp_path: Path) -> None:
        write(tmp_path, "a.toml", 'extends = "b.toml"\n')
        write(tmp_path, "b.toml", 'extends = "b.toml"\n')
        error = refuse(str(tmp_path / "a.toml"))
        assert (error.code, error.details["file"]) == ("rules-cycle", str(tmp_path / "b.toml"))

    @pytest.mark.parametrize(
        ("text", "line"), [("target = = 5\n", 1), ('extends = "ikea"\ntarget =\n', 2), ("[", 1)]
    )
    def test_what_is_not_toml(self, tmp_path: Path, text: str, line: int) -> None:
        file = write(tmp_path, "home.toml", text)
        error = refuse(file)
        assert (error.code, error.details) == ("not-toml", {"file": file, "line": line})

    def test_what_is_not_utf8(self, tmp_path: Path) -> None:
        (tmp_path / "home.toml").write_bytes(b'title = "\xff"\n')
        assert refuse(str(tmp_path / "home.toml")).code == "not-text"

    def test_a_folder(self, tmp_path: Path) -> None:
        assert refuse(str(tmp_path)).code == "rules-unknown"

    def test_a_file_that_may_not_be_read(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        file = write(tmp_path, "home.toml", 'extends = "ikea"\n')
        # Root may read everything, so the refusal of the system is put in its mouth.
        monkeypatch.setattr(Path, "read_bytes", _forbid)
        error = refuse(file)
        assert (error.code, error.details) == ("file-forbidden", {"file": file})

    def test_a_name_with_a_nul_in_it(self) -> None:
        assert refuse("a\0b").code == "rules-unknown"

    def test_a_name_with_a_nul_in_it_beside_a_folder(self, tmp_path: Path) -> None:
        assert refuse("a\0b", tmp_path).code == "rules-unknown"


def _forbid(path: Path) -> bytes:
    raise PermissionError(13, os.strerror(13), str(path))


def test_a_rulebook_is_a_value() -> None:
    book = rules.load("ikea")
    assert isinstance(book, Rules)
    assert book == rules.load("ikea")
    assert book != rules.load("ikea:ko")


def test_a_link_to_itself_is_no_rulebook(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with pytest.raises(InvalidRules, match="There is no rulebook"):
        rules.load(str(tmp_path / "loop"))


@pytest.mark.parametrize("value", ["0x" + "f" * 5000, "[0x" + "f" * 5000 + "]"])
def test_a_number_too_long_to_write_out_is_refused_as_a_value(tmp_path: Path, value: str) -> None:
    house = tmp_path / "house.toml"
    house.write_text(f'extends = "ikea"\nseats = {value}\n')
    with pytest.raises(InvalidRules, match=r"seats: \.\.\. is not"):
        rules.load(str(house))


def test_a_key_without_end_is_cut_in_the_sentence(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text(f'extends = "ikea"\n{"x" * 100_000} = 1\n')
    with pytest.raises(InvalidRules, match=r"x\.\.\.x") as caught:
        rules.load(str(house))
    assert len(str(caught.value)) < 1000


class TestText:
    """House rules that come as a text, from somebody who has no business with our files."""

    def test_it_says_the_same_as_a_file(self, tmp_path: Path) -> None:
        text = 'extends = "muggins"\ntitle = "At home"\ntarget = 30\n'
        file = write(tmp_path, "house.toml", text)
        assert rules.read(text, file) == rules.load(file)
        assert rules.read(text).id == "rules"

    def test_it_may_stand_on_its_own(self) -> None:
        with pytest.raises(InvalidRules) as caught:
            rules.read("", "home")
        assert caught.value.code == "rules-missing-key"
        assert caught.value.details["file"] == "home"

    def test_it_may_extend_an_edition(self) -> None:
        assert rules.read('extends = "ikea:ko"').drawn_tile == rules.load("ikea:ko").drawn_tile

    def test_it_may_not_extend_a_file(self, tmp_path: Path) -> None:
        file = write(tmp_path, "house.toml", 'extends = "ikea"')
        for name in (file, "../" * 9 + file, "nowhere.toml", "base"):
            with pytest.raises(InvalidRules) as caught:
                rules.read(f'extends = "{name}"', "home")
            assert caught.value.code == "rules-no-parent"
            assert caught.value.details == {"file": "home", "key": "extends", "name": name}

    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ("target = ", "not-toml"),
            ('extends = "ikea"\nluck = 7', "rules-unknown-key"),
            ('extends = "ikea"\nseats = "many"', "rules-bad-value"),
            ('extends = "ikea"\nexact = true\ntarget = 0', "rules-bad-value"),
        ],
    )
    def test_what_is_wrong_is_told_of_the_name_it_is_given(self, text: str, code: str) -> None:
        with pytest.raises(InvalidRules) as caught:
            rules.read(text, "home")
        assert caught.value.code == code
        assert str(caught.value).startswith("home:")

    def test_what_is_shipped(self) -> None:
        assert all(map(rules.is_shipped, rules.shipped()))
        assert not any(map(rules.is_shipped, ["", "base", "ikea:xx", "books/ikea.toml"]))


class TestLinesThatTakeLong:
    """Rules that come from strangers are looked at before TOML is."""

    @pytest.mark.parametrize(
        ("line", "code"),
        [
            ("a" + ".a" * 21 + " = 1", "rules-dots"),
            ("[a" + ".a" * 21 + "]", "rules-dots"),
            ("#" + "x" * 500, "rules-long-line"),
            ('title = "' + "x" * 492 + '"', "rules-long-line"),
        ],
    )
    def test_they_are_refused(self, line: str, code: str) -> None:
        with pytest.raises(InvalidRules) as caught:
            rules.read(f'extends = "ikea"\n{line}\n')
        assert (caught.value.code, caught.value.details["line"]) == (code, 2)

    def test_others_are_read(self) -> None:
        text = "# " + "." * 498 + '\nextends = "ikea"\ntitle = "' + "." * 20 + '"\n'
        assert rules.read(text).title == "." * 20
