//! The facts about occupations, which only lists of the caller name.

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
