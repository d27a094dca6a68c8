//! What language models make of placeholders: other case, spaces, a bracket lost, escapes.
//!
//! ```text
//! [person_1]  [ PERSON 1 ]  [PERSON\_1]  \[PERSON_1\]  &#91;PERSON_1&#93;  %5BPERSON_1%5D
//! [PERSON_1   PERSON_1]     [**PERSON_1**]             **PERSON_1**        `PERSON_1`
//! ```
//!
//! Whether the placeholder exists at all is decided later; without brackets and markup a name is
//! never taken for one.

use std::{collections::HashSet, fmt, ops::Range, sync::LazyLock};

use regex_automata::{Anchored, Input, meta::Regex, util::syntax};

use masquerade_detect::entity::{Mark, Placeholder};
use masquerade_detect::text::is_boundary;

/// Longest altered form, in bytes: the longest placeholder with a sealed text of 96 bytes, and as
/// much again for escapes.
const LONGEST: usize = 512;

const OPENING: &str = r"(?:\\?\[|&#91;|&#x5b;|&lsqb;|&lbrack;|%5b)";
const CLOSING: &str = r"(?:\\?\]|&#93;|&#x5d;|&rsqb;|&rbrack;|%5d)";
const LOW_LINE: &str = r"(?:\\?_|%5f|&#95;|&lowbar;)";
const PADDING: &str = r"[ \t*`]{0,4}";
/// What [`PADDING`] takes at most, in bytes.
const MAX_PADDING: usize = 4;

/// How an escape is written, and what it stands for; brackets and markup stand for nothing.
const ESCAPES: &[(&str, &str)] = &[
    ("&lowbar;", "_"),
    ("&#95;", "_"),
    ("%5f", "_"),
    ("&#58;", ":"),
    ("%3a", ":"),
    ("&lbrack;", ""),
    ("&rbrack;", ""),
    ("&#x5b;", ""),
    ("&#x5d;", ""),
    ("&lsqb;", ""),
    ("&rsqb;", ""),
    ("&#91;", ""),
    ("&#93;", ""),
    ("%5b", ""),
    ("%5d", ""),
];

struct Patterns {
    /// Tried where a bracket opens: with a closing one, and without.
    bracketed: [Regex; 2],
    /// With a closing bracket alone, and between markup.
    lone: Regex,
    /// Without either.
    bare: Regex,
}

static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| {
    let name = format!("[a-z][a-z0-9]*(?:{LOW_LINE}[a-z0-9]+)*");
    let inner = format!("[a-z](?:[a-z0-9 :-]|{LOW_LINE}|%3a|&#58;)*");
    Patterns {
        bracketed: [
            regex(&[&format!("{OPENING}{PADDING}{inner}{PADDING}{CLOSING}")]),
            regex(&[&format!("{OPENING}{PADDING}{name}(?: [0-9]+)?")]),
        ],
        lone: regex(&[&format!(r"\b{name}{CLOSING}"), &format!(r"\*{name}\*|`{name}`")]),
        bare: regex(&[&format!(r"\b{name}\b")]),
    }
});

fn regex(patterns: &[&str]) -> Regex {
    // Off, so that word boundaries are ASCII and need no slow engine; patterns are ASCII anyway.
    let ascii = syntax::Config::new().unicode(false).case_insensitive(true);
    Regex::builder().syntax(ascii).build_many(patterns).expect("constant patterns")
}

/// Everything in `text` that may be an altered placeholder: where, and which.
pub(super) fn find(text: &str) -> Vec<(Range<usize>, String)> {
    find_with(text, low_line(text.as_bytes()))
}

/// The same, where the first [`low_line`] of `text` is known.
fn find_with(text: &str, low_line: Option<usize>) -> Vec<(Range<usize>, String)> {
    let mut found = Vec::new();
    let bytes = text.as_bytes();
    for opening in openings(bytes).filter(|opening| may_open(bytes, *opening)) {
        let [closed, unclosed] = &PATTERNS.bracketed;
        let end = text.len().min(opening + LONGEST);
        let input = Input::new(text).range(opening..end).anchored(Anchored::Yes);
        if let Some(form) = closed.find(input.clone()) {
            found.extend(canonical(text, form.range()));
        }
        if let Some(form) = unclosed.find(input)
            && is_boundary(text, form.end())
            && text.as_bytes().get(form.end()) != Some(&b']')
        {
            found.extend(canonical(text, form.range()));
        }
    }
    // A number or hash is set off by a low line in one of its spellings.
    let is_closed = || memchr::memchr3(b']', b'*', b'`', bytes).is_some();
    let is_marked = match low_line {
        None => false,
        Some(at) => bytes.get(at) != Some(&b'_') || memchr::memchr2(b'&', b'%', bytes).is_some() || is_closed(),
    };
    if !is_marked {
        return found;
    }
    for form in PATTERNS.lone.find_iter(text) {
        let mut range = form.range();
        if form.pattern().as_usize() == 1 {
            // The markup stays.
            range = range.start + 1..range.end - 1;
        } else if range.start.checked_sub(1).and_then(|before| text.as_bytes().get(before)) == Some(&b'[') {
            continue;
        }
        if is_boundary(text, range.start) {
            found.extend(canonical(text, range));
        }
    }
    found
}

/// Where an opening bracket may begin, in one of its spellings: with the backslash before it.
fn openings(bytes: &[u8]) -> impl Iterator<Item = usize> {
    memchr::memchr3_iter(b'[', b'&', b'%', bytes).map(|at| {
        let before = at.checked_sub(1).filter(|before| bytes.get(*before) == Some(&b'\\'));
        before.filter(|_| bytes.get(at) == Some(&b'[')).unwrap_or(at)
    })
}

/// Whether letters follow, behind no more than padding, what may be an opening bracket. Most brackets open
/// something else.
fn may_open(bytes: &[u8], opening: usize) -> bool {
    let behind = match bytes.get(opening) {
        Some(b'[') => opening + 1,
        Some(b'\\') => opening + 2,
        Some(b'&') => return matches!(bytes.get(opening + 1), Some(b'#' | b'l' | b'L')),
        _ => return bytes.get(opening + 1) == Some(&b'5'),
    };
    let rest = bytes.get(behind..).unwrap_or_default();
    let is_padding = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'*' | b'`');
    let padding = rest.iter().take(MAX_PADDING).take_while(is_padding).count();
    rest.get(padding).is_some_and(u8::is_ascii_alphabetic)
}

/// The first byte that may be a low line, in one of its spellings.
fn low_line(bytes: &[u8]) -> Option<usize> {
    memchr::memchr3(b'_', b'%', b'&', bytes)
}

/// Names in `text` with neither bracket nor markup. Each has a low line, in one of its spellings, so only
/// what is around one is looked at: most words of most texts are not.
fn bare(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let belongs = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'\\' | b'%' | b'&' | b'#' | b';');
    let mut at = 0;
    let chunks = std::iter::from_fn(move || {
        let low_line = at + low_line(bytes.get(at..)?)?;
        let before = bytes.get(at..low_line)?.iter().rev().take_while(|byte| belongs(byte)).count();
        let behind = bytes.get(low_line..)?.iter().take_while(|byte| belongs(byte)).count();
        at = low_line + behind;
        Some(low_line - before..at)
    });
    chunks.flat_map(move |chunk| PATTERNS.bare.find_iter(Input::new(text).range(chunk)).map(|found| found.range()))
}

/// The placeholder that was in `range`, if it can be told.
fn canonical(text: &str, range: Range<usize>) -> Option<(Range<usize>, String)> {
    let form = text.get(range.clone())?;
    let mut plain = String::with_capacity(form.len());
    let mut rest = form;
    while let Some(c) = rest.chars().next() {
        let escape = ESCAPES
            .iter()
            .find(|(written, _)| rest.get(..written.len()).is_some_and(|start| start.eq_ignore_ascii_case(written)));
        if let Some((written, meant)) = escape {
            plain.push_str(meant);
            rest = rest.get(written.len()..)?;
            continue;
        }
        match c {
            '\\' | '[' | ']' | '*' | '`' => {}
            ' ' | '\t' if plain.is_empty() || plain.ends_with(['_', ':', ' ']) => {}
            ' ' | '\t' => plain.push(' '),
            '_' if plain.ends_with(' ') => {
                plain.pop();
                plain.push('_');
            }
            c => plain.push(c),
        }
        rest = rest.get(c.len_utf8()..)?;
    }
    let plain = plain.trim_end().replace(' ', "_");
    let name = match plain.split_once(':') {
        Some((label, token)) => format!("[{}:{token}]", label.to_ascii_uppercase()),
        None => {
            let (label, mark) = plain.rsplit_once('_')?;
            format!("[{}_{}]", label.to_ascii_uppercase(), mark.to_ascii_lowercase())
        }
    };
    Placeholder::parse(&name)?;
    Some((range, name))
}

/// The placeholders of which altered forms stand in some texts.
#[derive(Clone, Default)]
pub struct Forms(HashSet<String>);

impl fmt::Debug for Forms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Forms({})", self.0.len())
    }
}

impl Forms {
    /// Whether [`Forms::of`] may find any in `text`: a look at its bytes.
    pub fn may_be_in(text: &str) -> bool {
        let bytes = text.as_bytes();
        low_line(bytes).is_some() || openings(bytes).any(|opening| may_open(bytes, opening))
    }

    /// Those of the texts of a request: a word such as `PERSON_1` that the request itself uses is
    /// no placeholder when it comes back.
    pub fn of<'t>(texts: impl IntoIterator<Item = &'t str>) -> Self {
        let mut forms = HashSet::new();
        for text in texts {
            let is_exact = |range: &Range<usize>| {
                let exact = range.start.checked_sub(1).and_then(|start| text.get(start..range.end + 1));
                exact.is_some_and(|exact| Placeholder::parse(exact).is_some())
            };
            // Most texts have none, and no name without brackets then.
            let low_line = low_line(text.as_bytes());
            if low_line.is_some() {
                let bare = bare(text).filter(|range| !is_exact(range));
                forms.extend(bare.filter_map(|range| canonical(text, range)).map(|(_, name)| name));
            }
            let altered = find_with(text, low_line)
                .into_iter()
                .filter(|(range, name)| text.get(range.clone()) != Some(name.as_str()));
            forms.extend(altered.map(|(_, name)| name));
        }
        Self(forms)
    }

    /// Whether an altered form of the placeholder `name` is among them.
    pub fn contains(&self, name: &str) -> bool {
        if self.0.is_empty() {
            return false;
        }
        match Placeholder::parse(name) {
            // Of a sealed text there is no altered form by chance.
            Some(Placeholder { mark: Mark::Token(_), .. }) => false,
            _ => self.0.contains(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        find(text).into_iter().map(|(_, name)| name).collect()
    }

    #[test]
    fn reads_what_models_write() {
        for text in [
            "[email_address_1]",
            "[ EMAIL_ADDRESS_1 ]",
            "[Email Address 1]",
            "[EMAIL ADDRESS_1]",
            r"\[EMAIL\_ADDRESS\_1\]",
            r"[EMAIL\_ADDRESS\_1]",
            "&#91;EMAIL_ADDRESS_1&#93;",
            "%5BEMAIL_ADDRESS_1%5D",
            "%5bEMAIL%5fADDRESS%5f1%5d",
            "[**EMAIL_ADDRESS_1**]",
            "[EMAIL_ADDRESS_1",
            "[EMAIL_ADDRESS_1 said",
            "EMAIL_ADDRESS_1]",
            "**EMAIL_ADDRESS_1**",
            "`EMAIL_ADDRESS_1`",
        ] {
            assert!(names(text).contains(&"[EMAIL_ADDRESS_1]".to_owned()), "{text}: {:?}", names(text));
        }
        let hash = "[person 9F86D081884C7D65]";
        assert_eq!(names(hash), ["[PERSON_9f86d081884c7d65]"; 1]);
        let token = "[PERSON:abcdefghijklmnop_QRST-uv]";
        assert_eq!(names(&token.replace('_', "\\_")), [token]);
    }

    #[test]
    fn leaves_words_alone() {
        for text in
            ["PERSON_1", "PERSON 1", "in 2019", "[1]", "x[PERSON_1a", "a_1b]", "(PERSON_1)", "[see p 01]", "*x*"]
        {
            assert_eq!(names(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn remembers_what_the_request_itself_writes() {
        let forms = Forms::of(["let person_1 = PERSON_2;", "[PERSON_3] **PERSON_4**"]);
        let taken: Vec<_> = (1..=5).filter(|n| forms.contains(&format!("[PERSON_{n}]"))).collect();
        assert_eq!(taken, [1, 2, 4]);
    }

    #[test]
    fn takes_time_in_proportion_to_the_text() {
        // Each of these would take minutes if forms were retried at every byte.
        for piece in ["[", "[a", "[a ", "a_", "a-", "`a", "*a", "%5b", "[A_1", "\\[", "&#91;"] {
            assert!(find(&piece.repeat(300_000)).len() <= 300_000);
        }
    }
}
