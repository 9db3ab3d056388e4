"""The API about rulebooks and bots: what can be chosen, and what it says."""

import asyncio
import re

from aiohttp import web

from doublesix.bots import BOTS
from doublesix.engine import new_game
from doublesix.errors import DoublesixError, InvalidRules, NotFound
from doublesix.rules import BOOKS, Rules, editions, load, read, shipped
from doublesix.rules.describe import name_of, note_on, sentences
from doublesix.table.tell import has_drawing
from doublesix.web.bodies import json_answer, read_body
from doublesix.web.languages import words_for
from doublesix.web.limits import asker
from doublesix.web.lobby import LOBBY
from doublesix.web.routes import Route
from doublesix.web.schemas import (
    Book,
    BotInfo,
    CheckedRules,
    HouseRules,
    RulePage,
    RuleSection,
    RuleSentence,
)


async def list_books(request: web.Request) -> web.Response:
    """Every rulebook there is."""
    del request
    return json_answer([_book(name) for name in BOOKS])


def _book(name: str) -> Book:
    rules = load(name)
    return Book(
        id=name,
        seats=rules.seats,
        editions=editions(name),
        target=rules.target,
        targets=rules.target_choices,
        pairs=_pairs(rules),
        draws=any(has_drawing(new_game(rules, seats)) for seats in rules.seats),
        scoring=bool(rules.in_play),
    )


def _pairs(rules: Rules) -> tuple[int, ...]:
    """The numbers of seats that play in pairs."""
    return tuple(filter(rules.plays_in_pairs, rules.seats))


async def tell_rules(request: web.Request) -> web.Response:
    """A rulebook or an edition in plain sentences."""
    name = request.match_info["book"]
    if name not in shipped():
        raise NotFound("no-such-rulebook", name=name, known=list(BOOKS))
    rules, say = load(name), words_for(request)
    sections = [
        RuleSection(heading, [RuleSentence(said.key, said.text, said.source) for said in told])
        for heading, told in sentences(rules, say)
    ]
    return json_answer(RulePage(name, name_of(rules, say), note_on(rules, say), sections))


async def check_rules(request: web.Request) -> web.Response:
    """Whether a house-rules file can be played, and what is wrong with it if not."""
    request.app[LOBBY].limit_checks(asker(request))
    rules = await house_rules((await read_body(request, HouseRules)).toml)
    return json_answer(
        CheckedRules(
            ok=True,
            title=rules.title,
            seats=rules.seats,
            target=rules.target,
            targets=rules.target_choices,
            pairs=_pairs(rules),
        )
    )


async def house_rules(toml: str) -> Rules:
    """Rules that somebody sent; what is wrong with them is told with its line. Whatever they are,
    nobody else waits while they are read."""
    try:
        return await asyncio.to_thread(read, toml)
    except InvalidRules as error:
        raise InvalidRules("house-rules", line=_line_of(toml, error), problem=error) from None


def _line_of(toml: str, error: DoublesixError) -> int:
    """The line an error is about; the first one where none can be named."""
    if "line" in error.details:
        return int(str(error.details["line"]))
    key = re.escape(str(error.details.get("key", "")))
    for number, line in enumerate(toml.splitlines(), 1):
        if re.match(rf"""\s*\[*\s*["']?{key}["']?\s*[].=]""", line):
            return number
    return 1


async def list_bots(request: web.Request) -> web.Response:
    """Every bot that can be given a seat, weakest first."""
    del request
    return json_answer(
        [BotInfo(bot.name, bot.level, str(bot.budget or "")) for bot in BOTS.values()]
    )


ROUTES = (
    Route(path="/api/books", handler=list_books, answer=list[Book]),
    Route(path="/api/rules/{book}", handler=tell_rules, answer=RulePage, query=("lang",)),
    Route(
        method="POST",
        path="/api/rules/check",
        handler=check_rules,
        answer=CheckedRules,
        body=HouseRules,
        query=("lang",),
    ),
    Route(path="/api/bots", handler=list_bots, answer=list[BotInfo]),
)
