//! [`Stretches`]: the parts of a window that the network reads, as one sequence.
//!
//! A token that the CRF holds for outside with a probability of 0.95 is hardly ever part of a name. So the network reads
//! only the stretches around doubtful tokens, which are a quarter to a half of a text (a cascade: Viola and Jones, 2001).
//! Around each doubtful token and its two neighbours, as many tokens are read as the network's layers look at, so that
//! its answers for these three are those of the whole window. Between two stretches stands a gap, which the layers see as they see the
//! ends of a text.

use super::{network::Probabilities, tag::OUTSIDE};

/// The CRF's probability of being in a mention from which a token is doubtful.
const DOUBT: f32 = 0.05;
/// Tokens on each side of a doubtful one that the network is asked for, too.
const NEIGHBOURS: usize = 1;

/// An element of the sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// No token: the end of a stretch.
    Gap,
    /// A token that is only looked at, with its index in the window.
    Context(usize),
    /// A token that the network is asked for, with its index in the window.
    Asked(usize),
}

impl Slot {
    /// The index of its token in the window.
    pub fn token(self) -> Option<usize> {
        match self {
            Self::Gap => None,
            Self::Context(at) | Self::Asked(at) => Some(at),
        }
    }
}

/// The tokens of a window that are read, in the order of the text, with gaps between them.
#[derive(Clone, Debug, Default)]
pub struct Stretches {
    slots: Vec<Slot>,
}

impl Stretches {
    /// Chooses the tokens by the CRF's probabilities, for a network whose layers look at `reach` tokens on each side.
    pub fn choose(&mut self, by_crf: &[Probabilities], reach: usize) {
        self.slots.clear();
        let doubtful = by_crf.iter().enumerate().filter(|(_, p)| 1.0 - p[OUTSIDE] > DOUBT).map(|(at, _)| at);
        let (mut last, mut doubtful) = (None, doubtful.peekable());
        for at in 0..by_crf.len() {
            last = doubtful.next_if_eq(&at).or(last);
            let before = last.map(|last| at - last);
            let after = doubtful.peek().map(|next| next - at);
            let distance = before.into_iter().chain(after).min();
            self.slots.extend(match distance {
                Some(distance) if distance <= NEIGHBOURS => Some(Slot::Asked(at)),
                Some(distance) if distance <= NEIGHBOURS + reach => Some(Slot::Context(at)),
                _ => self.slots.last().filter(|last| **last != Slot::Gap).map(|_| Slot::Gap),
            });
        }
    }

    /// The sequence.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tag::LANES;

    /// The slots of a text: `!` is a doubtful token, `.` one that is surely outside. `a` is a token that is asked for, `c`
    /// context, `|` a gap, each behind the number of its token where a stretch begins.
    fn slots(text: &str, reach: usize) -> String {
        let row = |c: char| {
            let mut row = [0.0; LANES];
            row[OUTSIDE] = if c == '!' { 0.5 } else { 0.999 };
            row
        };
        let mut stretches = Stretches::default();
        stretches.choose(&text.chars().map(row).collect::<Vec<_>>(), reach);
        let mut last = None;
        let show = |slot: &Slot| {
            let sign = match slot {
                Slot::Gap => '|',
                Slot::Context(_) => 'c',
                Slot::Asked(_) => 'a',
            };
            let begins = slot.token().filter(|at| last.is_none_or(|last| last + 1 != *at));
            last = slot.token();
            begins.map_or(sign.to_string(), |at| format!("{at}{sign}"))
        };
        stretches.slots().iter().map(show).collect()
    }

    #[test]
    fn doubtful_tokens_are_asked_for_with_context() {
        assert_eq!(slots("", 3), "");
        assert_eq!(slots("....", 3), "");
        assert_eq!(slots("!", 3), "0a");
        assert_eq!(slots(".....!.....", 2), "2ccaaacc|");
        assert_eq!(slots("!.........!", 2), "0aacc|7ccaa");
        assert_eq!(slots("!......!", 2), "0aaccccaa");
        assert_eq!(slots("!!..!", 0), "0aaaaa");
        assert_eq!(slots("!...!", 0), "0aa|3aa");
    }
}
