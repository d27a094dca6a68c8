//! Dictated codes: letters and digits that are said sign by sign behind their name: `policy number is whiskey uniform two nine one`, `postcode is m a
//! four two s g`, `das Kennzeichen ist b c vier eins zwei`.

use std::{borrow::Cow, ops::Range};

use super::record_numbers::ID_NUMBER_INFO;
use crate::entity::Validated;
use crate::layout::answers;
use crate::recognizers::support::spoken::is_digit_word;
use crate::recognizers::support::statement::behind_words_of_code;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;
use crate::{Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: ID_NUMBER_INFO,
    patterns: Cow::Borrowed(&[Pattern::regex(
        "(?i-u:reference|post ?code|registration|reg|plate|locator|policy|member|kennzeichen|vertragsnummer|kundennummer|plaque|targa|kenteken)",
        0.75,
        0.85,
    )]),
    context: words![],
    check: |candidate| {
        let (text, end) = (candidate.field.text, candidate.range.end);
        // Most names have no single letter or word of an alphabet behind them.
        let at = behind_words_of_code(text, end);
        // `and the postcode`, `Speaker 2: l s six, three q b`
        let asked = || {
            let end = end + text[end..].bytes().take_while(|b| matches!(b, b'?' | b'.')).count();
            let at = answers::begin(text, end);
            code_at(text, at).filter(|_| text[end..at].contains('\n'))
        };
        let range = code_at(text, at).filter(|_| at > end).or_else(asked)?;
        Some(Finding { range, sure: false, validated: Some(Validated::None) })
    },
}];

/// Words of alphabets for spelling, as radio and telephones have them.
const ALPHABETS: &WordList = &WordList::new(
    "alpha|alfa|bravo|charlie|delta|echo|foxtrot|golf|hotel|india|juliet|juliett|kilo|lima|mike|november|oscar|papa|quebec|romeo|sierra|tango|uniform|victor|\
     whiskey|whisky|x-ray|xray|yankee|zulu|\
     anton|berta|cäsar|dora|emil|friedrich|gustav|heinrich|ida|julius|kaufmann|konrad|ludwig|martha|nordpol|otto|paula|quelle|richard|samuel|siegfried|\
     theodor|ulrich|viktor|wilhelm|xanthippe|ypsilon|zacharias|zeppelin|\
     anatole|berthe|célestin|désiré|eugène|françois|gaston|henri|irma|joseph|kléber|louis|marcel|nicolas|oscar|pierre|raoul|suzanne|thérèse|ursule|xavier|zoé|\
     ancona|bologna|como|domodossola|empoli|firenze|genova|imola|livorno|milano|napoli|otranto|palermo|quarto|roma|savona|torino|udine|venezia",
);
/// Numbers of two digits.
const TENS: &WordList = &WordList::new(
    "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety",
);
/// Words that repeat the sign behind them, and those between signs.
const BETWEEN: &WordList =
    &WordList::new("double|triple|dash|hyphen|slash|minus|strich|schrägstrich|tiret|barra|guion|streepje|space");

/// The signs that are dictated at `at`: letters and words for letters among words for digits, five at least.
pub(super) fn code_at(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest code, in bytes, and fewest signs.
    const FAR: usize = 160;
    const LEAST: usize = 5;
    const LETTERS: usize = 2;
    let near = line::behind(text, at, FAR);
    let (mut end, mut from, mut letters, mut digits, mut words) = (0, 0, 0, 0, 0);
    loop {
        let rest = &near[from..];
        let word = &rest[..rest.find(|c: char| !c.is_alphanumeric() && c != '-').unwrap_or(rest.len())];
        // Few digits of a code are written where others are said.
        let is_number = word.len() < 3 && word.bytes().all(|b| b.is_ascii_digit());
        let is_letter = word.len() == 1 && word.bytes().all(|b| b.is_ascii_alphabetic());
        match () {
            () if word.is_empty() => break,
            () if is_letter => letters += 1,
            () if is_listed(word, ALPHABETS) => (letters, words) = (letters + 1, words + 1),
            () if is_number || is_digit_word(word) => digits += 1,
            () if is_listed(word, TENS) => digits += 2,
            () if is_listed(word, BETWEEN) => {}
            () => break,
        }
        from += word.len();
        if !is_listed(word, BETWEEN) {
            end = from;
        }
        let behind = &near[from..];
        let gap = behind.len() - behind.trim_start_matches([' ', ',']).len();
        if gap == 0 {
            break;
        }
        from += gap;
    }
    // An article or a pronoun of a sentence that goes on: `one two a`.
    let found = &near[..end];
    let is_article = |word: &str| matches!(word, "a" | "i" | "I" | "e" | "o" | "y" | "à");
    let end = found
        .rsplit_once(' ')
        .filter(|(_, last)| is_article(last) && !near[end..].trim().is_empty())
        .map_or(end, |(head, _)| head.len());
    let is_mixed = letters > 0 && digits > 0 && letters + digits >= LEAST;
    let is_spelled = words >= LETTERS && letters + digits >= LEAST - 1;
    (is_mixed || is_spelled).then_some(at..at + end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_dictated_sign_by_sign() {
        for (text, expected) in [
            ("whiskey uniform two nine six one six i think", Some("whiskey uniform two nine six one six")),
            ("y m w eight seven four double five", Some("y m w eight seven four double five")),
            ("m a four two s g house number", Some("m a four two s g")),
            ("m fourteen, five t q", Some("m fourteen, five t q")),
            ("b c vier eins zwei und", Some("b c vier eins zwei")),
            ("a lot of work", None),
            ("i have two dogs", None),
            ("papa mike", None),
            ("", None),
        ] {
            assert_eq!(code_at(text, 0).map(|range| &text[range]), expected, "{text}");
        }
    }
}
