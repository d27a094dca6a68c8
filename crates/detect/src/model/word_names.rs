//! First names of English that are words, too, where the sentence is plain: `Mark is ill and Grant is away`, `read to Ivy and Olive`.
//!
//! The models take them for words. A capital within a sentence, behind a word that somebody follows, tells a name before what persons do;
//! at the beginning of a sentence only what persons alone do or are tells one.

use masquerade_ner::Mention;

use super::{
    merge::with_persons,
    place::{Place, Places},
    words::Words,
};
use crate::{
    recognizers::support::word_list::{WordList, is_listed},
    text::{Span, run_before, run_behind, window},
};

/// First names that are ordinary words.
const NAMES: &WordList = &WordList::new(
    "will|mark|grant|bill|hope|joy|jack|dean|ivy|olive|rich|chase|hunter|dawn|faith|grace|rose|sue|rob|pat|art|gene|ray|drew|frank|violet|iris|\
     heather|daisy|ruby|pearl|amber|holly|robin|dale|cliff|rusty|sandy|nick|lance|miles|penny|piper|reed|rod|wade|precious|gift|blessing|\
     patience|mercy|charity|summer|autumn|april|june|may|max|dick|don|guy|victor|basil|colt|clay|chip|josh|peg|bob|jay|kit|lane|ford|mason|\
     carter|cooper|tanner|skye|angel|christian|earl|duke|major|norm|sterling|stone|skip|wren|jade|hazel|poppy|willow|fern|ginger|melody|harmony",
);
/// Months among them, which stand behind prepositions, too.
const MONTHS: &WordList = &WordList::new("april|june|may|summer|autumn|dawn");
/// Words behind which a subject follows.
const BEFORE_SUBJECT: &WordList = &WordList::new(
    "and|but|while|because|that|when|if|so|then|said|says|thinks|think|guess|hope|since|until|though|although|where|whether|or|than|after|before",
);
/// Words behind which an object follows.
const BEFORE_OBJECT: &WordList = &WordList::new(
    "with|to|from|ask|asked|tell|told|called|call|met|saw|remind|invite|invited|email|texted|thank|thanked|without|dear|hi|hey|beside|poor|love",
);
/// What persons do and hardly anything else.
const PERSONAL: &WordList = &WordList::new(
    "can't|cannot|called|calls|said|says|told|tells|went|goes|asked|asks|wants|wanted|arrived|drove|drives|moved|thinks|thought|knows|knew|lives|\
     lived|works|worked|loves|loved|likes|liked|hates|hated|cried|laughed|smiled|forgot|promised|apologised|apologized|married|texted|emailed|\
     replied|covers|feels|felt|wrote|writes|reads|pays|never|hasn't|didn't|doesn't|won't|isn't|wasn't|couldn't|wouldn't",
);
/// What persons and things do.
const VERBS: &WordList = &WordList::new(
    "is|was|has|had|will|would|can|could|does|did|came|comes|left|starts|started|read|sat|ran|took|takes|gave|gives|got|gets|needs|needed|made|also|\
     already|just|still|again|may|might|should|must|kept|keeps|paid|who",
);
/// What persons are behind `is` and `was`.
const STATES: &WordList = &WordList::new(
    "ill|away|late|here|sick|home|upset|sorry|tired|angry|busy|pregnant|coming|married|divorced|worried|sad|happy|afraid|hungry|retired|asleep|\
     crying|joining|leaving|visiting|not|off|out|my|his|her|our|their|hurt|unwell|annoyed|excited|scared|five|six|seven|eight|nine|ten|two|three|four",
);
/// Longest word that is read, in bytes.
const NEAR: usize = 24;
/// The presence of a name that its sentence tells.
const PRESENCE: f32 = 0.75;

/// `named` with the first names that their sentences tell from words; each has the presence `threshold` at least.
pub fn with_word_names(
    words: &Words<'_>,
    text: &str,
    named: Vec<(Mention, Place)>,
    places: &mut Places<'_>,
    threshold: f32,
) -> Vec<(Mention, Place)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    for (at, byte) in bytes.iter().enumerate() {
        let begins = byte.is_ascii_uppercase() && at.checked_sub(1).is_none_or(|at| matches!(bytes[at], b' ' | b'\n'));
        if begins
            && let Some(len) = name_len(text, at)
            && places.of(text, at, at + len) == Place::Prose
        {
            found.extend(Span::new(text, at..at + len).map(|span| (span, ())));
        }
    }
    if found.is_empty() {
        return named;
    }
    let presence = threshold.max(PRESENCE);
    let is_same = |span: Span, other: &Mention| other.span == span && words.classes(span.slice(text)) != 0;
    with_persons(named, found, |span, (), overlapped| {
        overlapped.iter().all(|(other, _)| is_same(span, other)).then_some((presence, Place::Prose))
    })
}

/// Reports whether a name begins at `at` that its sentence tells from a word.
pub fn begins_at(text: &str, at: usize) -> bool {
    name_len(text, at).is_some()
}

/// The length of the name at `at`, if its sentence tells that it is one.
fn name_len(text: &str, at: usize) -> Option<usize> {
    let near = window::behind(text, at, NEAR);
    let name = run_behind(near, char::is_alphabetic);
    if !is_listed(name, NAMES) || !name.chars().skip(1).all(char::is_lowercase) {
        return None;
    }
    let rest = &text[at + name.len()..];
    let next = next_word(rest);
    let head = window::before(text, at, NEAR);
    let last = run_before(head.strip_suffix(' ').unwrap_or_default(), |c| c.is_alphabetic() || c == '\'');
    let is_month = is_listed(name, MONTHS);
    let is_state = || {
        let behind = rest.get(1 + next.len()..).unwrap_or_default();
        let state = next_word(behind);
        // Seasons and months come, too.
        let is_of_time = is_month && matches!(state, "here" | "late" | "coming" | "not" | "away" | "out");
        matches!(next, "is" | "was") && is_listed(state, STATES) && !is_of_time
    };
    let begins = head.trim_end().is_empty() || head.trim_end().ends_with(['.', '!', '?', '\n', '"', '“', ';']);
    let is_subject = if begins || is_month {
        is_listed(next, PERSONAL) || is_state()
    } else {
        let is_clause = head.ends_with(", ") || is_lower(last) && is_listed(last, BEFORE_SUBJECT);
        is_clause && (is_listed(next, PERSONAL) || is_listed(next, VERBS))
    };
    // `Ask Drew or Chase`
    let ends = next.is_empty() && !rest.starts_with([' ', '-', '/', '@', '_']) || is_lower(next);
    let is_object = !is_month && ends && is_listed(last, BEFORE_OBJECT) && !rest.starts_with("'s ");
    // `Will can't come` asks nothing: `Will Jane come?`, `Will it …`
    (is_subject || is_object).then_some(name.len())
}

/// The word behind the blank with which `text` begins.
fn next_word(text: &str) -> &str {
    run_behind(text.strip_prefix(' ').unwrap_or_default(), |c| c.is_alphabetic() || c == '\'')
}

fn is_lower(word: &str) -> bool {
    word.starts_with(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        let names = text.char_indices().filter(|(at, _)| *at == 0 || text[..*at].ends_with([' ', '\n']));
        names.filter_map(|(at, _)| Some(&text[at..at + name_len(text, at)?])).collect()
    }

    #[test]
    fn plain_sentences_tell_names_from_words() {
        for (text, expected) in [
            ("Will can't come, Mark is ill and Grant is away.", &["Will", "Mark", "Grant"][..]),
            ("She sat with Jack while Dean read to Ivy.", &["Jack", "Dean", "Ivy"]),
            ("I gave it to Hope; Joy was out.", &["Hope", "Joy"]),
            ("June is off in August and April covers.", &["June", "April"]),
            ("Bill called again.", &["Bill"]),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
        for text in [
            "Hope is important. Mark is required. Grant was awarded.",
            "Will it rain? Will Jane come?",
            "The Bill was passed in May and June.",
            "from May to June, since April",
            "to Grant County, with Rose Water",
            "Summer is here. May was cold.",
            "Mark the date. Bill of lading.",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }
}
