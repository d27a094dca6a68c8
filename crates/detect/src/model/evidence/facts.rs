//! [`Evidence`]: a mention with its place, and what its words and its neighbours say about it.

use masquerade_ner::{Mention, lexicon::class, titles};

use crate::{
    common_words::is_common_word,
    model::{
        place::Place,
        sentence_beginnings::Beginnings,
        technical,
        words::{NAMES, OTHERS, PLACES, Words},
    },
    recognizers::{person::name_keys, support::neighbours::is_one_of},
    text::line,
};

/// A mention of the model, its place, and the lists that its words are looked up in.
pub struct Evidence<'a> {
    pub lists: &'a Words<'a>,
    pub text: &'a str,
    pub mention: &'a Mention,
    pub place: Place,
    /// The mention's own text.
    pub found: &'a str,
    /// The probability of the mention according to the model.
    pub presence: f32,
    /// True if the mention is one word.
    pub is_single: bool,
}

impl<'a> Evidence<'a> {
    pub fn new(lists: &'a Words<'a>, text: &'a str, mention: &'a Mention, place: Place) -> Self {
        let found = mention.span.slice(text);
        let is_single = words(found).nth(1).is_none();
        Self { lists, text, mention, place, found, presence: mention.presence, is_single }
    }

    pub fn words(&self) -> impl DoubleEndedIterator<Item = &'a str> {
        words(self.found)
    }

    pub fn classes(&self, word: &str) -> u16 {
        self.lists.classes(word)
    }

    /// The text before the mention.
    pub fn head(&self) -> &'a str {
        &self.text[..self.mention.span.start()]
    }

    /// The text behind the mention.
    pub fn tail(&self) -> &'a str {
        &self.text[self.mention.span.end()..]
    }

    /// Reports whether the mention, as one word, is a frequent first or last name.
    pub fn is_common_name(&self) -> bool {
        self.classes(self.found) & (class::COMMON_FIRST | class::COMMON_LAST) != 0
    }

    /// Reports whether the mention, as one word, names something other than persons, too.
    pub fn is_other(&self) -> bool {
        self.classes(self.found) & OTHERS != 0
    }

    /// Reports whether the mention, as one word, stands in no list of names.
    pub fn is_unlisted(&self) -> bool {
        self.classes(self.found) & NAMES == 0
    }

    /// Reports whether the mention, as one word, is an ordinary word of English.
    pub fn is_common_word(&self) -> bool {
        is_common_word(self.found)
    }

    /// Reports whether the mention is one word in small letters that texts often have, and no name: `bank`.
    pub fn is_ordinary(&self) -> bool {
        self.is_single
            && !self.found.contains(char::is_uppercase)
            && self.is_unlisted()
            && self.lists.is_frequent(self.found, self.place)
    }

    /// Reports whether the first word is a first name, and none that is rather a place or a firm.
    pub fn is_listed(&self) -> bool {
        let first = self.words().next().map_or(0, |word| self.classes(word));
        first & class::COMMON_FIRST != 0 || first & (class::FIRST | OTHERS) == class::FIRST
    }

    /// Reports whether a word of the mention is a first name or a surname that many people bear.
    pub fn has_common_name(&self) -> bool {
        self.words().any(|word| self.classes(word) & (class::COMMON_FIRST | class::COMMON_LAST) != 0)
    }

    /// Reports whether the last word is a surname.
    pub fn ends_in_surname(&self) -> bool {
        self.words().next_back().is_some_and(|word| self.classes(word) & class::LAST != 0)
    }

    /// Reports whether a word of the mention is a place.
    pub fn names_place(&self) -> bool {
        self.words().any(|word| self.classes(word) & PLACES != 0)
    }

    /// Reports whether the last of several words is the form of a company: `GmbH`.
    pub fn ends_in_company_form(&self) -> bool {
        let is_form = |word: &str| self.classes(word) & class::COMPANY_SUFFIX != 0;
        !self.is_single && self.words().next_back().is_some_and(is_form)
    }

    /// Reports whether a word of the mention is one of software and hardware.
    pub fn is_technical(&self) -> bool {
        let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase();
        self.words().any(|word| technical::WORDS.contains(&&*bare(word)))
    }

    /// Reports whether the mention is an abbreviation of software.
    pub fn is_abbreviation(&self) -> bool {
        self.is_single && technical::ABBREVIATIONS.contains(&self.found)
    }

    /// Reports whether no word begins with a small letter or holds an apostrophe.
    pub fn is_capital(&self) -> bool {
        self.words().all(|word| !word.starts_with(char::is_lowercase) && !word.contains(['\'', '’']))
    }

    /// Reports whether a word begins with a capital, behind digits and one small letter at most: `3M`, `eBay`.
    pub fn has_capital(&self) -> bool {
        self.words().any(|word| {
            let letters = word.trim_start_matches(|c: char| !c.is_alphabetic());
            letters.chars().take(2).any(char::is_uppercase)
        })
    }

    /// Reports whether all letters are small, and no digit stands among them.
    pub fn is_small(&self) -> bool {
        self.words().flat_map(str::chars).all(|c| c.is_lowercase() || matches!(c, '-' | '.' | '&' | '\'' | '’'))
    }

    /// Reports whether each word is written as one of a name.
    pub fn is_written(&self) -> bool {
        self.words().all(is_name_word)
    }

    /// Reports whether the mention is one word that names a licence: `MIT license`, `LICENSE-APACHE`.
    pub fn is_licence(&self) -> bool {
        let behind = self.tail().trim_start_matches([' ', '-', '"', ')', ']']);
        let is_named = |part: Option<&str>| part.is_some_and(|part| part.eq_ignore_ascii_case("licen"));
        self.is_single && (is_named(behind.get(..5)) || self.head().ends_with("LICENSE-"))
    }

    /// Reports whether a title stands before the name.
    pub fn has_title(&self) -> bool {
        let head = self.head();
        let near = head.trim_end_matches(' ');
        let word = near.rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | '"' | '[')).next().unwrap_or_default();
        near.len() < head.len() && word.starts_with(char::is_alphabetic) && titles::is_title(word)
    }

    /// Reports whether the mention stands as a value: `user=`, `name: "`.
    pub fn is_value(&self) -> bool {
        self.head().ends_with(['=', '"', '\'']) || self.head().ends_with(": ")
    }

    /// Reports whether the mention is the name of a field of a form: a colon follows.
    pub fn is_key(&self) -> bool {
        self.tail().trim_start_matches([' ', '\u{A0}', '*', '_']).starts_with(':')
    }

    /// Reports whether the mention is one word that is explained or computed behind a sign: `Mah. = mahalle`.
    pub fn is_defined(&self) -> bool {
        let tail = self.tail();
        self.is_single && !self.is_common_name() && tail.strip_prefix('.').unwrap_or(tail).starts_with(" = ")
    }

    /// Reports whether the mention is the name of a field whose values are names: `Nachname:`.
    pub fn names_field(&self) -> bool {
        self.is_key() && name_keys::is_name_of_names(self.found)
    }

    /// Reports whether the mention stands in the first row of a Markdown table, above the row of dashes.
    pub fn is_heading(&self) -> bool {
        /// Reach of the look at the rows, in bytes.
        const NEAR: usize = 256;
        let (start, end) = (self.mention.span.start(), self.mention.span.end());
        let row = line::behind(self.text, end, NEAR);
        let is_rule = |next: &str| next.contains("--") && next.bytes().all(|b| b"|-: ".contains(&b));
        line::before(self.text, start, NEAR).trim_start().starts_with('|')
            && self.text.get(end + row.len()..).is_some_and(|rest| {
                let rest = rest.trim_start_matches(['\r', '\n']);
                is_rule(line::behind(rest, 0, NEAR).trim())
            })
    }

    /// Reports whether the mention stands as the name of a number does: in capitals, before a colon and a digit, or as one
    /// word before a long number.
    pub fn is_name_of_number(&self) -> bool {
        /// Fewest digits of a number that needs no colon before it.
        const LONG: usize = 6;
        let tail = self.tail().trim_start_matches([' ', '*', '"']);
        let value = tail.strip_prefix([':', '=', '：']);
        let number = value.unwrap_or(tail).trim_start_matches([' ', '\t', '"', '\'', '*']);
        let digits = number.bytes().take(LONG).take_while(u8::is_ascii_digit).count();
        let least = if value.is_some() { 1 } else { LONG };
        digits >= least && !self.found.contains(char::is_lowercase) && (value.is_some() || !self.found.contains(' '))
    }

    /// Reports whether the mention is a short word in capitals that few people bear, within a line that is not in capitals, as
    /// abbreviations stand: `the EAN of the meter`. An initial has a stop behind it.
    pub fn is_short_in_capitals(&self) -> bool {
        /// Most letters of an abbreviation.
        const MOST: usize = 5;
        /// Reach of the look at the line, in bytes.
        const NEAR: usize = 128;
        let is_short = self.is_single && self.found.len() <= MOST && self.found.chars().all(char::is_uppercase);
        let (start, end) = (self.mention.span.start(), self.mention.span.end());
        let sides = || [line::before(self.text, start, NEAR), line::behind(self.text, end, NEAR)];
        is_short
            && !self.is_common_name()
            && !self.is_value()
            && sides().iter().any(|side| side.contains(char::is_lowercase))
    }

    /// Reports whether the mention is one word in small letters in a text whose lines and sentences begin with capitals.
    pub fn is_small_in_edited_text(&self) -> bool {
        self.is_single
            && !self.found.contains(char::is_uppercase)
            && Beginnings::around(self.text, &self.mention.span.range()).are_capital()
    }

    /// Reports whether the lines and sentences around the mention begin with small letters, as in chats.
    pub fn is_in_small_text(&self) -> bool {
        Beginnings::around(self.text, &self.mention.span.range()).are_small()
    }

    /// Reports whether an article or another word that no name follows stands before the mention.
    pub fn is_behind_article(&self) -> bool {
        const ARTICLES: [&str; 34] = [
            "the", "a", "an", "la", "el", "los", "las", "le", "les", "un", "une", "una", "il", "lo", "gli", "der",
            "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem", "einer", "het", "een", "de", "del",
            "al", "du", "os", "um",
        ];
        let word = self.head().strip_suffix(' ').and_then(|head| head.rsplit(|c: char| !c.is_alphabetic()).next());
        word.is_some_and(|word| is_one_of(word, &ARTICLES))
    }

    /// Reports whether the mention stands where any word has a capital: at the beginning of a line or sentence.
    pub fn begins_sentence(&self) -> bool {
        let head = self.head().trim_end_matches([' ', '\t', '«', '"', '“', '-', '–', '*', '>']);
        head.is_empty() || head.ends_with(['.', '!', '?', '…', ':', '\n', '\r', '|'])
    }
}

fn words(found: &str) -> impl DoubleEndedIterator<Item = &str> {
    // A nickname stands in brackets or quotation marks.
    found
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')' | '"' | '“' | '”'))
        .filter(|word| !word.is_empty())
}

/// Reports whether a word is written as one of a name: a capital first and no other after small letters, or a particle.
fn is_name_word(word: &str) -> bool {
    let is_capital = word.starts_with(char::is_uppercase);
    let is_particle = word.chars().count() <= 3 && word.chars().all(char::is_lowercase);
    let stands = |c: char| c.is_alphabetic() || matches!(c, '.' | '-' | '\'' | '’');
    (is_capital || is_particle) && word.chars().all(stands)
}
