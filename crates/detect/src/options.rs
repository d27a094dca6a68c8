//! [`Options`]: what one call of the detector looks for.

use masquerade_ner::Level;

use crate::{AllowList, DenyList, LabelSet};

/// The labels, thresholds and lists of one call.
#[derive(Clone, Debug)]
pub struct Options {
    /// The labels to report.
    pub labels: LabelSet,
    /// The confidence, in `[0, 1]`, from which all labels are reported; `None`: each label's own.
    pub threshold: Option<f32>,
    /// Texts that are never entities.
    pub allow: AllowList,
    /// Texts that always are.
    pub deny: DenyList,
    /// The work of the language model, if the detector has one.
    pub ner: Level,
}

impl Options {
    /// `labels` at their own thresholds, by rules alone, without lists.
    pub fn new(labels: LabelSet) -> Self {
        Self { labels, threshold: None, allow: AllowList::default(), deny: DenyList::default(), ner: Level::Off }
    }
}
