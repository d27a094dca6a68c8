//! [`WordList`]: a constant set of words, looked up in any case.

use crate::letter_case::CaselessHash;

/// A set of words in lower case, apart by `|`.
pub(crate) struct WordList {
    words: &'static str,
    /// A bit for each length of a word, in bytes, by the first letter of the word.
    lengths: [u32; 32],
    /// A hash table of words with open addressing: the place behind each word's first byte, and 0 in empty slots.
    slots: [u16; Self::SLOTS],
}

impl WordList {
    /// Slots of the table: a few times as many as any list has words.
    const SLOTS: usize = 1 << 9;
    /// Longest word of a list, in bytes.
    const LONGEST: usize = 64;

    /// The list of `words`.
    pub(crate) const fn new(words: &'static str) -> Self {
        let bytes = words.as_bytes();
        let (mut lengths, mut slots) = ([0; 32], [0; Self::SLOTS]);
        let (mut start, mut at, mut hash) = (0, 0, CaselessHash::EMPTY);
        while at <= bytes.len() {
            if at == bytes.len() || bytes[at] == b'|' {
                assert!(at - start <= Self::LONGEST);
                if at > start {
                    lengths[Self::letter(bytes[start])] |= Self::length(at - start);
                    let mut slot = hash.slot(Self::SLOTS);
                    while slots[slot] != 0 {
                        slot = (slot + 1) % Self::SLOTS;
                    }
                    slots[slot] = start as u16 + 1;
                }
                (start, hash) = (at + 1, CaselessHash::EMPTY);
            } else {
                hash = hash.with(bytes[at]);
            }
            at += 1;
        }
        assert!(bytes.len() < u16::MAX as usize);
        Self { words, lengths, slots }
    }

    /// A letter's place in the alphabet, whatever its case.
    const fn letter(byte: u8) -> usize {
        (byte & 0x1F) as usize
    }

    /// The bit of a length; all long words share one.
    const fn length(len: usize) -> u32 {
        1 << if len < 31 { len } else { 31 }
    }

    /// The words of the list.
    pub(crate) fn words(&self) -> std::str::Split<'static, char> {
        self.words.split('|')
    }

    /// Reports whether `word` is in it; letters of ASCII may be of any case, others are small.
    fn has(&self, word: &[u8]) -> bool {
        // The length and the first letter rule out most words.
        let Some(first) = word.first() else { return false };
        if self.lengths[Self::letter(*first)] & Self::length(word.len()) == 0 {
            return false;
        }
        self.holds(word, word.iter().fold(CaselessHash::EMPTY, |hash, byte| hash.with(*byte)))
    }

    /// Reports whether `word`, whose hash is `hash`, is in it.
    fn holds(&self, word: &[u8], hash: CaselessHash) -> bool {
        let mut slot = hash.slot(Self::SLOTS);
        while let Some(start) = usize::from(self.slots[slot]).checked_sub(1) {
            let (listed, rest) = self.words.as_bytes()[start..].split_at_checked(word.len()).unwrap_or_default();
            if listed.eq_ignore_ascii_case(word) && matches!(rest, [] | [b'|', ..]) {
                // Several words of the list are none.
                return !word.contains(&b'|');
            }
            slot = (slot + 1) % Self::SLOTS;
        }
        false
    }
}

/// Reports whether `word` is one of `list`, in any case.
pub(crate) fn is_listed(word: &str, list: &WordList) -> bool {
    if word.is_ascii() {
        return list.has(word.as_bytes());
    }
    let mut memory = [0; WordList::LONGEST];
    let (lower, is_whole) = lower_case(word, &mut memory);
    is_whole && list.has(lower)
}

/// Reports whether one of `lists` has `word`, which is in small letters or in a script without capitals: its hash is computed once.
pub(crate) fn is_any_listed(word: &str, lists: &[&WordList]) -> bool {
    let bytes = word.as_bytes();
    let Some(first) = bytes.first() else { return false };
    let (letter, length) = (WordList::letter(*first), WordList::length(bytes.len()));
    let hash = bytes.iter().fold(CaselessHash::EMPTY, |hash, byte| hash.with(*byte));
    lists.iter().any(|list| list.lengths[letter] & length != 0 && list.holds(bytes, hash))
}

/// Reports whether `word`, in any case, is or begins with one of `list`.
pub(crate) fn begins_with_listed(word: &str, list: &WordList) -> bool {
    let mut memory = [0; WordList::LONGEST];
    let (lower, _) = lower_case(word, &mut memory);
    let Some(lengths) = lower.first().map(|first| list.lengths[WordList::letter(*first)]).filter(|all| *all != 0)
    else {
        return false;
    };
    let mut hash = CaselessHash::EMPTY;
    lower.iter().enumerate().any(|(at, byte)| {
        hash = hash.with(*byte);
        lengths & WordList::length(at + 1) != 0 && list.holds(&lower[..=at], hash)
    })
}

/// The bytes of `word` in lower case, as far as `memory` has room, and whether these are all.
fn lower_case<'m>(word: &str, memory: &'m mut [u8; WordList::LONGEST]) -> (&'m [u8], bool) {
    let mut len = 0;
    for c in word.chars().flat_map(char::to_lowercase) {
        let Some(place) = memory.get_mut(len..len + c.len_utf8()) else { return (&memory[..len], false) };
        len += c.encode_utf8(place).len();
    }
    (&memory[..len], true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_holds_its_words_in_any_case_and_no_others() {
        const LIST: &WordList = &WordList::new("street|st|ul|улица|allée|#|a-word-of-more-than-thirty-one-bytes");
        for word in LIST.words() {
            assert!(is_listed(word, LIST) && is_listed(&word.to_uppercase(), LIST), "{word}");
        }
        for word in ["", "s", "sl", "strees", "street|st", "|", "вулица", "a-word-of-more-than-thirty-two-bytes"]
        {
            assert!(!is_listed(word, LIST), "{word}");
        }
    }

    #[test]
    fn one_of_several_lists_holds_a_word() {
        const LISTS: [&WordList; 2] = [&WordList::new("улица|名前"), &WordList::new("יעל|street")];
        for word in ["улица", "名前", "יעל", "street"] {
            assert!(is_any_listed(word, &LISTS), "{word}");
        }
        for word in ["", "улиц", "יע", "улица|名前"] {
            assert!(!is_any_listed(word, &LISTS), "{word}");
        }
    }

    #[test]
    fn words_begin_with_those_of_a_list() {
        const LIST: &WordList = &WordList::new("garag|tür|ключ|a-word-of-more-than-thirty-one-bytes");
        for word in ["garag", "Garage", "TÜRSCHLOSS", "ключами", "a-word-of-more-than-thirty-one-bytes-in-all"]
        {
            assert!(begins_with_listed(word, LIST), "{word}");
        }
        for word in ["", "gara", "agarage", "turm", "замок", &"x".repeat(100)] {
            assert!(!begins_with_listed(word, LIST), "{word}");
        }
    }
}
