//! Passphrases: secrets of several plain words.

use std::{iter, ops::Range};

use crate::recognizers::secrets::{
    password_value::MAX_LEN,
    randomness::is_common,
    stand_ins::{is_descriptive, is_name},
};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;

/// The place of the passphrase of plain words that begins at `at` and ends its line or sentence.
pub(crate) fn phrase_at(text: &str, at: usize) -> Option<Range<usize>> {
    let line = line::behind(text, at, MAX_LEN + 1);
    let len = line.find(['"', '\'', '.', ',', '<', '`', ';']).unwrap_or(line.len());
    let found = line.get(..len)?.trim_end();
    (len <= MAX_LEN && is_phrase(found)).then_some(at..at + found.len())
}

/// Words that no sentence is without.
const SENTENCE: &WordList = &WordList::new(
    "the|a|an|is|are|be|must|to|of|at|your|you|please|enter|this|that|for|and|or|not|with|in|on|it|can|will|has|have|should|\
     was|by|from|as|if|no|der|die|das|ein|ist|zu|le|la|un|est|el|una|es|il|di",
);

/// Words of messages and descriptions that stand in the place of a secret: verbs and nouns of forms, and of what is told about
/// secrets.
const ABOUT: &WordList = &WordList::new(
    "is|are|be|been|must|your|you|please|enter|this|not|can|cannot|will|has|have|should|was|were|may|might|if|no|use|used|using|\
     uses|value|values|field|fields|form|type|types|required|optional|invalid|wrong|valid|missing|incorrect|expired|empty|user|\
     users|username|account|accounts|login|logon|log|sign|key|keys|secret|secrets|token|tokens|credential|credentials|auth|\
     authentication|code|codes|character|characters|digit|digits|letter|letters|least|length|long|short|minimum|maximum|only|\
     generated|stored|hashed|encrypted|plain|clear|text|string|name|names|new|old|current|same|change|changed|reset|forgot|set|\
     click|here|see|example|default|random|string|service|server|database|admin|file|files|option|options|which|when|where|what|\
     list|array|object|number|numbers|line|lines|word|words|data|access|error|failed|found|without|ist|sind|wird|muss|bitte|ihr|\
     dein|eingeben|falsch|nicht|oder|feld|benutzer|konto|est|sont|votre|saisir|entrez|incorrect|requis|utilisateur|compte|es|\
     zeichen|ziffern|mindestens|caractères|chiffres|moins|caracteres|cifras|mínimo|menos|pelo|caratteri|cifre|almeno|tekens|cijfers|minimaal|\
     znaków|cyfr|najmniej|znaků|číslic|alespoň|znakov|číslic|aspoň|karakter|számjegy|legalább|tecken|siffror|minst|tegn|merkkiä|numeroa|vähintään|\
     caractere|puțin|znakova|najmanje|karakter|rakam|karakterden|angka|minimal|karakteristik|символов|символів|символа|знака|цифр|цифри|χαρακτήρες|\
     está|introduzca|incorrecta|usuario|cuenta|obligatorio|inserire|obbligatorio|utente|não|usuário|deve|digite",
);

/// Reports whether `word` belongs to messages and descriptions of secrets.
pub(crate) fn is_message_word(word: &str) -> bool {
    is_listed(word, ABOUT)
}

/// Reports whether `word` belongs to messages and descriptions of secrets, or to any sentence.
pub(crate) fn is_about(word: &str) -> bool {
    is_listed(word, ABOUT) || is_listed(word, SENTENCE)
}

/// Reports whether `found` is at least four plain words, none of them about passwords, and no sentence.
pub(crate) fn is_phrase(found: &str) -> bool {
    let is_part = |word: &str| {
        !is_name(word) && !is_listed(word, SENTENCE) && !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase())
    };
    found.split(' ').count() > 3 && found.split(' ').all(is_part)
}

/// Reports whether `found`, which quotes behind the name of a password enclose, is at least three words in small letters that
/// tell nothing about passwords, forms and programs.
pub(crate) fn is_quoted_phrase(found: &str) -> bool {
    /// Fewest letters of all.
    const FEWEST: usize = 12;
    let is_part = |word: &str| {
        !word.is_empty()
            && !is_name(word)
            && !is_listed(word, ABOUT)
            && word.chars().all(|c| c.is_alphabetic() && !c.is_uppercase())
    };
    found.len() >= FEWEST && found.split(' ').count() > 2 && found.split(' ').all(is_part)
}

/// Reports whether `found`, which quotes at `at` enclose, is words behind a constant for a password, whose names no texts for users
/// have: `DB_PASSWORD = "Heron by Night"`.
pub(crate) fn is_phrase_of_constant(text: &str, at: usize, found: &str) -> bool {
    /// Farthest name, fewest letters of the words, and fewest of a name, in bytes.
    const FAR: usize = 64;
    const FEWEST: usize = 10;
    const NAME: usize = "DB_PASS".len();
    /// Words of the names of texts for users.
    const TEXTS: &WordList = &WordList::new(
        "lbl|label|msg|message|txt|text|lang|str|string|err|error|title|field|help|hint|placeholder|i18n|tr|reset|forgot|forget|\
         change|enter|wrong|invalid|confirm|new|old|current|no|form|button|btn|menu|link|page|prompt|col|column",
    );
    let is_part = |word: &str| {
        !word.is_empty() && !is_name(word) && !is_listed(word, ABOUT) && word.chars().all(char::is_alphabetic)
    };
    if found.len() < FEWEST || !found.contains(' ') || !found.split(' ').all(is_part) {
        return false;
    }
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let is_constant =
        |name: &&str| name.len() >= NAME && name.contains("PASS") && !name.bytes().any(|b| b.is_ascii_lowercase());
    let name = line::before(text, at, FAR).rsplit(|c| !is_word(c)).find(is_constant);
    name.is_some_and(|name| !name.split('_').any(|word| is_listed(&word.to_ascii_lowercase(), TEXTS)))
}

/// The place of the passphrase at `at` that fills the rest of its line behind a sign: four words or more in small letters, most of them
/// neither words of programs nor of sentences about passwords.
pub(crate) fn phrase_of_line(text: &str, at: usize) -> Option<Range<usize>> {
    let line = line::whole_behind(text, at, MAX_LEN)?;
    let found = line::before_escaped_end(line).trim_end();
    is_rare_phrase(found).then(|| at..at + found.len())
}

/// The place of such words at `at` that end a sentence behind a verb, none of which tells what a password is like.
pub(crate) fn phrase_of_sentence(text: &str, at: usize) -> Option<Range<usize>> {
    let line = line::behind(text, at, MAX_LEN + 1);
    let found = line[..line.find(['.', '!', ',', ';']).unwrap_or(line.len())].trim_end();
    let is_told = found.len() <= MAX_LEN && is_rare_phrase(found) && !found.split(' ').any(is_descriptive);
    is_told.then(|| at..at + found.len())
}

/// Reports whether it is four words or more in small letters, most of them neither words of programs nor of sentences about passwords.
fn is_rare_phrase(found: &str) -> bool {
    const WORDS: std::ops::RangeInclusive<usize> = 4..=8;
    /// Fewest letters of a word.
    const LETTERS: usize = 3;
    /// Words of the sentences that stand behind names.
    const RELATIONS: &WordList = &WordList::new(
        "when|into|before|after|until|unless|leave|left|via|between|either|also|then|than|more|less|each|every|some|any|all|both|\
         there|they|them|their|its|one|two|just|like|such|very|well|per|against|about|over|under|out|off|down|now|how|why|who|\
         whose|while|does|did|done|get|got|put|make|take|give|send|sent|provide|provided|contains|contain|und|oder|nur|mit|von|für|\
         auf|bei|aus|nach|den|dem|des|wenn|pour|avec|dans|par|sur|les|para|con|por|los|las|che|non|voor|met|niet|van|het|een|\
         dla|nie|jest|się|och|inte|ikke|med|til|som|что|для|при|как",
    );
    let is_part = |word: &str| {
        word.chars().count() >= LETTERS
            && word.chars().all(char::is_lowercase)
            && !is_about(word)
            && !is_name(word)
            && !is_listed(word, RELATIONS)
    };
    let words = found.split(' ').count();
    let fits = WORDS.contains(&words) && found.split(' ').all(is_part);
    let common = || found.split(' ').filter(|word| is_common(word)).count();
    fits && common() * 2 <= words
}

/// The length of the further groups of a secret in groups of one length that begins with `first` and goes on with `rest`: a key
/// of digits, as routers have it printed on them (`4471 9982 1034 5567`); a password that a service draws for one program
/// (`abcd efgh ijkl mnop`, `Ab3C x9Zk 77Qq LmN0 pPq2 RrS8`).
pub(crate) fn groups_behind(first: &str, rest: &str) -> usize {
    /// Fewest groups of digits.
    const FEWEST: usize = 3;
    /// Letters of a group, and groups.
    const LETTERS: usize = 4;
    const GROUPS: [usize; 2] = [4, 6];
    let near = rest.get(..rest.floor_char_boundary(MAX_LEN)).unwrap_or_default();
    let line = near.split(['\n', '\r', ',', '"', '\'', '.', ';', '<', ')']).next().unwrap_or_default();
    let count = |is_sign: fn(&u8) -> bool| {
        let is_group = |group: &&str| group.len() == first.len() && group.as_bytes().iter().all(is_sign);
        1 + if is_group(&first) { line.split(' ').skip(1).take_while(is_group).count() } else { 0 }
    };
    let digits = count(u8::is_ascii_digit);
    if (4..=6).contains(&first.len()) && digits >= FEWEST {
        return (digits - 1) * (first.len() + 1);
    }
    if first.len() != LETTERS {
        return 0;
    }
    let groups = count(u8::is_ascii_alphanumeric);
    let len = (groups - 1) * (LETTERS + 1);
    // Other words of four letters are a sentence.
    let is_last = line.get(len..).is_some_and(|rest| rest.trim_end().is_empty());
    let common = iter::once(first).chain(line.split(' ').skip(1)).filter(|word| is_common(word)).count();
    if GROUPS.contains(&groups) && is_last && common * 2 < groups { len } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_told_from_sentences() {
        for (found, is_plain, is_quoted) in [
            ("correct horse battery staple", true, true),
            ("summer at the lake", false, true),
            ("twelve angry bees", false, true),
            ("der frühe vogel fängt", false, true),
            ("enter your password", false, false),
            ("at least eight characters", false, false),
            ("the secret of the service", false, false),
            ("red green", false, false),
        ] {
            assert_eq!((is_phrase(found), is_quoted_phrase(found)), (is_plain, is_quoted), "{found}");
        }
    }

    #[test]
    fn phrases_fill_lines() {
        for (text, expected) in [
            ("copper heron violet moss", true),
            ("wolke tisch lampe apfel\nport: 22", true),
            ("copper heron violet", false),
            ("used when logging into servers", false),
            ("copper heron violet moss.", false),
            ("default string value type", false),
        ] {
            assert_eq!(phrase_of_line(text, 0).is_some(), expected, "{text}");
        }
    }

    #[test]
    fn groups_of_one_length_are_one_secret() {
        for (text, expected) in [
            ("4471 9982 1034 5567", 15),
            ("4471 9982", 0),
            ("wert asdf yxcv bnmq", 15),
            ("wert asdf yxcv bnmq, and", 15),
            ("AbC4 x9Zk 77Qq LmN0 pPq2 RrS8", 25),
            ("wert asdf yxcv bnmq more", 0),
            ("have this form here", 0),
        ] {
            let (first, rest) = text.split_at(4);
            assert_eq!(groups_behind(first, rest), expected, "{text}");
        }
    }
}
