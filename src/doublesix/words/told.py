"""A sentence that is still to be said, in whatever language the listener speaks."""

from msgspec import Struct


class Told(Struct, frozen=True, array_like=True, gc=False):
    """A message id of the catalogue and what the sentence is about.

    An argument is a number, a text, or a list whose items are texts or sentences of their own.
    :meth:`doublesix.words.Words.retell` says how each is put into words.
    """

    id: str
    args: dict[str, "str | int | tuple[str | Told, ...]"] = {}
