"""The formats of Europe."""

from generate import Format
from stdnum.gb import nhs

FORMATS = [
    Format(
        "UK_NHS",
        nhs.is_valid,
        "stdnum.gb.nhs",
        ["9999999999", "999 999 9999", "999-999-9999"],
        ["NHS number: {}", '{"nhs_number": "{}"}', "patient {} (NHS no.)"],
        bare=["9999999999"],
        printed=["999 999 9999"],
    ),
]
