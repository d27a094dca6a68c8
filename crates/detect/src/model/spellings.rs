//! Spellings that the models do not read: names with the wrong letters in capitals (`jOHN sMITH`), and names joined in a hashtag
//! (`#JaneRoe`).

use std::borrow::Cow;

use masquerade_ner::{Mention, lexicon::class};

use super::{
    merge::with_persons,
    place::Place,
    words::{OTHERS, Words},
};
use crate::{common_words::is_common_word, text::Span};

/// `text` with its case turned round in neighbours of which each has a small letter before capitals: somebody left Caps Lock on. Of
/// letters of ASCII alone, so that offsets stay.
pub fn with_case(text: Cow<'_, str>) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let may_begin = |window: &[u8; 4]| {
        let [before, first, second, third] = window;
        !before.is_ascii_alphanumeric()
            && first.is_ascii_lowercase()
            && second.is_ascii_uppercase()
            && third.is_ascii_uppercase()
    };
    let begins = matches!(bytes, [a, b, c, ..] if may_begin(&[b' ', *a, *b, *c]));
    if !begins && !bytes.array_windows().any(may_begin) {
        return text;
    }
    let mut turned = bytes.to_vec();
    let mut last: Option<(usize, usize)> = None;
    let mut start = 0;
    for word in text.split(' ') {
        let end = start + word.len();
        let letters = word.trim_end_matches(|c: char| !c.is_ascii_alphabetic());
        if is_inverted(letters) {
            if let Some((from, _)) = last.filter(|(_, to)| *to + 1 == start) {
                turned.get_mut(from..end).into_iter().flatten().for_each(turn);
                last = Some((end, end));
            } else {
                last = Some((start, end));
            }
        } else {
            last = None;
        }
        start = end + 1;
    }
    Cow::Owned(String::from_utf8(turned).expect("ASCII was replaced by ASCII"))
}

/// Reports whether `word` has a small letter and capitals behind it: `jOHN`, but not `iOS`.
fn is_inverted(word: &str) -> bool {
    /// Fewest letters.
    const SHORTEST: usize = 3;
    let mut bytes = word.bytes();
    word.len() >= SHORTEST
        && bytes.next().is_some_and(|b| b.is_ascii_lowercase())
        && bytes.all(|b| b.is_ascii_uppercase())
}

fn turn(byte: &mut u8) {
    if byte.is_ascii_alphabetic() {
        *byte ^= 0x20;
    }
}

/// `named` with the persons of hashtags and mentions in chats (`@JaneRoe`), instead of other mentions of these: two or three joined words, of which the first is a first
/// name and the last a surname. Each has the presence `threshold`.
pub fn with_hashtags(
    words: &Words<'_>,
    text: &str,
    named: Vec<(Mention, Place)>,
    threshold: f32,
) -> Vec<(Mention, Place)> {
    let tags = memchr::memchr2_iter(b'#', b'@', text.as_bytes()).filter_map(|start| {
        // Within an address of mail a name stands before the sign.
        if text[..start].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '@')) {
            return None;
        }
        let rest = &text[start + 1..];
        let tag = &rest[..rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len())];
        let span = Span::new(text, start..start + 1 + tag.len()).expect("a hashtag is whole");
        is_name(words, tag).then_some((span, ()))
    });
    with_persons(named, tags, |_, (), overlapped| {
        Some((threshold, overlapped.first().map_or(Place::Prose, |(_, place)| *place)))
    })
}

/// Reports whether the words that are joined in `tag` are a person's name.
fn is_name(words: &Words<'_>, tag: &str) -> bool {
    const MOST: usize = 3;
    let starts: Vec<usize> =
        tag.char_indices().filter(|(_, c)| c.is_uppercase()).map(|(at, _)| at).take(MOST + 1).collect();
    if !(2..=MOST).contains(&starts.len()) || starts[0] != 0 {
        return false;
    }
    let ends = starts.iter().skip(1).copied().chain([tag.len()]);
    let mut parts = starts.iter().zip(ends).map(|(start, end)| &tag[*start..end]);
    let is_word = |word: &str| word.len() > 2 && word.chars().all(char::is_alphabetic) && !is_common_word(word);
    let first = parts
        .next()
        .is_some_and(|first| is_word(first) && words.classes(first) & (class::FIRST | OTHERS) == class::FIRST);
    first && parts.all(|part| is_word(part) && words.classes(part) & (class::LAST | class::FIRST) != 0)
}

#[cfg(test)]
mod tests {
    use masquerade_ner::Model;

    use super::*;

    #[test]
    fn case_is_turned_round_in_neighbours() {
        for (text, expected) in [
            ("jOHN sMITH called", "John Smith called"),
            ("ask aNNA rOE, please", "ask Anna Roe, please"),
            ("on iOS and macOS", "on iOS and macOS"),
            ("my iPHONE is", "my iPHONE is"),
            ("plain Text", "plain Text"),
        ] {
            assert_eq!(with_case(Cow::Borrowed(text)), expected);
        }
    }

    #[test]
    fn hashtags_hold_names() {
        let model = Model::embedded().unwrap();
        let words = Words { model: &model, reads_european: true };
        let found = |text: &str| {
            let named = with_hashtags(&words, text, Vec::new(), 0.4);
            named.first().map(|(mention, _)| mention.span.slice(text).to_owned())
        };
        assert_eq!(found("vote #ShaneWatson now").as_deref(), Some("#ShaneWatson"));
        assert_eq!(found("thanks @ShaneWatson").as_deref(), Some("@ShaneWatson"));
        for other in [
            "@Override",
            "mail@ShaneWatson",
            "#NewYork",
            "#MondayMotivation",
            "#include",
            "#Anna",
            "#FF00AA",
            "#GameOfThrones",
            "# Jane Roe",
        ] {
            assert_eq!(found(other), None, "{other}");
        }
    }
}
