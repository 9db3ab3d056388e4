"""A round that has ended, on the terminal: the sentences of its score sheet and the last line."""

from collections.abc import Iterable

from doublesix.engine import SEATS, State, view
from doublesix.notation.telling import Company, Told, make_sheet
from doublesix.tui.picture import retell, show_line
from doublesix.words import Words


def show_round(company: Company, state: State, say: Words) -> list[str]:
    """Why it ended, the tiles that lie and those still held, and what it gave."""
    sheet = make_sheet(company, state)
    lines = [*retell([sheet.ending], say), *show_line(view(state, None), say)]
    lines += [
        say("terminal.over.hand", seat=seat, sentence=sentence)
        for seat, sentence in zip(SEATS, retell(sheet.hands, say), strict=False)
    ]
    lines += [*_indented(sheet.pairs, say), *retell(sheet.verdict, say)]
    if not company.game.target:
        return [*lines, *retell(sheet.totals, say)]
    lines.append(say("terminal.over.sheet"))
    return [*lines, *_indented(sheet.entries + sheet.totals, say)]


def _indented(told: Iterable[Told], say: Words) -> list[str]:
    return [say("terminal.over.line", sentence=sentence) for sentence in retell(told, say)]
