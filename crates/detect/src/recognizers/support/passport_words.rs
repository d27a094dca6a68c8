//! Words for a passport without the name of a country.

use std::borrow::Cow;

pub(crate) const UNNAMED: Cow<'static, [Cow<'static, str>]> = words![
    "passport",
    "passports",
    "passport no",
    "passport number",
    "passport id",
    "passportno",
    "passportnumber",
    "travel document",
];
