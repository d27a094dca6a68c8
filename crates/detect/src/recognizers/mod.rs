//! The built-in recognizers: folders by subject, a file for each family of rules.
//!
//! A family is a file with `pub(super) const RULES: &[Rule]`, declared in the `mod.rs` of its folder and named in the
//! list of rules there, both in alphabetical order. Nothing else names a recognizer. Its cases stand in
//! `tests/cases/<label>.toml` at the root of the repository.

/// A constant of context words: `words!["iban", "konto"]`.
macro_rules! words {
    ($($word:literal),* $(,)?) => {
        std::borrow::Cow::Borrowed(&[$(std::borrow::Cow::Borrowed($word)),*])
    };
}

/// A constant of names of values: `keys!["date of birth"]`.
macro_rules! keys {
    ($($name:literal),* $(,)?) => {
        &[$(std::borrow::Cow::Borrowed($name)),*]
    };
}

pub(crate) mod contact;
pub(crate) mod finance;
mod health;
pub(crate) mod identity;
mod network;
pub(crate) mod person;
pub(crate) mod secrets;
pub(crate) mod support;

use crate::{Rule, entity::LabelInfo};
use person::{
    introduced_name, occupation,
    place_names::{LOCATION_INFO, ORGANIZATION_INFO},
};

pub use person::place_names::NRP;

/// Labels that take an understanding of language, so that rules find only some of their entities. A caller's list can
/// give them even where no rule and no model finds them.
pub const LISTED: [LabelInfo; 5] = [introduced_name::INFO, ORGANIZATION_INFO, LOCATION_INFO, NRP, occupation::INFO];

/// Every built-in rule.
pub fn all() -> Vec<Rule> {
    let mut rules =
        [contact::RULES, finance::RULES, health::RULES, identity::RULES, network::RULES, person::RULES, secrets::RULES]
            .concat()
            .concat();
    rules.extend(secrets::tokens::rules());
    rules
}

/// Builds what libraries of recognizers otherwise build at their first use, so that no text waits for it.
pub fn prepare() {
    contact::phone::prepare();
}
