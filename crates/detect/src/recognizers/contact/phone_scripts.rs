//! Telephone numbers as people of single countries write them: joined to a Chinese word (`林海峰13891274460`), with the long mark of Japan for a
//! dash (`090ー4817ー2936`), with syllables for digits (`공일공-2696-0697`), and with a word for an extension behind them (`转5528`, `ต่อ 118`).

use std::{borrow::Cow, ops::Range};

use crate::recognizers::contact::phone::INFO;
use crate::recognizers::support::script_names::is_han;
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

/// Bytes that are read beside a match.
const NEAR: usize = 64;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::within("1[3-9][0-9]{9}", 0.8, 0.9),
        Pattern::within("0[0-9]{1,4}ー[0-9]{1,4}ー[0-9]{3,4}", 0.85, 0.95),
        Pattern::within("공일공[- ]?[0-9]{3,4}[- ]?[0-9]{4}", 0.85, 0.95),
        // In digits of Chinese: `一三六〇一一八二七四五`.
        Pattern::within("[一九][一二三四五六七八九〇零]{3}", 0.8, 0.9),
        Pattern::within("(?:转|轉|ต่อ|分机|分機|máy lẻ|ext) ?[0-9]{2,6}", 0.75, 0.9),
        // Lithuania, Latvia, Estonia, Denmark and others by the words of chats: `kasę blikiem na 693 104 753`.
        Pattern::within(
            "(?:blikiem na|blik na|Kui midagi,|helista|zvani|skambink|ring til|på|ringe til [A-Z]) ?\\+?[0-9]",
            0.7,
            0.9,
        ),
        // Mexico, Brazil, Japan: `(81) 1738-2946`, `(31)9.8371-9204`.
        Pattern::within("\\([1-9][0-9]\\) ?[0-9]", 0.75, 0.9),
    ]),
    context: words!["电话", "電話", "手机", "手機", "โทร", "전화", "tel"],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let (head, rest) = (line::before(text, start, NEAR), line::behind(text, end, NEAR));
    let is_digit = |c: char| c.is_ascii_digit();
    match candidate.pattern {
        // Where a word begins other rules find it.
        0 => {
            let is_joined =
                head.ends_with(is_han) && !head.ends_with(['第', '号', '號', '共', '计', '約', '约', '为', '万']);
            (is_joined && !rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
                .then(|| candidate.part(start..end + extension_len(rest)))?
        }
        1 | 2 => (!head.ends_with(is_digit) && is_value_edge(text, end)).then(|| candidate.whole())?,
        3 => {
            const DIGITS: &str = "一二三四五六七八九〇零";
            let near = line::behind(text, start, NEAR);
            let stands = |c: char| DIGITS.contains(c);
            let first = near.find(|c| !stands(c)).unwrap_or(near.len());
            let second = near[first..]
                .strip_prefix([' ', '-'])
                .map_or(0, |rest| rest.find(|c| !stands(c)).unwrap_or(rest.len()));
            let len = if second > 0 { first + 1 + second } else { first };
            let count = near[..len].chars().filter(|c| stands(*c)).count();
            (matches!(count, 8 | 10 | 11) && !head.ends_with(stands)).then(|| candidate.part(start..start + len))?
        }
        4 => {
            let digits = head.trim_end().chars().rev().take(9).filter(char::is_ascii_digit).count();
            let number = start + candidate.matched().find(is_digit)?;
            let is_behind = digits > 4 && head.trim_end().ends_with(is_digit) || candidate.matched().starts_with("máy");
            (is_behind && is_value_edge(text, end)).then(|| candidate.part(number..end))?
        }
        6 => {
            let near = line::behind(text, start, NEAR);
            let len = near
                .find(|c: char| !(c.is_ascii_digit() || matches!(c, '(' | ')' | ' ' | '-' | '.')))
                .unwrap_or(near.len());
            let found = near[..len].trim_end_matches([' ', '-', '.', '(']);
            let digits = found.bytes().filter(u8::is_ascii_digit).count();
            let last = found.rsplit('-').next().unwrap_or_default();
            let fits = (10..=11).contains(&digits)
                && last.len() == 4
                && last.bytes().all(|b| b.is_ascii_digit())
                && !head.ends_with(|c: char| c.is_alphanumeric());
            (fits && is_value_edge(text, start + found.len())).then(|| candidate.part(start..start + found.len()))?
        }
        _ => {
            let at = end - 1;
            let near = line::behind(text, at, NEAR);
            let len = near.find(|c: char| !(c.is_ascii_digit() || c == ' ' || c == '-')).unwrap_or(near.len());
            let found = near[..len].trim_end_matches([' ', '-']);
            let digits = found.bytes().filter(u8::is_ascii_digit).count();
            let groups = found.split([' ', '-']).count();
            let is_sum = near[found.len()..].trim_start().starts_with(['€', '%', 'k', 'z'])
                || near[found.len()..].starts_with([',', '.']) && near[found.len() + 1..].starts_with(is_digit);
            let is_place = candidate.matched().starts_with('p');
            let fits = (8..=9).contains(&digits) && groups > 1 && !is_sum && (!is_place || digits == 8 && groups == 4);
            (fits && is_value_edge(text, at + found.len())).then(|| candidate.part(at..at + found.len()))?
        }
    }
}

/// The length of an extension that `text` begins with: `转5528`.
fn extension_len(text: &str) -> usize {
    let rest = text.strip_prefix('转').or_else(|| text.strip_prefix('轉'));
    let digits = rest.map_or(0, |rest| rest.bytes().take_while(u8::is_ascii_digit).count());
    if (2..=6).contains(&digits) { '转'.len_utf8() + digits } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn numbers_are_read_as_their_countries_write_them() {
        for (text, matched, pattern, expected) in [
            ("联系人 林海峰13891274460", "13891274460", 0, Some("13891274460")),
            ("订单13891274460ab", "13891274460", 0, None),
            ("お電話 090ー4817ー2936", "090ー4817ー2936", 1, Some("090ー4817ー2936")),
            ("폰은 공일공-2696-0697", "공일공-2696-0697", 2, Some("공일공-2696-0697")),
            ("电话一三六〇一一八二七四五", "一三六〇", 3, Some("一三六〇一一八二七四五")),
            ("一二三四五六七", "一二三四", 3, None),
            ("02-510-7362 ต่อ 118", "ต่อ 118", 4, Some("118")),
            ("kasę blikiem na 693 104 753, nie", "blikiem na 6", 5, Some("693 104 753")),
            ("Ditte på 33 47 00 46.", "på 3", 5, Some("33 47 00 46")),
            ("márquenle al (81) 1738-2946 o", "(81) 1", 6, Some("(81) 1738-2946")),
            ("f(12) 1738-2946", "(12) 1", 6, None),
            ("en omsætning på 33 470 046 kr", "på 3", 5, None),
        ] {
            assert_eq!(check_match(check, text, matched, pattern), expected, "{text}");
        }
    }
}
