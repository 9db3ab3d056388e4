"""How hard Hypothesis tries: a little every time, the same each time; a lot for ./test slow.
And Ctrl-C, which some tests press."""

import signal

import pytest
from hypothesis import HealthCheck, settings

# Their assertions are to say what is wrong, like those of the tests themselves.
pytest.register_assert_rewrite(
    "tests.conformance",
    "tests.kernel",
    "tests.oracle",
    "tests.record",
    "tests.web.house",
    "tests.web.players",
)

# A shell that runs ./test in the background has it ignore Ctrl-C, and so would all it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)

# A round of a large set takes a while to draw and play; that is no fault of the test.
PATIENT = (HealthCheck.too_slow, HealthCheck.data_too_large)

settings.register_profile(
    "ci",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=60,
    suppress_health_check=PATIENT,
)
settings.register_profile(
    "slow",
    settings.get_profile("ci"),
    derandomize=False,
    print_blob=True,
    max_examples=1500,
)
settings.load_profile("ci")
