//! [`Gate`]: a bound that a result must keep, for builds that are to fail when it does not.

use std::fmt;

use super::report::{ALL, Report, Row};

/// What is bounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Strict F1, from below.
    F1,
    /// Strict precision, from below.
    Precision,
    /// Strict recall, from below.
    Recall,
    /// The share of annotated characters that leak, from above.
    Leak,
    /// False alarms by 1,000 tokens, from above.
    FalseAlarms,
}

impl Measure {
    fn of(self, row: &Row) -> Option<f64> {
        match self {
            Self::F1 => row.f1,
            Self::Precision => row.precision,
            Self::Recall => row.recall,
            Self::Leak => row.leak,
            Self::FalseAlarms => row.false_alarms_per_1000_tokens,
        }
    }

    fn is_upper(self) -> bool {
        matches!(self, Self::Leak | Self::FalseAlarms)
    }

    fn name(self) -> &'static str {
        match self {
            Self::F1 => "F1",
            Self::Precision => "precision",
            Self::Recall => "recall",
            Self::Leak => "leak rate",
            Self::FalseAlarms => "false alarms by 1,000 tokens",
        }
    }
}

/// A bound.
#[derive(Clone, Debug, PartialEq)]
pub struct Gate {
    /// What is bounded.
    pub measure: Measure,
    /// Of which label; `None`: of all scored labels taken as one.
    pub label: Option<String>,
    /// The least, or for leaks and false alarms the greatest, value that is good enough.
    pub bound: f64,
}

/// A bound that is not kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Unmet {
    gate: Gate,
    /// What was measured; `None` if there was nothing to measure.
    value: Option<f64>,
}

impl Gate {
    /// Whether `report` keeps it. What cannot be measured keeps no bound.
    ///
    /// # Errors
    /// If not.
    pub fn check(&self, report: &Report) -> Result<(), Unmet> {
        let label = self.label.as_deref().unwrap_or(ALL);
        // Of what was looked for and never found there are no false alarms.
        let is_silent = self.measure == Measure::FalseAlarms && report.silent.contains(label);
        let value = match report.row(label) {
            Some(row) => self.measure.of(row),
            None => (is_silent && report.corpus.tokens > 0).then_some(0.0),
        };
        let is_kept = |value: f64| if self.measure.is_upper() { value <= self.bound } else { value >= self.bound };
        if value.is_some_and(is_kept) { Ok(()) } else { Err(Unmet { gate: self.clone(), value }) }
    }
}

impl fmt::Display for Unmet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Gate { measure, label, bound } = &self.gate;
        let label = label.as_deref().unwrap_or("all labels");
        let (word, name) = (if measure.is_upper() { "at most" } else { "at least" }, measure.name());
        match self.value {
            Some(value) => write!(f, "{name} of {label} is {value:.4}, and must be {word} {bound}"),
            None => write!(f, "{name} of {label} must be {word} {bound}, and there is nothing to measure it on"),
        }
    }
}

impl std::error::Error for Unmet {}
