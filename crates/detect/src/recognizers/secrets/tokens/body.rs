//! [`Body`]: the part of a token behind its prefix, in a notation of one line.
//!
//! A body is a row of parts. `w{20}` is twenty characters of the alphabet `w`, `u{27,300}` are 27 to 300 of `u`, and any
//! character that no `{` follows stands for itself: `w{14}.x{64}`. A `!` in front of a body says that the prefix is not
//! distinct: other things than tokens begin so.
//!
//! | name | alphabet | | name | alphabet |
//! |---|---|---|---|---|
//! | `d` | digits | | `w` | base 62: letters and digits |
//! | `x` `X` `h` | hexadecimal: small, capital, either | | `u` | base64url: `w` and `_-` |
//! | `a` `A` `l` | letters: small, capital, either | | `s` | base 64: `w` and `+/` |
//! | `b` `B` | base 36: small, capital | | `t` | `w` and `-` |
//! | `k` | base 32 (RFC 4648) | | `v` | `w` and `_` |
//! | `q` | bech32 in capitals | | `j` | `u` and `.` |
//! | `r` | base 58 | | `z` | `u` and `=` |
//! | `=` | padding | | `p` | `u` and `/` |

/// ASCII characters, a bit each.
pub(super) type Alphabet = u128;

/// One part of a body: so many characters of an alphabet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) alphabet: Alphabet,
    pub(super) least: usize,
    pub(super) most: usize,
}

/// A sequence of parts, as the module's documentation describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Body {
    pub(super) parts: Vec<Part>,
    /// All characters of all parts.
    pub(super) alphabet: Alphabet,
    /// True if only tokens begin with the prefix.
    pub(super) is_distinct: bool,
}

/// The characters of `text`.
const fn of(text: &[u8]) -> Alphabet {
    let (mut set, mut at) = (0, 0);
    while at < text.len() {
        set |= 1 << text[at];
        at += 1;
    }
    set
}

const DIGITS: Alphabet = of(b"0123456789");
const LOWER: Alphabet = of(b"abcdefghijklmnopqrstuvwxyz");
const UPPER: Alphabet = of(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ");
const BASE62: Alphabet = DIGITS | LOWER | UPPER;
const BASE64URL: Alphabet = BASE62 | of(b"-_");

/// The alphabet of a name.
fn alphabet(name: u8) -> Option<Alphabet> {
    Some(match name {
        b'd' => DIGITS,
        b'x' => DIGITS | of(b"abcdef"),
        b'X' => DIGITS | of(b"ABCDEF"),
        b'h' => DIGITS | of(b"abcdefABCDEF"),
        b'a' => LOWER,
        b'A' => UPPER,
        b'l' => LOWER | UPPER,
        b'b' => LOWER | DIGITS,
        b'B' => UPPER | DIGITS,
        b'k' => UPPER | of(b"234567"),
        b'q' => of(b"QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"),
        b'r' => BASE62 & !of(b"0OIl"),
        b'w' => BASE62,
        b'u' => BASE64URL,
        b's' => BASE62 | of(b"+/"),
        b't' => BASE62 | of(b"-"),
        b'v' => BASE62 | of(b"_"),
        b'j' => BASE64URL | of(b"."),
        b'z' => BASE64URL | of(b"="),
        b'p' => BASE64URL | of(b"/"),
        b'=' => of(b"="),
        _ => return None,
    })
}

/// Reports whether `byte` is one of `alphabet`.
pub(super) fn holds(alphabet: Alphabet, byte: u8) -> bool {
    byte.is_ascii() && alphabet >> byte & 1 == 1
}

impl Body {
    /// Reads the notation.
    ///
    /// # Panics
    /// If it is malformed. The formats are constants.
    pub(super) fn new(notation: &str) -> Self {
        let plain = notation.strip_prefix('!');
        let mut rest = plain.unwrap_or(notation).as_bytes();
        let mut parts = Vec::new();
        while let [name, behind @ ..] = rest {
            let (part, behind) = match behind {
                [b'{', lengths @ ..] => {
                    let close = lengths.iter().position(|b| *b == b'}').expect("a `{` is closed");
                    let (lengths, behind) = (&lengths[..close], &lengths[close + 1..]);
                    let lengths = std::str::from_utf8(lengths).expect("formats are ASCII");
                    let (least, most) = lengths.split_once(',').unwrap_or((lengths, lengths));
                    let number = |length: &str| length.parse().expect("a length is a number");
                    let alphabet = alphabet(*name).expect("an alphabet has a name");
                    (Part { alphabet, least: number(least), most: number(most) }, behind)
                }
                _ => (Part { alphabet: 1 << name, least: 1, most: 1 }, behind),
            };
            parts.push(part);
            rest = behind;
        }
        let alphabet = parts.iter().fold(0, |all, part| all | part.alphabet);
        Self { parts, alphabet, is_distinct: plain.is_none() }
    }

    /// The number of bytes at the beginning of `text` that the body takes: each part as many as there are.
    pub(super) fn read(&self, text: &[u8]) -> Option<usize> {
        let mut len = 0;
        for part in &self.parts {
            let found = run(text.get(len..)?, part.alphabet, part.most);
            if found < part.least {
                return None;
            }
            len += found;
        }
        Some(len)
    }
}

/// The number of bytes of `alphabet` that `text` begins with, at most `most`.
pub(super) fn run(text: &[u8], alphabet: Alphabet, most: usize) -> usize {
    // By halves: shifts of 128 bits are slow.
    let halves = [alphabet as u64, (alphabet >> 64) as u64, 0, 0];
    let holds = |byte: &&u8| halves[usize::from(**byte >> 6)] >> (**byte & 63) & 1 == 1;
    let len = text.iter().take(most).take_while(holds).count();
    #[cfg(test)]
    super::tests::READ.set(super::tests::READ.get() + len + 1);
    len
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read_one_after_the_other() {
        let read = |notation: &str, text: &str| Body::new(notation).read(text.as_bytes());
        assert_eq!(read("w{3}.x{2,4}", "aB1.beefy"), Some(8));
        assert_eq!(read("w{3}.x{2,4}", "aB1.be"), Some(6));
        assert_eq!(read("w{3}.x{2,4}", "aB1.b"), None);
        assert_eq!(read("w{3}.x{2,4}", "aB.beef"), None);
        assert_eq!(read("s{2}={0,2}", "+/=="), Some(4));
        assert!(Body::new("!x{2}").parts == Body::new("x{2}").parts);
    }
}
