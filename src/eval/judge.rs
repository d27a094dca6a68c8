//! The comparison of one text's mentions with its finds.

use masquerade_detect::entity::{Entity, Label, Source};
use masquerade_detect::text::Span;

/// An annotated span with a label of the detector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mention {
    /// The span.
    pub span: Span,
    /// The label.
    pub label: Label,
}

/// The annotations of one text (gold standard).
#[derive(Clone, Debug, Default)]
pub struct Gold {
    mentions: Vec<Mention>,
    ignored: Vec<Span>,
}

impl Gold {
    /// The `mentions` to be found, in any order, possibly overlapping, and the spans to be `ignored`. Duplicates count once.
    pub fn new(mut mentions: Vec<Mention>, ignored: Vec<Span>) -> Self {
        mentions.sort_unstable();
        mentions.dedup();
        Self { mentions, ignored }
    }

    /// The mentions to be found, in order of position.
    pub fn mentions(&self) -> &[Mention] {
        &self.mentions
    }
}

/// The mentions of `text` that `parts` make, each with the corpus's own label: neighbours of one label that the corpus has
/// under several, such as `FIRSTNAME` and `SURNAME`, with a blank between them, are one mention.
pub fn join_parts(text: &str, mut parts: Vec<(Mention, &str)>) -> Vec<Mention> {
    parts.sort_unstable();
    let mut joined: Vec<(Mention, &str)> = Vec::with_capacity(parts.len());
    for (part, own) in parts {
        let gap = |last: &Mention| text.get(last.span.end()..part.span.start());
        match joined.last_mut() {
            Some((last, name)) if last.label == part.label && *name != own && gap(last) == Some(" ") => {
                let whole = Span::new(text, last.span.start()..part.span.end());
                (last.span, *name) = (whole.expect("mentions are whole characters"), own);
            }
            _ => joined.push((part, own)),
        }
    }
    joined.into_iter().map(|(mention, _)| mention).collect()
}

/// The outcome of a mention, from the best to the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Found with its span and label.
    Correct,
    /// Found with its span, under another label.
    Label,
    /// Found under its label, with other bounds.
    Boundary,
    /// An overlapping find has another span and another label.
    Both,
    /// No overlapping find.
    Missed,
}

impl Verdict {
    /// The outcomes other than [`Verdict::Correct`], in the order of reports.
    pub const ERRORS: [Self; 4] = [Self::Missed, Self::Boundary, Self::Label, Self::Both];

    /// The name in reports.
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

/// The outcome of a find.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FindOutcome {
    /// True if a mention has its span and its label.
    pub correct: bool,
    /// True if it overlaps a mention of its label.
    pub overlaps: bool,
    /// True if a mention of any label has its span.
    pub spans: bool,
    /// True if it overlaps a mention of any label.
    pub touches: bool,
    /// True if it is not scored: it touches ignored mentions alone, or is no personal data.
    pub exempt: bool,
}

impl FindOutcome {
    /// Reports whether it is a false alarm: it touches no annotation.
    pub fn is_spurious(self) -> bool {
        !self.touches && !self.exempt
    }
}

/// The outcomes of one text's mentions and finds.
#[derive(Clone, Debug, Default)]
pub struct Judgement {
    /// The outcome of each mention, with the index of the find.
    pub mentions: Vec<(Verdict, Option<usize>)>,
    /// The outcome of each find.
    pub finds: Vec<FindOutcome>,
}

/// Compares the mentions of a text with its finds, which are in order and do not overlap.
pub fn judge(gold: &Gold, found: &[Entity]) -> Judgement {
    let mut finds = vec![FindOutcome::default(); found.len()];
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
        // A literal placeholder in the text is masked only so that restoring is exact; it is no find.
        judged.exempt |= entity.source == Source::Literal;
    }
    Judgement { mentions, finds }
}

/// The indices in `found` of the entities that overlap `span`.
pub(super) fn overlapping(found: &[Entity], span: Span) -> std::ops::Range<usize> {
    let first = found.partition_point(|entity| entity.span.end() <= span.start());
    let rest = found.get(first..).unwrap_or_default();
    first..first + rest.partition_point(|entity| entity.span.start() < span.end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_name_are_one_mention() {
        let text = "Jane B. Roe Ann, Rome";
        let part = |found: &str, label: Label| {
            let start = text.find(found).unwrap();
            Mention { span: Span::new(text, start..start + found.len()).unwrap(), label }
        };
        let parts = vec![
            (part("Roe", Label::PERSON), "SURNAME"),
            (part("Ann", Label::PERSON), "SURNAME"),
            (part("Jane", Label::PERSON), "FIRSTNAME"),
            (part("B.", Label::PERSON), "MIDDLENAME"),
            (part("Rome", Label::LOCATION), "CITY"),
        ];
        let joined = join_parts(text, parts);
        let shown: Vec<_> = joined.iter().map(|mention| mention.span.slice(text)).collect();
        assert_eq!(shown, ["Jane B. Roe", "Ann", "Rome"]);
    }
}
