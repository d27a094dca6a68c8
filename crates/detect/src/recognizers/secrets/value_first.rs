//! Secrets before their names: `set("…", forKey: "authToken")`, `[request setValue:@"…" forHTTPHeaderField:@"Authorization"]`.

use std::{borrow::Cow, ops::Range};

use super::generic_secret::PREFIXED;
use crate::keys::argument;
use crate::recognizers::secrets::{
    assignment::said,
    chosen_words::is_rare_word,
    code_shapes::is_algorithm,
    key_names::Strength,
    key_value::literal,
    password::INFO,
    password_prose,
    password_value::{has_digit, has_letter},
    stand_ins::{is_descriptive, is_placeholder},
};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

/// The label of an argument that names the one before it, up to the name.
const NAMED: Pattern = opening("for(?:Key|HTTPHeaderField|Header|Account|Name|Setting|Service): ?@?\"[A-Za-z]");
/// Labels that stand before other things, too, behind a literal.
const LABELLED: Pattern = opening("\", (?:key|account|name|named|header|withName): \"[A-Za-z]");

const fn opening(regex: &'static str) -> Pattern {
    Pattern::within(regex, 0.85, 0.9)
}

/// A name behind what is used as one: `use … as the password`, `mit … als Passwort`.
const AS: Pattern = Pattern::within(
    " (?:as|als|como|comme|come) (?:the |a |my |your |your new |our |das |la |le )?(?i:(?:wi-?fi |wlan-?|login |new |admin |guest )?(?:password|passphrase|passcode|passwort|kennwort|contraseña|senha|\
     mot de passe|wachtwoord))",
    0.8,
    0.85,
);

/// A verb and a name behind what is one: `… was my master password`, `… ist das neue Passwort`.
const OWNED: Pattern = Pattern::within(
    " (?:is|was|ist|war|est|c['’]est|es|era|è|é|je|to|är) (?:my|our|the|his|her|mein|unser|das|mon|notre|le|mi|nuestra|la|la mia|a minha|a|mijn|het|moje|mitt) \
     (?:(?:old|new|current|master|wifi|wi-fi|login|admin|root|alte|neue|aktuelle|nouveau|nueva|nuova|nova|nieuwe|nowe|nové|nya) )?\
     (?i:password|passphrase|passwort|kennwort|mot de passe|contraseña|senha|wachtwoord|hasło|heslo|lösenord)",
    0.8,
    0.85,
);

pub(super) const RULES: &[Rule] = &[
    Rule {
        info: INFO,
        patterns: Cow::Borrowed(&[AS]),
        context: words![],
        check: |candidate| candidate.part(word_before(candidate.field.text, candidate.range.start)?),
    },
    Rule {
        info: INFO,
        patterns: Cow::Borrowed(&[OWNED]),
        context: words![],
        check: |candidate| candidate.part(value_before(candidate.field.text, candidate.range.start)?),
    },
    Rule {
        info: INFO,
        patterns: Cow::Borrowed(&[NAMED, LABELLED]),
        context: words![],
        check: |candidate| check(candidate, |strength| strength == Strength::Password),
    },
    Rule {
        patterns: Cow::Borrowed(&[NAMED, LABELLED]),
        check: |candidate| check(candidate, |strength| strength != Strength::Password),
        ..PREFIXED
    },
];

fn check(candidate: &Candidate<'_>, is_wanted: fn(Strength) -> bool) -> Option<Finding> {
    /// Longest name, in bytes.
    const LONGEST: usize = 64;
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    // The first letter of the name is a part of the match.
    let name = argument(text, end - 2, LONGEST)?;
    let strength = said(text.get(name)?).filter(|strength| is_wanted(*strength))?;
    let open = literal_before(text, start + usize::from(candidate.pattern == 1))?;
    let place = literal(text, open, strength)?;
    (place.end < start + 1).then(|| candidate.part(place))?
}

/// The word that ends at `at` behind a verb of using, if it is rare or mixes letters and digits.
fn word_before(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest words, in bytes.
    const LONGEST: usize = 64;
    const VERBS: &WordList = &WordList::new(
        "use|using|used|uses|set|choose|chose|enter|type|with|try|took|verwende|verwenden|nutze|nimm|mit|setze|usa|usar|con|utilise|utilisez|\
         avec|gebruik|met",
    );
    let head = line::before(text, at, LONGEST);
    let (before, word) = head.rsplit_once(' ')?;
    let found = word.trim_matches(['"', '\'', '`', '„', '“', '”']);
    let verb = before.trim_end().rsplit([' ', '\t']).next().unwrap_or_default();
    let is_mixed = has_digit(found) && has_letter(found) && !found.contains(['/', '.', '(']) && !is_algorithm(found);
    let start = at - word.len() + word.find(found)?;
    let fits = is_listed(verb, VERBS) && (is_rare_word(found) && !is_descriptive(found) || is_mixed && found.len() > 5);
    (fits && !is_placeholder(found)).then(|| start..start + found.len())
}

/// The word that ends at `at`, in quotes or not, if it mixes letters and digits as passwords do.
fn value_before(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest password, in bytes.
    const LONGEST: usize = 64;
    let head = line::before(text, at, LONGEST);
    let word = head.rsplit([' ', '\t']).next()?;
    let found = word.trim_matches(['"', '\'', '`', '„', '“', '”', '«', '»']);
    let start = at - word.len() + word.find(found)?;
    password_prose::mixed(text, start).filter(|place| place.end == start + found.len())
}

/// The place of the quote that opens the literal before `at`, with a comma or blanks between.
fn literal_before(text: &str, at: usize) -> Option<usize> {
    /// Longest literal, in bytes.
    const LONGEST: usize = 512;
    let head = line::before(text, at, LONGEST).trim_end_matches([' ', ',']);
    let head = head.strip_suffix('"')?;
    let open = head.rfind('"')?;
    Some(at - line::before(text, at, LONGEST).len() + open)
}
