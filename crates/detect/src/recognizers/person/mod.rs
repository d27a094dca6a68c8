//! Names and attributes of persons.

mod account_holders;
pub(crate) mod age;
pub(crate) mod birth;
mod birth_abbreviations;
pub(crate) mod birth_dates;
mod birth_keys;
mod birth_lists;
mod birth_lookalikes;
mod birth_names;
mod birth_parts;
pub(crate) mod birth_words;
mod block_names;
mod calendar_births;
mod calendar_names;
mod call_names;
mod caret_names;
mod cased_names;
mod change_authors;
mod chat_exports;
mod constructed_births;
mod contact_persons;
mod corrected_births;
mod cyrillic_names;
pub(crate) mod date_time;
mod device_names;
mod dictated_births;
mod directory_names;
mod east_asian_lists;
mod east_asian_prose;
mod east_asian_titles;
mod encoded_words;
mod file_names;
mod georgian_names;
mod greeted_nicknames;
mod identified_names;
mod image_headers;
mod initialled_names;
pub(crate) mod introduced_name;
mod inverted_names;
mod kin_names;
mod kin_terms;
mod library_records;
mod licence_births;
mod listed_births;
mod local_titles;
mod lower_case_names;
mod mail_heads;
mod misread_names;
pub(crate) mod name_keys;
mod name_pairs;
mod name_records;
mod noted_ages;
mod numbered_forms;
pub(crate) mod occupation;
mod party_names;
mod passengers;
pub(super) mod person_rows;
mod phonetic_spelling;
pub(crate) mod place_names;
mod positional_names;
mod reported_names;
mod role_keys;
mod romanized_names;
mod row_births;
mod script_ages;
pub(crate) mod script_keys;
mod script_roles;
mod script_titles;
mod segments;
mod self_introductions;
mod single_first_names;
mod small_introductions;
mod small_labelled_names;
mod speaker_notes;
mod spelled_names;
pub(crate) mod stated_ages;
mod stated_births;
pub(crate) mod stated_names;
mod task_names;
mod thai_names;
mod titled_births;
pub(crate) mod traits;
mod travel_records;
mod trigger_words;
mod tuple_names;
mod uncased_given_names;
mod uncased_honorifics;
mod uncased_names;
mod uncased_run;
mod unsigned_labels;
mod worded_ages;

use crate::Rule;

/// The rules of each file.
pub(super) const RULES: &[&[Rule]] = &[
    account_holders::RULES,
    age::RULES,
    birth::RULES,
    birth_abbreviations::RULES,
    birth_dates::RULES,
    birth_lists::RULES,
    birth_names::RULES,
    birth_parts::RULES,
    birth_words::RULES,
    block_names::RULES,
    calendar_births::RULES,
    calendar_names::RULES,
    call_names::RULES,
    caret_names::RULES,
    cased_names::RULES,
    change_authors::RULES,
    chat_exports::RULES,
    constructed_births::RULES,
    contact_persons::RULES,
    corrected_births::RULES,
    date_time::RULES,
    device_names::RULES,
    dictated_births::RULES,
    directory_names::RULES,
    east_asian_lists::RULES,
    east_asian_prose::RULES,
    east_asian_titles::RULES,
    encoded_words::RULES,
    file_names::RULES,
    greeted_nicknames::RULES,
    identified_names::RULES,
    image_headers::RULES,
    initialled_names::RULES,
    introduced_name::RULES,
    inverted_names::RULES,
    kin_names::RULES,
    kin_terms::RULES,
    library_records::RULES,
    listed_births::RULES,
    local_titles::RULES,
    lower_case_names::RULES,
    mail_heads::RULES,
    misread_names::RULES,
    name_pairs::RULES,
    name_records::RULES,
    noted_ages::RULES,
    numbered_forms::RULES,
    party_names::RULES,
    passengers::RULES,
    phonetic_spelling::RULES,
    place_names::RULES,
    positional_names::RULES,
    reported_names::RULES,
    romanized_names::RULES,
    row_births::RULES,
    script_ages::RULES,
    script_keys::RULES,
    script_roles::RULES,
    script_titles::RULES,
    segments::RULES,
    self_introductions::RULES,
    single_first_names::RULES,
    small_introductions::RULES,
    speaker_notes::RULES,
    spelled_names::RULES,
    stated_ages::RULES,
    stated_births::RULES,
    stated_names::RULES,
    thai_names::RULES,
    titled_births::RULES,
    traits::RULES,
    travel_records::RULES,
    trigger_words::RULES,
    tuple_names::RULES,
    uncased_given_names::RULES,
    uncased_honorifics::RULES,
    uncased_names::RULES,
    unsigned_labels::RULES,
    worded_ages::RULES,
];

/// The languages that the embedded models of names read.
const NAME_LANGUAGES: &[&str] = &[
    "en", "da", "de", "es", "et", "fi", "fr", "hr", "hu", "it", "lv", "nb", "nl", "nn", "no", "pl", "pt", "ro", "sk",
    "sr", "sv", "tr",
];
