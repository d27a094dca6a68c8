//! Names behind and before the words by which people of South and Southeast Asia address each other as relatives: `titip ke bu Suryani`,
//! `istri saya Ni Made Rai`, `anh Hoàng Văn Tính`, `Meera didi`.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use crate::recognizers::support::name_shape::{is_name_word, is_other};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // Indonesian and Malay.
        Pattern::prefix(
            "(?:[Pp]ak|[Bb]u|[Bb]apak|[Ii]bu|[Mm]bak|[Kk]ak|[Aa]dik|[Pp]akcik|[Mm]akcik|(?:istri|isteri|suami|anak|adik|kakak|ibu|ayah|bapak|orang tua) (?:saya|kami)) [A-Z]",
            0.75,
            0.9,
        ),
        // Vietnamese.
        Pattern::within("(?:[Aa]nh|[Cc]hị|[Ôô]ng|[Bb]à|[Cc]ô|[Cc]hú|[Bb]ác|[Tt]hầy|[Bb]ạn) \\p{Lu}", 0.75, 0.9),
        // Hindi in Latin letters.
        Pattern::regex(
            "(?:didi|bhaiya|bhai|bhabhi|uncle|aunty|chacha|chachi|sahab|saheb|néni|bácsi|[Hh]anım|Bey|bey|Abla|Teyze|Amca|xanım|müəllim)",
            0.75,
            0.9,
        ),
        Pattern::prefix("(?:bhai|bhaiya|didi|bhabhi) [A-Z]", 0.75, 0.9),
    ]),
    context: words![],
    check,
}];

/// Bytes that are read beside a word.
const NEAR: usize = 64;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, &candidate.range);
    let at = range.end - candidate.matched().chars().next_back()?.len_utf8();
    let place = match candidate.pattern {
        0 => words_at(text, at, 4).filter(|_| speaks_indonesian(text, range))?,
        1 => words_at(text, at, 4).filter(|place| is_vietnamese(text, range, place))?,
        2 => word_before(text, range.start).filter(|_| is_value_edge(text, range.end))?,
        _ => words_at(text, at, 1)?,
    };
    candidate.part(place)
}

/// Up to so many words with capitals at `at`, the first of them no other word.
fn words_at(text: &str, at: usize, most: usize) -> Option<Range<usize>> {
    let near = line::behind(text, at, NEAR);
    let mut end = 0;
    for (count, word) in near.split(' ').take(most).enumerate() {
        let bare = word.trim_end_matches(|c: char| !c.is_alphabetic());
        let is_name = is_name_word(bare) && bare.chars().skip(1).all(|c| !c.is_uppercase()) && !bare.is_empty();
        if !is_name || count == 0 && (is_other(bare) || bare.chars().nth(1).is_none()) {
            break;
        }
        let start = end + usize::from(count > 0);
        end = start + bare.len();
        if bare.len() < word.len() {
            break;
        }
    }
    (end > 0).then_some(at..at + end)
}

/// Reports whether the line around has words of Indonesian or Malay: `bu` and `kak` are words of other languages, too.
fn speaks_indonesian(text: &str, range: &Range<usize>) -> bool {
    const FAR: usize = 120;
    const WORDS: &WordList = &WordList::new(
        "saya|kami|yang|yg|aja|nggak|gak|ga|udah|udh|sudah|tidak|tdk|dengan|dgn|untuk|utk|kalau|kl|kalo|rumah|titip|ke|dari|dr|anak|bisa|belum|blm|mau|ada|dan|atau|ini|itu|\
         istri|suami|nomor|tolong|mohon|terima|kasih|selamat|pagi|siang|sore|malam|besok|hari|jam|akan|sedang|oleh|pada|kepada|bapak|ibu|nama|atas|telah|sy|saja",
    );
    let sides = [line::before(text, range.start, FAR), line::behind(text, range.end, FAR)];
    let words = sides.iter().flat_map(|side| side.split(|c: char| !c.is_alphabetic()));
    words.filter(|word| is_listed(word, WORDS)).nth(1).is_some() || text[range.clone()].contains(" saya ")
}

/// Reports whether the words at `place` are of Vietnamese: two at least, with a letter of that language among them or behind a pronoun with one.
fn is_vietnamese(text: &str, range: &Range<usize>, place: &Range<usize>) -> bool {
    let found = &text[place.clone()];
    let begins = !text[..range.start].ends_with(|c: char| c.is_alphanumeric());
    let is_letter =
        |c: char| ('\u{1EA0}'..'\u{1F00}').contains(&c) || "ăâđêôơưĂÂĐÊÔƠƯàáãèéìíòóõùúýÀÁÃÈÉÌÍÒÓÕÙÚÝ".contains(c);
    // Of one word behind a word for a relative in small letters, both of which are of that language: `bác Lành gọi`.
    let pronoun = text[range.clone()].split(' ').next().unwrap_or_default();
    let is_lone = || {
        const PLACES: &WordList = &WordList::new("rịa|nà|quốc|nội|ngoại|đảo|việt|tân|thọ|đồng|chúa|trời|phật");
        pronoun.starts_with(char::is_lowercase) && !pronoun.is_ascii() && !is_listed(found, PLACES)
    };
    begins && found.contains(is_letter) && (found.contains(' ') || is_lone())
}

/// The word with a capital before the one at `at`, which is no greeting or title.
fn word_before(text: &str, at: usize) -> Option<Range<usize>> {
    const OTHERS: &WordList = &WordList::new(
        "sayın|değerli|sevgili|merhaba|selam|hayır|evet|kedves|tisztelt|egy|az|jó|az|öreg|kedves|szia|müdür|doktor|öğretmen|namaste|namaskar|haan|han|ji|sir|madam|ma'am|doctor|dr|guru|mata|pita|baba|hello|hi|hey|ok|okay|thanks|theek|accha|acha|are|arre|arey|oh|maternal|paternal|mere|mera|meri|tere|aap|hum|\
         dear|bade|chote|my|our|his|her|the|your|an|a|bhai|didi|uncle|aunty|great|good|bad|old|big|kya|nahi|koi|ek|ye|yeh|wo|woh",
    );
    let head = line::before(text, at, NEAR).strip_suffix(' ')?;
    let word = head.rsplit(|c: char| !c.is_alphabetic()).next()?;
    let is_name = is_name_word(word) && word.len() > 2 && word.chars().skip(1).all(char::is_lowercase);
    let end = at - 1;
    (is_name && !is_listed(word, OTHERS) && !is_other(word)).then_some(end - word.len()..end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn names_stand_beside_words_for_relatives() {
        for (text, matched, pattern, expected) in [
            ("titip ke bu Suryani aja ya", "bu S", 0, Some("Suryani")),
            ("klaim istri saya Ni Made Rai selama 4 hari", "istri saya N", 0, Some("Ni Made Rai")),
            ("bu Ankara uçağı", "bu A", 0, None),
            ("ghi nhận anh Hoàng Văn Tính, sinh", "anh H", 1, Some("Hoàng Văn Tính")),
            ("anh Tuấn nói", "anh T", 1, None),
            ("Meera didi ko bol dena", "didi", 2, Some("Meera")),
            ("Namaste bhai", "bhai", 2, None),
            ("Maternal uncle: diabetic", "uncle", 2, None),
            ("Tesla bhaint", "bhai", 2, None),
            ("bhai Prakash OTP aaya", "bhai P", 3, Some("Prakash")),
        ] {
            assert_eq!(check_match(check, text, matched, pattern), expected, "{text}");
        }
    }
}
