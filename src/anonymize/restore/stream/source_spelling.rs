//! [`SourceSpelling`]: the spelling of an original in the text that it came from.

use crate::anonymize::Original;

/// Number of bytes that are kept of the text before a place.
pub const CONTEXT: usize = 16;

/// Most spellings of one original that are kept.
const MAX_SPELLINGS: usize = 8;

/// The surroundings of a place in a text, by which a copy of the place is known.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// The number of strings in each other around the place, as the quotes of its line tell.
    pub depth: u8,
    /// True if the innermost string is the value of a member, as in `"name": "`.
    pub is_member: bool,
    /// The bytes before the place; zeros where there are fewer.
    pub before: [u8; CONTEXT],
}

impl Surroundings {
    /// The number of bytes directly before both places that are equal.
    pub fn agreement(&self, other: &Self) -> usize {
        let pairs = self.before.iter().rev().zip(other.before.iter().rev());
        pairs.take_while(|(one, other)| one == other && **one != 0).count()
    }
}

impl std::fmt::Debug for Surroundings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The bytes before the place are payload.
        let Self { depth, is_member, before: _ } = self;
        f.debug_struct("Surroundings").field("depth", depth).field("is_member", is_member).finish_non_exhaustive()
    }
}

/// The spelling of an original in a text of a request, where it is not the original letter for letter, or where the
/// original has characters that strings escape.
#[derive(Clone, PartialEq, Eq)]
pub struct SourceSpelling {
    /// The original, and its spelling in each JSON document around it, from the innermost: the last one is that of the
    /// text.
    pub forms: Vec<Original>,
    /// The surroundings of its place in the text.
    pub place: Surroundings,
}

impl SourceSpelling {
    /// The spelling in the text.
    pub fn in_text(&self) -> &str {
        self.forms.last().map_or("", Original::as_str)
    }

    /// The number of JSON documents around the original.
    pub fn levels(&self) -> usize {
        self.forms.len().saturating_sub(1)
    }

    /// The spelling without the escapes of so many levels of strings; at least none.
    pub fn raised_by(&self, levels: usize) -> &str {
        let at = self.levels().saturating_sub(levels);
        self.forms.get(at).map_or("", Original::as_str)
    }
}

impl std::fmt::Debug for SourceSpelling {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SourceSpelling({} levels, depth {})", self.levels(), self.place.depth)
    }
}

/// Adds `spelling` to the spellings of one original, in order of their places in the request: the latest is the last.
pub(super) fn add(spellings: &mut Vec<SourceSpelling>, spelling: SourceSpelling) {
    spellings.retain(|known| *known != spelling);
    if spellings.len() == MAX_SPELLINGS {
        spellings.remove(0);
    }
    spellings.push(spelling);
}
