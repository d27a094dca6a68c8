//! [`FoldedText`]: a text in plain characters, as a person reads it, with the way back to the original.
//!
//! Full-width, mathematical and circled letters become plain ones, and digits of all scripts ASCII digits; invisible
//! characters vanish; escapes (`%40`, `&#64;`, `\u0040`), spelled signs (`jane (at) example (dot) com`) and spaced
//! dashes between digits become the characters they stand for. Each byte of the folded text knows its origin, so that a
//! match in it is a match in the original. The folded lines of calendars and contacts are one line again.

mod address;
mod escapes;
mod folded_lines;
mod letters;
mod markup;
mod quoted_printable;
mod spelling;
mod transliteration;

use std::ops::Range;

pub use letters::{base_letter, is_invisible};

/// Most layers of escapes within escapes (`%2540`, `&amp;#64;`) that are decoded.
const LAYERS: usize = 3;

/// A text in plain characters, with the origin of each of them.
#[derive(Clone, Debug)]
pub struct FoldedText<'a> {
    original: &'a str,
    text: String,
    /// The start and the end in `original` of the origin of each byte of `text`.
    origins: Vec<(u32, u32)>,
}

/// The plain reading of a disguised stretch of text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Reading {
    /// Length of the stretch, in bytes; not 0.
    len: usize,
    /// The plain characters; `None` for a stretch that vanishes.
    plain: Option<Plain>,
}

/// A short piece of plain text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plain {
    /// One character.
    Char(char),
    /// Several ASCII characters, and their number.
    Text([u8; Plain::MAX_LEN], usize),
}

impl Plain {
    /// Most ASCII characters for one character; whole words in one character stay as they are.
    const MAX_LEN: usize = 4;

    /// `text`, if it is ASCII and short enough.
    fn ascii(text: &str) -> Option<Self> {
        let mut bytes = [0; Self::MAX_LEN];
        bytes.get_mut(..text.len()).filter(|_| text.is_ascii())?.copy_from_slice(text.as_bytes());
        Some(Self::Text(bytes, text.len()))
    }
}

impl Reading {
    fn char(len: usize, c: char) -> Option<Self> {
        Some(Self { len, plain: Some(Plain::Char(c)) })
    }
}

impl<'a> FoldedText<'a> {
    /// Folds `text`; `None` if nothing in it is disguised.
    ///
    /// # Panics
    /// If `text` is larger than 4 GiB.
    ///
    /// ```
    /// use masquerade_text::FoldedText;
    /// let text = "jane%40example.com";
    /// let folded = FoldedText::new(text).unwrap();
    /// assert_eq!(folded.text(), "jane@example.com");
    /// assert_eq!(folded.original(4..5), Some(4..7));
    /// assert!(FoldedText::new("jane@example.com").is_none());
    /// ```
    pub fn new(text: &'a str) -> Option<Self> {
        u32::try_from(text.len()).expect("folded texts are windows of a text, far below 4 GiB");
        let identity = |at: usize| (at as u32, at as u32 + 1);
        let mut folded = Self { original: text, text: String::new(), origins: Vec::new() };
        for layer in 0..LAYERS {
            let mut next = Self { original: text, text: String::new(), origins: Vec::new() };
            let changed = match layer {
                0 => next.read(text, identity),
                _ => next.read(&folded.text, |at| folded.origins[at]),
            };
            if !changed {
                return (layer > 0).then_some(folded);
            }
            folded = next;
        }
        Some(folded)
    }

    /// `text` with other texts instead of the ranges of `edits`, which are in order and do not overlap; `None` without edits. A text
    /// that stands for an empty range belongs to no part of the original.
    ///
    /// # Panics
    /// If `text` is larger than 4 GiB.
    ///
    /// ```
    /// use masquerade_text::FoldedText;
    /// let bare = FoldedText::edited("<b>Jane</b> Roe", &[(0..3, ""), (7..11, "")]).unwrap();
    /// assert_eq!(bare.text(), "Jane Roe");
    /// assert_eq!(bare.original(0..4), Some(3..7));
    /// ```
    pub fn edited(text: &'a str, edits: &[(Range<usize>, &str)]) -> Option<Self> {
        u32::try_from(text.len()).expect("texts are far below 4 GiB");
        if edits.is_empty() {
            return None;
        }
        let mut edited = Self { original: text, text: String::new(), origins: Vec::new() };
        edited.text.reserve(text.len());
        edited.origins.reserve(text.len());
        let mut last = 0;
        for (range, plain) in edits {
            let Some(kept) = text.get(last..range.start) else { continue };
            if !text.is_char_boundary(range.end) {
                continue;
            }
            edited.push_original(last, kept);
            edited.text.push_str(plain);
            edited.origins.resize(edited.text.len(), (range.start as u32, range.end as u32));
            last = range.end;
        }
        edited.push_original(last, text.get(last..).unwrap_or_default());
        Some(edited)
    }

    /// The plain text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The range of the original that `range` of the plain text comes from, in whole characters and escapes; `None` if
    /// `range` is empty or not in the plain text.
    pub fn original(&self, range: Range<usize>) -> Option<Range<usize>> {
        let origins = self.origins.get(range)?;
        Some(origins.first()?.0 as usize..origins.last()?.1 as usize)
    }

    /// The part of the original that `range` of the plain text comes from; `None` as of [`Self::original`].
    pub fn original_text(&self, range: Range<usize>) -> Option<&'a str> {
        self.original.get(self.original(range)?)
    }

    /// The range of the plain text that comes from `range` of the original; `None` if nothing does, or if `range` begins or ends
    /// within an origin.
    pub fn folded(&self, range: Range<usize>) -> Option<Range<usize>> {
        let start = self.origins.partition_point(|origin| (origin.1 as usize) <= range.start);
        let end = self.origins.partition_point(|origin| (origin.0 as usize) < range.end);
        let found = start..end;
        (self.original(found.clone())? == range).then_some(found)
    }

    /// Reports whether `range` of the plain text, which is not empty, differs from its origin.
    ///
    /// # Panics
    /// If `range` is empty or not in the plain text, or does not lie on characters.
    pub fn is_changed(&self, range: Range<usize>) -> bool {
        let original = self.original(range.clone()).expect("the range is in the plain text");
        let original = self.original.get(original).expect("origins are ranges of the original");
        original != self.text.get(range).expect("the range lies on characters")
    }

    /// Appends the plain reading of `source`, whose byte `at` comes from `origin(at)`, and tells whether anything was
    /// disguised.
    fn read(&mut self, source: &str, origin: impl Fn(usize) -> (u32, u32)) -> bool {
        self.text.reserve(source.len());
        self.origins.reserve(source.len());
        let mut changed = false;
        let mut at = 0;
        while let Some(c) = source.get(at..).expect("readings are whole characters").chars().next() {
            let reading = read_at(source, at, c);
            let len = reading.as_ref().map_or(c.len_utf8(), |reading| reading.len).max(1);
            let from = (origin(at).0, origin(at + len - 1).1);
            match reading {
                None => self.push_char(c, from),
                Some(Reading { plain: Some(Plain::Char(c)), .. }) => self.push_char(c, from),
                Some(Reading { plain: Some(Plain::Text(bytes, len)), .. }) => {
                    bytes.iter().take(len).for_each(|&byte| self.push_char(char::from(byte), from));
                }
                Some(Reading { plain: None, .. }) => {}
            }
            changed |= reading.is_some();
            at += len;
        }
        changed
    }

    /// Appends a part of the original as it stands there, at `start`.
    fn push_original(&mut self, start: usize, part: &str) {
        for (at, c) in part.char_indices() {
            let at = start + at;
            self.push_char(c, (at as u32, (at + c.len_utf8()) as u32));
        }
    }

    fn push_char(&mut self, c: char, from: (u32, u32)) {
        self.text.push(c);
        self.origins.resize(self.text.len(), from);
    }
}

/// The length of the percent-encoded character at `at`, and the character.
pub(crate) fn percent(text: &str, at: usize) -> Option<(usize, char)> {
    match escapes::percent(text, at)? {
        Reading { len, plain: Some(Plain::Char(c)) } => Some((len, c)),
        _ => None,
    }
}

/// The plain reading of the disguise that begins with the character `c` at `at`; `None` if `c` is plain.
fn read_at(text: &str, at: usize, c: char) -> Option<Reading> {
    match c {
        '%' => escapes::percent(text, at),
        '&' => escapes::entity(text, at),
        '\\' => escapes::backslash(text, at),
        '=' => quoted_printable::reading(text, at),
        '\r' | '\n' => folded_lines::fold(text, at).or_else(|| spelling::line_end(text, at)),
        '<' => spelling::sign(text, at).or_else(|| markup::tag(text, at)),
        '+' => markup::plus(text, at),
        '(' | '[' | '{' | ' ' => spelling::sign(text, at).or_else(|| spelling::gap(text, at)),
        _ if c.is_ascii() => None,
        _ => spelling::gap(text, at).or_else(|| letters::plain(c)),
    }
}

/// Reports whether a letter beyond ASCII stands in `text` as an escape of JSON, of HTML or, in UTF-8, of quoted-printable.
///
/// ```
/// use masquerade_text::has_encoded_letter;
/// assert!(has_encoded_letter(r"J\u00f6rg") && has_encoded_letter("J&ouml;rg") && has_encoded_letter("J=C3=B6rg"));
/// assert!(!has_encoded_letter(r"Jörg \u0020 &amp; a=C3"));
/// ```
pub fn has_encoded_letter(text: &str) -> bool {
    memchr::memchr3_iter(b'\\', b'&', b'=', text.as_bytes()).any(|at| {
        let reading = match text.as_bytes()[at] {
            b'\\' => escapes::backslash(text, at),
            b'&' => escapes::entity(text, at),
            _ => quoted_printable::encoded_letter(&text[at..]),
        };
        let is_letter = |plain| matches!(plain, Plain::Char(c) if !c.is_ascii() && c.is_alphabetic());
        reading.and_then(|reading| reading.plain).is_some_and(is_letter)
    })
}

/// Reports whether a disguise at `at` can hide anything: everything does but line ends, of which those of folded lines do, and
/// invisible characters. These do only between visible ones of scripts that do not need them, so not in emoji or Persian. The first
/// one of several in a row is asked for all.
///
/// # Panics
/// If `at` is not on a character boundary.
pub fn may_hide(text: &str, at: usize) -> bool {
    let (before, rest) = text.split_at_checked(at).expect("disguises begin with a character");
    if rest.starts_with(['\r', '\n']) {
        return folded_lines::fold(text, at).is_some() || spelling::breaks_number(text, at);
    }
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
    fn disguises_fold_to_plain_text() {
        for (text, expected) in [
            ("ｊａｎｅ＠ｅｘａｍｐｌｅ．ｃｏｍ", "jane@example.com"),
            ("𝐣𝐚𝐧𝐞@𝕖𝕩𝕒𝕞𝕡𝕝𝕖.com ①②③ 𝟒𝟏𝟏𝟏", "jane@example.com 123 4111"),
            ("🅹🅰🅽🅴 ⓙⓐⓝⓔ ⁴¹¹¹", "JANE jane 4111"),
            ("٤١١١ ४१११ ๔๑๑๑", "4111 4111 4111"),
            ("ja\u{200b}ne\u{ad}@exam\u{2060}ple.com", "jane@example.com"),
            ("jane (at) example (dot) com", "jane@example.com"),
            ("jane[at]example[.]com, jane {AT} example {DOT} com", "jane@example.com, jane@example.com"),
            ("jane at example dot com", "jane@example.com"),
            ("ana punto ruiz arroba correo punto es", "ana.ruiz@correo.es"),
            ("jane at mail dot example dot com.", "jane@mail.example.com."),
            ("lena punkt vogel at posteo punkt de", "lena.vogel@posteo.de"),
            ("ana underscore diaz arroba correo punto es", "ana_diaz@correo.es"),
            ("jan kropka nowak małpa poczta kropka pl", "jan.nowak@poczta.pl"),
            ("elif et posta nokta com", "elif@posta.com"),
            ("ivan собака почта точка ру", "ivan@почта.ru"),
            ("rolf minus weg at t minus online punkt de", "rolf-weg@t-online.de"),
            ("jane roe eighty four at example dot com", "jane roe84@example.com"),
            ("roe double seven oh at example dot com", "roe double70@example.com"),
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
            ("card 4111  1111  1111  1111", "card 4111 1111 1111 1111"),
            ("card=4111+1111+1111+1111&x=1+2", "card=4111 1111 1111 1111&x=1+2"),
            ("a=b&addr=12+Elm+Street&x=1+2", "a=b&addr=12 Elm Street&x=1+2"),
            ("a=b&u%5B%5D=Dörte+Roe&x=1+2", "a=b&u[]=Dörte Roe&x=1+2"),
            ("a=b&n=dr.+Roe%2C+MD&x=1", "a=b&n=dr. Roe, MD&x=1"),
            ("4111<b> 1111</b> <i>1111 1111</i>", "4111 1111 1111 1111</i>"),
            ("12 Elm Street\\, Springfield\\, IL", "12 Elm Street, Springfield, IL"),
            ("M=C3=BCller=20Roe, J=20Roe", "Müller Roe, J=20Roe"),
            ("M=FCller, Andr=E9 Lef=E8vre, x=FC; a=E9B", "Müller, André Lefèvre, x=FC; a=E9B"),
            ("J&uuml;rgen Wei&szlig; &Aacute;d&aacute;m &scaron;", "Jürgen Weiß Ádám š"),
            ("> call me on 097304\n> 02794", "> call me on 097304 02794"),
            ("IBAN ist DE89\n3704 0044", "IBAN ist DE89 3704 0044"),
            ("mein Handy: 0171\n2345678.", "mein Handy: 0171 2345678."),
            ("4111=201111=201111=\n=201111, 078=2D05=2D1120", "4111 1111 1111 1111, 078-05-1120"),
        ] {
            let folded = FoldedText::new(text).unwrap_or_else(|| panic!("{text:?} stays"));
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
            "415  482  1937",
            "rows  415  482  1937",
            "x = 415+482+1937; sum=1+2",
            "<td>415</td><td>482</td>",
            "year=2024&from=2020",
            "R&D; AT&T",
            "der punkt at der punkt",
            "et yemek nokta",
            "bir köpek, собака точка",
            "point de vue at one of two",
        ] {
            assert!(FoldedText::new(text).is_none(), "{text:?} is {:?}", FoldedText::new(text).unwrap().text());
        }
    }

    #[test]
    fn line_ends_hide_only_what_they_break() {
        for (text, expected) in [
            ("> call me on 097304\n> 02794", true),
            ("mein Handy: 0171\n2345678.", true),
            ("it took 123\n20240101 x", false),
            ("12\n34", false),
            ("the end\n34", false),
        ] {
            assert_eq!(may_hide(text, text.find('\n').unwrap()), expected, "{text:?}");
        }
    }

    #[test]
    fn ranges_lead_back_to_whole_escapes() {
        let text = "x j\u{200b}ane%40ex&#97;mple.com";
        let folded = FoldedText::new(text).unwrap();
        let view = folded.text().find("jane@example.com").unwrap()..folded.text().len();
        assert_eq!(folded.original(view.clone()), Some(2..text.len()));
        assert!(folded.is_changed(view.clone()) && !folded.is_changed(0..3));
        assert!(folded.is_changed(2..4));
        assert_eq!(folded.folded(2..text.len()), Some(view));
        assert_eq!(folded.folded(2..4), None);
        assert_eq!(folded.original(0..0), None);
        assert_eq!(folded.original(0..1000), None);
    }

    #[test]
    fn invisible_characters_hide_only_between_visible_ones() {
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
        fn every_character_leads_back_to_characters(parts in prop::collection::vec(prop_oneof![
            "\\PC{0,3}",
            "[%&#\\\\ux0-9a-f;(at)dot ]{0,8}",
            prop::sample::select(&["%F0%9F%98%80", "\\ud83d\\ude00", "\u{200b}", "&#64;", " dot ", " (at) ", "1 – 2", "\\u{", "𝟗", "%25"][..]).prop_map(str::to_owned),
        ], 0..12)) {
            let text = parts.concat();
            if let Some(folded) = FoldedText::new(&text) {
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
            let spelled = spelled || text.contains("  ") || text.matches('+').count() > 1 || text.matches('=').count() > 1;
            let spaced = text.split(' ').filter(|part| part.len() == 1).count() >= 5;
            // `=40` and `=C0` are characters of quoted-printable.
            let is_hex = |b: &u8| b.is_ascii_digit() || (b'A'..=b'F').contains(b);
            let coded = text.as_bytes().windows(3).any(|part| part[0] == b'=' && part[1..].iter().all(is_hex));
            prop_assume!(!spelled && !spaced && !coded);
            prop_assert!(FoldedText::new(&text).is_none());
        }
    }
}
