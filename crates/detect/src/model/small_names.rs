//! Names in small letters behind words of which somebody is the object: relatives (`tante viorica`, `oma riet`), and verbs of saying and
//! calling (`pregúntale a paco`, `zapytaj magdy`).

use masquerade_ner::{Model, lexicon::class};

use super::{
    addressees::{is_first_name, is_inflected},
    function_words::is_function_word,
    technical::names_technology,
    words::{OTHERS, Words},
};
use crate::{
    common_words::is_common_word,
    recognizers::support::{
        salutation::{is_pleasantry, is_role},
        word_list::{WordList, is_listed},
    },
    text::{run_before, window},
};

/// Relatives, and others who are called with their first names, in the cases of their languages.
const KIN: &WordList = &WordList::new(
    "aunt|auntie|aunty|uncle|grandma|granny|nana|grandpa|granddad|grandad|cousin|sister|brother|nurse|midwife|coach|pastor|officer|daughter|\
     tante|onkel|oma|opa|omi|opi|cousine|schwester|bruder|oncle|tonton|tata|mamie|papy|papi|mamy|cousin|parrain|marraine|tío|tía|tio|tia|abuela|\
     abuelo|abuelita|abuelito|padrino|madrina|vó|vô|vovó|vovô|avó|avô|zio|zia|nonna|nonno|cugino|cugina|suora|oom|zus|broer|\
     ciocia|cioci|ciocię|ciotka|ciotki|wujek|wujka|wujkowi|wujkiem|babcia|babci|babcię|dziadek|dziadka|teta|tetě|tetu|tety|strýc|strýček|strejda|\
     babička|babičce|babičku|děda|dědeček|bratr|sestra|moster|faster|morbror|farbror|mormor|farmor|morfar|farfar|kusin|bestefar|bestemor|tante|\
     bedstefar|bedstemor|täti|tädille|tädin|setä|sedälle|eno|mummo|mummolle|ukki|vaari|serkku|mătușa|mătușii|tanti|unchiul|unchiului|bunica|\
     bunicii|bunicul|vărul|baka|baki|deda|ujak|ujaku|stric|teti|tetka|tetki|tetku|teyzem|amcam|halam|dayım|abim|ablam",
);
/// Verbs of saying, asking and calling that have somebody as their object, at once or behind a preposition.
const TOLD: &WordList = &WordList::new(
    "ask|asked|tell|told|text|texted|call|invite|invited|frag|frage|sag|sags|ruf|grüß|dile|diles|pregúntale|preguntale|avisa|avísale|llama|\
     llamé|llámale|chiedi|dì|dillo|chiama|avverti|dis|demande|appelle|préviens|fala|pergunta|avisa|liga|diz|zeg|vraag|bel|zapytaj|powiedz|\
     zadzwoń|daj|řekni|zeptej|zavolej|dej|fråga|säg|hälsa|spør|spørg|hils|sano|kysy|soita|kerro|reci|pitaj|javi|nazovi|întreabă|sună",
);
/// Prepositions between such a verb and its object.
const LINKS: &WordList = &WordList::new("a|à|ao|pro|pra|para|to|aan|tegen|do|na|til|till|zu|bei|lui|pe|se|al|ihm");
/// Relatives that are other words in other languages: `oma` in Finnish and Estonian, `tanti` in Italian.
const AMBIGUOUS: &WordList = &WordList::new("oma|tanti|tata|teta|papi|baka|tia|eno|deda");
/// Words of languages whose names have cases, before a name in another case.
const INFLECTING: &WordList = &WordList::new(
    "cioci|ciocię|ciotki|wujka|wujkowi|wujkiem|babci|babcię|dziadka|tetě|tetu|tety|babičce|babičku|tädille|tädin|sedälle|mummolle|mătușii|bunicii|\
     unchiului|teti|tetki|tetku|ujaku|zapytaj|powiedz|zadzwoń|daj|řekni|zeptej|zavolej|dej|sano|kysy|soita|kerro|reci|pitaj|javi|nazovi|do|na|se",
);
/// Small words that are names, too, behind relatives in names of things.
const OTHERS_BEHIND: &WordList =
    &WordList::new("said|maja|noel|mia|natale|tom|bel|mei|rico|rosa|alba|marina|victoria|nada|koko|anders");
/// Fewest letters of a name.
const SHORTEST: usize = 3;

/// Reports whether `word`, in small letters, stands before names of relatives.
pub fn is_kin(word: &str) -> bool {
    is_listed(word, KIN)
}

/// Reports whether a name may follow the word that ends `head`, as the object of a verb of [`TOLD`].
pub fn is_told(head: &str) -> bool {
    /// Longest verb with a preposition, in bytes.
    const NEAR: usize = 32;
    let near = window::before(head, head.len(), NEAR);
    let word = run_before(near, char::is_alphabetic);
    let before = near[..near.len() - word.len()].strip_suffix(' ');
    let verb = || before.map_or("", |before| run_before(before, char::is_alphabetic));
    is_listed(word, TOLD) || is_listed(word, LINKS) && is_listed(verb(), TOLD)
}

/// Reports whether `name`, in small letters, names somebody behind the word `before`.
pub fn is_name(words: &Words<'_>, name: &str, before: &str) -> bool {
    let is_frequent =
        || words.model.is_frequent(name) || Model::european().is_some_and(|model| model.is_frequent(name));
    if name.chars().count() < SHORTEST
        || is_common_word(name)
        || is_function_word(name)
        || is_pleasantry(name)
        || is_role(name)
        || names_technology(name)
        || is_listed(name, OTHERS_BEHIND)
        || is_kin(name)
    {
        return false;
    }
    let classes = words.classes(name);
    let is_kin = is_kin(before);
    let is_ambiguous = is_listed(before, AMBIGUOUS);
    let is_common = classes & class::COMMON_FIRST != 0 && !is_ambiguous;
    let is_first = is_first_name(words, name) && (is_kin && !is_ambiguous || is_common || !is_frequent());
    let is_surname = || {
        matches!(before, "oma" | "opa" | "tante" | "oom" | "onkel")
            && classes & (class::LAST | OTHERS) == class::LAST
            && !is_frequent()
    };
    let is_case = || is_listed(before, INFLECTING) && is_inflected(words, name);
    is_first || !is_frequent() && (is_surname() || is_case())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_behind_relatives_and_verbs_of_saying() {
        let model = Model::embedded().unwrap();
        let words = Words { model: &model, reads_european: true };
        for (head, name) in [
            ("sag tante", "gerda"),
            ("spune-i tanti", "viorica"),
            ("dis à tonton", "hervé"),
            ("pregúntale a", "nuria"),
            ("zapytaj", "magdy"),
            ("ask", "callum"),
        ] {
            let before = head.rsplit(' ').next().unwrap();
            assert!((is_kin(before) || is_told(head)) && is_name(&words, name, before), "{head} {name}");
        }
        for (head, name) in [
            ("tante", "und"),
            ("ask", "will"),
            ("call", "home"),
            ("dile a", "todos"),
            ("frag", "mal"),
            ("zapytaj", "sąsiada"),
            ("the aunt", "said"),
            ("opa", "kommt"),
        ] {
            let before = head.rsplit(' ').next().unwrap();
            assert!(!is_name(&words, name, before), "{head} {name}");
        }
    }
}
