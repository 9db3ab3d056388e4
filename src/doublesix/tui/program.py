"""From the first question to the last line: a game found or set up, played, and left."""

from io import StringIO
from typing import TextIO

from doublesix import words
from doublesix.bots import QUICK
from doublesix.bots.ready import get_ready
from doublesix.errors import InvalidFile, InvalidInput
from doublesix.rules.describe import name_of
from doublesix.tui.host import Host
from doublesix.tui.options import Options
from doublesix.tui.orders import word
from doublesix.tui.questions import ask_yes
from doublesix.tui.record import Record
from doublesix.tui.screen import Leave, Screen
from doublesix.tui.setup import check_options, is_watched, set_up
from doublesix.tui.shelf import Shelf

FINE, INTERRUPTED = 0, 130


def run(options: Options, answers: TextIO | None, output: TextIO) -> int:
    """Play in the terminal; the exit status.

    There are no ``answers`` where the standard input is closed: then nobody answers.
    Options that cannot be played, and a kept game that cannot be read, are raised as a
    :class:`~doublesix.errors.DoublesixError` before anything is played.
    """
    screen = Screen(words.load(options.lang), answers or StringIO(), output)
    try:
        status = _play(screen, options)
        screen.close()
        return status
    except Leave:
        screen.tell("terminal.left.early")
        return FINE
    except BrokenPipeError:
        # Whoever was reading has gone, and the game is kept.
        return FINE
    except KeyboardInterrupt:
        return INTERRUPTED


def _play(screen: Screen, options: Options) -> int:
    host = _open(screen, options)
    try:
        _get_ready(screen, host.record)
        host.play()
        return FINE
    except Leave:
        host.leave()
        return FINE
    except KeyboardInterrupt:
        screen.show("")
        host.leave()
        return INTERRUPTED


def _get_ready(screen: Screen, record: Record) -> None:
    """Load what bots need that think ahead. That may take minutes, so it is said."""
    strong = {player.bot for player in record.players} - {"", *QUICK}
    if strong:
        screen.tell("terminal.match.getting-ready")
        get_ready(strong)


def _open(screen: Screen, options: Options) -> Host:
    """The kept game, or a new one."""
    shelf = Shelf(options.state_dir)
    if options.resume:
        kept = shelf.find()
        if kept is None:
            raise InvalidInput("nothing-kept")
        return Host(screen, kept, shelf)
    check_options(options)
    if is_watched(options):
        return Host(screen, set_up(screen, options), None)
    try:
        kept = shelf.find()
    except InvalidFile as problem:
        return _open_beside(screen, options, shelf, problem)
    if kept is not None and not options.new and _goes_on(screen, kept):
        return Host(screen, kept, shelf)
    return _begin(screen, options, shelf, replaces=kept is not None)


def _goes_on(screen: Screen, kept: Record) -> bool:
    """Ask whether to go on with the kept game."""
    say = screen.say
    screen.tell(
        "terminal.kept.found",
        rules=name_of(kept.game.rules, say),
        players=say.all_of([player.name for player in kept.players]),
        number=max(1, len(kept.rounds)),
    )
    question = say("terminal.kept.ask", default=say("answer.yes"))
    return ask_yes(screen, question, default=True)


def _begin(screen: Screen, options: Options, shelf: Shelf, *, replaces: bool) -> Host:
    if replaces:
        screen.tell("terminal.kept.replaced")
    record = set_up(screen, options)
    return Host(screen, record, shelf if record.people else None)


def _open_beside(screen: Screen, options: Options, shelf: Shelf, problem: InvalidFile) -> Host:
    """A kept game that cannot be read is never written over: it is set aside, if allowed."""
    say = screen.say
    screen.show(say.tell(problem))
    aside = str(shelf.aside())
    if options.new:
        screen.tell("terminal.kept.aside", file=aside)
    else:
        question = say("terminal.kept.ask-aside", file=aside, default=say("answer.yes"))
        if not ask_yes(screen, question, default=True):
            raise Leave
    record = set_up(screen, options)
    return Host(screen, record, shelf if record.people and _made_room(screen, shelf) else None)


def _made_room(screen: Screen, shelf: Shelf) -> bool:
    try:
        shelf.set_aside()
    except InvalidFile as problem:
        screen.show(screen.say.tell(problem))
        screen.tell("terminal.kept.cannot", word=word(screen.say, "save"))
        return False
    return True
