"""A certificate on paper: the same facts as the page, one after the other. What counts is
the signed file; the sheet says so and prints the signature."""

from datetime import datetime
from typing import Any

from django.utils import formats, timezone, translation
from django.utils.translation import gettext as _
from fpdf import FPDF, XPos, YPos
from fpdf.enums import WrapMode

from governance.erasure.certificate.readable import shown

MARGIN = 20
WIDE = 62
"""Of the column of names, in millimetres."""
FONT = "Helvetica"
"""A font that every reader has; its letters are those of Western Europe, so what lies
outside (an address of the deployment may) is printed as a question mark."""


def sheet_of(signed: str) -> bytes:
    """The certificate as PDF, in the reader's language."""
    told = shown(signed).told
    sheet = Sheet(str(_("Certificate of an erasure")), told["issued_at"])
    sheet.facts(_times(told))
    sheet.heading(_("What was erased"))
    sheet.paragraph(told["scope"]["says"])
    sheet.facts([(each["says"], _counts(each)) for each in told["stores"]])
    if told.get("probes"):
        sheet.heading(_("How it was looked for afterwards"))
        sheet.facts([(each["says"], str(each["found"])) for each in told["probes"]])
    sheet.heading(_("How it was done"))
    for step in told["method"]:
        sheet.paragraph(step["says"])
        if "next_at" in step:
            sheet.facts([(_("Planned next for"), _moment(step["next_at"]))])
    sheet.heading(_("What is kept of it"))
    for kept in _kept(told) or [_("Nothing of it is kept.")]:
        sheet.paragraph(kept)
    sheet.heading(_("Who has to know"))
    sheet.facts([(each["service"], each["state"]) for each in told["recipients"]])
    sheet.heading(_("Backups"))
    sheet.paragraph(told["backups"]["says"])
    if told["backups"]["gone_by"]:
        sheet.facts(
            [(_("The last of them is gone by"), _moment(told["backups"]["gone_by"]))]
        )
    sheet.heading(_("Where it is on record"))
    sheet.facts(_places(told))
    sheet.heading(_("Check it yourself"))
    sheet.paragraph(
        _(
            "This sheet is for reading. What is signed is the file of the same reference: "
            "anybody can check it with the public keys, without this server."
        )
    )
    sheet.paragraph(told["keys"])
    return bytes(sheet.output())


def _times(told: dict[str, Any]) -> list[tuple[str, str]]:
    return [
        (_("Reference"), told["reference"]),
        (_("Issued by"), told["issuer"]),
        (_("Asked for"), _moment(told["asked_at"])),
        (_("Begun"), _moment(told["begun_at"])),
        (_("Checked"), _moment(told["verified_at"])),
        (_("Certificate issued"), _moment(told["issued_at"])),
    ]


def _counts(store: dict[str, Any]) -> str:
    return _("before: %(before)d, erased: %(erased)d, left: %(after)d") % {
        name: store[name] for name in ("before", "erased", "after")
    }


def _kept(told: dict[str, Any]) -> list[str]:
    return [
        f"{each['memories']}: {each['says']} "
        f"{_('Erased unasked when that ends, at the latest')} "
        f"{_moment(each['review_at'])}"
        for each in told["kept"]
    ]


def _places(told: dict[str, Any]) -> list[tuple[str, str]]:
    audit, ledger = told["audit"], told["ledger"]
    return [
        (_("Audit record"), _link(audit["entry"])),
        (_("End of the audit record then"), _link(audit["head"])),
        (_("Ledger of erasures"), _link(ledger) if ledger else _("no entry")),
        (_("Signed with the key"), told["signature"]["keyId"]),
        (_("Signature"), told["signature"]["value"]),
    ]


def _link(link: dict[str, Any]) -> str:
    return f"{link['number']}: {link['hash']}"


def _moment(at: datetime) -> str:
    local = timezone.localtime(at)
    return f"{formats.date_format(local, 'DATETIME_FORMAT')} {local.tzname()}"


class Sheet(FPDF):
    """A4, with headings, paragraphs and pairs of a name and what it is."""

    def __init__(self, title: str, made: datetime) -> None:
        super().__init__()
        self.set_margin(MARGIN)
        self.set_title(title)
        self.set_lang(translation.get_language() or "en")
        # As old as the certificate: the same file each time.
        self.set_creation_date(made)
        self.add_page()
        self._text(title, size=18, bold=True)

    def heading(self, text: str) -> None:
        """A heading with room above it."""
        self.ln(3)
        self._text(text, size=12, bold=True)

    def paragraph(self, text: str) -> None:
        """Some sentences."""
        self._text(text, size=10)

    def facts(self, pairs: list[tuple[str, str]]) -> None:
        """Each name with what it is beside it, over as many lines as it takes."""
        self.set_font(FONT, size=9)
        with self.table(
            col_widths=(WIDE, 170 - WIDE),
            first_row_as_headings=False,
            borders_layout="HORIZONTAL_LINES",
            text_align="LEFT",
            wrapmode=WrapMode.CHAR,
        ) as table:
            for name, value in pairs:
                table.row([_printable(name), _printable(value)])

    def _text(self, text: str, *, size: int, bold: bool = False) -> None:
        self.set_font(FONT, "B" if bold else "", size)
        self.multi_cell(
            0, size * 0.5, _printable(text), new_x=XPos.LMARGIN, new_y=YPos.NEXT
        )


def _printable(text: str) -> str:
    return str(text).encode("latin-1", "replace").decode("latin-1")
