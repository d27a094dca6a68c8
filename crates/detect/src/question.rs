//! Questions: the sentence before a short answer, which names the kind of the answer.
//!
//! In chats, `kuntze` is a name because the turn before asks for one. A short text is therefore searched a second time,
//! below the question, as if both were lines of one text. A question adds entities; it takes none away.

use crate::{
    entity::Entity,
    text::{Span, window},
};

/// Longest answer, in bytes.
const MAX_ANSWER: usize = 120;
/// Longest question, in bytes.
const MAX_QUESTION: usize = 240;
/// Words by which a sentence asks for something of its reader, question mark or not.
const REQUESTS: &[&str] = &[
    "your ", "please", " votre ", " vos ", " ihre", " su ", " tu ", " vostro", " suo ", " uw ", " je ", " bitte ",
    "proszę ",
];

/// The sentence at the end of `before` if it is a question or a request, and `text` is short enough to be an answer.
pub(crate) fn before_answer<'b>(before: &'b str, text: &str) -> Option<&'b str> {
    if before.is_empty() || text.len() > MAX_ANSWER || !text.contains(char::is_alphanumeric) {
        return None;
    }
    let before = before.trim_end();
    let near = window::before(before, before.len(), MAX_QUESTION);
    let body = near.trim_end_matches(|c: char| !c.is_alphanumeric());
    let sentence = match body.rfind(['.', '!', '?', '\n']) {
        Some(end) => &near[end + 1..],
        // Its beginning is too far away.
        None if near.len() < before.len() => return None,
        None => near,
    };
    let sentence = sentence.trim_start();
    let asks = || {
        let lower = format!(" {}", sentence.to_lowercase());
        REQUESTS.iter().any(|word| lower.contains(word))
    };
    (sentence.contains(['?', '？']) || sentence.ends_with([':', '：']) || asks()).then_some(sentence)
}

/// The entities of a text: `found` in it alone, and `below` those of a text in which it begins at `start`, behind a question.
pub(crate) fn with_answers(text: &str, found: Vec<Entity>, below: Vec<Entity>, start: usize) -> Vec<Entity> {
    let answers = below.into_iter().filter_map(|entity| {
        let range = entity.span.range();
        let within = (range.end > start).then(|| range.start.max(start) - start..range.end - start)?;
        let span = Span::new(text, within).expect("an entity begins and ends between characters");
        Some(Entity { span, ..entity })
    });
    let answers: Vec<Entity> = answers.collect();
    let is_covered = |entity: &Entity| answers.iter().any(|answer| answer.span.covers(entity.span));
    if found.iter().all(is_covered) {
        return answers;
    }
    let is_new = |answer: &Entity| found.iter().all(|entity| !entity.span.overlaps(answer.span));
    let new: Vec<Entity> = answers.into_iter().filter(is_new).collect();
    let mut all = found;
    all.extend(new);
    all.sort_by_key(|entity| entity.span.start());
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_and_requests_stand_before_short_answers() {
        for (before, sentence) in [
            ("What is your name?", Some("What is your name?")),
            ("Sure, I can help. May I have your name, please", Some("May I have your name, please")),
            ("Hello!\nName:", Some("Name:")),
            ("¿Cómo se llama? ", Some("¿Cómo se llama?")),
            ("お名前は？", Some("お名前は？")),
            ("It rains.", None),
            ("Is it you? It rains.", None),
            ("", None),
        ] {
            assert_eq!(before_answer(before, "meena"), sentence, "{before}");
        }
        assert_eq!(before_answer("What is your name?", &"meena ".repeat(40)), None);
        assert_eq!(before_answer("What is your name?", "…"), None);
        assert_eq!(before_answer(&format!("{} is it so?", "and then ".repeat(60)), "meena"), None);
    }
}
