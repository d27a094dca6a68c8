//! The vocabulary of names that detection and anonymization define.

use std::path::Path;

use masquerade_detect::custom::CustomRecognizer;

use super::JsonSelectors;
use crate::input::{Item, did_you_mean};
use masquerade_detect::entity::Label;

/// The known names and checks of settings. The caller provides them, so that this module does not import detection.
#[derive(Clone, Copy, Debug)]
pub struct Vocabulary<'v> {
    /// The built-in labels.
    pub labels: &'v [&'v str],
    /// The other names for labels: groups and aliases, `ALL` included.
    pub groups: &'v [&'v str],
    /// The methods.
    pub methods: &'v [&'v str],
    /// The checksums.
    pub checksums: &'v [&'v str],
    /// Checks that a recognizer can be built; the error explains its expression.
    pub recognizer: fn(&CustomRecognizer) -> Result<(), String>,
    /// Checks that the file of a language model can be read and used.
    pub model: fn(&Path) -> Result<(), String>,
    /// The profiles of upstream APIs.
    pub profiles: &'v [KnownProfile<'v>],
    /// Checks a selector of the profile `json`.
    pub selector: fn(&str) -> Result<(), String>,
    /// Checks that the selectors of one profile `json` can be used together.
    pub selectors: fn(&JsonSelectors) -> Result<(), String>,
}

/// A built-in profile.
#[derive(Clone, Copy, Debug)]
pub struct KnownProfile<'v> {
    /// The profile's name.
    pub name: &'v str,
    /// True for a log API: masked by `HASH` by default, and not restored.
    pub is_log: bool,
    /// True if answers are masked, by sealing, and requests restored.
    pub masks_answers: bool,
}

/// The vocabulary together with the names that the configuration defines.
pub(super) struct Names<'v> {
    pub(super) vocabulary: Option<&'v Vocabulary<'v>>,
    pub(super) recognizers: &'v [CustomRecognizer],
}

impl<'v> Names<'v> {
    /// A label, group or alias in its canonical spelling.
    pub(super) fn entity(&self, name: &str) -> Result<String, String> {
        let known = self.vocabulary.map(|vocabulary| {
            let own = self.recognizers.iter().map(|recognizer| recognizer.label.name());
            vocabulary.labels.iter().chain(vocabulary.groups).copied().chain(own).collect::<Vec<_>>()
        });
        canonical(name, known.as_deref(), "label or group")
    }

    /// A single label.
    pub(super) fn label(&self, name: &str) -> Result<Label, String> {
        let known = self.vocabulary.map(|vocabulary| {
            let own = self.recognizers.iter().map(|recognizer| recognizer.label.name());
            vocabulary.labels.iter().copied().chain(own).collect::<Vec<_>>()
        });
        canonical(name, known.as_deref(), "label").and_then(|name| label(&name))
    }

    /// The name of a profile in its canonical spelling.
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

    /// Reports whether a profile is a log API.
    pub(super) fn is_log(&self, name: &str) -> bool {
        self.vocabulary.is_some_and(|v| v.profiles.iter().any(|profile| profile.is_log && profile.name == name))
    }

    /// Reports whether the answers of a profile are masked.
    pub(super) fn masks_answers(&self, name: &str) -> bool {
        self.vocabulary.is_some_and(|v| v.profiles.iter().any(|profile| profile.masks_answers && profile.name == name))
    }

    /// A checked selector of the profile `json`.
    pub(super) fn selector(&self, text: &str) -> Result<String, String> {
        if let Some(vocabulary) = self.vocabulary {
            (vocabulary.selector)(text)?;
        }
        Ok(text.to_owned())
    }

    /// Checks the selectors of one profile `json` together.
    pub(super) fn selectors(&self, all: &JsonSelectors) -> Result<(), String> {
        self.vocabulary.map_or(Ok(()), |vocabulary| (vocabulary.selectors)(all))
    }

    /// A method in its canonical spelling.
    pub(super) fn method(&self, name: &str) -> Result<String, String> {
        canonical(name, self.vocabulary.map(|vocabulary| vocabulary.methods), "method")
    }
}

/// The longest list of names that a refusal shows.
const MAX_SHOWN: usize = 40;

/// The canonical spelling of a name: upper case if there is no vocabulary.
fn canonical(name: &str, known: Option<&[&str]>, what: &str) -> Result<String, String> {
    let name = name.trim();
    let Some(known) = known else { return Ok(name.to_ascii_uppercase()) };
    match known.iter().find(|known| known.eq_ignore_ascii_case(name)) {
        Some(known) => Ok((*known).to_owned()),
        None => match did_you_mean(name, known.iter().copied()) {
            hint if !hint.is_empty() => Err(format!("unknown {what}{hint}")),
            _ if known.len() <= MAX_SHOWN => Err(format!("unknown {what}; known: {}", known.join(", "))),
            _ => Err(format!("unknown {what}; `masquerade entities` lists the known ones")),
        },
    }
}

/// A label, checked by its form alone.
pub(super) fn label(name: &str) -> Result<Label, String> {
    let label = Label::intern(&name.trim().to_ascii_uppercase()).ok_or_else(|| {
        format!("must be of A-Z, 0-9 and _, begin with a letter, and have at most {} characters", Label::MAX_LEN)
    })?;
    if label == Label::OUTSIDE || label == Label::LITERAL {
        return Err(format!("{label} has a meaning of its own"));
    }
    Ok(label)
}

/// Reads the name of a checksum.
pub(super) fn checksum(item: Item<'_, '_>, vocabulary: Option<&Vocabulary<'_>>) -> Option<String> {
    item.parse(|name| {
        let Some(vocabulary) = vocabulary else { return Ok(name.to_ascii_lowercase()) };
        canonical(name, Some(vocabulary.checksums), "checksum")
    })
}
