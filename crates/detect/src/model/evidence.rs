//! Evidence beyond the model's probability: lists of names, titles and company forms, which mentions need outside English
//! prose, and the mentions that no evidence saves.

use masquerade_ner::{Mention, Type, lexicon::class, titles};

use super::{
    eponyms::is_thing,
    place::Place,
    technical,
    words::{NAMES, OTHERS, PLACES, Words},
};
use crate::common_words::is_common_word;
use crate::recognizers::support::name_shape::{is_particle, name_words};

/// Least presence where the model is on unknown ground.
const SURE: f32 = 0.8;
/// Least presence of a name in a list.
const LIKELY: f32 = 0.65;
/// Least presence of a mention that counts though it is an ordinary word.
const PLAIN: f32 = 0.7;
/// Least presence of a name in a list, in a language without annotated texts.
const EVEN: f32 = 0.5;
/// Least presence of a mention that the model alone supports.
const CERTAIN: f32 = 0.92;

/// Reports whether `mention` counts, as far as its place and its form tell.
pub fn is_enough(lists: &Words<'_>, text: &str, mention: &Mention, place: Place) -> bool {
    let found = mention.span.slice(text);
    if is_thing(lists, text, mention) {
        return false;
    }
    let words = || found.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase();
    let is_technical = || words().any(|word| technical::WORDS.contains(&&*bare(word)));
    let classes = |word: &str| lists.classes(word);
    let presence = mention.presence;
    let is_single = words().nth(1).is_none();
    let is_capital = || words().all(|word| !word.starts_with(char::is_lowercase) && !word.contains(['\'', '’']));
    let is_abbreviation = || is_single && (technical::ABBREVIATIONS.contains(&found) || is_licence(text, mention));
    if mention.kind != Type::Person && is_abbreviation() {
        return false;
    }
    match mention.kind {
        Type::Person if is_name_of_number(text, mention) => {
            classes(found) & (class::COMMON_FIRST | class::COMMON_LAST) != 0
        }
        Type::Person => {
            let has_title = || has_title_before(&text[..mention.span.start()]);
            let is_written = || words().all(is_name_word);
            // The first word is a first name, and none that is rather a place or a firm.
            let is_listed = || {
                let first = words().next().map_or(0, &classes);
                first & class::COMMON_FIRST != 0 || first & (class::FIRST | OTHERS) == class::FIRST
            };
            let ends_in_surname = || words().next_back().is_some_and(|word| classes(word) & class::LAST != 0);
            match place {
                // A word that no list holds needs more evidence as the name of a field, in capitals as a keyword, and where it
                // may be the first word of a sentence in another language.
                Place::Prose | Place::European | Place::Kindred
                    if is_single
                        && classes(found) & NAMES == 0
                        && (is_key(text, mention)
                            || !found.contains(char::is_lowercase)
                            || place == Place::Prose && !found.is_ascii() && begins_sentence(text, mention))
                        && !has_title() =>
                {
                    presence >= SURE
                }
                Place::Prose => !(is_single && is_common_word(found) && presence < PLAIN),
                Place::European | Place::Kindred => {
                    let is_listed = is_listed();
                    let is_known = || is_listed || ends_in_surname();
                    let is_kindred = place == Place::Kindred;
                    let is_cased = || found.split(',').all(|part| name_words(part.trim()).is_some());
                    has_title()
                        || if is_key(text, mention) && !is_listed {
                            false
                        } else if !found.contains(char::is_uppercase) {
                            presence >= PLAIN && is_listed
                                || words().next().is_some_and(|word| {
                                    lists.is_first_name(word, place)
                                        || classes(word) & class::COMMON_FIRST != 0 && !lists.is_frequent(word, place)
                                })
                        } else if !is_cased() {
                            presence >= SURE
                        } else if !is_single {
                            !is_kindred || presence >= EVEN && is_known() || presence >= SURE
                        } else if begins_sentence(text, mention) {
                            let is_common = classes(found) & (class::COMMON_FIRST | class::COMMON_LAST) != 0;
                            presence >= SURE
                                || presence >= LIKELY && is_common && classes(found) & OTHERS == 0
                                || presence >= EVEN && !is_kindred
                        } else {
                            !is_kindred
                                || presence >= CERTAIN
                                || presence >= EVEN && is_known() && classes(found) & OTHERS == 0
                        }
                }
                Place::Foreign => {
                    has_title()
                        || is_written()
                            && if is_single {
                                classes(found) & (class::COMMON_FIRST | class::COMMON_LAST) != 0
                                    && classes(found) & OTHERS == 0
                                    && !is_common_word(found)
                                    && presence >= SURE
                            } else {
                                presence >= LIKELY && is_listed() || presence >= CERTAIN && ends_in_surname()
                            }
                }
                Place::Technical | Place::Comment => {
                    !is_technical()
                        && is_written()
                        && (has_title()
                            || if is_single {
                                classes(found) & class::COMMON_FIRST != 0
                                    && classes(found) & OTHERS == 0
                                    && !is_common_word(found)
                                    && presence >= CERTAIN
                            } else {
                                presence >= LIKELY && is_listed() || presence >= CERTAIN
                            })
                }
                Place::Literal => !is_single && !is_technical() && is_written() && is_listed() && presence >= LIKELY,
                Place::Log => {
                    !is_technical()
                        && if is_single {
                            is_value(&text[..mention.span.start()])
                                && presence >= PLAIN
                                && classes(found) & (class::FIRST | class::LAST) != 0
                        } else {
                            is_listed()
                        }
                }
                Place::Code => false,
            }
        }
        Type::Location => {
            let is_known = || words().any(|word| classes(word) & PLACES != 0);
            match place {
                Place::Prose => true,
                // Words in small letters are rather ordinary ones, and one in capitals a keyword.
                Place::European => {
                    let is_lower = words().any(|word| word.starts_with(char::is_lowercase) && !is_particle(word));
                    let is_keyword = is_single && !found.contains(char::is_lowercase);
                    !is_lower && !is_keyword || is_known() || presence >= SURE
                }
                Place::Kindred => {
                    is_capital() && (is_known() || presence >= CERTAIN && !begins_sentence(text, mention))
                }
                Place::Foreign => is_known() && presence >= SURE,
                Place::Technical => is_known() && !is_technical() && presence >= CERTAIN,
                Place::Comment | Place::Log => is_known() && !is_technical() && presence >= CERTAIN && !is_single,
                Place::Literal | Place::Code => false,
            }
        }
        Type::Organization => {
            let is_firm =
                || words().next_back().is_some_and(|word| !is_single && classes(word) & class::COMPANY_SUFFIX != 0);
            match place {
                Place::Prose | Place::European => true,
                Place::Kindred => is_firm() || is_capital() && presence >= SURE && !begins_sentence(text, mention),
                Place::Foreign => presence >= SURE && is_firm(),
                Place::Technical => !is_technical() && presence >= SURE && is_firm(),
                Place::Comment | Place::Log | Place::Literal | Place::Code => false,
            }
        }
        Type::Nrp => match place {
            Place::Prose | Place::European => true,
            Place::Kindred => presence >= EVEN,
            Place::Foreign => presence >= SURE && classes(found) & class::NATIONALITY != 0,
            Place::Technical => presence >= CERTAIN && classes(found) & class::NATIONALITY != 0,
            Place::Comment | Place::Log | Place::Literal | Place::Code => false,
        },
    }
}

/// Reports whether a word is written as one of a name: a capital first and no other after small letters, or a particle.
fn is_name_word(word: &str) -> bool {
    let is_capital = word.starts_with(char::is_uppercase);
    let is_particle = word.chars().count() <= 3 && word.chars().all(char::is_lowercase);
    let stands = |c: char| c.is_alphabetic() || matches!(c, '.' | '-' | '\'' | '’');
    (is_capital || is_particle) && word.chars().all(stands)
}

/// Reports whether a mention names a licence: `MIT license`, `LICENSE-APACHE`.
fn is_licence(text: &str, mention: &Mention) -> bool {
    let (head, tail) = (&text[..mention.span.start()], &text[mention.span.end()..]);
    let behind = tail.trim_start_matches([' ', '-', '"', ')', ']']);
    let is_named = |part: Option<&str>| part.is_some_and(|part| part.eq_ignore_ascii_case("licen"));
    is_named(behind.get(..5)) || head.ends_with("LICENSE-")
}

/// Reports whether a title stands before the name.
fn has_title_before(head: &str) -> bool {
    let near = head.trim_end_matches(' ');
    let word = near.rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | '"' | '[')).next().unwrap_or_default();
    near.len() < head.len() && word.starts_with(char::is_alphabetic) && titles::is_title(word)
}

/// Reports whether a value stands behind `head`: `user=`, `name: "`.
fn is_value(head: &str) -> bool {
    head.ends_with(['=', '"', '\'']) || head.ends_with(": ")
}

/// Reports whether a mention is the name of a field of a form: a colon follows.
fn is_key(text: &str, mention: &Mention) -> bool {
    let tail = &text[mention.span.end()..];
    tail.trim_start_matches([' ', '\u{A0}', '*', '_']).starts_with(':')
}

/// Reports whether a mention stands as the name of a number does: in capitals, before a colon and a digit, or as one word
/// before a long number.
fn is_name_of_number(text: &str, mention: &Mention) -> bool {
    /// Fewest digits of a number that needs no colon before it.
    const LONG: usize = 6;
    let found = mention.span.slice(text);
    let tail = text[mention.span.end()..].trim_start_matches([' ', '*', '"']);
    let value = tail.strip_prefix([':', '=', '：']);
    let number = value.unwrap_or(tail).trim_start_matches([' ', '\t', '"', '\'', '*']);
    let digits = number.bytes().take(LONG).take_while(u8::is_ascii_digit).count();
    let least = if value.is_some() { 1 } else { LONG };
    digits >= least && !found.contains(char::is_lowercase) && (value.is_some() || !found.contains(' '))
}

/// Reports whether a mention stands where any word has a capital: at the beginning of a line or sentence.
fn begins_sentence(text: &str, mention: &Mention) -> bool {
    let head = text[..mention.span.start()].trim_end_matches([' ', '\t', '«', '"', '“', '-', '–', '*', '>']);
    head.is_empty() || head.ends_with(['.', '!', '?', '…', ':', '\n', '\r', '|'])
}
