//! Argmax decoding under the BIO scheme, for scores that need no thresholds.

use std::ops::Range;

use masquerade_ner::tag::{self, TAGS, Type};

/// The best sequence of tags that the scheme allows, where `probabilities` has a row for each token.
pub fn tags(probabilities: &[f32]) -> Vec<usize> {
    let count = probabilities.len() / TAGS;
    let mut back: Vec<[u8; TAGS]> = Vec::with_capacity(count);
    let mut scores = [f32::NEG_INFINITY; TAGS];
    for (t, row) in probabilities.chunks_exact(TAGS).enumerate() {
        let mut next = [f32::NEG_INFINITY; TAGS];
        let mut from = [0_u8; TAGS];
        for (to, p) in row.iter().enumerate() {
            let gain = p.max(1e-9).ln();
            if t == 0 {
                if tag::may_follow(None, to) {
                    next[to] = gain;
                }
                continue;
            }
            for (before, score) in scores.iter().enumerate() {
                if tag::may_follow(Some(before), to) && score + gain > next[to] {
                    next[to] = score + gain;
                    from[to] = before as u8;
                }
            }
        }
        back.push(from);
        scores = next;
    }
    let mut at = (0..TAGS).max_by(|a, b| scores[*a].total_cmp(&scores[*b])).unwrap_or(0);
    let mut tags = vec![0; count];
    for t in (0..count).rev() {
        tags[t] = at;
        at = usize::from(back[t][at]);
    }
    tags
}

/// The entities of a sequence of tags, as ranges of tokens.
pub fn entities(tags: &[usize]) -> Vec<(Range<usize>, Type)> {
    let mut found: Vec<(Range<usize>, Type)> = Vec::new();
    for (t, tag) in tags.iter().enumerate() {
        match tag::parts(*tag) {
            Some((kind, true)) => found.push((t..t + 1, kind)),
            Some((_, false)) => {
                if let Some(last) = found.last_mut() {
                    last.0.end = t + 1;
                }
            }
            None => {}
        }
    }
    found
}
