//! Tokens with a telling prefix: a table of formats, and one recognizer for all of them.
//!
//! A prefix that nothing else has introduces its token. A token in its format is found whether or not a checksum
//! passes; one of another length is found if it is long and random.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::LazyLock,
};

use regex_syntax::escape;

mod body;
mod formats;

use self::{
    body::{Body, holds, run},
    formats::{FORMATS, Format},
};
use super::{ai_keys, cloud_keys, crc::has_checksum, forge_tokens, generic_secret, service_tokens, shape::is_dummy};
use crate::recognizers::secrets::{randomness::is_random, stand_ins::is_placeholder};
use crate::{Candidate, Finder, Finding, Pattern, Rule, text::is_value_edge};

/// The rules that have formats in the table, without patterns.
const RULES: &[Rule] = &[
    ai_keys::ANTHROPIC_KEY,
    ai_keys::OPENAI_KEY,
    cloud_keys::GCP_API_KEY,
    forge_tokens::GITHUB_TOKEN,
    forge_tokens::GITLAB_TOKEN,
    forge_tokens::HUGGINGFACE_TOKEN,
    forge_tokens::NPM_TOKEN,
    forge_tokens::PYPI_TOKEN,
    generic_secret::PREFIXED,
    service_tokens::DISCORD_TOKEN,
    service_tokens::SENDGRID_KEY,
    service_tokens::SLACK_TOKEN,
    service_tokens::STRIPE_KEY,
    service_tokens::TWILIO_KEY,
];

/// Bytes that tell prefixes from words that begin alike. If a prefix is shorter, the first characters of the body are
/// searched for, too.
const SEARCHED: usize = 6;

/// Fewest characters behind a distinct prefix that are a token in any length, and most.
const ANY_LENGTH: [usize; 2] = [16, 512];

/// Fewest characters behind a prefix that is not distinct that make a token sure.
const LONG: usize = 24;

/// A row of the table, read.
struct Known {
    format: &'static Format,
    /// The part of a token before the prefix.
    before: Body,
    body: Body,
}

/// The formats, by the first two bytes of their prefixes; the longest prefix first.
static KNOWN: LazyLock<HashMap<[u8; 2], Vec<Known>>> = LazyLock::new(|| {
    let mut known: HashMap<[u8; 2], Vec<Known>> = HashMap::new();
    for format in FORMATS.iter().flat_map(|formats| formats.iter()) {
        let head = *format.prefix.as_bytes().first_chunk().expect("a prefix has two bytes");
        let known = known.entry(head).or_default();
        known.push(Known { format, before: Body::new(format.before), body: Body::new(format.body) });
    }
    known.values_mut().for_each(|formats| formats.sort_by_key(|known| std::cmp::Reverse(known.format.prefix.len())));
    known
});

/// A rule for each label that has formats.
pub(crate) fn rules() -> Vec<Rule> {
    let mut searched: BTreeMap<(&str, bool), BTreeSet<String>> = BTreeMap::new();
    for known in KNOWN.values().flatten() {
        searched.entry((known.format.label, known.is_marked())).or_default().insert(known.searched());
    }
    let rule = |rule: &Rule| {
        let finder = |is_marked| {
            let all: Vec<_> = searched.get(&(rule.info.name, is_marked))?.iter().map(String::as_str).collect();
            let regex = Cow::Owned(all.join("|"));
            Some(if is_marked { Finder::Within(regex) } else { Finder::Prefix(regex) })
        };
        let pattern = |finder| Pattern { finder, bare: 0.85, supported: 0.99, begins: None };
        let patterns: Vec<_> = [false, true].into_iter().filter_map(finder).map(pattern).collect();
        let formats = KNOWN.values().flatten().map(|known| known.format);
        let services: BTreeSet<_> = formats.filter(|f| f.label == rule.info.name).map(|f| f.service).collect();
        let words = services.into_iter().map(Cow::Borrowed).chain(rule.context.iter().cloned()).collect();
        Rule { patterns: Cow::Owned(patterns), context: Cow::Owned(words), ..rule.clone() }
    };
    RULES.iter().map(rule).collect()
}

/// The services of the table.
pub(super) fn services() -> impl Iterator<Item = &'static str> {
    FORMATS.iter().flat_map(|formats| formats.iter()).map(|format| format.service)
}

impl Known {
    /// Reports whether its prefix stands within its tokens.
    fn is_marked(&self) -> bool {
        !self.before.parts.is_empty()
    }

    /// The start of the token whose prefix stands at `at`.
    fn start(&self, text: &str, at: usize) -> Option<usize> {
        let start = at.checked_sub(self.before.parts.iter().map(|part| part.least).sum())?;
        let head = text.get(start..at)?.as_bytes();
        let fits = self.before.read(head) == Some(head.len()) && (!self.is_marked() || is_value_edge(text, start));
        fits.then_some(start)
    }

    /// The regular expression that its tokens are searched for by.
    fn searched(&self) -> String {
        let mut regex = escape(self.format.prefix);
        let mut len = self.format.prefix.len();
        for part in &self.body.parts {
            if len >= SEARCHED {
                break;
            }
            let count = part.least.min(SEARCHED - len);
            let class: String =
                (0..128).filter(|byte| holds(part.alphabet, *byte)).map(char::from).map(in_class).collect();
            regex += &format!("[{class}]{{{count}}}");
            len += count;
            if part.least != part.most {
                break;
            }
        }
        regex
    }

    /// The end of its token behind a prefix that ends at `start`, if it has the length and alphabet that it should.
    fn end(&self, text: &str, start: usize) -> Option<usize> {
        let mut end = start + self.body.read(text.as_bytes().get(start..)?)?;
        if self.goes_on(text, end) {
            return None;
        }
        if self.body.parts.last().is_some_and(|part| part.least < part.most) {
            // The stop of a sentence.
            end -= text.get(start..end)?.len() - text.get(start..end)?.trim_end_matches('.').len();
        }
        // The end is checked first: the other checks read the body again.
        if !ends(text, end) {
            return None;
        }
        let body = text.get(start..end)?;
        let is_fixed = self.body.parts.iter().all(|part| part.least == part.most);
        let digits = body.bytes().filter(u8::is_ascii_digit).count();
        // Hexadecimal groups between signs are no words.
        let is_grouped = digits > 5 && self.body.parts.len() > 2;
        let is_plausible = || {
            self.body.is_distinct && (digits > 0 || is_fixed && !body.contains(['-', '_']))
                || is_grouped
                || is_random(body)
        };
        let token = self.start(text, start - self.format.prefix.len())?..end;
        let fits = self.is_proven(body) || !is_dummy(text.get(token)?) && is_plausible();
        fits.then_some(end)
    }

    /// Reports whether more of its last part's alphabet stands at `end` than the format has, other than the stop of a
    /// sentence.
    fn goes_on(&self, text: &str, end: usize) -> bool {
        let is_part = |byte: &u8| self.body.parts.last().is_some_and(|part| holds(part.alphabet, *byte));
        let mut behind = text.as_bytes()[end..].iter();
        behind.next().is_some_and(is_part) && behind.next().is_some_and(u8::is_ascii_alphanumeric)
    }

    /// Reports whether the checksum in `body` passes, if there is one.
    fn is_proven(&self, body: &str) -> bool {
        self.format.has_checksum && has_checksum(body)
    }

    /// The end of a token behind its distinct prefix in any length, if it is as random as a token.
    fn end_of_any_length(&self, text: &str, start: usize) -> Option<usize> {
        let [least, most] = ANY_LENGTH;
        let rest = text.as_bytes().get(start..)?;
        let len = run(rest, self.body.alphabet, most + 1);
        if !self.body.is_distinct || !(least..=most).contains(&len) {
            return None;
        }
        let body = text.get(start..start + len)?.trim_end_matches(['.', '-', '_', '/']);
        let fits = ends(text, start + len)
            && body.len() >= least
            && is_random(body)
            && !is_dummy(body)
            && !is_placeholder(body);
        fits.then_some(start + body.len())
    }
}

/// `c` as it stands in a class of a regular expression.
fn in_class(c: char) -> String {
    if c.is_ascii_alphanumeric() { c.to_string() } else { format!("\\{c}") }
}

/// Reports whether a token may end at `end`: neither a word goes on there, nor a hyphen with a letter or digit behind
/// it.
fn ends(text: &str, end: usize) -> bool {
    let joined = matches!(text.as_bytes().get(end..), Some([b'-', next, ..]) if next.is_ascii_alphanumeric());
    is_value_edge(text, end) && !joined
}

/// The token of `label` that begins with the candidate.
pub(super) fn check(candidate: &Candidate<'_>, label: &str) -> Option<Finding> {
    let (text, at) = (candidate.field.text, candidate.range.start);
    let rest = text.as_bytes().get(at..)?;
    let formats = KNOWN.get(rest.first_chunk()?)?;
    let fits = |known: &&Known| known.format.label == label && rest.starts_with(known.format.prefix.as_bytes());
    let (mut exact, mut loose) = (None, None);
    for known in formats.iter().filter(fits) {
        let Some(start) = known.start(text, at) else { continue };
        let from = at + known.format.prefix.len();
        if let Some(end) = known.end(text, from) {
            let is_long = known.body.parts.iter().map(|part| part.least).sum::<usize>() > LONG;
            exact = exact.max(Some((end, start, is_long || known.body.is_distinct)));
        } else if exact.or(loose).is_none() && !known.is_marked() {
            loose = known.end_of_any_length(text, from).map(|end| (end, start, false));
        }
    }
    let (end, start, sure) = exact.or(loose)?;
    Some(Finding { sure, ..candidate.part(start..end)? })
}

#[cfg(test)]
mod tests;
