"""Phrases and chat; pausing and settings are tried with the clock."""

import pytest

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

    @pytest.mark.parametrize("text", ["", "  ", "two\nlines", "\x1b[2J", "\u202e"])
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
