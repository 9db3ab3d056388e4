"""``doublesix verify``: whether the tiles of a game were dealt fairly."""

from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from doublesix.cli.output import print_json, print_lines
from doublesix.engine import SEATS
from doublesix.errors import InvalidFile
from doublesix.notation.transcript import Transcript, read_file
from doublesix.table.fair import Proof, RoundProof, read_proof_file, verify
from doublesix.words import Words


def check(options: Namespace, say: Words) -> int:
    """Deal again, and compare."""
    proof = read_proof_file(options.file)
    for problem in verify(proof):
        raise InvalidFile("unfair", file=options.file, problem=problem)
    if options.transcript is not None:
        _compare(proof, read_file(options.transcript), options)
    if options.json:
        print_json(_report(proof, options.transcript is not None))
    else:
        print_lines(_sentences(proof, options.transcript is not None, say))
    return 0


def _compare(proof: Proof, played: Transcript, options: Namespace) -> None:
    """Refuse a transcript that was not played with these deals, in this order."""
    file, transcript = options.file, options.transcript
    if len(proof.rounds) != len(played.rounds):
        raise InvalidFile("proof-other-rounds", file=file, transcript=transcript)
    for dealt, state in zip(proof.rounds, played.rounds, strict=True):
        if dealt.deal != state.round.deal:
            number = state.round.number
            raise InvalidFile("proof-other-deal", file=file, transcript=transcript, number=number)


def _mixed(dealt: RoundProof) -> list[str]:
    """The seats that added their own chance."""
    return [SEATS[seat] for seat, added in enumerate(dealt.entropy) if added]


def _report(proof: Proof, is_compared: bool) -> dict[str, Any]:
    rounds = [
        {
            "match": dealt.match,
            "number": dealt.number,
            "commitment": dealt.commitment,
            "mixed": _mixed(dealt),
            "redeals": dealt.redeals,
        }
        for dealt in proof.rounds
    ]
    return {"ok": True, "table": proof.table, "rounds": rounds, "transcript": is_compared}


def _sentences(proof: Proof, is_compared: bool, say: Words) -> Iterator[str]:
    for dealt in proof.rounds:
        yield say("cli.verify.round", match=dealt.match, number=dealt.number)
        yield f"  {say('cli.verify.secret', start=dealt.commitment[:16])}"
        mixed = _mixed(dealt)
        if mixed:
            yield f"  {say('cli.verify.mixed', count=len(mixed), seats=say.all_of(mixed))}"
        else:
            yield f"  {say('cli.verify.unmixed')}"
        if dealt.redeals:
            yield f"  {say('cli.verify.redeals', count=dealt.redeals)}"
        yield f"  {say('cli.verify.deal')}"
    if is_compared:
        yield say("cli.verify.transcript")
    yield say("cli.verify.fair", count=len(proof.rounds), table=proof.table)
