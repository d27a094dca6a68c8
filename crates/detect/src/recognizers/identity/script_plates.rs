//! Registration plates whose letters are of another script than Latin: `苏E·7K4M2`, `38나 4418`, `24 ب 781 ایران 36`, `ทะเบียน 2กฆ 4471`; and
//! those of Israel, whose groups of digits need a word for a vehicle.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::identity::plate::INFO;
use crate::recognizers::support::script_names::{is_han, is_thai};
use crate::text::{is_value_edge, line, run_before};
use crate::{Candidate, Finding, Pattern, Rule};

/// Farthest word for a vehicle, in bytes.
const NEAR: usize = 48;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // A province of China, its city, and five or six signs.
        Pattern::within(
            "[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][A-Z][·•・ ]?[A-Z0-9]{5,6}",
            0.8,
            0.9,
        ),
        // A syllable of Korea, before the last digits.
        Pattern::within("[가나다라마거너더러머버서어저고노로모보소오조두루무부수우주하허호] ?[0-9]{4}", 0.8, 0.9),
        Pattern::within("ایران ?[0-9]{2}", 0.8, 0.9),
        Pattern::within("ทะเบียน(?:รถ)? ?[0-9ก-ฮ]", 0.8, 0.9),
        Pattern::within("(?:מ[\"״]ר|רישוי|רכב) [0-9]{2,3}-[0-9]{2,3}-[0-9]{2,3}", 0.8, 0.9),
        // Letters apart by blanks, as in Arabia and Egypt.
        Pattern::within("(?:سيارة|السيارة|مركبة|المركبة|لوحة|اللوحة) (?:[ء-ي] ){1,3}[0-9٠-٩]", 0.8, 0.9),
        // The office, the class and the kana of Japan.
        Pattern::within("[0-9]{2,3} ?[あ-ん] ?[0-9・]{1,2}[-・ー]?[0-9]{2}", 0.8, 0.9),
    ]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, candidate.range.clone());
    let place = match candidate.pattern {
        0 => chinese(text, range)?,
        1 => korean(text, range)?,
        2 => iranian(text, range)?,
        3 => thai(text, range)?,
        4 => israeli(text, range)?,
        5 => arabic(text, range)?,
        _ => japanese(text, range)?,
    };
    is_value_edge(text, place.end).then(|| candidate.part(place))?
}

/// With the sign between city and number, or behind a word for a plate or a vehicle.
fn chinese(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    const WORDS: [&str; 6] = ["车", "牌照", "車", "驾驶", "轿", "违章"];
    let found = &text[range.clone()];
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    let before = line::before(text, range.start, NEAR);
    let is_told = found.contains(['·', '•', '・']) || WORDS.iter().any(|word| before.contains(word));
    (digits > 2 && is_told).then_some(range)
}

/// Two or three digits before the syllable, behind a word for a vehicle or its driver.
fn korean(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    const WORDS: [&str; 6] = ["차량", "차번호", "번호판", "자동차", "승용차", "주차"];
    let before = line::before(text, range.start, NEAR);
    let digits = before.bytes().rev().take_while(u8::is_ascii_digit).count();
    let is_told = WORDS.iter().any(|word| before.contains(word));
    ((2..=3).contains(&digits) && is_told).then_some(range.start - digits..range.end)
}

/// Two digits, a letter and three digits before the name of the country.
fn iranian(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let head = line::before(text, range.start, NEAR);
    let bare = head.trim_end_matches([' ', '-']);
    let digits = |text: &str| text.bytes().rev().take_while(u8::is_ascii_digit).count();
    // The province first: `ایران 36 - 781 ب 24`.
    if digits(bare) == 0 {
        let near = line::behind(text, range.end, NEAR);
        let rest = near.trim_start_matches([' ', '-', '–']);
        let is_parted = rest.len() < near.len();
        let number = rest.bytes().take_while(u8::is_ascii_digit).count();
        let behind = rest[number..].trim_start_matches([' ', '\u{200D}']);
        let letter = behind.chars().next().filter(|c| ('\u{620}'..'\u{6D0}').contains(c))?;
        let last = behind[letter.len_utf8()..].trim_start_matches([' ', '\u{200D}']);
        let is_plate = is_parted && number == 3 && last.bytes().take_while(u8::is_ascii_digit).count() == 2;
        return is_plate.then(|| range.start..range.end + near.len() - last.len() + 2);
    }
    let rest = bare.get(..bare.len().checked_sub(3)?).filter(|_| digits(bare) == 3)?.trim_end_matches(' ');
    let letter = rest.chars().next_back().filter(|c| ('\u{620}'..'\u{6D0}').contains(c))?;
    let rest = rest[..rest.len() - letter.len_utf8()].trim_end_matches(['\u{200D}', ' ']);
    (digits(rest) == 2).then_some(range.start - head.len() + rest.len() - 2..range.end)
}

/// A digit, one to three letters and up to four digits, with the province.
fn thai(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    const PROVINCE: std::ops::RangeInclusive<usize> = 4..=20;
    let first = text[..range.end].chars().next_back()?;
    let start = range.end - first.len_utf8();
    let near = line::behind(text, start, NEAR);
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let serial = digits(near);
    let letters: usize = near[serial..].chars().take_while(|c| ('ก'..='ฮ').contains(c)).map(char::len_utf8).sum();
    let behind = near[serial + letters..].trim_start_matches([' ', '-']);
    let number = digits(behind);
    let fits = serial < 3 && (1..=9).contains(&letters) && (1..=4).contains(&number);
    let end = near.len() - behind.len() + number;
    let rest = near.get(end..)?.strip_prefix(' ').unwrap_or_default();
    let province = rest.find(|c| !is_thai(c)).unwrap_or(rest.len());
    let is_province =
        PROVINCE.contains(&rest[..province].chars().count()) && !rest[province..].starts_with(char::is_alphanumeric);
    fits.then_some(start..start + end + if is_province { 1 + province } else { 0 })
}

/// The letters behind the word for a vehicle, and up to four digits.
fn arabic(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let start = range.start + text[range.clone()].find(' ')? + 1;
    let digit = text[range.clone()].chars().next_back()?.len_utf8();
    let near = line::behind(text, range.end - digit, NEAR);
    let digits: Vec<usize> = near.chars().take(5).take_while(|c| c.is_numeric()).map(char::len_utf8).collect();
    (digits.len() < 5).then(|| start..range.end - digit + digits.iter().sum::<usize>())
}

/// The office before the class: `品川 300 あ 44-81`.
fn japanese(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    /// Most characters of the name of an office.
    const MOST: usize = 4;
    let head = line::before(text, range.start, NEAR);
    let bare = head.strip_suffix(' ').unwrap_or(head);
    let office = run_before(bare, is_han);
    let count = office.chars().count();
    // A sentence or the word for a plate may stand directly before.
    let own =
        ["番号", "車両", "ナンバー"].iter().find_map(|word| office.rsplit_once(*word)).map_or(office, |(_, own)| own);
    let is_office = (1..=MOST).contains(&own.chars().count()) && count > 0;
    is_office.then(|| range.start - (head.len() - bare.len()) - own.len()..range.end)
}

/// Seven or eight digits: `12-345-67`, `123-45-678`.
fn israeli(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let start = range.start + text[range.clone()].find(|c: char| c.is_ascii_digit())?;
    let groups = text[start..range.end].split('-').map(str::len);
    (groups.clone().eq([2, 3, 2]) || groups.eq([3, 2, 3])).then_some(start..range.end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn plates_are_told_by_their_letters() {
        for (text, matched, pattern, found) in [
            ("地库车牌苏E·7K4M2请挪", "苏E·7K4M2", 0, Some("苏E·7K4M2")),
            ("车牌京A12345，", "京A12345", 0, Some("京A12345")),
            ("阿里云ECS2048，", "云ECS2048", 0, None),
            ("가해차량 38나 4418 /", "나 4418", 1, Some("38나 4418")),
            ("매출 12조 5000억", "조 5000", 1, None),
            ("پلاک 24 ب 781 ایران 36 در", "ایران 36", 2, Some("24 ب 781 ایران 36")),
            ("در ایران 36 نفر", "ایران 36", 2, None),
            ("ทะเบียน 2กฆ 4471 ชลบุรี หาย", "ทะเบียน 2", 3, Some("2กฆ 4471 ชลบุรี")),
            ("ทะเบียนบ้าน", "ทะเบียนบ", 3, None),
            ("רכב 418-27-903, נהג", "רכב 418-27-903", 4, Some("418-27-903")),
            ("רכב 18-27-90", "רכב 18-27-90", 4, None),
        ] {
            assert_eq!(check_match(check, text, matched, pattern), found, "{text}");
        }
    }
}
