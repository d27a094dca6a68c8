//! Quality gates: bounds on scores, for builds that fail if a score is outside.

use std::fmt;

use super::report::{ALL, Report, Row};

/// A score that a gate bounds.
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

/// A bound on a score.
#[derive(Clone, Debug, PartialEq)]
pub struct Gate {
    /// The bounded score.
    pub measure: Measure,
    /// The label; `None`: all scored labels taken as one.
    pub label: Option<String>,
    /// The least value that passes; for leaks and false alarms the greatest.
    pub bound: f64,
}

/// A failed gate.
#[derive(Clone, Debug, PartialEq)]
pub struct GateFailure {
    gate: Gate,
    /// The score; `None` if there was nothing to measure.
    value: Option<f64>,
}

impl Gate {
    /// Checks the gate. A score that cannot be measured fails.
    ///
    /// # Errors
    /// If the score is outside the bound.
    pub fn check(&self, report: &Report) -> Result<(), GateFailure> {
        let label = self.label.as_deref().unwrap_or(ALL);
        // A label that was asked for and never found has no false alarms.
        let is_silent = self.measure == Measure::FalseAlarms && report.silent.contains(label);
        let value = match report.row(label) {
            Some(row) => self.measure.of(row),
            None => (is_silent && report.corpus.tokens > 0).then_some(0.0),
        };
        let is_kept = |value: f64| if self.measure.is_upper() { value <= self.bound } else { value >= self.bound };
        if value.is_some_and(is_kept) { Ok(()) } else { Err(GateFailure { gate: self.clone(), value }) }
    }
}

impl fmt::Display for GateFailure {
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

impl std::error::Error for GateFailure {}
