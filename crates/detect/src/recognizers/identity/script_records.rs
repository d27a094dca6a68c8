//! Numbers of records with letters behind their names in scripts other than Latin, without a sign between both: `社員番号は E04418`,
//! `檔案編號CM/2024/118`, `রেশন কার্ড নম্বর SPHH-44180277`.

use std::{borrow::Cow, ops::Range};

use super::record_numbers::{ID_NUMBER_INFO, RECORD_NAMES};
use crate::recognizers::support::identifiers::number_at;
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

/// Farthest beginning of a name, in bytes.
const NEAR: usize = 96;
/// Longest number, in bytes.
const LONGEST: usize = 32;

pub(super) const RULES: &[Rule] = &[Rule {
    info: ID_NUMBER_INFO,
    // The first letters of words that end such names.
    patterns: Cow::Borrowed(&[Pattern::within(
        "番号|號碼|号码|编号|編號|번호|부호|номе|رقم |نمب|شما|नंब|नम्|संख|क्र|নম্|எண|సం|ಸಂ|നമ്|નં|ਨੰ|අං|ნომ|ቁጥ",
        0.65,
        0.7,
    )]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { end, .. }) = (candidate.field.text, candidate.range.clone());
    let near = line::behind(text, end, NEAR);
    // In Arabic and Persian the word for "number" begins the name.
    let at = near.find(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit())?;
    let gap = &near[..at];
    let name = gap.trim_end_matches([' ', '#', '(']);
    let name = name.strip_suffix(['は', '是', '为', '為', '는', '은']).unwrap_or(name).trim_end();
    if !near[at..].starts_with(|c: char| c.is_ascii_uppercase()) || name.contains([':', '：', ',', '.', '،', '。']) {
        return None;
    }
    let head = line::before(text, end + name.len(), NEAR).to_lowercase();
    let is_named = RECORD_NAMES.iter().any(|known| head.ends_with(known.as_ref()) && !known.is_ascii());
    let place = is_named.then(|| number_at(text, end + at, 4, LONGEST))??;
    candidate.part(place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Field;

    #[test]
    fn numbers_with_letters_stand_behind_names_of_records() {
        for (text, word, found) in [
            ("社員番号は E04418 で合ってる", "番号", Some("E04418")),
            ("檔案編號CM/2024/04418。", "編號", Some("CM/2024/04418")),
            ("রেশন কার্ড নম্বর SPHH-4418027713, দোকানে", "নম্বর", Some("SPHH-4418027713")),
            ("رقم الطلب AB-448120 جاهز", "رقم ", Some("AB-448120")),
            ("部品番号は E04418", "番号", None),
            ("社員番号 RFC", "番号", None),
            ("社員番号について HTTP2 で", "番号", None),
        ] {
            let (field, start) = (Field::new(text), text.find(word).unwrap());
            let range = start..start + word.len();
            let candidate = Candidate { field: &field, range, pattern: 0, form: crate::Form::Shape, name: "" };
            assert_eq!(check(&candidate).map(|found| &text[found.range]), found, "{text}");
        }
    }
}
