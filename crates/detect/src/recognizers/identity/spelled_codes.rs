//! Codes of letters and digits that are told in groups, as speech recognition and hurried chats write them: `confirmation
//! number is a 6 fk 69`, `my password is kite 544`.

use std::{borrow::Cow, ops::Range};

use super::dictated_codes;
use super::record_numbers::{ACCOUNT_INFO, ID_NUMBER_INFO};
use crate::entity::Validated;
use crate::recognizers::secrets::{
    code_shapes::is_algorithm, passphrase::is_about, password::INFO as PASSWORD_INFO, password_value::has_digit,
    randomness::is_common,
};
use crate::recognizers::support::statement::behind_words_of_code;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

/// `names`, a word for a number, a verb and a blank.
macro_rules! named {
    ($names:literal) => {
        Pattern::regex(
            concat!(
                "(?i:",
                $names,
                ")(?i: (?:n[umber]{3,5}|num|no\\.?|nr\\.?|id|code|#))(?i: id)?(?i: (?:is|was|as))?[:,]? ",
            ),
            0.7,
            0.7,
        )
    };
}

pub(super) const RULES: &[Rule] = &[
    Rule {
        info: ID_NUMBER_INFO,
        patterns: Cow::Borrowed(&[
            named!(
                "(?:booking|reservation|itinerary|order)(?: confirmation)?|con[fv][io]rmation|policy|claim|member(?:ship)?|customer|case|\
                 ticket|reference|tracking|contract"
            ),
            Pattern::regex(
                "(?i:(?:buchungs|kunden|vertrags|versicherungs|bestell|boekings|klant|polis|bestel)nummer)(?i: (?:is|ist|lautet))?[:,]? ",
                0.7,
                0.7,
            ),
        ]),
        context: words![],
        check,
    },
    Rule { info: ACCOUNT_INFO, patterns: Cow::Borrowed(&[named!("account|acct|a/?c")]), context: words![], check },
    Rule {
        info: PASSWORD_INFO,
        patterns: Cow::Borrowed(&[Pattern::regex(
            "(?i:pass(?:w[oa]rd|code| code)|pwd|pw|(?:my|the|his|her) pass|kennwort|passwort)(?i: (?:is|was|as|ist|lautet))?[:,]? ",
            0.7,
            0.75,
        )]),
        context: words![],
        check: check_password,
    },
];

/// Words that are no part of a code: those between it and what else is told, and polite ones.
const OTHERS: &WordList = &WordList::new(
    "and|is|was|are|the|my|for|with|in|on|at|to|of|or|by|but|so|can|you|your|me|we|he|she|it|its|his|her|ok|okay|pls|plz|thx|sir|mam|\
     yes|no|not|has|have|had|had|from|as|if|an|be|do|did|will|that|this|also|und|ist|der|die|das|et|le|la|les|du|des|mon|ma|y|el|los|\
     mi|es|e|il|lo|di|de|en|van|het|mijn",
);

/// Units and endings behind numbers of other things: `5 pm`, `3rd`.
const UNITS: &WordList = &WordList::new("am|pm|st|nd|rd|th|hrs|hr|min|mins|sec|kg|g|km|cm|mm|mb|gb|tb|usd|eur|x");

/// The code behind the name, of letters and digits.
fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, end) = (candidate.field.text, candidate.range.end);
    let at = behind_words_of_code(text, end);
    told(candidate, code_at(text, at).or_else(|| dictated_codes::code_at(text, at))?)
}

/// The password behind its name: a code, or a word with a number, at the end of its clause.
fn check_password(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, at) = (candidate.field.text, candidate.range.end);
    let place = code_at(text, at).or_else(|| word_and_number_at(text, at)).or_else(|| mixed_at(text, at))?;
    told(candidate, place)
}

fn told(candidate: &Candidate<'_>, range: Range<usize>) -> Option<Finding> {
    let found = candidate.part(range)?;
    Some(Finding { validated: Some(Validated::None), ..found })
}

/// The groups of letters and digits at `at`, of which each blank parts two: `a 6 fk 69`, `hft 589`.
fn code_at(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest code, in bytes, most groups and fewest signs of all.
    const LONGEST: usize = 48;
    const GROUPS: usize = 9;
    const SIGNS: usize = 5;
    let near = line::behind(text, at, LONGEST);
    let (mut groups, mut start) = (Vec::new(), 0);
    while let Some(len) = near.get(start..).and_then(group_len).filter(|_| groups.len() < GROUPS) {
        groups.push(start..start + len);
        match near.as_bytes().get(start + len) {
            Some(b' ') => start += len + 1,
            _ => break,
        }
    }
    let end = |groups: &[Range<usize>]| groups.last().map_or(0, |group| group.end);
    // Letters belong to it in front of digits, or where the clause ends.
    let is_closed = is_clause_end(near.get(end(&groups)..)?);
    while groups.last().is_some_and(|group| !has_digit(&near[group.clone()]) && !is_closed) {
        groups.pop();
    }
    let found = near.get(..end(&groups))?;
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    let letters = found.bytes().filter(u8::is_ascii_alphabetic).count();
    let first = near.get(groups.first()?.clone())?;
    let is_sentence = first.len() > 1 && is_listed(first, OTHERS);
    let stands = groups.len() > 1 && digits > 1 && letters > 0 && digits + letters >= SIGNS && !is_sentence;
    stands.then_some(at..at + found.len())
}

/// The length of the group that `text` begins with: digits, at most four letters, or both. One or two letters that are a word,
/// too, belong to it where digits follow: `a 6 es 64`.
fn group_len(text: &str) -> Option<usize> {
    /// Most letters of a group and of a word in it, and most letters and digits of a group.
    const LETTERS: usize = 4;
    const WORD: usize = 2;
    const LONGEST: usize = 8;
    let len = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
    let group = text.get(..len)?;
    let letters = group.bytes().filter(u8::is_ascii_alphabetic).count();
    let unit = group.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_group =
        group.bytes().all(|b| b.is_ascii_alphanumeric()) && letters <= LETTERS && (1..=LONGEST).contains(&len);
    let is_unit = is_listed(unit, UNITS) && (unit.len() > 1 || unit.len() < len);
    let goes_on = || matches!(text.as_bytes()[len..], [b' ', digit, ..] if digit.is_ascii_digit());
    let is_word = is_listed(group, OTHERS) && !(len <= WORD && goes_on());
    let is_plain = letters > WORD && is_common(group);
    (is_group && !is_word && !is_plain && !is_unit).then_some(len)
}

/// A word that tells nothing about passwords, and a number of two digits or more behind it, or the number alone; the clause ends
/// behind it.
fn word_and_number_at(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest word and number, fewest digits behind a word, and fewest of a number alone.
    const LONGEST: usize = 40;
    const BEHIND: usize = 2;
    const ALONE: usize = 4;
    let near = line::behind(text, at, LONGEST);
    let word = near.bytes().take_while(u8::is_ascii_alphabetic).count();
    let gap = usize::from(word > 0);
    let is_word = word == 0
        || word > 1 && near[word..].starts_with(' ') && !is_about(&near[..word]) && !is_listed(&near[..word], OTHERS);
    let digits = near.get(word + gap..)?.bytes().take_while(u8::is_ascii_digit).count();
    let end = word + gap + digits;
    let fewest = if word > 0 { BEHIND } else { ALONE };
    (is_word && digits >= fewest && is_clause_end(near.get(end..)?)).then_some(at..at + end)
}

/// A word of letters and digits in one, as people choose passwords: `Tulpe7`; of small letters alone at the end of the clause.
fn mixed_at(text: &str, at: usize) -> Option<Range<usize>> {
    /// Shortest and longest password, in bytes.
    const LENGTHS: std::ops::RangeInclusive<usize> = 6..=32;
    let near = line::behind(text, at, LENGTHS.end() + 1);
    let stands = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'!' | b'#' | b'$' | b'%' | b'&' | b'*' | b'-');
    let found = near.get(..near.bytes().take_while(stands).count())?.trim_end_matches(['!', '-']);
    let count = |wanted: fn(&u8) -> bool| found.bytes().filter(wanted).count();
    let (digits, upper, lower) =
        (count(u8::is_ascii_digit), count(u8::is_ascii_uppercase), count(u8::is_ascii_lowercase));
    let is_chosen = lower > 2 && (upper > 0 || digits > 1 && is_clause_end(&near[found.len()..]));
    let is_name = has_common_part(found) || is_about(found) || is_algorithm(found);
    let fits =
        LENGTHS.contains(&found.len()) && digits > 0 && is_chosen && !is_name && is_value_edge(text, at + found.len());
    fits.then_some(at..at + found.len())
}

/// Reports whether a part of `found`, between signs, digits and small letters before capitals, is an ordinary word, as in names of
/// programs and fields: `OAuth2Proxy`, `Office365`.
fn has_common_part(found: &str) -> bool {
    /// Fewest letters of such a word.
    const FEWEST: usize = 3;
    let is_end = |at: usize| at == found.len() || !found.as_bytes()[at].is_ascii_lowercase();
    let starts = (0..found.len()).filter(|at| found.as_bytes()[*at].is_ascii_alphabetic());
    let words = starts.filter(|at| *at == 0 || !found.as_bytes()[at - 1].is_ascii_alphabetic() || is_end(*at));
    words.into_iter().any(|start| {
        let end = (start + 1..=found.len()).find(|at| is_end(*at)).unwrap_or(found.len());
        end - start >= FEWEST && is_common(&found[start..end])
    })
}

/// Reports whether a clause ends at the beginning of `rest`.
fn is_clause_end(rest: &str) -> bool {
    let behind = rest.trim_start_matches([',', '.', ';', '!', ')']);
    rest.is_empty()
        || line::ends(rest, 0)
        || behind.is_empty()
        || behind.len() < rest.len() && behind.starts_with(' ')
        || rest.starts_with(" and ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_in_groups_are_told_from_words_and_counts() {
        for (text, expected) in [
            ("qzt 417", "qzt 417"),
            ("b 7 kd 52", "b 7 kd 52"),
            ("5 wr 81 k", "5 wr 81 k"),
            ("b 7 kd 52 and my name is", "b 7 kd 52"),
            ("b 7 kd 52 for two people", "b 7 kd 52"),
            ("w 3318 90214 please check", "w 3318 90214"),
            ("g 8412 k.", "g 8412 k"),
            ("447190", ""),
            ("for 2 people", ""),
            ("page 12", ""),
            ("at 5 pm", ""),
            ("a 6 es 64", "a 6 es 64"),
            ("is 4 of 5", ""),
            ("on the 3rd", ""),
            ("missing", ""),
        ] {
            let found = code_at(text, 0).map_or("", |range| &text[range]);
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn words_mixed_with_digits_are_passwords() {
        for (text, expected) in [
            ("Tulpe7", "Tulpe7"),
            ("Tulpe7 works", "Tulpe7"),
            ("tulpe77.", "tulpe77"),
            ("tulpe77 works", ""),
            ("Krelp-Quast-3, thanks", "Krelp-Quast-3"),
            ("Python3", ""),
            ("SHA256", ""),
            ("Base64", ""),
            ("length12", ""),
            ("v2", ""),
        ] {
            let found = mixed_at(text, 0).map_or("", |range| &text[range]);
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn words_with_numbers_are_passwords_at_the_end_of_a_clause() {
        for (text, expected) in [
            ("kestrel 544", "kestrel 544"),
            ("kestrel 544 and my name", "kestrel 544"),
            ("918273", "918273"),
            ("918273.", "918273"),
            ("must 12", ""),
            ("length 12", ""),
            ("12", ""),
            ("kestrel 544 times", ""),
        ] {
            let found = word_and_number_at(text, 0).map_or("", |range| &text[range]);
            assert_eq!(found, expected, "{text}");
        }
    }
}
