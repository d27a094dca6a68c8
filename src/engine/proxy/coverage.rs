//! [`Coverage`]: counts of a request's strings, which every answer carries in a header.

use std::fmt;

use crate::anonymize::Method;
use masquerade_detect::entity::Label;

/// The number of labels of a request with room from the start.
const FEW: usize = 8;

/// The counts of a request's strings that were searched, changed, and left out by rule.
///
/// `Display` writes [`Coverage::value`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Strings that were searched, member names and long numbers of payload included.
    pub scanned: u64,
    /// Scanned strings in which something was replaced.
    pub replaced: u64,
    /// Strings that a rule left out.
    pub skipped: u64,
    /// Skipped strings that are base64 or `data:` URLs.
    pub opaque: u64,
    /// True if the request passes as it is; the counts are then those that masking would have had.
    pub is_observed: bool,
    /// The name of the refusal that the request would have had.
    pub would_refuse: Option<&'static str>,
    /// True if no profile knows the request's path.
    pub unknown_api: bool,
    /// Strings whose entities were remembered from an earlier request.
    pub remembered: u64,
    /// Entities by label and method.
    pub entities: Vec<(Label, Method, u64)>,
}

impl Coverage {
    /// The value of the header `X-Masquerade-Coverage`.
    pub fn value(&self) -> String {
        let mut value = String::with_capacity(64);
        for (name, count) in [("scanned=", self.scanned), (", replaced=", self.replaced), (", skipped=", self.skipped)]
        {
            value.push_str(name);
            value.push_str(itoa::Buffer::new().format(count));
        }
        if self.unknown_api {
            value.push_str(", api=unknown");
        }
        if self.is_observed {
            value.push_str(", mode=observe");
        }
        if let Some(refusal) = self.would_refuse {
            value.push_str(", would-refuse=");
            value.push_str(refusal);
        }
        value
    }

    /// Adds the counts of another part of the request.
    pub fn add(&mut self, other: &Self) {
        self.scanned += other.scanned;
        self.replaced += other.replaced;
        self.skipped += other.skipped;
        self.opaque += other.opaque;
        self.remembered += other.remembered;
        for &(label, method, count) in &other.entities {
            self.count_many(label, method, count);
        }
    }

    pub(super) fn count(&mut self, label: Label, method: Method) {
        self.count_many(label, method, 1);
    }

    fn count_many(&mut self, label: Label, method: Method, more: u64) {
        match self.entities.iter_mut().find(|(l, m, _)| (*l, *m) == (label, method)) {
            Some((_, _, count)) => *count += more,
            None => {
                if self.entities.is_empty() {
                    self.entities.reserve(FEW);
                }
                self.entities.push((label, method, more));
            }
        }
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.value())
    }
}
