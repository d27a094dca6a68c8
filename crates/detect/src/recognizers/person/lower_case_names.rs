//! First names of Cyrillic and Greek in small letters, as chats write them, beside a preposition, an article or a verb of persons: `марина звонила`,
//! `у серёги`, `με τον τάκη`.

use std::borrow::Cow;

use super::{
    cyrillic_names::{Family, family},
    introduced_name::INFO,
};
use crate::recognizers::support::first_names::{Case, first_name, is_also_word};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{line, run_before, run_behind};
use crate::{Candidate, Finding, Pattern, Rule};

/// Bytes that are read beside a match.
const NEAR: usize = 64;
/// Fewest letters of a name in small letters.
const LEAST: usize = 4;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // Prepositions and verbs whose object a person is.
        Pattern::prefix(
            "(?:ли|со?|ко?|у|від|від|от|для|про|з|із|зі|до|код|са|за|к|и|й|де|где|где је|де је|ли је|видела?|видели|бачи[вл]а?|спит[аи]й|спроси|спросить|скажи|передай|позвони|позвонить|подзвони|напиши|питай|питати|питај|кажи|попроси|познавате?|чули? се с|привет|привіт|здрасти|здраво|ћао|звънни на|обади се на|јави се|или|або|или на|або до|т[её]т[яеию]|дяд[яею]|тітк[аиу]|тітці|лел[яо]|чичо) ",
            0.7,
            0.85,
        ),
        Pattern::prefix(
            "(?:ο|η|τον?|την?|του|της|στον?|στην?|στης|στου|και|ήρθε|είπε|πήρε|κάλεσε|ρώτα|πες|πάρε|γεια|γεια σου|ή|θεία|θείος) ",
            0.7,
            0.85,
        ),
        // Verbs that a person is the subject of.
        Pattern::prefix(
            "звонила?|позвонила?|говорит|говорила?|сказала?|пишет|написала?|придёт|придет|пришл[аи]|пришёл|уже|ещё|тоже|заболела?|спит|просила?|ждёт|каже|казала|казав|прийде|прийшла|прийшов|вже|теж|дзвонила|дзвонив|пише|просила|казва|каза|ще|дойде|звънна|също|вика|рече|вели|га|тражи|долази|зове|дошао|дошла|већ",
            0.7,
            0.85,
        ),
        Pattern::prefix("λέει|είπε|ήρθε|πήγε|έγραψε|πήρε|ρώτησε|δεν|θα|είναι", 0.7, 0.85),
    ]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, candidate.range.clone());
    let (name, start, is_object) = match candidate.pattern {
        0 | 1 => (run_behind(line::behind(text, range.end, NEAR), char::is_alphabetic), range.end, true),
        _ => {
            let whole = !text[range.end..].starts_with(char::is_alphabetic);
            let head = line::before(text, range.start, NEAR).strip_suffix(' ').filter(|_| whole)?;
            let name = run_before(head, char::is_alphabetic);
            (name, range.start - 1 - name.len(), false)
        }
    };
    let end = start + name.len();
    let is_small = name.chars().all(char::is_lowercase) && name.chars().nth(LEAST - 1).is_some();
    let parts = ['-', '_', '@', '.', '/', '\''];
    let is_part = text[..start].ends_with(parts) || text[end..].starts_with(['-', '_', '@', '/', '\'']);
    if !is_small || is_part || is_also_word(name) {
        return None;
    }
    let case = first_name(name)?;
    // `и` and the like stand before any case; other words before the case of an object, which Greek does not tell.
    (is_object || case.1).then(|| candidate.part(start..surname_end(text, end, case)))?
}

/// The end of the family name behind a first name in the form `case` that ends at `end`; `end` if there is none.
fn surname_end(text: &str, end: usize, case: Case) -> usize {
    /// Ends that family names have in any form, and hardly any other word.
    const CERTAIN: [&str; 6] = ["енко", "чук", "швили", "швілі", "янц", "ић"];
    /// Fewest letters of a family name.
    const LEAST: usize = 5;
    let rest = line::behind(text, end, NEAR).strip_prefix(' ').unwrap_or_default();
    let word = run_behind(rest, char::is_alphabetic);
    let is_certain = || CERTAIN.iter().any(|end| word.ends_with(end));
    let agrees = || family(word).is_some_and(|form| form != Family::Any && form.agrees(case));
    let is_small = word.chars().all(char::is_lowercase) && word.chars().nth(LEAST - 1).is_some();
    let is_family = is_small && !is_also_word(word) && first_name(word).is_none() && (is_certain() || agrees());
    if is_family { end + 1 + word.len() } else { end }
}

/// Reports whether `word` stands before names of persons as objects.
pub(super) fn precedes_name(word: &str) -> bool {
    const WORDS: &WordList = &WordList::new(
        "с|со|у|к|ко|от|для|про|з|із|зі|до|від|код|са|позвони|позвонить|скажи|скажите|передай|напиши|спроси|спросить|спросите|позвать|попросить|попроси|подзвони|спитай|запитай|питај|μίλησες|ρώτα|πάρε",
    );
    is_listed(word, WORDS)
}

/// Reports whether a verb that persons are the subject of follows at the beginning of `rest`.
pub(super) fn follows_name(rest: &str) -> bool {
    const VERBS: &WordList = &WordList::new(
        "звонил|звонила|позвонил|позвонила|говорит|сказал|сказала|пишет|написал|написала|придёт|придет|пришла|пришёл|заболел|заболела|спит|просил|просила|верит|надеется|любит|рычит|\
         каже|казала|казав|прийшла|прийшов|дзвонила|дзвонив|пише|вірить|казва|каза|звънна|помага|пречи|има|бере|вели|рече|тражи|долази|зове|спава|верује|омета|помаже|λέει|είπε|ήρθε|πήγε|έγραψε|ελπίζει|αγαπά|θέλει|τηλεφώνησε",
    );
    let rest = rest.strip_prefix(' ').unwrap_or_default();
    is_listed(run_behind(rest, char::is_alphabetic), VERBS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn names_in_small_letters_stand_beside_words_of_persons() {
        for (text, matched, pattern, expected) in [
            ("были у серёги", "у ", 0, Some("серёги")),
            ("поговори с мариной", "с ", 0, Some("мариной")),
            ("позвони сереге кузнецову", "позвони ", 0, Some("сереге кузнецову")),
            ("или бранки петровић", "или ", 0, Some("бранки петровић")),
            ("у марины машина сломалась", "у ", 0, Some("марины")),
            ("чай с мятой", "с ", 0, None),
            ("от света", "от ", 0, None),
            ("με τον τάκη", "τον ", 1, Some("τάκη")),
            ("με τον άνεμο", "τον ", 1, None),
            ("тарас каже що", "каже", 2, Some("тарас")),
            ("он говорит", "говорит", 2, None),
            ("ο στέλιος λέει", "λέει", 3, Some("στέλιος")),
        ] {
            assert_eq!(check_match(check, text, matched, pattern), expected, "{text}");
        }
    }
}
