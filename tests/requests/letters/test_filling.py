"""The template language: names in braces, and nothing else means anything."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from governance.models import LetterKind
from governance.requests.letters import BadTemplate, allowed
from governance.requests.letters.filling import (
    filled,
    names_in,
    not_placeholders,
    one_line,
    plain,
)
from governance.requests.letters.parts import check_template

VALUES = {"reference": "R-1", "due_date": "7 April 2026", "note": ""}
NOT_EXECUTED = [
    "{{7*7}}",
    "{{ reference }}",
    "{{reference}}",
    "{% now 'Y' %}",
    "{% load static %}",
    "{# a comment #}",
    "{0}",
    "{}",
    "${7*7}",
    "#{7*7}",
    "<%= 7*7 %>",
    "%(reference)s",
    "$reference",
    "{{{reference}}}",
    "{{reference.__class__}}",
]
REFUSED = [
    "{reference.__class__}",
    "{reference.__class__.__mro__}",
    "{reference!r}",
    "{due_date:%Y}",
    "{reference[0]}",
    "{ reference }",
    "{reference }",
    "{Reference}",
    "{refrence}",
    "{self}",
    "{settings.SECRET_KEY}",
    "{reference|upper}",
    "{reference()}",
    "{überraschung}",
]


@pytest.mark.parametrize("text", NOT_EXECUTED)
def test_what_other_languages_would_execute_stays_text(text):
    assert filled(text, VALUES) == text
    assert not_placeholders(text, VALUES) == []


@pytest.mark.parametrize("text", REFUSED)
def test_what_looks_like_a_placeholder_and_is_none_is_a_clear_error(text):
    assert not_placeholders(text, VALUES) == [text]
    assert filled(text, VALUES) == text
    with pytest.raises(BadTemplate) as refused:
        check_template(
            LetterKind.RECEIPT, "Hello", f"{{reference}} {{due_date}} {text}"
        )
    assert refused.value.names == (text,)


def test_a_name_in_braces_becomes_its_value():
    assert filled("Number {reference}.", VALUES) == "Number R-1."


def test_what_was_put_in_is_not_looked_at_again():
    values = {"note": "{reference} {{7*7}}", "reference": "R-1"}
    assert filled("{note}", values) == "{reference} {{7*7}}"


def test_a_line_whose_placeholders_say_nothing_is_left_out():
    assert filled("One\n\nNote: {note}\n\nTwo", VALUES) == "One\n\nTwo"
    assert filled("{note} {reference}", VALUES) == " R-1"


def test_a_subject_has_one_line_and_no_control_characters():
    assert one_line("a\r\nBcc: x@example.org\x00\u2028b") == "a Bcc: x@example.org b"


def test_every_kind_knows_its_own_names_alone():
    assert "extended_date" in allowed(LetterKind.EXTENSION)
    assert "extended_date" not in allowed(LetterKind.RECEIPT)


def test_nothing_that_staff_wrote_stands_in_a_subject():
    with pytest.raises(BadTemplate) as refused:
        check_template(LetterKind.REFUSAL, "No: {reasons}", "{reference}")
    assert refused.value.names == ("{reasons}",)


@given(st.text())
def test_any_text_without_a_known_name_is_itself(text):
    clean = plain(text)
    if not set(names_in(clean)) & set(VALUES):
        kept = filled(clean, VALUES)
        assert kept.split() == clean.split()


@given(st.text(), st.text(alphabet=st.sampled_from("{}%#. _abcreference7*\n")))
def test_any_value_arrives_as_it_is_and_is_never_a_name(before, value):
    values = {"reference": plain(value), "due_date": "never"}
    text = plain(before).replace("{", "(").replace("}", ")")
    said = filled(f"{text}|{{reference}}|", values)
    if values["reference"].strip():
        squeezed = "".join(values["reference"].split())
        assert "".join(said.split()).endswith(f"|{squeezed}|")
    assert "never" not in said or "never" in text + value


@given(st.text(alphabet=st.sampled_from("{}%#._-!:[]()ab 7*'\"\\")))
def test_filling_never_fails_and_never_grows(text):
    assert len(filled(text, {"a": "", "ab": ""})) <= len(text)
