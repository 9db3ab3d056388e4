"""Generated rulebooks as the text that somebody would upload."""

import json
from collections.abc import Mapping


def write_house(said: Mapping[str, object]) -> str:
    """What a rulebook says, as TOML.

    >>> write_house({"exact": True, "seats": [2, 4], "hand": {"2": 7}})
    'exact = true\\nseats = [2, 4]\\nhand = {"2" = 7}\\n'
    """
    return "".join(f"{key} = {_value(value)}\n" for key, value in said.items())


def _value(value: object) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f'"{key}" = {each}' for key, each in value.items()) + "}"
    return json.dumps(value)
