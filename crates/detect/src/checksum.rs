//! Checksums by name: for the built-in recognizers, and for custom ones.
//!
//! Each function looks at letters and digits only and skips everything else, so that separators do not matter. The
//! caller checks the length.

/// A check over the letters and digits of a text.
pub type Checksum = fn(&str) -> bool;

/// All checksums with the names that a [`CustomRecognizer`](crate::custom::CustomRecognizer) gives, in alphabetical
/// order.
pub fn checksums() -> &'static [(&'static str, Checksum)] {
    CHECKSUMS
}

pub(super) const CHECKSUMS: &[(&str, Checksum)] = &[
    ("damm", damm),
    ("gs1", gs1),
    ("luhn", luhn),
    ("mod11", mod11),
    ("mod11_10", mod11_10),
    ("mod11_2", mod11_2),
    ("mod37_36", mod37_36),
    ("mod97", mod97),
    ("verhoeff", verhoeff),
];

/// The digits of `text` as numbers, from left to right.
fn digits(text: &str) -> impl DoubleEndedIterator<Item = u32> + Clone + '_ {
    text.bytes().filter(u8::is_ascii_digit).map(|b| u32::from(b - b'0'))
}

/// The letters and digits of `text` as numbers: digits as they are, A to Z as 10 to 35.
fn alphanumerics(text: &str) -> impl DoubleEndedIterator<Item = u32> + Clone + '_ {
    text.chars().filter_map(|c| c.to_digit(36))
}

/// ISO/IEC 7812-1 annex B: payment cards, IMEIs, and many national numbers.
///
/// ```
/// use masquerade_detect::checksum::luhn;
/// assert!(luhn("4111 1111 1111 1111") && !luhn("4111 1111 1111 1112") && !luhn("-"));
/// ```
pub fn luhn(text: &str) -> bool {
    let doubled = |(i, d): (usize, u32)| if i % 2 == 1 { d * 2 - if d > 4 { 9 } else { 0 } } else { d };
    let sum: u32 = digits(text).rev().enumerate().map(doubled).sum();
    digits(text).next().is_some() && sum.is_multiple_of(10)
}

/// ISO/IEC 7064 MOD 97-10 with the check digits at the end (an IBAN has its first four characters
/// moved there first).
pub fn mod97(text: &str) -> bool {
    let rest = alphanumerics(text).fold(0, |rest, d| (rest * if d > 9 { 100 } else { 10 } + d) % 97);
    rest == 1
}

/// Verhoeff, *Error Detecting Decimal Codes* (1969), with the check digit last: Aadhaar.
pub fn verhoeff(text: &str) -> bool {
    // Multiplication in the dihedral group D5, and the powers of the permutation (1 5 8 9 4 2 7 0)(3 6).
    const MULTIPLY: [[u8; 10]; 10] = [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        [1, 2, 3, 4, 0, 6, 7, 8, 9, 5],
        [2, 3, 4, 0, 1, 7, 8, 9, 5, 6],
        [3, 4, 0, 1, 2, 8, 9, 5, 6, 7],
        [4, 0, 1, 2, 3, 9, 5, 6, 7, 8],
        [5, 9, 8, 7, 6, 0, 4, 3, 2, 1],
        [6, 5, 9, 8, 7, 1, 0, 4, 3, 2],
        [7, 6, 5, 9, 8, 2, 1, 0, 4, 3],
        [8, 7, 6, 5, 9, 3, 2, 1, 0, 4],
        [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
    ];
    const PERMUTE: [[u8; 10]; 8] = [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        [1, 5, 7, 6, 2, 8, 3, 0, 9, 4],
        [5, 8, 0, 3, 7, 9, 6, 1, 4, 2],
        [8, 9, 1, 6, 0, 4, 3, 5, 2, 7],
        [9, 4, 5, 3, 1, 2, 6, 8, 7, 0],
        [4, 2, 8, 6, 5, 7, 3, 9, 0, 1],
        [2, 7, 9, 3, 8, 0, 6, 4, 1, 5],
        [7, 0, 4, 6, 9, 1, 3, 2, 5, 8],
    ];
    let step = |sum: u8, (i, d): (usize, u32)| MULTIPLY[usize::from(sum)][usize::from(PERMUTE[i % 8][d as usize])];
    digits(text).next().is_some() && digits(text).rev().enumerate().fold(0, step) == 0
}

/// Damm, *Total anti-symmetric quasigroups* (2004), with the check digit last.
pub fn damm(text: &str) -> bool {
    const QUASIGROUP: [[u8; 10]; 10] = [
        [0, 3, 1, 7, 5, 9, 8, 6, 4, 2],
        [7, 0, 9, 2, 1, 5, 4, 8, 6, 3],
        [4, 2, 0, 6, 8, 7, 1, 3, 5, 9],
        [1, 7, 5, 0, 9, 8, 3, 4, 2, 6],
        [6, 1, 2, 3, 0, 4, 5, 9, 7, 8],
        [3, 6, 7, 4, 2, 0, 9, 5, 8, 1],
        [5, 8, 6, 9, 7, 2, 0, 1, 3, 4],
        [8, 9, 4, 5, 3, 6, 2, 0, 1, 7],
        [9, 4, 3, 8, 6, 1, 7, 2, 0, 5],
        [2, 5, 8, 1, 4, 3, 6, 7, 9, 0],
    ];
    let step = |sum: u8, d: u32| QUASIGROUP[usize::from(sum)][d as usize];
    digits(text).next().is_some() && digits(text).fold(0, step) == 0
}

/// Weights 2, 3, 4, … from the right, the sum divisible by 11, with the check digit (or `X` for
/// ten) last: ISBN-10, the UK's NHS numbers, and many more.
pub fn mod11(text: &str) -> bool {
    let Some((body, check)) = split_check(text) else { return false };
    let sum: u32 = digits(body).rev().zip(2..).map(|(d, weight)| d * weight).sum();
    digits(body).next().is_some() && (sum + check).is_multiple_of(11)
}

/// ISO/IEC 7064 MOD 11-2, with the check digit (or `X` for ten) last: Chinese resident
/// identity numbers, ORCID, ISNI.
pub fn mod11_2(text: &str) -> bool {
    let Some((body, check)) = split_check(text) else { return false };
    let sum = digits(body).fold(0, |sum, d| (sum + d) * 2 % 11);
    digits(body).next().is_some() && (sum + check) % 11 == 1
}

/// ISO/IEC 7064 MOD 11,10, the check digit last: German tax and VAT numbers, Croatian OIB.
pub fn mod11_10(text: &str) -> bool {
    let sum = digits(text).fold(None, |carry: Option<u32>, d| {
        // A hybrid system: sums modulo 10 with 10 in the place of zero, doubled modulo 11.
        let wrap = |sum: u32| if sum.is_multiple_of(10) { 10 } else { sum % 10 };
        Some(carry.map_or(10, |sum| wrap(sum) * 2 % 11) + d)
    });
    sum.is_some_and(|sum| sum % 10 == 1)
}

/// GS1's check digit, last: weights 3 and 1 by turns from the right (EAN-13, GTIN, Swiss AHV numbers).
pub fn gs1(text: &str) -> bool {
    let sum: u32 = digits(text).rev().zip([1, 3].into_iter().cycle()).map(|(d, weight)| d * weight).sum();
    digits(text).next().is_some() && sum.is_multiple_of(10)
}

/// ISO/IEC 7064 MOD 37,36, a letter or digit each, the check character last.
pub fn mod37_36(text: &str) -> bool {
    let wrap = |sum: u32| if sum.is_multiple_of(36) { 36 } else { sum % 36 };
    let sum = alphanumerics(text).fold(None, |carry: Option<u32>, d| {
        // A hybrid system: sums modulo 36 with 36 in the place of zero, doubled modulo 37.
        Some(carry.map_or(36, |sum| wrap(sum) * 2 % 37) + d)
    });
    sum.is_some_and(|sum| sum % 36 == 1)
}

/// The text before its last letter or digit, and the value of that as a check digit, where `X` is ten; `None` for other
/// letters.
fn split_check(text: &str) -> Option<(&str, u32)> {
    let at = text.rfind(|c: char| c.is_ascii_alphanumeric())?;
    let check = match text.as_bytes()[at] {
        b'x' | b'X' => 10,
        digit @ b'0'..=b'9' => u32::from(digit - b'0'),
        _ => return None,
    };
    Some((&text[..at], check))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_published_examples_and_refuses_each_changed_digit() {
        let examples: [(&str, Checksum); 10] = [
            ("79927398713", luhn),
            ("3214282912345698765432161182", mod97),
            ("2363", verhoeff),
            ("5724", damm),
            ("0-306-40615-2", mod11),
            ("943 476 5919", mod11),
            ("0000-0002-1825-0097", mod11_2),
            ("11010519491231002X", mod11_2),
            ("36574261809", mod11_10),
            ("4006381333931", gs1),
        ];
        for (text, check) in examples {
            assert!(check(text), "{text}");
            for (at, digit) in text.char_indices().filter(|(_, c)| c.is_ascii_digit()) {
                let mut changed = text.to_owned();
                changed.replace_range(at..=at, if digit == '7' { "8" } else { "7" });
                assert!(!check(&changed), "{changed}");
            }
        }
        assert!(mod37_36("A12425GABC1234002M") && !mod37_36("A12425GABC1234002N"));
    }

    #[test]
    fn what_has_no_digit_passes_no_check() {
        for (name, check) in checksums() {
            for text in ["", "-", "X", "é", "日本", "\0"] {
                assert!(!check(text), "{name} {text:?}");
            }
        }
    }
}
