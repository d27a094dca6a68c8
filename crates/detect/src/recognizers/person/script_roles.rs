//! Names behind what somebody is to an office or a firm, without a sign between both, in scripts without capitals: `客户李娜`, `고객
//! 이서연님`, `العميل أحمد حسن`; and surnames with initials in Cyrillic.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use crate::recognizers::support::name_shape::name_words;
use crate::recognizers::support::script_names::{is_han, is_known};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line, window};
use crate::{Candidate, Finding, Pattern, Rule};

/// Farthest end of a name, in bytes.
const NEAR: usize = 64;

/// The places of the patterns.
const WORDS: usize = 0;
const HAN: usize = 1;
const HANGUL: usize = 2;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // The first letters of words of Arabic, Hebrew and Hindi; tables grow with each letter.
        Pattern::within("العم|الزب|المر|الموظ|الطال|הלקו|המטו|התלמ|העוב|ग्राह|मरी|रोग|छात|कर्म", 0.75, 0.9),
        Pattern::within("客户|客戶|顾客|用户|患者|病人|员工|学生|会员", 0.75, 0.9),
        Pattern::within("(?:고객|환자|회원|직원|학생) ", 0.75, 0.9),
        // Two initials: `Иванов И.И.`, `И. И. Иванов`
        Pattern::within("[А-ЯІЇЄҐ]\\. ?[А-ЯІЇЄҐ]\\.", 0.8, 0.9),
    ]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, &candidate.range);
    let place = match candidate.pattern {
        WORDS => words(text, behind_role(text, range.start)?)?,
        HAN => han(text, range.end)?,
        HANGUL => hangul(text, range.end)?,
        _ => initialled(text, range)?,
    };
    candidate.part(place)
}

/// The place behind the role that begins at `at`, and a colon or a blank.
fn behind_role(text: &str, at: usize) -> Option<usize> {
    const ROLES: &WordList = &WordList::new(
        "العميل|العميلة|الزبون|المريض|المريضة|الموظف|الموظفة|الطالب|الطالبة|הלקוח|הלקוחה|המטופל|המטופלת|התלמיד|התלמידה|העובד|העובדת|\
         ग्राहक|मरीज|मरीज़|रोगी|छात्र|छात्रा|कर्मचारी",
    );
    let near = line::behind(text, at, NEAR);
    let len = near.find([' ', ':'])?;
    let gap = [": ", " "].into_iter().find(|gap| near[len..].starts_with(gap))?;
    is_listed(&near[..len], ROLES).then_some(at + len + gap.len())
}

/// Two words, of which the first is a frequent first name.
fn words(text: &str, at: usize) -> Option<Range<usize>> {
    let near = line::behind(text, at, NEAR);
    let stands = |c: char| c == ' ' || c.is_alphabetic() || matches!(c, '\u{900}'..='\u{97F}' | '\u{5F3}' | '\'');
    let body = &near[..near.find(|c| !stands(c)).unwrap_or(near.len())];
    let (first, rest) = body.split_once(' ')?;
    let second = rest.split(' ').next().filter(|word| !word.is_empty())?;
    let name = &body[..first.len() + 1 + second.len()];
    is_known(name).then(|| at..at + name.len())
}

/// A frequent family name and one or two characters, up to a sign.
fn han(text: &str, at: usize) -> Option<Range<usize>> {
    let behind = line::behind(text, at, NEAR);
    let near = behind.strip_prefix(['：', ':', ' ']).unwrap_or(behind);
    let start = at + behind.len() - near.len();
    let name = &near[..near.find(|c| !is_han(c)).unwrap_or(near.len())];
    let fits = (2..=3).contains(&name.chars().count()) && is_known(name);
    fits.then(|| start..start + name.len())
}

/// A frequent name before `님`, `씨` or the end of the word.
fn hangul(text: &str, at: usize) -> Option<Range<usize>> {
    let near = line::behind(text, at, NEAR);
    let word = &near[..near.find(|c| !('가'..='힣').contains(&c)).unwrap_or(near.len())];
    let name = word.strip_suffix(['님', '씨']).unwrap_or(word);
    let fits = (3..=4).contains(&name.chars().count()) && is_known(name);
    fits.then(|| at..at + name.len())
}

/// The surname before the initials at `initials`, or behind them.
fn initialled(text: &str, initials: &Range<usize>) -> Option<Range<usize>> {
    /// Words with capitals before the marks of their parts.
    const OTHERS: &WordList =
        &WordList::new("приложение|таблица|рисунок|раздел|пункт|глава|часть|форма|класс|группа|том|додаток|розділ");
    let is_surname = |word: &str| {
        word.chars().count() > 2
            && word.chars().skip(1).all(|c| c.is_lowercase() || c == '-' || c.is_uppercase())
            && word.chars().any(char::is_lowercase)
            && name_words(word) == Some(1)
            && !is_listed(word, OTHERS)
    };
    let stands = |c: char| c.is_alphabetic() || c == '-';
    let rest = line::behind(text, initials.end, NEAR);
    // A third initial makes it an abbreviation: `Ф.И.О.`
    if rest.chars().nth(1) == Some('.') || !is_value_edge(text, initials.start) {
        return None;
    }
    let head = window::before(text, initials.start, NEAR).strip_suffix(' ');
    let before = head.map(|head| {
        &head[head.char_indices().rev().find(|(_, c)| !stands(*c)).map_or(0, |(at, c)| at + c.len_utf8())..]
    });
    if let Some(surname) = before.filter(|word| is_surname(word)) {
        return Some(initials.start - 1 - surname.len()..initials.end);
    }
    let name = rest.strip_prefix(' ').unwrap_or(rest);
    let surname = &name[..name.find(|c| !stands(c)).unwrap_or(name.len())];
    is_surname(surname).then(|| initials.start..initials.end + rest.len() - name.len() + surname.len())
}
