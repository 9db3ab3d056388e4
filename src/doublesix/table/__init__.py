"""One table as a pure state machine: commands in, events out; and the journal that keeps them."""
