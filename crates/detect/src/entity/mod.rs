//! [`Entity`]: a find, its label, and the facts about labels.

mod group;
mod info;
mod label;
mod label_set;
mod placeholder;

pub use group::Group;
pub use info::{Handling, LabelInfo, MaskKind, Shape, Surrogate, Validation};
pub use label::Label;
pub use label_set::LabelSet;
pub use placeholder::{Mark, Placeholder, Placeholders, find_placeholders};

use crate::text::Span;

/// The origin of an entity. It decides ties, and whether the text is replaced elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A recognizer's own evidence.
    Recognizer,
    /// The language model.
    Model,
    /// The text stands elsewhere in the request, where it was recognized.
    Propagated,
    /// The caller's deny list.
    DenyList,
    /// A look-alike of our own placeholders.
    Literal,
}

/// The outcome of the check of an entity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Validated {
    /// The checksum or the structure is right.
    Passed,
    /// The checksum or the structure is wrong; the name before the value made it an entity.
    Failed,
    /// No check applies.
    #[default]
    None,
}

impl Validated {
    /// The name on the wire, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::None => "none",
        }
    }
}

impl From<Validation> for Validated {
    /// The outcome for a find that met all that its label asks for.
    fn from(validation: Validation) -> Self {
        match validation {
            Validation::Checksum | Validation::Structure => Self::Passed,
            Validation::None | Validation::LanguageModel => Self::None,
        }
    }
}

/// A part of a text that is of a kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entity {
    /// The place of the entity, in bytes of the text.
    pub span: Span,
    /// The kind of the entity.
    pub label: Label,
    /// The probability that it is of this kind, in `[0, 1]`.
    pub confidence: f32,
    /// The best other label for this very span, with its probability, if any other competes.
    /// Its probability and `confidence` sum to at most 1.
    pub alternative: Option<(Label, f32)>,
    /// The origin of the entity.
    pub source: Source,
    /// The outcome of its check.
    pub validated: Validated,
}
