//! Cheap tests of the language of a text.

/// Bytes at the beginning of a text by which its language is told.
const SAMPLE: usize = 2 << 10;
/// Least foreign function words of a foreign text.
const FEW: usize = 3;

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

/// Whether `text` is plainly in another language than English, by its function words and its script.
pub fn is_foreign(text: &str) -> bool {
    let sample = &text[..text.floor_char_boundary(SAMPLE)];
    let (mut english, mut foreign) = (0, 0);
    for word in sample.as_bytes().split(|b| !b.is_ascii_alphabetic() && b.is_ascii()) {
        if !(1..=5).contains(&word.len()) {
            continue;
        }
        let mut lower = [0; 5];
        lower.iter_mut().zip(word).for_each(|(lower, b)| *lower = b.to_ascii_lowercase());
        let word = &lower[..word.len()];
        english += usize::from(is_english_word(word));
        foreign += usize::from(is_foreign_word(word));
    }
    let is_other_script = || {
        let latin = sample.bytes().filter(u8::is_ascii_alphabetic).count();
        // A letter of another script takes two bytes or more, one with an accent is among others.
        sample.bytes().filter(|b| !b.is_ascii()).count() > 2 * latin
    };
    foreign >= FEW && foreign > 2 * english || !sample.is_ascii() && is_other_script()
}

/// Whether `word` is a function word of English that other languages seldom have.
fn is_english_word(word: &[u8]) -> bool {
    matches!(
        word,
        b"the"
            | b"and"
            | b"of"
            | b"to"
            | b"for"
            | b"with"
            | b"that"
            | b"this"
            | b"are"
            | b"you"
            | b"from"
            | b"have"
            | b"has"
            | b"by"
            | b"not"
            | b"it"
            | b"my"
            | b"your"
            | b"we"
            | b"our"
            | b"be"
            | b"at"
            | b"his"
            | b"her"
            | b"she"
            | b"they"
            | b"their"
            | b"which"
            | b"will"
            | b"would"
            | b"there"
            | b"been"
            | b"who"
            | b"what"
            | b"about"
            | b"when"
    )
}

/// Whether `word` is a function word of German, French, Spanish, Italian, Portuguese, Dutch, Polish or a Nordic language.
fn is_foreign_word(word: &[u8]) -> bool {
    matches!(
        word,
        b"der"
            | b"das"
            | b"und"
            | b"ist"
            | b"nicht"
            | b"ein"
            | b"eine"
            | b"mit"
            | b"den"
            | b"dem"
            | b"des"
            | b"von"
            | b"auf"
            | b"ich"
            | b"sie"
            | b"wir"
            | b"zu"
            | b"im"
            | b"auch"
            | b"als"
            | b"wird"
            | b"bei"
            | b"le"
            | b"les"
            | b"et"
            | b"est"
            | b"une"
            | b"un"
            | b"pour"
            | b"dans"
            | b"que"
            | b"qui"
            | b"sur"
            | b"pas"
            | b"avec"
            | b"vous"
            | b"nous"
            | b"je"
            | b"du"
            | b"au"
            | b"el"
            | b"los"
            | b"las"
            | b"una"
            | b"por"
            | b"con"
            | b"para"
            | b"del"
            | b"su"
            | b"il"
            | b"di"
            | b"che"
            | b"per"
            | b"della"
            | b"sono"
            | b"um"
            | b"uma"
            | b"com"
            | b"os"
            | b"dos"
            | b"het"
            | b"een"
            | b"van"
            | b"niet"
            | b"voor"
            | b"zijn"
            | b"ik"
            | b"wij"
            | b"nie"
            | b"jest"
            | b"og"
            | b"och"
            | b"det"
            | b"att"
            | b"som"
    )
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
            "Анна Каренина живёт в Москве, её телефон записан на листке.",
        ] {
            assert!(is_foreign(text), "{text}");
        }
        for text in [
            "The contract with Der Spiegel was signed by the two.",
            "Jane Roe",
            "",
            "Please send it to José at São Paulo, and call me when it is there.",
            "name: Jane Roe, city: Los Angeles",
        ] {
            assert!(!is_foreign(text), "{text}");
        }
    }
}
