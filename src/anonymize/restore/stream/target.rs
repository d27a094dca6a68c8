//! [`Target`]: the target of a link or an attribute, up to its closing delimiter.

use super::{hosts::Hosts, url::Url};

/// An open target.
#[derive(Clone)]
pub(super) struct Target {
    delimiter: Delimiter,
    url: Url,
    /// True before the first byte of the URL itself.
    around: bool,
    /// True if a backslash escapes the next byte.
    escaped: bool,
    /// True if every renderer reads a link here.
    sure: bool,
    /// True if the bare URL in the text is this target's, and so ends with it.
    owns_bare: bool,
    /// True if nothing renders the text.
    is_source: bool,
    /// True if a reference without a host leads nowhere here: neither a tag nor a style sheet holds it, in which
    /// several URLs, or a page's base, may stand.
    is_plain: bool,
    /// Line ends with only white space behind them.
    lines: u8,
}

/// The delimiters around a target.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Delimiter {
    /// `(…)`, with the number of parentheses open within.
    Parenthesis(u32),
    /// `(<…>`, behind which the parenthesis goes on.
    Angle,
    /// Behind `]:`, up to white space.
    Reference,
    /// Behind `]:<`, up to `>`.
    ReferenceAngle,
    /// Behind `=`, up to white space or `>`, unless a quote comes first.
    Unquoted,
    /// A quote on both sides.
    Quoted(u8),
}

impl Target {
    fn new(delimiter: Delimiter) -> Self {
        Self {
            delimiter,
            url: Url::start(),
            around: true,
            escaped: false,
            owns_bare: false,
            sure: true,
            is_source: false,
            is_plain: true,
            lines: 0,
        }
    }

    /// A target behind `](`; `sure` if a bracket was open before.
    pub(super) fn inline(sure: bool) -> Self {
        Self { sure, ..Self::new(Delimiter::Parenthesis(0)) }
    }

    /// A target behind `url(`.
    pub(super) fn style() -> Self {
        Self { is_plain: false, ..Self::new(Delimiter::Parenthesis(0)) }
    }

    /// A target behind `]:`.
    pub(super) fn reference() -> Self {
        Self::new(Delimiter::Reference)
    }

    /// A target behind `src=` and other attributes.
    pub(super) fn attribute(is_in_tag: bool) -> Self {
        Self { is_plain: !is_in_tag, ..Self::new(Delimiter::Unquoted) }
    }

    /// The target in source that nothing renders.
    pub(super) fn of_source(self) -> Self {
        Self { is_source: true, ..self }
    }

    pub(super) fn url(&self) -> &Url {
        &self.url
    }

    pub(super) fn url_mut(&mut self) -> &mut Url {
        &mut self.url
    }

    /// Notes that a bare URL begins here, with a scheme if `scheme`.
    pub(super) fn own_bare(&mut self, scheme: bool) {
        self.owns_bare |= scheme && self.sure && self.url.is_after_scheme();
    }

    /// Reports whether the bare URL is this target's own.
    pub(super) fn owns_bare(&self) -> bool {
        self.owns_bare
    }

    /// Reports whether `original` may be put in here.
    pub(super) fn allows(&self, original: &str) -> bool {
        // `[12:30]: [PERSON_1] said` is far more often a transcript than a link, `src = "[PERSON_1]"` outside of tags a
        // program, and what begins with such a text leads to no other host.
        let leads_nowhere = |text: &str| !text.contains([':', '/', '\\', '&']);
        let may_begin = match self.delimiter {
            Delimiter::Reference => true,
            Delimiter::Unquoted | Delimiter::Quoted(_) => self.is_plain,
            Delimiter::Parenthesis(_) | Delimiter::Angle | Delimiter::ReferenceAngle => false,
        };
        self.url.allows()
            || self.is_plain && self.url.is_relative()
            || may_begin && self.url.is_at_start() && leads_nowhere(original)
    }

    /// Goes on behind `byte`; true if that closes the target.
    pub(super) fn step(&mut self, byte: u8, hosts: &Hosts, keep: usize) -> bool {
        let blank = self.is_blank_line(byte);
        let escaped = self.escaped;
        self.escaped = byte == b'\\' && !escaped;
        let space = byte.is_ascii_whitespace();
        match (self.delimiter, byte) {
            (Delimiter::Parenthesis(_) | Delimiter::Reference, _) if blank => return true,
            (Delimiter::Parenthesis(_), b'<') if self.around && self.url.is_at_start() => {
                self.delimiter = Delimiter::Angle;
                self.around = false;
                return false;
            }
            (Delimiter::Reference, b'<') if self.around => {
                self.delimiter = Delimiter::ReferenceAngle;
                self.around = false;
                return false;
            }
            // A program that writes a page escapes its quotes.
            (Delimiter::Unquoted, b'\\') if self.around && self.is_source => return false,
            (_, b'\\') if self.around && self.is_source && !escaped => return false,
            (Delimiter::Unquoted, b'"' | b'\'') if self.around => {
                self.delimiter = Delimiter::Quoted(byte);
                self.around = false;
                return false;
            }
            (_, _) if space && self.around && self.url.is_at_start() => return false,
            (Delimiter::Parenthesis(open), b'(') if !escaped => self.delimiter = Delimiter::Parenthesis(open + 1),
            (Delimiter::Parenthesis(0), b')') if !escaped => return true,
            (Delimiter::Parenthesis(open), b')') if !escaped => self.delimiter = Delimiter::Parenthesis(open - 1),
            (Delimiter::Angle, b'>') if !escaped => self.delimiter = Delimiter::Parenthesis(0),
            (Delimiter::Angle, b'\n') => self.delimiter = Delimiter::Parenthesis(0),
            (Delimiter::ReferenceAngle, b'>') if !escaped => return true,
            (Delimiter::ReferenceAngle, b'\n') => return true,
            (Delimiter::Reference, _) if space => return true,
            (Delimiter::Unquoted, _) if space || byte == b'>' => return true,
            (Delimiter::Quoted(quote), _) if byte == quote => return true,
            _ => {}
        }
        if self.around && escaped && !matches!(byte, b'"' | b'\'') {
            self.url.step(b'\\', hosts, keep);
        }
        self.around = false;
        self.url.step(byte, hosts, keep);
        false
    }

    fn is_blank_line(&mut self, byte: u8) -> bool {
        match byte {
            b'\n' => self.lines += 1,
            _ if !byte.is_ascii_whitespace() => self.lines = 0,
            _ => {}
        }
        self.lines > 1
    }
}
