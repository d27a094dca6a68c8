//! Parts that recognizers share: values, lists of words, numerals, names of persons, neighbouring characters.

pub(crate) mod east_asian_names;
pub(crate) mod first_names;
pub(crate) mod greetings;
pub(crate) mod grouping;
pub(crate) mod identifiers;
pub(crate) mod log_levels;
pub(crate) mod months;
pub(crate) mod name_shape;
pub(crate) mod names;
pub(crate) mod nationalities;
pub(crate) mod neighbours;
pub(crate) mod number_words;
pub(crate) mod numerals;
pub(crate) mod ordinal_words;
pub(crate) mod passport_words;
pub(crate) mod phrase_list;
pub(crate) mod salutation;
mod script_given_names;
pub(crate) mod script_names;
pub(crate) mod spoken;
pub(crate) mod statement;
#[cfg(test)]
pub(crate) mod test_matches;
pub(crate) mod uncased_name_lists;
pub(crate) mod value;
pub(crate) mod word_list;
