//! Postal addresses of Vietnam, from the house to the province: `số 12 ngõ 34 phố Láng Hạ, Đống Đa, Hà Nội`.

use std::borrow::Cow;

use super::address::INFO;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

/// Farthest ends of an address, in bytes.
const NEAR: usize = 160;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    // Lanes, streets, wards and districts
    patterns: Cow::Borrowed(&[
        Pattern::within(
            "[ ,](?:[Nn]gõ|[Nn]gách|[Hh]ẻm|[Pp]hường|[Qq]uận|[Hh]uyện|đường|Đường|[Pp]hố|[Xx]ã) ",
            0.8,
            0.95,
        ),
        // Abbreviated wards and cities: `12/4 Lê Văn Sỹ, P.13, Q.3, TP.HCM`
        Pattern::within(", ?(?:P|Q|TP)\\. ?[0-9A-ZĐ]|, ?(?:TPHCM|TP HCM)", 0.8, 0.95),
    ]),
    context: words!["địa chỉ", "ở", "nhà", "sống tại", "giao hàng"],
    check,
}];

/// Signs that part values.
const ENDS: [char; 6] = [';', '|', '<', '>', '"', '\t'];

/// Words for parts of an address, from the house to the province, in lower case.
const PARTS: &WordList = &WordList::new(
    "số|nhà|căn|hộ|tòa|toà|tầng|lầu|chung|cư|ngõ|ngách|hẻm|kiệt|đường|phố|tổ|khu|xóm|thôn|ấp|phường|xã|thị|trấn|quận|huyện|thành|tp|tỉnh|p|q",
);

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, at) = (candidate.field.text, candidate.range.start);
    // A cell or an element ends.
    let head = line::before(text, at, NEAR);
    let head = &head[head.rfind(ENDS).map_or(0, |sign| sign + 1)..];
    let first = at - head.len() + start(head)?;
    let tail = line::behind(text, at + 1, NEAR);
    let tail = &tail[..tail.find(ENDS).unwrap_or(tail.len())];
    let place = first..at + 1 + end(tail);
    // Abbreviations alone are those of other languages, too.
    let is_vietnamese = candidate.pattern == 0 || text[place.clone()].contains(is_marked) || tail.contains("HCM");
    is_vietnamese.then(|| candidate.part(place))?
}

/// Reports whether it is a letter that Vietnamese alone has.
fn is_marked(c: char) -> bool {
    matches!(c, 'ă' | 'Ă' | 'đ' | 'Đ' | 'ơ' | 'Ơ' | 'ư' | 'Ư' | '\u{1EA0}'..='\u{1EF9}')
}

/// The start of the address whose first parts end `head`: its house number, with the words for it.
fn start(head: &str) -> Option<usize> {
    let (mut begin, mut at) = (None, head.len());
    for word in head.rsplit(' ') {
        at -= word.len();
        if !is_of_address(word) {
            break;
        }
        let is_number = word.starts_with(|c: char| c.is_ascii_digit());
        if is_number || begin.is_some() && is_part(word) {
            begin = Some(at);
        }
        let Some(before) = at.checked_sub(1) else { break };
        at = before;
    }
    begin
}

/// The length of the parts that begin `tail`.
fn end(tail: &str) -> usize {
    let tail_start = tail.trim_start_matches(' ');
    let (mut end, mut at) = (0, tail.len() - tail_start.len());
    for word in tail_start.split(' ') {
        if !is_of_address(word) {
            break;
        }
        end = at + word.len();
        at = end + 1;
        // A full stop ends the sentence, unless it is one of `TP.` or `Q.`.
        if word.ends_with('.') && !is_part(word) {
            break;
        }
    }
    tail.get(..end).unwrap_or_default().trim_end_matches([',', '.', ';']).len()
}

/// Reports whether `word` is a number, a name or a word for a part of an address.
fn is_of_address(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit() || c.is_uppercase()) || is_part(word)
}

/// Reports whether `word` is a word for a part of an address, with or without a sign behind it.
fn is_part(word: &str) -> bool {
    is_listed(&word.trim_end_matches([',', '.']).to_lowercase(), PARTS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn parts_of_addresses_are_abbreviated() {
        for (text, matched, expected) in [
            (
                "địa chỉ 8/3 Trần Hưng Đạo, P.5, Q.1, TP.HCM, sđt 09",
                ", P.5",
                Some("8/3 Trần Hưng Đạo, P.5, Q.1, TP.HCM"),
            ),
            ("ship 45 Nguyễn Trãi, P. Bến Thành, Q1 nha", ", P. B", Some("45 Nguyễn Trãi, P. Bến Thành, Q1")),
            ("see 12 Notes, P. Smith", ", P. S", None),
        ] {
            assert_eq!(check_match(check, text, matched, 1), expected, "{text}");
        }
    }
}
