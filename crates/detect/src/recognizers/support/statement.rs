//! Statements: the words between the name of a number and the number in a sentence, `número de la cuenta de mi hermana es el …`.
//!
//! A name in a sentence has endings (`kontonumret`, `hesap numaram`), and possessives, verbs, articles and words for
//! "number" may follow before the number. Any other word says that the sentence tells something else.

use crate::layout::answers;
use crate::recognizers::support::phrase_list::PhraseList;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{line, window};

/// Most bytes between a name and its value.
const FAR: usize = 96;

/// The value of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Statement {
    /// The place where the value begins.
    pub at: usize,
    /// True if a possessive tells whose it is.
    pub is_owned: bool,
    /// True if a verb, an owner or a word for "number" stands before the value.
    pub is_told: bool,
    /// The count of other words that begin with a capital: a bank's name.
    pub names: usize,
}

/// Possessives of many languages, and pronouns that serve as such.
const OWNERS: &WordList = &WordList::new(
    "my|our|your|his|her|their|mein|meine|meines|meiner|meinem|meinen|unser|unsere|unserer|ihr|ihre|ihrer|ihres|dein|deine|\
     deines|sein|seine|mon|ma|mes|notre|votre|son|sa|mi|tu|su|nuestro|nuestra|mio|mia|suo|sua|tuo|tua|nostro|nostra|meu|minha|\
     nosso|nossa|seu|mea|mijn|ons|onze|uw|jouw|zijn|haar|min|mit|mitt|din|ditt|dit|hans|hennes|hendes|vår|vårt|vores|vort|mín|\
     mitt|mój|moja|moje|mojego|mojej|naszego|twój|twoje|můj|mého|mé|mojí|našeho|vašeho|môj|môjho|mojho|moj|mog|mojega|našeg|\
     vašeg|nostru|мой|моя|моё|мое|моего|моей|нашего|вашего|мій|моє|мого|моєї|вашого|мој|моја|моје|мог|моят|моята|ми|му|ѝ|μου|\
     μας|σας|σου|του|της|benim|bizim|שלי|שלנו|שלך|שלו|שלה|بي|بنا|الخاص|الخاصة|من|ما|मेरा|मेरी|मेरे|हमारा|आपका|saya|kami|anda|aku|ko|\
     namin|yangu|yake|yetu|changu|yako|lako|tôi|mình|em|anh|chị|minu|meie|mano|mūsų|mans|mana|manas|mūsu|\
     متاعي|ديالي|بتاعي|تبعي|تاعي|الوطنية|الوطني|الشخصية",
);

/// Verbs, and words for "number".
const TELLING: &WordList = &WordList::new(
    "is|was|are|remains|ist|war|lautet|lautete|bleibt|est|c'est|c’est|c'était|c’était|c|était|reste|porte|es|era|fue|sigue|è|é|foi|continua|blijft|är|var|er|on|oli|jest|był|była|było|brzmi|to|je|byl|byla|bylo|był|este|idi|был|была|было|are|ima|\
     má|має|има|имеет|είναι|הוא|היא|היה|هو|هي|كان|است|है|हैं|adalah|ialah|là|ni|ay|yra|ir|eina|это|це|това|e|е|—|–|-|\
     number|no|n|nr|num|nummer|nummeret|numret|numéro|numero|número|n°|nº|n.º|numer|číslo|broj|številka|szám|száma|számom|numărul|\
     număr|numarası|numaram|numara|номер|№|αριθμός|αρ|מספר|مספר|رقم|رقمه|رقمها|شماره|नंबर|संख्या|nomor|nombor|số|namba|nambari|\
     numeris|numurs|id|jel|jele|jelem|br|бр|č|čís|מס|מס'|#",
);

/// Articles and prepositions.
const LINKS: &WordList = &WordList::new(
    "the|of|for|on|at|with|a|an|de|d|del|la|le|l|el|il|lo|los|las|les|du|des|das|der|die|dem|den|di|della|dello|do|da|dos|no|na|em|het|\
     van|bij|op|u|w|od|za|pro|pre|v|для|на|в|у|от|of|på|av|til|till|hos|i|bei|beim|für|auf|bank|banka|banku|της|του|στην|tại|của|ke|\
     के|का|की|में|ng|sa|ya|wa|bank:|بنك|در|لدى|مع|את|של|السفر|سفر|doch|nun|jetzt|immer|noch|nach|wie|vor|they|gave|sent|told|me|us|now|still|currently|just|actuellement|toujours|encore|maintenant|siempre|siendo|sempre|ancora|ainda|sendo|agora|nog|steeds|altijd|nu|dalej|nadal|wciąż|teraz|fortfarande|hâlâ|pořád|stále|teď|всё|все|ещё|еще|сейчас|ahora|ora|changed|geändert|ändrad|ändrats|ændret|endret|changé|\
     cambiado|cambiato|gewijzigd|zmieniony|new|neu|haben|nennen|geben|sagen|mitteilen|durchgeben|geven|doorgeven",
);

/// The statement behind a name whose first letters end at `at`, with `things` as further words that it may hold, and
/// at most so many `names`.
pub(crate) fn statement(text: &str, at: usize, things: Option<&WordList>, names: usize) -> Option<Statement> {
    statement_with(text, at, |word| things.is_some_and(|things| is_listed(word, things)), names)
}

/// The statement behind a name whose first letters end at `at`, with the words of which `is_thing` says that it may hold
/// them, and at most so many `names`.
pub(crate) fn statement_with(
    text: &str,
    at: usize,
    is_thing: impl Fn(&str) -> bool,
    names: usize,
) -> Option<Statement> {
    /// Most words.
    const MOST: usize = 8;
    let near = line::behind(text, at, FAR);
    let mut start = ending_len(near);
    let (mut is_owned, mut is_told, mut found) = (false, false, 0);
    for _ in 0..MOST {
        let rest = near.get(start..)?;
        // `quel est le code de la porte ?`, and the answer on the line below
        if let Some(question) = rest.trim_start_matches([' ', '\u{A0}']).strip_prefix('?') {
            return answer(text, at + near.len() - question.len(), found);
        }
        let gap = rest.len() - rest.trim_start_matches([' ', ':', '：', '=', '(', '"', '„', ',', '．', '.']).len();
        let word = rest.get(gap..)?.split([' ', '\t', '\r', '\u{A0}', '?']).next()?;
        let bare = word.trim_end_matches([':', '：', '.', ',', ')', '"', '“']);
        // `my plate number's …`
        let bare = bare.strip_suffix("'s").or_else(|| bare.strip_suffix("’s")).unwrap_or(bare);
        let (owns, tells) = (is_listed(bare, OWNERS), is_listed(bare, TELLING));
        let is_link = owns || tells || is_listed(bare, LINKS) || is_thing(bare);
        let is_series = !tells && bare.chars().all(char::is_uppercase);
        if (!is_link || is_series) && begins_value(word, rest.get(gap + word.len()..)?) {
            let is_word = |c: char| c.is_alphanumeric() && c.is_ascii();
            let is_apart = gap > 0 || !text[..at + start].ends_with(is_word) || !word.starts_with(is_word);
            return is_apart.then_some(Statement { at: at + start + gap, is_owned, is_told, names: found });
        }
        if !is_link {
            found += 1;
        }
        // A sentence ends, or goes on about something else.
        let is_name =
            || bare.starts_with(char::is_uppercase) && found <= names && bare.chars().all(char::is_alphanumeric);
        // Classes of a licence stand in a list: `B, BE, C`.
        let is_item = bare.chars().count() < 8 && is_thing(bare);
        let is_end = word.len() > ".Nr.".len() && word.ends_with('.') || names == 0 && word.ends_with(',') && !is_item;
        if gap == 0 || bare.is_empty() || is_end || !is_link && !is_name() {
            return None;
        }
        (is_owned, is_told) = (is_owned || owns, is_told || owns || tells);
        start += gap + word.len();
    }
    None
}

/// The statement of the answer to the question that ends at `at`, if a value begins it.
fn answer(text: &str, at: usize, names: usize) -> Option<Statement> {
    let at = answers::begin(text, at);
    let near = line::behind(text, at, FAR);
    let word = near.split([' ', '\t', '\r', '\u{A0}']).next()?;
    let begins = begins_value(word, near.get(word.len()..)?);
    begins.then_some(Statement { at, is_owned: true, is_told: true, names })
}

/// The place behind the words of a statement at `at`, and whether a verb, an owner, a word for "number" or one for "still" is among them.
///
/// Unlike [`statement`] it asks nothing of what follows: words may tell the value, too.
pub(crate) fn behind_words(text: &str, at: usize) -> (usize, bool) {
    /// Most words.
    const MOST: usize = 6;
    let near = line::behind(text, at, FAR);
    let (mut from, mut is_told) = (0, false);
    for _ in 0..MOST {
        let rest = &near[from..];
        let gap = rest.len() - rest.trim_start_matches([' ', ':', ',', '=', '\u{A0}']).len();
        let word = &rest[gap..rest[gap..].find([' ', '\u{A0}']).map_or(rest.len(), |end| gap + end)];
        let bare = word.trim_end_matches([':', ',']);
        if gap == 0 && from > 0 || bare.is_empty() || !is_statement_word(bare) && !is_listed(bare, FILLERS) {
            break;
        }
        is_told = is_told || [OWNERS, TELLING].iter().any(|list| is_listed(bare, list));
        from += gap + word.len();
    }
    let rest = &near[from..];
    let gap = rest.len() - rest.trim_start_matches([' ', ':', '=', ',', '"', '„', '“', '«', '\u{A0}']).len();
    (at + from + gap, is_told)
}

/// The place behind the words of a statement at `at`, before the single letters among them that begin a code: `is a 6 fk 69`.
pub(crate) fn behind_words_of_code(text: &str, at: usize) -> usize {
    let mut start = behind_words(text, at).0;
    while let Some(head) = text.get(at..start).and_then(|head| head.strip_suffix(' ')) {
        let word = head.rsplit(' ').next().unwrap_or_default();
        if word.len() != 1 || !head.ends_with(|c: char| c.is_ascii_alphabetic()) {
            break;
        }
        start -= 2;
    }
    start
}

/// Sounds of who thinks, in transcripts.
const FILLERS: &WordList =
    &WordList::new("um|uh|er|uhm|erm|äh|ähm|euh|eh|ehm|hmm|like|well|so|ok|okay|yeah|yes|ja|oui|sí|sim|sì|tak|ano|да");

/// Reports whether `word` is a sound of who thinks, or one that agrees.
pub(crate) fn is_filler(word: &str) -> bool {
    is_listed(word, FILLERS)
}

/// Reports whether `word` may stand between the name of a thing and the thing in a statement: an owner, a verb, an article.
pub(crate) fn is_statement_word(word: &str) -> bool {
    [OWNERS, TELLING, LINKS].iter().any(|list| is_listed(word, list))
}

/// The words that may stand between the name of a thing and the thing in a statement.
pub(crate) fn statement_words() -> impl Iterator<Item = &'static str> {
    [OWNERS, TELLING, LINKS].into_iter().flat_map(WordList::words)
}

/// The end of the longest of `names` that stands at `at` in any case, before the digits that a [`statement`] needs.
///
/// Their first letters suffice to search for them, which keeps the automaton small.
pub(crate) fn name_end(text: &str, at: usize, names: &PhraseList) -> Option<usize> {
    /// Longest name, in bytes.
    const LONGEST: usize = 64;
    // In prose hardly any name has a digit behind it, or asks for one.
    line::behind(text, at, LONGEST + FAR).bytes().any(|b| b.is_ascii_digit() || b == b'?').then_some(())?;
    names.len_at(window::behind(text, at, LONGEST)).map(|len| at + len)
}

/// The text behind the longest of `verbs` that `near` begins with and behind which `goes_on` holds: of `is` and `ist` the second.
pub(crate) fn behind_verb<'a>(near: &'a str, verbs: &[&str], goes_on: impl Fn(&str) -> bool) -> Option<&'a str> {
    let rests = verbs.iter().filter_map(|verb| near.strip_prefix(*verb));
    rests.filter(|rest| goes_on(rest)).min_by_key(|rest| rest.len())
}

/// The length of the rest of a word at the start of `text`: its ending, in small letters.
pub(crate) fn ending_len(text: &str) -> usize {
    /// Most letters.
    const MOST: usize = 12;
    let is_ideograph = |c: char| ('\u{2E80}'..'\u{A000}').contains(&c) && !('\u{3040}'..'\u{3100}').contains(&c);
    let is_rest = |c: &char| match *c {
        '\u{0E00}'..'\u{0E50}' | '是' | '为' | '為' | '号' | '號' | '码' | '碼' => true,
        c => c.is_alphabetic() && !c.is_uppercase() && !is_ideograph(c),
    };
    text.chars().take(MOST).take_while(is_rest).map(char::len_utf8).sum()
}

/// Reports whether a value begins with `word`, before `rest`: it has a digit, or is a series in capitals before one.
fn begins_value(word: &str, rest: &str) -> bool {
    let has_digit = |word: &str| word.contains(|c: char| c.is_ascii_digit());
    let is_capital = |c: char| c.is_uppercase() || ('\u{0E01}'..'\u{0E2F}').contains(&c);
    let is_series = (1..=3).contains(&word.chars().count()) && word.chars().all(is_capital);
    has_digit(word) && !word.starts_with('\'')
        || is_series && rest.strip_prefix([' ', '-']).is_some_and(|rest| rest.split(' ').next().is_some_and(has_digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_statements_are_skipped() {
        for (text, expected) in [
            (" ist immer noch r0cket", ("r0cket", true)),
            (" é dois três", ("dois três", true)),
            (": uh four one", ("four one", false)),
            (" holders pay", ("holders pay", false)),
            ("", ("", false)),
        ] {
            let (at, is_told) = behind_words(text, 0);
            assert_eq!((&text[at..], is_told), expected, "{text}");
        }
    }

    #[test]
    fn values_stand_behind_words_of_statements_alone() {
        for (text, expected) in [
            ("numret är 8327 92", Some("8327 92")),
            ("numaram 4471", Some("4471")),
            ("nummer hos DNB: 1503", Some("1503")),
            (" de ma sœur est le 4471", None),
            (" de mi hermano es 4471", None),
            (" številka je 88-1", Some("88-1")),
            (" seria i numer 4", None),
            (": EL 448172", Some("EL 448172")),
            (" holders pay 4471", None),
            (" is closed. 4471", None),
            ("", None),
        ] {
            assert_eq!(statement(text, 0, None, 1).map(|found| &text[found.at..]), expected, "{text}");
        }
    }
}
