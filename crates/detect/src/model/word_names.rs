//! First names of English that are words, too, where the sentence is plain: `Mark is ill and Grant is away`, `read to Ivy and Olive`.
//!
//! The models take them for words. A capital within a sentence, behind a word that somebody follows, tells a name before what persons do;
//! at the beginning of a sentence only what persons alone do or are tells one. Relatives (`with mum Hope`), thanks (`Thanks Rose!`) and lists
//! behind a word for persons (`Panel: Mark, Hunter, Joy`) tell names, too.

use masquerade_ner::{Mention, Type, lexicon::class};

use super::{
    function_words::is_function_word,
    merge::with_persons,
    place::{Place, Places},
    word_name_neighbours,
    words::{OTHERS, Words},
};
use crate::{
    common_words::is_common_word,
    recognizers::support::word_list::{WordList, is_listed},
    text::{Span, run_before, run_behind, window},
};

/// First names that are ordinary words.
const NAMES: &WordList = &WordList::new(
    "will|mark|grant|bill|hope|joy|jack|dean|ivy|olive|rich|chase|hunter|dawn|faith|grace|rose|sue|rob|pat|art|gene|ray|drew|frank|violet|iris|\
     heather|daisy|ruby|pearl|amber|holly|robin|dale|cliff|rusty|sandy|nick|lance|miles|penny|piper|reed|rod|wade|precious|gift|blessing|\
     patience|mercy|charity|summer|autumn|april|june|may|max|dick|don|guy|victor|basil|colt|clay|chip|josh|peg|bob|jay|kit|lane|ford|mason|\
     carter|cooper|tanner|skye|angel|christian|earl|duke|major|norm|sterling|stone|skip|wren|jade|hazel|poppy|willow|fern|ginger|melody|harmony|\
     rain|river|wolf|rocky|gale|crystal|bee|honor|honour|prudence|constance|justice|comfort|destiny|trinity|serenity|sage|sky|ash|reef|forest|\
     jewel|opal|coral|sunny|teddy|woody|brandy|sherry|candy|cherry|clover|jean|felicity|verity|temperance|flint|heath|glen|moss|chance|cash|pierce|\
     buck|curt|drake|kirk|brook|bonnie|dusty|dot|\
     lily|lark|sonny|buddy|red|storm|star|stella|tank|slim|fran|ernest|archer|parker|tyler|marshall|miller|fletcher|bishop|king|prince|noble|\
     savannah|dakota|georgia|brooklyn|austin|dallas|madison|sydney|paris|chelsea|florence|victoria|carolina|virginia|lincoln|logan|phoenix|\
     jordan|india|asia|london|milan|vienna|adelaide|alexandria|regina|chester|memphis|preston|sierra|savanna|tyrone|kerry|clare|catalina",
);
/// Months among them, and places, which stand behind prepositions, too.
const MONTHS: &WordList = &WordList::new(
    "april|june|may|summer|autumn|dawn|savannah|dakota|georgia|brooklyn|austin|dallas|madison|sydney|paris|chelsea|florence|victoria|carolina|virginia|\
     lincoln|logan|phoenix|jordan|india|asia|london|milan|vienna|adelaide|alexandria|regina|chester|memphis|preston|sierra|savanna|tyrone|kerry|clare|\
     catalina",
);
/// Words behind which a subject follows.
const BEFORE_SUBJECT: &WordList = &WordList::new(
    "and|but|while|because|that|when|if|so|then|said|says|thinks|think|guess|hope|since|until|though|although|where|whether|or|than|after|before|\
     felt|feels|reckons|claims|claimed|alleges|reports|reported|states|stated|insists|insisted|swears",
);
/// Words that begin a sentence before its subject.
const OPENERS: &WordList =
    &WordList::new("today|yesterday|tonight|currently|recently|sometimes|now|then|later|here|apparently|maybe");
/// Words behind which an object follows.
const BEFORE_OBJECT: &WordList = &WordList::new(
    "with|to|from|ask|asked|tell|told|called|call|met|saw|remind|invite|invited|email|texted|thank|thanked|without|dear|hi|hey|beside|poor|love",
);
/// What persons do and hardly anything else.
const PERSONAL: &WordList = &WordList::new(
    "opposed|seconded|abstained|attends|attended|worries|worried|booked|denies|denied|complained|spoke|rang|phoned|refused|insisted|volunteered|agreed|admitted|\
     can't|cannot|called|calls|said|says|told|tells|went|goes|asked|asks|wants|wanted|arrived|drove|drives|moved|thinks|thought|knows|knew|lives|\
     lived|works|worked|loves|loved|likes|liked|hates|hated|cried|laughed|smiled|forgot|promised|apologised|apologized|married|texted|emailed|\
     replied|covers|feels|felt|wrote|writes|reads|pays|never|hasn't|didn't|doesn't|won't|isn't|wasn't|couldn't|wouldn't|presented|disclosed|\
     texts|emails|rings|phones|slept|wrote|knew|retired|fainted|vomited|apologises|apologizes|reckons|swears",
);
/// What persons and things do.
const VERBS: &WordList = &WordList::new(
    "is|was|has|had|will|would|can|could|does|did|came|comes|left|starts|started|read|sat|ran|took|takes|gave|gives|got|gets|needs|needed|made|also|\
     already|just|still|again|may|might|should|must|kept|keeps|paid|who",
);
/// What persons are behind `is` and `was`.
const STATES: &WordList = &WordList::new(
    "ill|away|late|here|sick|home|upset|sorry|tired|angry|busy|pregnant|coming|married|divorced|worried|sad|happy|afraid|hungry|retired|asleep|\
     crying|joining|leaving|visiting|going|bringing|staying|starting|moving|waiting|working|having|taking|getting|driving|cooking|not|off|out|my|his|her|our|their|hurt|unwell|poorly|absent|annoyed|excited|scared|five|six|seven|eight|nine|ten|two|three|four",
);
/// Words behind which somebody is named, and a thing hardly.
const BEFORE_PERSON: &WordList = &WordList::new(
    "did|does|let|lets|about|by|where's|who's|how's|esp|especially|incl|including|help|visit|visiting|see|seeing|meet|meeting|send|give|gave|bring|ring|phone|i'm|im|am|named|wants|message|msg|text|copied|copying|added|invited",
);
/// Those of them, and others, that no month follows.
const BEFORE_ANYBODY: &WordList =
    &WordList::new("ask|asked|tell|told|let|lets|remind|invite|email|text|i'm|im|named|did|does|ring|phone");
/// Relatives and other persons whose names stand right behind them.
const RELATIVES: &WordList = &WordList::new(
    "mum|mom|mam|mummy|mommy|dad|daddy|stepdad|stepmum|stepmom|stepfather|stepmother|wife|husband|hubby|son|daughter|sister|brother|sis|bro|aunt|\
     auntie|aunty|uncle|cousin|nephew|niece|gran|nan|nana|grandma|granny|grandmother|grandad|granddad|grandpa|neighbour|neighbor|boyfriend|\
     girlfriend|fiance|fiancé|fiancée|kid|toddler|godson|goddaughter|assistant|supervisor|manager|receptionist|secretary|lawyer|hairdresser|tutor|nanny|\
     lass|lad|boss|roommate|flatmate|housemate|colleague|nurse|carer|twins|stepson|stepdaughter|grandson|granddaughter|mate|mama|papa|baba|\
     kuya|ate|tita|tito|si|kay|buddy|gf|bf|ex|kids|children|grandkids|grandchildren|siblings|sons|daughters|nephews|nieces|babysitter|childminder|landlady|ms|mrs|miss|mx|mr|officer|constable|inspector|detective|coach|pastor|driver|midwife|matron|deacon|\
     elder|reverend|imam|rabbi",
);
/// Greetings and thanks that end in a name.
const THANKS: &WordList = &WordList::new(
    "thanks|thx|tks|ta|ty|thankyou|cheers|hello|hiya|heya|howdy|morning|afternoon|evening|goodbye|bye|sorry|welcome|congrats|congratulations|\
     okay|yes|yeah|birthday",
);
/// Ends of thanks for something, before a name.
const THANKED: &WordList = &WordList::new(
    "help|time|support|patience|message|call|reply|email|update|kindness|everything|again|much|you|advice|assistance|card|visit|lift",
);
/// Words of forms and minutes before lists of persons.
const ROLLS: &WordList = &WordList::new(
    "mon|tue|wed|thu|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday|panel|panellists|panelists|present|attendees|attendance|attending|attended|apologies|absent|participants|invited|invitees|guests|hosts|\
     speakers|interviewers|candidate|candidates|kids|children|siblings|twins|bridesmaids|ushers|mentors|volunteers|staff|crew|chaperones|\
     list|rota|team|squad|drivers|cover|owner|manager|lead|leads|with|cc|to|from|contact|contacts|reviewers|players|witnesses|pupils|students|passengers|nok",
);
/// Longest word that is read, in bytes.
const NEAR: usize = 24;
/// Farthest thanks before what they are for, in bytes.
const FAR: usize = 48;
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
    // The ends of the names before, which a list goes on behind.
    let mut persons =
        named.iter().map(|(mention, _)| mention).filter(|mention| mention.kind == Type::Person).peekable();
    let (mut end, mut known) = (None, None);
    for (at, byte) in bytes.iter().enumerate() {
        let begins = byte.is_ascii_uppercase()
            && at.checked_sub(1).is_none_or(|at| matches!(bytes[at], b' ' | b'\n' | b'-' | b'(' | b'"'));
        if !begins {
            continue;
        }
        while let Some(person) = persons.next_if(|person| person.span.end() <= at) {
            known = Some(person.span.end());
        }
        if let Some(len) = name_len(text, at)
            .or_else(|| listed_len(text, end.max(known)?, at))
            .or_else(|| first_name_len(words, text, at))
            && places.of(text, at, at + len) == Place::Prose
        {
            end = Some(at + len);
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

/// Reports whether `name`, in small letters, ends a greeting or thanks as a name: `thanks chip!`, `hey drew,`.
pub fn is_greeted_small(name: &str, rest: &str) -> bool {
    let ends = rest.trim().is_empty() || rest.starts_with([',', '!', '\n', '?']);
    ends && is_small_name(name)
}

/// Reports whether `name`, in small letters, is one of [`NAMES`] where people greet, thank and sign.
pub fn is_small_name(name: &str) -> bool {
    /// Words that are said there to anybody, or begin a sentence.
    const OTHERS: &WordList = &WordList::new(
        "will|may|hope|grant|guy|king|buddy|star|sky|rich|art|stone|rain|storm|red|summer|autumn|april|june|noble|prince|skip|sage|comfort|patience|\
         mercy|charity|gift|major|norm|justice|honor|honour|sterling|forest|river|tank|slim|master|blessing|harmony|melody",
    );
    is_listed(name, NAMES) && !is_listed(name, OTHERS)
}

/// Reports whether `word` and `rest` introduce `name`, in small letters, between them: `this is hope again`, `hi i'm faith`.
pub fn is_introduced_small(head: &str, name: &str, rest: &str) -> bool {
    /// Adjectives, and words of time and weather.
    const OTHERS: &WordList = &WordList::new(
        "will|may|rich|frank|rusty|sandy|dusty|art|summer|autumn|april|june|dawn|red|slim|sunny|noble|sterling|major|norm|chance|justice|max|hope|star|sky|\
         rain|storm|king|prince|buddy|skip|patience|mercy|comfort|blessing|harmony|destiny|candy|cash",
    );
    let is_here = || [" again", " here", " from ", " speaking", " calling"].iter().any(|word| rest.starts_with(word));
    let ends = || rest.trim().is_empty() || rest.starts_with([',', '.', '!', '\n']);
    let is_said = |said: &str| {
        head.len() >= said.len() && head.as_bytes()[head.len() - said.len()..].eq_ignore_ascii_case(said.as_bytes())
    };
    let is_told = (["this is", "its", "it's", "it’s"].iter().any(|said| is_said(said)) && is_here())
        || (["i'm", "i’m", " im"].iter().any(|said| is_said(said))
            && (is_here() || ends())
            && !is_listed(name, OTHERS));
    is_told && is_listed(name, NAMES)
}

/// Reports whether `word` is an ordinary word and a first name.
pub fn is_word_name(word: &str) -> bool {
    is_listed(word, NAMES)
}

/// Reports whether a name begins at `at` that its sentence tells from a word.
pub fn begins_at(text: &str, at: usize) -> bool {
    name_len(text, at).is_some()
}

/// The word of [`NAMES`] at `at`, with one capital.
fn word_name(text: &str, at: usize) -> Option<&str> {
    let name = run_behind(window::behind(text, at, NEAR), char::is_alphabetic);
    (is_listed(name, NAMES) && name.chars().skip(1).all(char::is_lowercase)).then_some(name)
}

/// The length of the name at `at`, if its sentence tells that it is one.
fn name_len(text: &str, at: usize) -> Option<usize> {
    let name = word_name(text, at)?;
    is_told(text, at, name, is_listed(name, MONTHS)).then_some(name.len())
}

/// The length of the first name at `at` that is no word, if its sentence tells a person.
fn first_name_len(words: &Words<'_>, text: &str, at: usize) -> Option<usize> {
    let name = run_behind(window::behind(text, at, NEAR), |c| c.is_alphabetic() || c == '-');
    let is_written = name.chars().nth(2).is_some() && name.chars().skip(1).any(char::is_lowercase);
    let classes = if is_written { words.classes(name) } else { 0 };
    let is_first = classes & class::FIRST != 0
        && (classes & class::COMMON_FIRST != 0 || words.is_first_name(name, Place::Prose))
        && !is_common_word(name)
        && !is_function_word(&name.to_lowercase())
        && !is_listed(name, NAMES);
    let is_name = || match classes & OTHERS {
        0 => is_told(text, at, name, false),
        _ => {
            let (rest, head) = (&text[at + name.len()..], window::before(text, at, NEAR));
            word_name_neighbours::tell_person(head, last_word(head), rest, true)
        }
    };
    (is_first && is_name()).then_some(name.len())
}

/// The last word of `head`, before its blank and a stop.
fn last_word(head: &str) -> &str {
    let before = head.strip_suffix(' ').unwrap_or_default();
    run_before(before.strip_suffix('.').unwrap_or(before), |c| c.is_alphabetic() || c == '\'')
}

/// Reports whether the sentence around `name` at `at` tells that it is one; names of months and places need more.
fn is_told(text: &str, at: usize, name: &str, is_month: bool) -> bool {
    let rest = &text[at + name.len()..];
    let next = next_word(rest);
    let head = window::before(text, at, NEAR);
    let last = last_word(head);
    // `Ask Drew or Chase`
    let ends_clause = matches!(next, "I" | "I'm" | "I've" | "I'll");
    let is_dashed = rest.starts_with(" - ") || rest.starts_with(" – ");
    let ends =
        next.is_empty() && (is_dashed || !rest.starts_with([' ', '-', '/', '@', '_'])) || is_lower(next) || ends_clause;
    let is_before_object = is_listed(last, BEFORE_OBJECT) || head.ends_with("w/ ");
    let is_object = !is_month && ends && is_before_object && !rest.starts_with("'s ");
    // `did Christian speak`, `about Drew's leaving do`; `you can ask April`
    let is_named = || {
        let list = if is_month { BEFORE_ANYBODY } else { BEFORE_PERSON };
        is_listed(last, list) && (ends || ["'s ", "’s ", " ("].iter().any(|end| rest.starts_with(end)))
    };
    // `Will can't come` asks nothing: `Will Jane come?`, `Will it …`
    is_subject(head, last, rest, is_month)
        || is_object
        || is_named()
        || (ends || ends_item(rest)) && is_relative(head, last, rest)
        || is_called(head, rest, is_month)
        || is_thanked(text, at, last, rest)
        || is_on_roll(head, last, rest)
        || word_name_neighbours::tell_person(head, last, rest, is_month)
}

/// Reports whether what persons do or are stands in `rest`, behind a name with `head` and its word `last` before it.
fn is_subject(head: &str, last: &str, rest: &str, is_month: bool) -> bool {
    let next = next_word(rest);
    let is_state = || {
        let behind = rest.get(1 + next.len()..).unwrap_or_default();
        let state = next_word(behind);
        // Seasons and months come, too.
        let is_of_time = is_month
            && matches!(state, "here" | "late" | "coming" | "not" | "away" | "out" | "going" | "starting" | "moving");
        // `Grace is a 4-year-old`
        let is_aged = behind.starts_with(" a ") && behind[3..].starts_with(|c: char| c.is_ascii_digit());
        matches!(next, "is" | "was") && (is_listed(state, STATES) || is_aged) && !is_of_time
    };
    let bare = head.trim_end();
    let begins = bare.is_empty() || bare.ends_with(['.', '!', '?', '\n', '"', '“', ';', '(', ':', '-', '–', '—']);
    // `"If Mark calls me`
    let begins_clause = !is_lower(last) && is_listed(last, BEFORE_SUBJECT);
    if begins || is_month || begins_clause {
        is_listed(next, PERSONAL) || is_state()
    } else {
        if is_listed(last, OPENERS) {
            return is_listed(next, PERSONAL);
        }
        let is_clause = head.ends_with(", ") || is_lower(last) && is_listed(last, BEFORE_SUBJECT);
        is_clause
            && (is_listed(next, PERSONAL) || is_listed(next, VERBS) || rest.starts_with(" ("))
            && !rest.starts_with("'s ")
    }
}

/// Reports whether a relative stands before a name: `his stepdad Will`.
fn is_relative(head: &str, last: &str, rest: &str) -> bool {
    // `his sister, April.`
    let apposed = head.strip_suffix(", ").map_or("", |head| run_before(head, char::is_alphabetic));
    let is_apposed = is_listed(apposed, RELATIVES) && rest.starts_with(['.', ',', ';', ')', '\n']);
    is_apposed || is_listed(last, RELATIVES) && head.ends_with(' ') && !rest.starts_with("'s ")
}

/// Reports whether `word` is one for a relative or another person whose name stands right behind it.
pub(super) fn is_relative_word(word: &str) -> bool {
    is_listed(word, RELATIVES)
}

/// Reports whether a name begins a message or what is quoted, and calls somebody: `"Rob, you owe me …`.
fn is_called(head: &str, rest: &str, is_month: bool) -> bool {
    const NEXT: &WordList = &WordList::new(
        "you|i|i'm|im|i've|can|could|please|pls|plz|did|do|don't|are|have|it's|its|we|we've|just|thanks|this|what|when|where|how|your|sorry|let|if|u|ur|\
         would|will|he|she|they|there|no|yes|see|call|give|take|go|come",
    );
    // Months and places are called by what is asked of somebody, as is who is called within a message: `Bo is here. River, can you …`
    const ASKED: &WordList = &WordList::new("you|your|can|could|please|pls|plz|would");
    let begins = head.is_empty() || head.ends_with(['\n', '"', '“']);
    let next = next_word(rest.strip_prefix(',').unwrap_or_default());
    let is_asked =
        || matches!(next, "can" | "could" | "would" | "please") && rest[1 + 1 + next.len()..].starts_with(" you ");
    begins && is_listed(next, if is_month { ASKED } else { NEXT })
        || head.ends_with(['.', '!', '?', ' ']) && is_sentence_end(head) && is_asked()
}

/// Reports whether a sentence ends with `head`.
fn is_sentence_end(head: &str) -> bool {
    head.trim_end().ends_with(['.', '!', '?'])
}

/// Reports whether the name at `at` ends thanks or a greeting: `Thanks Rose!`, `thanks for your help Grace`.
fn is_thanked(text: &str, at: usize, last: &str, rest: &str) -> bool {
    let ends = rest.trim_end().is_empty() || rest.starts_with([',', '!', '.', '\n', '?']);
    let is_for_something = || {
        let before = window::before(text, at, FAR).to_ascii_lowercase();
        is_listed(last, THANKED) && ["thank", "thx", "cheers", "ta for"].iter().any(|thanks| before.contains(thanks))
    };
    ends && (is_listed(last, THANKS) || is_for_something())
}

/// Reports whether a name begins a list behind a word for those in it: `Panel: Mark, Joy`.
fn is_on_roll(head: &str, last: &str, rest: &str) -> bool {
    let label = head.strip_suffix(": ").map(|head| run_before(head, char::is_alphabetic));
    last.is_empty() && label.is_some_and(|label| is_listed(label, ROLLS)) && ends_item(rest)
}

/// Reports whether an item of a list ends before `rest`.
fn ends_item(rest: &str) -> bool {
    let joins = [" and ", " & ", " or ", " + ", " / ", " ("].iter().any(|link| rest.starts_with(link));
    joins || rest.trim_end().is_empty() || rest.starts_with([',', ';', '.', '\n', '\'', ')', '/'])
}

/// The length of the name at `at` that goes on a list of names whose last one ends at `end`.
fn listed_len(text: &str, end: usize, at: usize) -> Option<usize> {
    let link = text.get(end..at)?;
    // `Will (lead), Chase`
    let link = link.strip_prefix(" (").and_then(|link| Some(&link[link.find("), ")? + 1..])).unwrap_or(link);
    let joins = [", ", " and ", " & ", " or ", " + ", " / ", ", and ", "; ", "/", " ("].contains(&link);
    let name = word_name(text, at).filter(|name| joins && !is_listed(name, MONTHS))?;
    let rest = &text[at + name.len()..];
    // `Constance and Earl request`: the last one may do something.
    let is_last = link.len() > ", ".len() && link != "; " && is_lower(next_word(rest));
    // `Joe (Faith)`
    let is_aside = link == " (" && rest.starts_with(')');
    (is_aside || link != " (" && (is_last || ends_item(rest))).then_some(name.len())
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
        let names = text.char_indices().filter(|(at, _)| *at == 0 || text[..*at].ends_with([' ', '\n', '(']));
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
            ("seen with mum Hope and stepdad Will. Wife Peg is here.", &["Hope", "Will", "Peg"]),
            ("Grace is a 4-year-old girl. Grace attends a nursery.", &["Grace", "Grace"]),
            ("thanks for ur help Grace!! Thanks Chip!", &["Grace", "Chip"]),
            ("Hi Angel, did Christian speak to Summer about Drew's leaving do?", &["Angel", "Christian", "Drew"]),
            ("You can also ask April or me. I'm May, and new.", &["April", "May"]),
            ("Ms Bishop gave evidence. Officer Noble (badge 2218)", &["Bishop", "Noble"]),
            ("Rob, you still owe me.", &["Rob"]),
            ("Carried (Crystal opposed).", &["Crystal"]),
            ("Panel: Mark, all day. Apologies: Joy", &["Mark", "Joy"]),
            ("Happy birthday Sunny!\nApril, your seat", &["Sunny", "April"]),
            ("Bo is here. River, can you swap? Today Faith says no.", &["River", "Faith"]),
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
            "Grace is a virtue. Thanks Rose Water Ltd.",
            "The best Hope we have.\nHope",
            "Present: Hope springs eternal",
            "Now Hope is lost. Today Grace was shown. It is late. River, can it be",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }
}
