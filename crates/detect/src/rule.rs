//! [`Rule`]: a pattern with its label, its check and its context words; a recognizer is a set of rules.

use std::{borrow::Cow, ops::Range};

use crate::{
    entity::{LabelInfo, Validated},
    text::Field,
};

/// A recognizer: where to look, how to check, what supports it.
///
/// Built-in rules are constants, one file per family under `recognizers/`; a user's own are made
/// from the configuration. A rule cannot fail and cannot panic, whatever the text.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The label it finds and what is published about it.
    pub info: LabelInfo,
    /// Where to look. All patterns of all rules are searched for in one pass.
    pub patterns: Cow<'static, [Pattern]>,
    /// Words and phrases, in lower case, that support a find when one of them stands near it or in
    /// the name of its field. English and the languages named in `info`.
    pub context: Cow<'static, [Cow<'static, str>]>,
    /// Says what of a candidate is an entity, if anything. Hostile texts make many candidates, so
    /// its work must be bounded, or paid for by the length of what it finds.
    pub check: fn(&Candidate<'_>) -> Option<Finding>,
}

/// One shape to look for.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// How a candidate is found.
    pub finder: Finder,
    /// The probability that a checked find is what the label says, with nothing else known.
    pub bare: f32,
    /// The same with a context word nearby or in the field's name.
    pub supported: f32,
    /// Whether what matches at a place of a text may be an entity, wherever it ends: asked once before `check`.
    pub begins: Option<fn(&str, usize) -> bool>,
}

/// How candidates of a pattern are found.
#[derive(Clone, Debug)]
pub enum Finder {
    /// A regular expression in `regex-syntax`'s language; what it matches is at most [`MAX_MATCH_LEN`](crate::MAX_MATCH_LEN)
    /// bytes long. Unicode is off where it is plain ASCII and names no code point or property (`\d`
    /// is `[0-9]`, `.` any byte), otherwise on. It is tried where a word begins (or any non-word character stands) and must end at a
    /// word boundary. Of several ends the longest that `check` accepts counts.
    ///
    /// Where its label is likely, nothing of its rule is looked for inside what it found.
    Regex(Cow<'static, str>),
    /// A regular expression that is tried everywhere, within words, too, and may end anywhere: for what is
    /// not cut out by word boundaries (`password=` in `DB_PASSWORD=`). It must begin with something
    /// rare, since each place where its first four bytes stand costs a run of the automaton.
    Within(Cow<'static, str>),
    /// A regular expression like [`Finder::Regex`]'s that is tried only behind a blank that follows no digit.
    Apart(Cow<'static, str>),
    /// A regular expression that is tried where a word begins and may end anywhere: the beginning of a token, whose
    /// end `check` looks for.
    Prefix(Cow<'static, str>),
    /// Every occurrence of this ASCII byte, neither `:` nor `=`; `check` looks at what stands around it.
    Byte(u8),
    /// The `:` and `=` behind what ends as one of these names does; `check` looks at what stands around it. Names
    /// are written like those of [`Finder::Key`].
    Sign(Cow<'static, [Cow<'static, str>]>),
    /// The value that one of these names introduces: the whole text of a field of that name, or what stands
    /// behind `name:` or `name=` in a text. Names are in lower case; case, separators and camel humps do not
    /// matter, nor do words before the name, nor how "number" is shortened at its end. The candidate reaches
    /// as far as the value may (to the closing quote, or to the end of the line), and `check` narrows it.
    Key(Cow<'static, [Cow<'static, str>]>),
}

/// How a candidate is introduced, which tells how far its shape can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// By nothing: it is what a pattern matched.
    Shape,
    /// By the name of the field, cell, element, argument or line whose whole text it is.
    Field,
    /// In quotes behind a name: `"name": "…"`, `name = '…'`.
    Member,
    /// `name: …` without quotes, to the end of the line.
    Line,
    /// `name=…` without quotes and blanks.
    Pair,
    /// `name = …` without quotes, to the end of the line.
    Setting,
}

/// A place that a pattern matched, to be checked.
#[derive(Clone, Debug)]
pub struct Candidate<'a> {
    /// The field it stands in.
    pub field: &'a Field<'a>,
    /// What the pattern matched, in bytes of the field's text, on character boundaries.
    pub range: Range<usize>,
    /// Which of the rule's patterns matched.
    pub pattern: usize,
    /// How it is introduced.
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
    /// What the pattern matched.
    pub fn matched(&self) -> &'a str {
        self.field.text.get(self.range.clone()).unwrap_or_default()
    }

    /// All of it is an entity, as sure as the pattern says.
    pub fn whole(&self) -> Option<Finding> {
        self.part(self.range.clone())
    }

    /// `range` (of the field's text, it may reach beyond the match) is the entity.
    pub fn part(&self, range: Range<usize>) -> Option<Finding> {
        Some(Finding { range, sure: false, validated: None })
    }

    /// All of it is the entity, beyond doubt: what was checked cannot be so by chance.
    pub fn certain(&self) -> Option<Finding> {
        Some(Finding { range: self.range.clone(), sure: true, validated: None })
    }
}

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The entity, in bytes of the field's text.
    pub range: Range<usize>,
    /// Whether the pattern's `supported` probability holds without any context.
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

    /// Names that introduce a value, and the probability of what is found behind them.
    pub const fn key(names: &'static [Cow<'static, str>], probability: f32) -> Self {
        Self { finder: Finder::Key(Cow::Borrowed(names)), bare: probability, supported: probability, begins: None }
    }
}
