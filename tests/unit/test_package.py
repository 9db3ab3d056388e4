"""What the package offers by itself."""

import pytest

import doublesix


@pytest.mark.parametrize("name", doublesix.__all__)
def test_every_name_is_there(name: str) -> None:
    assert getattr(doublesix, name) is not None


def test_every_name_with_a_room_is_offered() -> None:
    assert set(doublesix._HOMES) == set(doublesix.__all__) - {"words"}


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="dice"):
        doublesix.dice  # noqa: B018  # asking is the test
