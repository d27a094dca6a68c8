//! [`Keys`]: the names that introduce values, and the patterns that know each name.
//!
//! A name stands before `:` or `=` in a text, or is the name of the field. It is brought to one form
//! (lower case, no separators: `dateOfBirth`, `date_of_birth` and `Date of birth` are one) and looked
//! up with all its endings that begin at a word, the longest first, so that `customer_birth_date`
//! is a birth date, too. Nearly all signs in a text are answered by a look at the five letters before.

use std::ops::Range;

use rustc_hash::FxHashMap;

mod ascii;
mod asides;
mod call;
mod comparison;
mod compound;
mod construction;
mod declared_type;
mod ending_set;
mod form_value;
mod joint;
mod markup;
mod messages;
mod misread_keys;
mod name;
mod name_table;
mod named_calls;
mod naming_members;
mod neutral_names;
mod normalize;
mod plural;
mod prose;
mod quote;
mod suffix_filter;
mod syntax;
mod value;
mod variable;
mod window_cache;

pub(crate) use self::declared_type::declared_type_len;
pub use self::{
    call::{MOST_ARGUMENTS, literal_arguments},
    form_value::decoded,
    joint::{behind_joint, color_len, is_alike, told},
    markup::{Element, Emphasis, bare_tag_len, before_emphasis, emphasis_len},
    name::{behind_escape, name_before, without_index},
    naming_members::beside,
    normalize::{NUMBER, NormalizedName},
    prose::{ARTICLES, LINKS},
    quote::{argument, closing_quote, conversion_len, next_argument, quoted_len, wrapper_len},
    syntax::{is_neutral, is_pair_header, listed_option, option_at},
    value::emphasis,
};
use self::{
    ending_set::EndingSet,
    name::{trim_name, without_encoded_bracket, without_last_word, without_tail},
    name_table::NameTable,
    neutral_names::NEUTRAL,
    normalize::MAX_NAME,
    suffix_filter::SuffixFilter,
    syntax::{CELLS, SETTERS},
    value::value,
    window_cache::{Window, WindowCache},
};
use crate::{recognizers::secrets::randomness::is_common, rule::Form, text::Field};

/// The sign between a label and the same label in another language.
const BILINGUAL: &str = " / ";
/// Longest value, in bytes.
const MAX_VALUE: usize = 512;
/// Most blanks, quotes and backslashes between a name, the sign and the value.
const MAX_GAP: usize = 8;
/// Words before a name that make it one of a setting or a message about the thing.
const ABOUT: [&str; 22] = [
    "no", "has", "is", "missing", "max", "min", "num", "count", "forgot", "reset", "hide", "show", "invalid", "wrong",
    "requires", "require", "required", "without", "hashed", "use", "enable", "disable",
];

/// Names that introduce values of any kind, or stand around the name of a value; the first in [`Keys::sets`].
const STRUCTURE: [&[&str]; 3] = [NEUTRAL, SETTERS, CELLS];
/// The number of names in [`STRUCTURE`].
const STRUCTURAL: usize = NEUTRAL.len() + SETTERS.len() + CELLS.len();

/// The names of all rules' [`Finder::Key`](super::Finder::Key) and [`Finder::Sign`](super::Finder::Sign) patterns.
pub struct Keys {
    /// The place in `sets` of each name's patterns, by normalized name.
    known: NameTable,
    /// The endings of these names, and of what stands for their last words.
    name_endings: EndingSet,
    /// The sets of patterns that know a name.
    sets: Vec<Vec<usize>>,
    /// The patterns that look at signs themselves.
    signs: Vec<usize>,
    /// The first pattern that takes values by their shape alone: numbers, whose names may have a word for "number" behind them.
    pub(crate) introduced: usize,
    /// Endings of the names of values, and of the names behind which signs are looked at.
    endings: [SuffixFilter; 2],
    /// Endings of the names of values in prose, with a link or a word for "number" behind them.
    prose_endings: SuffixFilter,
}

/// Caching of repeated names and signs; results do not depend on it.
const HAS_CACHES: bool = !cfg!(feature = "ablate-name-cache");
/// The filter on the last letters before a sign, which spares reading most names; results do not depend on it.
const HAS_SUFFIX_FILTER: bool = !cfg!(feature = "ablate-suffix-filter");

/// Names in the cache of one text: texts repeat names, as every line of a log does.
const CACHED_NAMES: usize = 64;

/// Caches for the names and signs of one text.
#[derive(Default)]
pub struct Scratch {
    /// Names that were looked up, by a hash of the ending. Empty until the first look-up.
    names: Vec<[CachedName; 2]>,
    /// The number of the text. A cached name that bears another one is an empty slot: short texts would otherwise spend
    /// their time on emptying the cache.
    text: u64,
    /// The bytes before signs that no name ends with.
    misses: WindowCache<(), 256>,
    /// The endings of possible names before signs, by the bytes before each sign.
    ends: WindowCache<[Option<u32>; 2], 32>,
    /// Names of fields, with what [`Keys::of_name`] says of them: records have the same members over and over.
    fields: FxHashMap<String, Option<usize>>,
}

/// A name that was looked up.
#[derive(Clone, Debug, Default)]
struct CachedName {
    /// The number of the text that it stands in.
    text: u64,
    /// The place of the name in the text, with the byte before it and all bytes up to the sign. Empty: an empty slot.
    range: Range<usize>,
    /// True if quotes enclose the name.
    quoted: bool,
    /// The place in [`Keys::sets`] of the patterns that know the name.
    known: Option<usize>,
}

impl Scratch {
    /// Forgets all names: another text begins.
    pub fn clear(&mut self) {
        self.text += 1;
    }

    /// Keeps what is known of the name of a field.
    fn keep_field(&mut self, name: &str, known: Option<usize>) {
        /// Most names that are kept, and the longest, in bytes.
        const MOST: usize = 256;
        const LONGEST: usize = 128;
        if self.fields.len() >= MOST {
            self.fields.clear();
        }
        if name.len() <= LONGEST {
            self.fields.insert(name.to_owned(), known);
        }
    }

    /// The two slots of names that end alike, for names that fall together.
    fn slots(&mut self, ending: u32) -> &mut [CachedName; 2] {
        if self.names.is_empty() {
            self.names.resize(CACHED_NAMES / 2, <[CachedName; 2]>::default());
        }
        let mixed = ending.wrapping_mul(0x9E37_79B1) >> (u32::BITS - (CACHED_NAMES / 2).trailing_zeros());
        &mut self.names[mixed as usize]
    }
}

/// The indices into [`Keys::endings`]: names of values, and names behind which signs are looked at.
const VALUE: usize = 0;
const SIGN: usize = 1;

/// The patterns and the name that may stand before a sign.
pub struct Named<'a> {
    /// The patterns that look at the sign themselves.
    pub signs: &'a [usize],
    /// The ending of the possible name of a value.
    pub ending: Option<u32>,
}

/// A value that a name introduces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value<'a> {
    /// The patterns that know the name.
    pub patterns: &'a [usize],
    /// The patterns that know the object around the value, if its own name tells nothing: `ssn: {value: …}`.
    pub outer: &'a [usize],
    /// The place of the name, if it names this value alone; `None` if the name is the field's or does not matter.
    pub name: Option<Range<usize>>,
    /// The place of the value.
    pub range: Range<usize>,
    /// The syntax between name and value.
    pub form: Form,
}

/// The bytes between names and values that the scanner searches for. The name before one is then looked up exactly,
/// which costs less than opening the start filter wherever a word may end like a name.
pub const SIGNS: [u8; 4] = *b":=(>";

/// Reports whether the cache knows that the bytes before the sign at `at` end no name. This decides on nearly all signs
/// that a text repeats.
#[inline(always)]
pub fn is_cached_miss(text: &str, at: usize, scratch: &Scratch) -> bool {
    let is_sign = text.as_bytes().get(at).is_some_and(|byte| SIGNS.contains(byte));
    is_sign && Window::ending_at(text.as_bytes(), at).is_some_and(|last| scratch.misses.get(last).is_some())
}

impl Keys {
    /// Reports whether no sign is looked at.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty() && self.signs.is_empty()
    }

    /// The patterns and the name that may stand before the `:` or `=` at `at`, or in the tag that ends there.
    pub fn before_sign(&self, text: &str, at: usize, scratch: &mut Scratch) -> Option<Named<'_>> {
        self.ending_before(text, at, scratch).or_else(|| self.ending_before(text, markup::name_end(text, at)?, scratch))
    }

    /// The patterns and the name that may end at `at`.
    fn ending_before(&self, text: &str, at: usize, scratch: &mut Scratch) -> Option<Named<'_>> {
        // `<b>Password</b>: …`
        let at = without_encoded_bracket(before_emphasis(text.get(..at)?)).len();
        let last = Window::ending_at(text.as_bytes(), at).filter(|_| HAS_CACHES);
        let ends = match last.and_then(|last| scratch.ends.get(last)) {
            Some(ends) => ends,
            None => {
                let head = text.as_bytes().get(..at)?;
                let (ends, seen) = match HAS_SUFFIX_FILTER {
                    true => SuffixFilter::may_end(&self.endings, head),
                    false => ([Some(SuffixFilter::ending(head)); 2], usize::MAX),
                };
                // Behind the last attribute of a tag the name of the element is still to be looked at.
                let is_miss = ends == [None; 2] && !markup::ends_attributes(text, at);
                match last.filter(|_| seen <= Window::LEN) {
                    Some(last) if is_miss => scratch.misses.insert(last, ()),
                    Some(last) => scratch.ends.insert(last, ends),
                    None => {}
                }
                ends
            }
        };
        let [ending, sign] = ends;
        let signs = sign.map_or(&[][..], |_| &self.signs);
        (ends != [None; 2]).then_some(Named { signs, ending })
    }

    /// Memory, in bytes.
    pub fn memory(&self) -> usize {
        let sets: usize = self.sets.iter().map(|set| size_of_val(set) + size_of_val(set.as_slice())).sum();
        self.known.memory()
            + sets
            + self.name_endings.memory()
            + self.endings.iter().chain([&self.prose_endings]).map(SuffixFilter::memory).sum::<usize>()
    }

    /// The whole text of `field`, if a pattern knows the name of the field.
    pub fn of_field(&self, field: &Field<'_>, scratch: &mut Scratch) -> Option<Value<'_>> {
        let key = field.key?;
        let known = match scratch.fields.get(key) {
            Some(known) => *known,
            None => {
                let known = self.of_name(key);
                scratch.keep_field(key, known);
                known
            }
        };
        let patterns = self.patterns(known?);
        let start = field.text.len() - field.text.trim_start().len();
        Some(Value {
            patterns,
            outer: &[],
            name: None,
            range: start..start + field.text.trim().len(),
            form: Form::Field,
        })
    }

    /// The patterns that know `name`, or its longest known ending, as an argument for [`Keys::patterns`].
    pub fn of_name(&self, name: &str) -> Option<usize> {
        let [values, _] = &self.endings;
        let name = trim_name(name);
        // A label in two languages: `Kundennummer / Customer no.`
        if let Some((first, other)) = name.split_once(BILINGUAL) {
            return self.of_name(first).or_else(|| self.of_name(other));
        }
        let may_end = SuffixFilter::may_end(std::array::from_ref(values), name.as_bytes()).0 != [None];
        let known = may_end.then(|| self.look_up(name))??;
        // `ssn_value`
        if known < STRUCTURAL { self.of_name(without_last_word(name)?) } else { Some(known) }
    }

    /// The patterns that know `name` as a whole, or without its first word or two, as an argument for
    /// [`Keys::patterns`].
    pub fn of_whole_name(&self, name: &str) -> Option<usize> {
        self.of_near_name(name, &|ending| self.is_known(ending))
    }

    /// The patterns that know `name` as [`Keys::of_whole_name`] does, or in the singular, as the heading of a list.
    pub fn of_heading(&self, name: &str) -> Option<usize> {
        self.of_near_name(name, &|ending| self.is_known(ending) || self.is_known_in_singular(ending))
    }

    /// The patterns that know `name`, if `is_known` holds for it or for what is left without its first word or two.
    fn of_near_name(&self, name: &str, is_known: &dyn Fn(&str) -> bool) -> Option<usize> {
        const MOST_BEFORE: usize = 2;
        if let Some((first, other)) = name.split_once(BILINGUAL) {
            return self.of_near_name(first, is_known).or_else(|| self.of_near_name(other, is_known));
        }
        let known = self.of_name(name)?;
        let normalized = NormalizedName::of(trim_name(name));
        let is_near = (0..normalized.words().min(MOST_BEFORE + 1)).any(|word| is_known(normalized.from(word)));
        is_near.then_some(known)
    }

    /// Reports whether the whole of `name` introduces a value.
    pub fn is_name(&self, name: &str) -> bool {
        let normalized = NormalizedName::of(trim_name(name));
        self.known.get(normalized.from(0)).is_some_and(|known| known >= STRUCTURAL)
    }

    /// The patterns that know a name, by the number that [`Keys::of_name`] gives.
    pub fn patterns(&self, known: usize) -> &[usize] {
        &self.sets[known]
    }

    /// The value behind the `:` or `=` at `at`, if a pattern knows the name before it.
    pub fn value(&self, text: &str, at: usize, named: &Named<'_>, scratch: &mut Scratch) -> Option<Value<'_>> {
        if let Some(value) = named.ending.and_then(|_| self.of_variable(text, at)) {
            return Some(value);
        }
        let head = text.as_bytes().get(..at)?;
        let number = scratch.text;
        let slots = scratch.slots(named.ending?);
        let is_it = |slot: &CachedName| {
            HAS_CACHES
                && slot.text == number
                && !slot.range.is_empty()
                && text.as_bytes().get(slot.range.clone()).is_some_and(|name| head.ends_with(name))
        };
        let [slot, other] = slots;
        if !is_it(slot) {
            std::mem::swap(slot, other);
            if !is_it(slot) {
                *slot = CachedName { text: number, ..self.read_name(text.get(..at)?)? };
            }
        }
        let (quoted, len) = (slot.quoted, slot.range.len());
        let Some(known) = slot.known else {
            let name = text.get(slot.range.clone()).unwrap_or_default();
            if compound::is_member(name.trim_matches(|c: char| !c.is_alphanumeric())) {
                return self.of_member(text, at);
            }
            // A word that ends like a name and is none is remembered by all its bytes.
            if let 1..=Window::LEN = len
                && HAS_CACHES
                && named.signs.is_empty()
                && let Some(last) = Window::ending_at(text.as_bytes(), at)
            {
                scratch.misses.insert(last, ());
            }
            return None;
        };
        let patterns = self.patterns(known);
        if known >= STRUCTURAL
            && let Some(range) = behind_joint(text, at + 1).or_else(|| stand_in(text, at))
        {
            let (name, _) = name_before(text.get(..at)?)?;
            return Some(Value { patterns, outer: &[], name: Some(name), range, form: Form::Field });
        }
        // Functions that set something name nothing else.
        let is_setter = (NEUTRAL.len()..NEUTRAL.len() + SETTERS.len()).contains(&known);
        let outer = if known < STRUCTURAL && !is_setter { self.outer(text, at) } else { None };
        let sign = text.as_bytes().get(at)?;
        let next = text.as_bytes().get(at + 1).copied();
        // `::`, `==`, `=~`, and the `:` of a scheme; behind quotes a value may be negative.
        let is_negative = quoted && next == Some(b'-');
        if matches!((sign, next), (_, Some(b'=' | b':' | b'~')) | (b':', Some(b'/' | b'-')))
            && !is_negative
            && next.is_some_and(|b| b != b'=' || *sign == b'=')
        {
            return None;
        }
        let spaced = head.ends_with(b" ") || head.ends_with(b"\t");
        let (range, form) = value(text, at, quoted, spaced)?;
        let (outer, name) = outer.map_or((&[][..], None), |outer| (self.patterns(outer.known), Some(outer.name)));
        Some(Value { patterns, outer, name, range, form })
    }

    /// The name that `head` ends in; `None` if there is none.
    fn read_name(&self, head: &str) -> Option<CachedName> {
        let (place, quoted) = name_before(head)?;
        let known = self.look_up(head.get(place.clone())?);
        // The byte before a short name bounds it, unless a character of several bytes or a colon stands there.
        let before = place.start.checked_sub(1).and_then(|before| head.as_bytes().get(before));
        let is_whole = place.len() < MAX_NAME / 2 && before.is_some_and(|b| b.is_ascii() && *b != b':');
        let start = place.start.checked_sub(1).filter(|_| is_whole).unwrap_or(head.len());
        Some(CachedName { text: 0, range: start..head.len(), quoted, known })
    }

    fn is_known(&self, ending: &str) -> bool {
        self.known.get(ending).is_some()
    }

    fn is_known_in_singular(&self, ending: &str) -> bool {
        self.in_singular(ending).is_some()
    }

    /// The place in [`Keys::sets`] of the patterns that know `ending` without the `s` at its end.
    fn in_singular(&self, ending: &str) -> Option<usize> {
        ending.strip_suffix('s').and_then(|one| self.known.get(one)).filter(|known| *known >= STRUCTURAL)
    }

    /// The place in [`Keys::sets`] of the patterns that know the longest known ending of `name`.
    fn look_up(&self, name: &str) -> Option<usize> {
        let normalized = NormalizedName::of(without_tail(name));
        for word in self.name_endings.first_word(&normalized)..normalized.words() {
            let ending = normalized.from(word);
            if let Some(known) = self.known.get(ending).or_else(|| self.in_singular(ending)) {
                let before = word.checked_sub(1).map_or("", |before| normalized.word(before));
                return (!ABOUT.contains(&before)).then_some(known);
            }
        }
        self.behind_conjunction(&normalized)
            .or_else(|| self.joined(&normalized))
            .or_else(|| self.numbered(&normalized))
            .or_else(|| self.look_up(&misread_keys::printed(name).filter(|printed| printed != name)?))
    }

    /// The place in [`Keys::sets`] of the patterns that know an ending of `name` without the word for "number" behind it, if it is a
    /// number that is called so: `rfc_number`, `CNI #`.
    fn numbered(&self, name: &NormalizedName) -> Option<usize> {
        let stem = |word: usize| name.from(word).strip_suffix("number").filter(|stem| !stem.is_empty());
        let is_number = |known: &usize| self.introduces(&self.sets[*known]);
        let words = name.words().checked_sub(1).filter(|last| name.word(*last) == "number")?;
        let (word, known) = (0..words).find_map(|word| Some((word, self.known.get(stem(word)?)?)))?;
        let before = word.checked_sub(1).map_or("", |before| name.word(before));
        (known >= STRUCTURAL && is_number(&known) && !ABOUT.contains(&before)).then_some(known)
    }

    /// The place in [`Keys::sets`] of the patterns that know the last word of `name`, which joins a name and a word for "number", or a word
    /// and a name: `nhsno`, `policymemberid`.
    fn joined(&self, name: &NormalizedName) -> Option<usize> {
        /// Fewest letters of the word, and of the name behind it with a word for "number" and without one.
        const LEAST: [usize; 3] = [4, 5, 6];
        const NUMBERS: [&str; 3] = ["no", "nr", "num"];
        let word = name.word(name.words().checked_sub(1)?);
        if name.words() > 1 || !word.bytes().all(|b| b.is_ascii_lowercase()) {
            return None;
        }
        let named = |name: &str| self.known.get(name).filter(|known| *known >= STRUCTURAL);
        let numbered = |name: &str| {
            let mut stems = NUMBERS.iter().filter_map(|number| name.strip_suffix(number));
            stems.find_map(|stem| named(&[stem, "number"].concat()))
        };
        let whole = |name: &str| if name.len() < LEAST[2] { None } else { named(name) };
        let mut parts = (LEAST[0]..(word.len() + 1).saturating_sub(LEAST[1])).map(|at| word.split_at(at));
        let mut behind =
            || parts.find_map(|(first, name)| whole(name).or_else(|| numbered(name)).filter(|_| is_common(first)));
        numbered(word).or_else(&mut behind)
    }

    /// The place in [`Keys::sets`] of the patterns that know an ending of `name` behind the letter for "and" of Arabic or Hebrew, which is joined
    /// to its first word: `والرقم القومي`.
    fn behind_conjunction(&self, name: &NormalizedName) -> Option<usize> {
        if name.from(0).is_ascii() {
            return None;
        }
        (0..name.words()).find_map(|word| {
            let own = name.from(word).strip_prefix(['و', 'ו'])?;
            self.known.get(own).filter(|known| *known >= STRUCTURAL)
        })
    }
}

/// The value that stands in for a variable of a shell that is not set, behind the colon at `at`: `${NAME:-48213907}`.
fn stand_in(text: &str, at: usize) -> Option<Range<usize>> {
    let head = text.get(..at)?.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    let is_stand_in = text[at..].starts_with(":-") && head.ends_with("${");
    is_stand_in.then(|| told(text, at + ":-".len()))?
}

#[cfg(test)]
mod tests;
