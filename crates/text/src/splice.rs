//! [`Splice`]: a copy of a text with some of its ranges replaced.

use std::{borrow::Cow, ops::Range};

/// A copy of a text under construction, in which ranges are replaced from left to right.
///
/// ```
/// # use masquerade_text::Splice;
/// let mut splice = Splice::new("Ada met Bob.");
/// assert_eq!(splice.replace(0..3, "[PERSON_1]"), 0..10);
/// assert_eq!(splice.replace(8..11, "[PERSON_2]"), 15..25);
/// assert_eq!(splice.finish(), "[PERSON_1] met [PERSON_2].");
/// ```
#[derive(Debug)]
pub struct Splice<'t> {
    text: &'t str,
    end: usize,
    copy: Option<String>,
}

impl<'t> Splice<'t> {
    /// A copy of `text` with nothing replaced yet, which takes no memory.
    pub fn new(text: &'t str) -> Self {
        Self { text, end: 0, copy: None }
    }

    /// The end of the last replaced range, in bytes of the original text; 0 at first.
    pub fn end(&self) -> usize {
        self.end
    }

    /// Puts `replacement` in the place of `range`, in bytes of the original text, and returns its range in the copy.
    ///
    /// # Panics
    /// If `range` begins before [`Splice::end`] or does not lie on character boundaries of the text: text that is
    /// left out or doubled silently would be worse.
    pub fn replace(&mut self, range: Range<usize>, replacement: &str) -> Range<usize> {
        let copy = self.copy.get_or_insert_with(|| String::with_capacity(self.text.len() + self.text.len() / 8));
        copy.push_str(&self.text[self.end..range.start]);
        let start = copy.len();
        copy.push_str(replacement);
        self.end = range.end;
        start..copy.len()
    }

    /// The whole copy: the original text itself if nothing was replaced.
    ///
    /// # Panics
    /// If the last replaced range did not end on a character boundary of the text.
    pub fn finish(self) -> Cow<'t, str> {
        match self.copy {
            None => Cow::Borrowed(self.text),
            Some(mut copy) => {
                copy.push_str(&self.text[self.end..]);
                Cow::Owned(copy)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_ranges_insert_and_touching_ranges_follow_each_other() {
        let mut splice = Splice::new("añb");
        assert_eq!(
            (splice.replace(0..0, "<"), splice.replace(1..3, ""), splice.replace(3..4, "B")),
            (0..1, 2..2, 2..3)
        );
        assert_eq!((splice.end(), splice.finish()), (4, "<aB".into()));
        assert!(matches!(Splice::new("a").finish(), Cow::Borrowed("a")));
    }

    #[test]
    #[should_panic = "begin"]
    fn ranges_out_of_order_are_refused() {
        let mut splice = Splice::new("abc");
        splice.replace(1..2, "x");
        splice.replace(0..1, "y");
    }
}
