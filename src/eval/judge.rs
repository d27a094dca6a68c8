//! The judgement of one text: which mentions were found, and which finds are right.

use masquerade_detect::entity::{Entity, Label, Source};
use masquerade_detect::text::Span;

/// What is annotated in a text, in the house's labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mention {
    /// Where.
    pub span: Span,
    /// What.
    pub label: Label,
}

/// All that is annotated in one text.
#[derive(Clone, Debug, Default)]
pub struct Gold {
    mentions: Vec<Mention>,
    ignored: Vec<Span>,
}

impl Gold {
    /// `mentions` that are to be found, in any order, which may overlap, and spans that are to be `ignored`. What is
    /// annotated twice counts once.
    pub fn new(mut mentions: Vec<Mention>, ignored: Vec<Span>) -> Self {
        mentions.sort_unstable();
        mentions.dedup();
        Self { mentions, ignored }
    }

    /// The mentions to be found, by place.
    pub fn mentions(&self) -> &[Mention] {
        &self.mentions
    }
}

/// What became of a mention, from the best to the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Found with its span and label.
    Correct,
    /// Found with its span, under another label.
    Label,
    /// Found under its label, with other bounds.
    Boundary,
    /// Something else was found across it.
    Both,
    /// Nothing was found there.
    Missed,
}

impl Verdict {
    /// All but [`Verdict::Correct`], in the order in which they are listed.
    pub const ERRORS: [Self; 4] = [Self::Missed, Self::Boundary, Self::Label, Self::Both];

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Correct => "correct",
            Self::Label => "label",
            Self::Boundary => "boundary",
            Self::Both => "both",
            Self::Missed => "missed",
        }
    }
}

/// What a find is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Judged {
    /// It is a mention exactly.
    pub correct: bool,
    /// It overlaps a mention of its label.
    pub overlaps: bool,
    /// It has the span of a mention of any label.
    pub spans: bool,
    /// It overlaps a mention of any label.
    pub touches: bool,
    /// It is neither right nor wrong: it touches ignored mentions alone, or is no find of personal data.
    pub exempt: bool,
}

impl Judged {
    /// Whether it is a false alarm: where it stands, nothing is annotated.
    pub fn is_spurious(self) -> bool {
        !self.touches && !self.exempt
    }
}

/// The judgement of one text.
#[derive(Clone, Debug, Default)]
pub struct Judgement {
    /// Of each mention: what became of it, by which find.
    pub mentions: Vec<(Verdict, Option<usize>)>,
    /// Of each find.
    pub finds: Vec<Judged>,
}

/// Compares the mentions of a text with what was `found` in it, which is by place and without overlaps, as detectors
/// give it.
pub fn judge(gold: &Gold, found: &[Entity]) -> Judgement {
    let mut finds = vec![Judged::default(); found.len()];
    let mut mentions = Vec::with_capacity(gold.mentions.len());
    for mention in &gold.mentions {
        let mut best = (Verdict::Missed, None);
        for at in overlapping(found, mention.span) {
            let (Some(entity), Some(judged)) = (found.get(at), finds.get_mut(at)) else { continue };
            if entity.source == Source::Literal {
                continue;
            }
            let (same_span, same_label) = (entity.span == mention.span, entity.label == mention.label);
            judged.correct |= same_span && same_label;
            judged.overlaps |= same_label;
            judged.spans |= same_span;
            judged.touches = true;
            let verdict = match (same_span, same_label) {
                (true, true) => Verdict::Correct,
                (true, false) => Verdict::Label,
                (false, true) => Verdict::Boundary,
                (false, false) => Verdict::Both,
            };
            if verdict < best.0 {
                best = (verdict, Some(at));
            }
        }
        mentions.push(best);
    }
    for span in &gold.ignored {
        for at in overlapping(found, *span) {
            if let Some(judged) = finds.get_mut(at) {
                judged.exempt = !judged.touches;
            }
        }
    }
    for (judged, entity) in finds.iter_mut().zip(found) {
        // A look-alike of a placeholder is masked for the sake of restoring, and says nothing of the text.
        judged.exempt |= entity.source == Source::Literal;
    }
    Judgement { mentions, finds }
}

/// The places in `found` of what overlaps `span`.
pub(super) fn overlapping(found: &[Entity], span: Span) -> std::ops::Range<usize> {
    let first = found.partition_point(|entity| entity.span.end() <= span.start());
    let rest = found.get(first..).unwrap_or_default();
    first..first + rest.partition_point(|entity| entity.span.start() < span.end())
}
