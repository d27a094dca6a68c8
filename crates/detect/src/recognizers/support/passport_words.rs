//! Words for a passport that do not say whose it is.

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
