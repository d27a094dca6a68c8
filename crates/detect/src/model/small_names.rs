//! Names in small letters behind words of which somebody is the object: relatives (`tante viorica`, `oma riet`), and verbs of saying and
//! calling (`pregúntale a paco`, `zapytaj magdy`).

use std::ops::Range;

use masquerade_ner::{Model, lexicon::class};

use super::{
    addressees::is_first_name,
    case_forms::{is_inflected, is_inflected_surname},
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
    text::{run_before, run_behind, window},
};

/// Relatives, and others who are called with their first names, in the cases of their languages.
const KIN: &WordList = &WordList::new(
    "aunt|auntie|aunty|uncle|grandma|granny|nana|grandpa|granddad|grandad|cousin|sister|brother|nurse|midwife|coach|pastor|officer|daughter|\
     mate|carer|umpire|referee|landlord|landlady|boss|colleague|coworker|flatmate|roommate|housemate|neighbour|neighbor|husband|wife|nephew|niece|\
     girlfriend|boyfriend|fiancé|fiancée|\
     tante|onkel|oma|opa|omi|opi|cousine|schwester|bruder|oncle|tonton|tata|mamie|papy|papi|mamy|cousin|parrain|marraine|tío|tía|tio|tia|abuela|\
     abuelo|abuelita|abuelito|padrino|madrina|vó|vô|vovó|vovô|avó|avô|zio|zia|nonna|nonno|cugino|cugina|suora|oom|zus|broer|\
     ciocia|cioci|ciocię|ciotka|ciotki|wujek|wujka|wujkowi|wujkiem|babcia|babci|babcię|dziadek|dziadka|teta|tetě|tetu|tety|strýc|strýček|strejda|\
     babička|babičce|babičku|děda|dědeček|bratr|sestra|moster|faster|morbror|farbror|mormor|farmor|morfar|farfar|kusin|bestefar|bestemor|tante|\
     bedstefar|bedstemor|täti|tädille|tädin|setä|sedälle|eno|mummo|mummolle|ukki|vaari|serkku|mătușa|mătușii|tanti|unchiul|unchiului|bunica|\
     bunicii|bunicul|vărul|baka|baki|deda|ujak|ujaku|stric|teti|tetka|tetki|tetku|teyzem|amcam|halam|dayım|abim|ablam|\
     son|mujer|esposa|esposo|marido|hija|hijo|hermana|hermano|novia|novio|femme|mari|fille|fils|soeur|sœur|frère|frau|tochter|sohn|freundin|\
     moglie|marito|figlia|figlio|sorella|fratello|mulher|filha|filho|irmã|irmão|namorada|namorado|vrouw|dochter|zoon|vriendin|żona|żony|mąż|męża|córka|\
     córki|manželka|manžel|dcera|syn|soție|soțul|fiica|kone|datter|dotter|søn|kona|vaimo|tytär|poika|felesége|eşim|oğlum|kızım",
);
/// Verbs of saying, asking and calling that have somebody as their object, at once or behind a preposition.
const TOLD: &WordList = &WordList::new(
    "ask|asked|tell|told|text|texted|call|invite|invited|seen|ping|pinged|nudge|bug|dm|msg|message|messaged|phone|phoned|rang|met|meet|remind|\
     reminded|owe|owes|blame|thank|paired|pairing|spoke|talked|waiting|lunch|frag|frage|sag|sags|ruf|grüß|dile|diles|pregúntale|preguntale|avisa|avísale|llama|\
     llamé|llámale|chiedi|dì|dillo|chiama|avverti|dis|demande|appelle|préviens|fala|pergunta|avisa|liga|diz|zeg|vraag|bel|zapytaj|powiedz|\
     zadzwoń|daj|řekni|zeptej|zavolej|dej|fråga|säg|hälsa|spør|spørg|hils|sano|kysy|soita|kerro|reci|pitaj|javi|nazovi|întreabă|sună|sunați|sun-o|sună-l|\
     ring|pozdrav|zavolaj|povedz|opýtaj|vedieť|vediet|helista|küsi|ütle|piezvani|pajautā|pasaki|paskambink|paklausk|pasakyk|pokliči|vprašaj|povej|pozdravi|\
     zeptejte|volej|zdzwoń|poproś|szólj|hívd|kérdezd",
);
/// Prepositions between such a verb and its object.
const LINKS: &WordList =
    &WordList::new("a|à|ao|pro|pra|para|to|with|on|aan|tegen|do|na|til|till|zu|bei|lui|pe|se|al|ihm|med|met");
/// Relatives that are other words in other languages: `oma` in Finnish and Estonian, `tanti` in Italian.
const AMBIGUOUS: &WordList =
    &WordList::new("oma|tanti|tata|teta|papi|baka|tia|eno|deda|mari|son|fille|frau|kone|kona|syn|fils|poika");
/// Words of languages whose names have cases, before a name in another case.
const INFLECTING: &WordList = &WordList::new(
    "cioci|ciocię|ciotki|wujka|wujkowi|wujkiem|babci|babcię|dziadka|tetě|tetu|tety|babičce|babičku|tädille|tädin|sedälle|mummolle|mătușii|bunicii|\
     unchiului|teti|tetki|tetku|ujaku|zapytaj|powiedz|zadzwoń|daj|řekni|zeptej|zavolej|dej|sano|kysy|soita|kerro|reci|pitaj|javi|nazovi|do|na|se|pozdrav|zavolaj|povedz|opýtaj|\
     vedieť|vediet|helista|küsi|ütle|piezvani|pajautā|pasaki|paskambink|paklausk|pasakyk|pokliči|vprašaj|povej|pozdravi|volej|poproś|ili|albo|tai|või|ali|\
     lub|nebo|alebo|vai|arba|vagy",
);
/// Small words that are names, too, behind relatives in names of things.
const OTHERS_BEHIND: &WordList =
    &WordList::new("said|maja|noel|mia|natale|tom|bel|mei|rico|rosa|alba|marina|victoria|nada|koko|anders|nello");
/// Verbs of saying and the like behind somebody who does so.
const SPEAKS: &WordList = &WordList::new(
    "mówił|mówiła|mówi|pisał|pisała|powiedział|powiedziała|dzwonił|dzwoniła|vravel|vravela|hovoril|hovorila|povedal|povedala|psal|psala|říkal|říkala|řekl|\
     řekla|volal|volala|písal|písala|meinte|sagte|meint|sagt|schrieb|sano|sanoi|kertoi|soitti|ütles|ütleb|helistas|teica|saka|zvanīja|sakė|sako|skambino|kaže|\
     rekao|rekla|javio|javila|pravi|rekel|zice|zicea|falou|disse|diz|dice|dijo|ha detto|dit|zegt|zei|sier|siger|sagde|säger|mondta|mondja|szólt|dedi|söyledi",
);
/// Words that join a further name to one in small letters.
const OR: &WordList = &WordList::new(
    "ili|albo|tai|või|vai|ali|sau|o|of|eller|ou|oder|lub|nebo|alebo|vagy|arba|or|i|a|ja|un|ir|in|și|e|y|et|en|och|og|und|és|ve|and",
);
/// Fewest letters of a name.
const SHORTEST: usize = 3;
/// Fewest letters of a surname in small letters, and longest one, in bytes.
const SHORTEST_SURNAME: usize = 4;
const LONGEST: usize = 40;

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

/// Reports whether `word` tells what somebody says or writes, who is named before it.
pub fn speaks(word: &str) -> bool {
    is_listed(word, SPEAKS)
}

/// The place of who speaks, if the word at `place`, before a verb of [`SPEAKS`], is a first name or a surname behind one.
pub fn speaker(words: &Words<'_>, text: &str, place: Range<usize>) -> Option<Range<usize>> {
    let name = text.get(place.clone())?;
    if !name.chars().all(char::is_lowercase) {
        return None;
    }
    if is_name(words, name, "") {
        return Some(place);
    }
    let first = run_before(text.get(..place.start)?.strip_suffix(' ')?, char::is_alphabetic);
    let start = place.start - 1 - first.len();
    (is_name(words, first, "") && is_surname(words, name)).then_some(start..place.end)
}

/// The place where a link between two names begins, which the word at `before` ends, behind the one at `previous`: `or`, `albo do`.
pub fn link(text: &str, previous: &Range<usize>, before: &Range<usize>) -> Option<usize> {
    let word = &text[before.clone()];
    let is_behind =
        || is_listed(word, LINKS) && previous.end + 1 == before.start && is_listed(&text[previous.clone()], OR);
    if is_listed(word, OR) { Some(before.start) } else { is_behind().then_some(previous.start) }
}

/// The end of the surname behind the first name in small letters that ends at `end`; `end` if there is none.
pub fn surname_end(words: &Words<'_>, text: &str, end: usize) -> usize {
    let near = window::behind(text, end, LONGEST);
    let surname = near.strip_prefix(' ').map_or("", |rest| run_behind(rest, |c| c.is_alphabetic() || c == '-'));
    if is_surname(words, surname) { end + 1 + surname.len() } else { end }
}

/// The places of names in small letters before an apostrophe and an ending of Turkish, with their endings: `cengiz'e`, `ayşegül tunç'tan`.
pub fn before_apostrophes<'t>(words: &'t Words<'_>, text: &'t str) -> impl Iterator<Item = Range<usize>> + 't {
    const ENDINGS: &WordList = &WordList::new(
        "a|e|ya|ye|na|ne|ı|i|u|ü|yı|yi|yu|yü|nı|ni|nu|nü|da|de|ta|te|dan|den|tan|ten|ın|in|un|ün|nın|nin|nun|nün|la|le|yla|yle|lar|ler|lara|lere|larla|lerle",
    );
    let letters = |c: char| c.is_lowercase();
    memchr::memchr_iter(b'\'', text.as_bytes()).filter_map(move |at| {
        let (head, tail) = (&text[..at], &text[at + 1..]);
        let ending = run_behind(tail, char::is_alphanumeric);
        let name = run_before(window::before(head, head.len(), LONGEST), letters);
        let start = at - name.len();
        let before = &text[..start];
        if !is_listed(ending, ENDINGS)
            || before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '\'' | '-' | '_'))
        {
            return None;
        }
        let end = at + 1 + ending.len();
        if is_name(words, name, "") {
            return Some(start..end);
        }
        let first = run_before(before.strip_suffix(' ')?, letters);
        (is_name(words, first, "") && is_surname(words, name)).then(|| start - 1 - first.len()..end)
    })
}

/// Reports whether `word`, in small letters, is a surname in some case, and no other word.
fn is_surname(words: &Words<'_>, word: &str) -> bool {
    let is_frequent =
        || words.model.is_frequent(word) || Model::european().is_some_and(|model| model.is_frequent(word));
    let is_listed = || words.classes(word) & (class::LAST | OTHERS) == class::LAST || is_inflected_surname(words, word);
    word.chars().all(|c| c.is_lowercase() || c == '-')
        && word.chars().nth(SHORTEST_SURNAME - 1).is_some()
        && !is_common_word(word)
        && !is_function_word(word)
        && !is_pleasantry(word)
        && !is_role(word)
        && !is_frequent()
        && is_listed()
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
            ("paired with", "sutrisno"),
            ("waiting on", "minjun"),
            ("our landlord", "callum"),
        ] {
            let before = head.rsplit(' ').next().unwrap();
            assert!((is_kin(before) || is_told(head)) && is_name(&words, name, before), "{head} {name}");
        }
        for (head, name) in [
            ("tante", "und"),
            ("ask", "will"),
            ("ping", "localhost"),
            ("waiting on", "review"),
            ("the boss", "level"),
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
