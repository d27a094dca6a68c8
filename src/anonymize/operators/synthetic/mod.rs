//! SYNTHETIC: a surrogate of the same kind and shape.

use rand::{SeedableRng, rngs::StdRng};

use self::escapes::Unescaped;
use super::{MapRestoration, Operator, Outcome, Piece, Subject};
use crate::{
    anonymize::substitute::{Substitute, SubstituteKind},
    keys::Cipher,
};
use masquerade_detect::{entity::Surrogate, text::is_word};

mod dates;
mod escapes;
mod firms;
mod letters;
mod network;
mod numbers;
mod people;
mod places;
mod shape;
mod words;

pub(super) use dates::shifted;
pub(in crate::anonymize) use people::{gender_letter, is_family_name, is_given_name};

/// Surrogates offered for one text, so that one taken already is no loss.
const CANDIDATES: usize = 4;

/// Seeds tried until there are so many.
const ATTEMPTS: usize = 12;

/// Fewest letters and digits of a surrogate: anything shorter is likely to be met by chance.
const LEAST: usize = 5;

/// Longest text that gets a surrogate, in bytes.
const LONGEST: usize = 4096;

/// A surrogate drawn from the tenant's key and the text, so that equal texts are offered equal ones.
pub(super) const SYNTHETIC: Operator = Operator {
    name: "SYNTHETIC",
    writes_surrogates: true,
    by_map: MapRestoration::Matching,
    by_session: true,
    operate,
    ..Operator::REPLACING
};

fn operate(subject: Subject<'_>) -> Outcome {
    match Unescaped::of(subject.text).filter(|unescaped| is_spelled_with_escapes(subject, unescaped)) {
        Some(unescaped) => unescaped.respelled(surrogates(Subject { text: &unescaped.text, ..subject })),
        None => surrogates(subject),
    }
}

/// Reports whether backslashes are of escapes: the one of an account's domain, as in `CORP\nancy`, is not.
fn is_spelled_with_escapes(subject: Subject<'_>, unescaped: &Unescaped) -> bool {
    subject.handling.surrogate != Surrogate::Username || !unescaped.text.contains(char::is_control)
}

fn surrogates(subject: Subject<'_>) -> Outcome {
    match pieces(subject) {
        Some(pieces) => Outcome::Pieces(pieces),
        None => Outcome::Request(candidates(subject).map_or(SubstituteKind::Numbered, SubstituteKind::AnyOf)),
    }
}

/// The text in pieces; `None` unless its parts have substitutes of their own.
fn pieces(subject: Subject<'_>) -> Option<Vec<Piece>> {
    let Subject { text, cipher, .. } = subject;
    let make = match subject.handling.surrogate {
        Surrogate::Person => people::pieces,
        Surrogate::Organization => firms::pieces,
        Surrogate::Location => places::pieces,
        _ => return None,
    };
    if !is_replaceable(subject) || text.contains(['[', ']', '*']) {
        return None;
    }
    make(text, cipher).filter(|pieces| starts_clean(pieces))
}

/// Reports whether a surrogate made of `pieces` begins with no combining mark, which would join the text before it.
fn starts_clean(pieces: &[Piece]) -> bool {
    let first = match pieces.first() {
        Some(Piece::Text(text)) => text.chars().next(),
        Some(Piece::Part { candidates: names, .. }) => {
            return names.iter().all(|name| name.chars().next().is_some_and(char::is_alphanumeric));
        }
        None => None,
    };
    first.is_some_and(|c| c.is_alphanumeric() || !is_word(c))
}

/// Reports whether the text stands between word boundaries and is short enough.
fn is_replaceable(subject: Subject<'_>) -> bool {
    subject.bounded && subject.text.len() <= LONGEST
}

/// The random numbers of `text`: the same every time.
fn random(cipher: &Cipher, kind: &str, text: &str) -> StdRng {
    StdRng::from_seed(*cipher.seed(kind, text))
}

/// The surrogates to choose from; `None` if a numbered placeholder must do.
fn candidates(subject: Subject<'_>) -> Option<Vec<Substitute>> {
    if !is_replaceable(subject) {
        return None;
    }
    let generate = generator(subject.handling.surrogate)?;
    let mut random = random(subject.cipher, subject.label.name(), subject.text);
    let mut names: Vec<Substitute> = Vec::with_capacity(CANDIDATES);
    for _ in 0..ATTEMPTS {
        let surrogate = generate(subject.text, &mut random)?;
        if is_usable(&surrogate, subject.text) && !names.iter().any(|name| **name == *surrogate) {
            names.push(surrogate.into());
        }
        if names.len() == CANDIDATES {
            break;
        }
    }
    (!names.is_empty()).then_some(names)
}

/// Reports whether `surrogate` is no ordinary short token, cannot be taken for a placeholder or a mask,
/// and keeps to itself beside combining marks.
fn is_usable(surrogate: &str, text: &str) -> bool {
    let is_own = |c: char| !matches!(c, '[' | ']' | '*');
    let starts_clean = surrogate.chars().next().is_some_and(|c| c.is_alphanumeric() || !is_word(c));
    surrogate.chars().filter(|c| c.is_alphanumeric()).count() >= LEAST
        && starts_clean
        && surrogate.chars().all(is_own)
        && !text.contains(surrogate)
        && !surrogate.contains(text)
}

/// Makes a surrogate for a text; `None` if the text has no shape that it knows.
type Generator = fn(&str, &mut StdRng) -> Option<String>;

/// The generator of a kind of surrogates; `None` for what has no surrogate, and for what only [`pieces`] can make.
fn generator(kind: Surrogate) -> Option<Generator> {
    Some(match kind {
        Surrogate::None | Surrogate::Location | Surrogate::Organization => return None,
        // Names of other shapes than people's.
        Surrogate::Alike | Surrogate::Person => shape::alike,
        Surrogate::Token => shape::prefixed,
        Surrogate::Armour => shape::armoured,
        Surrogate::Address => places::address,
        Surrogate::Age => words::age,
        Surrogate::Card => numbers::card,
        Surrogate::Date => dates::shifted,
        Surrogate::Domain => network::domain,
        Surrogate::Email => network::email,
        Surrogate::Iban => numbers::iban,
        Surrogate::IpAddress => network::ip,
        Surrogate::MacAddress => network::mac,
        Surrogate::Nrp => words::people,
        Surrogate::Occupation => words::occupation,
        Surrogate::Phone => numbers::phone,
        Surrogate::Url => network::url,
        Surrogate::UsSsn => numbers::ssn,
        Surrogate::Username => words::user,
        Surrogate::Uuid => network::uuid,
    })
}

/// `text` with its ASCII digits replaced by `digits`, in order; `None` if it has another count of
/// digits, or digits of another script.
fn with_digits(text: &str, digits: &[u8]) -> Option<String> {
    let mut left = digits.iter();
    let mut replaced = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_numeric() && !c.is_ascii() {
            return None;
        }
        replaced.push(if c.is_ascii_digit() { char::from(b'0' + left.next()?) } else { c });
    }
    left.next().is_none().then_some(replaced)
}

/// The values of the ASCII digits of `text`.
fn digits_of(text: &str) -> Vec<u8> {
    text.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect()
}

#[cfg(test)]
mod tests {
    use zeroize::Zeroizing;

    use super::{super::Method, *};
    use crate::keys::Keyring;
    use masquerade_detect::{Catalogue, entity::Label};

    /// The surrogates of `text`, or none.
    pub(super) fn surrogates(label: &str, text: &str) -> Vec<Substitute> {
        let cipher = Keyring::new(&[Zeroizing::new(b"secret".to_vec())]).unwrap().cipher("t", "/v1");
        let label = Label::new(label);
        let handling = Catalogue::built_in().handling(label);
        let subject = Subject { label, handling, text, cipher: &cipher, bounded: true };
        match Method::Synthetic.operate(subject) {
            Outcome::Request(SubstituteKind::AnyOf(names)) => names,
            Outcome::Pieces(pieces) => (0..CANDIDATES).filter_map(|at| put_together(&pieces, at)).collect(),
            _ => Vec::new(),
        }
    }

    /// The pieces as one name, each part with the surrogate at this place in its list.
    fn put_together(pieces: &[Piece], at: usize) -> Option<Substitute> {
        let piece = |piece: &Piece| match piece {
            Piece::Text(text) => Some(text.clone()),
            Piece::Part { candidates: names, .. } => names.get(at).map(|name| name.to_string()),
        };
        pieces.iter().map(piece).collect::<Option<String>>().map(Substitute::from)
    }

    #[test]
    fn are_stable_distinct_and_never_the_text() {
        for (label, text) in [
            ("PERSON", "Ada Lovelace"),
            ("PERSON", "MARIA"),
            ("PERSON", "王小明"),
            ("PERSON", "Анна Каренина"),
            ("LOCATION", "Lyon"),
            ("ORGANIZATION", "Initech"),
            ("ADDRESS", "12 High Street, Leeds"),
            ("USERNAME", "ada_l"),
            ("EMPLOYEE_ID", "E-1234-567"),
            ("PASSWORD", "Tr0ub4dor&3"),
        ] {
            let names = surrogates(label, text);
            assert!(names.len() > 1, "{label} {names:?}");
            assert_eq!(names, surrogates(label, text));
            assert!(names.iter().all(|name| **name != *text));
        }
    }

    #[test]
    fn short_and_odd_texts_get_numbers() {
        for (label, text) in [
            ("AGE", "42"),
            ("PIN", "1234"),
            ("LITERAL", "[PERSON_1]"),
            ("NOTE", "a\u{301}bcdef"),
            ("NOTE", "[abcdef]"),
            ("NOTE", "ab*cdef"),
            ("NOTE", "😀"),
            ("CREDIT_CARD", "４１１１１１１１１１１１１１１１"),
            ("DATE_TIME", "March 2020"),
        ] {
            assert!(surrogates(label, text).is_empty(), "{label} {text}");
        }
    }
}
