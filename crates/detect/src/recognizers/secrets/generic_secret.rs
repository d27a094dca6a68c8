//! Secrets of any service: behind the name of a key, or a known prefix.

use std::{borrow::Cow, ops::Range};

use crate::entity::{LabelInfo, Surrogate, Validation};
use crate::recognizers::secrets::{
    assignment::Assignment,
    key_names::{Strength, strength},
    key_value::{is_key, is_uuid, key_value, may_be_uuid_behind},
    key_words::{KEY_NAMES, WEAK_NAMES},
    password_value::{self, value},
    randomness::is_common,
    services::{PRODUCTS, SERVICES},
    shape::info,
    syntaxes::{CALL, COMMAND, ELEMENT, NAME_OF_CODE, OPTION, PART, ROW, SENTENCE, Syntax},
    tokens,
};
use crate::recognizers::support::value::token;
use crate::text::line;
use crate::{Candidate, Finding, Form, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[NAMED];

/// Secrets that a prefix tells.
pub(super) const PREFIXED: Rule = Rule {
    info: LabelInfo {
        validation: Validation::None,
        ..info(
            "GENERIC_SECRET",
            &["SECRET", "API_KEY", "APIKEY", "ACCESS_TOKEN", "CLIENT_SECRET", "GENERIC_API_KEY"],
            "A key or token of any service: random characters behind a key-like name, or a known prefix.",
            "api_key=q7Zr2Lx9Tt4Vw8Ks3Np6",
            Surrogate::Alike,
        )
    },
    patterns: Cow::Borrowed(&[]),
    context: words![
        "token",
        "key",
        "secret",
        "api",
        "auth",
        "credential",
        "credentials",
        "digitalocean",
        "shopify",
        "databricks",
        "doppler",
        "notion",
        "grafana",
        "vault",
        "atlassian",
        "docker",
        "groq",
        "linear",
        "postman",
        "square",
    ],
    check: |candidate| tokens::check(candidate, "GENERIC_SECRET"),
};

/// Secrets that their name tells.
const NAMED: Rule = Rule {
    patterns: Cow::Borrowed(&[
        Pattern::sign(KEY_NAMES, 0.85, 0.88),
        // More than a UUID is elsewhere. The signs behind the names of one pattern are those of the other, too.
        Pattern::sign(SERVICES, 0.995, 0.995),
        Pattern::key(KEY_NAMES, 0.85),
        Pattern::key(KEY_NAMES, 0.995),
        ELEMENT,
        OPTION,
        CALL,
        ROW,
        ROW,
        SENTENCE,
        COMMAND,
        PART,
        NAME_OF_CODE,
        // A colon of full width, or a particle, ends a name in scripts that have such.
        Pattern::within(
            "(?:キー|トークン|シークレット|秘密鍵|密钥|密鑰|金鑰|令牌|API ?키|토큰)(?:：|は|是|为|為|는|은)",
            0.85,
            0.88,
        ),
        Pattern::key(SERVICES, 0.85),
        Pattern::key(SERVICES, 0.995),
        Pattern::sign(PRODUCTS, 0.85, 0.88),
        Pattern::sign(WEAK_NAMES, 0.85, 0.88),
    ]),
    check,
    ..PREFIXED
};

/// The syntaxes of the last patterns.
const SYNTAXES: [Syntax; 9] = [
    Syntax::Element,
    Syntax::Option,
    Syntax::Call,
    Syntax::Row(0),
    Syntax::Row(1),
    Syntax::Sentence,
    Syntax::Command,
    Syntax::Part,
    Syntax::Sentence,
];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let text = candidate.field.text;
    let place = match candidate.pattern {
        0 | 1 => {
            // Nearly no value may be a UUID, so its pattern need not read the name.
            if candidate.pattern == 1 && !may_be_uuid_behind(text, candidate.range.end) {
                return None;
            }
            let Assignment { strength, place, form } = Assignment::at(text, candidate.range.start)?;
            let own = (strength != Strength::Password).then(|| key_value(text, place, form, strength))?;
            own.or_else(|| second_of_pair(text, place).filter(|_| strength == Strength::Likely))?
        }
        2 | 3 | 14 | 15 => {
            // Signs in a text are read above; this pattern is for fields.
            let place = token(candidate, b"").filter(|_| candidate.form == Form::Field)?;
            is_key(text.get(place.clone())?, strength_of_field(candidate.name)?, true).then_some(place)?
        }
        // Their signs are read by the first one.
        16 | 17 => return None,
        13 => key_value(text, candidate.range.end, password_value::Form::Argument, Strength::Likely)?,
        pattern => {
            let (strength, place) = SYNTAXES.get(pattern - 4)?.value(candidate)?;
            (strength != Strength::Password).then_some(place)?
        }
    };
    if candidate.pattern < 2 && is_among_checksums(text, &place) {
        return None;
    }
    let is_uuid = is_uuid(text.get(place.clone())?);
    let is_only_uuid = matches!(candidate.pattern, 1 | 3 | 15);
    (is_uuid == is_only_uuid || (4..14).contains(&candidate.pattern)).then(|| candidate.part(place))?
}

/// Reports whether SHA-1 hashes end the line of `place` and the one before or behind it: the checksums of packages, whose names are those of
/// services, too.
fn is_among_checksums(text: &str, place: &Range<usize>) -> bool {
    /// Digits of a hash, and longest line, in bytes.
    const DIGITS: usize = 40;
    const LONGEST: usize = 120;
    let is_hash = |found: &str| found.len() == DIGITS && found.bytes().all(|b| b.is_ascii_hexdigit());
    if !is_hash(&text[place.clone()]) || !line::ends(text, place.end) {
        return false;
    }
    let ends_in_hash = |line: &str| line.trim_end().rsplit_once(": ").is_some_and(|(_, found)| is_hash(found));
    let own = line::before(text, place.start, LONGEST).len();
    let before = (place.start - own).checked_sub(1).map_or("", |end| line::before(text, end, LONGEST));
    let behind = text.get(place.end + 1..).map_or("", |rest| line::behind(rest, 0, LONGEST));
    ends_in_hash(before) || ends_in_hash(behind)
}

/// The strength of the name of a field, or of the one of a list in the plural: `tokens`.
fn strength_of_field(name: &str) -> Option<Strength> {
    strength(name).or_else(|| strength(name.strip_suffix(['s', 'S'])?))
}

/// The password of a user and a password in a list behind a name for credentials: `"credentials": ["app", "…"]`,
/// `auth=("app", "…")`.
fn second_of_pair(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest user, in bytes.
    const LONGEST: usize = 96;
    let list = text.get(at..)?.trim_start_matches(' ');
    let first = list.strip_prefix(['[', '('])?.trim_start_matches(' ');
    let quote = first.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let user = first.get(1..)?.split(quote).next().filter(|user| !user.is_empty() && user.len() <= LONGEST)?;
    let rest = first.get(user.len() + 2..)?.trim_start_matches(' ').strip_prefix(',')?.trim_start_matches(' ');
    // A key may stand for the user, without a password: `auth=("…", "")`.
    if rest.strip_prefix(quote).is_some_and(|rest| rest.starts_with(quote)) {
        let start = text.len() - first.len() + 1;
        return is_key(user, Strength::Weak, true).then(|| start..start + user.len());
    }
    let place =
        rest.starts_with(quote).then(|| value(text, text.len() - rest.len(), password_value::Form::Member))??;
    let behind = text.get(place.end + 1..)?.trim_start_matches(' ');
    (behind.starts_with([']', ')']) && !is_common(text.get(place.clone())?)).then_some(place)
}
