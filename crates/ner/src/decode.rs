//! [`Decoder`]: from probabilities of tags to mentions.
//!
//! # How thresholds choose spans
//!
//! A token's *presence* is its calibrated probability of standing in any mention, 1 − P(outside). A type with the
//! threshold τ is to be reported from a presence of τ on, not only where it is the most likely answer. So the odds of
//! every tag of that type are multiplied by (1 − τ) / τ before the best sequence that the BIO scheme allows is looked
//! for (Viterbi, 1967): for a token alone, the tag wins over "outside" exactly if its presence exceeds τ. Tags of
//! mentions only share out the presence, and the best one stands for all of it; else a token that is certainly a name,
//! but maybe of a person and maybe of a place, would count for less than one of either.
//!
//! Tokens with a presence below half of the least threshold are outside, whatever stands around them. That cuts the
//! text into islands, mostly of a few tokens, which are decoded one by one.

use super::{
    math,
    network::Probabilities,
    tag::{self, OUTSIDE, TAGS, TYPES, Type},
    token::Token,
};
use masquerade_text::Span;

/// The presence from which each type is reported, in the order of [`Type::ALL`].
pub type Thresholds = [f32; TYPES];

/// Thresholds are brought within these, so that nothing is reported for no reason, or never.
const LEAST: f32 = 0.01;
const MOST: f32 = 0.99;
/// Most tokens that are decoded together: longer stretches without a token that is outside are cut.
const MAX_ISLAND: usize = 64;

/// A mention of an entity in a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mention {
    /// Bytes of the text.
    pub span: Span,
    /// Likeliest type.
    pub kind: Type,
    /// The probability of a mention of any type, which thresholds are compared with.
    pub presence: f32,
    /// The probability that it is one of this type.
    pub confidence: f32,
    /// Second likeliest type with its probability; with `confidence` it sums to at most `presence`.
    pub alternative: Option<(Type, f32)>,
}

/// A line from (0, 0) to (1, 1) through points, which maps a model's probabilities to observed frequencies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Calibration(Vec<[f32; 2]>);

impl Calibration {
    /// A line through `points`; `None` unless they rise within 0 to 1.
    pub fn new(points: &[[f32; 2]]) -> Option<Self> {
        let all: Vec<_> = [[0.0; 2]].into_iter().chain(points.iter().copied()).chain([[1.0; 2]]).collect();
        all.is_sorted_by(|a, b| a[0] < b[0] && a[1] <= b[1]).then_some(Self(all))
    }

    /// Calibrated value of a probability.
    pub(crate) fn apply(&self, x: f32) -> f32 {
        let place = self.0.partition_point(|point| point[0] < x);
        match (place.checked_sub(1).and_then(|place| self.0.get(place)), self.0.get(place)) {
            (Some([x0, y0]), Some([x1, y1])) => y0 + (y1 - y0) * ((x - x0) / (x1 - x0)),
            (None, Some([_, y])) | (Some([_, y]), None) => *y,
            (None, None) => x,
        }
    }
}

/// A token that may be part of a mention.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    start: u32,
    end: u32,
    presence: f32,
    probabilities: Probabilities,
}

/// Viterbi decoder of the tokens of a text into mentions, fed one token at a time.
#[derive(Clone, Debug, Default)]
pub struct Decoder {
    island: Vec<Candidate>,
    back: Vec<[u8; TAGS]>,
    tags: Vec<u8>,
    /// ln((1 − τ) / τ) by type.
    gains: [f32; TYPES],
    thresholds: Thresholds,
    floor: f32,
}

impl Decoder {
    /// Starts a text.
    pub fn begin(&mut self, thresholds: &Thresholds) {
        self.island.clear();
        // A threshold that is not a number counts as the least one.
        self.thresholds = thresholds.map(|threshold| if threshold > LEAST { threshold.min(MOST) } else { LEAST });
        self.gains = self.thresholds.map(|threshold| math::ln((1.0 - threshold) / threshold));
        self.floor = self.thresholds.iter().copied().fold(1.0, f32::min) * 0.5;
    }

    /// Feeds the next token.
    pub fn push(
        &mut self,
        token: &Token,
        probabilities: &Probabilities,
        calibration: &Calibration,
        found: impl FnMut(UncheckedMention),
    ) {
        let presence = calibration.apply((1.0 - probabilities[OUTSIDE]).clamp(0.0, 1.0));
        let is_inside = presence >= self.floor;
        if is_inside {
            let (start, end) = (token.start, token.end);
            self.island.push(Candidate { start, end, presence, probabilities: *probabilities });
        }
        if !is_inside || self.island.len() == MAX_ISLAND {
            self.end(found);
        }
    }

    /// Decodes the open island, at the end of the text or at a token that is surely outside.
    pub fn end(&mut self, mut found: impl FnMut(UncheckedMention)) {
        if self.island.is_empty() {
            return;
        }
        self.decode();
        let mut rest = &self.tags[..];
        let mut island = &self.island[..];
        while let Some((&first, others)) = rest.split_first() {
            let Some((kind, _)) = tag::parts(usize::from(first)) else {
                (rest, island) = (others, island.get(1..).unwrap_or_default());
                continue;
            };
            let more = others.iter().take_while(|tag| usize::from(**tag) == kind.inside()).count();
            let (mention, after) = island.split_at(island.len().min(1 + more));
            if let Some(mention) = mentioned(mention, kind)
                && mention.presence >= self.thresholds[kind as usize]
            {
                found(mention);
            }
            (rest, island) = (others.get(more..).unwrap_or_default(), after);
        }
        self.island.clear();
    }

    /// Writes the best tag sequence of the island into `tags`.
    fn decode(&mut self) {
        self.back.clear();
        let mut scores = [f32::NEG_INFINITY; TAGS];
        for (t, candidate) in self.island.iter().enumerate() {
            let gains = gains(candidate, &self.gains);
            let mut next = [f32::NEG_INFINITY; TAGS];
            let mut from = [0_u8; TAGS];
            for (to, (next, from)) in next.iter_mut().zip(&mut from).enumerate() {
                if t == 0 {
                    *next = if tag::may_follow(None, to) { 0.0 } else { f32::NEG_INFINITY };
                }
                for (before, score) in scores.iter().enumerate() {
                    if t > 0 && tag::may_follow(Some(before), to) && *score > *next {
                        (*next, *from) = (*score, before as u8);
                    }
                }
                *next += gains[to];
            }
            self.back.push(from);
            scores = next;
        }
        // Of equals the last, so that a mention is preferred to none.
        let mut best =
            scores.iter().enumerate().fold(0, |best, (tag, score)| if *score >= scores[best] { tag } else { best });
        self.tags.clear();
        for from in self.back.iter().rev() {
            self.tags.push(best as u8);
            best = usize::from(from[best]);
        }
        self.tags.reverse();
    }
}

/// Log-odds of each tag, weighted by the thresholds as the module's documentation says.
fn gains(candidate: &Candidate, of_types: &[f32; TYPES]) -> [f32; TAGS] {
    let Candidate { presence, probabilities, .. } = candidate;
    let best = probabilities.iter().skip(1).copied().fold(1e-9, f32::max);
    let (inside, outside) = (math::ln(presence.max(1e-9)), math::ln((1.0 - presence).max(1e-9)));
    let mut gains = [outside; TAGS];
    for (tag, (gain, p)) in gains.iter_mut().zip(probabilities).enumerate() {
        if let Some((kind, _)) = tag::parts(tag) {
            *gain = inside + math::ln(p.max(1e-9) / best) + of_types[kind as usize];
        }
    }
    gains
}

/// A mention whose span is not yet checked against the text.
#[derive(Clone, Copy, Debug)]
pub struct UncheckedMention {
    /// Bytes of the text.
    pub range: (u32, u32),
    /// The type, as [`Mention::kind`].
    pub kind: Type,
    /// The presence, as [`Mention::presence`].
    pub presence: f32,
    /// The confidence, as [`Mention::confidence`].
    pub confidence: f32,
    /// The runner-up, as [`Mention::alternative`].
    pub alternative: Option<(Type, f32)>,
}

impl UncheckedMention {
    /// The mention in `text`; `None` if its bytes are no span of it.
    pub fn within(self, text: &str) -> Option<Mention> {
        let Self { range: (start, end), kind, presence, confidence, alternative } = self;
        let span = Span::new(text, start as usize..end as usize)?;
        Some(Mention { span, kind, presence, confidence, alternative })
    }
}

/// A mention over consecutive tokens; probabilities are means over them.
fn mentioned(tokens: &[Candidate], kind: Type) -> Option<UncheckedMention> {
    let (first, last) = (tokens.first()?, tokens.last()?);
    let count = tokens.len() as f32;
    let presence = tokens.iter().map(|token| token.presence).sum::<f32>() / count;
    let share = |kind: Type| {
        let part = |token: &Candidate| {
            let inside: f32 = token.probabilities.iter().skip(1).sum();
            (token.probabilities[kind.begin()] + token.probabilities[kind.inside()]) / inside.max(1e-9)
        };
        tokens.iter().map(part).sum::<f32>() / count
    };
    let others = Type::ALL.into_iter().filter(|other| *other != kind).map(|other| (other, share(other)));
    let second = others.reduce(|best, other| if other.1 > best.1 { other } else { best });
    let alternative = second.map(|(other, share)| (other, stepped(presence * share))).filter(|(_, p)| *p > 0.0);
    Some(UncheckedMention {
        range: (first.start, last.end),
        kind,
        presence: stepped(presence),
        confidence: stepped(presence * share(kind)),
        alternative,
    })
}

/// `value` rounded down to a thousandth: finer differences mean nothing.
fn stepped(p: f32) -> f32 {
    (p.clamp(0.0, 1.0) * 1000.0).floor() / 1000.0
}
