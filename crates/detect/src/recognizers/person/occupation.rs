//! The facts about the label of occupations, which only the caller's lists contain.

use crate::entity::{Handling, LabelInfo, Surrogate};

/// The facts about occupations.
pub(crate) const INFO: LabelInfo = LabelInfo {
    aliases: &["JOB_TITLE"],
    default: false,
    ..LabelInfo::new(
        "OCCUPATION",
        "A profession or a position that somebody holds.",
        "head nurse",
        Handling { surrogate: Surrogate::Occupation, ..Handling::COMMON },
    )
};
