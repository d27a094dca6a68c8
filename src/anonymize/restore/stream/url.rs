//! [`Url`]: a URL read byte by byte, up to its host.

use super::hosts::Hosts;

/// The part of a URL read so far.
#[derive(Clone, Default)]
pub(super) struct Url {
    phase: Phase,
    /// The host, in lower case.
    host: String,
    /// The masked URL, as long as it may be a known one.
    text: Vec<u8>,
    /// Whether more was read than `text` has.
    cut: bool,
    /// Whether a substitute stands in it.
    marked: bool,
}

/// How far a URL has been read.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Phase {
    /// There is no URL.
    #[default]
    None,
    /// So many bytes of `http` or `https`.
    Scheme(u8),
    /// The scheme, its colon and so many slashes.
    Slashes(u8),
    Host,
    Port,
    /// The whole host, which is one of the route's.
    Allowed,
    /// A host that is not the route's, or cannot be told.
    Bad,
}

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

    /// Whether nothing of it has been read.
    pub(super) fn is_at_start(&self) -> bool {
        self.phase == Phase::Scheme(0)
    }

    /// Whether only a scheme has been read.
    pub(super) fn is_after_scheme(&self) -> bool {
        self.phase == Phase::Slashes(0)
    }

    /// Whether its host has been read whole and is one of the route's.
    pub(super) fn allows(&self) -> bool {
        self.phase == Phase::Allowed
    }

    /// Whether what follows may belong to its host.
    pub(super) fn is_in_authority(&self) -> bool {
        matches!(self.phase, Phase::Slashes(_) | Phase::Host | Phase::Port)
    }

    /// Whether its host cannot be told.
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
            (Phase::Host | Phase::Port, b'/' | b'?' | b'#') if hosts.contains(&self.host) => Phase::Allowed,
            (same @ (Phase::None | Phase::Allowed), _) => same,
            _ => Phase::Bad,
        };
    }

    /// Keeps a byte for comparisons, up to `keep` of them.
    pub(super) fn keep(&mut self, byte: u8, keep: usize) {
        if keep > 0 && !self.cut {
            self.cut = self.text.len() >= keep;
            if !self.cut {
                self.text.push(byte);
            }
        }
    }

    /// Notes that `substitute` stands in it; if it is `fresh`, it began with that.
    pub(super) fn record(&mut self, substitute: &str, keep: usize, fresh: bool, mark: bool) {
        if fresh {
            self.text.clear();
            self.cut = false;
        }
        substitute.bytes().for_each(|byte| self.keep(byte, keep));
        self.marked |= mark;
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

    /// The whole masked URL; `None` if no substitute stands in it.
    pub(super) fn marked_text(&self) -> Option<Box<str>> {
        let whole = self.marked && self.phase != Phase::None;
        let text = if self.cut { "\0" } else { std::str::from_utf8(&self.text).ok()? };
        whole.then(|| text.into())
    }
}
