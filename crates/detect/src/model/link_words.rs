//! Link words of names: mentions that the models end at one go on to the end of the name (`Society of` of `Society of Jesus`).

use masquerade_ner::{Mention, Type};

use crate::text::Span;

/// Words between the parts of a name.
const LINKS: [&str; 14] =
    ["of", "for", "de", "do", "da", "dos", "das", "del", "della", "di", "du", "des", "von", "van"];
/// Words between two names.
const SEPARATORS: [&str; 9] = ["and", "&", "et", "y", "e", "i", "og", "und", "in"];
/// Most words behind a link that belong to its name, where no mention says so.
const MOST: usize = 3;

/// `mentions` of `text`, in order, each on to the end of its name behind a link, or without a separator at its end.
pub fn names(text: &str, mentions: Vec<Mention>) -> Vec<Mention> {
    let mut whole: Vec<Mention> = Vec::with_capacity(mentions.len());
    for mention in mentions {
        match whole.last_mut() {
            // A part of the name that ended in a link.
            Some(last) if mention.span.start() < last.span.end() => {
                let end = mention.span.end().max(last.span.end());
                last.span = Span::new(text, last.span.start()..end).expect("mentions are whole words");
            }
            _ => whole.push(one(text, mention)),
        }
    }
    whole
}

fn one(text: &str, mention: Mention) -> Mention {
    let found = mention.span.slice(text);
    let Some((before, last)) = found.rsplit_once(' ') else { return mention };
    let is_article = last == "the" && before.rsplit(' ').next().is_some_and(|word| LINKS.contains(&word));
    // Particles of persons are told from words with the lists of names (`bounds`).
    let is_link = if mention.kind == Type::Person { last == "of" } else { is_article || LINKS.contains(&last) };
    if !is_link && !SEPARATORS.contains(&last) {
        return mention;
    }
    let end = mention.span.end();
    let rest = if is_link { capitals(text, end) } else { 0 };
    let end = if rest > 0 { end + rest } else { mention.span.start() + without_links(before).len() };
    let span = Span::new(text, mention.span.start()..end).expect("words are whole");
    Mention { span, ..mention }
}

/// The length of the words with capitals behind `end`, each behind a blank; of `the` before them, too.
fn capitals(text: &str, end: usize) -> usize {
    let article = if text[end..].starts_with(" the ") { " the".len() } else { 0 };
    let mut len = article;
    for _ in 0..MOST {
        let Some(rest) = text[end + len..].strip_prefix(' ').filter(|rest| rest.starts_with(char::is_uppercase)) else {
            break;
        };
        len += 1 + rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
    }
    if len == article { 0 } else { len }
}

/// `name` without links at its end.
fn without_links(name: &str) -> &str {
    match name.rsplit_once(' ') {
        Some((before, last)) if LINKS.contains(&last) => before,
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found<'t>(text: &'t str, parts: &[&str]) -> Vec<&'t str> {
        let mention = |part: &&str| {
            let start = text.find(part).unwrap();
            let span = Span::new(text, start..start + part.len()).unwrap();
            Mention { span, kind: Type::Organization, presence: 0.8, confidence: 0.6, alternative: None }
        };
        let all = names(text, parts.iter().map(mention).collect());
        all.into_iter().map(|mention| mention.span.slice(text)).collect()
    }

    #[test]
    fn names_go_on_behind_links() {
        for (text, parts, expected) in [
            ("the Society of Jesus was", &["Society of"][..], &["Society of Jesus"][..]),
            ("the Society of Jesus was", &["Society of", "Jesus"], &["Society of Jesus"]),
            ("the Party of the Roe Islands is", &["Party of the", "Roe Islands"], &["Party of the Roe Islands"]),
            ("the Party of the Islands is", &["Party of"], &["Party of the Islands"]),
            ("in Rio de Janeiro.", &["Rio de"], &["Rio de Janeiro"]),
            ("the Society of it", &["Society of"], &["Society"]),
            ("the Society of the blind", &["Society of the"], &["Society"]),
            ("Roe Hospital and Roe College", &["Roe Hospital and"], &["Roe Hospital"]),
            ("by Jane and Roe", &["Jane", "Roe"], &["Jane", "Roe"]),
            ("Rome of", &["Rome of"], &["Rome"]),
        ] {
            assert_eq!(found(text, parts), expected, "{text}");
        }
    }
}
