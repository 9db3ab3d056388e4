"""Before the first deal: which book, how many seats, to which target, and who sits where."""

import os
from pathlib import Path

from doublesix.bots import BOTS, find_bot
from doublesix.engine import SEATS, Game, new_game
from doublesix.errors import InvalidInput
from doublesix.notation.transcript import is_name
from doublesix.rules import BOOKS, Rules, editions, load, shipped
from doublesix.tui.options import Options
from doublesix.tui.orders import read_number
from doublesix.tui.questions import ask, ask_number
from doublesix.tui.record import Player, Record
from doublesix.tui.screen import Screen

_WORD = (1 << 64) - 1
_DEFAULT_BOT = "greedy"


def check_options(options: Options) -> None:
    """Refuse what cannot be played before anything is asked."""
    _check_players(tuple(player.strip() for player in options.players))
    if options.rules is not None:
        _check_table(find_rules(options.rules), options)


def set_up(screen: Screen, options: Options) -> Record:
    """A new match, from what the options say and what people answer."""
    check_options(options)
    given = tuple(player.strip() for player in options.players)
    rules = _ask_rules(screen, options) if options.rules is None else find_rules(options.rules)
    seats = _seats(screen, rules, options)
    target = options.target
    if target is None and not is_watched(options):
        target = _ask_target(screen, rules)
    game = new_game(rules, seats, target)
    chosen = int.from_bytes(os.urandom(4), "big") if options.seed is None else options.seed
    return Record(
        rules=rules.id,
        game=game,
        target=None if game.target == rules.target else game.target,
        players=name_players(_ask_players(screen, given, game)),
        seed=chosen & _WORD,
    )


def is_watched(options: Options) -> bool:
    """Whether bots take every seat: then there is nobody to ask and nothing to keep."""
    seats = len(options.players)
    bots = all(_bot(player.strip()) for player in options.players)
    return seats > 1 and bots and options.seats in (None, seats)


def find_rules(name: str) -> Rules:
    """The rulebook of that name; a path is made to mean the same from every folder."""
    if name in shipped():
        return load(name)
    path = os.path.expanduser(name)
    load(path)  # what is wrong with it is told by the name that was given
    return load(str(Path(path).resolve()))


def _check_table(rules: Rules, options: Options) -> None:
    """Refuse a table that this book does not play."""
    seats = options.seats
    if seats is None:
        seats = len(options.players) if len(options.players) > 1 else rules.seats[0]
    new_game(rules, seats, options.target)
    if len(options.players) > seats:
        raise InvalidInput("wrong-number-of-names", names=len(options.players), seats=seats)


def _ask_rules(screen: Screen, options: Options) -> Rules:
    screen.tell("terminal.setup.books")
    for number, book in enumerate(BOOKS, 1):
        name, about = screen.say(f"book.{book}.name"), screen.say(f"book.{book}.about")
        screen.tell("terminal.setup.book", number=number, id=book, name=name, about=about)
    screen.tell("terminal.setup.editions")

    def read(typed: str) -> Rules:
        rules = _read_rules(typed)
        _check_table(rules, options)
        return rules

    return ask(screen, screen.say("terminal.ask.book", default=1), load(BOOKS[0]), read)


def _read_rules(typed: str) -> Rules:
    """A number of the list, a name, or a path."""
    number = read_number(typed)
    if number is not None:
        if not 1 <= number <= len(BOOKS):
            raise InvalidInput("no-such-book", number=typed, count=len(BOOKS))
        return load(BOOKS[number - 1])
    book, colon, _ = typed.partition(":")
    if colon and book in BOOKS and typed not in editions(book):
        raise InvalidInput("no-such-edition", word=typed, known=editions(book) or (book,))
    return find_rules(typed)


def _seats(screen: Screen, rules: Rules, options: Options) -> int:
    if options.seats is not None:
        return options.seats
    if len(options.players) > 1:
        return len(options.players)
    if len(rules.seats) == 1:
        return rules.seats[0]
    pairs = any(map(rules.plays_in_pairs, rules.seats))
    question = screen.say(
        "terminal.ask.seats-pairs" if pairs else "terminal.ask.seats",
        choices=screen.say.any_of([str(seats) for seats in rules.seats]),
        default=rules.seats[0],
    )
    return ask_number(screen, question, rules.seats[0], rules.seats)


def _ask_target(screen: Screen, rules: Rules) -> int | None:
    if not rules.target or len(rules.target_choices) < 2:
        return None
    choices = screen.say.any_of([str(target) for target in rules.target_choices])
    default = rules.target if rules.target in rules.target_choices else rules.target_choices[-1]
    question = screen.say("terminal.ask.target", choices=choices, default=default)
    return ask_number(screen, question, default, rules.target_choices)


def _ask_players(screen: Screen, given: tuple[str, ...], game: Game) -> tuple[str, ...]:
    """Who sits at each seat; those who were given are not asked about."""
    say = screen.say
    players = given
    if not players:
        name = say("terminal.setup.you")
        question = say("terminal.ask.you", default=name)
        players = (ask(screen, question, name, lambda typed: _read_player(typed, ())),)
    if len(players) < game.seats:
        for bot in BOTS.values():
            about = say(f"bot.{bot.name}")
            screen.tell("terminal.setup.bot", bot=bot.name, level=bot.level, about=about)
    while len(players) < game.seats:
        players = (*players, _ask_player(screen, players, game))
    return players


def _ask_player(screen: Screen, taken: tuple[str, ...], game: Game) -> str:
    """Who sits at the next seat."""
    partner = game.in_pairs and len(taken) == 2
    question = screen.say(
        "terminal.ask.partner" if partner else "terminal.ask.player",
        seat=SEATS[len(taken)],
        name=taken[0],
        bots=screen.say.any_of(list(BOTS)),
        default=_DEFAULT_BOT,
    )
    return ask(screen, question, _DEFAULT_BOT, lambda typed: _read_player(typed, taken))


def _read_player(typed: str, taken: tuple[str, ...]) -> str:
    _check_players((*taken, typed))
    return typed


def _bot(player: str) -> str:
    """The bot that is meant, perhaps with what a move may cost it; empty for a person."""
    bot = player.casefold()
    return bot if _kind(bot) in BOTS else ""


def _kind(bot: str) -> str:
    return bot.partition("@")[0]


def _check_players(players: tuple[str, ...]) -> None:
    """Refuse names that cannot be told apart or cannot be names, and bots that cannot play here."""
    seen: set[str] = set()
    for player in players:
        if not is_name(player):
            raise InvalidInput("bad-name", name=player if player.isprintable() else ascii(player))
        if player.casefold() in seen:
            raise InvalidInput("same-name", name=player)
        if bot := _bot(player):
            find_bot(bot)
        else:
            seen.add(player.casefold())


def name_players(players: tuple[str, ...]) -> tuple[Player, ...]:
    """Bots get their own name, and a number where there are several of a kind.

    >>> [player.name for player in name_players(("Ana", "greedy", "greedy"))]
    ['Ana', 'greedy 1', 'greedy 2']
    """
    kinds = [_kind(_bot(player)) for player in players]
    taken = {player.casefold() for player in players if not _bot(player)}
    named: list[Player] = []
    for player, kind in zip(players, kinds, strict=True):
        bot = _bot(player)
        if not bot:
            named.append(Player(player))
            continue
        name, number = kind, 0
        while name in taken or (kinds.count(kind) > 1 and not number):
            number += 1
            name = f"{kind} {number}"
        taken.add(name)
        named.append(Player(name, bot))
    return tuple(named)
