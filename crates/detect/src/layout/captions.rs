//! [`Caption`]: elements of a page whose classes say that one is the label of the next: `<span class="label">SSN</span>
//! <span class="value">…</span>`.

use std::ops::Range;

/// What was read of an element whose class is one of labels, and of the next one, whose class is one of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Caption {
    None,
    /// Within the label.
    Open,
    /// Behind the label, at this place.
    Read(Range<usize>),
    /// Within the value.
    Due(Range<usize>),
}

impl Caption {
    /// Goes on to the element that opens with `attributes`.
    pub fn open(&mut self, attributes: &str) {
        const LABELS: [&str; 5] = ["label", "key", "term", "caption", "fieldname"];
        const VALUES: [&str; 6] = ["value", "val", "data", "content", "answer", "text"];
        let Some(at) = memchr::memmem::find(attributes.as_bytes(), b"class=") else { return };
        let names = attributes[at + "class=".len()..].trim_start_matches(['\\', '"', '\'']);
        let names = names.split(['\\', '"', '\'', '>']).next().unwrap_or_default();
        let is_one_of = |known: &[&str]| {
            names.split([' ', '-', '_']).any(|name| known.iter().any(|known| known.eq_ignore_ascii_case(name)))
        };
        *self = match std::mem::replace(self, Self::None) {
            _ if is_one_of(&LABELS) => Self::Open,
            Self::Read(label) if is_one_of(&VALUES) => Self::Due(label),
            other => other,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_tell_labels_and_values() {
        let mut caption = Caption::None;
        caption.open(" id=\"x\"");
        assert_eq!(caption, Caption::None);
        caption.open(" class=\"field-label wide\"");
        assert_eq!(caption, Caption::Open);
        caption = Caption::Read(3..6);
        caption.open(" class='row'");
        assert_eq!(caption, Caption::Read(3..6));
        caption.open(r#" class=\"Value\""#);
        assert_eq!(caption, Caption::Due(3..6));
    }
}
