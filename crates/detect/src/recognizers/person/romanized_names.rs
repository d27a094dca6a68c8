//! Names of persons of East Asia in Latin letters, in brackets behind the name in its script or before them: `陳嘉慧（CHAN, Ka Wai，…）`,
//! `Chan Ka Wai (陳嘉慧)`, `김민지(KIM Minji)`.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use crate::recognizers::support::name_shape::{is_name_word, name_before, name_words};
use crate::recognizers::support::script_names::is_whole;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{line, run_before};
use crate::{Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::within("（[A-Z]|[一-龥가-힣] ?\\([A-Z]", 0.8, 0.9),
        Pattern::within("[（(][一-龥가-힣]", 0.8, 0.9),
        Pattern::within(
            "(?:英文姓?名字?|外文姓名|护照姓名|護照姓名|영문 ?(?:이름|성명|명))(?:[:：为為是은는] ?| )?[A-Z]",
            0.8,
            0.9,
        ),
    ]),
    context: words![],
    check: |candidate| {
        let (text, range) = (candidate.field.text, &candidate.range);
        let place = match candidate.pattern {
            0 => behind(text, range)?,
            2 => labelled(text, range.end - 1)?,
            _ => before(text, range)?,
        };
        candidate.part(place)
    },
}];

/// Farthest end of a name, in bytes.
const NEAR: usize = 48;
/// Fewest and most words of a name in Latin letters.
const WORDS: std::ops::RangeInclusive<usize> = 2..=4;

/// Words of the names of firms and places.
const OTHERS: &WordList = &WordList::new(
    "ltd|limited|co|inc|corp|corporation|company|holdings|group|bank|hospital|university|college|school|institute|street|road|avenue|lane|\
     station|hotel|city|island|mountain|temple|tower|building|centre|center|park|district|county|province|town|village|river|lake|bay|\
     airport|museum|restaurant|department|bureau|office|association|foundation|technology|technologies|the|of|and|new|north|south|east|west",
);

/// The name in Latin letters behind the bracket at the end of `range`, if a name in its script stands before the bracket.
fn behind(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    let bracket = text[range.clone()].find(['（', '('])?;
    let head = text[..range.start + bracket].trim_end_matches(' ');
    ends_in_name(head).then_some(())?;
    let at = range.end - 1;
    let near = line::behind(text, at, NEAR);
    let inner = &near[..near.find(['）', ')', '，', '、', '；', ';', '/', '：', ':'])?];
    is_full_name(inner).then(|| at..at + inner.len())
}

/// The name in Latin letters at `at`, behind the word for one.
fn labelled(text: &str, at: usize) -> Option<Range<usize>> {
    let near = line::behind(text, at, NEAR);
    let len =
        near.find(|c: char| !(c.is_ascii_alphabetic() || matches!(c, ' ' | '-' | '\'' | ','))).unwrap_or(near.len());
    let found = near[..len].trim_end_matches([' ', ',']);
    is_full_name(found).then(|| at..at + found.len())
}

/// The name in Latin letters before the bracket of `range`, in which a name in its script stands.
fn before(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    let bracket = text[range.clone()].chars().next()?.len_utf8();
    let inner = line::behind(text, range.start + bracket, NEAR);
    let is_named = is_whole(&inner[..inner.find(['）', ')', '，', ','])?]);
    let head = line::before(text, range.start, NEAR).trim_end_matches(' ');
    head.ends_with(|c: char| c.is_ascii_alphabetic()).then_some(())?;
    let (start, words) = name_before(head).filter(|_| is_named)?;
    let found = &head[start..];
    let end = text[..range.start].trim_end_matches(' ').len();
    (WORDS.contains(&words) && is_latin_name(found, *WORDS.start())).then(|| end - found.len()..end)
}

/// Reports whether `head` ends in a name of three characters or more, alone or behind what somebody is: `申請人陳嘉慧`.
fn ends_in_name(head: &str) -> bool {
    const LONGEST: usize = 4;
    const ROLES: &str = "人者方员員师師生户戶主客友名是叫女男子儿兒妻夫母父";
    let near = line::before(head, head.len(), NEAR);
    let run = run_before(near, |c| matches!(c, '一'..='龥' | '가'..='힣'));
    let count = run.chars().count();
    let starts = run.char_indices().skip(count.saturating_sub(LONGEST)).map(|(at, _)| at);
    starts.filter(|at| is_whole(&run[*at..])).any(|at| {
        let before = run[..at].chars().next_back();
        before.is_none_or(|c| ROLES.contains(c))
    })
}

/// Reports whether `found` is a first name and a surname in Latin letters. The surname may stand first, before a comma: `CHAN, Ka Wai`.
fn is_full_name(found: &str) -> bool {
    match found.split_once(", ") {
        Some((last, first)) => is_latin_name(last, 1) && is_latin_name(first, 1),
        None => is_latin_name(found, *WORDS.start()),
    }
}

/// Reports whether `found` is a name in Latin letters of `fewest` words or more, and of no firm or place.
fn is_latin_name(found: &str, fewest: usize) -> bool {
    let has_form = found.split(' ').all(|word| is_name_word(word) && word.is_ascii() && !is_listed(word, OTHERS));
    has_form && name_words(found).is_some_and(|words| (fewest..=*WORDS.end()).contains(&words))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn names_in_latin_letters_stand_beside_names_in_their_script() {
        for (text, matched, pattern, expected) in [
            ("申請人黃美玲（WONG, Mei Ling，另紙）", "（W", 0, Some("WONG, Mei Ling")),
            ("客戶: 黃美玲 (Wong Mei Ling)", "玲 (W", 0, Some("Wong Mei Ling")),
            ("고객 김민지(KIM Minji)님", "지(K", 0, Some("KIM Minji")),
            ("Wong Mei Ling（黃美玲）", "（黃", 1, Some("Wong Mei Ling")),
            ("騰訊（Tencent Holdings）", "（T", 0, None),
            ("北京王府井（Wangfujing Street）", "（W", 0, None),
            ("顧客（英文姓名 LAM Siu Fung），電話", "英文姓名 L", 2, Some("LAM Siu Fung")),
            ("the word Cat (貓)", "(貓", 1, None),
        ] {
            assert_eq!(check_match(RULES[0].check, text, matched, pattern), expected, "{text}");
        }
    }
}
