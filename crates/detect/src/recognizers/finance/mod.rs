//! Money: cards, accounts, currencies.

pub(crate) mod card;
pub(crate) mod card_details;
pub(crate) mod crypto;
pub(crate) mod iban;
pub(crate) mod money;
pub(crate) mod swift;
pub(crate) mod us_bank;

use crate::Rule;

/// The rules of each file.
pub(super) const RULES: &[&[Rule]] =
    &[card::RULES, card_details::RULES, crypto::RULES, iban::RULES, money::RULES, swift::RULES, us_bank::RULES];
