//! Entities: what detection finds and operators replace.

mod label;
mod placeholder;

pub use label::{Group, Label, LabelInfo, Validation};
pub use placeholder::{Mark, Placeholder, Placeholders, find_placeholders};

use crate::text::Span;

/// How an entity came to be found; decides ties and what may be spread to other places.
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

/// One entity of one text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entity {
    /// Where it stands, in bytes of the text it was found in.
    pub span: Span,
    /// What it is.
    pub label: Label,
    /// The probability that it is that, in `[0, 1]`.
    pub confidence: f32,
    /// The best other label for this very span, with its probability, if any other competes.
    /// Its probability and `confidence` sum to at most 1.
    pub alternative: Option<(Label, f32)>,
    /// How it was found.
    pub source: Source,
}
