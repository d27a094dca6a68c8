//! Detection of personal data and secrets in text.
//!
//! A [`Detector`] finds entities: e-mail addresses, payment cards, national identity numbers, API keys, names of
//! persons, and some 220 kinds more. An entity has a place in its text, a [`Label`](entity::Label) and a confidence.
//! The crate needs no network, no runtime and no files.
//!
//! # Types
//!
//! | type | concept |
//! |---|---|
//! | [`Detector`] | compiled rules, with or without a language model; one serves all threads |
//! | [`Field`](text::Field) | a text, with the name of the member that held it, if any |
//! | [`Options`] | the labels, thresholds and lists of one call |
//! | [`Entity`](entity::Entity) | a find: its place, its label, its confidence |
//! | [`ExternalRecognizer`] | a model of the caller's own, which may fail |
//! | [`Catalogue`] | the labels of a detector, and the names by which callers select them |
//! | [`LabelInfo`](entity::LabelInfo) | the facts about a label |
//! | [`Rule`] | a recognizer: patterns, context words, a check |
//! | [`AllowList`], [`DenyList`] | texts that are never, or always, entities |
//!
//! # Examples
//!
//! Entities of a text:
//!
//! ```
//! use masquerade_detect::{Detector, Options, text::Field};
//!
//! let detector = Detector::new(Vec::new())?;
//! let options = Options::new(detector.default_labels().clone());
//! let text = "Mail jane.roe@example.com, card 4111 1111 1111 1111.";
//! let found = detector.detect(&[Field::new(text)], &options);
//! let shown: Vec<_> = found[0].iter().map(|entity| (entity.label.name(), entity.span.slice(text))).collect();
//! assert_eq!(shown, [("EMAIL_ADDRESS", "jane.roe@example.com"), ("CREDIT_CARD", "4111 1111 1111 1111")]);
//! # Ok::<(), masquerade_detect::BuildError>(())
//! ```
//!
//! The name of a field is context for its text, and labels are selected by their names, by aliases or by groups:
//!
//! ```
//! # use masquerade_detect::{Detector, Options, text::Field};
//! # let detector = Detector::new(Vec::new())?;
//! let labels = detector.select(&["US_SSN", "SECRETS"]).expect("known names");
//! let fields = [Field::with_key("078051120", "customer_ssn"), Field::new("mail jane.roe@example.com")];
//! let found = detector.detect(&fields, &Options::new(labels));
//! assert_eq!(found[0][0].label.name(), "US_SSN");
//! assert!(found[1].is_empty());
//! # Ok::<(), masquerade_detect::BuildError>(())
//! ```
//!
//! A rule of one's own, beside the built-in ones. Its check refuses what the pattern cannot:
//!
//! ```
//! use std::borrow::Cow;
//!
//! use masquerade_detect::{
//!     Candidate, Detector, Finding, Options, Pattern, Rule,
//!     entity::{Handling, LabelInfo},
//!     text::Field,
//! };
//!
//! fn is_badge(candidate: &Candidate<'_>) -> Option<Finding> {
//!     (candidate.matched() != "B-0000").then(|| candidate.whole())?
//! }
//!
//! let badge = Rule {
//!     info: LabelInfo::new("BADGE", "The number of an employee's badge.", "B-4711", Handling::CUSTOM),
//!     patterns: Cow::Owned(vec![Pattern::regex("B-[0-9]{4}", 0.4, 0.9)]),
//!     context: Cow::Owned(vec!["badge".into()]),
//!     check: is_badge,
//! };
//! let detector = Detector::new(vec![badge])?;
//! let options = Options::new(detector.select(&["BADGE"]).expect("the rule's label"));
//! let fields = ["badge B-4711", "badge B-0000", "B-4711 without context"].map(Field::new);
//! let found = detector.detect(&fields, &options);
//! assert_eq!(found.iter().map(Vec::len).collect::<Vec<_>>(), [1, 0, 0]);
//! # Ok::<(), masquerade_detect::BuildError>(())
//! ```
//!
//! A list of texts that are entities whatever the rules say, here with a label that no rule has:
//!
//! ```
//! # use masquerade_detect::{Detector, Options, text::Field};
//! use masquerade_detect::{DenyList, entity::Label};
//!
//! # let detector = Detector::new(Vec::new())?;
//! let deny = DenyList::new(&[("Project Heron", Label::new("PROJECT"))]).expect("a short list");
//! let options = Options { deny, ..Options::new(detector.default_labels().clone()) };
//! let found = detector.detect(&[Field::new("status of project heron")], &options);
//! assert_eq!(found[0][0].label.name(), "PROJECT");
//! # Ok::<(), masquerade_detect::BuildError>(())
//! ```
//!
//! Names in prose take the language model, which is built in:
//!
//! ```
//! # use masquerade_detect::{Detector, Options, text::Field};
//! use masquerade_detect::{Level, Model};
//!
//! let model = Model::embedded().expect("a model is built in");
//! let detector = Detector::with_model(Vec::new(), model)?;
//! let options = Options { ner: Level::Full, ..Options::new(detector.default_labels().clone()) };
//! let text = "The report was written by Jane Roe.";
//! let found = detector.detect(&[Field::new(text)], &options);
//! assert_eq!(found[0][0].span.slice(text), "Jane Roe");
//! # Ok::<(), masquerade_detect::BuildError>(())
//! ```
//!
//! # Steps
//!
//! 1. The scanner finds the places of all patterns of all rules in one pass over the text (`rule_set`).
//! 2. Obfuscated parts of the text (`jane [at] example [dot] com`) are read in clear, and scanned again (`deobfuscate`).
//! 3. The check of a rule accepts or refuses each candidate, and the words around it raise its confidence
//!    (`candidates`, `context`, `keys`).
//! 4. The language models add mentions of names, reconciled with the finds of the rules (`model`).
//! 5. Deny lists add texts, allow lists take some away (`lists`). Look-alikes of placeholders become
//!    [`Label::LITERAL`](entity::Label::LITERAL).
//! 6. Of hypotheses that overlap the best ones win, and only then the selected labels are picked (`overlap`).
//! 7. A text that was found once is found at its other occurrences in all fields (`propagate`).
//!
//! # Traps
//!
//! * Building a detector compiles all rules and takes a good part of a second. Build one, and share it.
//! * Detection has no errors. A rule's check that panics, or a table that contradicts another, ends the call with a
//!   panic: nothing was found out about the text then, and it must not be treated as a text without entities.
//! * An [`ExternalRecognizer`] that fails ends the call by unwinding with an [`ExternalFailure`], which a caller that has
//!   one catches (`std::panic::catch_unwind`).
//! * Labels that are not selected still take part in step 6: a card number is no telephone number, whichever of the two
//!   was asked for.
//! * [`Label`](entity::Label) names are interned and never freed: make labels from configuration, not from requests.
//! * Spans belong to the text that they were found in, in bytes.

mod candidates;
mod catalogue;
mod cell_statements;
pub mod checksum;
mod common_words;
mod context;
mod context_words;
pub mod custom;
mod deobfuscate;
mod detector;
pub mod entity;
mod error;
mod find_bounds;
mod introduction;
mod keys;
mod layout;
mod letter_case;
#[cfg(test)]
mod linear_time;
mod lists;
mod lower_case;
mod model;
mod name_parts;
mod options;
mod overlap;
mod propagate;
mod question;
#[cfg(test)]
mod random;
pub mod recognizers;
mod rule;
mod rule_set;
mod searches;
#[cfg(test)]
mod tests;

pub use catalogue::{Catalogue, UnknownName};
pub use checksum::checksums;
pub use detector::{Detector, Scratch};
pub use entity::LabelSet;
pub use error::BuildError;
pub use lists::{AllowList, DenyList, ListTooLarge};
pub use masquerade_ner::{ArtefactError, Level, Model};
pub use masquerade_scan::{MAX_MATCH_LEN, RegexError, TableCache};
pub use masquerade_text as text;
pub use model::{
    Models,
    external::{ExternalFailure, ExternalFind, ExternalLabel, ExternalReader, ExternalRecognizer},
};
pub use options::{Language, Options};
pub use propagate::PropagationScope;
pub use rule::{Candidate, Finder, Finding, Form, Pattern, Rule};
