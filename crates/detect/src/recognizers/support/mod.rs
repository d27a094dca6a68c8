//! What recognizers share: how values, numerals and names are read, and what stands beside them.

pub(crate) mod grouping;
pub(crate) mod identifiers;
pub(crate) mod name_shape;
pub(crate) mod names;
pub(crate) mod neighbours;
pub(crate) mod numerals;
pub(crate) mod passport_words;
pub(crate) mod value;
