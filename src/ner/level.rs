//! [`Level`]'s names, as settings and requests spell them.

use super::Level;

impl Level {
    /// All of them, from the least to the most.
    pub const ALL: [Self; 3] = [Self::Off, Self::Fast, Self::Full];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Fast => "fast",
            Self::Full => "full",
        }
    }
}
