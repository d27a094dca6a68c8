//! Tokens of postal addresses: the bounds of a word in its text, read in either direction.

use std::ops::Range;

/// Most characters of a word; of longer ones the first, or the last, are one.
const LONGEST: usize = 40;

/// The word at `at`: letters, digits, apostrophes, dashes and full stops.
pub(crate) fn word_at(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    let len = word_len(rest.bytes(), rest.chars(), '#');
    (len > 0).then_some(at..at + len)
}

/// The start of the word that ends at `end` of `head`; nothing but one blank may stand between words.
pub(crate) fn word_start(head: &str, end: usize) -> Option<usize> {
    let word = head.get(..end)?;
    let len = word_len(word.bytes().rev(), word.chars().rev(), '/');
    (len > 0).then_some(end - len)
}

/// The length, in bytes, of the word that a text begins with, given by its bytes and by its characters. A word may hold
/// `sign`.
fn word_len(mut bytes: impl Iterator<Item = u8> + Clone, chars: impl Iterator<Item = char>, sign: char) -> usize {
    let stands = |c: char| c.is_alphanumeric() || matches!(c, '.' | '\'' | '’' | '-') || c == sign;
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'\'' | b'-') || char::from(b) == sign;
    let plain = bytes.clone().take(LONGEST).take_while(|b| is_plain(*b)).count();
    // Nearly all words are ASCII, which is read faster.
    if plain == LONGEST || bytes.nth(plain).is_none_or(|b| b.is_ascii()) {
        return plain;
    }
    chars.take(LONGEST).take_while(|c| stands(*c)).map(char::len_utf8).sum()
}

/// Reports whether it begins like a name.
pub(crate) fn is_capital(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
}

/// Reports whether `word` is a name behind a particle without its vowel: `d'Ixelles`, `dell'Orso`.
pub(crate) fn is_elided(word: &str) -> bool {
    const PARTICLES: [&str; 6] = ["d", "l", "dell", "dall", "all", "nell"];
    word.split_once(['\'', '’']).is_some_and(|(particle, name)| PARTICLES.contains(&particle) && is_capital(name))
}
