//! [`Url`]: reads a URL byte by byte, as far as it takes to know its host.

use super::hosts::Hosts;

/// A URL as far as it has been read.
#[derive(Clone, Default)]
pub(super) struct Url {
    phase: Phase,
    /// In lower case.
    host: String,
    /// The URL as it was masked, as long as it may be a known one.
    text: Vec<u8>,
    /// Whether more was read than is kept.
    cut: bool,
    /// Whether a name stands in it.
    marked: bool,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Phase {
    /// There is none.
    #[default]
    None,
    /// So many bytes of `http` or `https` have been read.
    Scheme(u8),
    /// The scheme and its colon have been read, and so many slashes.
    Slashes(u8),
    Host,
    Port,
    /// The host has been read whole, and is one of the route's.
    Allowed,
    /// It is none of them, or there is no telling.
    Bad,
}

impl Url {
    /// Nothing of it has been read yet.
    pub(super) fn start() -> Self {
        Self { phase: Phase::Scheme(0), ..Self::default() }
    }

    /// The scheme has been read, and it is `http` or `https`.
    pub(super) fn after_scheme() -> Self {
        Self { phase: Phase::Slashes(0), ..Self::default() }
    }

    /// Has no host that one could tell.
    pub(super) fn bad() -> Self {
        Self { phase: Phase::Bad, ..Self::default() }
    }

    pub(super) fn is_none(&self) -> bool {
        self.phase == Phase::None
    }

    /// Whether nothing of it has been read yet.
    pub(super) fn is_at_start(&self) -> bool {
        self.phase == Phase::Scheme(0)
    }

    /// Whether nothing but a scheme of its own has been read.
    pub(super) fn is_after_scheme(&self) -> bool {
        self.phase == Phase::Slashes(0)
    }

    /// Whether its host has been read whole, and text may be restored in its URLs.
    pub(super) fn allows(&self) -> bool {
        self.phase == Phase::Allowed
    }

    /// Whether what follows may still belong to its host.
    pub(super) fn is_in_authority(&self) -> bool {
        matches!(self.phase, Phase::Slashes(_) | Phase::Host | Phase::Port)
    }

    /// Whether it has no host that one could tell.
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

    /// Keeps a byte that has been read, as long as there are no more than `keep`.
    pub(super) fn keep(&mut self, byte: u8, keep: usize) {
        if keep > 0 && !self.cut {
            self.cut = self.text.len() >= keep;
            if !self.cut {
                self.text.push(byte);
            }
        }
    }

    /// Notes that `name` stands in it; it began with that, if it is `fresh`.
    pub(super) fn record(&mut self, name: &str, keep: usize, fresh: bool, mark: bool) {
        if fresh {
            self.text.clear();
            self.cut = false;
        }
        name.bytes().for_each(|byte| self.keep(byte, keep));
        self.marked |= mark;
    }

    pub(super) fn is_marked(&self) -> bool {
        self.marked
    }

    /// What has been read of it, and `name` behind.
    pub(super) fn with(&self, name: &str) -> String {
        // What was cut is longer than all that it is compared with.
        let mut text = String::from_utf8_lossy(&self.text).into_owned();
        text.push_str(if self.cut { "\0" } else { name });
        text
    }

    /// All of it, if a name stands in it and it is not too long.
    pub(super) fn marked_text(&self) -> Option<Box<str>> {
        let whole = self.marked && self.phase != Phase::None;
        let text = if self.cut { "\0" } else { std::str::from_utf8(&self.text).ok()? };
        whole.then(|| text.into())
    }
}
