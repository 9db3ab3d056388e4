"""The API about tables: open one, find one, see who is there."""

from io import BytesIO

from aiohttp import web

from doublesix.errors import InvalidInput, NotFound
from doublesix.table.messages import Settings
from doublesix.table.table import Chair, Plan
from doublesix.web.bodies import json_answer, read_body
from doublesix.web.books import house_rules
from doublesix.web.limits import asker
from doublesix.web.lobby import LOBBY
from doublesix.web.routes import Route
from doublesix.web.schemas import FoundTable, NewTable, OpenedTable, TableSummary
from doublesix.web.socket import digest

LONGEST_ADDRESS = 300
"""No host has a longer name, and a QR code does not hold any number of signs."""


async def list_tables(request: web.Request) -> web.Response:
    """Public tables that are open, the latest first."""
    return json_answer(request.app[LOBBY].public_tables())


async def open_table(request: web.Request) -> web.Response:
    """Open a table."""
    lobby = request.app[LOBBY]
    lobby.limit_opening(asker(request))
    asked = await read_body(request, NewTable)
    if asked.house:
        await house_rules(asked.house)  # to be told the line, if there is something wrong
    table = await lobby.open(
        Plan(
            id="",
            code="",
            host=digest(asked.token),
            rules="" if asked.house else asked.rules,
            house=asked.house,
            seats=asked.seats,
            target=asked.target,
            settings=Settings(asked.clock, asked.at_zero, asked.chat),
            public=asked.public,
            chairs=_chairs(asked),
        )
    )
    return json_answer(OpenedTable(table.id, table.code), 201)


def _chairs(asked: NewTable) -> tuple[Chair, ...]:
    """Bots where they were wished for, people on the seats that are left."""
    people = iter([asked.name, *asked.hot] if asked.name else asked.hot)
    chairs = []
    bots = {str(seat): bot for seat, bot in asked.bots.items()}
    for seat in range(asked.seats):
        bot = bots.pop(str(seat), "")
        chairs.append(Chair(bot=bot) if bot else Chair(name=next(people, "")))
    if bots:
        raise InvalidInput("not-a-seat", word=next(iter(bots)), seats=[*range(asked.seats)])
    if next(people, None) is not None:
        raise InvalidInput("too-many-people", seats=asked.seats)
    return tuple(chairs)


async def tell_table(request: web.Request) -> web.Response:
    """A table as everybody may know it."""
    return json_answer(await request.app[LOBBY].summary(request.match_info["table"]))


async def find_code(request: web.Request) -> web.Response:
    """The table with this code; small letters and spaces do no harm."""
    table = request.app[LOBBY].find_code(request.match_info["code"], asker(request))
    if table is None:
        raise NotFound("no-such-code", word=request.match_info["code"])
    return json_answer(FoundTable(table))


async def draw_qr(request: web.Request) -> web.Response:
    """The address of a table as a QR code."""
    import segno  # only for this

    table = request.match_info["table"]
    await request.app[LOBBY].summary(table)  # there must be one
    base = request.app[LOBBY].options.public_url or f"{request.scheme}://{request.host}"
    if len(base) > LONGEST_ADDRESS:
        raise InvalidInput("long-host", most=LONGEST_ADDRESS)
    code = segno.make(f"{base.rstrip('/')}/t/{table}", error="m", micro=False)
    drawn = BytesIO()
    code.save(drawn, kind="svg", scale=8, border=2, dark="#000", light="#fff", xmldecl=False)
    return web.Response(body=drawn.getvalue(), content_type="image/svg+xml")


ROUTES = (
    Route(path="/api/tables", handler=list_tables, answer=list[TableSummary]),
    Route(
        method="POST",
        path="/api/tables",
        handler=open_table,
        answer=OpenedTable,
        body=NewTable,
        status=201,
        query=("lang",),
    ),
    Route(path="/api/tables/{table}", handler=tell_table, answer=TableSummary),
    Route(path="/api/codes/{code}", handler=find_code, answer=FoundTable),
    Route(path="/api/tables/{table}/qr.svg", handler=draw_qr, answer="image/svg+xml"),
)
