//! [`NormalizedName`]: the canonical form of names of values.

use crate::recognizers::support::first_names::accentless_greek;
use crate::text::identifier::{Splitter, Step};
use crate::text::window;

/// Longest name that is looked at, in bytes; of longer ones the end counts.
pub const MAX_NAME: usize = 64;
/// Most words of a name whose starts are kept, for look-ups of its endings.
const MAX_WORDS: usize = 8;
/// The dot that is left of a capital `İ` in lower case.
const DOT: char = '\u{307}';
/// Last words of names that all mean "number".
pub const NUMBER: [&str; 16] = [
    "no",
    "nos",
    "nr",
    "num",
    "nbr",
    "nº",
    "numero",
    "número",
    "nummer",
    "numéro",
    "numer",
    "номер",
    "numurs",
    "numeris",
    "numarası",
    "č",
];
/// First words of names that mean "number", and their abbreviations.
const FIRST: [(&str, &[&str]); 15] = [
    ("broj", &["br"]),
    ("nambari", &["namba"]),
    ("nombor", &["no"]),
    ("nomor", &["no"]),
    ("numer", &["nr"]),
    ("numero", &["n", "nr", "num"]),
    ("număr", &["nr"]),
    ("numéro", &["n", "nº", "no", "num"]),
    ("número", &["n", "nº", "no", "nro", "núm"]),
    ("číslo", &["c", "č", "čís"]),
    ("številka", &["št"]),
    ("αριθμός", &["αρ", "αριθ"]),
    ("број", &["бр"]),
    ("номер", &["№", "n"]),
    ("מספר", &["מס"]),
];

/// The spellings of `name` whose first word is an abbreviation of a word for "number": `številka spisa` is `št. spisa`, too.
pub fn abbreviated(name: &str) -> impl Iterator<Item = String> {
    let (first, rest) = name.split_once(' ').unwrap_or_default();
    let short = FIRST.iter().find(|(word, _)| *word == first).map_or(&[][..], |(_, short)| short);
    short.iter().map(move |short| [short, " ", rest].concat())
}
/// The spellings of `name` whose last word is a compound of a word for "number", as German, Dutch and the languages of the North
/// have them: `vertragsnummer` is `vertragsnr` and `vertrags-nr`, too.
pub fn other_compounds(name: &str) -> Option<[String; 2]> {
    /// The words, the fewest letters before them in a compound, and the other word that is joined so.
    const WORDS: [(&str, usize, &str); 4] =
        [("nummer", 2, "nr"), ("nr", 4, "nummer"), ("numero", 3, "nro"), ("nro", 3, "numero")];
    let (stem, other) = WORDS.into_iter().find_map(|(word, fewest, other)| {
        let stem = name.strip_suffix(word)?;
        let letters = stem.chars().rev().take_while(|c| c.is_alphabetic()).count();
        (letters >= fewest).then_some((stem, other))
    })?;
    Some([[stem, " number"].concat(), [stem, other].concat()])
}

/// A small letter as forms in capitals write it. Turkish writes the letter i with and without its dot, and capitals do not keep to it:
/// `KİMLİK`, `SOYADI`. Greek has no accents and one sigma in capitals: `ΑΔΕΙΑ ΟΔΗΓΗΣΗΣ`.
fn folded(c: char) -> char {
    if c == 'ı' { 'i' } else { accentless_greek(c) }
}

/// A name in lower case without separators, with the starts of its words.
pub struct NormalizedName {
    text: [u8; MAX_NAME],
    len: usize,
    starts: [usize; MAX_WORDS],
    words: usize,
}

impl NormalizedName {
    /// `name`, or the end of it where it is long.
    pub fn of(name: &str) -> Self {
        let mut normalized = Self { text: [0; MAX_NAME], len: 0, starts: [0; MAX_WORDS], words: 0 };
        normalized.read(name);
        normalized
    }

    /// The number of its words; of very long names only the last words count.
    pub fn words(&self) -> usize {
        self.words
    }

    fn read(&mut self, name: &str) {
        let name = window::before(name, name.len(), MAX_NAME);
        let mut splitter = Splitter::default();
        for (at, c) in name.char_indices() {
            // Most letters follow another one of their word.
            if splitter.goes_on(c) {
                self.push_ascii(c as u8);
                continue;
            }
            match splitter.step(name, at, c) {
                Step::Gap if c == '#' && self.len > 0 || c == '№' => {
                    self.begin();
                    "number".chars().for_each(|c| self.push(c));
                    continue;
                }
                Step::Gap => continue,
                Step::Start => self.begin(),
                Step::Inside => {}
            }
            c.to_lowercase().filter(|c| *c != DOT).for_each(|c| self.push(folded(c)));
        }
        self.drop_number();
        self.unify_number();
    }

    fn begin(&mut self) {
        if self.words == MAX_WORDS {
            // Of very long names the last words count.
            self.starts.rotate_left(1);
            self.words -= 1;
        }
        self.starts[self.words] = self.len;
        self.words += 1;
    }

    fn push(&mut self, c: char) {
        if let Some(room) = self.text.get_mut(self.len..self.len + c.len_utf8()) {
            c.encode_utf8(room);
            self.len += c.len_utf8();
        }
    }

    fn push_ascii(&mut self, letter: u8) {
        if let Some(room) = self.text.get_mut(self.len) {
            *room = letter;
            self.len += 1;
        }
    }

    /// Drops a count at the end: `address1`, `street_2`.
    fn drop_number(&mut self) {
        if self.words > 1 && self.word(self.words - 1).bytes().all(|b| b.is_ascii_digit()) {
            self.words -= 1;
            self.len = self.starts.get(self.words).copied().unwrap_or(self.len);
        }
    }

    /// Replaces a last word that means "number" by that.
    fn unify_number(&mut self) {
        if self.words > 1 && NUMBER.contains(&self.word(self.words - 1)) {
            self.len = self.starts.get(self.words - 1).copied().unwrap_or(self.len);
            "number".chars().for_each(|c| self.push(c));
        }
    }

    /// The text from a word on.
    pub fn from(&self, word: usize) -> &str {
        self.part(self.start(word), self.len)
    }

    /// The start of a word, or the end of the name behind the last one. What was cut off belongs to the first one.
    fn start(&self, word: usize) -> usize {
        if word == 0 { 0 } else { self.starts.get(word).filter(|_| word < self.words).copied().unwrap_or(self.len) }
    }

    /// The bytes from a word to the next one.
    pub fn bytes(&self, word: usize) -> &[u8] {
        &self.text[self.start(word)..self.start(word + 1)]
    }

    /// The word of index `word`.
    pub fn word(&self, word: usize) -> &str {
        let start = self.starts.get(word).copied().unwrap_or(self.len);
        let end = self.starts.get(word + 1).filter(|_| word + 1 < self.words).copied().unwrap_or(self.len);
        self.part(start, end)
    }

    fn part(&self, start: usize, end: usize) -> &str {
        std::str::from_utf8(&self.text[start..end]).expect("only whole characters were added")
    }
}
