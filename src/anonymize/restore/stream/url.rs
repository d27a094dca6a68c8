//! [`Url`]: a URL read byte by byte, up to its host.

use std::ops::Range;

use super::{
    hosts::{Hosts, is_local},
    known_urls::MarkedUrl,
};

/// The part of a URL read so far.
#[derive(Clone, Default)]
pub(super) struct Url {
    phase: Phase,
    /// The host, in lower case.
    host: String,
    /// The masked URL, as long as it may be a known one.
    text: Vec<u8>,
    /// True if more of the URL was read than `text` holds.
    cut: bool,
    /// True if a substitute stands in the URL.
    marked: bool,
    /// True if a substitute was noted since it began, whether it is marked or not.
    recorded: bool,
    /// The places in `text` of substitutes.
    marks: Vec<Range<usize>>,
    /// True if a substitute of another origin than this gateway stands in the URL.
    tainted: bool,
}

/// The part of a URL that is read next.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Phase {
    /// No URL.
    #[default]
    None,
    /// The scheme, of which so many bytes of `http` or `https` were read.
    Scheme(u8),
    /// A word that may be the scheme, and is none of the known ones.
    Word,
    /// A reference without a scheme or a host, which leads to no other host than its page's.
    Relative,
    /// The scheme of this index in [`CALLS`], of which so many bytes were read.
    CallScheme(u8, u8),
    /// The scheme of a link to write or to call, and addresses of this gateway's substitutes alone.
    Call,
    /// The scheme, its colon and so many slashes.
    Slashes(u8),
    Host,
    Port,
    /// The whole host, which is one of the route's or of this network.
    Allowed,
    /// A host that is neither the route's nor of this network, or cannot be told.
    Bad,
}

/// The schemes of links that fetch nothing: to write, to call.
const CALLS: [&[u8]; 2] = [b"mailto:", b"tel:"];

impl Url {
    /// A URL of which nothing has been read.
    pub(super) fn start() -> Self {
        Self { phase: Phase::Scheme(0), ..Self::default() }
    }

    /// A URL behind the colon of the scheme `http` or `https`.
    pub(super) fn after_scheme() -> Self {
        Self { phase: Phase::Slashes(0), ..Self::default() }
    }

    /// A URL whose host cannot be told.
    pub(super) fn bad() -> Self {
        Self { phase: Phase::Bad, ..Self::default() }
    }

    pub(super) fn is_none(&self) -> bool {
        self.phase == Phase::None
    }

    /// Reports whether nothing of it has been read.
    pub(super) fn is_at_start(&self) -> bool {
        self.phase == Phase::Scheme(0)
    }

    /// Reports whether it has neither a scheme nor a host, so that it leads to its page's own host.
    pub(super) fn is_relative(&self) -> bool {
        self.phase == Phase::Relative
    }

    /// Reports whether only a scheme has been read.
    pub(super) fn is_after_scheme(&self) -> bool {
        self.phase == Phase::Slashes(0)
    }

    /// Reports whether its host has been read whole and is one of the route's or of this network, or there is none.
    pub(super) fn allows(&self) -> bool {
        matches!(self.phase, Phase::Allowed | Phase::Call)
    }

    /// Reports whether it is a link to write or to call, and nothing but substitutes stands behind its scheme.
    pub(super) fn is_call(&self) -> bool {
        self.phase == Phase::Call
    }

    /// Takes what was read since it was a link to write or to call for an address.
    pub(super) fn go_on_with_call(&mut self) {
        self.phase = Phase::Call;
    }

    /// Reports whether what follows may belong to its host.
    pub(super) fn is_in_authority(&self) -> bool {
        matches!(self.phase, Phase::Slashes(_) | Phase::Host | Phase::Port)
    }

    /// Reports whether its host cannot be told.
    pub(super) fn is_bad(&self) -> bool {
        self.phase == Phase::Bad
    }

    /// Goes on behind `byte`.
    pub(super) fn step(&mut self, byte: u8, hosts: &Hosts, keep: usize) {
        self.keep(byte, keep);
        self.phase = match (self.phase, byte) {
            (Phase::Scheme(4 | 5), b':') => Phase::Slashes(0),
            (Phase::Scheme(at), _) if b"https".get(usize::from(at)) == Some(&byte.to_ascii_lowercase()) => {
                Phase::Scheme(at + 1)
            }
            (Phase::Scheme(0), _) => {
                let first = |scheme: &&[u8]| scheme[0] == byte.to_ascii_lowercase();
                let call = CALLS.iter().position(first);
                call.map_or_else(|| after_word(byte, true), |scheme| Phase::CallScheme(scheme as u8, 1))
            }
            (Phase::Scheme(_) | Phase::Word, _) => after_word(byte, false),
            (Phase::CallScheme(scheme, at), _) => {
                let expected = CALLS[usize::from(scheme)];
                match expected.get(usize::from(at)) == Some(&byte.to_ascii_lowercase()) {
                    true if usize::from(at) + 1 == expected.len() => Phase::Call,
                    true => Phase::CallScheme(scheme, at + 1),
                    false => after_word(byte, false),
                }
            }
            (Phase::Call, b',' | b';') => Phase::Call,
            (Phase::Slashes(0), b'/') => Phase::Slashes(1),
            (Phase::Slashes(1), b'/') => Phase::Host,
            (Phase::Host, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.')
                if self.host.len() < Hosts::MAX_LEN =>
            {
                self.host.push(char::from(byte.to_ascii_lowercase()));
                Phase::Host
            }
            (Phase::Host, b':') => Phase::Port,
            (Phase::Port, b'0'..=b'9') => Phase::Port,
            (Phase::Host | Phase::Port, b'/' | b'?' | b'#') if hosts.contains(&self.host) || is_local(&self.host) => {
                Phase::Allowed
            }
            (same @ (Phase::None | Phase::Allowed | Phase::Relative), _) => same,
            _ => Phase::Bad,
        };
    }

    /// Keeps a byte for comparisons, up to `keep` of them. JSON and Markdown may write `\/` for a slash; every reader of
    /// URLs takes both for the end of a host.
    pub(super) fn keep(&mut self, byte: u8, keep: usize) {
        if keep > 0 && !self.cut {
            let floor = self.marks.last().map_or(0, |mark| mark.end);
            while byte == b'/' && self.text.len() > floor && self.text.last() == Some(&b'\\') {
                self.text.pop();
            }
            self.cut = self.text.len() >= keep;
            if !self.cut {
                self.text.push(byte);
            }
        }
    }

    /// Notes that more of it follows than is kept.
    pub(super) fn cut(&mut self) {
        self.cut = true;
    }

    /// Forgets what was kept.
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.cut = false;
        self.marks.clear();
    }

    /// Notes that `substitute` stands in it.
    pub(super) fn record(&mut self, substitute: &str, keep: usize, mark: bool) {
        let start = self.text.len();
        substitute.bytes().for_each(|byte| self.keep(byte, keep));
        if !self.cut && mark {
            self.marks.push(start..self.text.len());
        }
        self.marked |= mark;
        self.recorded = true;
    }

    /// Reports whether a substitute was noted in it.
    pub(super) fn is_recorded(&self) -> bool {
        self.recorded
    }

    /// Notes that a substitute stands in it that this gateway did not put there.
    pub(super) fn taint(&mut self) {
        self.tainted |= !self.is_none();
    }

    pub(super) fn is_marked(&self) -> bool {
        self.marked
    }

    /// The masked URL so far, with `substitute` behind.
    pub(super) fn with(&self, substitute: &str) -> String {
        // What was cut is longer than all that it is compared with.
        let mut text = String::from_utf8_lossy(&self.text).into_owned();
        text.push_str(if self.cut { "\0" } else { substitute });
        text
    }

    /// The masked URL; `None` unless substitutes of this gateway alone stand in it.
    pub(super) fn marked(&self) -> Option<MarkedUrl> {
        let counts = self.marked && !self.tainted && self.phase != Phase::None;
        let text = std::str::from_utf8(&self.text).ok().filter(|_| counts)?;
        Some(MarkedUrl { text: text.into(), marks: self.marks.clone(), is_cut: self.cut })
    }
}

/// The phase behind a byte of what may be the scheme, behind its first letter unless `is_first`. A blank, a quote or a
/// sign of code ends it, so that there is none; a colon, a slash, and whatever renderers read as these, does not.
fn after_word(byte: u8, is_first: bool) -> Phase {
    match byte {
        b'"' | b'\'' => Phase::Relative,
        b' ' | b'=' | b'(' | b'[' | b'{' | b',' | b'_' if !is_first => Phase::Relative,
        _ if byte.is_ascii_alphabetic() => Phase::Word,
        b'0'..=b'9' | b'+' | b'-' | b'.' if !is_first => Phase::Word,
        _ => Phase::Bad,
    }
}
