//! Answers to questions for a person's name, each of which is a name to its end: `Jane book` below `What is your name?`.
//!
//! What people say or type there is often no name to the models: surnames are words of all kinds (`Jane book`, `later harper`),
//! machines hear others (`believe russell`), and some type the name of their account (`jane1999`). A refusal or another question is
//! no answer: `why`, `no thanks`.

use std::ops::Range;

use masquerade_ner::{Mention, Type, lexicon::class};

use super::{
    addressees::is_first_name,
    function_words::is_function_word,
    merge::with_persons,
    place::Place,
    words::{OTHERS, Words},
};
use crate::{
    common_words::is_common_word,
    layout::answers::speaker_len,
    question,
    recognizers::support::{
        salutation::{is_closing_word, is_pleasantry},
        word_list::{WordList, is_listed},
    },
    text::{Span, line},
};

/// Most words of an answer that is a name alone.
const MOST: usize = 4;
/// Longest answer and longest line of a question, in bytes.
const LONGEST: usize = 120;
const LONGEST_QUESTION: usize = 256;

/// Ends of what questions for a person's name hold, in small letters.
const ASKED: [&str; 116] = [
    "your name",
    "full name",
    "first name",
    "last name",
    "surname",
    "speaking with",
    "speaking to",
    "chatting with",
    "talking to",
    "talking with",
    "name for the",
    "name on the",
    "what name",
    "which name",
    "qué nombre",
    "nombre de quién",
    "quel nom",
    "che nome",
    "que nome",
    "welchen namen",
    "welchem namen",
    "welke naam",
    "jakie nazwisko",
    "your names",
    "your name's",
    "ihr name",
    "ihren namen",
    "dein name",
    "deinen namen",
    "nachnamen",
    "heißen sie",
    "heißt du",
    "votre nom",
    "nom complet",
    "appelez-vous",
    "appelles-tu",
    "su nombre",
    "tu nombre",
    "nombre completo",
    "se llama",
    "te llamas",
    "suo nome",
    "tuo nome",
    "si chiama",
    "ti chiami",
    "seu nome",
    "se chama",
    "uw naam",
    "je naam",
    "imię",
    "nazwisko",
    "pan nazywa",
    "pani nazywa",
    "du heter",
    "heter du",
    "adınız",
    "ur name",
    "good name",
    "name please",
    "name, please",
    "names please",
    "ihren vornamen",
    "ihr vorname",
    "ihr nachname",
    "mit wem spreche",
    "mit wem habe ich",
    "votre prénom",
    "nom de famille",
    "à qui ai-je",
    "tu t'appelles",
    "vous vous appelez",
    "te llamas",
    "se llama usted",
    "sus apellidos",
    "su apellido",
    "con quién hablo",
    "con quién tengo",
    "con chi parlo",
    "con chi sto parlando",
    "suo cognome",
    "nome e cognome",
    "teu nome",
    "nome completo",
    "com quem falo",
    "com quem estou",
    "met wie spreek",
    "uw achternaam",
    "hoe heet u",
    "hoe heet je",
    "z kim rozmawiam",
    "z kim mam",
    "s kým mluvím",
    "se jmenujete",
    "vem pratar jag",
    "vem talar jag",
    "ditt namn",
    "dit navn",
    "nimesi",
    "kenen kanssa",
    "numele dumneavoastră",
    "cu cine vorbesc",
    "kivel beszélek",
    "kiminle görüşüyorum",
    "account holder",
    "whose account",
    "kontoinhaber",
    "kontoinhaberin",
    "titulaire",
    "titular",
    "intestatario",
    "intestataria",
    "rekeninghouder",
    "właściciel konta",
    "właścicielem konta",
    "majitel účtu",
    "hesap sahibi",
];

/// Words of questions for the name of something else: `What is your company's full name?`
const THINGS: &WordList = &WordList::new(
    "company|company's|companys|business|employer|organization|organisation|firm|team|product|project|file|folder|domain|host|\
     server|user|username|account|bank|school|hospital|hotel|restaurant|street|city|town|country|pet|dog|cat|book|movie|\
     film|song|band|brand|app|device|store|firma|unternehmen|hund|empresa|entreprise|société|azienda|bedrijf|firmy|game|\
     medication|drug|playlist|event|class|course|repository|branch|package|variable|function|table|column",
);

/// Words of answers that name nobody, and of the next fields of a form.
const REFUSALS: &WordList = &WordList::new(
    "yes|yeah|yep|yup|no|nope|nah|none|not|never|ok|okay|sure|maybe|sorry|hello|hi|hey|thanks|thank|please|wait|what|why|how|who|\
     when|where|which|nothing|nobody|skip|pass|cancel|stop|quit|exit|help|private|secret|confidential|anonymous|agent|human|\
     person|operator|later|again|repeat|pardon|unknown|test|correct|right|wrong|true|false|ja|nein|nee|ne|danke|bitte|warum|wieso|\
     oui|non|merci|pourquoi|si|sí|gracias|qué|grazie|perché|perche|sim|não|nao|obrigado|obrigada|tak|nie|dziękuję|dlaczego|\
     proszę|dzięki|tack|nej|takk|tak|igen|nem|evet|hayır|niente|nada|rien|nichts|keine|keinen|my|your|name|number|it|is|the|\
     email|e-mail|address|phone|mobile|telephone|date|birth|city|zip|postal|code|country|street|state|company|title|gender|age|\
     contact|id|username|password|submit|next|continue|back|save|required|optional",
);

/// Fewest letters of an answer in which the models find nobody.
const SHORTEST: usize = 3;
/// The presence of a name that was asked for.
const PRESENCE: f32 = 0.8;

/// The answers to questions for a name in `text`, in order, each as the place of its words.
pub fn places(lists: &Words<'_>, text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut line_start = 0;
    let mut before: Option<&str> = None;
    for line in text.split_inclusive('\n') {
        let start = line_start;
        line_start += line.len();
        let bare = line.trim_end_matches(['\n', '\r']);
        // A blank line parts no question from its answer in what people type.
        if bare.trim().is_empty() {
            continue;
        }
        if let Some(range) = before.and_then(|question| answer(lists, question, bare)) {
            found.push(start + range.start..start + range.end);
        }
        before = (bare.len() <= LONGEST_QUESTION).then_some(bare);
    }
    found.extend(signature(lists, text).filter(|place| found.last().is_none_or(|last| last.end <= place.start)));
    found
}

/// The place of the name in small letters with which `text` is signed: `bisous`, and `romane` below.
fn signature(lists: &Words<'_>, text: &str) -> Option<Range<usize>> {
    /// Most words of a closing.
    const MOST: usize = 3;
    const CLOSINGS: &WordList = &WordList::new(
        "mvh|gr|grt|vh|pozdr|pzdr|üdv|terv|cdt|cdlt|many|best|kind|warm|with|lots|of|love|xoxo|xx|xxx|lg|vg|mfg|glg|bg|kram|klem|knus|baci|bacio|besos|beso|abrazo|abrazos|un|abraço|\
         abraços|beijos|beijinhos|bjs|kus|kusjes|buziaki|puszi|pusi|liebe|viele|lieben|sevgiler|take|care|see|you|soon|ttyl",
    );
    let text = text.trim_end();
    let start = memchr::memrchr(b'\n', text.as_bytes())? + 1;
    let last = text[start..].trim_matches([' ', '\r', '.', '-', '~']);
    // `mvh sixten`
    let (own, name) = last.rsplit_once(' ').unwrap_or(("", last));
    let is_word = name.starts_with(char::is_lowercase) && name.chars().all(char::is_alphabetic);
    if name.len() > LONGEST || !is_word || !is_first_name(lists, name) || is_pleasantry(name) {
        return None;
    }
    let head = text[..start].trim_end();
    let above = line::before(head, head.len(), LONGEST);
    let closing = if own.is_empty() { above } else { own };
    let mut words = closing.split(' ').map(|word| word.trim_matches(|c: char| !c.is_alphabetic()));
    let closes = |word: &str| is_closing_word(word) || is_pleasantry(word) || is_listed(word, CLOSINGS);
    let is_closing = words.clone().count() <= MOST && words.all(closes);
    let at = start + text[start..].rfind(name)?;
    is_closing.then_some(at..at + name.len())
}

/// The place of the name in `line`, if it is the answer to `question` and nothing else. In a dialogue, both have their speakers.
fn answer(lists: &Words<'_>, question: &str, line: &str) -> Option<Range<usize>> {
    if line.len() > LONGEST {
        return None;
    }
    let (asks_as, says_as) = (speaker_len(question), speaker_len(line));
    let is_dialogue = asks_as > 0 && says_as > 0 && question[..asks_as] != line[..says_as];
    let said = if is_dialogue { &line[says_as..] } else { line };
    let found = behind_opening(said.trim_matches([' ', '.', '!', ',', '\t']));
    let words = || found.split(' ').filter(|word| !word.is_empty());
    // Behind a first name all words belong to it, as machines hear them: `Jill later`.
    let begins_name = words().next().is_some_and(|first| begins_name(lists, first));
    let fits = |word| is_word(word) && (begins_name || !is_refusal(word));
    let is_name = words().take(MOST + 1).count() <= MOST && words().all(fits) && !found.is_empty();
    let start = line.len() - said.len() + said.find(found)?;
    (is_name && asks(question, said)).then_some(start..start + found.len())
}

/// `said` without the words that begin an answer: `yes its jane roe`.
fn behind_opening(said: &str) -> &str {
    const AGREEMENTS: [&str; 5] = ["yes", "yeah", "yep", "sure", "ok"];
    const OPENINGS: [&str; 10] = ["its", "it's", "it’s", "it is", "i'm", "i’m", "im", "i am", "this is", "my name is"];
    let behind = |text: &'_ str, word: &str| -> Option<usize> {
        let begins = text.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word));
        let rest = text.get(word.len()..).filter(|rest| begins && rest.starts_with([' ', ',']))?;
        Some(text.len() - rest.trim_start_matches([' ', ',']).len())
    };
    let agreed = AGREEMENTS.iter().find_map(|word| behind(said, word)).unwrap_or(0);
    let opening = OPENINGS.iter().find_map(|word| behind(&said[agreed..], word));
    opening.map_or(said, |len| &said[agreed + len..])
}

/// Words for a name, and for whose it is, which questions hold in any order: `Wie lautet Ihr vollständiger Name?`
const NAMES: &WordList = &WordList::new(
    "name|names|surname|vorname|vornamen|nachname|nachnamen|namen|nombre|apellido|apellidos|nom|prénom|nome|cognome|sobrenome|apelido|naam|\
     achternaam|voornaam|imię|nazwisko|jméno|příjmení|meno|namn|efternamn|förnamn|navn|efternavn|nimi|nimesi|nimenne|sukunimi|nume|numele|\
     neve|nevét|neved|ad|adınız|soyadınız",
);
const OWNERS: &WordList = &WordList::new(
    "your|ur|ihr|ihre|ihren|dein|deinen|votre|vos|ton|su|sus|tu|suo|tuo|seu|teu|uw|je|jouw|pani|pana|pańskie|vaše|tvoje|ditt|dit|\
     deres|teidän|sinun|dumneavoastră|dvs|öntől",
);

/// Reports whether `question` asks for the name of a person.
fn asks(question: &str, answer: &str) -> bool {
    question::before_answer(question, answer).is_some_and(|sentence| {
        let lower = sentence.to_lowercase();
        let is_whole = |end: usize| !lower[end..].starts_with(char::is_alphabetic);
        let has = |list| lower.split(|c: char| !(c.is_alphabetic() || c == '\'')).any(|word| is_listed(word, list));
        let is_asked = || ASKED.iter().any(|asked| lower.find(asked).is_some_and(|at| is_whole(at + asked.len())));
        (has(NAMES) && has(OWNERS) || is_asked()) && !has(THINGS)
    })
}

/// Reports whether `word` may be one of an answer: letters, with the digits of an account behind them.
fn is_word(word: &str) -> bool {
    let stands = |c: char| c.is_alphanumeric() || matches!(c, '-' | '\'' | '’' | '.');
    word.contains(char::is_alphabetic) && word.chars().all(stands)
}

/// Reports whether `word` is a first name and nothing else.
fn begins_name(lists: &Words<'_>, word: &str) -> bool {
    lists.classes(word) & (class::FIRST | OTHERS) == class::FIRST && !is_common_word(word) && !is_refusal(word)
}

/// Reports whether `word` refuses an answer, asks back, or belongs to a sentence.
fn is_refusal(word: &str) -> bool {
    is_listed(word, REFUSALS) || is_function_word(&word.to_lowercase())
}

/// `named` with the answers of `places` instead of the mentions in them.
pub fn with_answers(
    words: &Words<'_>,
    text: &str,
    named: Vec<(Mention, Place)>,
    places: &[Range<usize>],
) -> Vec<(Mention, Place)> {
    let answers = places.iter().map(|answer| (Span::new(text, answer.clone()).expect("an answer is whole words"), ()));
    with_persons(named, answers, |span, (), overlapped| {
        match overlapped.iter().find(|(mention, _)| mention.kind == Type::Person) {
            Some((person, place)) => Some((person.presence.max(PRESENCE), *place)),
            None => is_name(words, span.slice(text)).then_some((PRESENCE, Place::Prose)),
        }
    })
}

/// Reports whether an answer in which the models find no person is one all the same: two words, or one that is no ordinary word.
fn is_name(words: &Words<'_>, found: &str) -> bool {
    let letters = found.chars().filter(|c| c.is_alphabetic()).count();
    if letters < SHORTEST {
        return false;
    }
    let is_name = words.classes(found) & (class::FIRST | class::LAST) != 0;
    found.contains(' ') || is_name || !words.model.is_frequent(found) && !is_common_word(found)
}

#[cfg(test)]
mod tests {
    use masquerade_ner::Model;

    use super::*;

    #[test]
    fn signatures_in_small_letters_are_names() {
        let model = Model::embedded().unwrap();
        let words = Words { model: &model, reads_european: true };
        for (text, expected) in [
            ("see you\nbisous\njustine\n", Some("justine")),
            ("ok\n\nmany thanks,\nmartin", Some("martin")),
            ("see you\nmvh martin", Some("martin")),
            ("ok\nthanks\nbye", None),
            ("ok\nask martin", None),
            ("my list:\nmartin", None),
            ("thanks", None),
        ] {
            assert_eq!(places(&words, text).first().map(|range| &text[range.clone()]), expected, "{text}");
        }
    }

    #[test]
    fn answers_to_questions_for_a_name_are_names_to_their_end() {
        let model = Model::embedded().unwrap();
        let words = Words { model: &model, reads_european: true };
        for (text, expected) in [
            ("What is your name?\nJane book", Some("Jane book")),
            ("Please tell me your full name.\n\nbelieve russell.", Some("believe russell")),
            ("Jak się Pani nazywa?\njane1999", Some("jane1999")),
            ("Proszę podać imię i nazwisko.\nanna-maria miechowicz", Some("anna-maria miechowicz")),
            ("Wie heißen Sie?\nkunze", Some("kunze")),
            ("Who am I speaking with?\nJane later", Some("Jane later")),
            ("Agent: May I have your full name?\nCaller: yes its jane later", Some("jane later")),
            ("What is your name?\nMy name is jully", Some("jully")),
            ("What is your name?\nyes, why do you ask", None),
            ("What is your name?\nwhy do you ask", None),
            ("What is your name?\nNo thanks", None),
            ("What is your company's full name?\nAcme Widgets", None),
            ("What is your username?\njane1999", None),
            ("Is your name on the list of those who come?\nfive of us are there now", None),
            ("My name is Jane.\nit rains", None),
            ("Agent: And your last name?\nCustomer: kuntze", Some("kuntze")),
            ("Wie lautet Ihr vollständiger Name?\nreinhold mützel", Some("reinhold mützel")),
            ("Q: what's ur name?\n[10:02] Ann: jully", Some("jully")),
            ("Your name please\nCustomer: jully", None),
            ("Agent: Your name please\nAgent: jully", None),
            ("Agent: What is your name?\nCustomer: no thanks", None),
            ("Please enter your full name\nEmail address", None),
        ] {
            assert_eq!(places(&words, text).first().map(|range| &text[range.clone()]), expected, "{text}");
        }
    }
}
