//! Money: cards, accounts, currencies.

pub(crate) mod bank_account;
pub(crate) mod bank_codes;
pub(crate) mod bank_names;
pub(crate) mod card;
pub(crate) mod card_details;
mod card_tracks;
pub(crate) mod crypto;
mod cz_account;
mod dictated_expiry;
mod distant_security_codes;
mod domestic_accounts;
mod giro_accounts;
pub(crate) mod iban;
pub(crate) mod money;
mod south_american_accounts;
pub(crate) mod swift;
pub(crate) mod us_bank;
pub(crate) mod world_banks;

use crate::Rule;

/// The rules of each file.
pub(super) const RULES: &[&[Rule]] = &[
    bank_account::RULES,
    bank_codes::RULES,
    bank_names::RULES,
    card::RULES,
    card_details::RULES,
    card_tracks::RULES,
    crypto::RULES,
    cz_account::RULES,
    dictated_expiry::RULES,
    domestic_accounts::RULES,
    giro_accounts::RULES,
    iban::RULES,
    money::RULES,
    south_american_accounts::RULES,
    swift::RULES,
    us_bank::RULES,
    world_banks::RULES,
];
