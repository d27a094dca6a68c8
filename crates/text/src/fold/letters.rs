//! Characters beyond ASCII that are read as ASCII, or not seen at all.

use unicode_normalization::char::{decompose_canonical, decompose_compatible};

use super::{Plain, Reading};

/// The zero of each script in use whose decimal digits (Unicode, general category Nd) have no compatibility mapping.
/// The other nine digits follow each zero.
const ZEROS: &[u32] = &[
    0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6, 0x0D66, 0x0DE6, 0x0E50,
    0x0ED0, 0x0F20, 0x1040, 0x17E0, 0x1810,
];

/// Reports whether `c` is invisible: a soft hyphen, a space without width, a joiner, a direction mark, a variation
/// selector, a tag or a filler.
pub fn is_invisible(c: char) -> bool {
    matches!(u32::from(c),
        0xAD | 0x34F | 0x61C | 0x115F | 0x1160 | 0x17B4 | 0x17B5 | 0x180B..=0x180F | 0x200B..=0x200F |
        0x202A..=0x202E | 0x2060..=0x206F | 0x3164 | 0xFE00..=0xFE0F | 0xFEFF | 0xFFA0 | 0xE0000..=0xE0FFF)
}

/// The reading of `c`, a character beyond ASCII, if it is read as ASCII or is invisible.
pub fn plain(c: char) -> Option<Reading> {
    let (len, code) = (c.len_utf8(), u32::from(c));
    if is_invisible(c) {
        return Some(Reading { len, plain: None });
    }
    let digit = ZEROS.iter().find_map(|zero| code.checked_sub(*zero).filter(|digit| *digit < 10));
    // White letters in black circles and squares have no compatibility mapping.
    let letter = [0x1F150, 0x1F170].iter().find_map(|a| code.checked_sub(*a).filter(|letter| *letter < 26));
    let found = digit.map(|digit| b'0' + digit as u8).or(letter.map(|letter| b'A' + letter as u8));
    match found {
        Some(byte) => Reading::char(len, char::from(byte)),
        None => compatible(c).map(|plain| Reading { len, plain: Some(plain) }),
    }
}

/// The compatibility mapping of `c` (Unicode, NFKC), if it is ASCII alone.
fn compatible(c: char) -> Option<Plain> {
    let (mut bytes, mut len, mut fits) = ([0; Plain::MAX_LEN], 0, true);
    decompose_compatible(c, |c| {
        match (bytes.get_mut(len), u8::try_from(c)) {
            (Some(slot), Ok(byte)) if byte.is_ascii() => *slot = byte,
            _ => fits = false,
        }
        len += 1;
    });
    (fits && len > 0).then_some(Plain::Text(bytes, len))
}

/// The letter of ASCII that `c` is without its accents; `None` if it is no such letter.
///
/// ```
/// use masquerade_text::base_letter;
/// assert_eq!(base_letter('é'), Some('e'));
/// assert_eq!(base_letter('ł'), Some('l'));
/// assert_eq!(base_letter('д'), None);
/// ```
pub fn base_letter(c: char) -> Option<char> {
    /// Letters whose stroke or form Unicode does not part from them.
    const WHOLE: [(char, char); 6] = [('ł', 'l'), ('đ', 'd'), ('ø', 'o'), ('ı', 'i'), ('ħ', 'h'), ('ŧ', 't')];
    if let Some((_, base)) = WHOLE.iter().find(|(whole, _)| *whole == c) {
        return Some(*base);
    }
    let mut first = None;
    decompose_canonical(c, |part| first = first.or(Some(part)));
    first.filter(char::is_ascii_alphabetic)
}
