//! [`PhraseList`]: a constant list of phrases, searched for by their first letter.

use std::sync::OnceLock;

/// Phrases in small letters, apart by `|`.
pub(crate) struct PhraseList {
    phrases: &'static str,
    /// The phrases by their first bytes, gathered at the first look-up.
    by_first_byte: OnceLock<Box<[Vec<&'static str>]>>,
}

impl PhraseList {
    /// The list of `phrases`.
    pub(crate) const fn new(phrases: &'static str) -> Self {
        Self { phrases, by_first_byte: OnceLock::new() }
    }

    /// The phrases that begin with `first`.
    pub(crate) fn beginning_with(&self, first: char) -> impl Iterator<Item = &'static str> {
        let by_first_byte = self.by_first_byte.get_or_init(|| {
            let mut all = vec![Vec::new(); usize::from(u8::MAX) + 1];
            for phrase in self.phrases.split('|').filter(|phrase| !phrase.is_empty()) {
                all[usize::from(phrase.as_bytes()[0])].push(phrase);
            }
            all.into()
        });
        let byte = first.encode_utf8(&mut [0; 4]).as_bytes()[0];
        by_first_byte[usize::from(byte)].iter().copied().filter(move |phrase| phrase.starts_with(first))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_found_by_their_first_letters_alone() {
        static LIST: PhraseList = PhraseList::new("gate code|code|číslo||чек|чип|code de la porte");
        let of = |first: char| LIST.beginning_with(first).collect::<Vec<_>>();
        assert_eq!(of('c'), ["code", "code de la porte"]);
        assert_eq!(of('č'), ["číslo"]);
        assert_eq!(of('ч'), ["чек", "чип"]);
        // Its first byte is that of another letter of the list.
        assert_eq!(of('х'), [""; 0]);
        assert_eq!(of('C'), [""; 0]);
    }
}
