"""What the messages of a catalogue ask for."""

from string import Formatter

from doublesix.words import Message


def asked(message: Message) -> set[str]:
    """The arguments a message asks for, the one it counts by included."""
    forms = [message] if isinstance(message, str) else list(message.values())
    fields = {name for form in forms for _, name, _, _ in Formatter().parse(form) if name}
    return fields if isinstance(message, str) else fields | {message["by"]}
