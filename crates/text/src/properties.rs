//! [`Properties`]: what words and their boundaries depend on of a character.
//!
//! The tables of Unicode are packed and have to be searched, which takes hundreds of instructions for each letter beyond ASCII. So
//! the properties of a block of 64 characters are gathered when the first one of it is asked for, and looked up from then on.

use std::sync::OnceLock;

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use crate::{boundary::Script, identifier::Class};

/// What words and their boundaries depend on of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Properties {
    /// It is a letter, a digit, `_` or a combining mark.
    pub is_word: bool,
    /// It is a combining mark, which belongs to the character before it.
    pub is_mark: bool,
    /// It is of a script without spaces between words.
    pub is_cjk: bool,
    /// The script of a letter.
    pub script: Script,
    /// What it is in an identifier.
    pub class: Class,
}

/// Characters of a block.
const LEN: usize = 64;
/// Blocks whose properties are kept: those of the first three planes, which have all letters in use.
const KEPT: usize = 0x30000 / LEN;

/// The properties of a block's characters.
type Block = [Properties; LEN];

impl Properties {
    /// The properties of `c`.
    #[inline]
    pub fn of(c: char) -> Self {
        static BLOCKS: [OnceLock<Box<Block>>; KEPT] = [const { OnceLock::new() }; KEPT];
        let (block, place) = (c as usize / LEN, c as usize % LEN);
        match BLOCKS.get(block) {
            Some(kept) => kept.get_or_init(|| gathered(block))[place],
            None => Self::searched(c),
        }
    }

    /// The properties of `c` by the tables of Unicode.
    fn searched(c: char) -> Self {
        let is_mark = !c.is_ascii() && c.general_category_group() == GeneralCategoryGroup::Mark;
        let is_word = c.is_alphanumeric() || c == '_' || is_mark;
        Self { is_word, is_mark, is_cjk: is_cjk(c), script: Script::of(c), class: Class::searched(c, is_word) }
    }
}

/// The properties of the characters of the block of that number. Surrogates are no characters, and never asked for.
#[cold]
fn gathered(block: usize) -> Box<Block> {
    let of = |place: usize| {
        let code = u32::try_from(block * LEN + place).unwrap_or(u32::MAX);
        Properties::searched(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER))
    };
    Box::new(std::array::from_fn(of))
}

/// Reports whether `c` is of a script without spaces between words, so that a boundary lies on both of its sides: CJK
/// ideographs, kana, bopomofo, hangul, and their compatibility forms.
fn is_cjk(c: char) -> bool {
    matches!(u32::from(c),
        0x1100..=0x11FF | 0x2E80..=0x2FDF | 0x3005..=0x3007 | 0x3021..=0x3029 | 0x3031..=0x3035 |
        0x3038..=0x303C | 0x3041..=0x30FF | 0x3105..=0x318F | 0x31A0..=0x31BF | 0x31F0..=0x31FF |
        0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xA960..=0xA97F | 0xAC00..=0xD7FF | 0xF900..=0xFAFF |
        0xFF66..=0xFFDC | 0x1B000..=0x1B16F | 0x20000..=0x3FFFF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_properties_are_those_that_are_searched_for() {
        for c in '\0'..=char::MAX {
            assert_eq!(Properties::of(c), Properties::searched(c), "{c:?}");
        }
    }
}
