//! Names of initials, a particle of Dutch, German or French and a surname, which nothing else looks like: `R.B. van den Hoekstra`, `J. de
//! Wit`.

use std::borrow::Cow;

use super::introduced_name::INFO;
use crate::recognizers::support::name_shape::is_name_word;
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    // The initials before the full stop are left to the check.
    patterns: Cow::Borrowed(&[Pattern::within("\\. (?:van|de|den|ter|von|op|bin) ", 0.8, 0.9)]),
    context: words![],
    check,
}];

/// The name whose last initial the match ends.
fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Longest particles and surname, and longest initials, in bytes.
    const FAR: usize = 48;
    const INITIALS: std::ops::RangeInclusive<usize> = 2..=10;
    /// Forms of firms, countries and remarks of two letters, which stand before such words, too.
    const OTHERS: [&str; 10] = ["B.V.", "N.V.", "U.S.", "E.U.", "S.A.", "N.B.", "P.S.", "A.D.", "V.S.", "D.C."];
    /// Particles behind the first one.
    const PARTICLES: [&str; 9] = ["van", "de", "den", "der", "het", "ter", "ten", "'t", "la"];
    let (text, range) = (candidate.field.text, candidate.range.clone());
    let head = line::before(text, range.start + 1, FAR);
    let len = head.bytes().rev().take_while(|b| b.is_ascii_uppercase() || *b == b'.').count();
    let initials = &head[head.len() - len..];
    let is_initial = |pair: &[u8]| matches!(pair, [letter, b'.'] if letter.is_ascii_uppercase());
    let start = range.start + 1 - len;
    let is_joined = text[..start].ends_with(|c: char| c.is_alphanumeric() || c == '-');
    if !INITIALS.contains(&len)
        || !initials.as_bytes().chunks(2).all(is_initial)
        || OTHERS.contains(&initials)
        || is_joined
    {
        return None;
    }
    let rest = line::behind(text, range.end, FAR);
    let mut at = 0;
    while let Some(len) = rest[at..].find(' ').filter(|len| PARTICLES.contains(&&rest[at..at + len])) {
        at += len + 1;
    }
    let stands = |c: char| c.is_alphabetic() || matches!(c, '-' | '\'' | '’');
    let len = rest[at..].find(|c| !stands(c)).unwrap_or(rest.len() - at);
    let surname = rest[at..at + len].trim_end_matches(['-', '\'', '’']);
    let is_cased = surname.chars().nth(1).is_some_and(char::is_lowercase);
    let end = range.end + at + surname.len();
    let fits = surname.chars().count() > 2 && is_cased && is_name_word(surname) && is_value_edge(text, end);
    fits.then(|| candidate.part(start..end))?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn initials_and_a_particle_begin_a_name() {
        for (text, head, expected) in [
            ("dhr. R.B. van den Hoek, wonende", ". van ", Some("R.B. van den Hoek")),
            ("gez. J. de Wit-Bos.", ". de ", Some("J. de Wit-Bos")),
            ("Graf A. von Ahlen", ". von ", Some("A. von Ahlen")),
            ("gez. J. op den Brouw", ". op ", Some("J. op den Brouw")),
            ("afdeling B. op maandag", ". op ", None),
            ("Bouw B.V. van Utrecht", ". van ", None),
            ("zie bijlage 4. van Utrecht", ". van ", None),
            ("optie A. de kamer", ". de ", None),
        ] {
            assert_eq!(check_match(check, text, head, 0), expected, "{text}");
        }
    }
}
