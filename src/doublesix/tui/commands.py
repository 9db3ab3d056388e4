"""The commands that tell or write something and leave the game as it is."""

import os
from pathlib import Path

from doublesix.errors import InvalidFile
from doublesix.files import write_whole
from doublesix.notation.telling import tell_scores
from doublesix.notation.transcript import write
from doublesix.rules.describe import name_of, note_on, sections
from doublesix.tui.orders import COMMANDS, Command, word
from doublesix.tui.picture import retell
from doublesix.tui.questions import ask_yes
from doublesix.tui.record import Record, to_transcript
from doublesix.tui.screen import Screen


def obey(screen: Screen, record: Record, command: Command) -> None:
    """Do what a command asks; an error is told, not raised."""
    if command.name == "rules":
        show_rules(screen, record)
    elif command.name == "score":
        screen.show(*retell(tell_scores(record.company, record.rounds), screen.say))
    elif command.name == "help":
        show_help(screen)
    elif command.name == "save":
        save(screen, record, command.argument)


def show_rules(screen: Screen, record: Record) -> None:
    """The rulebook in plain words."""
    say, rules = screen.say, record.game.rules
    screen.show("", name_of(rules, say), *note_on(rules, say))
    for heading, sentences in sections(rules, say):
        if sentences:
            screen.show("", heading)
            screen.show(*(say("terminal.rules.sentence", sentence=said) for said in sentences))
    screen.show("", say("show.legend"), "")


def show_help(screen: Screen) -> None:
    """Everything that can be typed."""
    say = screen.say
    actions = {name: word(say, name) for name in ("left", "draw", "pass")}
    screen.show("")
    screen.tell("terminal.help.tile", **actions)
    screen.tell("terminal.help.turn", **actions)
    for name in COMMANDS:
        screen.tell(f"terminal.command.{name}", word=word(say, name))
    screen.tell("terminal.help.enter")
    screen.show("")


def save(screen: Screen, record: Record, name: str) -> None:
    """Write the match as a transcript; an existing file is replaced only on request."""
    if not name:
        screen.tell("terminal.save.where", word=word(screen.say, "save"))
        return
    path = Path(os.path.expanduser(name))
    try:
        if _may_write(screen, path):
            write_whole(path, write(to_transcript(record)).encode())
            screen.tell("terminal.save.done", file=name)
        else:
            screen.tell("terminal.save.not", file=name)
    except InvalidFile as problem:
        screen.show(screen.say.tell(problem))


def _may_write(screen: Screen, path: Path) -> bool:
    try:
        taken, plain = path.exists(), path.is_file()
    except (OSError, ValueError):
        return True  # writing will say what is wrong
    if taken and not plain:
        raise InvalidFile("unwritten-folder", file=str(path))
    question = screen.say("terminal.save.replace", file=str(path))
    return not taken or ask_yes(screen, question, default=False)
