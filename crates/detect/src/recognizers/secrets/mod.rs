//! Keys, tokens, passwords.

mod account_lists;
pub(crate) mod ai_keys;
mod announced_keys;
mod asked_codes;
pub(crate) mod assignment;
mod byte_arrays;
pub(crate) mod calls;
mod changed_passwords;
pub(crate) mod chosen_words;
mod client_calls;
pub(crate) mod cloud_keys;
pub(crate) mod code_lists;
pub(crate) mod code_shapes;
pub(crate) mod commands;
pub(crate) mod crc;
pub(crate) mod credential_phrases;
pub(crate) mod database_url;
mod declared_secrets;
mod dumped_secrets;
mod entered_codes;
mod entry_codes;
mod environment_defaults;
pub(crate) mod expression;
mod fallbacks;
pub(crate) mod forge_tokens;
pub(crate) mod form_steps;
pub(crate) mod generic_secret;
pub(crate) mod http_auth;
pub(crate) mod jwt;
pub(crate) mod key_documents;
pub(crate) mod key_names;
mod key_pairs;
mod key_phrases;
mod key_symbols;
pub(crate) mod key_value;
pub(crate) mod key_words;
mod links;
mod local_codes;
mod lock_codes;
mod loose_passwords;
pub(crate) mod network_devices;
pub(crate) mod one_time_code;
mod pair_delimiters;
mod parent_services;
pub(crate) mod passphrase;
pub(crate) mod password;
pub(crate) mod password_files;
pub(crate) mod password_prose;
mod password_remarks;
mod password_sentences;
pub(crate) mod password_statements;
mod password_things;
pub(crate) mod password_value;
mod path_keys;
mod preceding_secrets;
mod printed_secrets;
pub(crate) mod private_key;
mod property_files;
mod protocols;
mod provisioning;
mod qualified_keys;
pub(crate) mod randomness;
mod recovery_keys;
mod renewed_keys;
mod script_code_values;
mod script_codes;
pub(crate) mod secret_names;
mod seeded_accounts;
mod sent_codes;
mod server_statements;
mod service_remarks;
pub(crate) mod service_tokens;
pub(crate) mod services;
pub(crate) mod shape;
pub(crate) mod spelling_remarks;
pub(crate) mod stand_ins;
pub(crate) mod syntaxes;
pub(crate) mod tokens;
mod tool_keys;
pub(crate) mod user_pairs;
mod value_first;
mod vault_commands;
mod verbal_passwords;
mod wallet_keys;
mod whole_lines;

use crate::Rule;
#[cfg(test)]
pub(crate) use entry_codes::{CODE_NAMES, KEY_NAMES};

/// The rules of each file.
pub(super) const RULES: &[&[Rule]] = &[
    account_lists::RULES,
    announced_keys::RULES,
    asked_codes::RULES,
    byte_arrays::RULES,
    calls::RULES,
    changed_passwords::RULES,
    client_calls::RULES,
    cloud_keys::RULES,
    code_lists::RULES,
    commands::RULES,
    credential_phrases::RULES,
    database_url::RULES,
    declared_secrets::RULES,
    dumped_secrets::RULES,
    entered_codes::RULES,
    entry_codes::RULES,
    environment_defaults::RULES,
    fallbacks::RULES,
    forge_tokens::RULES,
    form_steps::RULES,
    generic_secret::RULES,
    http_auth::RULES,
    jwt::RULES,
    key_documents::RULES,
    key_pairs::RULES,
    key_phrases::RULES,
    key_symbols::RULES,
    links::RULES,
    local_codes::RULES,
    lock_codes::RULES,
    loose_passwords::RULES,
    network_devices::RULES,
    one_time_code::RULES,
    password::RULES,
    password_files::RULES,
    password_remarks::RULES,
    password_things::RULES,
    path_keys::RULES,
    preceding_secrets::RULES,
    printed_secrets::RULES,
    private_key::RULES,
    property_files::RULES,
    protocols::RULES,
    provisioning::RULES,
    qualified_keys::RULES,
    recovery_keys::RULES,
    renewed_keys::RULES,
    script_codes::RULES,
    seeded_accounts::RULES,
    sent_codes::RULES,
    server_statements::RULES,
    service_remarks::RULES,
    service_tokens::RULES,
    tool_keys::RULES,
    user_pairs::RULES,
    value_first::RULES,
    vault_commands::RULES,
    verbal_passwords::RULES,
    wallet_keys::RULES,
    whole_lines::RULES,
];
