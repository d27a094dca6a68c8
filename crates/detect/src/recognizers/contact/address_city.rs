//! Addresses whose streets have names of any kind, told by the postcode and the city behind the house number.

use std::ops::Range;

use crate::recognizers::contact::address::COUNTED;
use crate::recognizers::contact::address_tail::code_and_city;
use crate::recognizers::contact::address_token::{is_capital, word_start};
use crate::recognizers::contact::address_words::{PARTICLES, PREFIXES};
use crate::recognizers::support::neighbours::{byte_before, is_one_of};
use crate::recognizers::support::word_list::is_listed;

/// The address whose street, of any name, ends `head`, before a number that ends at `at`, with a postcode and a city behind
/// it: `Lindenbreite 14b, 31785 Hameln`.
pub(super) fn before_city(text: &str, head: &str, at: usize) -> Option<Range<usize>> {
    /// Most words of the street.
    const MAX_WORDS: usize = 4;
    const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let last = word_start(head, head.len()).filter(|start| is_capital(&head[*start..]))?;
    let word = &head[last..];
    let is_month = word.get(..3).is_some_and(|word| is_one_of(word, &MONTHS));
    if word.len() < 3 || word.ends_with(['.', ',', ':']) || is_month || is_one_of(word, &COUNTED) {
        return None;
    }
    let end = code_and_city(text, at)?;
    let (mut start, mut from) = (last, last);
    for _ in 1..MAX_WORDS {
        let Some(before) = from.checked_sub(1).filter(|_| byte_before(head, from) == Some(b' ')) else { break };
        let Some(earlier) = word_start(head, before) else { break };
        let found = head.get(earlier..before)?;
        if is_listed(found.trim_end_matches('.'), PREFIXES) {
            start = earlier;
            break;
        }
        if found.ends_with([',', ':', ';']) || !is_capital(found) && !is_listed(found, PARTICLES) {
            break;
        }
        from = earlier;
        start = if is_capital(found) { earlier } else { start };
    }
    // The quote that closes the text is none of the city's.
    Some(start..end - usize::from(text.get(..end)?.ends_with('\'')))
}
