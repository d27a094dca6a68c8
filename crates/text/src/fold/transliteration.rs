//! Transliteration: the letters of Cyrillic and Greek in Latin ones.
//!
//! Cyrillic follows the scientific system (ISO 9:1968), which writes Slavic names as the languages in Latin letters do that are kindred
//! (`Сергей` as `Sergej`, `Живко` as `Živko`), without its signs for soft and hard. Greek follows ELOT 743 (`Γιώργος` as `Giorgos`).

use unicode_normalization::char::decompose_canonical;

use super::FoldedText;

/// Letters of Cyrillic, in small ones, with what they become.
const CYRILLIC: &[(char, &str)] = &[
    ('а', "a"),
    ('б', "b"),
    ('в', "v"),
    ('г', "g"),
    ('д', "d"),
    ('е', "e"),
    ('ж', "ž"),
    ('з', "z"),
    ('и', "i"),
    ('й', "j"),
    ('к', "k"),
    ('л', "l"),
    ('м', "m"),
    ('н', "n"),
    ('о', "o"),
    ('п', "p"),
    ('р', "r"),
    ('с', "s"),
    ('т', "t"),
    ('у', "u"),
    ('ф', "f"),
    ('х', "h"),
    ('ц', "c"),
    ('ч', "č"),
    ('ш', "š"),
    ('щ', "šč"),
    ('ъ', "a"),
    ('ы', "y"),
    ('ь', ""),
    ('э', "e"),
    ('ю', "ju"),
    ('я', "ja"),
    ('ё', "jo"),
    ('ђ', "đ"),
    ('ѓ', "g"),
    ('є', "je"),
    ('ѕ', "dz"),
    ('і', "i"),
    ('ї', "ji"),
    ('ј', "j"),
    ('љ', "lj"),
    ('њ', "nj"),
    ('ћ', "ć"),
    ('ќ', "k"),
    ('ў', "u"),
    ('џ', "dž"),
    ('ґ', "g"),
    ('ғ', "g"),
    ('қ', "k"),
    ('ң', "n"),
    ('ү', "u"),
    ('ұ', "u"),
    ('һ', "h"),
    ('ә', "a"),
    ('ө', "o"),
];

/// Letters of Greek, in small ones and without accents, with what they become.
const GREEK: &[(char, &str)] = &[
    ('α', "a"),
    ('β', "v"),
    ('γ', "g"),
    ('δ', "d"),
    ('ε', "e"),
    ('ζ', "z"),
    ('η', "i"),
    ('θ', "th"),
    ('ι', "i"),
    ('κ', "k"),
    ('λ', "l"),
    ('μ', "m"),
    ('ν', "n"),
    ('ξ', "x"),
    ('ο', "o"),
    ('π', "p"),
    ('ρ', "r"),
    ('σ', "s"),
    ('ς', "s"),
    ('τ', "t"),
    ('υ', "y"),
    ('φ', "f"),
    ('χ', "ch"),
    ('ψ', "ps"),
    ('ω', "o"),
];

/// Fewest letters in a row that are a word: a single one is rather a sign of mathematics.
const WORD: usize = 2;

impl<'a> FoldedText<'a> {
    /// `text` with its letters of Cyrillic and Greek in Latin ones; `None` if it has no word in either.
    ///
    /// # Panics
    /// If `text` is larger than 4 GiB.
    ///
    /// ```
    /// use masquerade_text::FoldedText;
    /// let text = "Это Игорь Щербак, Γιώργος Λούκας";
    /// let latin = FoldedText::in_latin(text).unwrap();
    /// assert_eq!(latin.text(), "Eto Igor Ščerbak, Giorgos Loukas");
    /// assert_eq!(latin.original(4..8).map(|place| &text[place]), Some("Игорь"));
    /// assert!(FoldedText::in_latin("5 μm, Jörg").is_none());
    /// ```
    pub fn in_latin(text: &'a str) -> Option<Self> {
        if text.is_ascii() || !has_word(text) {
            return None;
        }
        u32::try_from(text.len()).expect("texts are far below 4 GiB");
        let mut latin = Self { original: text, text: String::new(), origins: Vec::new() };
        latin.text.reserve(text.len());
        latin.origins.reserve(text.len());
        let mut before = None;
        let mut letters = text.char_indices().peekable();
        while let Some((at, c)) = letters.next() {
            let from = (at as u32, (at + c.len_utf8()) as u32);
            let behind = letters.peek().map(|(_, c)| *c);
            match in_latin(before, c, behind) {
                None => latin.push_char(c, from),
                // A sign belongs to the letter before it.
                Some("") if before.is_some_and(char::is_alphabetic) => latin.extend_last(from.1),
                Some(letters) if c.is_uppercase() => {
                    let is_shouted = [before, behind].into_iter().flatten().any(char::is_uppercase);
                    for (place, letter) in letters.chars().enumerate() {
                        let letter = if place == 0 || is_shouted { letter.to_uppercase().next() } else { None }
                            .unwrap_or(letter);
                        latin.push_char(letter, from);
                    }
                }
                Some(letters) => letters.chars().for_each(|letter| latin.push_char(letter, from)),
            }
            before = Some(c);
        }
        Some(latin)
    }

    /// Lets the last character end at `end` of the original.
    fn extend_last(&mut self, end: u32) {
        let Some(&last) = self.origins.last() else { return };
        self.origins.iter_mut().rev().take_while(|origin| **origin == last).for_each(|origin| origin.1 = end);
    }
}

/// Reports whether a word in Cyrillic or Greek letters stands in `text`.
fn has_word(text: &str) -> bool {
    let mut run = 0;
    text.chars().any(|c| {
        run = if is_transliterated(c) { run + 1 } else { 0 };
        run >= WORD
    })
}

/// Reports whether `c` is a letter of Cyrillic or Greek.
fn is_transliterated(c: char) -> bool {
    matches!(c, '\u{370}'..='\u{3FF}' | '\u{400}'..='\u{52F}') && c.is_alphabetic()
}

/// The Latin letters of `c` between `before` and `behind`, in small ones; `None` if it is no letter of Cyrillic or Greek.
fn in_latin(before: Option<char>, c: char, behind: Option<char>) -> Option<&'static str> {
    if !is_transliterated(c) {
        return None;
    }
    let lower = |c: char| c.to_lowercase().next().unwrap_or(c);
    let small = lower(c);
    let found = |letters: &[(char, &'static str)], small| {
        letters.iter().find(|(letter, _)| *letter == small).map(|(_, latin)| *latin)
    };
    if let Some(latin) = found(CYRILLIC, small) {
        // A vowel in Bulgarian, and a sign between a consonant and one of these letters in Russian.
        let is_sign = small == 'ъ' && behind.is_some_and(|c| matches!(lower(c), 'е' | 'ё' | 'ю' | 'я'));
        return Some(if is_sign { "" } else { latin });
    }
    match (bare(small), before.map(|c| bare(lower(c))), behind.map(lower)) {
        ('υ', Some('ο'), _) if small != 'ϋ' && small != 'ΰ' => Some("u"),
        ('υ', Some('α' | 'ε'), _) if small != 'ϋ' && small != 'ΰ' => Some("v"),
        (letter, ..) => found(GREEK, letter),
    }
}

/// `c` without accents.
fn bare(c: char) -> char {
    let mut first = None;
    decompose_canonical(c, |part| first = first.or(Some(part)));
    first.unwrap_or(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn latin(text: &str) -> String {
        FoldedText::in_latin(text).unwrap().text().to_owned()
    }

    #[test]
    fn names_are_written_as_kindred_languages_write_them() {
        for (text, expected) in [
            ("Сергей Щукин", "Sergej Ščukin"),
            ("ЮЛИЯ ЩУКИНА", "JULIJA ŠČUKINA"),
            ("Юлия", "Julija"),
            ("Ћирило Њежић", "Ćirilo Nježić"),
            ("Въло Пенев", "Valo Penev"),
            ("подъезд", "podezd"),
            ("Євген Їжак", "Jevgen Jižak"),
            ("Ευαγγελία Παπαδοπούλου", "Evaggelia Papadopoulou"),
            ("ΘΩΜΑΣ", "THOMAS"),
            ("Θωμάς", "Thomas"),
        ] {
            assert_eq!(latin(text), expected);
        }
    }

    #[test]
    fn each_place_leads_back_to_whole_characters() {
        let text = "Игорь и Ольга";
        let folded = FoldedText::in_latin(text).unwrap();
        assert_eq!(folded.text(), "Igor i Olga");
        for (start, c) in folded.text().char_indices() {
            let place = folded.original(start..start + c.len_utf8()).unwrap();
            assert!(text.get(place).is_some());
        }
        let place = folded.original(7..11).unwrap();
        assert_eq!(&text[place.clone()], "Ольга");
        assert_eq!(folded.folded(place), Some(7..11));
    }

    #[test]
    fn texts_without_a_word_in_these_letters_have_no_reading() {
        for text in ["", "Jörg", "5 μm", "π r²", "日本"] {
            assert!(FoldedText::in_latin(text).is_none(), "{text}");
        }
    }
}
