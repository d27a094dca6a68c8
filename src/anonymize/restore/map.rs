//! [`by_map`]: restoring with a map that the caller kept.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet, hash_map::Entry},
    fmt,
    ops::Range,
};

use super::{
    Options, Restored, TooLong,
    parts::parts,
    position::{Place, places},
    scan::{Meaning, Resolver, sites},
};
use crate::anonymize::{
    matcher::{self, Matcher},
    operators::is_mask_of,
};
use masquerade_detect::entity::{Placeholder, find_placeholders};
use masquerade_detect::text::Unit;

/// One element of a map.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct MapEntry<'a> {
    /// The text that was replaced.
    pub original: &'a str,
    /// What stands in its place.
    pub replacement: &'a str,
    /// Where it stood, if that is known.
    pub position: Option<Position>,
}

/// Where an original stood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// In which text of the request.
    pub text_index: usize,
    /// First, in the unit of the request, in the original text.
    pub start: usize,
    /// One past the last.
    pub end: usize,
    /// The length of the whole original text, where that is known. Only that tells whether
    /// something was added behind the last removed text.
    pub text_length: Option<usize>,
}

impl fmt::Debug for MapEntry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MapEntry").field("position", &self.position).finish_non_exhaustive()
    }
}

/// Restores `texts` with `map` and nothing else, but for sealed texts that `options` can open.
///
/// Where every element has a position and every replacement stands where the positions imply, and
/// the texts hold nothing else that would be restored, the originals go exactly there. Otherwise
/// replacements are matched, from left to right, the longest at each place; what several
/// originals share stays.
///
/// # Errors
/// If the result would be longer than `options` allow.
pub fn by_map<'t>(
    texts: &[&'t str],
    map: &[MapEntry<'_>],
    unit: Unit,
    options: &Options<'_>,
) -> Result<Restored<'t>, TooLong> {
    let names = if options.tolerant { Names::new(&with_parts(map)) } else { Names::new(map) };
    let matcher = names.matcher();
    let mut resolver = Resolver::new(options, texts.len());
    if let Some(places) = places(texts, map, unit)
        && names.nothing_else(texts, &places, matcher.as_ref(), options)
    {
        for (&text, places) in texts.iter().zip(&places) {
            let original = |place: &Place| Some((place.range.clone(), map.get(place.entry)?.original));
            resolver.put(text, places.iter().filter_map(original))?;
        }
        return Ok(resolver.restored);
    }
    let masks = names.mask_occurrences(texts, matcher.as_ref());
    let mut scratch = Vec::new();
    for &text in texts {
        let sites = sites(text, matcher.as_ref(), options, &mut scratch);
        resolver.resolve(text, sites, |name| names.meaning(name, &masks))?;
    }
    Ok(resolver.restored)
}

/// The map, and what the parts of its surrogates stand for.
fn with_parts<'m>(map: &[MapEntry<'m>]) -> Vec<MapEntry<'m>> {
    map.iter().copied().chain(parts(map)).collect()
}

/// What is known of one replacement.
#[derive(Clone, Copy)]
struct Known<'m> {
    original: &'m str,
    /// Elements of the map that have it.
    elements: usize,
    /// Whether they have different originals.
    several: bool,
    /// Whether it is the original with stars in it, which stands for much else.
    mask: bool,
}

/// A map by replacement.
struct Names<'m> {
    known: HashMap<&'m str, Known<'m>>,
    /// What the matcher looks for, in its order.
    searched: Vec<&'m str>,
}

impl<'m> Names<'m> {
    fn new(map: &[MapEntry<'m>]) -> Self {
        let mut known: HashMap<&str, Known<'_>> = HashMap::with_capacity(map.len());
        for entry in map.iter().filter(|entry| !entry.replacement.is_empty()) {
            match known.entry(entry.replacement) {
                Entry::Occupied(mut same) => {
                    let same = same.get_mut();
                    same.elements += 1;
                    same.several |= same.original != entry.original;
                }
                Entry::Vacant(fresh) => {
                    let (original, replacement) = (entry.original, entry.replacement);
                    let mask = original != replacement && is_mask_of(original, replacement);
                    fresh.insert(Known { original, elements: 1, several: false, mask });
                }
            }
        }
        let searched = searched(map, &known);
        Self { known, searched }
    }

    fn matcher(&self) -> Option<Matcher> {
        Matcher::new(self.searched.iter().copied())
    }

    /// Whether the texts hold nothing that would be restored but what stands in `places`. A mask
    /// elsewhere is no such thing: it tells nothing.
    fn nothing_else(
        &self,
        texts: &[&str],
        places: &[Vec<Place>],
        matcher: Option<&Matcher>,
        options: &Options<'_>,
    ) -> bool {
        let mut scratch = Vec::new();
        texts.iter().zip(places).all(|(text, places)| {
            let is_place = |range: &Range<usize>| {
                places.binary_search_by(|place| place.range.start.cmp(&range.start)).is_ok_and(|at| {
                    // Removed texts leave empty places, maybe several before another.
                    let at_start = |place: &&Place| place.range.start == range.start;
                    let before = places.get(..at).unwrap_or_default().iter().rev().take_while(at_start);
                    let after = places.get(at..).unwrap_or_default().iter().take_while(at_start);
                    before.chain(after).any(|place| place.range == *range)
                })
            };
            let restorable = |name: &str| match self.known.get(name) {
                Some(known) => !known.several && !known.mask && known.original != name,
                None => options.cipher.is_some_and(|cipher| opens(cipher, name)),
            };
            let name = |range: &Range<usize>| text.get(range.clone()).unwrap_or_default();
            let found = matcher.map(|matcher| matcher.find(text, &mut scratch)).unwrap_or_default();
            find_placeholders(text)
                .map(|(span, _)| span.range())
                .chain(found.into_iter().map(|found| found.range))
                .all(|range| is_place(&range) || !restorable(name(&range)))
        })
    }

    /// How often each mask stands in the texts.
    fn mask_occurrences(&self, texts: &[&str], matcher: Option<&Matcher>) -> HashMap<&'m str, usize> {
        let mut counts = HashMap::new();
        if !self.known.values().any(|known| known.mask) {
            return counts;
        }
        let mut scratch = Vec::new();
        for text in texts {
            for found in matcher.map(|matcher| matcher.find(text, &mut scratch)).unwrap_or_default() {
                if let Some(&name) = self.searched.get(found.name) {
                    *counts.entry(name).or_default() += 1;
                }
            }
        }
        counts
    }

    fn meaning(&self, name: &str, masks: &HashMap<&str, usize>) -> Meaning<'m> {
        let Some(known) = self.known.get(name) else { return Meaning::Unknown };
        let vague = known.mask && (known.elements > 1 || masks.get(name) != Some(&1));
        if known.several || vague { Meaning::Unclear } else { Meaning::Text(Cow::Borrowed(known.original)) }
    }
}

fn opens(cipher: &crate::keys::Cipher, name: &str) -> bool {
    match Placeholder::parse(name) {
        Some(Placeholder { label, mark: masquerade_detect::entity::Mark::Token(token) }) => {
            cipher.open(label, token).is_some()
        }
        _ => false,
    }
}

/// The names that an automaton has to find: exact forms of placeholders are found without one,
/// unless another name may overlap them. What stands for itself needs no finding. Names past the
/// automaton's limit stay unresolved.
fn searched<'m>(map: &[MapEntry<'m>], known: &HashMap<&'m str, Known<'m>>) -> Vec<&'m str> {
    let is_other = |name: &str| Placeholder::parse(name).is_none();
    let stands_for_itself = |name: &str| known.get(name).is_some_and(|k| !k.several && k.original == name);
    let brackets = known.keys().any(|name| memchr::memchr2(b'[', b']', name.as_bytes()).is_some() && is_other(name));
    let mut seen = HashSet::new();
    let mut bytes = 0;
    map.iter()
        .map(|entry| entry.replacement)
        .filter(|&name| !name.is_empty() && (brackets || is_other(name)) && !stands_for_itself(name))
        .filter(|&name| seen.insert(name))
        .filter(|name| {
            let fits = bytes + name.len() <= matcher::MAX_BYTES;
            bytes += if fits { name.len() } else { 0 };
            fits
        })
        .collect()
}
