//! [`by_map`]: restoring by an entity map that the caller kept.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet, hash_map::Entry},
    fmt,
    ops::Range,
};

use super::{
    Options, RestoredTexts, TooLong,
    parts::parts,
    position::{Place, places},
    scan::{KnownVariants, Meaning, Resolver, exact_sites, token, variant_candidates},
};
use crate::anonymize::{
    matcher::{self, Matcher},
    operators::is_mask_of,
};
use crate::keys::Cipher;
use masquerade_detect::entity::{Placeholder, find_placeholders};
use masquerade_detect::text::Unit;

/// One element of an entity map.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct MapEntry<'a> {
    /// The replaced text.
    pub original: &'a str,
    /// The text in its place.
    pub replacement: &'a str,
    /// The place of the original, if the map has it.
    pub position: Option<Position>,
}

/// The place of an original.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The number of the text in its request.
    pub text_index: usize,
    /// The start of the original in its text, in the unit of the request.
    pub start: usize,
    /// The end of the original, exclusive.
    pub end: usize,
    /// The length of the whole original text, if the map has it. Only that tells whether something was added behind the
    /// last removed text.
    pub text_length: Option<usize>,
}

impl fmt::Debug for MapEntry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MapEntry").field("position", &self.position).finish_non_exhaustive()
    }
}

/// `texts` restored by `map` alone, but for sealed texts that `options` can open.
///
/// Where every element has a position and every replacement stands where the positions imply, and the texts hold
/// nothing else that would be restored, the originals go exactly there. Otherwise replacements are matched from left to
/// right, the longest at each place; a replacement of several originals stays.
///
/// # Errors
/// If the result would be longer than `options` allow.
pub fn by_map<'t>(
    texts: &[&'t str],
    map: &[MapEntry<'_>],
    unit: Unit,
    options: &Options<'_>,
) -> Result<RestoredTexts<'t>, TooLong> {
    let index = if options.tolerant { MapIndex::new(&with_parts(map)) } else { MapIndex::new(map) };
    let matcher = index.matcher();
    let mut resolver = Resolver::new(options, texts.len());
    if let Some(places) = places(texts, map, unit)
        && index.has_nothing_else(texts, &places, matcher.as_ref(), options)
    {
        for (&text, places) in texts.iter().zip(&places) {
            let original = |place: &Place| Some((place.range.clone(), map.get(place.entry)?.original));
            resolver.resolve_places(text, places.iter().filter_map(original))?;
        }
        return Ok(resolver.restored);
    }
    let masks = index.mask_occurrences(texts, matcher.as_ref());
    let meaning = |replacement: &str| index.meaning(replacement, &masks);
    let variants = KnownVariants::new(variant_candidates(texts, options), meaning, options);
    let mut scratch = Vec::new();
    for &text in texts {
        let sites = exact_sites(text, matcher.as_ref(), &mut scratch);
        resolver.resolve(text, variants.add_to(sites, text), meaning)?;
    }
    Ok(resolver.restored)
}

/// The map with the parts of its surrogates.
fn with_parts<'m>(map: &[MapEntry<'m>]) -> Vec<MapEntry<'m>> {
    map.iter().copied().chain(parts(map)).collect()
}

/// The facts of one replacement.
#[derive(Clone, Copy)]
struct ReplacementFacts<'m> {
    original: &'m str,
    /// The elements of the map with this replacement.
    elements: usize,
    /// True if the elements have different originals.
    several: bool,
    /// True if the replacement is a mask, the original with stars in it, which many other texts share.
    mask: bool,
}

/// An entity map by replacement.
struct MapIndex<'m> {
    known: HashMap<&'m str, ReplacementFacts<'m>>,
    /// The replacements that the matcher searches for, in its order.
    searched: Vec<&'m str>,
}

impl<'m> MapIndex<'m> {
    fn new(map: &[MapEntry<'m>]) -> Self {
        let mut known: HashMap<&str, ReplacementFacts<'_>> = HashMap::with_capacity(map.len());
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
                    fresh.insert(ReplacementFacts { original, elements: 1, several: false, mask });
                }
            }
        }
        let searched = searched(map, &known);
        Self { known, searched }
    }

    fn matcher(&self) -> Option<Matcher> {
        Matcher::new(self.searched.iter().copied())
    }

    /// Reports whether nothing outside `places` would be restored. A mask elsewhere would not: it tells nothing.
    fn has_nothing_else(
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
            let restorable = |replacement: &str| match self.known.get(replacement) {
                Some(known) => !known.several && !known.mask && known.original != replacement,
                None => options.cipher.is_some_and(|cipher| opens(cipher, replacement)),
            };
            let found = matcher.map(|matcher| matcher.find(text, &mut scratch)).unwrap_or_default();
            find_placeholders(text)
                .map(|(span, _)| span.range())
                .chain(found.into_iter().map(|found| found.range))
                .all(|range| is_place(&range) || !restorable(&text[range]))
        })
    }

    /// The occurrences of each mask in the texts.
    fn mask_occurrences(&self, texts: &[&str], matcher: Option<&Matcher>) -> HashMap<&'m str, usize> {
        let mut counts = HashMap::new();
        if !self.known.values().any(|known| known.mask) {
            return counts;
        }
        let mut scratch = Vec::new();
        for text in texts {
            for found in matcher.map(|matcher| matcher.find(text, &mut scratch)).unwrap_or_default() {
                *counts.entry(self.searched[found.pattern]).or_default() += 1;
            }
        }
        counts
    }

    fn meaning(&self, replacement: &str, masks: &HashMap<&str, usize>) -> Meaning<'m> {
        let Some(known) = self.known.get(replacement) else { return Meaning::Unknown };
        let is_vague = known.mask && (known.elements > 1 || masks.get(replacement) != Some(&1));
        if known.several || is_vague { Meaning::Ambiguous } else { Meaning::Original(Cow::Borrowed(known.original)) }
    }
}

fn opens(cipher: &Cipher, replacement: &str) -> bool {
    token(replacement).is_some_and(|(label, token)| cipher.open(label, token).is_some())
}

/// The replacements that an automaton has to find. Placeholders are found without one, unless another replacement may
/// overlap them. A replacement that equals its original needs no finding. Replacements past the automaton's limit stay
/// unresolved.
fn searched<'m>(map: &[MapEntry<'m>], known: &HashMap<&'m str, ReplacementFacts<'m>>) -> Vec<&'m str> {
    let is_other = |replacement: &str| Placeholder::parse(replacement).is_none();
    let stands_for_itself = |text: &str| known.get(text).is_some_and(|known| !known.several && known.original == text);
    let brackets = known.keys().any(|text| memchr::memchr2(b'[', b']', text.as_bytes()).is_some() && is_other(text));
    let mut seen = HashSet::new();
    let mut bytes = 0;
    map.iter()
        .map(|entry| entry.replacement)
        .filter(|&text| !text.is_empty() && (brackets || is_other(text)) && !stands_for_itself(text))
        .filter(|&text| seen.insert(text))
        .filter(|text| {
            let fits = bytes + text.len() <= matcher::MAX_BYTES;
            bytes += if fits { text.len() } else { 0 };
            fits
        })
        .collect()
}
