//! [`Folded`]: a text as a reader takes it, with the way back to how it is written.
//!
//! Full-width, mathematical and circled letters become plain ones, digits of all scripts ASCII's,
//! characters that nobody sees vanish, escapes (`%40`, `&#64;`, `\u0040`) become what they stand
//! for, and so do spelled signs (`jane (at) example (dot) com`) and dashes spaced out between
//! digits. What each byte of the view came from is kept, so that a find in it is a find in the
//! original.

mod escapes;
mod letters;
mod spelled;

use std::ops::Range;

pub use letters::is_invisible;

/// Escapes may stand for escapes (`%2540`, `&amp;#64;`); more layers than this are left alone.
const LAYERS: usize = 3;

/// A folded text.
#[derive(Clone, Debug)]
pub struct Folded<'a> {
    original: &'a str,
    text: String,
    /// By byte of `text`: where in the original what it belongs to begins and ends.
    origins: Vec<(u32, u32)>,
}

/// What stands at one place, read as something else.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Reading {
    /// Bytes that are read.
    len: usize,
    /// What they are read as; `None`: nothing at all.
    becomes: Option<Plain>,
}

/// A short piece of plain text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plain {
    /// One character.
    Char(char),
    /// Several.
    Text([u8; Plain::MAX_LEN], usize),
}

impl Plain {
    /// Longest that a character becomes, in bytes; what is longer (words in one character) stays.
    const MAX_LEN: usize = 4;
}

impl Reading {
    fn char(len: usize, c: char) -> Option<Self> {
        Some(Self { len, becomes: Some(Plain::Char(c)) })
    }
}

impl<'a> Folded<'a> {
    /// Folds `text`; `None` if it says nothing else than it writes, or is larger than 4 GiB.
    ///
    /// ```
    /// use masquerade_text::Folded;
    /// let text = "jane%40example.com";
    /// let folded = Folded::new(text).unwrap();
    /// assert_eq!(folded.text(), "jane@example.com");
    /// assert_eq!(folded.original(4..5), Some(4..7));
    /// assert!(Folded::new("jane@example.com").is_none());
    /// ```
    pub fn new(text: &'a str) -> Option<Self> {
        u32::try_from(text.len()).ok()?;
        let identity = |at: usize| (at as u32, at as u32 + 1);
        let mut folded = Self { original: text, text: String::new(), origins: Vec::new() };
        for layer in 0..LAYERS {
            let mut next = Self { original: text, text: String::new(), origins: Vec::new() };
            let changed = match layer {
                0 => next.read(text, identity),
                _ => next.read(&folded.text, |at| folded.origins.get(at).copied().unwrap_or_default()),
            };
            if !changed {
                return (layer > 0).then_some(folded);
            }
            folded = next;
        }
        Some(folded)
    }

    /// The text as it is read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What of the original `range` of the view came from, whole escapes and characters; `None` if
    /// `range` is empty or does not lie in the view.
    pub fn original(&self, range: Range<usize>) -> Option<Range<usize>> {
        let origins = self.origins.get(range)?;
        Some(origins.first()?.0 as usize..origins.last()?.1 as usize)
    }

    /// Whether `range` of the view is read otherwise than it is written.
    pub fn is_changed(&self, range: Range<usize>) -> bool {
        let original = self.original(range.clone()).and_then(|original| self.original.get(original));
        original != self.text.get(range)
    }

    /// Reads `source`, of which byte `at` came from `origin(at)`. Tells whether anything was read otherwise.
    fn read(&mut self, source: &str, origin: impl Fn(usize) -> (u32, u32)) -> bool {
        self.text.reserve(source.len());
        self.origins.reserve(source.len());
        let mut changed = false;
        let mut at = 0;
        while let Some(c) = source.get(at..).and_then(|rest| rest.chars().next()) {
            let reading = read_at(source, at, c);
            let len = reading.as_ref().map_or(c.len_utf8(), |reading| reading.len).max(1);
            let from = (origin(at).0, origin(at + len - 1).1);
            match reading {
                None => self.push_char(c, from),
                Some(Reading { becomes: Some(Plain::Char(c)), .. }) => self.push_char(c, from),
                Some(Reading { becomes: Some(Plain::Text(bytes, len)), .. }) => {
                    bytes.iter().take(len).for_each(|&byte| self.push_char(char::from(byte), from));
                }
                Some(Reading { becomes: None, .. }) => {}
            }
            changed |= reading.is_some();
            at += len;
        }
        changed
    }

    fn push_char(&mut self, c: char, from: (u32, u32)) {
        self.text.push(c);
        self.origins.resize(self.text.len(), from);
    }
}

/// The length of the percent-encoded character at `at`, and the character.
pub(crate) fn percent(text: &str, at: usize) -> Option<(usize, char)> {
    match escapes::percent(text, at)? {
        Reading { len, becomes: Some(Plain::Char(c)) } => Some((len, c)),
        _ => None,
    }
}

/// How what stands at `at`, beginning with `c`, is read, if otherwise than it is written.
fn read_at(text: &str, at: usize, c: char) -> Option<Reading> {
    match c {
        '%' => escapes::percent(text, at),
        '&' => escapes::entity(text, at),
        '\\' => escapes::backslash(text, at),
        '=' => escapes::quoted_printable(text, at),
        '\r' | '\n' => spelled::line_end(text, at),
        '(' | '[' | '{' | '<' | ' ' => spelled::sign(text, at).or_else(|| spelled::gap(text, at)),
        _ if c.is_ascii() => None,
        _ => spelled::gap(text, at).or_else(|| letters::plain(c)),
    }
}

/// Whether what stands at `at`, where something may be read otherwise, can hide anything. Characters that nobody
/// sees do only between characters that are seen: not in emoji, nor in scripts that need them. Of several
/// in a row the first one answers for all.
pub fn may_hide(text: &str, at: usize) -> bool {
    let (Some(before), Some(rest)) = (text.get(..at), text.get(at..)) else { return false };
    if !rest.starts_with(is_invisible) {
        return true;
    }
    let seen = |c: Option<char>| {
        c.is_some_and(|c| c.is_ascii_graphic() || !c.is_ascii() && !is_invisible(c) && letters::plain(c).is_some())
    };
    let behind = rest.trim_start_matches(is_invisible);
    // Between the groups of a number it may stand beside the blank.
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let in_number =
        digit(before.trim_end_matches(' ').chars().next_back()) && digit(behind.trim_start_matches(' ').chars().next());
    in_number || seen(before.chars().next_back()) && seen(behind.chars().next())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn evasions_are_read_as_what_they_say() {
        for (text, expected) in [
            ("ｊａｎｅ＠ｅｘａｍｐｌｅ．ｃｏｍ", "jane@example.com"),
            ("𝐣𝐚𝐧𝐞@𝕖𝕩𝕒𝕞𝕡𝕝𝕖.com ①②③ 𝟒𝟏𝟏𝟏", "jane@example.com 123 4111"),
            ("🅹🅰🅽🅴 ⓙⓐⓝⓔ ⁴¹¹¹", "JANE jane 4111"),
            ("٤١١١ ४१११ ๔๑๑๑", "4111 4111 4111"),
            ("ja\u{200b}ne\u{ad}@exam\u{2060}ple.com", "jane@example.com"),
            ("jane (at) example (dot) com", "jane@example.com"),
            ("jane[at]example[.]com, jane {AT} example {DOT} com", "jane@example.com, jane@example.com"),
            ("jane at example dot com", "jane@example.com"),
            ("jane at mail dot example dot com.", "jane@mail.example.com."),
            ("look at the dot, at the dot com bubble", "look at the dot, at the.com bubble"),
            ("jane&#64;example&period;com &#x40; &commat;", "jane@example.com @ @"),
            ("&amp;#64; &nosuch; &#xD800; &#;", "@ &nosuch; &#xD800; &#;"),
            ("%6a%61ne%40example%2Ecom %C3%A9 %C3 %zz %", "jane@example.com é %C3 %zz %"),
            ("%2540", "@"),
            (
                "\\u006aane\\u0040x \\\\u0040 \\x40 \\u{40} \\ud83d\\ude00 \\ud83d \\u00",
                "jane@x @ @ @ 😀 \\ud83d \\u00",
            ),
            ("078 – 05 – 1120, 078 - 05 - 1120, 4111\u{2009}1111", "078-05-1120, 078-05-1120, 4111 1111"),
            ("0 7 8 0 5 1 1 2 0", "078051120"),
        ] {
            let folded = Folded::new(text).unwrap_or_else(|| panic!("{text:?} stays"));
            assert_eq!(folded.text(), expected, "{text:?}");
        }
    }

    #[test]
    fn plain_texts_stay_as_they_are() {
        for text in [
            "",
            "jane@example.com",
            "100 % of 5 & 6 \\ ( at ease ) [1] a dot.",
            "Zoë Müller, Łódź — naïve café",
            "今日は天気がいい、散歩に行きました。",
            "Привет, мир! שלום نص",
            "1 2 3 and 4 5",
            "R&D; AT&T",
        ] {
            assert!(Folded::new(text).is_none(), "{text:?} is {:?}", Folded::new(text).unwrap().text());
        }
    }

    #[test]
    fn finds_lead_back_to_whole_escapes() {
        let text = "x j\u{200b}ane%40ex&#97;mple.com";
        let folded = Folded::new(text).unwrap();
        let view = folded.text().find("jane@example.com").unwrap()..folded.text().len();
        assert_eq!(folded.original(view.clone()), Some(2..text.len()));
        assert!(folded.is_changed(view.clone()) && !folded.is_changed(0..3));
        assert!(folded.is_changed(2..4));
        assert_eq!(folded.original(0..0), None);
        assert_eq!(folded.original(0..1000), None);
    }

    #[test]
    fn what_nobody_sees_hides_only_between_what_is_seen() {
        for (text, expected) in [
            ("a\u{200b}b", true),
            ("a\u{200b}\u{2060}1", true),
            ("a\u{200b}\u{2060}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}1", true),
            ("\u{feff}a", false),
            ("👨\u{200d}👩", false),
            ("می\u{200c}خواهم", false),
            ("a\u{200b} b", false),
            ("1\u{200b} 2", true),
            ("1 \u{feff}2", true),
            ("%40", true),
        ] {
            let at = text.char_indices().find(|(_, c)| is_invisible(*c) || *c == '%').unwrap().0;
            assert_eq!(may_hide(text, at), expected, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn every_range_of_the_view_leads_back_to_characters(parts in prop::collection::vec(prop_oneof![
            "\\PC{0,3}",
            "[%&#\\\\ux0-9a-f;(at)dot ]{0,8}",
            prop::sample::select(&["%F0%9F%98%80", "\\ud83d\\ude00", "\u{200b}", "&#64;", " dot ", " (at) ", "1 – 2", "\\u{", "𝟗", "%25"][..]).prop_map(str::to_owned),
        ], 0..12)) {
            let text = parts.concat();
            if let Some(folded) = Folded::new(&text) {
                prop_assert_eq!(folded.text().len(), folded.origins.len());
                let mut last = 0;
                for (at, c) in folded.text().char_indices() {
                    let original = folded.original(at..at + c.len_utf8()).unwrap();
                    prop_assert!(text.get(original.clone()).is_some() && !original.is_empty());
                    prop_assert!(original.start >= last || original.end >= last);
                    last = original.start;
                }
            }
        }

        #[test]
        fn ordinary_ascii_stays(text in "[A-Za-z0-9.,:;@_+*/=?!'\" -]{0,40}") {
            let spelled = text.to_ascii_lowercase().contains(" dot ") || text.contains("- ") || text.contains(" -");
            let spaced = text.split(' ').filter(|part| part.len() == 1).count() >= 5;
            prop_assume!(!spelled && !spaced);
            prop_assert!(Folded::new(&text).is_none());
        }
    }
}
