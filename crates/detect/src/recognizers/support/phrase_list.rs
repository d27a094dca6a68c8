//! [`PhraseList`]: a constant list of phrases, of which the longest is found that a text begins with.

use std::sync::OnceLock;

/// Phrases in small letters, apart by `|`.
pub(crate) struct PhraseList {
    phrases: &'static str,
    /// The phrases in order, so that those with a common beginning are neighbours; sorted at the first look-up.
    sorted: OnceLock<Box<[&'static str]>>,
}

impl PhraseList {
    /// The list of `phrases`.
    pub(crate) const fn new(phrases: &'static str) -> Self {
        Self { phrases, sorted: OnceLock::new() }
    }

    /// The phrases in order.
    pub(crate) fn phrases(&self) -> &[&'static str] {
        self.sorted.get_or_init(|| {
            let mut sorted: Vec<_> = self.phrases.split('|').filter(|phrase| !phrase.is_empty()).collect();
            sorted.sort_unstable();
            sorted.into()
        })
    }

    /// The length of the longest phrase that `text` begins with, in any case: in bytes of `text`.
    pub(crate) fn len_at(&self, text: &str) -> Option<usize> {
        // Each character leaves the phrases that have it at their place: after a few there are none.
        let (mut left, mut read, mut longest) = (self.phrases(), 0, None);
        for (at, c) in text.char_indices() {
            let (c, len) = (lower(c), c.len_utf8());
            let mut buffer = [0; 4];
            let wanted = c.encode_utf8(&mut buffer).as_bytes();
            left = &left[left.partition_point(|phrase| phrase.as_bytes()[read..] < *wanted)..];
            left = &left[..left.partition_point(|phrase| phrase.as_bytes()[read..].starts_with(wanted))];
            read += wanted.len();
            match left.first() {
                None => break,
                Some(first) if first.len() == read => longest = Some(at + len),
                Some(_) => {}
            }
        }
        longest
    }
}

/// `c` as a small letter, if that is a single one.
fn lower(c: char) -> char {
    let mut lower = c.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(single), None) => single,
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_phrase_at_the_beginning_of_a_text_counts() {
        static LIST: PhraseList = PhraseList::new("gate code|code|číslo||чек|чип|code de la porte|codec");
        for (text, expected) in [
            ("code de la porte 5", Some("code de la porte")),
            ("Code DE la rue", Some("Code")),
            ("codecs", Some("codec")),
            ("ČÍSLO 4", Some("ČÍSLO")),
            ("чип", Some("чип")),
            // Its first byte is that of another letter of the list.
            ("хек", None),
            ("gate cod", None),
            ("İ", None),
            ("", None),
        ] {
            assert_eq!(LIST.len_at(text), expected.map(str::len), "{text}");
        }
    }
}
