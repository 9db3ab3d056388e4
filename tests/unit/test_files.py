"""Reading files that people wrote: what is wrong with them is said with file and line."""

from pathlib import Path

import pytest

from doublesix.errors import InvalidFile, InvalidRules
from doublesix.files import (
    make_folder_of,
    read_text,
    read_toml,
    unwritten,
    usual_folder,
    write_whole,
)


def refuse_text(path: Path) -> tuple[str, dict[str, object]]:
    with pytest.raises(InvalidFile) as caught:
        read_text(path, "the file", InvalidFile)
    assert str(caught.value).startswith("the file")
    return caught.value.code, caught.value.details


def refuse_toml(text: str) -> tuple[str, dict[str, object]]:
    with pytest.raises(InvalidRules) as caught:
        read_toml(text, "the file", InvalidRules)
    return caught.value.code, caught.value.details


def test_a_text_is_read_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes("a = 'é'\r\n\n# ende".encode())
    assert read_text(path, "x", InvalidFile) == "a = 'é'\r\n\n# ende"
    assert read_text(str(path), "x", InvalidFile) == "a = 'é'\r\n\n# ende"


def test_no_such_file(tmp_path: Path) -> None:
    assert refuse_text(tmp_path / "x") == ("file-missing", {"file": "the file"})


def test_a_folder(tmp_path: Path) -> None:
    assert refuse_text(tmp_path)[0] == "file-is-folder"


def test_a_file_within_a_file(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("")
    assert refuse_text(tmp_path / "x" / "y")[0] == "file-unreadable"


def test_a_file_that_may_not_be_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def forbid(path: Path) -> bytes:
        raise PermissionError

    # Root may read everything, so the refusal of the system is put in its mouth.
    monkeypatch.setattr(Path, "read_bytes", forbid)
    assert refuse_text(tmp_path / "x")[0] == "file-forbidden"


def test_a_path_no_file_can_have() -> None:
    assert refuse_text(Path("a\0b"))[0] == "file-unreadable"


def test_what_is_not_utf8(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"\xff\xfe")
    assert refuse_text(tmp_path / "x")[0] == "not-text"


def test_a_table_is_read() -> None:
    assert read_toml("a = 1\n[b]\nc = 'd'\n", "x", InvalidFile) == {"a": 1, "b": {"c": "d"}}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a = = 1", 1),
        ("a = 1\nb = 2\nc = \n", 3),
        ("a = 1\n\n[b", 3),  # at the very end
        ("a = '''\n\n\n", 4),
        ("x = " + "[" * 100_000, 1),  # too deep for the reader
    ],
)
def test_what_is_not_toml_is_said_with_its_line(text: str, line: int) -> None:
    assert refuse_toml(text) == ("not-toml", {"file": "the file", "line": line})


def test_a_key_that_looks_like_a_place_is_no_place() -> None:
    code, details = refuse_toml('x = {"(at line "=1,"(at line "=2')
    assert (code, details["line"]) == ("not-toml", 1)


def refuse_writing(path: Path) -> str:
    with pytest.raises(InvalidFile) as caught:
        write_whole(path, b"new")
    return caught.value.code


def test_a_file_is_written_over_and_nothing_else_is_left(tmp_path: Path) -> None:
    path = tmp_path / "x"
    for data in (b"old", b"", b"new"):
        write_whole(path, data)
        assert path.read_bytes() == data
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_is_written_where_a_link_leads(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "x")
    write_whole(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "x").read_bytes() == b"new"


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert refuse_writing(tmp_path) == "unwritten-folder"
    assert refuse_writing(tmp_path / "nowhere" / "x") == "unwritten-nowhere"
    assert refuse_writing(tmp_path / "file" / "x") == "unwritten-nowhere"
    assert refuse_writing(tmp_path / "a\0b") == "unwritten"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_why_a_file_was_not_written() -> None:
    assert unwritten(Path("x"), PermissionError(13, "")).code == "unwritten-forbidden"
    assert unwritten(Path("x"), OSError(28, "")).code == "unwritten-full"
    assert unwritten(Path("x"), OSError("of some kind")).code == "unwritten"


def test_where_things_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "/somewhere")
    assert usual_folder() == Path("/somewhere/doublesix")
    monkeypatch.setenv("XDG_STATE_HOME", "relative")
    monkeypatch.setenv("HOME", "/home/ana")
    assert usual_folder() == Path("/home/ana/.local/state/doublesix")
    monkeypatch.delenv("XDG_STATE_HOME")
    assert usual_folder() == Path("/home/ana/.local/state/doublesix")


def test_the_folder_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "file"
    make_folder_of(path)
    make_folder_of(path)
    assert path.parent.stat().st_mode & 0o777 == 0o700
    path.touch()
    with pytest.raises(InvalidFile) as caught:
        make_folder_of(path / "c")
    assert caught.value.code == "unwritten-nowhere"
