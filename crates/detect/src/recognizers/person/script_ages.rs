//! Ages of persons beside a word for them, in scripts other than Latin and in Vietnamese and Swahili: `उम्र 29 वर्ष`, `อายุ 34 ปี`,
//! `בת 91`, `71 tuổi`.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::person::age::{INFO, OLDEST};
use crate::recognizers::support::neighbours::continues;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_word, line};
use crate::{Candidate, Finding, Pattern, Rule};

/// Bytes that are read beside a word.
const NEAR: usize = 48;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // The first letters of words for age; which word it is, a list tells. Where words may begin alone, tables would be larger.
        Pattern::within("[सउआवবவవವവઉਉවعوبבגატжнዕწఏسዓ]", 0.8, 0.9),
        Pattern::within("อายุ|ອາຍຸ|អាយុ|အသက်|[Uu]mri ", 0.8, 0.9),
        Pattern::within("tuổi", 0.8, 0.9),
    ]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let place = match candidate.pattern {
        // Within a word it is any letter.
        0 if text[..start].ends_with(is_word) => return None,
        0 => {
            let rest = line::behind(text, start, NEAR);
            let word = &rest[..rest.find(|c| !is_word(c)).unwrap_or(rest.len())];
            match () {
                () if is_listed(word, BEFORE) => behind(text, start + word.len())?,
                () if is_listed(word, BEHIND) => before(text, start, start + word.len())?,
                () if is_listed(word, YEARS) => apposed(text, start, start + word.len())?,
                () => return None,
            }
        }
        1 => behind(text, end)?,
        _ => before(text, start, end)?,
    };
    candidate.part(place)
}

/// Words before the number of an age.
const BEFORE: &WordList = &WordList::new(
    "उम्र|आयु|वय|उमेर|বয়স|வயது|వయస్సు|వయసు|ವಯಸ್ಸು|വയസ്സ്|ઉંમર|ਉਮਰ|වයස|عمر|العمر|عمره|عمرها|عمري|عمرك|وعمره|وعمرها|بعمر|عمرش|عمرم|سن|בן|בת|ובן|ובת|\
     גיל|בגיל|גילו|גילה|ასაკი|ასაკის|տարիքը|տարիք|жасы|жас|насы|насны|ዕድሜ|ዕድሜው|ዕድሜዋ",
);
/// Words behind it.
const BEHIND: &WordList =
    &WordList::new("жаста|жастағы|жасар|настай|տարեկան|वर्षीय|वर्षांचा|वर्षांची|वर्षांचे|வயதான|வயதுடைய|ఏళ్ల|ساله|ዓመት");

/// Words for years, which count the age of a person between commas alone.
const YEARS: &WordList = &WordList::new("سنة|عاما|عامًا|سال|साल|वर्ष|বছর|שנים|წლის|ዓመት");

/// The age between two commas, behind a name: `مأمون الحسن، 52 سنة، …`.
fn apposed(text: &str, start: usize, end: usize) -> Option<Range<usize>> {
    let place = before(text, start, end)?;
    let head = line::before(text, place.start, NEAR).trim_end_matches(' ');
    let rest = line::behind(text, end, NEAR);
    let name = head.strip_suffix(['،', ',', '(']).map(|head| head.trim_end_matches(' '));
    let has_name = name.is_some_and(|name| name.rsplit([' ', '،', ',']).take(2).all(|word| word.chars().count() > 1));
    let ends = rest.is_empty() || rest.starts_with(['،', ',', ')', '.', '।', '۔']);
    let is_grown = text[place.start..].chars().take_while(char::is_ascii_digit).count() > 1;
    (has_name && ends && is_grown).then_some(place)
}

/// The age behind the word that ends at `end`, with the unit that follows.
fn behind(text: &str, end: usize) -> Option<Range<usize>> {
    /// What may stand between the word and the number.
    const LINKS: [&str; 8] = ["wa ", "miaka ", "है", "ആണ്", "ວ່າ", "តែ", "เพียง", "ประมาณ"];
    const UNITS: [&str; 27] = [
        "वर्ष",
        "साल",
        "वर्षे",
        "বছর",
        "ஆண்டு",
        "సంవత్సరాలు",
        "ವರ್ಷ",
        "വയസ്",
        "વર્ષ",
        "ਸਾਲ",
        "අවුරුදු",
        "ปี",
        "ປີ",
        "ឆ្នាំ",
        "နှစ်",
        "سنة",
        "سنوات",
        "عاما",
        "عامًا",
        "عام",
        "سال",
        "שנים",
        "წლის",
        "տարեկան",
        "жаста",
        "ዓመት",
        "miaka",
    ];
    let near = line::behind(text, end, NEAR);
    let mut rest = near;
    for _ in 0..2 {
        rest = LINKS.iter().find_map(|link| rest.strip_prefix(link)).unwrap_or(rest);
        rest = rest.trim_start_matches([' ', ':', '：', '-', '–']);
    }
    let at = end + near.len() - rest.len();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let is_age = (1..=3).contains(&digits) && rest[..digits].parse().is_ok_and(|age: u16| (1..=OLDEST).contains(&age));
    let tail = &rest[digits..];
    let unit = tail.strip_prefix(' ').unwrap_or(tail);
    let len = UNITS.iter().filter(|unit_word| unit.starts_with(**unit_word)).map(|word| word.len()).max();
    let len = len.map_or(0, |len| len + tail.len() - unit.len());
    let found = at..at + digits + len;
    // `and above`
    const BOUNDS: [&str; 8] = ["ומעלה", "ขึ้นไป", "فما فوق", "أو أكثر", "से अधिक", "से ऊपर", "ಮೇಲ್ಪಟ್ಟ", "и выше"];
    let behind = tail.get(len..).unwrap_or_default().trim_start_matches(' ');
    if BOUNDS.iter().any(|word| behind.starts_with(word)) {
        return None;
    }
    // A range, a share, a temperature, a sum.
    let goes_on = tail.trim_start().starts_with(['%', '°', '/', '+', '–', '—', '$'])
        || tail.starts_with(['-', '.', ',']) && tail[1..].starts_with(|c: char| c.is_ascii_digit());
    (is_age && !goes_on && !continues(text, &found)).then_some(found)
}

/// The age before the word at `start..end`, with the word.
fn before(text: &str, start: usize, end: usize) -> Option<Range<usize>> {
    /// Words behind it that tell of a duration or of many.
    const OTHERS: [&str; 12] =
        ["წინ", "განმავლობ", "შემდეგ", "ვადით", "გამოცდილ", "წლამდე", "trở", "թուն", "გარანტ", "გეგმ", "ዓ.ም", "በፊት"];
    let head = line::before(text, start, NEAR);
    let number = head.strip_suffix([' ', '-']).unwrap_or(head);
    let digits = number.bytes().rev().take_while(u8::is_ascii_digit).count();
    let from = start - (head.len() - number.len()) - digits;
    let is_age = (1..=3).contains(&digits)
        && number[number.len() - digits..].parse().is_ok_and(|age: u16| (1..=OLDEST).contains(&age));
    let rest = line::behind(text, end, NEAR);
    let rest = rest.trim_start_matches(' ');
    let before = number[..number.len() - digits].trim_end_matches(' ');
    let is_bound = ["dưới", "trên", "từ", "đủ"].iter().any(|word| before.ends_with(word));
    let is_other = is_bound || OTHERS.iter().any(|word| rest.starts_with(word));
    (is_age && !is_other && !continues(text, &(from..end))).then_some(from..end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Field;

    fn age<'t>(text: &'t str, word: &str, pattern: usize) -> Option<&'t str> {
        let (field, start) = (Field::new(text), text.find(word)?);
        let range = start..start + word.len();
        let candidate = Candidate { field: &field, range, pattern, form: crate::Form::Shape, name: "" };
        check(&candidate).map(|found| &text[found.range])
    }

    #[test]
    fn ages_stand_beside_their_words() {
        for (text, word, found) in [
            ("उम्र 29 वर्ष", "उम्र", Some("29 वर्ष")),
            ("வயது 43, இல", "வயது", Some("43")),
            ("عمره 52 سنة", "عمره", Some("52 سنة")),
            ("היא בת 91 אז", "בת ", Some("91")),
            ("עברית 7", "עברית", None),
            ("ნინო გელაშვილი, 35 წლის, თბილისი", "წლის", Some("35 წლის")),
            ("5 წლის წინ", "წლის", None),
            ("1990 წლის მაისი", "წლის", None),
            ("12 বছর আগে", "বছর", None),
            ("سليم الحسن، 52 سنة، الرقم", "سنة", Some("52 سنة")),
            ("خلال فترة، 52 سنة من العمل", "سنة", None),
            ("वय 400", "वय ", None),
        ] {
            assert_eq!(age(text, word, 0), found, "{text}");
        }
        for (text, word, found) in [
            ("อายุ 34 ปี", "อายุ", Some("34 ปี")),
            ("umri wa miaka 8, kadi", "umri ", Some("8")),
            ("อายุ 18-25", "อายุ", None),
            ("อายุ 18 ปีขึ้นไป", "อายุ", None),
            ("อายุการใช้งาน 5 ปี", "อายุ", None),
        ] {
            assert_eq!(age(text, word, 1), found, "{text}");
        }
        for (text, word, found) in
            [("Lê An, 71 tuổi, mã", "tuổi", Some("71 tuổi")), ("từ 18 tuổi trở lên", "tuổi", None)]
        {
            assert_eq!(age(text, word, 2), found, "{text}");
        }
    }
}
