//! [`part`]: the part of an expression whose matches begin with a letter of ASCII, or with another character.

use regex_syntax::hir::{Class, ClassBytes, ClassBytesRange, ClassUnicode, ClassUnicodeRange, Hir, HirKind};

/// A side of ASCII's border, by the first character of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// ASCII, and the two characters beyond it that `(?i)` adds to `s` and `k`: all that follows these would otherwise
    /// stand on both sides.
    Ascii,
    /// All other characters.
    Beyond,
}

/// Beyond ASCII `s` and `k` in other cases: the long s and the sign of Kelvin.
const CASES_OF_ASCII: [char; 2] = ['\u{17F}', '\u{212A}'];

/// The part of `hir` whose matches begin on `side`; `None` if there is none. Every match is one of either part, and of
/// one alone.
///
/// An expression that begins with something that may be empty is not divided, and counts as [`Side::Ascii`].
pub fn part(side: Side, hir: &Hir) -> Option<Hir> {
    let undivided = || (side == Side::Ascii).then(|| hir.clone());
    match hir.kind() {
        HirKind::Literal(literal) => (side_of(literal.0[0]) == side).then(|| hir.clone()),
        HirKind::Class(class) => class_part(side, class),
        HirKind::Capture(capture) => part(side, &capture.sub),
        _ if is_nullable(hir) => undivided(),
        HirKind::Alternation(parts) => {
            let parts: Vec<_> = parts.iter().filter_map(|alternative| part(side, alternative)).collect();
            (!parts.is_empty()).then(|| Hir::alternation(parts))
        }
        HirKind::Repetition(repetition) => {
            // A repetition that is not nullable has one of something that is not.
            let first = part(side, &repetition.sub)?;
            let mut rest = repetition.clone();
            rest.min -= 1;
            rest.max = rest.max.map(|max| max - 1);
            Some(Hir::concat(vec![first, Hir::repetition(rest)]))
        }
        HirKind::Concat(parts) => {
            // Word boundaries may stand in front.
            let first = parts.iter().position(|part| part.properties().maximum_len() != Some(0));
            let Some(first) = first.filter(|first| !is_nullable(&parts[*first])) else { return undivided() };
            let mut parts = parts.clone();
            parts[first] = part(side, &parts[first])?;
            Some(Hir::concat(parts))
        }
        HirKind::Empty | HirKind::Look(_) => undivided(),
    }
}

fn side_of(byte: u8) -> Side {
    if byte.is_ascii() { Side::Ascii } else { Side::Beyond }
}

fn is_nullable(hir: &Hir) -> bool {
    hir.properties().minimum_len() == Some(0)
}

fn class_part(side: Side, class: &Class) -> Option<Hir> {
    let mut class = class.clone();
    match &mut class {
        Class::Unicode(class) => {
            let cases = CASES_OF_ASCII.map(|case| ClassUnicodeRange::new(case, case));
            let ascii = ClassUnicode::new([ClassUnicodeRange::new('\0', '\u{7F}')].into_iter().chain(cases));
            match side {
                Side::Ascii => class.intersect(&ascii),
                Side::Beyond => class.difference(&ascii),
            }
        }
        Class::Bytes(class) => {
            let ascii = ClassBytes::new([ClassBytesRange::new(0, 0x7F)]);
            match side {
                Side::Ascii => class.intersect(&ascii),
                Side::Beyond => class.difference(&ascii),
            }
        }
    }
    (!class.is_empty()).then(|| Hir::class(class))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use regex_automata::{Input, meta::Regex};
    use regex_syntax::hir::Look;

    use super::*;
    use crate::regex::parse;

    const SIDES: [Side; 2] = [Side::Ascii, Side::Beyond];

    #[test]
    fn an_expression_has_parts_on_the_sides_where_it_begins() {
        for (regex, expected) in [
            ("passport|паспорт", [true, true]),
            ("passport", [true, false]),
            ("паспорт", [false, true]),
            ("(?i:sk)é", [true, false]),
            ("(?i:é)a", [false, true]),
            ("[EÉeé]tat", [true, true]),
            ("\\b(?:n|№)[0-9]", [true, true]),
            ("(?:a|é)+", [true, true]),
            ("(?:é )?ab", [true, false]),
        ] {
            let hir = parse(regex).unwrap();
            assert_eq!(SIDES.map(|side| part(side, &hir).is_some()), expected, "{regex}");
        }
    }

    /// Reports whether all of `text` matches.
    fn is_match(hir: Hir, text: &str) -> bool {
        let whole = Hir::concat(vec![Hir::look(Look::Start), hir, Hir::look(Look::End)]);
        Regex::builder().build_from_hir(&whole).unwrap().is_match(Input::new(text))
    }

    proptest! {
        #[test]
        fn every_match_is_one_of_one_part(
            text in "[skſKaé]{1,5}",
            regex in prop::sample::select(vec![
                "(?i)[ské]{2}", "[^a][a-zé]*", "(?:a|é|sé){1,3}", "(?:é?|k)(?i:s)+", "\\b(?i:k|é)(?:a|s)?", "(?:a?é|(?:ſ|s){2}){2,}",
                "(?-u:[ask]){1,4}é?",
            ]),
        ) {
            let hir = parse(regex).unwrap();
            let expected = usize::from(is_match(hir.clone(), &text));
            let parts = SIDES.into_iter().filter_map(|side| part(side, &hir));
            prop_assert_eq!(parts.filter(|part| is_match(part.clone(), &text)).count(), expected);
        }
    }
}
