//! The tokenizer of the model.
//!
//! URLs, e-mail addresses, handles and tags are one token each, as are dotted acronyms (`U.S.`) and single initials
//! (`J.`). Words keep inner apostrophes (`O'Brien`) but not a possessive `'s`; hyphens and all other signs stand alone;
//! runs of digits stay together. The rules are part of the model: changing them invalidates its weights and takes
//! another [`VERSION`].

/// The version of these rules, kept in the model.
pub const VERSION: u16 = 1;

/// Kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Letters, maybe with digits, underscores and inner apostrophes.
    Word,
    /// Digits alone.
    Number,
    /// A single other character, or the possessive `'s`.
    Sign,
    /// A URL, an e-mail address, a file path.
    Address,
    /// `@name`
    Handle,
    /// `#name`
    Tag,
}

/// Gap between a token and the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// No gap.
    None,
    /// White space on the same line.
    Space,
    /// A line end, or the beginning of the text.
    Line,
}

/// A token: a range of bytes of the text, on character boundaries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// First byte.
    pub start: u32,
    /// The byte behind the last one.
    pub end: u32,
    /// Kind of the token.
    pub kind: Kind,
    /// Gap before the token.
    pub gap: Gap,
}

impl Token {
    /// The text of the token.
    pub fn of<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.start as usize..self.end as usize).unwrap_or_default()
    }
}

/// Appends the tokens of `text`, of which only the first 4 GiB are looked at.
pub fn tokenize(text: &str, tokens: &mut Vec<Token>) {
    tokens.extend(Tokens::new(text));
}

/// Iterator over the tokens of a text.
#[derive(Clone, Debug)]
pub struct Tokens<'t> {
    text: &'t str,
    at: usize,
    gap: Gap,
}

impl<'t> Tokens<'t> {
    /// Tokens of `text`, of which only the first 4 GiB are read.
    pub fn new(text: &'t str) -> Self {
        Self { text, at: 0, gap: Gap::Line }
    }
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        while let Some(first) = char_at(self.text, self.at) {
            if first.is_whitespace() {
                if first == '\n' || first == '\r' {
                    self.gap = Gap::Line;
                } else if self.gap == Gap::None {
                    self.gap = Gap::Space;
                }
                self.at += first.len_utf8();
                continue;
            }
            let gap = std::mem::replace(&mut self.gap, Gap::None);
            let (end, kind) = token_at(self.text, self.at, first, gap != Gap::None);
            let (start, end) = (u32::try_from(self.at).ok()?, u32::try_from(end).ok()?);
            self.at = end as usize;
            return Some(Token { start, end, kind, gap });
        }
        None
    }
}

fn char_at(text: &str, at: usize) -> Option<char> {
    match text.as_bytes().get(at)? {
        byte if byte.is_ascii() => Some(char::from(*byte)),
        _ => text.get(at..)?.chars().next(),
    }
}

fn is_word(c: char) -> bool {
    // Combining marks and joiners stand within words.
    c.is_alphanumeric() || c == '_' || matches!(c, '\u{300}'..='\u{36F}' | '\u{200C}' | '\u{200D}')
}

/// The end and the kind of the token that begins at `at` with `first`.
fn token_at(text: &str, at: usize, first: char, is_after_gap: bool) -> (usize, Kind) {
    if is_after_gap && let Some(end) = address(text, at) {
        return (end, Kind::Address);
    }
    if matches!(first, '@' | '#') && char_at(text, at + 1).is_some_and(is_word) {
        let kind = if first == '@' { Kind::Handle } else { Kind::Tag };
        return (word_end(text, at + 1), kind);
    }
    if is_apostrophe(first)
        && let Some(end) = possessive(text, at)
    {
        return (end, Kind::Sign);
    }
    if !is_word(first) {
        return (at + first.len_utf8(), Kind::Sign);
    }
    if let Some(end) = acronym(text, at, first) {
        return (end, Kind::Word);
    }
    let end = word_end(text, at);
    let is_number = text.get(at..end).is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    (end, if is_number { Kind::Number } else { Kind::Word })
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '\u{2019}')
}

/// The end of a possessive `'s` that begins at `at`.
fn possessive(text: &str, at: usize) -> Option<usize> {
    let s = at + char_at(text, at)?.len_utf8();
    let is_s = matches!(char_at(text, s)?, 's' | 'S');
    (is_s && !char_at(text, s + 1).is_some_and(is_word)).then_some(s + 1)
}

fn word_end(text: &str, start: usize) -> usize {
    let mut at = start;
    while let Some(c) = char_at(text, at) {
        let next = at + c.len_utf8();
        let is_inner = || {
            is_apostrophe(c)
                && at > start
                && possessive(text, at).is_none()
                && char_at(text, next).is_some_and(char::is_alphabetic)
        };
        if !is_word(c) && !is_inner() {
            break;
        }
        at = next;
    }
    at
}

/// The end of `U.S.` or of the initial `J.`.
fn acronym(text: &str, start: usize, first: char) -> Option<usize> {
    if !first.is_alphabetic() || char_at(text, start + first.len_utf8())? != '.' {
        return None;
    }
    let (mut at, mut letters) = (start, 0);
    while let Some(letter) = char_at(text, at).filter(|c| c.is_alphabetic()) {
        if char_at(text, at + letter.len_utf8()) != Some('.') {
            // `e.g` at the end of an acronym without its last stop; `J.Smith` is an initial and a name.
            let is_last = !char_at(text, at + letter.len_utf8()).is_some_and(is_word);
            at += if is_last { letter.len_utf8() } else { 0 };
            break;
        }
        at += letter.len_utf8() + 1;
        letters += 1;
    }
    // A small letter alone ends a sentence; a capital alone is an initial.
    (letters > 1 || first.is_uppercase()).then_some(at)
}

/// The end of a URL or an e-mail address that begins at `at`.
fn address(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes().get(at..)?;
    let length = bytes.iter().position(|b| b.is_ascii_whitespace() || matches!(b, b'<' | b'>' | b'"' | b','));
    let chunk = bytes.get(..length.unwrap_or(bytes.len()).min(MAX_ADDRESS))?;
    let is_url = chunk.starts_with(b"http://") || chunk.starts_with(b"https://") || chunk.starts_with(b"www.");
    if !is_url {
        let sign = chunk.iter().position(|&b| b == b'@').filter(|&sign| sign > 0)?;
        let name = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'%' | b'+' | b'-');
        let host = chunk.get(sign + 1..)?.iter().position(|b| !name(b)).map_or(chunk.len(), |end| sign + 1 + end);
        let is_email = chunk.get(..sign)?.iter().all(name) && host > sign + 1;
        return is_email.then(|| at + trimmed(chunk.get(..host).unwrap_or_default()));
    }
    // Not within a character.
    let end = at + trimmed(chunk);
    (at..=end).rev().find(|&end| text.is_char_boundary(end))
}

/// Longest URL or e-mail address that is one token, in bytes.
const MAX_ADDRESS: usize = 2048;

/// The length of `chunk` without the punctuation of the sentence around it.
fn trimmed(chunk: &[u8]) -> usize {
    let is_end = |b: &u8| !matches!(b, b'.' | b',' | b';' | b':' | b'!' | b'?' | b')' | b']' | b'\'');
    chunk.iter().rposition(is_end).map_or(chunk.len(), |last| last + 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn words(text: &str) -> Vec<&str> {
        let mut tokens = Vec::new();
        tokenize(text, &mut tokens);
        tokens.iter().map(|token| token.of(text)).collect()
    }

    #[test]
    fn cuts_where_the_rules_say() {
        let cases: &[(&str, &[&str])] = &[
            ("Jane Roe's cat.", &["Jane", "Roe", "'s", "cat", "."]),
            ("O'Brien don\u{2019}t", &["O'Brien", "don\u{2019}t"]),
            ("J. R. Smith, U.S. Army", &["J.", "R.", "Smith", ",", "U.S.", "Army"]),
            ("J.R. Smith; J.Smith", &["J.R.", "Smith", ";", "J.", "Smith"]),
            ("Jean-Luc", &["Jean", "-", "Luc"]),
            ("see https://a.example/b?c=d).", &["see", "https://a.example/b?c=d", ")", "."]),
            ("to jane.roe@example.com, now", &["to", "jane.roe@example.com", ",", "now"]),
            ("@jane #now a@b", &["@jane", "#now", "a@b"]),
            ("user_name=jane 12,345.67", &["user_name", "=", "jane", "12", ",", "345", ".", "67"]),
            ("point a. Then", &["point", "a", ".", "Then"]),
            ("caf\u{e9} M\u{fc}ller", &["caf\u{e9}", "M\u{fc}ller"]),
        ];
        for (text, expected) in cases {
            assert_eq!(words(text), *expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn tokens_are_in_order_and_cover_all_but_white_space(text in "\\PC*|[a-zA-Z.'@# \\n\u{e9}\u{4e2d}://<>,s-]*") {
            let mut tokens = Vec::new();
            tokenize(&text, &mut tokens);
            let mut at = 0;
            for token in &tokens {
                let (start, end) = (token.start as usize, token.end as usize);
                prop_assert!(start < end && text.is_char_boundary(start) && text.is_char_boundary(end));
                prop_assert!(text[at..start].chars().all(char::is_whitespace));
                at = end;
            }
            prop_assert!(text[at..].chars().all(char::is_whitespace));
        }
    }
}
