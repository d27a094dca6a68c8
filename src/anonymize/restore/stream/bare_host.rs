//! [`BareHost`]: a host in a text without a scheme before it.

/// The host-like end of a text: labels with dots between them, as in `evil.example:8080` or `192.0.2.1`, which renderers
/// make a link of although no scheme stands before it.
#[derive(Clone, Copy, Default)]
pub(super) struct BareHost {
    /// The dots so far, each behind a label; 0: there is no host.
    dots: u8,
    /// The bytes of the last label.
    length: u8,
    /// The letters of the last label, if it begins with one; else 0.
    letters: u8,
    /// True if the label before the last one can be the last of a name.
    ended: bool,
    /// True if all labels behind the first dot are numbers.
    numeric: bool,
    /// True if a colon and nothing but digits follow the labels.
    port: bool,
}

impl BareHost {
    /// Goes on behind `byte`, which stands behind the byte `before`.
    pub(super) fn step(&mut self, byte: u8, before: u8) {
        let is_letter = byte.is_ascii_alphabetic() || !byte.is_ascii();
        match byte {
            b'.' if !self.port && (before.is_ascii_alphanumeric() || !before.is_ascii()) => {
                let numeric = self.dots == 0 && before.is_ascii_digit() || self.dots > 0 && self.numeric;
                let ended = self.dots > 0 && self.letters > 1;
                *self = Self { dots: self.dots.saturating_add(1), ended, numeric, ..Self::default() };
            }
            _ if self.dots == 0 => {}
            b':' if self.is_whole() && !self.port => self.port = true,
            _ if self.port && !byte.is_ascii_digit() => *self = Self::default(),
            _ if self.port => {}
            _ if is_letter || byte.is_ascii_digit() || byte == b'-' => {
                self.letters =
                    self.letters.saturating_add(u8::from(is_letter && (self.length == 0 || self.letters > 0)));
                self.length = self.length.saturating_add(1);
                self.numeric &= byte.is_ascii_digit();
            }
            _ => *self = Self::default(),
        }
    }

    /// Reports whether a label and a dot stand at the end of the text.
    pub(super) fn is_open(&self) -> bool {
        self.dots > 0
    }

    /// Reports whether this is a host, which a path may follow.
    pub(super) fn is_whole(&self) -> bool {
        let is_name = if self.length == 0 { self.ended } else { self.letters > 1 };
        self.dots > 0 && (is_name || self.numeric && self.dots == 3 && self.length > 0)
    }
}
