//! [`KnownUrls`]: the URLs with substitutes that stood in a request, by which links of its answer are judged.

use std::{
    collections::BTreeSet,
    ops::{Bound, Range},
};

/// The masked URLs of a request's texts, whoever wrote them: their originals stood there in clear, so nobody gains by
/// getting them back.
#[derive(Default)]
pub(super) struct KnownUrls {
    urls: BTreeSet<Box<str>>,
    longest: usize,
}

/// A masked URL in which a substitute stands.
#[derive(Clone)]
pub(super) struct MarkedUrl {
    /// The text of the URL, as far as it was kept.
    pub(super) text: Box<str>,
    /// The places of its substitutes, in bytes and in order.
    pub(super) marks: Vec<Range<usize>>,
    /// True if the URL continues behind `text`.
    pub(super) is_cut: bool,
}

/// Longest known URL, in bytes.
pub(super) const MAX_URL: usize = 2048;

/// Most bytes of punctuation and markup behind a URL.
const MAX_TRAILING: usize = 16;

/// Most known URLs.
const MAX_URLS: usize = 4096;

impl KnownUrls {
    /// Adds `url`, unless it is too long or there are too many. Since the texts around a URL differ, and a text without
    /// blanks may hold several, adds for each substitute also the URL between the delimiters around it.
    pub(super) fn add(&mut self, url: &MarkedUrl) {
        let text = &url.text;
        if !url.is_cut {
            self.insert(trimmed(text));
        }
        for mark in &url.marks {
            let end = match delimiters(text, mark.end).next() {
                Some(end) => end,
                None if url.is_cut => continue,
                None => text.len(),
            };
            self.insert(trimmed(&text[..end]));
            let before = delimiters(&text[..mark.start], 0).last().map_or(0, |last| last + 1);
            if let Some(slashes) = text[before..mark.start].find("//").filter(|_| before > 0) {
                self.insert(trimmed(&text[scheme_start(text, before + slashes)..end]));
            }
        }
    }

    fn insert(&mut self, url: &str) {
        if !url.is_empty() && url.len() <= MAX_URL && self.urls.len() < MAX_URLS {
            self.longest = self.longest.max(url.len());
            self.urls.insert(url.into());
        }
    }

    /// The number of bytes of a URL that must be read to know it: the longest, with the punctuation around it.
    pub(super) fn reach(&self) -> usize {
        self.longest + MAX_TRAILING
    }

    /// Reports whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.urls.is_empty()
    }

    /// Reports whether `url` is known, as a whole or up to a delimiter behind its substitutes. In source, which nothing
    /// renders, any delimiter ends a URL; renderers go on with it, so there its host must be read whole before.
    pub(super) fn contains(&self, url: &MarkedUrl, is_source: bool) -> bool {
        if !url.is_cut && self.urls.contains(trimmed(&url.text)) {
            return true;
        }
        let Some(marked) = url.marks.last().map(|mark| mark.end) else { return false };
        let from = if is_source { Some(marked) } else { authority_end(&url.text, marked).map(|end| end.max(marked)) };
        from.is_some_and(|from| delimiters(&url.text, from).any(|end| self.urls.contains(trimmed(&url.text[..end]))))
    }

    /// Reports whether a known URL begins with `start`.
    pub(super) fn may_become(&self, start: &str) -> bool {
        let from = (Bound::Included(start), Bound::Unbounded);
        self.urls.range::<str, _>(from).next().is_some_and(|url| url.starts_with(start))
    }
}

/// The places from byte `from` on of characters that end a URL in source and in quotes.
fn delimiters(url: &str, from: usize) -> impl Iterator<Item = usize> {
    let bytes = url.as_bytes().iter().enumerate().skip(from);
    bytes.filter(|(_, byte)| b"'\"`,;)}>\\|".contains(byte)).map(|(at, _)| at)
}

/// The start of a URL whose slashes stand at byte `slashes` of `text`, as a guard keeps it: with its scheme if that is one
/// of the web.
fn scheme_start(text: &str, slashes: usize) -> usize {
    let before = &text[..slashes];
    let schemes = ["https:", "http:", "wss:", "ws:", "ftp:", "file:"];
    schemes.iter().find(|scheme| before.ends_with(**scheme)).map_or(slashes, |scheme| slashes - scheme.len())
}

/// The end of a URL's authority: the slash, question mark or number sign behind it. A URL without a written authority
/// has it in a substitute, the last of which ends at byte `marked`.
fn authority_end(url: &str, marked: usize) -> Option<usize> {
    let start = url.find("//").map_or(marked, |slashes| slashes + 2);
    let rest = url.get(start..)?;
    rest.find(['/', '?', '#']).map(|end| start + end)
}

/// `url` without the punctuation of the sentence around it.
fn trimmed(url: &str) -> &str {
    url.trim_end_matches(|c: char| c.is_ascii() && is_trailing(c as u8))
}

/// Reports whether a byte at the end of a URL may belong to the sentence around it.
pub(super) fn is_trailing(byte: u8) -> bool {
    b".,;:!?'\"`)}*_~|".contains(&byte)
}
