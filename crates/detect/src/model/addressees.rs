//! Names that words beside them introduce, which the models miss in short messages: of who is told, given or called something, in
//! another case of the name (`řekni Ondřejovi`, `puhuin Liisan kanssa`, `Elif'e söyle`), and of who is greeted or thanked in small
//! letters (`dzięki kasia`). A list of first names must have the name, in its basic form.

use std::ops::Range;

use masquerade_ner::{Mention, Model, Type, lexicon::class};

use super::{
    case_forms::is_inflected,
    function_words::is_function_word,
    merge::with_persons,
    place::Place,
    small_names,
    technical::names_technology,
    word_names,
    words::{OTHERS, Words, is_part},
};
use crate::{
    common_words::is_common_word,
    recognizers::person::stated_names,
    recognizers::support::{
        greetings::greetings_of,
        name_shape::is_other,
        salutation::{is_pleasantry, is_role},
        word_list::{WordList, is_listed},
    },
    text::{Span, run_behind, window},
};

/// Verbs of saying, giving, calling and asking, and other words before a name with a capital.
const CALLED: &WordList = &WordList::new(
    "řekni|řekl|řekla|řekněte|řekneš|dej|dejte|dal|dala|zavolej|zavolejte|zavolat|volal|volala|napiš|napsal|napsala|předej|pošli|poslal|\
     poslala|pozdravuj|zeptej|povedz|povedal|povedala|zavolaj|daj|odovzdaj|napíš|pozdrav|\
     powiedz|powiedziałem|powiedziałam|dałem|dałam|dam|przekaż|przekazałem|przekazałam|zadzwoń|napisz|zapytaj|pozdrów|\
     poproś|oddaj|wyślij|meg|beszéltem|oda|adtam|fel|hívtam|írj|írtam|szólj|mondtam|kérdezd|kerro|kerroin|soita|soitin|annoin|anna|\
     kysy|kysyin|puhuin|lähetä|lähetin|terveisiä|sanoin|sano|sen|tapasin|sag|sage|sags|frag|frage|frags|gib|ruf|rufe|grüß|mal|hab|\
     zeg|vraag|bel|geef|aan|tegen|fråga|säg|hälsa|sig|spørg|spurgte|hils|lui|cu|spune-i|sună|\
     vedieť|hovoril|hovorila|helista|helistasin|ütle|ütlesin|küsi|rääkisin|saatsin|andsin|piezvani|zvanīju|teicu|pasaki|runāju|nosūtīju|pajautā|ar|\
     paskambink|paskambinau|pasakyk|pasakiau|kalbėjau|paklausk|perduok|parašyk|išsiunčiau|su|pokliči|poklical|poklicala|povej|vprašaj|pošlji|govoril|govorila|\
     nazovi|zovi|reci|javi|pitaj|pošalji|poslao|dao|razgovarao|razgovarala|sa",
);

/// Verbs of messages in English, before a name in its basic form. Programs are asked and told, too, and are left out.
const MESSAGED: &WordList = &WordList::new(
    "ping|pinging|pinged|poke|nudge|email|emailed|emailing|texted|messaged|messaging|dm|cc|page|paged|remind|reminded",
);

/// Prepositions of Slavic languages, in small letters, behind which no name has its basic form.
const PREPOSITIONS: &WordList = &WordList::new("od|pro|ke|do|z|ze|dla|przy|bez");

/// Words behind a name with a capital.
const CALLING: &WordList = &WordList::new(
    "kanssa|numero|puhelin|luona|luokse|söyle|söyledim|söyleyin|verdim|ver|verin|sor|sordum|ilet|iletin|aradı|dedi|hívott|mondta|\
     telefonszáma|soitti|sanoi",
);

/// Words between two names.
const LINKS: &WordList = &WordList::new("a|i|és|ja|ve|og|och|und|en|și|oraz|meg");

/// Words of greetings, thanks and answers before a name.
const GREETED: &WordList = &WordList::new(concat!(
    greetings_of!(plain, familiar),
    "|danke|dank|merci|gracias|grazie|obrigado|obrigada|valeu|bedankt|dankje|dzięki|dziękuję|děkuji|díky|dík|tack|tak|takk|\
     kiitos|kiitti|köszi|köszönöm|mersi|mulțumesc|multumesc|teşekkürler|sağol|sağ ol|salut|coucou|oi|hoi|hej|moi|selam|yo|hi|\
     hai|thanks|thx|thankyou|cheers|perdón|entschuldige|pardon|buna|sevgili|cau|tsau|labas|zdravo|bok|živjo|tja|hei|tere|sveiks|sveika|helló|nazdar|čus|\
     hoi|lg|vg|gruß|grüße|mvh|hilsen|hälsningar|groetjes|bises|bisous|saludos|abraço|abraços|beijos|terv|pozdrav|pozdr|puszi",
));

/// Words of answers, before a name that many bear: other words follow them more often.
const ANSWERED: &WordList = &WordList::new("ok|okay|yes|yeah|sure|sorry|bye|goodbye");

/// Words with which people say who they are, in small letters.
const INTRODUCED: &WordList = &WordList::new("is|its|it's|it’s|i'm|i’m|im");

/// The presence of a name that the name of its field, or its bearer, tells.
const TOLD: f32 = 0.8;
/// Longest word that is read, in bytes.
const LONGEST: usize = 32;
/// Fewest letters of a name.
const SHORTEST: usize = 3;

/// `named` with the names that words beside them introduce, each with the presence `threshold`.
pub fn with_addressed(
    words: &Words<'_>,
    text: &str,
    named: Vec<(Mention, Place)>,
    threshold: f32,
) -> Vec<(Mention, Place)> {
    let (bytes, mut start) = (text.as_bytes(), 0);
    let mut addressed: Vec<(Span, f32)> = Vec::new();
    let add = |place: Range<usize>, presence: f32, addressed: &mut Vec<(Span, f32)>| {
        addressed.extend(Span::new(text, place).map(|span| (span, presence)));
    };
    let is_small = |word: &str, end: usize| small_names::is_kin(word) || small_names::is_told(&text[..end]);
    let mut last = 0..0;
    for blank in memchr::memchr_iter(b' ', bytes) {
        let from = std::mem::replace(&mut start, blank + 1);
        // Signs and further blanks stand before no name, and most words of code stand beside them.
        let is_letter = |b: &u8| b.is_ascii_alphabetic() || !b.is_ascii();
        let comma = usize::from(from < blank && bytes[blank - 1] == b',');
        let stands_between =
            bytes.get(start).is_some_and(is_letter) && bytes[..blank - comma].last().is_some_and(is_letter);
        if !stands_between || from == blank {
            continue;
        }
        let line = memchr::memrchr(b'\n', &bytes[from..blank]).map_or(from, |end| from + end + 1);
        let before = line..blank - comma;
        let word = &text[before.clone()];
        let rest = &text[start..];
        let is_upper = rest.starts_with(char::is_uppercase);
        let previous = std::mem::replace(&mut last, before.clone());
        if !is_upper && small_names::speaks(word) && previous.end + 1 == before.start {
            let place = small_names::speaker(words, text, previous.clone());
            place.into_iter().for_each(|place| add(place, threshold.max(TOLD), &mut addressed));
        }
        let greets = || is_listed(word, GREETED);
        if comma > 0 && (is_upper || !greets()) {
            continue;
        }
        let is_said = is_upper && says_who(text, &before);
        let is_preposition = is_upper && word.starts_with(char::is_lowercase) && is_listed(word, PREPOSITIONS);
        let is_messaged = is_upper && is_listed(word, MESSAGED);
        let is_other = || {
            let links = small_names::link(text, &previous, &before);
            links.is_some_and(|link| addressed.last().is_some_and(|(span, _)| span.end() + 1 == link))
        };
        let may_be = match is_upper {
            true => {
                is_messaged
                    || is_preposition
                    || calls(text, &before)
                    || is_linked(text, &before, &named, &addressed)
                    || is_said
            }
            false => {
                greets()
                    || is_listed(word, ANSWERED)
                    || is_listed(word, INTRODUCED)
                    || is_small(word, blank)
                    || is_other()
            }
        };
        if may_be {
            let behind = word_beginning(text, start);
            let name = &text[behind.clone()];
            let ends = || !text[behind.end..].trim_start_matches(' ').starts_with(char::is_alphabetic);
            let is_told = || !greets() && ![ANSWERED, INTRODUCED].iter().any(|list| is_listed(word, list));
            let is_name = match is_upper {
                true if is_messaged => is_first_name(words, name),
                true if is_said => is_common_first(words, name) && calls_from(&text[behind.end..]),
                true => is_inflected(words, name) || !is_preposition && is_first_name(words, name),
                false if greets() && word_names::is_greeted_small(name, &text[behind.end..]) => true,
                false if is_listed(word, INTRODUCED) => {
                    word_names::is_introduced_small(window::before(text, blank, LONGEST), name, &text[behind.end..])
                }
                false if is_told() => small_names::is_name(words, name, word),
                false => {
                    is_greeted(words, name, ends) && (is_common_first(words, name) || greets())
                        || greets()
                            && small_names::is_told(&text[..before.end])
                            && small_names::is_name(words, name, word)
                }
            };
            if is_name && is_upper {
                add(behind, if is_said { threshold.max(TOLD) } else { threshold }, &mut addressed);
            } else if is_name {
                let end = small_names::surname_end(words, text, behind.end);
                let is_sure = is_told() || end > behind.end || word_names::is_word_name(name);
                add(behind.start..end, if is_sure { threshold.max(TOLD) } else { threshold }, &mut addressed);
            }
        } else if !is_upper && line.checked_sub(1).is_none_or(|end| text.as_bytes()[end] == b'\n') && names_field(word)
        {
            let name = stated_names::before_field(text, start);
            name.into_iter().for_each(|place| add(place, threshold.max(TOLD), &mut addressed));
        } else if !is_upper && word.starts_with(char::is_uppercase) && word.chars().all(is_part) {
            let next = &text[word_beginning(text, start)];
            if is_listed(next, CALLING) && (is_inflected(words, word) || is_first_name(words, word)) {
                add(before, threshold, &mut addressed);
            }
        }
    }
    for place in small_names::before_apostrophes(words, text) {
        add(place, threshold.max(TOLD), &mut addressed);
    }
    addressed.sort_by_key(|(span, _)| span.start());
    with_persons(named, addressed, |span, presence, overlapped| {
        let Some((other, _)) = overlapped.first() else { return Some((presence, Place::Prose)) };
        // Models of other languages take `puhuin Liisan kanssa` for a name.
        let is_lower = |word: &str| !word.starts_with(char::is_uppercase) || word == span.slice(text);
        // A surname follows.
        let is_longer = other.kind == Type::Person
            && other.span.start() == span.start()
            && span.slice(text).starts_with(char::is_lowercase)
            && other.span.slice(text).rsplit(' ').next().is_some_and(|last| {
                let is_frequent = || words.model.is_frequent(last) || words.is_frequent(last, Place::European);
                words.is_surname(last, Place::European) || !is_function_word(last) && !is_frequent()
            });
        let first = other.span.slice(text).split([' ', ',']).next().unwrap_or_default();
        let is_verb = other.span.start() < span.start() && (small_names::is_told(first) || is_listed(first, GREETED));
        let is_sure = other.kind == Type::Person
            && other.span != span
            && !is_verb
            && other.presence >= TOLD
            && span.slice(text).starts_with(char::is_lowercase);
        let gives_way =
            !is_longer && !is_sure && other.span.covers(span) && other.span.slice(text).split(' ').all(is_lower);
        let known = if other.kind == Type::Person { other.presence } else { 0.0 };
        gives_way.then_some((presence.max(known), Place::Prose))
    })
}

/// Reports whether `word` is the name of a field for names, as people type it into one line with other fields: `name vino ac no 4417`.
fn names_field(word: &str) -> bool {
    word.eq_ignore_ascii_case("name")
}

/// The place of the word that begins at `at`.
fn word_beginning(text: &str, at: usize) -> Range<usize> {
    at..at + run_behind(window::behind(text, at, LONGEST), is_part).len()
}

/// Reports whether the word at `place` is one of [`CALLED`]: in small letters, or at the beginning of a sentence.
fn calls(text: &str, place: &Range<usize>) -> bool {
    let word = &text[place.clone()];
    let begins = || text[..place.start].trim_end_matches(' ').chars().next_back().is_none_or(|c| !c.is_alphanumeric());
    is_listed(word, CALLED) && (word.starts_with(char::is_lowercase) || begins())
}

/// Reports whether the word at `place` ends what callers and writers begin with: `this is …`.
fn says_who(text: &str, place: &Range<usize>) -> bool {
    const THIS: &str = "this ";
    let head = &text[..place.start];
    let begins = head.len().checked_sub(THIS.len()).and_then(|at| head.get(at..));
    &text[place.clone()] == "is" && begins.is_some_and(|this| this.eq_ignore_ascii_case(THIS))
}

/// Reports whether `rest`, behind a name, says where somebody calls from.
fn calls_from(rest: &str) -> bool {
    [" from ", " calling", " speaking", " here", " again", " at flat ", " in flat "]
        .iter()
        .any(|word| rest.starts_with(word))
}

/// Reports whether the word at `place` joins the name behind it to a person before it, one of the mentions or of those who are
/// addressed: `z Anną i Pawłem`.
fn is_linked(text: &str, place: &Range<usize>, named: &[(Mention, Place)], addressed: &[(Span, f32)]) -> bool {
    let link = &text[place.clone()];
    link.len() <= 4 && is_listed(link, LINKS) && {
        let stands_before = |span: Span| span.end() + 1 == place.start;
        let at = named.partition_point(|(mention, _)| mention.span.end() < place.start);
        let last = at.checked_sub(1).and_then(|at| named.get(at)).map(|(mention, _)| mention);
        last.is_some_and(|last| last.kind == Type::Person && stands_before(last.span))
            || addressed.last().is_some_and(|(span, _)| stands_before(*span))
    }
}

/// Reports whether `name`, in small letters, is a first name and no other word. A word that texts often have must end its sentence,
/// as `ends` tells.
fn is_greeted(words: &Words<'_>, name: &str, ends: impl Fn() -> bool) -> bool {
    let is_frequent = || Model::european().is_some_and(|model| model.is_frequent(name));
    is_first_name(words, name)
        && !is_pleasantry(name)
        && (is_common_first(words, name) || !is_frequent() || ends())
        && name.chars().count() > SHORTEST
}

fn is_common_first(words: &Words<'_>, name: &str) -> bool {
    words.classes(name) & class::COMMON_FIRST != 0
}

/// Reports whether `name`, in any case, is a first name and no other word.
pub fn is_first_name(words: &Words<'_>, name: &str) -> bool {
    let lower = name.to_lowercase();
    let classes = words.classes(name);
    let is_first = classes & class::COMMON_FIRST != 0 || classes & (class::FIRST | OTHERS) == class::FIRST;
    is_first
        && !is_common_word(&lower)
        && !names_technology(&lower)
        && !is_function_word(&lower)
        && !is_role(&lower)
        && !is_other(&lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        let model = Model::embedded().unwrap();
        let words = Words { model: &model, reads_european: true };
        let named = with_addressed(&words, text, Vec::new(), 0.4);
        named.iter().map(|(mention, _)| mention.span.slice(text).to_owned()).collect()
    }

    #[test]
    fn who_is_told_or_called_has_a_name_in_any_case() {
        for (text, expected) in [
            ("řekni Robertovi, že přijdu", "Robertovi"),
            ("zadzwoń do Moniki", "Moniki"),
            ("mondd meg Annának", "Annának"),
            ("kerro Mikalle siitä", "Mikalle"),
            ("Marian kanssa", "Marian"),
            ("Fatma'ya söyle", "Fatma'ya"),
            ("zavolej Markétě, prosím", "Markétě"),
            ("rozmawiałam z Agnieszką", "Agnieszką"),
            ("puhuin Liisan kanssa", "Liisan"),
            ("frag mal Sabine", "Sabine"),
            ("hello, this is Grace from the clinic", "Grace"),
            ("vraag het aan Maria", "Maria"),
            ("spune-i lui Andrei", "Andrei"),
        ] {
            assert_eq!(found(text), [expected], "{text}");
        }
    }

    #[test]
    fn who_is_greeted_has_a_name() {
        for (text, expected) in
            [("dzięki monika", "monika"), ("merci thomas!", "thomas"), ("sorry michael, i", "michael")]
        {
            assert_eq!(found(text), [expected], "{text}");
        }
        for text in [
            "merci bien",
            "danke dir",
            "hola buenas",
            "ciao bella",
            "hey there",
            "hi team",
            "tack igen",
            "thanks again",
            "do Warszawy",
            "z Polski",
            "se sídlem",
            "od Pondělí",
            "frag mal Google",
            "gib Gas",
            "von Berlin aan Zee",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }
}
