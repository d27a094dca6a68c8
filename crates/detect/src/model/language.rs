//! Language tests: whether a stretch of text is in English, which the model was trained for, by the letters and the
//! function words of small letters that it has.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// Bytes of a stretch whose language is told.
const STRETCH: usize = 1 << 10;
/// Least evidence of a foreign text: three of its function words, or two and a word with a foreign letter.
const FEW: usize = 3;
/// Words of a text that is a sentence alone, and from which on it is longer than that.
const SENTENCE: usize = 4;
const SHORT: usize = 24;
/// Function words that are parts of names, too.
const PARTICLES: [&str; 12] = ["van", "von", "de", "der", "den", "del", "di", "da", "do", "dos", "du", "la"];
/// Longest function word in the lists, in bytes.
const LONGEST: usize = 8;

/// Function words that are more frequent in English than in any other language that is listed.
const ENGLISH: &str = "\
    the and of to for with that this are you from have has by not it my your we our be at his her she they their which \
    will would there been who what about when was were is as but if or do did had can could should how why where than \
    then its these those them him he all any some out up into over please thanks i'm don't it's";

/// Function words by language.
const FOREIGN: &[(&str, &str)] = &[
    (
        "de",
        "der das und ist nicht ein eine einen einem einer mit den dem des von auf ich sie wir zu im auch als wird bei für \
         über nach sich es aus zum zur oder noch wie nur sind wurde wurden werden hat haben dass daß durch er vom unter gegen \
         seine ihre mein meine bitte",
    ),
    (
        "fr",
        "le les et est une un pour dans que qui sur pas avec vous nous je du au aux il elle ce cette sont été par plus ne se \
         ou mais leur ses son mon ma votre notre où être fait ont était très",
    ),
    (
        "es",
        "el los las una unos por con para del su que en es se lo al y más pero sus como está fue son ha muy también sin sobre \
         este esta mi nos desde cuando entre",
    ),
    (
        "it",
        "il di che per della delle dei del sono gli è un una con non si nel nella alla dal dalla anche più come ma lo da ha \
         suo sua questo questa mio mia stato",
    ),
    (
        "pt",
        "um uma com os dos das do da que não em para por ao na no se mais como foi ele ela pelo pela são também à seu sua este \
         esta meu minha você",
    ),
    (
        "nl",
        "het een van niet voor zijn ik wij de en dat op te met ook aan bij naar deze werd worden heeft hebben maar dan nog wel \
         uit om ze hij mijn uw",
    ),
    (
        "pl",
        "nie jest się na w z do że przez oraz dla jak po od był była było są za który która które ale czy tym tego o już \
         może jego jej mój moja ze",
    ),
    (
        "nordic",
        "og och det att som er på av til med for ikke inte jeg jag vi den har ett et en är var från fra om kan ved vid ham \
         efter etter men hun hon han ska skal eller de dem deg mig sig min mitt",
    ),
    (
        "fi",
        "ja on ei se että hän oli ovat mutta kun myös joka jonka sekä tai kuin vain minä olen mukaan ole niin hänen",
    ),
    ("hu", "a az és hogy nem is egy van volt meg csak de ez már mint ki mert vagy még kell lesz azt ezt szerint én"),
    (
        "south slavic",
        "je se na u da i za su od koji koja koje kao ali ili iz bi što sa nije bio bila biti smo te su ga mi po će",
    ),
    (
        "cs, sk",
        "je se na že v s z do jsem to ale si jako už tak jeho která který by pro aby byl byla bylo ako sa som keď pri",
    ),
    ("ro", "și în de la cu pe nu este care din sunt să o un lui au fost mai pentru prin după sau acest această ca"),
    (
        "baltic",
        "ir un kas ar no par tas bija uz viņš viņa arī kā ka lai tā ja ei see ka kui oma mis oli või bet yra su kad iš",
    ),
    ("tr", "ve bir bu için ile da olarak olan çok daha gibi sonra ise kadar ne en var mı mi ben sen onun"),
];

/// Letters that English has in borrowed words alone.
fn is_foreign_letter(c: char) -> bool {
    c.is_alphabetic() && !c.is_ascii()
}

/// The words of both lists; whether a word is English.
fn words() -> &'static FxHashMap<&'static str, bool> {
    static WORDS: LazyLock<FxHashMap<&str, bool>> = LazyLock::new(|| {
        let foreign = FOREIGN.iter().flat_map(|(_, words)| words.split_whitespace()).filter(|word| word.len() > 1);
        let mut words: FxHashMap<&str, bool> = foreign.map(|word| (word, false)).collect();
        for word in ENGLISH.split_whitespace() {
            // What two languages have tells neither.
            if words.remove(word).is_none() {
                words.insert(word, true);
            }
        }
        words
    });
    &WORDS
}

/// Whether `text` may hold a name that the model knows: it has Latin letters, and is no identifier.
pub fn may_hold_names(text: &str) -> bool {
    let bytes = text.as_bytes();
    let has_word = bytes.array_windows().any(|pair: &[u8; 2]| pair.iter().all(u8::is_ascii_alphabetic));
    if !has_word {
        return false;
    }
    let text = text.trim();
    if text.bytes().any(|b| b.is_ascii_whitespace()) {
        return true;
    }
    // A single token: a name begins with a capital and has no digits and signs.
    let stands = |c: char| c.is_alphabetic() || matches!(c, '-' | '\'' | '’' | '.' | ',' | '!' | '?');
    text.starts_with(char::is_uppercase) && text.chars().all(stands)
}

/// The stretch of `text` around the byte `at` by which the language there is told, as a number; stretches overlap by
/// half, so that each byte stands well inside one.
pub fn stretch_of(at: usize) -> usize {
    at / (STRETCH / 2)
}

/// Whether the stretch with this number is plainly in another language than English.
pub fn is_foreign(text: &str, stretch: usize) -> bool {
    let middle = stretch * (STRETCH / 2) + STRETCH / 4;
    let start = text.floor_char_boundary(middle.saturating_sub(STRETCH / 2));
    let sample = &text[start..text.floor_char_boundary((start + STRETCH).min(text.len()))];
    let (mut english, mut foreign, mut all) = (0, 0, 0);
    let known = words();
    let mut is_behind_name = false;
    for word in sample.split(|c: char| !c.is_alphabetic() && c != '\'') {
        let Some(first) = word.chars().next() else { continue };
        all += 1;
        // Names begin with capitals, function words seldom; what stands behind a name may belong to it: `van`.
        let was_behind_name = std::mem::replace(&mut is_behind_name, first.is_uppercase());
        if !first.is_lowercase() {
            continue;
        }
        let entry = if word.len() <= LONGEST { known.get(word) } else { None };
        match entry {
            Some(true) => english += 1,
            Some(false) => foreign += usize::from(!(was_behind_name && PARTICLES.contains(&word))),
            None => foreign += usize::from(first != '\'' && word.contains(is_foreign_letter)),
        }
    }
    let is_other_script = || {
        let latin = sample.bytes().filter(u8::is_ascii_alphabetic).count();
        let others = sample.chars().filter(|c| !c.is_ascii() && c.is_alphabetic()).count();
        others > latin
    };
    let few = match english {
        // In a sentence with foreign letters, one is enough.
        0 if (SENTENCE..SHORT).contains(&all) && sample.contains(is_foreign_letter) => 1,
        0 => FEW - 1,
        _ => FEW,
    };
    foreign >= few && foreign > 2 * english || !sample.is_ascii() && is_other_script()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_numbers_and_other_scripts_are_not_read() {
        for text in
            ["", "12 34", "a 1", "get_weather", "gpt-4", "user", "Content-Type1", "9f86d081", "日本 東京", "a@b.c"]
        {
            assert!(!may_hold_names(text), "{text}");
        }
        for text in ["Jane", "Jane!", "O'Brien", "Anna-Lena", "call jane", "Müller", "in 日本 Tokyo"] {
            assert!(may_hold_names(text), "{text}");
        }
    }

    #[test]
    fn languages_are_told_by_their_small_words() {
        for text in [
            "Der Vertrag mit der Firma ist von der Leitung unterschrieben.",
            "Le contrat est dans la boîte avec les clés pour le garage.",
            "El informe está en la mesa con las llaves para los dos.",
            "Il contratto è nella scatola con le chiavi della macchina.",
            "O contrato está na caixa com as chaves do carro.",
            "Het contract ligt op de tafel bij de sleutels van het huis.",
            "Umowa jest w szafie, a klucze są na stole.",
            "Avtalet ligger på bordet och nycklarna är i lådan.",
            "Sopimus on pöydällä ja avaimet ovat laatikossa.",
            "A szerződés az asztalon van, és a kulcsok is.",
            "Ugovor je na stolu, a ključevi su u kutiji.",
            "Zmluva je na stole a kľúče sú v zásuvke.",
            "Contractul este pe masă și cheile sunt în sertar.",
            "Sözleşme masada ve anahtarlar çekmecede.",
            "Анна Каренина живёт в Москве, её телефон записан на листке.",
        ] {
            assert!(is_foreign(text, 0), "{text}");
        }
        for text in [
            "The contract with Der Spiegel was signed by the two.",
            "Jane Roe",
            "",
            "Please send it to José at São Paulo, and call me when it is there.",
            "name: Jane Roe, city: Los Angeles",
            "Hi, I'm Müller from the Zürich office, can you call me back?",
        ] {
            assert!(!is_foreign(text, 0), "{text}");
        }
    }

    #[test]
    fn a_text_of_two_languages_is_told_stretch_by_stretch() {
        let english = "The contract is on the table with the keys. ".repeat(60);
        let german = "Der Vertrag liegt mit den Schlüsseln auf dem Tisch. ".repeat(60);
        let text = format!("{english}{german}");
        assert!(!is_foreign(&text, stretch_of(100)) && is_foreign(&text, stretch_of(text.len() - 100)));
        for at in 0..text.len() {
            is_foreign(&text, stretch_of(at));
            if at > 4000 {
                break;
            }
        }
    }
}
