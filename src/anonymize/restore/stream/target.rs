//! [`Target`]: the target of a link, up to what closes it.

use super::{hosts::Hosts, url::Url};

/// A target that has been opened.
#[derive(Clone)]
pub(super) struct Target {
    kind: Kind,
    url: Url,
    /// Whether what has been read is not yet, or no more, the URL itself.
    around: bool,
    /// Whether the next byte is escaped by a backslash.
    escaped: bool,
    /// Whether whatever renders the text is sure to read a link here.
    sure: bool,
    /// Whether the URL that stands in the text as such is this target's, and so ends with it.
    owns_bare: bool,
    /// Line ends with nothing but white space behind them.
    lines: u8,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// `(…)`, with so many parentheses open within.
    Parenthesis(u32),
    /// `(<…>`; when that ends, it is a parenthesis again.
    Angle,
    /// Behind `]:`, up to white space.
    Reference,
    /// Behind `]:<`, up to `>`.
    ReferenceAngle,
    /// Behind `=`, up to white space or `>`, unless a quote comes first.
    Unquoted,
    /// Up to this quote.
    Quoted(u8),
}

impl Target {
    fn new(kind: Kind, sure: bool) -> Self {
        Self { kind, url: Url::start(), around: true, escaped: false, owns_bare: false, sure, lines: 0 }
    }

    /// Behind `](` or `url(`; `sure`: a bracket was open before.
    pub(super) fn parenthesis(sure: bool) -> Self {
        Self::new(Kind::Parenthesis(0), sure)
    }

    /// Behind `]:`.
    pub(super) fn reference() -> Self {
        Self::new(Kind::Reference, true)
    }

    /// Behind `src=`.
    pub(super) fn attribute() -> Self {
        Self::new(Kind::Unquoted, true)
    }

    pub(super) fn url(&self) -> &Url {
        &self.url
    }

    pub(super) fn url_mut(&mut self) -> &mut Url {
        &mut self.url
    }

    /// A URL that stands in the text as such begins here, with a scheme if `scheme`.
    pub(super) fn own_bare(&mut self, scheme: bool) {
        self.owns_bare |= scheme && self.sure && self.url.is_after_scheme();
    }

    /// Whether that was this target's own.
    pub(super) fn owns_bare(&self) -> bool {
        self.owns_bare
    }

    /// Whether `original` may stand here.
    pub(super) fn allows(&self, original: &str) -> bool {
        // `[12:30]: [PERSON_1] said` is far more often a transcript than a link, and what begins with
        // such a text leads to no other host.
        let leads_nowhere = |text: &str| !text.contains([':', '/', '\\']);
        self.url.allows() || self.kind == Kind::Reference && self.url.is_at_start() && leads_nowhere(original)
    }

    /// Goes on behind `byte`; whether that closes the target.
    pub(super) fn step(&mut self, byte: u8, hosts: &Hosts, keep: usize) -> bool {
        let blank = self.is_blank_line(byte);
        let escaped = self.escaped;
        self.escaped = byte == b'\\' && !escaped;
        let space = byte.is_ascii_whitespace();
        match (self.kind, byte) {
            (Kind::Parenthesis(_) | Kind::Reference, _) if blank => return true,
            (Kind::Parenthesis(_), b'<') if self.around && self.url.is_at_start() => {
                self.kind = Kind::Angle;
                self.around = false;
                return false;
            }
            (Kind::Reference, b'<') if self.around => {
                self.kind = Kind::ReferenceAngle;
                self.around = false;
                return false;
            }
            (Kind::Unquoted, b'"' | b'\'') if self.around => {
                self.kind = Kind::Quoted(byte);
                self.around = false;
                return false;
            }
            (_, _) if space && self.around && self.url.is_at_start() => return false,
            (Kind::Parenthesis(open), b'(') if !escaped => self.kind = Kind::Parenthesis(open + 1),
            (Kind::Parenthesis(0), b')') if !escaped => return true,
            (Kind::Parenthesis(open), b')') if !escaped => self.kind = Kind::Parenthesis(open - 1),
            (Kind::Angle, b'>') if !escaped => self.kind = Kind::Parenthesis(0),
            (Kind::Angle, b'\n') => self.kind = Kind::Parenthesis(0),
            (Kind::ReferenceAngle, b'>') if !escaped => return true,
            (Kind::ReferenceAngle, b'\n') => return true,
            (Kind::Reference, _) if space => return true,
            (Kind::Unquoted, _) if space || byte == b'>' => return true,
            (Kind::Quoted(quote), _) if byte == quote => return true,
            _ => {}
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
