//! Asides: the words between the name of a value and the value, where a sentence says more of it than that it is:
//! `the passport number on the scan reads …`, `use the account number from now on: …`, `our register has his NIF as …`.
//!
//! Only words of grammar, of documents and of telling stand there. Any other noun or verb may speak of another number.

use super::prose::LINKS;
use crate::recognizers::support::{
    statement::{is_statement_word, statement_words},
    word_list::{WordList, is_listed},
};

/// Most words of an aside.
pub(super) const MOST: usize = 7;

/// Words of grammar, of documents and of telling, and words before a value.
const ASIDES: &WordList = &WordList::new(
    "a|an|the|this|that|these|it|he|she|they|we|i|you|me|him|her|us|them|his|my|our|your|their|\
     on|in|at|from|by|for|per|as|to|over|here|there|now|then|so|and|but|also|still|just|only|currently|again|already|correctly|right|before|earlier|today|yesterday|\
     is|was|are|were|be|been|being|has|have|had|got|will|would|shall|should|must|which|\
     record|file|card|back|front|scan|copy|form|letter|page|document|top|bottom|reverse|system|register|records|phone|person|applicant|customer|\
     gave|give|given|giving|sent|send|wrote|write|written|typed|type|entered|enter|used|use|using|printed|shown|stated|listed|noted|quoted|\
     recorded|registered|stamped|changed|updated|replaced|corrected|hold|held|need|provided|provide|supplied|read|reads|reading|found|out|down|off|\
     says|shows|it's|its|it’s|became|becomes|remains|that's|\
     auf|dem|der|die|das|den|im|am|in|bei|uns|mir|ihm|ihr|ihnen|jetzt|nun|neu|noch|so|laut|ab|sofort|karte|akte|steht|angegeben|geändert|als|lautete|war|\
     sur|la|le|les|du|de|mon|ma|son|sa|carte|dossier|désormais|maintenant|indiqué|indiquée|que|j'ai|comme|\
     en|el|del|mi|su|tarjeta|ficha|ahora|consta|figura|indicado|como|sulla|nella|carta|scheda|ora|riportato|risulta|come|\
     no|na|cartão|agora|op|het|kaart|nu|staat|på|kortet|nå|står|som|na|karcie|teraz|jako",
);

/// Nouns of asides, which have numbers of their own.
const NOUNS: &WordList = &WordList::new(
    "card|back|front|scan|copy|form|letter|page|document|top|bottom|reverse|system|register|records|phone|person|applicant|customer|\
     karte|akte|carte|dossier|tarjeta|ficha|carta|scheda|cartão|kaart|kortet|karcie",
);

/// The words before a value that end an aside, for the filter of what may stand there.
pub(super) fn words() -> impl Iterator<Item = &'static str> {
    ASIDES.words().chain(statement_words())
}

/// The text before the words of the aside that ends `head`, the shortest aside first: each place before which a name may end. A comma
/// or a question mark may end an aside; the latter ends a name, too.
pub(super) fn names_before(head: &str) -> impl Iterator<Item = &str> {
    let bare = head.trim_end_matches([' ', ',', '?']);
    let asked = head[bare.len()..].contains('?').then_some(bare);
    let mut rest = bare;
    // A number behind a noun is the noun's own: `on page 12345`.
    let last = bare.rsplit(' ').next().unwrap_or_default();
    let counts = bare.len() == head.len() && is_listed(last, NOUNS);
    // Signs and abbreviations for "number" belong to the name.
    let is_word = |word: &str| word.chars().all(char::is_alphabetic);
    let words = std::iter::from_fn(move || {
        let (before, last) = rest.rsplit_once(' ')?;
        let last = last.trim_matches([',', '(', ')', '"']);
        let is_aside = is_listed(last, ASIDES)
            || LINKS.contains(&last)
            || last != "with" && is_word(last) && is_statement_word(last);
        rest = is_aside.then(|| before.trim_end_matches([' ', ',', '?']))?;
        Some(rest)
    });
    asked.into_iter().chain(words.take(if counts { 0 } else { MOST }))
}

/// Reports whether the number that begins `rest` counts something, as numbers behind asides may do: `has changed to 13000 yen`.
pub(super) fn is_counted(rest: &str) -> bool {
    /// Things that are counted.
    const COUNTED: &WordList = &WordList::new(
        "yen|euro|euros|eur|usd|gbp|chf|dollar|dollars|pounds|pence|francs|crowns|percent|per|times|people|persons|members|users|customers|\
         rows|records|entries|files|cases|items|pages|words|characters|digits|letters|bytes|days|weeks|months|years|hours|minutes|seconds|\
         km|miles|metres|kg|m|mm|cm|gb|mb|kb|copies|votes|voters|applications|requests|calls|units|points|shares|jahre|tage|stück|personen|ans|\
         jours|personnes|años|días|personas|anni|giorni|persone|anos|dias|pessoas|jaar|dagen|zł|kč|kr|ft|lei|rub|million|millions|billion|thousand",
    );
    let (number, behind) = rest.split_once(' ').unwrap_or((rest, ""));
    let word = behind.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    number.bytes().all(|b| b.is_ascii_digit() || b".,".contains(&b)) && is_listed(word, COUNTED)
}

/// The number at the start of `rest`, of letters, digits and signs between them.
fn number(rest: &str) -> &str {
    /// Longest number, in bytes.
    const LONGEST: usize = 32;
    let stands = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'/' | b'.');
    let len = rest.bytes().take(LONGEST).take_while(stands).count();
    rest.get(..len).unwrap_or_default().trim_end_matches(['.', '-', '/'])
}

/// Reports whether a number begins `rest` that stands between commas.
pub(super) fn is_apposed(rest: &str) -> bool {
    /// Fewest digits.
    const DIGITS: usize = 3;
    let number = number(rest);
    number.bytes().filter(u8::is_ascii_digit).count() >= DIGITS && rest[number.len()..].starts_with(", ")
}

/// Reports whether a number begins `rest` that is no short count.
pub(super) fn is_long(rest: &str) -> bool {
    /// Fewest digits, alone and with capitals.
    const DIGITS: usize = 5;
    const MIXED: usize = 3;
    let number = number(rest);
    let digits = number.bytes().filter(u8::is_ascii_digit).count();
    digits >= DIGITS || digits >= MIXED && number.bytes().any(|b| b.is_ascii_uppercase())
}

/// Reports whether a sentence goes on at `rest`, behind the name of a value: with a word that ends no name.
pub(super) fn goes_on(rest: &str) -> bool {
    const NEXT: [&str; 12] =
        ["that", "who", "whose", "when", "where", "while", "because", "if", "please", "too", "though", "with"];
    let word = rest.split(' ').next().unwrap_or_default().trim_end_matches(['"', ')']);
    is_listed(word, ASIDES) || NEXT.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_before_asides() {
        for (head, expected) in [
            ("the NIF on the scan reads", vec!["the NIF on the scan", "the NIF on the", "the NIF on", "the NIF"]),
            ("the NIF, so", vec!["the NIF"]),
            ("your NIF?", vec!["your NIF"]),
            ("the NIF costs", vec![]),
            ("the NIF on page", vec![]),
            ("the NIF on page,", vec!["the NIF on", "the NIF"]),
            ("NIF", vec![]),
        ] {
            assert_eq!(names_before(head).collect::<Vec<_>>(), expected, "{head}");
        }
    }

    #[test]
    fn numbers_stand_between_commas_and_are_long() {
        for (rest, apposed, long) in [
            ("79861, has", true, true),
            ("79861 has", false, true),
            ("K-204, has", true, true),
            ("12, has", false, false),
            ("412 has", false, false),
            ("", false, false),
        ] {
            assert_eq!((is_apposed(rest), is_long(rest)), (apposed, long), "{rest}");
        }
    }

    #[test]
    fn counts_are_no_values() {
        for (rest, expected) in
            [("13000 yen", true), ("13000", false), ("13000 and", false), ("AB130 days", false), ("1,300 people", true)]
        {
            assert_eq!(is_counted(rest), expected, "{rest}");
        }
    }
}
