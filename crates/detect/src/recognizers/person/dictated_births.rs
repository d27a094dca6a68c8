//! Dates of birth that are dictated in words behind their name, as in transcripts: `date of birth four twelve nineteen sixty`, `date of
//! birth?`, `Caller: third of the tenth forty nine`.

use std::{borrow::Cow, ops::Range};

use super::birth::INFO;
use crate::layout::answers;
use crate::recognizers::support::months::months_of;
use crate::recognizers::support::number_words::is_number_word;
use crate::recognizers::support::ordinal_words::is_ordinal_word;
use crate::recognizers::support::spoken::is_digit_word;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{line, window};
use crate::{Candidate, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::within(
            "(?i:date of birth|dob |birth ?date|birthday(?:'s| is| was)?|(?:were you|was (?:he|she)|i was|she was|he was) born(?: on)?|when's your birthday|d\\.o\\.b|geburtsdatum|geboren am|date de naissance|fecha de nacimiento|data di nascita|geboortedatum|data de nascimento|\
             born on|nacid[oa] el|nací el|nato il|nata il|nasci em|nascid[oa] em|geboren op|née? le|urodził(?:am|em) się|född den|født den)",
            0.85,
            0.95,
        ),
        // Behind the date: `ich bin am zweiten Februar neunzehnhundertsiebenundsechzig geboren`.
        Pattern::regex("(?:geboren|zur Welt gekommen)", 0.85, 0.95),
        // As affidavits write it: `my date of birth remains 27th day of July, 1994`.
        Pattern::within("(?:st|nd|rd|th) day of ", 0.85, 0.95),
    ]),
    context: words![],
    check: |candidate| match candidate.pattern {
        0 => candidate.part(dictated(candidate.field.text, candidate.range.end)?),
        1 => candidate.part(dictated_before(candidate)?),
        _ => candidate.part(of_affidavit(candidate)?),
    },
}];

/// The day, the month and the year around the match, behind a word for birth.
fn of_affidavit(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Farthest word for birth, in bytes.
    const FAR: usize = 48;
    let (text, range) = (candidate.field.text, &candidate.range);
    let head = line::before(text, range.start, FAR);
    let digits = head.bytes().rev().take_while(u8::is_ascii_digit).count();
    let lower = head.to_ascii_lowercase();
    let is_birth = ["birth", "born", "d.o.b", "dob"].iter().any(|word| lower.contains(word));
    let near = line::behind(text, range.end, 24);
    let month = near.find(|c: char| !c.is_alphabetic())?;
    let year = near[month..].trim_start_matches([',', ' ']);
    let len = year.bytes().take_while(u8::is_ascii_digit).count();
    let fits = is_birth && (1..=2).contains(&digits) && is_listed(&near[..month], MONTHS) && len == 4;
    fits.then(|| range.start - digits..range.end + near.len() - year.len() + len)
}

/// Months by their names.
const MONTHS: &WordList = &WordList::new(months_of!(
    english, german, french, spanish, italian, dutch, portuguese, danish, swedish, polish, czech, slovak, romanian,
    russian, ukrainian, turkish
));
/// Words within such a date.
const LINKS: &WordList =
    &WordList::new("of|the|and|oh|o|zero|in|day|hundred|und|de|del|di|van|y|et|e|do|og|och|en|i|den|ten|și|roku|року");
/// Numbers of days and years in Danish and Romanian.
const TENS: &WordList = &WordList::new(
    "nitten|tyve|tredive|halvtreds|tres|halvfjerds|firs|halvfems|unsprezece|doisprezece|treisprezece|paisprezece|cincisprezece|\
     șaisprezece|șaptesprezece|optsprezece|nouăsprezece|douăzeci|treizeci|patruzeci|cincizeci|șaizeci|șaptezeci|optzeci|nouăzeci",
);
/// Thousands and hundreds of years in languages that write them as words of their own.
const HUNDREDS: &WordList = &WordList::new(
    "tysiąc|dziewięćset|tisíc|devětset|deväťsto|set|sto|mie|sute|bin|yüz|тысяча|тысячи|девятьсот|тисяча|дев'ятсот|nittenhundrede|\
     hundrede|nittonhundra|nittenhundre|negentienhonderd",
);
/// Prepositions of the place that may stand between a birth and its date.
const PLACES: &WordList = &WordList::new("a|à|in|en|em|te|w|we|v|ve|în|i|в|у");
/// Words between the name and the date, also those of the next turn of a transcript.
const LEADS: &WordList = &WordList::new(
    "is|was|it|it's|its|that's|the|sure|yes|yeah|yep|ok|okay|um|uh|er|so|on|caller|customer|client|patient|user|member|spk|speaker|\
     role|t|text|content|please|my|ist|est|es|è|s1|s2|spk1|spk2|p1|p2|on|back|he|she|i|was|am|agent|operator|rep|a|\
     aos|no|em|día|dia|el|il|le|la|pe|den|de|dne|dnia|dniu|w|op|sí|sim|sì|oui|ja|tak|da|да|tam|evet|это|to",
);

/// The date in words before the verb, behind its preposition, with a place between at most: `am ersten Mai neunzehnhundertsechzig in Ulm geboren`.
fn dictated_before(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Farthest preposition, in bytes.
    const FAR: usize = 96;
    let (text, at) = (candidate.field.text, candidate.range.start);
    let head = line::before(text, at, FAR);
    let preposition =
        [" am ", " op ", "am "].into_iter().filter_map(|word| Some(head.rfind(word)? + word.len())).max()?;
    let place = dictated(text, at - head.len() + preposition).filter(|place| place.end <= at)?;
    let between = text[place.end..at].trim();
    let is_place = between.is_empty()
        || between
            .split_once(' ')
            .is_some_and(|(word, place)| matches!(word, "in" | "zu" | "te" | "bei") && !place.contains(' '));
    is_place.then_some(place)
}

/// Reports whether `word` is a year in digits, as court papers end dates in words: `dwudziestego lipca 1958 roku`.
fn is_year(word: &str) -> bool {
    word.len() == 4 && word.parse::<u16>().is_ok_and(|year| (1880..=2030).contains(&year))
}

/// The date in words behind the name of one whose first letters end at `at`.
pub(super) fn dictated(text: &str, at: usize) -> Option<Range<usize>> {
    /// Farthest date, longest one, in bytes, fewest words of numbers, and most words before it.
    const FAR: usize = 160;
    const GAP: usize = 72;
    const NUMBERS: usize = 3;
    const WORDS: usize = 12;
    // The ending of the word before: `nascid` stands for `nascido` and `nascida`.
    let is_cut = text.get(..at)?.ends_with(char::is_alphabetic);
    let ending = line::behind(text, at, FAR).find(|c: char| !c.is_alphabetic()).unwrap_or(0);
    let at = at + if is_cut { ending } else { 0 };
    // The answer to a question stands behind the speaker of the next turn.
    let asked = text.get(at..)?.trim_start_matches([' ', '\u{A0}']).strip_prefix('?');
    let at = asked.map_or(at, |answer| answers::begin(text, text.len() - answer.len()));
    let near = window::behind(text, at, FAR);
    let (mut start, mut end, mut numbers, mut between) = (None, 0, 0, 0);
    let (mut from, mut is_place) = (0, false);
    while let Some(begin) = near[from..].find(char::is_alphanumeric).map(|gap| from + gap) {
        let len = near[begin..].find(|c: char| !c.is_alphanumeric() && c != '\'').unwrap_or(near.len() - begin);
        let word = &near[begin..begin + len];
        let lower = word.to_lowercase();
        let is_number = is_number_word(&lower)
            || is_ordinal_word(&lower)
            || is_listed(word, MONTHS)
            || is_listed(lower.rsplit("og").next().unwrap_or_default(), TENS)
            || start.is_some() && (is_digit_word(word) || is_listed(word, HUNDREDS) || is_year(word));
        // The date goes on behind a blank, a comma or a hyphen.
        let is_apart = start.is_some() && near[from..begin].chars().any(|c| !matches!(c, ' ' | ',' | '-'));
        match start {
            // `speaker 2: sure, it's …`
            None if word.bytes().all(|b| b.is_ascii_digit()) && near[begin + len..].starts_with([':', ']']) => {
                between += 1
            }
            None if is_number && !is_listed(word, LEADS) => start = Some(begin),
            // `nato a Imola il ventitré …`
            None if is_place && begin <= GAP && word.starts_with(char::is_uppercase) => {}
            None if begin <= GAP && is_listed(word, PLACES) => is_place = true,
            None if !is_listed(word, LEADS) || begin > GAP || between == WORDS => return None,
            None => between += 1,
            Some(_) if is_apart || !is_number && !is_listed(word, LINKS) => break,
            Some(_) => {}
        }
        if is_number {
            numbers += 1;
            end = begin + len;
        }
        from = begin + len;
    }
    let start = start?;
    (numbers >= NUMBERS).then_some(at + start..at + end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Field;

    #[test]
    fn dates_of_birth_stand_in_affidavits() {
        for (text, expected) in [
            ("my date of birth remains 17th day of May, 1984, my", Some("17th day of May, 1984")),
            ("sworn this 17th day of May, 2024", None),
        ] {
            let (field, start) = (Field::new(text), text.find("th day of ").unwrap());
            let range = start..start + "th day of ".len();
            let candidate = Candidate { field: &field, range, pattern: 1, form: crate::Form::Shape, name: "" };
            assert_eq!(of_affidavit(&candidate).map(|range| &text[range]), expected, "{text}");
        }
    }

    #[test]
    fn dates_in_words_have_the_numbers_of_their_language() {
        for (text, expected) in [
            (
                "nascido aos dois de maio de mil novecentos e setenta, em",
                Some("dois de maio de mil novecentos e setenta"),
            ),
            ("nato a Lugo il ventidue luglio millenovecentosessanta", Some("ventidue luglio millenovecentosessanta")),
            ("urodzon dwunastego maja 1958 roku", Some("dwunastego maja 1958")),
            ("født den fjerde maj nitten hundrede og otteogtres", Some("fjerde maj nitten hundrede og otteogtres")),
            ("Geburtsdatum?\nAnrufer: elfter Mai neunzehnhundertsechzig", Some("elfter Mai neunzehnhundertsechzig")),
            ("nato in Lugo e due fratelli", None),
            ("nacido en una de las tres casas", None),
        ] {
            let at = text.find([' ', '?']).unwrap();
            assert_eq!(dictated(text, at).map(|range| &text[range]), expected, "{text}");
        }
    }

    #[test]
    fn dates_of_birth_are_dictated() {
        for (text, expected) in [
            ("date of birth four twelve-three nineteen sixty-one. Seen", Some("four twelve-three nineteen sixty-one")),
            ("date of birth is the third of the tenth forty nine okay", Some("third of the tenth forty nine")),
            (
                "and date of birth\"},\n{\"spk\":\"CALLER\",\"t\":\"third of May forty nine\"}",
                Some("third of May forty nine"),
            ),
            ("date of birth?\nCaller: um, third of the tenth forty nine", Some("third of the tenth forty nine")),
            (
                "date of birth\nspeaker 2: sure it's um the twenty second of june nineteen seventy one\nspeaker 1: ok",
                Some("twenty second of june nineteen seventy one"),
            ),
            ("date of birth and one of two forms", None),
            ("date of birth, please bring three forms", None),
            ("date of birth: one", None),
        ] {
            let (field, range) = (Field::new(text), text.find("date of birth").unwrap());
            let range = range..range + "date of birth".len();
            let candidate = Candidate { field: &field, range, pattern: 0, form: crate::Form::Shape, name: "" };
            assert_eq!(
                dictated(candidate.field.text, candidate.range.end).map(|range| &text[range]),
                expected,
                "{text}"
            );
        }
    }
}
