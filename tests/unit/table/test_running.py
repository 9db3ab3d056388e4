"""Phrases and chat; pausing and settings are tried with the clock."""

import pytest

from doublesix.table import fold
from doublesix.table import messages as ask
from doublesix.table.fold import KEPT_TALK
from doublesix.table.messages import PHRASES, Settings, Spoken
from doublesix.words import load
from tests.unit.table.desk import Desk, kinds, seated


class TestPhrases:
    @pytest.mark.parametrize("phrase", PHRASES)
    def test_each_can_be_said(self, phrase: str) -> None:
        desk = seated()
        assert kinds(desk.do("bo", ask.Say(seat=1, phrase=phrase))) == ["Spoke"]
        assert desk.table.talk == (Spoken(desk.table.version, 1, "Bo", phrase=phrase),)
        assert load().has(f"phrase.{phrase}")

    def test_others_cannot(self) -> None:
        assert seated().refuse("bo", ask.Say(seat=1, phrase="curse")) == "not-a-phrase"
        assert seated().refuse("bo", ask.Say(seat=1)) == "not-a-phrase"

    def test_only_at_ones_own_seat(self) -> None:
        assert seated().refuse("bo", ask.Say(seat=0, phrase="hello")) == "not-your-seat"
        assert seated().refuse("", ask.Say(seat=0, phrase="hello")) == "not-your-seat"


class TestChat:
    def chatting(self) -> Desk:
        return seated(settings=Settings(chat=True))

    def test_where_the_host_lets_people(self) -> None:
        desk = self.chatting()
        desk.do("bo", ask.Chat(seat=1, text=" Good tiles! "))
        assert desk.table.talk == (Spoken(desk.table.version, 1, "Bo", text="Good tiles!"),)
        desk.do("ana", ask.Arrange(chat=False))
        assert desk.refuse("bo", ask.Chat(seat=1, text="Hm")) == "no-chat"

    def test_signs_that_are_joined(self) -> None:
        desk, text = (
            self.chatting(),
            "\u0645\u06cc\u200c\u0631\u0648\u0645 \U0001f469\u200d\U0001f680",
        )
        desk.do("bo", ask.Chat(seat=1, text=text))
        assert desk.table.talk[-1].text == text

    @pytest.mark.parametrize(
        "text", ["", "  ", "two\nlines", "\x1b[2J", "\u202e", "\u200d", "a\u200c", "a\u200d\u200db"]
    )
    def test_one_line_of_words(self, text: str) -> None:
        assert self.chatting().refuse("bo", ask.Chat(seat=1, text=text)) == "bad-text"

    def test_only_at_ones_own_seat(self) -> None:
        assert self.chatting().refuse("bo", ask.Chat(seat=0, text="Hm")) == "not-your-seat"

    def test_a_table_remembers_the_last_of_it(self) -> None:
        desk = self.chatting()
        for number in range(KEPT_TALK + 2):
            desk.do("bo", ask.Chat(seat=1, text=str(number)))
        assert [spoken.text for spoken in desk.table.talk] == [
            str(number) for number in range(2, KEPT_TALK + 2)
        ]

    def test_who_said_it_is_remembered_by_name(self) -> None:
        desk = self.chatting()
        desk.do("bo", ask.Chat(seat=1, text="Bye"))
        desk.do("bo", ask.Leave(seat=1))
        assert desk.table.talk[0].name == "Bo"


def test_commands_that_were_obeyed_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fold, "KEPT_COMMANDS", 2)
    desk = seated(settings=Settings(chat=True))
    for number in (1, 2, 3):
        desk.do("bo", ask.Chat(f"c{number}", seat=1, text="hello"))
    version = desk.table.version
    assert [desk.table.when_obeyed("bo", f"c{number}") for number in (1, 2, 3)] == [
        None,
        version - 1,
        version,
    ]
    assert desk.table.when_obeyed("ana", "c3") is None, "it was somebody else's"
    desk.do("bo", ask.Ready("r", seat=1))
    dealt = desk.do("ana", ask.Ready("r", seat=0))
    assert kinds(dealt) == ["Readied", "Dealt", "Committed"]
    assert [(event.command, event.asker) for event in dealt] == [("r", "ana"), ("", ""), ("", "")]
    assert desk.table.when_obeyed("ana", "r") == desk.table.version - 2
