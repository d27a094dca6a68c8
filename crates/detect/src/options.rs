//! [`Options`]: the settings of one call of the detector.

use masquerade_ner::Level;

use crate::{AllowList, DenyList, LabelSet};

/// The labels, thresholds and lists of one call.
#[derive(Clone, Debug)]
pub struct Options {
    /// The labels to report.
    pub labels: LabelSet,
    /// The confidence, in `[0, 1]`, from which all labels are reported; `None`: each label's own.
    pub threshold: Option<f32>,
    /// Texts that are never entities.
    pub allow: AllowList,
    /// Texts that are always entities.
    pub deny: DenyList,
    /// The work of the language model, if the detector has one.
    pub ner: Level,
    /// The language of the texts, if the caller knows it. Of two readings of a number, the one whose label has context
    /// words in that language becomes more probable.
    pub language: Option<Language>,
}

/// A language, by the primary subtag of its tag (RFC 5646, 2.2.1): `de` of `de-CH`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Language([u8; Language::LONGEST]);

impl Language {
    /// Longest primary subtag, in bytes.
    const LONGEST: usize = 8;

    /// The language of `tag`; `None` if it is no language tag.
    pub fn of_tag(tag: &str) -> Option<Self> {
        let mut parts = tag.split('-');
        let primary = parts.next().filter(|primary| primary.len() >= 2)?;
        let is_part = |part: &str| (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric());
        let mut language = Self([0; Self::LONGEST]);
        for (at, byte) in primary.bytes().enumerate() {
            *language.0.get_mut(at).filter(|_| byte.is_ascii_alphabetic())? = byte.to_ascii_lowercase();
        }
        parts.all(is_part).then_some(language)
    }

    /// Reports whether the language is one of `languages`, which are primary subtags.
    pub fn is_among(self, languages: &[&str]) -> bool {
        languages.iter().any(|tag| Self::of_tag(tag) == Some(self))
    }
}

impl Options {
    /// `labels` at their own thresholds, by rules alone, without lists.
    pub fn new(labels: LabelSet) -> Self {
        Self {
            labels,
            threshold: None,
            allow: AllowList::default(),
            deny: DenyList::default(),
            ner: Level::Off,
            language: None,
        }
    }
}
