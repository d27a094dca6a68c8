//! [`Vocabulary`]: what only detection and anonymization can say about names.

use std::path::Path;

use masquerade_detect::custom::CustomRecognizer;

use super::JsonSelectors;
use crate::input::{Item, did_you_mean};
use masquerade_detect::entity::Label;

/// The names that mean something. Given by the caller, so that this floor need not know detection.
#[derive(Clone, Copy, Debug)]
pub struct Vocabulary<'v> {
    /// Built-in labels.
    pub labels: &'v [&'v str],
    /// What stands for labels wherever they are named: groups and aliases, `ALL` included.
    pub groups: &'v [&'v str],
    /// Methods.
    pub methods: &'v [&'v str],
    /// Checksums.
    pub checksums: &'v [&'v str],
    /// Whether a recognizer can be built; the error says why its expression cannot.
    pub recognizer: fn(&CustomRecognizer) -> Result<(), String>,
    /// Whether the file of a language model can be read and used; the error says why not.
    pub model: fn(&Path) -> Result<(), String>,
    /// Profiles of upstream APIs.
    pub profiles: &'v [KnownProfile<'v>],
    /// Whether a selector of the profile `json` can be used; the error says why not.
    pub selector: fn(&str) -> Result<(), String>,
    /// Whether all selectors of such a profile can be used together; the error says why not.
    pub selectors: fn(&JsonSelectors) -> Result<(), String>,
}

/// A built-in profile.
#[derive(Clone, Copy, Debug)]
pub struct KnownProfile<'v> {
    /// Its name.
    pub name: &'v str,
    /// Whether it is a log's: masked by `HASH` unless a route says otherwise, and not restored.
    pub is_log: bool,
}

/// The vocabulary with what the configuration adds to it.
pub(super) struct Names<'v> {
    pub(super) vocabulary: Option<&'v Vocabulary<'v>>,
    pub(super) recognizers: &'v [CustomRecognizer],
}

impl<'v> Names<'v> {
    /// What a list of entities may name, in its canonical spelling.
    pub(super) fn entity(&self, name: &str) -> Result<String, String> {
        let known = self.vocabulary.map(|vocabulary| {
            let own = self.recognizers.iter().map(|recognizer| recognizer.label.name());
            vocabulary.labels.iter().chain(vocabulary.groups).copied().chain(own).collect::<Vec<_>>()
        });
        canonical(name, known.as_deref(), "label or group")
    }

    /// A label, which may not be a group.
    pub(super) fn label(&self, name: &str) -> Result<Label, String> {
        let known = self.vocabulary.map(|vocabulary| {
            let own = self.recognizers.iter().map(|recognizer| recognizer.label.name());
            vocabulary.labels.iter().copied().chain(own).collect::<Vec<_>>()
        });
        canonical(name, known.as_deref(), "label").and_then(|name| label(&name))
    }

    /// A profile's name; the bare word where nothing is known.
    pub(super) fn profile(&self, name: &str) -> Result<String, String> {
        let name = name.trim();
        let Some(vocabulary) = self.vocabulary else { return Ok(name.to_ascii_lowercase()) };
        let known = || ["auto", "json"].into_iter().chain(vocabulary.profiles.iter().map(|profile| profile.name));
        match known().find(|known| known.eq_ignore_ascii_case(name)) {
            Some(known) => Ok(known.to_owned()),
            None => {
                Err(format!("must be one of {}{}", known().collect::<Vec<_>>().join(", "), did_you_mean(name, known())))
            }
        }
    }

    /// Whether the profile of this name is a log's.
    pub(super) fn is_log(&self, name: &str) -> bool {
        self.vocabulary.is_some_and(|v| v.profiles.iter().any(|profile| profile.is_log && profile.name == name))
    }

    /// A selector of the profile `json`.
    pub(super) fn selector(&self, text: &str) -> Result<String, String> {
        if let Some(vocabulary) = self.vocabulary {
            (vocabulary.selector)(text)?;
        }
        Ok(text.to_owned())
    }

    /// All selectors of one profile `json`.
    pub(super) fn selectors(&self, all: &JsonSelectors) -> Result<(), String> {
        self.vocabulary.map_or(Ok(()), |vocabulary| (vocabulary.selectors)(all))
    }

    /// A method.
    pub(super) fn method(&self, name: &str) -> Result<String, String> {
        canonical(name, self.vocabulary.map(|vocabulary| vocabulary.methods), "method")
    }
}

/// `name` as it is known, or in upper case where nothing is known.
fn canonical(name: &str, known: Option<&[&str]>, what: &str) -> Result<String, String> {
    let name = name.trim();
    let Some(known) = known else { return Ok(name.to_ascii_uppercase()) };
    match known.iter().find(|known| known.eq_ignore_ascii_case(name)) {
        Some(known) => Ok((*known).to_owned()),
        None => Err(format!("unknown {what}{}", did_you_mean(name, known.iter().copied()))),
    }
}

/// A label by its shape alone.
pub(super) fn label(name: &str) -> Result<Label, String> {
    let label = Label::intern(&name.trim().to_ascii_uppercase()).ok_or_else(|| {
        format!("must be of A-Z, 0-9 and _, begin with a letter, and have at most {} characters", Label::MAX_LEN)
    })?;
    if label == Label::OUTSIDE || label == Label::LITERAL {
        return Err(format!("{label} has a meaning of its own"));
    }
    Ok(label)
}

/// Refuses a checksum that is not known.
pub(super) fn checksum(item: Item<'_, '_>, vocabulary: Option<&Vocabulary<'_>>) -> Option<String> {
    item.parse(|name| {
        let Some(vocabulary) = vocabulary else { return Ok(name.to_ascii_lowercase()) };
        canonical(name, Some(vocabulary.checksums), "checksum").map_err(|error| {
            if error.contains("did you mean") {
                error
            } else {
                format!("{error}; known: {}", vocabulary.checksums.join(", "))
            }
        })
    })
}
