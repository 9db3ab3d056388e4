"""Where a game waits until somebody goes on with it: one file, written whole or not at all."""

from pathlib import Path

import msgspec
from msgspec.structs import replace

from doublesix.bots import read_bot
from doublesix.errors import DoublesixError, InvalidFile, InvalidInput
from doublesix.files import make_folder_of, unwritten, usual_folder, write_whole
from doublesix.notation.transcript import is_name, read, write
from doublesix.tui.record import Player, Record, from_transcript, to_transcript

_VERSION = 1
_FILE = "terminal.json"


class _Version(msgspec.Struct):
    version: int


class _Kept(msgspec.Struct, forbid_unknown_fields=True):
    """What the file holds."""

    version: int
    players: tuple[Player, ...]
    seed: int
    transcript: str


class Shelf:
    """The place for the one game that is kept."""

    def __init__(self, folder: Path | None = None) -> None:
        self.path = (folder.absolute() if folder else usual_folder()) / _FILE

    def find(self) -> Record | None:
        """The kept game, if there is one; a file that holds none is an error."""
        file = str(self.path)
        try:
            data = self.path.read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError:
            raise InvalidFile("kept-unreadable", file=file) from None
        return _record(_decode(data, file), file)

    def keep(self, record: Record) -> None:
        """Put the game here, in place of what was here before."""
        if not self.path.is_absolute():
            raise InvalidFile("kept-homeless")
        text = write(to_transcript(record))
        kept = _Kept(_VERSION, record.players, record.seed, text)
        make_folder_of(self.path)
        write_whole(self.path, msgspec.json.encode(kept) + b"\n")

    def clear(self) -> None:
        """Take the game away: it is over."""
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            raise unwritten(self.path, error) from None

    def aside(self) -> Path:
        """A free name beside the file, for one that cannot be read."""
        number = 1
        while (path := self.path.with_name(f"{_FILE}.{number}")).exists():
            number += 1
        return path

    def set_aside(self) -> None:
        """Make room without losing what is there."""
        try:
            self.path.rename(self.aside())
        except OSError as error:
            raise unwritten(self.path, error) from None


def _decode(data: bytes, file: str) -> _Kept:
    try:
        if msgspec.json.decode(data, type=_Version).version > _VERSION:
            raise InvalidFile("kept-newer", file=file)
        return msgspec.json.decode(data, type=_Kept)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise InvalidFile("kept-damaged", file=file) from None


def _record(kept: _Kept, file: str) -> Record:
    """The game that was kept, every move of it checked again."""
    try:
        transcript = read(kept.transcript, _FILE)
    except DoublesixError as problem:
        raise InvalidFile("kept-misfit", file=file, problem=problem) from None
    names = tuple(player.name for player in kept.players)
    known = all(_is_known(player) for player in kept.players)
    if not known or names != transcript.names or len(set(names)) < len(names):
        raise InvalidFile("kept-damaged", file=file)
    return replace(from_transcript(transcript), players=kept.players, seed=kept.seed)


def _is_known(player: Player) -> bool:
    """Whether there can be such a player."""
    try:
        return is_name(player.name) and (not player.bot or bool(read_bot(player.bot)))
    except InvalidInput:
        return False
