//! Surrogates for people's names, word by word.
//!
//! Each given or family name has a surrogate of its own, so that "Jane Roe", "Jane", "Ms Roe" and "Roe,
//! Jane" agree. Titles, particles and suffixes stay. An initial becomes the letter that the surrogates of
//! names with this initial begin with: a keyed permutation of the letters says which.

use rand::{
    rngs::StdRng,
    seq::{IndexedRandom, SliceRandom},
};

use self::{
    gender::Gender,
    lists::{Entry, LISTS, Pool},
    parse::{Parsed, Role, Word},
};
use super::{
    letters::{Script, base, cased_as, weight},
    random, shape,
};
use crate::{
    anonymize::{map::Name, operators::Piece},
    keys::Cipher,
};

mod gender;
mod lists;
mod parse;

pub(super) use lists::LISTS as NAMES;

/// Surrogates offered for a word with the letter that its initial asks for.
const LETTERED: usize = 4;

/// With any letter, behind these.
const OTHERS: usize = 2;

/// Made of two names, behind those: there are far more of them than names in any list.
const DOUBLE: usize = 3;

/// Letters that stand in for each other: first those that many names of most languages begin with.
const LETTERS: [&[u8]; 2] = [b"ABCDEFGJLMNPRSTV", b"HIKOQUWXYZ"];

/// Most names looked at for one that fits.
const TRIES: usize = 16;

/// What the seeds of people's names are made for.
const SEED: &str = "PERSON";

/// The name in pieces; `None` for what is no name in words.
pub(super) fn pieces(text: &str, cipher: &Cipher) -> Option<Vec<Piece>> {
    let parsed = Parsed::new(text)?;
    let makers = Makers { text, cipher, gender: parsed.gender, language: parsed.language, letters: letters(cipher) };
    let mut pieces: Vec<Piece> = Vec::with_capacity(2 * parsed.words.len() + 1);
    let mut fixed = String::new();
    let mut at = 0;
    for Word { range, role } in &parsed.words {
        fixed.push_str(text.get(at..range.start)?);
        at = range.end;
        let word = text.get(range.clone())?;
        match role {
            Role::Fixed => fixed.push_str(word),
            Role::Initial => fixed.push(makers.initial(word)),
            Role::Given | Role::Family => {
                if !fixed.is_empty() {
                    pieces.push(Piece::Text(std::mem::take(&mut fixed)));
                }
                pieces.push(Piece::Part { range: range.clone(), names: makers.names(word, *role)? });
            }
        }
    }
    fixed.push_str(text.get(at..)?);
    if !fixed.is_empty() {
        pieces.push(Piece::Text(fixed));
    }
    pieces.iter().any(|piece| matches!(piece, Piece::Part { .. })).then_some(pieces)
}

/// What stands in for each letter of the English alphabet: another one, and none for two.
fn letters(cipher: &Cipher) -> [u8; 26] {
    let mut random = random(cipher, SEED, "\0letters");
    let mut letters = [0; 26];
    for class in LETTERS {
        let mut order = class.to_vec();
        order.shuffle(&mut random);
        for (at, letter) in order.iter().enumerate() {
            let next = order.get((at + 1) % order.len());
            if let (Some(slot), Some(next)) = (letters.get_mut(usize::from(letter - b'A')), next) {
                *slot = *next;
            }
        }
    }
    letters
}

/// Makes the words of one name.
struct Makers<'a> {
    text: &'a str,
    cipher: &'a Cipher,
    gender: Option<Gender>,
    language: usize,
    letters: [u8; 26],
}

impl Makers<'_> {
    /// The letter that names whose first one is `c` get.
    fn letter(&self, c: char) -> Option<u8> {
        self.letters.get(usize::from(base(c)?.checked_sub(b'A')?)).copied()
    }

    fn initial(&self, word: &str) -> char {
        let Some(c) = word.chars().next() else { return 'X' };
        let letter = self.letter(c).map(char::from).or_else(|| {
            let alphabet: Vec<char> = "АБВГДЕЗИКЛМНОПРСТФЮЯ".chars().collect();
            let folded = c.to_lowercase().to_string();
            alphabet.choose(&mut random(self.cipher, SEED, &folded)).copied()
        });
        let letter = letter.unwrap_or('X');
        if c.is_lowercase() { letter.to_lowercase().next().unwrap_or(letter) } else { letter }
    }

    /// Surrogates for one word, those to be preferred first; `None` if there are none.
    fn names(&self, word: &str, role: Role) -> Option<Vec<Name>> {
        let folded = word.to_lowercase();
        let mut random = random(self.cipher, SEED, &folded);
        let made = match Script::of(word) {
            Script::Latin => self.latin(word, role, &mut random),
            Script::Cyrillic => double(&lists::cyrillic(role == Role::Family, self.gender), "-", &mut random),
            Script::Arabic => {
                let is_persian = self.text.contains(['پ', 'چ', 'ژ', 'گ', 'ک', 'ی']);
                let pool = if is_persian { &LISTS.persian } else { &LISTS.arabic };
                double(&names_of(pool, role, |_| true), " ", &mut random)
            }
            Script::Kana => {
                // Family names are written in Han characters in the lists, given names in both.
                let fits = |entry: &Entry| role == Role::Family || Script::of(entry.name) == Script::Kana;
                double(&names_of(&LISTS.japanese, role, fits), "", &mut random)
            }
            Script::Han => self.han(word, role, &mut random),
            Script::Other => (0..LETTERED).filter_map(|_| another(word, &mut random)).collect(),
        };
        let mut names: Vec<Name> = Vec::with_capacity(made.len());
        for name in made {
            let name = cased_as(word, &name);
            let is_new = !names.iter().any(|known| **known == *name);
            let is_apart = name.to_lowercase() != folded && !self.text.contains(&name) && !name.contains(word);
            if is_new && is_apart && weight(&name) >= super::LEAST {
                names.push(name.into());
            }
        }
        (!names.is_empty()).then_some(names)
    }

    fn latin(&self, word: &str, role: Role, random: &mut StdRng) -> Vec<String> {
        let letter = word.chars().next().and_then(|c| self.letter(c)).unwrap_or_default();
        let pools: Vec<&Pool> = LISTS.latin(self.language).into_iter().chain(LISTS.latin(0)).collect();
        let fits = |entry: &Entry| role == Role::Family || self.gender.is_none() || entry.gender == self.gender;
        let mut made = Vec::with_capacity(LETTERED + OTHERS + DOUBLE);
        for pool in &pools {
            let lettered = pool.lettered(role == Role::Family, letter).iter();
            let lettered: Vec<&str> = lettered.filter(|entry| fits(entry)).map(|entry| entry.name).collect();
            made.extend(lettered.sample(random, LETTERED - made.len().min(LETTERED)).map(|name| (*name).to_owned()));
        }
        let mut any = |pool: Option<&&Pool>| {
            let entries = pool?.entries(role == Role::Family);
            (0..TRIES).find_map(|_| entries.choose(random).filter(|entry| fits(entry))).map(|entry| entry.name)
        };
        for _ in 0..OTHERS {
            made.extend(any(pools.first()).map(str::to_owned));
        }
        for _ in 0..DOUBLE {
            let two = any(pools.first()).zip(any(pools.last()));
            made.extend(two.map(|(one, other)| format!("{one}-{other}")));
        }
        made
    }

    /// Japanese names, and Chinese ones, a family name of one character first.
    fn han(&self, word: &str, role: Role, random: &mut StdRng) -> Vec<String> {
        let pool = &LISTS.japanese;
        let families = names_of(pool, Role::Family, |_| true);
        let is_japanese = Script::of(self.text) == Script::Kana || families.iter().any(|name| self.text.contains(name));
        let (families, given) = if is_japanese {
            let given = names_of(pool, Role::Given, |entry| Script::of(entry.name) == Script::Han);
            let is_whole = families.iter().any(|family| word.len() > family.len() && word.starts_with(family));
            match (is_whole, role) {
                (true, _) => (families, given),
                (false, Role::Family) => return double(&families, "", random),
                (false, _) => return double(&given, "", random),
            }
        } else {
            let [families, given] = lists::chinese(word.chars().any(is_traditional));
            (families.to_vec(), given.iter().filter(|name| name.chars().count() > 1).copied().collect())
        };
        // The same family name for the same one.
        let first = word.chars().next().map(String::from).unwrap_or_default();
        let family = families.choose(&mut super::random(self.cipher, SEED, &first)).copied().unwrap_or_default();
        given.sample(random, LETTERED + OTHERS).map(|given| format!("{family}{given}")).collect()
    }
}

/// Whether `c` stands in traditional names and in no simplified one.
fn is_traditional(c: char) -> bool {
    let has =
        |traditional| lists::chinese(traditional).iter().flat_map(|list| list.iter()).any(|name| name.contains(c));
    has(true) && !has(false)
}

/// The names of a pool that fit.
fn names_of(pool: &Pool, role: Role, fits: impl Fn(&Entry) -> bool) -> Vec<&'static str> {
    let entries = pool.entries(role == Role::Family).iter();
    entries.filter(|entry| fits(entry)).map(|entry| entry.name).collect()
}

/// Some of `names`, then some made of two.
fn double(names: &[impl AsRef<str>], joint: &str, random: &mut StdRng) -> Vec<String> {
    let mut made: Vec<String> = names.sample(random, LETTERED + OTHERS).map(|name| name.as_ref().to_owned()).collect();
    made.extend(doubled(names, joint, random));
    made
}

fn doubled(names: &[impl AsRef<str>], joint: &str, random: &mut StdRng) -> Vec<String> {
    let pair = |random: &mut StdRng| {
        let mut two = names.sample(random, 2);
        Some(format!("{}{joint}{}", two.next()?.as_ref(), two.next()?.as_ref()))
    };
    (0..DOUBLE).filter_map(|_| pair(random)).collect()
}

/// Letters of the same script, five at least.
pub(super) fn another(word: &str, random: &mut StdRng) -> Option<String> {
    let mut long = word.to_owned();
    while weight(&long) < super::LEAST {
        long.extend(word.chars().rfind(|c| c.is_alphabetic())?.to_lowercase());
    }
    shape::alike(&long, random)
}
