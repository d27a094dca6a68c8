//! Names of Thailand joined to words by which people call each other, in chats and notes: `ครูแอน: …`, `แม่น้องข้าวปั้น: …`, `โทรพี่หนุ่ม +66 …`,
//! `น.ส.ปิยะดา ศ.`
//!
//! Thai has neither blanks between words nor capitals, so a name is told by what follows it: a colon behind the beginning of a line, the
//! number of a telephone, a particle of politeness.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use crate::recognizers::support::script_names::{is_first_name, is_thai};
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

/// Bytes that are read behind a word.
const NEAR: usize = 96;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[Pattern::within(
        "ครู|น้อง|พี่|ป้า|ลุง|เจ๊|เฮีย|บัง|อ้าย|น\\.ส\\. ?|ด\\.ช\\. ?|ด\\.ญ\\. ?|นางสาว|ชื่อ ?|แพทย์ผู้ส่ง |หมอ",
        0.75,
        0.9,
    )]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    const PARTICLES: [&str; 7] = ["คะ", "ค่ะ", "ครับ", "คับ", "ขา", "จ๊ะ", "จ้า"];
    const STRONG: [&str; 7] = ["น.ส.", "ด.ช.", "ด.ญ.", "นางสาว", "เจ๊", "เฮีย", "บัง"];
    /// Most characters of a name.
    const MOST: usize = 14;
    /// Beginnings of other words.
    const OTHERS: [&str; 22] = [
        "ๆ",
        "สาว",
        "ชาย",
        "คน",
        "คับ",
        "ครับ",
        "ค่ะ",
        "คะ",
        "ที่",
        "ใหญ่",
        "ประจำ",
        "สอน",
        "ของ",
        "เรียน",
        "นัก",
        "ผู้",
        "บริษัท",
        "ร้าน",
        "สินค้า",
        "ไฟล์",
        "เล่น",
        "เคียง",
    ];
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let title = candidate.matched().trim_end_matches(' ');
    let rest = line::behind(text, end, NEAR);
    let run = &rest[..rest.find(|c| !is_thai(c)).unwrap_or(rest.len())];
    let polite = PARTICLES.iter().find_map(|particle| run.find(particle)).filter(|at| *at > 0);
    let name = polite.map_or(run, |at| &run[..at]);
    let count = name.chars().count();
    let behind = &rest[name.len()..];
    if !(2..=MOST).contains(&count) || OTHERS.iter().any(|word| name.starts_with(word)) {
        return None;
    }
    let head = line::before(text, start, NEAR);
    let begins =
        head.trim_start_matches(['แ', 'ม', '่', 'พ', '่', 'อ', ' ']).is_empty() || head.ends_with([' ', '/', ':', '(']);
    let is_speaker = begins && behind.starts_with(':') && !behind.starts_with("://");
    let is_called = behind.trim_start().starts_with(['0', '+'])
        && behind.trim_start().chars().filter(char::is_ascii_digit).count() > 6;
    let is_noted = behind.trim_start().starts_with("(") && STRONG.contains(&title);
    let is_strong = STRONG.contains(&title)
        && (behind.is_empty() || behind.starts_with(' '))
        && (head.is_empty() || !head.ends_with(is_thai) || title.contains('.') || head.ends_with("คุณ"));
    let fits = is_speaker
        || is_called
        || is_noted
        || is_strong
        || is_first_name(name)
        || polite.is_some() && begins && count < 9;
    // An initial of the family name: `ปิยะดา ศ.`
    let initial = behind.strip_prefix(' ').and_then(|rest| {
        let letter = rest.chars().next().filter(|c| is_thai(*c))?;
        rest[letter.len_utf8()..].starts_with('.').then_some(1 + letter.len_utf8() + 1)
    });
    // The family name behind a title of documents.
    let family = || {
        let rest = behind.strip_prefix(' ').filter(|_| title.contains('.') || title == "นางสาว")?;
        let len = rest.find(|c| !is_thai(c)).unwrap_or(rest.len());
        (3..=16).contains(&rest[..len].chars().count()).then_some(1 + len)
    };
    let more = initial.or_else(family).unwrap_or(0);
    fits.then(|| candidate.part(end..end + name.len() + more))?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn names_are_joined_to_words_of_address() {
        for (text, matched, expected) in [
            ("ครูส้ม: ได้ค่ะ", "ครู", Some("ส้ม")),
            ("แม่น้องข้าวหอม: ค่าเทอม", "น้อง", Some("ข้าวหอม")),
            ("ถ้าไม่รับโทรพี่ต้น +66 (0)9 5518 3027", "พี่", Some("ต้น")),
            ("น.ส.ปิยะดา ศ.", "น.ส.", Some("ปิยะดา ศ.")),
            ("ครูส้มคะ วันนี้", "ครู", Some("ส้ม")),
            ("พี่ๆ ทุกคน", "พี่", None),
            ("ครูสอนภาษาไทยที่โรงเรียน", "ครู", None),
            ("ชื่อไฟล์ไม่ถูกต้อง", "ชื่อ", None),
        ] {
            assert_eq!(check_match(check, text, matched, 0), expected, "{text}");
        }
    }
}
