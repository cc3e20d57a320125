"""What staff, the law and the house did, in words; and how a deed is told."""

from typing import NamedTuple

from django.utils.translation import gettext_lazy


class Deed(NamedTuple):
    """The sentence when the person did it themselves, and when somebody else did."""

    by_you: object
    by_other: object


def same(sentence: object) -> Deed:
    """Whoever did it."""
    return Deed(sentence, sentence)


BY_OTHERS: dict[str, Deed] = {
    "staff.opened": same(
        gettext_lazy("Somebody of the staff opened your memories, with a reason.")
    ),
    "staff.read": same(
        gettext_lazy("Somebody of the staff read these memories, with a reason.")
    ),
    "staff.looked": same(
        gettext_lazy("Somebody of the staff looked at what is masked, with a reason.")
    ),
    "source.released": same(
        gettext_lazy(
            "The staff looked at a source that was under suspicion, and let what came "
            "from it into use."
        )
    ),
    "restriction.begun": same(
        gettext_lazy("From now on this is only stored, as was asked: no app uses it.")
    ),
    "restriction.ended": same(
        gettext_lazy("It is no longer only stored: apps may use it again.")
    ),
    "hold.placed": same(
        gettext_lazy("A memory has to stay for now, by law. No app sees it meanwhile.")
    ),
    "hold.released": same(gettext_lazy("A memory no longer has to stay by law.")),
    "package.ordered": same(
        gettext_lazy("A copy of your data was begun, as a request asked for it.")
    ),
    "package.linked": same(
        gettext_lazy(
            "A link to the copy of your data was made, which needs a code too."
        )
    ),
    "package.downloaded": Deed(
        gettext_lazy("You downloaded the copy that a request had asked for."),
        gettext_lazy(
            "The copy that a request had asked for was downloaded by its link."
        ),
    ),
    "package.taken": same(
        gettext_lazy(
            "Somebody of the staff opened the copy that a request had asked for, to hand "
            "it over."
        )
    ),
    "package.withdrawn": same(
        gettext_lazy("A copy of your data was withdrawn: something of it was erased.")
    ),
}
