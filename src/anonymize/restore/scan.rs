//! [`Scan`]: finds what could be restored, and restores it.

use std::{borrow::Cow, collections::HashSet, ops::Range};

use super::{Options, Restored, TooLong, tolerant};
use crate::{
    anonymize::{Surrogates, matcher::Matcher},
    entity::{Mark, Placeholder, find_placeholders},
};

/// The names that stand in some texts.
#[derive(Debug)]
pub struct Scan<'t> {
    texts: Vec<&'t str>,
    /// By text, by start; where several start at one place, the one to be tried first first.
    sites: Vec<Vec<Site<'t>>>,
}

/// A place where a name stands.
#[derive(Debug)]
struct Site<'t> {
    range: Range<usize>,
    name: Cow<'t, str>,
    kind: SiteKind,
}

/// In the order in which they are tried at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum SiteKind {
    /// Another name of the map, a surrogate, say.
    Name,
    /// The exact form of a placeholder.
    Exact,
    /// What may have been a placeholder once.
    Altered,
}

/// What a name stands for.
pub(super) enum Meaning<'m> {
    /// This text.
    Text(Cow<'m, str>),
    /// Several texts, or one that cannot be told: it stays, and nothing within it is looked at.
    Unclear,
    /// Nothing.
    Unknown,
}

impl<'t> Scan<'t> {
    /// Finds placeholders and `surrogates` in `texts`.
    pub fn new(texts: &[&'t str], surrogates: &Surrogates, options: &Options<'_>) -> Self {
        Self::with_matcher(texts, surrogates.matcher(), options)
    }

    pub(super) fn with_matcher(texts: &[&'t str], matcher: Option<&Matcher>, options: &Options<'_>) -> Self {
        let mut scratch = Vec::new();
        let sites = texts.iter().map(|text| sites(text, matcher, options, &mut scratch)).collect();
        Self { texts: texts.to_vec(), sites }
    }

    /// The distinct names found, to be looked up. Sealed texts are not among them: they need no
    /// store.
    pub fn names(&self) -> Vec<&str> {
        let mut seen = HashSet::new();
        let names = self.sites.iter().flatten().map(|site| &*site.name);
        names.filter(|name| !name.contains(':') || !is_token(name)).filter(|name| seen.insert(*name)).collect()
    }

    /// Puts in what `original` says of each of [`Scan::names`].
    ///
    /// # Errors
    /// If the result would be longer than `options` allow.
    pub fn resolve<'m>(
        self,
        options: &Options<'_>,
        original: impl Fn(&str) -> Option<&'m str>,
    ) -> Result<Restored<'t>, TooLong> {
        self.resolve_with(options, |name| original(name).map_or(Meaning::Unknown, |text| Meaning::Text(text.into())))
    }

    pub(super) fn resolve_with<'m>(
        self,
        options: &Options<'_>,
        meaning: impl Fn(&str) -> Meaning<'m>,
    ) -> Result<Restored<'t>, TooLong> {
        let mut restored = Restored { texts: Vec::with_capacity(self.texts.len()), ..Restored::default() };
        let (mut unresolved, mut budget) = (HashSet::new(), options.max_bytes);
        for (text, sites) in self.texts.iter().copied().zip(self.sites) {
            let mut splice = Splice::new(text, &mut budget);
            // A placeholder of ours that nothing resolved, unless something within it does.
            let mut open: Option<Site<'t>> = None;
            let mut report = |site: Option<Site<'t>>| {
                let Some(site) = site else { return };
                restored.unresolved_count += 1;
                if unresolved.insert(site.name.to_string()) {
                    restored.unresolved.push(site.name.into_owned());
                }
            };
            for site in sites {
                if site.range.start < splice.at {
                    continue;
                }
                report(open.take_if(|open| open.range.end <= site.range.start));
                match unsealed(meaning(&site.name), &site, options) {
                    Meaning::Text(original) => {
                        open = None;
                        restored.restored += usize::from(*original != *site.name);
                        splice.replace(site.range, &original)?;
                    }
                    Meaning::Unclear => {
                        splice.keep(&site.range);
                        report(Some(site).filter(|site| site.is_ours(options)));
                    }
                    Meaning::Unknown => open = open.or(Some(site).filter(|site| site.is_ours(options))),
                }
            }
            report(open);
            restored.texts.push(splice.finish()?);
        }
        Ok(restored)
    }
}

fn is_token(name: &str) -> bool {
    matches!(Placeholder::parse(name), Some(Placeholder { mark: Mark::Token(_), .. }))
}

/// What a sealed name stands for if nothing else is known of it.
fn unsealed<'m>(meaning: Meaning<'m>, site: &Site<'_>, options: &Options<'_>) -> Meaning<'m> {
    let (Meaning::Unknown, Some(cipher)) = (&meaning, options.cipher) else { return meaning };
    let Some(Placeholder { label, mark: Mark::Token(token) }) = Placeholder::parse(&site.name) else { return meaning };
    cipher.open(label, token).map_or(Meaning::Unknown, |text| Meaning::Text(Cow::Owned((*text).clone())))
}

impl Site<'_> {
    /// Whether a placeholder that this instance writes stands here.
    fn is_ours(&self, options: &Options<'_>) -> bool {
        self.kind != SiteKind::Altered
            && Placeholder::parse(&self.name).is_some_and(|placeholder| (options.is_label)(placeholder.label))
    }
}

fn sites<'t>(text: &'t str, matcher: Option<&Matcher>, options: &Options<'_>, scratch: &mut Vec<u8>) -> Vec<Site<'t>> {
    let mut sites: Vec<Site<'t>> = find_placeholders(text)
        .map(|(span, _)| Site { range: span.range(), name: span.slice(text).into(), kind: SiteKind::Exact })
        .collect();
    let exact = sites.len();
    if let Some(matcher) = matcher {
        let name = |range: &Range<usize>| text.get(range.clone()).unwrap_or_default().into();
        let found = matcher.find(text, scratch).into_iter();
        sites.extend(found.map(|found| Site { name: name(&found.range), range: found.range, kind: SiteKind::Name }));
    }
    if options.tolerant {
        for (range, name) in tolerant::find(text) {
            if !options.taken.contains(&name) {
                sites.push(Site { range, name: name.into(), kind: SiteKind::Altered });
            }
        }
    }
    if sites.len() > exact {
        // Longest first at one place, whatever the kind, but for altered forms.
        sites.sort_by_key(|site| {
            let altered = site.kind == SiteKind::Altered;
            (site.range.start, altered, usize::MAX - site.range.end, site.kind)
        });
    }
    sites
}

/// A text being put together from pieces of another.
pub(super) struct Splice<'t, 'b> {
    text: &'t str,
    /// Up to where `text` is dealt with, in bytes.
    pub(super) at: usize,
    copied: usize,
    out: Option<String>,
    budget: &'b mut usize,
}

impl<'t, 'b> Splice<'t, 'b> {
    /// Nothing of `text` is dealt with. All that is put together is taken from `budget`, in bytes.
    pub(super) fn new(text: &'t str, budget: &'b mut usize) -> Self {
        Self { text, at: 0, copied: 0, out: None, budget }
    }

    /// Puts `original` in the place of `range`.
    pub(super) fn replace(&mut self, range: Range<usize>, original: &str) -> Result<(), TooLong> {
        let between = self.text.get(self.copied..range.start).unwrap_or_default();
        spend(self.budget, between.len() + original.len())?;
        let out = self.out.get_or_insert_with(|| String::with_capacity(self.text.len()));
        out.push_str(between);
        out.push_str(original);
        self.copied = range.end;
        self.at = range.end;
        Ok(())
    }

    /// Leaves `range` as it is and never looks into it.
    fn keep(&mut self, range: &Range<usize>) {
        self.at = range.end;
    }

    /// The whole text.
    pub(super) fn finish(self) -> Result<Cow<'t, str>, TooLong> {
        let rest = self.text.get(self.copied..).unwrap_or_default();
        spend(self.budget, rest.len())?;
        Ok(match self.out {
            None => Cow::Borrowed(self.text),
            Some(mut out) => {
                out.push_str(rest);
                Cow::Owned(out)
            }
        })
    }
}

fn spend(budget: &mut usize, bytes: usize) -> Result<(), TooLong> {
    *budget = budget.checked_sub(bytes).ok_or(TooLong)?;
    Ok(())
}
