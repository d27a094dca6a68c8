//! Speakers who are named behind what they are in a dialogue: `[10:02] Agent Tamsin: Hello!`, `Agent (Lucia): …`.

use std::ops::Range;

use masquerade_ner::lexicon::class;

use super::{
    addressees::is_first_name,
    place::Place,
    speakers::{ROLES, is_ordinary},
    told_persons::{Mentions, Reading, add_at},
    word_names::is_word_name,
    words::Words,
};
use crate::{
    recognizers::support::{name_shape::is_name_word, word_list::is_listed},
    text::{line, window},
};

/// Farthest beginning of a line before its colon, in bytes.
const NEAR: usize = 56;
/// Farthest other turn of a speaker whom no list has, in bytes.
const FAR: usize = 4096;
/// The presence of a name that its place tells.
const PRESENCE: f32 = 0.8;

/// Adds the names of such speakers.
pub fn add_role_speakers(reading: &mut Reading<'_, '_>, named: &mut Mentions) -> Vec<Range<usize>> {
    let Reading { words, text, .. } = *reading;
    let colons = memchr::memchr2_iter(b':', b'>', text.as_bytes());
    let mut places: Vec<_> = colons.filter_map(|colon| name(words, text, colon)).collect();
    places.retain(|place| reading.kinds.of(text, place.start, place.end).is_prose());
    add_at(named, text, &places, |span, overlapped| match overlapped {
        [] => Some((PRESENCE, Place::Prose)),
        // The models take the role for a part of the name.
        [(other, _)] if other.span.covers(span) => Some((PRESENCE, Place::Prose)),
        _ => None,
    });
    places
}

/// The place of the name behind a role, at the beginning of a turn that ends at `colon`.
fn name(words: &Words<'_>, text: &str, colon: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let is_name_end = |b: &u8| b.is_ascii_alphabetic() || *b == b')' || !b.is_ascii();
    let is_open = bytes.get(colon + 1).is_none_or(u8::is_ascii_whitespace);
    // Most colons stand behind names of members, and before their values.
    if !is_open || !bytes[..colon].last().is_some_and(is_name_end) {
        return None;
    }
    let head = line::before(text, colon, NEAR);
    // A time stands before it, or another turn on the same line.
    let begin = [" | ", "] ", ") ", "> "].iter().filter_map(|sign| Some(head.rfind(sign)? + sign.len())).max();
    let turn = &head[begin.unwrap_or(0)..];
    let (role, rest) = turn.trim_start().split_once(' ').filter(|(role, _)| is_listed(role, ROLES))?;
    let bare = rest.trim_end().strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(rest.trim_end());
    // What no list has speaks again.
    let speaks_again = || {
        let near = [window::before(text, colon - turn.len(), FAR), window::behind(text, colon, FAR)];
        near.iter().any(|near| memchr::memmem::find(near.as_bytes(), turn.trim().as_bytes()).is_some())
    };
    let is_part = |word: &str| {
        is_name_word(word)
            && (is_first_name(words, word)
                || is_word_name(word)
                || !is_ordinary(words, word)
                    && (words.classes(word) & (class::FIRST | class::LAST) != 0 || speaks_again()))
    };
    let stands = !bare.is_empty() && bare.split(' ').count() <= 2 && bare.split(' ').all(is_part);
    let start = colon - (rest.len() - rest.find(bare)?);
    let is_whole = role.len() > 2 && text.get(start..start + bare.len()) == Some(bare);
    (stands && is_whole).then_some(start..start + bare.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::told_persons::tests::told;

    #[test]
    fn names_stand_behind_roles_of_speakers() {
        for (text, expected) in [
            ("Agent (Lucia): May I have it?\nUser: no", &["Lucia"][..]),
            ("Agent Quvenzo: Hello!\nUser: hi\nAgent Quvenzo: ok", &["Quvenzo", "Quvenzo"]),
            ("[10:02] Agent Quvenzo: Hello!\n[10:03] Agent Quvenzo: ok", &["Quvenzo", "Quvenzo"]),
            ("Agent Rose: Hi! | User: hi | Agent Rose: and name?", &["Rose", "Rose"]),
            ("Client Secret: x\nUser Name: y\nCustomer Service: z\nAgent ID: 5\nHost Name: w", &[]),
            ("the user Agent: x\nDriver Version: 5", &[]),
        ] {
            assert_eq!(told(add_role_speakers, text, None), expected, "{text}");
        }
    }
}
