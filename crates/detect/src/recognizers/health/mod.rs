//! Patients, practitioners and insurance of health.

pub(crate) mod records;
pub(crate) mod us_health;

use crate::Rule;

/// The rules of each file.
pub(super) const RULES: &[&[Rule]] = &[records::RULES, us_health::RULES];
