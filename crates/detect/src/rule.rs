//! [`Rule`]: a pattern with its label, its check and its context words; a recognizer is a set of rules.

use std::{borrow::Cow, ops::Range};

use crate::{
    entity::{LabelInfo, Validated},
    text::Field,
};

/// A recognizer: patterns to search for, words that support a find, and a check.
///
/// Built-in rules are constants, one file per family under `recognizers/`; a user's own are made
/// from the configuration. A rule cannot fail and cannot panic, whatever the text.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The label of its finds, with the facts that are published about it.
    pub info: LabelInfo,
    /// The patterns of its candidates. The patterns of all rules are searched for in one pass.
    pub patterns: Cow<'static, [Pattern]>,
    /// Words and phrases, in lower case, that support a find near them, or in a field whose name has them: English
    /// ones, and those of the languages in `info`.
    pub context: Cow<'static, [Cow<'static, str>]>,
    /// Judges a candidate and returns the entity in it, or `None`. Hostile texts make many candidates, so its work must
    /// be bounded, or paid for by the length of its finds.
    pub check: fn(&Candidate<'_>) -> Option<Finding>,
}

/// A shape to search for.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The search for its candidates.
    pub finder: Finder,
    /// The probability, from 0 to 1, that the label of a checked find is right, with nothing else known.
    pub bare: f32,
    /// The probability, from 0 to 1, that the label of a checked find is right with a context word nearby or in the
    /// field's name.
    pub supported: f32,
    /// A test whether an entity may begin at a byte of a text, wherever it ends; called once before `check`.
    pub begins: Option<fn(&str, usize) -> bool>,
}

/// A search for candidates of a pattern.
#[derive(Clone, Debug)]
pub enum Finder {
    /// A regular expression in the language of `regex-syntax`. A match is at most
    /// [`MAX_MATCH_LEN`](crate::MAX_MATCH_LEN) bytes long. Unicode is off if the expression is plain ASCII and names no
    /// code point or property (`\d` is `[0-9]`, `.` any byte), otherwise on. It is tried at the start of a word, or at
    /// any character that is none of a word, and must end at a word boundary. Of several ends the longest that `check`
    /// accepts counts.
    ///
    /// Inside a find that is likely, no further find of the same rule is looked for.
    Regex(Cow<'static, str>),
    /// A regular expression that is tried everywhere and may end anywhere, within words, too: for values that word
    /// boundaries do not delimit (`password=` in `DB_PASSWORD=`). It must begin with something rare, since each place
    /// with its first four bytes costs a run of the automaton.
    Within(Cow<'static, str>),
    /// A regular expression like [`Finder::Regex`]'s that is tried only behind a blank that follows no digit.
    Apart(Cow<'static, str>),
    /// A regular expression that is tried where a word begins and may end anywhere: the beginning of a token, whose
    /// end `check` looks for.
    Prefix(Cow<'static, str>),
    /// Every occurrence of this ASCII byte, neither `:` nor `=`; `check` reads the text around it.
    Byte(u8),
    /// The `:` and `=` behind a word that ends like one of these names; `check` reads the text around the sign. Names
    /// are written like those of [`Finder::Key`].
    Sign(Cow<'static, [Cow<'static, str>]>),
    /// The value that one of these names introduces: the whole text of a field of that name, or the value behind
    /// `name:` or `name=` in a text. Names are in lower case. Case, separators, camel humps, words before the name and
    /// abbreviations of "number" at its end do not matter. The candidate reaches to the farthest end of the value (the
    /// closing quote, or the end of the line), and `check` narrows it.
    Key(Cow<'static, [Cow<'static, str>]>),
}

/// The introduction of a candidate, which decides how far its shape can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// No introduction: a pattern matched.
    Shape,
    /// The name of the field, cell, element, argument or line whose whole text the candidate is.
    Field,
    /// A name before a value in quotes: `"name": "…"`, `name = '…'`.
    Member,
    /// A name before a value without quotes, to the end of the line: `name: …`.
    Line,
    /// A name before a value without quotes and blanks: `name=…`.
    Pair,
    /// A name before a value without quotes, to the end of the line: `name = …`.
    Setting,
}

/// A place that a pattern matched, to be checked.
#[derive(Clone, Debug)]
pub struct Candidate<'a> {
    /// The field it stands in.
    pub field: &'a Field<'a>,
    /// The match of the pattern, in bytes of the field's text, on character boundaries.
    pub range: Range<usize>,
    /// The index of the matched pattern in the rule.
    pub pattern: usize,
    /// The introduction of the match.
    pub form: Form,
    /// The name that introduces it, in the form [`Form::Field`]; else empty.
    pub name: &'a str,
}

impl Finder {
    /// The names that introduce its candidates, if it finds them by names.
    pub fn names(&self) -> Option<&[Cow<'static, str>]> {
        match self {
            Self::Key(names) => Some(names),
            _ => None,
        }
    }
}

impl<'a> Candidate<'a> {
    /// The text of the match.
    pub fn matched(&self) -> &'a str {
        &self.field.text[self.range.clone()]
    }

    /// A finding of the whole match, with the probability of the pattern.
    pub fn whole(&self) -> Option<Finding> {
        self.part(self.range.clone())
    }

    /// A finding of `range`, in bytes of the field's text, with the probability of the pattern. It may reach beyond the
    /// match.
    pub fn part(&self, range: Range<usize>) -> Option<Finding> {
        Some(Finding { range, sure: false, validated: None })
    }

    /// A finding of the whole match that needs no context: chance cannot have passed the check.
    pub fn certain(&self) -> Option<Finding> {
        Some(Finding { range: self.range.clone(), sure: true, validated: None })
    }
}

/// The entity that a check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The entity, in bytes of the field's text.
    pub range: Range<usize>,
    /// True if the pattern's `supported` probability holds without any context.
    pub sure: bool,
    /// The outcome of the check; `None`: it passed, where the label has one.
    pub validated: Option<Validated>,
}

impl Pattern {
    /// A regular expression with its two probabilities.
    pub const fn regex(regex: &'static str, bare: f32, supported: f32) -> Self {
        Self { finder: Finder::Regex(Cow::Borrowed(regex)), bare, supported, begins: None }
    }

    /// A regular expression that may begin and end within words, with its two probabilities.
    pub const fn within(regex: &'static str, bare: f32, supported: f32) -> Self {
        Self { finder: Finder::Within(Cow::Borrowed(regex)), bare, supported, begins: None }
    }

    /// A regular expression for the beginning of a token, where a word begins, with its two probabilities.
    pub const fn prefix(regex: &'static str, bare: f32, supported: f32) -> Self {
        Self { finder: Finder::Prefix(Cow::Borrowed(regex)), bare, supported, begins: None }
    }

    /// A byte to look around, with its two probabilities.
    pub const fn around(byte: u8, bare: f32, supported: f32) -> Self {
        Self { finder: Finder::Byte(byte), bare, supported, begins: None }
    }

    /// A regular expression behind a word and a blank, with its two probabilities.
    pub const fn apart(regex: &'static str, bare: f32, supported: f32) -> Self {
        Self { finder: Finder::Apart(Cow::Borrowed(regex)), bare, supported, begins: None }
    }

    /// A regular expression where `begins` says that an entity may, with its two probabilities.
    pub const fn behind(begins: fn(&str, usize) -> bool, regex: &'static str, bare: f32, supported: f32) -> Self {
        Self { finder: Finder::Regex(Cow::Borrowed(regex)), bare, supported, begins: Some(begins) }
    }

    /// The signs behind names to look around, with the two probabilities.
    pub const fn sign(names: &'static [Cow<'static, str>], bare: f32, supported: f32) -> Self {
        Self { finder: Finder::Sign(Cow::Borrowed(names)), bare, supported, begins: None }
    }

    /// Names that introduce a value, and the probability of a find behind them.
    pub const fn key(names: &'static [Cow<'static, str>], probability: f32) -> Self {
        Self { finder: Finder::Key(Cow::Borrowed(names)), bare: probability, supported: probability, begins: None }
    }
}
