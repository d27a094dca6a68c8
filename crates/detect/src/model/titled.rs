//! Names behind titles that the models do not know: inflected ones (`des Generals Roe`), and those of talk in small letters
//! (`con el señor roe`).
//!
//! A title in its basic form with a capital behind it introduces a name by rule, without the models; nouns of offices in German
//! stand before other nouns, too, so a list of names must have the word behind them.

use masquerade_ner::{Mention, lexicon::class, titles};

use super::{function_words::is_function_word, merge::with_persons, place::Place, words::Words};
use crate::{
    common_words::is_common_word,
    recognizers::support::word_list::{WordList, is_listed},
    text::{Span, run_before, run_behind},
};

/// Titles before a surname with a capital, in the cases of German that are no title elsewhere.
const INFLECTED: &WordList = &WordList::new(
    "generals|kanzler|kanzlers|kanzlerin|bundeskanzlers|präsidenten|bundespräsident|bundespräsidenten|ministers|\
     ministerpräsident|ministerpräsidenten|bürgermeisters|oberbürgermeister|oberbürgermeisters|pfarrer|pfarrers|professors|\
     doktors|direktors|kommissar|kommissars|hauptmann|hauptmanns|oberst|obersts|leutnant|leutnants|feldwebel|rechtsanwalts|\
     anwalts|richters|senators|abgeordneten|staatsanwalts|kollegen|patienten|grafen|fürsten|freiherrn",
);

/// Titles that talk in small letters has before a surname.
const SPOKEN: &WordList = &WordList::new(
    "mr|mrs|mister|herr|herrn|frau|señor|señora|señorita|senhor|senhora|signor|signora|monsieur|mme|mevrouw|meneer|dhr",
);

/// Fewest letters of a name.
const SHORTEST: usize = 3;

/// `named` with the surnames behind titles that it does not have, each with the presence `threshold`.
pub fn with_titled(
    words: &Words<'_>,
    text: &str,
    named: Vec<(Mention, Place)>,
    threshold: f32,
) -> Vec<(Mention, Place)> {
    let titled = text.match_indices(' ').filter_map(|(blank, _)| {
        let start = blank + 1;
        let name = behind_title(words, text, start)?;
        Some((Span::new(text, start..start + name.len()).expect("a word is whole"), ()))
    });
    with_persons(named, titled, |_, (), overlapped| overlapped.is_empty().then_some((threshold, Place::Prose)))
}

/// The surname at `start`, if a title stands before it.
fn behind_title<'t>(words: &Words<'_>, text: &'t str, start: usize) -> Option<&'t str> {
    let head = text[..start - 1].trim_end_matches('.');
    let title = run_before(head, char::is_alphabetic);
    let is_spoken = is_listed(title, SPOKEN);
    if !is_spoken && !is_listed(title, INFLECTED) {
        return None;
    }
    let name = run_behind(&text[start..], |c| c.is_alphabetic() || c == '-');
    let classes = words.classes(name);
    // A verb may follow what is a pronoun of politeness, too: `o senhor acha`.
    let is_frequent = |name: &str| masquerade_ner::Model::european().is_some_and(|model| model.is_frequent(name));
    let is_known = classes & (class::LAST | class::FIRST) != 0;
    let is_name = if name.starts_with(char::is_lowercase) {
        let is_word = is_common_word(name) || is_function_word(name);
        is_spoken && !is_word && is_known && name.chars().count() > SHORTEST && !is_frequent(name)
    } else {
        !is_spoken && title.starts_with(char::is_uppercase) && is_known
    };
    (is_name && !titles::is_title(name) && name.chars().count() >= SHORTEST).then_some(name)
}

#[cfg(test)]
mod tests {
    use masquerade_ner::Model;

    use super::*;

    #[test]
    fn surnames_stand_behind_titles() {
        let model = Model::embedded().unwrap();
        let words = Words { model: &model, reads_european: true };
        let found = |text: &str| {
            let named = with_titled(&words, text, Vec::new(), 0.4);
            named.first().map(|(mention, _)| mention.span.slice(text).to_owned())
        };
        for (text, expected) in [
            ("Der Brief des Generals Spiller lag dort.", Some("Spiller")),
            ("Er hat dem Kanzler Schmid geschrieben.", Some("Schmid")),
            ("habla con el señor quiroga mañana", Some("quiroga")),
            ("ask mr. henderson about it", Some("henderson")),
            ("Die Reise des Präsidenten dauert.", None),
            ("Die Frage des Professors Warum blieb.", None),
            ("said mr president", None),
            ("die frau ist da", None),
        ] {
            assert_eq!(found(text).as_deref(), expected, "{text}");
        }
    }
}
