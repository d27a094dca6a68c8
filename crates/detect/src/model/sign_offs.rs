//! Names with which messages are signed, on the line of their closing or the one below it, or behind a dash: `tks Rob`, `xo` above
//! `Becks`, `call me. -Rach`.
//!
//! Pet names stand in no list and mean nothing to the models there; what is no ordinary word counts.

use std::ops::Range;

use masquerade_ner::lexicon::class;

use super::{
    addressees::is_first_name,
    place::Place,
    speakers::is_ordinary,
    told_persons::{Mentions, Reading, add_at},
    word_names::{is_small_name, is_word_name},
    words::{OTHERS, Words},
};
use crate::recognizers::support::{
    name_shape::is_name_word,
    word_list::{WordList, is_listed},
};

/// Words of closings.
const CLOSINGS: &WordList = &WordList::new(
    "best|love|regards|rgds|brgds|thanks|thx|tks|thankyou|ta|cheers|xo|xx|xoxo|xxx|sincerely|yours|respectfully|warmly|hugs|kisses|ty|kr|br|kind|warm|\
     kindest|warmest|many|with|lots|of|truly|faithfully|ever|always|luv|sharp|bye|ciao|slainte|sláinte|blessings|later|wishes|you|thank|much|so|very",
);
/// Whom people thank or greet without a name.
const ADDRESSEES: &WordList =
    &WordList::new("mate|mates|buddy|pal|bro|dude|man|guys|folks|team|dear|friend|friends|hun|babe|mum|mom|dad|boss");
/// Most words of a closing.
const MOST: usize = 4;
/// Longest line with a closing and a name, longest name and fewest letters of one.
const LONGEST_LINE: usize = 48;
const LONGEST: usize = 16;
const SHORTEST: usize = 3;
/// The presence of a name that its place tells.
const PRESENCE: f32 = 0.8;

/// Adds the names of those who sign.
pub fn add_sign_offs(reading: &mut Reading<'_, '_>, named: &mut Mentions) -> Vec<Range<usize>> {
    let Reading { words, text, .. } = *reading;
    let mut places = Vec::new();
    let (mut start, mut is_closed) = (0, false);
    for line in text.split_inclusive('\n') {
        let bare = line.trim_end().trim_start_matches([' ', '>']);
        let begin = start + line.trim_end().len() - bare.len();
        start += line.len();
        if bare.is_empty() {
            continue;
        }
        // The last sentence of a line: `… in the fall? Best, Sandy`
        let near = bare.ceil_char_boundary(bare.len().saturating_sub(LONGEST_LINE));
        let ends =
            ["? ", "! ", ". ", ") "].into_iter().filter_map(|end| Some(near + bare[near..].rfind(end)? + end.len()));
        if let Some(last) = ends.max().or((near == 0).then_some(0)) {
            let found = signed(words, &bare[last..], is_closed && last == 0);
            places.extend(found.map(|place| begin + last + place.start..begin + last + place.end));
        }
        is_closed = bare.len() <= LONGEST_LINE && is_closing(bare);
    }
    places.extend(last_sentence(words, text).filter(|place| places.last().is_none_or(|last| last.end <= place.start)));
    places.extend(dashed(words, text).filter(|place| places.last().is_none_or(|last| last.end <= place.start)));
    places.retain(|place| reading.kinds.of(text, place.start, place.end).is_prose());
    add_at(named, text, &places, |_, overlapped| overlapped.is_empty().then_some((PRESENCE, Place::Prose)));
    places
}

/// The name that ends `line`, alone below a closing or behind its words.
fn signed(words: &Words<'_>, line: &str, is_closed: bool) -> Option<Range<usize>> {
    let body = line.trim_end_matches([' ', '.', '!', 'x', ',', '*', '_']);
    let start = body
        .rfind([' ', ',', '-', '–', '—', '~', '/'])
        .map_or(0, |at| at + body[at..].chars().next().map_or(1, char::len_utf8));
    let (head, name) = (body[..start].trim_end_matches([' ', ',', '-', '–', '—', '~', '/', '!', '.']), &body[start..]);
    let is_alone = head.is_empty() && is_closed;
    // `Best, Sandy`, but `Best Western`.
    let is_parted = !head.eq_ignore_ascii_case("best") || body[head.len()..start] != *" ";
    let is_behind = !head.is_empty() && is_closing(head) && is_parted;
    let is_small = || {
        name.len() >= SHORTEST
            && (is_small_name(name) || is_first_name(words, name))
            && name.chars().all(char::is_lowercase)
    };
    let is_other = || is_listed(name, CLOSINGS) || is_listed(name, ADDRESSEES);
    ((is_alone || is_behind) && (is_name(words, name) || is_behind && is_small() && !is_other()))
        .then_some(start..body.len())
}

/// The first name that is all of the last sentence of `text`: `pls help. connor`.
fn last_sentence(words: &Words<'_>, text: &str) -> Option<Range<usize>> {
    let body = text.trim_end_matches([' ', '.', '!', '\n', '\r', 'x', '"', '”']);
    let start = body.rfind([' ', '\n'])? + 1;
    let (head, name) = (body[..start].trim_end(), &body[start..]);
    // An answer may be the name of anything: `Which city? Paris.`
    let is_behind_sentence = head.ends_with(['.', '!']) && head.contains(' ');
    let is_first = is_first_name(words, name) && words.classes(name) & OTHERS == 0
        || is_word_name(name) && name.starts_with(char::is_uppercase);
    let fits = (SHORTEST..=LONGEST).contains(&name.chars().count())
        && name.chars().all(|c| c.is_alphabetic() || c == '-')
        && name.starts_with(char::is_alphabetic);
    (is_behind_sentence && fits && is_first && !is_listed(name, CLOSINGS)).then_some(start..body.len())
}

/// The name behind a dash at the end of `text`: `call me. -Rach`.
fn dashed(words: &Words<'_>, text: &str) -> Option<Range<usize>> {
    let body = text.trim_end_matches([' ', '.', '!', '\n', '\r']);
    let dash = body.rfind(['-', '–', '—', '~'])?;
    let behind = dash + body[dash..].chars().next()?.len_utf8();
    let name = body[behind..].trim_start_matches(' ');
    let head = body[..dash].trim_end_matches([' ', '-']);
    let ends = head.is_empty() || head.len() < dash && head.ends_with(['.', '!', '?', ')', '\n', ',']);
    let start = body.len() - name.len();
    (ends && !head.is_empty() && is_name(words, name)).then_some(start..body.len())
}

/// Reports whether `line` is a closing: a few of its words, and nothing else.
fn is_closing(line: &str) -> bool {
    let mut words =
        line.split([' ', ',']).map(|word| word.trim_matches(['.', '!', '-', '–'])).filter(|word| !word.is_empty());
    words.clone().count() <= MOST && words.clone().next().is_some() && words.all(|word| is_listed(word, CLOSINGS))
}

/// Reports whether `name` may be a pet name or a first name: one word with a capital that is no ordinary one.
fn is_name(words: &Words<'_>, name: &str) -> bool {
    let letters = name.chars().count();
    (SHORTEST..=LONGEST).contains(&letters)
        && is_name_word(name)
        && !is_listed(name, CLOSINGS)
        && name.chars().skip(1).any(char::is_lowercase)
        && (is_word_name(name) || words.classes(name) & class::COMMON_FIRST != 0 || !is_ordinary(words, name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::told_persons::tests::told;

    #[test]
    fn messages_are_signed() {
        for (text, expected) in [
            ("see you soon\nxo\nBecks\np.s. call me", Some("Becks")),
            ("can you get it?\ntks Rob", Some("Rob")),
            ("can you get it?\n\nLove,\n\nGale x", Some("Gale")),
            ("can you get it?\nMany thanks - Rach", Some("Rach")),
            ("is the room free? -Rach", Some("Rach")),
            ("> all good.\n> Cheers\n> Becks", Some("Becks")),
            ("Penny, can you please send it? Best, Sandy", Some("Sandy")),
            ("let me know if you want it. Gale", Some("Gale")),
            ("my acc is empty. pls help. connor", Some("connor")),
            ("Where is it? Paris.", None),
            ("new # for me. tks rob", Some("rob")),
            ("It is done.\nBR/Rach", Some("Rach")),
            ("Thanks/Regards", None),
            ("thanks mate", None),
            ("Thanks\nSupport", None),
            ("Thanks Facilities", None),
            ("Best Western", None),
            ("use the well-Known", None),
            ("Berlin - Munich - Hamburg", None),
            ("Thanks", None),
        ] {
            assert_eq!(told(add_sign_offs, text, None).first().copied(), expected, "{text}");
        }
    }
}
