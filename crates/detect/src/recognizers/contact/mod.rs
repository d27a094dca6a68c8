//! Contact data: addresses, telephone numbers, accounts, coordinates.

pub(crate) mod address;
mod address_boxes;
mod address_city;
mod address_codes;
mod address_context;
mod address_east_asian;
pub(crate) mod address_field;
mod address_flats;
mod address_grids;
mod address_house_names;
mod address_house_words;
mod address_labels;
mod address_lines;
mod address_lots;
mod address_lower_case;
mod address_named_houses;
mod address_names;
pub(crate) mod address_number;
mod address_part_names;
mod address_parts;
mod address_residence;
mod address_streets;
pub(crate) mod address_tail;
mod address_thai;
pub(crate) mod address_token;
mod address_town;
mod address_turkish;
pub(crate) mod address_uncased;
mod address_unit;
mod address_vietnamese;
pub(crate) mod address_words;
pub(crate) mod coordinate;
mod dictated_addresses;
pub(crate) mod email;
mod labelled_addresses;
mod location_codes;
mod network_introductions;
pub(crate) mod phone;
pub(crate) mod phone_context;
mod phone_extensions;
pub(crate) mod phone_lookalikes;
mod phone_national;
mod phone_owners;
mod phone_routes;
mod phone_scripts;
mod phone_shapes;
mod phone_signatures;
mod postcodes;
mod spoken_emails;
pub(crate) mod username;
mod username_accounts;
mod username_chats;
mod username_credentials;
mod username_derivations;
mod username_forges;
pub(crate) mod username_formats;
mod username_handles;
mod username_keys;
mod username_logins;
mod username_messages;
mod username_names;
mod username_networks;
mod username_phrases;
mod username_places;
mod username_roles;
mod username_sessions;
mod username_statements;
mod username_steps;
mod username_syntax;
mod username_systems;
mod username_talkers;
mod username_words;

use crate::Rule;

/// The rules of each file.
pub(super) const RULES: &[&[Rule]] = &[
    address::RULES,
    address_codes::RULES,
    address_east_asian::RULES,
    address_grids::RULES,
    address_house_names::RULES,
    address_house_words::RULES,
    address_labels::RULES,
    address_lines::RULES,
    address_lots::RULES,
    address_named_houses::RULES,
    address_parts::RULES,
    address_residence::RULES,
    address_streets::RULES,
    address_thai::RULES,
    address_turkish::RULES,
    address_vietnamese::RULES,
    coordinate::RULES,
    dictated_addresses::RULES,
    email::RULES,
    labelled_addresses::RULES,
    location_codes::RULES,
    network_introductions::RULES,
    phone::RULES,
    phone_extensions::RULES,
    phone_national::RULES,
    phone_routes::RULES,
    phone_scripts::RULES,
    phone_signatures::RULES,
    postcodes::RULES,
    spoken_emails::RULES,
    username::RULES,
    username_accounts::RULES,
    username_chats::RULES,
    username_credentials::RULES,
    username_derivations::RULES,
    username_forges::RULES,
    username_formats::RULES,
    username_keys::RULES,
    username_logins::RULES,
    username_messages::RULES,
    username_networks::RULES,
    username_phrases::RULES,
    username_places::RULES,
    username_roles::RULES,
    username_sessions::RULES,
    username_statements::RULES,
    username_steps::RULES,
    username_systems::RULES,
    username_talkers::RULES,
    username_words::RULES,
];
