//! Variants of placeholders, as language models write them: where they stand, and of which placeholder each is.
//!
//! Both ways of restoring find variants here: that of whole texts, which looks for [`candidates`] first and asks a map
//! or a store which of them exist, and that of texts in chunks, which knows its placeholders.

use std::{collections::HashSet, fmt, ops::Range, sync::Arc};

use self::grammar::{AnyPlaceholder, Frame, KnownPlaceholders, MAX_LEN, OPENINGS, Walk};
use crate::anonymize::Substitute;
use masquerade_detect::entity::{Mark, Placeholder};

mod grammar;
#[cfg(test)]
mod tests;

pub(super) use grammar::SubstituteMatch;

/// The canonical form of a placeholder, with which variants are compared: without its brackets; in capitals, but for
/// a sealed text.
pub(super) struct Key(Substitute);

impl Key {
    fn new(placeholder: &Substitute) -> Self {
        // Numbered ones, which most are, are in capitals already.
        if placeholder.bytes().any(|byte| byte.is_ascii_lowercase()) && !placeholder.contains(':') {
            Self(placeholder.to_ascii_uppercase().into())
        } else {
            Self(Arc::clone(placeholder))
        }
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.0.as_bytes()[1..self.0.len() - 1]
    }
}

/// The roles that each byte may have as the first of a substitute or a variant.
#[derive(Clone)]
pub(super) struct FirstBytes([u8; 256]);

impl FirstBytes {
    /// The first byte of a substitute, letter for letter.
    pub(super) const EXACT: u8 = 1;
    /// The first byte of an opening bracket in one of its spellings.
    pub(super) const OPENING: u8 = 2;
    /// The first byte of a placeholder without its opening bracket: a capital. With small letters, half of all words
    /// would have to be waited for.
    pub(super) const BARE: u8 = 4;
    /// The first byte, in either case, of a placeholder between markup.
    pub(super) const MARKED: u8 = 8;

    /// The roles of `byte`.
    pub(super) fn of(&self, byte: u8) -> u8 {
        self.0[usize::from(byte)]
    }

    pub(super) fn add(&mut self, byte: u8, roles: u8) {
        self.0[usize::from(byte)] |= roles;
    }

    fn add_openings(&mut self) {
        OPENINGS.iter().filter_map(|spelling| spelling.bytes().next()).for_each(|first| self.add(first, Self::OPENING));
    }

    fn add_capital(&mut self, first: u8) {
        self.add(first, Self::BARE | Self::MARKED);
        self.add(first.to_ascii_lowercase(), Self::MARKED);
    }

    /// Reports whether a substitute or a variant may begin at byte `at` of `text`, which follows the character
    /// `before`.
    pub(super) fn may_begin(&self, before: Option<char>, text: &str, at: usize) -> bool {
        let roles = self.of(text.as_bytes()[at]);
        roles != 0 && (roles & (Self::EXACT | Self::OPENING) != 0 || is_bare_start(before_at(before, text, at), roles))
    }
}

impl Default for FirstBytes {
    fn default() -> Self {
        Self([0; 256])
    }
}

/// Reports whether a placeholder without brackets may begin behind `before` with a byte of these roles.
fn is_bare_start(before: Option<char>, roles: u8) -> bool {
    match before {
        Some('*' | '`') => roles & (FirstBytes::BARE | FirstBytes::MARKED) != 0,
        Some(before) => roles & FirstBytes::BARE != 0 && !(before == '_' || before.is_alphanumeric()),
        None => roles & FirstBytes::BARE != 0,
    }
}

/// The character before byte `at` of `text`, which follows the character `before`.
pub(super) fn before_at(before: Option<char>, text: &str, at: usize) -> Option<char> {
    text.get(..at).and_then(|start| start.chars().next_back()).or(before)
}

/// Known placeholders, for finding their variants.
#[derive(Default)]
pub(super) struct VariantIndex {
    /// The placeholders with their numbers, in byte order.
    keys: Vec<(Key, usize)>,
}

impl VariantIndex {
    /// An index of those `placeholders`, each with its number, that are placeholders and not too long. Their first bytes
    /// go to `first`.
    pub(super) fn new<'p>(placeholders: impl Iterator<Item = (usize, &'p Substitute)>, first: &mut FirstBytes) -> Self {
        let is_readable =
            |placeholder: &str| placeholder.len() <= MAX_LEN + 2 && Placeholder::parse(placeholder).is_some();
        let known = placeholders.filter(|(_, placeholder)| is_readable(placeholder));
        let mut keys: Vec<_> = known.map(|(number, placeholder)| (Key::new(placeholder), number)).collect();
        keys.sort_by(|(one, _), (other, _)| one.as_bytes().cmp(other.as_bytes()));
        if !keys.is_empty() {
            first.add_openings();
        }
        keys.iter().for_each(|(key, _)| first.add_capital(key.as_bytes()[0]));
        Self { keys }
    }

    /// The variant at the beginning of `text`, which follows the character `before` and is all there is if `eof`.
    /// `roles` are those of its first byte.
    pub(super) fn find_at(&self, before: Option<char>, text: &str, eof: bool, roles: u8) -> SubstituteMatch {
        if roles & FirstBytes::OPENING != 0 {
            match Walk::bracketed(text, eof, KnownPlaceholders::new(&self.keys)).map_or_else(|found| found, Walk::find)
            {
                SubstituteMatch::None => {}
                found => return found,
            }
        }
        if is_bare_start(before, roles) {
            return Walk::unbracketed(text, eof, Frame::Bare(before), KnownPlaceholders::new(&self.keys)).find();
        }
        SubstituteMatch::None
    }
}

/// The variants in a whole text, each with the number of its placeholder, in order of their starts. They may overlap.
pub(super) fn find(index: &VariantIndex, first: &FirstBytes, text: &str) -> Vec<(Range<usize>, usize)> {
    let mut all = Vec::new();
    for at in starts(first, text) {
        let roles = first.of(text.as_bytes()[at]);
        if let SubstituteMatch::Whole { length, id } =
            index.find_at(before_at(None, text, at), &text[at..], true, roles)
        {
            all.push((at..at + length, id));
        }
    }
    all
}

fn starts<'t>(first: &'t FirstBytes, text: &'t str) -> impl Iterator<Item = usize> + 't {
    (0..text.len()).filter(move |at| first.may_begin(None, text, *at))
}

/// The placeholders of which variants may stand in `text`, whether they exist or not.
pub(super) fn candidates(text: &str, mut found: impl FnMut(String)) {
    let mut first = FirstBytes::default();
    first.add_openings();
    (b'A'..=b'Z').for_each(|capital| first.add_capital(capital));
    for at in starts(&first, text) {
        let (rest, before) = (&text[at..], before_at(None, text, at));
        let roles = first.of(text.as_bytes()[at]);
        if roles & FirstBytes::OPENING != 0
            && let Ok(walk) = Walk::bracketed(rest, true, AnyPlaceholder::default())
        {
            walk.collect(|_, name| found(name));
        }
        if is_bare_start(before, roles) {
            Walk::unbracketed(rest, true, Frame::Bare(before), AnyPlaceholder::default())
                .collect(|_, name| found(name));
        }
    }
}

/// Placeholders of which variants stand in a request's own texts: a word such as `PERSON_1` that the request itself
/// uses is no placeholder when it comes back.
#[derive(Clone, Default)]
pub struct PlaceholderVariants(HashSet<String>);

impl fmt::Debug for PlaceholderVariants {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PlaceholderVariants({})", self.0.len())
    }
}

impl PlaceholderVariants {
    /// Reports whether [`PlaceholderVariants::of`] may find any in `text`: a look at its bytes.
    pub fn may_be_in(text: &str) -> bool {
        let bytes = text.as_bytes();
        low_line(bytes).is_some() || openings(bytes).next().is_some()
    }

    /// The placeholders of which variants stand in `texts`, with brackets, markup or neither, in any case.
    pub fn of<'t>(texts: impl IntoIterator<Item = &'t str>) -> Self {
        let mut all = HashSet::new();
        for text in texts {
            for at in openings(text.as_bytes()) {
                if let Ok(walk) = Walk::bracketed(&text[at..], true, AnyPlaceholder::default()) {
                    walk.collect(|length, name| {
                        if text[at..at + length] != name {
                            all.insert(name);
                        }
                    });
                }
            }
            for at in words(text) {
                let is_exact = |length: usize| {
                    let exact = at.checked_sub(1).and_then(|start| text.get(start..at + length + 1));
                    exact.is_some_and(|exact| Placeholder::parse(exact).is_some())
                };
                Walk::unbracketed(&text[at..], true, Frame::Word, AnyPlaceholder::default()).collect(|length, name| {
                    // A closing bracket has been read as well.
                    let length = length - usize::from(text[at..at + length].ends_with(']'));
                    if !is_exact(length) {
                        all.insert(name);
                    }
                });
            }
        }
        Self(all)
    }

    /// Reports whether a variant of `placeholder` is among them. A sealed text has none by chance.
    pub fn contains(&self, placeholder: &str) -> bool {
        !self.0.is_empty()
            && self.0.contains(placeholder)
            && !matches!(Placeholder::parse(placeholder), Some(Placeholder { mark: Mark::Token(_), .. }))
    }
}

/// The offsets at which an opening bracket, in one of its spellings, may stand before a name. Most brackets open
/// something else.
fn openings(bytes: &[u8]) -> impl Iterator<Item = usize> {
    let is_name = |behind: usize| {
        let rest = bytes.get(behind..).unwrap_or_default();
        let padding = rest.iter().take(4).take_while(|byte| matches!(byte, b' ' | b'\t' | b'*' | b'`')).count();
        rest.get(padding).is_some_and(u8::is_ascii_alphabetic)
    };
    let ascii = memchr::memchr3_iter(b'[', b'&', b'%', bytes).filter(move |&at| match bytes[at] {
        b'[' => is_name(at + 1),
        b'&' => matches!(bytes.get(at + 1), Some(b'#' | b'l' | b'L')),
        _ => bytes.get(at + 1) == Some(&b'5'),
    });
    let is_wide = move |at: &usize| {
        let is_bracket = |bracket: &str| bytes[*at..].starts_with(bracket.as_bytes());
        (is_bracket("［") || is_bracket("【")) && is_name(at + 3)
    };
    ascii.chain(memchr::memchr2_iter("［".as_bytes()[0], "【".as_bytes()[0], bytes).filter(is_wide))
}

/// The first byte that may be a low line in one of its spellings.
fn low_line(bytes: &[u8]) -> Option<usize> {
    memchr::memchr3(b'_', b'%', b'&', bytes)
}

/// The offsets of words that may be names. Each name has a low line in one of its spellings, so only words around one
/// are looked at: most words of most texts are not.
fn words(text: &str) -> impl Iterator<Item = usize> {
    let bytes = text.as_bytes();
    let belongs = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'\\' | b'%' | b'&' | b'#' | b';');
    let mut at = 0;
    let runs = std::iter::from_fn(move || {
        let low_line = at + low_line(bytes.get(at..)?)?;
        let before = bytes[at..low_line].iter().rev().take_while(|byte| belongs(byte)).count();
        let behind = bytes[low_line..].iter().take_while(|byte| belongs(byte)).count();
        at = low_line + behind;
        Some(low_line - before..at)
    });
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let begins = move |at: &usize| {
        bytes[*at].is_ascii_alphabetic() && at.checked_sub(1).is_none_or(|before| !is_word(bytes[before]))
    };
    runs.flat_map(move |run| run.filter(begins))
}
