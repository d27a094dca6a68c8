//! Inflections: other forms of the parts of a name, as languages with cases write them: `Kinnuselta` behind `Jarkko Kinnunen`, `Bąkowi`
//! behind `Arkadiusz Bąk`, `Tveits` behind `Synnøve Tveit`.
//!
//! Two words are forms of one name if they begin alike and both ends are ones of declensions. No language is asked for: a name and its
//! text are often of two languages (`Smitha`, `Smithille`).

use std::{collections::HashMap, ops::Range};

use rustc_hash::FxBuildHasher;

use crate::{
    recognizers::support::word_list::{WordList, is_listed},
    text::{base_letter, run_behind, window},
};

/// Letters that all forms of a name have in common, at least.
const STEM: usize = 3;
/// Fewest letters of a name that may have any ending.
const LONG: usize = 5;
/// Fewest letters of another form.
const SHORTEST_FORM: usize = 4;
/// Longest word that is read, in bytes.
const LONGEST: usize = 48;
/// Most names with the same first letters that a word is compared with.
const MOST_ALIKE: usize = 8;

/// Ends of names in declensions of Europe, without accents; what stands for the end in the basic form, too, since a name may be found in
/// any case.
const ENDS: &WordList = &WordList::new(
    // Slavic languages in Latin letters
    "a|u|ovi|owi|evi|om|em|e|y|i|ie|ze|o|ou|ej|oj|eho|emu|ym|im|ego|iego|iemu|iem|iej|ia|io|ija|ije|iji|iju|ijo|\
     ova|owa|ove|ovou|ovu|ovej|ovoj|owej|ovy|oveho|ovih|ovima|owie|ow|uv|ska|\
     ek|ka|ku|kem|kiem|kom|kovi|kowi|ke|ko|kova|ec|ca|ce|ci|cem|com|covi|cu|cova|ac|el|la|le|lovi|lowi|lem|lom|lu|er|ra|re|rovi|rowi|rem|rom|ru|\
     ga|dze|da|dzie|cie|ta|\
     ogo|omu|oi|oju|ov|ev|eva|in|ina|m|\
     s|is|us|as|ys|es|aus|iaus|cio|ciui|ciu|tis|io|iui|iu|iumi|ui|ai|ei|umi|am|um|iem|os|\
     n|an|en|in|on|un|lle|lla|lta|ssa|sta|na|aa|elle|ella|elta|essa|esta|ille|illa|ilta|issa|ista|nen|sen|selle|sella|selta|sessa|sesta|sena|seen|\
     ki|ti|den|ran|\
     l|le|lt|st|sse|ga|ks|p|pa|pp|t|al|ale|alt|ast|aga|ul|ule|ult|ust|uga|el|elt|iga|ile|ilt|ist|\
     at|et|ot|nak|nek|val|vel|hoz|hez|tol|rol|ra|re|ban|ben|nal|nel|ek|ne|net|nenak|nevel|ert|bol|ba|be|ig|\
     lui|ului|ii|ens",
);

/// Ends of names in Cyrillic and Greek.
const SCRIPT_ENDS: &WordList = &WordList::new(
    "а|у|ом|ем|ём|ов|е|ы|и|і|ї|ой|ою|ей|ею|ій|ії|ої|ого|ому|ым|им|ім|ий|ый|ая|ую|ові|ві|еві|єві|о|я|ю|ь|й|\
     ець|ця|цеві|цем|цю|ец|ца|цу|цом|ок|ек|ка|ку|ком|кові|ко|ац|цем|ић|ова|ове|ову|овој|ин|ина|ине|\
     ος|ου|ο|ς|σ|ε|α|ας|η|ης|ες|ων",
);

/// The ends that a short name may have.
const ENDS_OF_SHORT: &WordList = &WordList::new(
    "a|u|ovi|owi|em|om|ou|ie|ze|y|i|ej|ova|s|is|n|l|le|lt|ga|p|al|ale|lle|lta|nak|nek|al|el|ka|ek|et|ot|а|у|ом|ем|ові|ою|ой|ы|и",
);

/// The parts of names, by the letters that all forms of one have in common.
#[derive(Default)]
pub struct Inflections<'a> {
    parts: HashMap<[char; STEM], Vec<&'a str>, FxBuildHasher>,
}

impl<'a> Inflections<'a> {
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Adds a part of a name whose forms are searched for.
    pub fn add(&mut self, part: &'a str) {
        let Some(stem) = stem(part) else { return };
        let alike = self.parts.entry(stem).or_default();
        if alike.len() < MOST_ALIKE && !alike.contains(&part) {
            alike.push(part);
        }
    }

    /// Calls `found` with each word of `text` with a capital that is another form of a part, and with that part.
    pub fn find<'t>(&self, text: &'t str, mut found: impl FnMut(&'t str, &'a str)) {
        let bytes = text.as_bytes();
        let mut at = 0;
        while let Some(start) = next_capital(bytes, at) {
            at = start + 1;
            let Some(place) = word(text, start) else { continue };
            at = place.end;
            let word = &text[place];
            let alike = stem(word).and_then(|stem| self.parts.get(&stem));
            // An abbreviation in capitals is no form of a name that is written otherwise.
            let fits = |part: &str| is_in_capitals(part) || !is_in_capitals(word);
            if let Some(part) = alike.into_iter().flatten().find(|part| fits(part) && is_form(part, word)) {
                found(word, part);
            }
        }
    }
}

fn is_in_capitals(word: &str) -> bool {
    !word.contains(char::is_lowercase)
}

/// The next byte from `at` on with which a word with a capital may begin: a capital of ASCII or the first byte of another letter, behind no
/// letter of ASCII.
fn next_capital(bytes: &[u8], at: usize) -> Option<usize> {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'@' | b'/' | b'\\');
    let may_begin = |byte: u8| byte.is_ascii_uppercase() || byte >= 0xC3;
    (at..bytes.len())
        .find(|&at| may_begin(bytes[at]) && at.checked_sub(1).is_none_or(|before| !is_letter(bytes[before])))
}

/// The place of the word with a capital at `start`.
fn word(text: &str, start: usize) -> Option<Range<usize>> {
    let word =
        run_behind(window::behind(text, start, LONGEST), |c| c.is_alphabetic() || c == '-').trim_end_matches('-');
    let end = start + word.len();
    let begins = word.starts_with(char::is_uppercase) && !text[..start].ends_with(char::is_alphanumeric);
    let ends = !text[end..].starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '@' | '/' | '\\'));
    (begins && ends).then_some(start..end)
}

/// The first letters of `word`, in small ones.
fn stem(word: &str) -> Option<[char; STEM]> {
    let mut letters = word.chars().flat_map(char::to_lowercase);
    let stem = [letters.next()?, letters.next()?, letters.next()?];
    stem.iter().all(|c| c.is_alphabetic()).then_some(stem)
}

/// Reports whether `part` and `word` are two forms of one name.
fn is_form(part: &str, word: &str) -> bool {
    let mut letters = part.chars().flat_map(char::to_lowercase).peekable();
    let mut others = word.chars().flat_map(char::to_lowercase).peekable();
    let (mut same, mut last, mut is_changed) = (0, None, false);
    while let (Some(a), Some(b)) = (letters.peek().copied(), others.peek().copied()) {
        // The last letter that both have may be softer or longer in one: `Kraukļa`, `Kingát`.
        let is_kindred = a != b && same >= STEM - 1 && base_letter(a).is_some_and(|base| Some(base) == base_letter(b));
        if a != b && !is_kindred {
            break;
        }
        (same, last) = (same + 1, Some(b));
        letters.next();
        others.next();
        if is_kindred {
            is_changed = true;
            break;
        }
    }
    let (rest, other) = (End::of(letters), End::of(others));
    let (Some(rest), Some(other)) = (rest, other) else { return false };
    let len = same + rest.letters();
    // A consonant is doubled before this ending of Hungarian: `Oláhhal`.
    let is_doubled = || {
        rest.is_empty()
            && other.letters() == 3
            && last.is_some_and(|last| other.starts_with(last))
            && (other.as_str().ends_with("al") || other.as_str().ends_with("el"))
    };
    same >= STEM
        && same + other.letters() >= SHORTEST_FORM
        && (rest.as_str() != other.as_str() || is_changed && rest.is_empty())
        && rest.letters() <= same
        && (rest.is_end(len) && other.is_end(len) || is_doubled())
}

/// The end of a word, in small letters without accents.
struct End {
    bytes: [u8; Self::MOST * 4],
    len: usize,
}

impl End {
    /// Most letters of an end.
    const MOST: usize = 6;

    /// The letters that are left, unless they are many.
    fn of(letters: impl Iterator<Item = char>) -> Option<Self> {
        let mut end = Self { bytes: [0; Self::MOST * 4], len: 0 };
        for (place, c) in letters.enumerate() {
            if place == Self::MOST || !c.is_alphabetic() {
                return None;
            }
            end.len += base_letter(c).unwrap_or(c).encode_utf8(&mut end.bytes[end.len..]).len();
        }
        Some(end)
    }

    fn as_str(&self) -> &str {
        str::from_utf8(&self.bytes[..self.len]).expect("whole characters were written")
    }

    fn is_empty(&self) -> bool {
        self.len == 0
    }

    fn letters(&self) -> usize {
        self.as_str().chars().count()
    }

    fn starts_with(&self, c: char) -> bool {
        self.as_str().starts_with(base_letter(c).unwrap_or(c))
    }

    /// Reports whether a name of so many letters may end so.
    fn is_end(&self, len: usize) -> bool {
        let end = self.as_str();
        end.is_empty()
            || if len < LONG {
                is_listed(end, ENDS_OF_SHORT)
            } else {
                is_listed(end, ENDS) || is_listed(end, SCRIPT_ENDS)
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forms<'t>(part: &'static str, text: &'t str) -> Vec<&'t str> {
        let mut inflections = Inflections::default();
        inflections.add(part);
        let mut forms = Vec::new();
        inflections.find(text, |word, _| forms.push(word));
        forms
    }

    #[test]
    fn names_have_other_forms() {
        for (part, form) in [
            ("Osterkamp", "Osterkamps"),
            ("Oláh", "Oláhot"),
            ("Oláh", "Oláhhal"),
            ("Ruszti", "Rusztinak"),
            ("Škvarenínová", "Škvarenínovú"),
            ("Majerníková", "Majerníkovej"),
            ("Kohouta", "Kohout"),
            ("Vaněček", "Vaněčka"),
            ("Chovanec", "Chovancovi"),
            ("Bąk", "Bąkowi"),
            ("Kinga", "Kingi"),
            ("Kowalski", "Kowalskiego"),
            ("Wieczorek", "Wieczorkiem"),
            ("Kinnusen", "Kinnunen"),
            ("Rautiainen", "Rautiaiselle"),
            ("Lehtovirta", "Lehtovirran"),
            ("Raudsepp", "Raudsepale"),
            ("Lepik", "Lepiku"),
            ("Sepp", "Sepale"),
            ("Lunde", "Lundes"),
            ("Potočnik", "Potočnikov"),
            ("Σπανός", "Σπανό"),
            ("Krauklis", "Kraukļa"),
            ("Strautmaņa", "Strautmanim"),
            ("Vaitkūnas", "Vaitkūnui"),
            ("Gudaitis", "Gudaičio"),
            ("Mockuvienė", "Mockuvienę"),
            ("Petek", "Petkova"),
            ("Popescu", "Popescului"),
            ("Цветковић", "Цветковићу"),
            ("Гриценко", "Гриценкові"),
            ("Крылова", "Крыловой"),
            ("Kravets", "Kravetsem"),
        ] {
            assert_eq!(forms(part, &format!("„{form}“ ({form}.")), [form, form], "{part}");
        }
    }

    #[test]
    fn other_words_are_no_forms() {
        for (part, text) in [
            ("Kinga", "Kinga kings KINGS"),
            ("Novák", "Novgorod, Novákovičová"),
            ("Adam", "Adamant Adapter"),
            ("Roman", "Román"),
            ("Lee", "Leeds Leere"),
            ("Berg", "Bergbau bergen"),
            ("Bąk", "x@Bąkowi /Bąkowi Bąkowi_2"),
            ("Jo", "Jos"),
            ("Hans", "Han"),
        ] {
            assert!(forms(part, text).is_empty(), "{part}: {:?}", forms(part, text));
        }
    }
}
