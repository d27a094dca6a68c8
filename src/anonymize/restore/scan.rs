//! [`Scan`]: finds what could be restored, and restores it.

use std::{borrow::Cow, collections::HashSet, fmt, ops::Range};

use super::{Options, Restored, TooLong, tolerant};
use crate::anonymize::{Surrogates, matcher::Matcher};
use masquerade_detect::entity::{Mark, Placeholder, find_placeholders};

/// The names that stand in some texts.
pub struct Scan<'t> {
    /// Each text with its sites.
    texts: Vec<(&'t str, Vec<Site>)>,
}

/// A place where a name stands.
pub(super) struct Site {
    range: Range<usize>,
    kind: SiteKind,
    /// The name, where it does not stand there letter for letter.
    altered: Option<Box<str>>,
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
        let mut scratch = Vec::new();
        let texts = texts.iter().map(|&text| (text, sites(text, surrogates.matcher(), options, &mut scratch)));
        Self { texts: texts.collect() }
    }

    /// The distinct names found, to be looked up. Sealed texts are not among them: they need no
    /// store.
    pub fn names(&self) -> Vec<&str> {
        let mut seen = HashSet::new();
        let names = self.texts.iter().flat_map(|(text, sites)| sites.iter().map(|site| site.name(text)));
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
        let mut resolver = Resolver::new(options, self.texts.len());
        let meaning = |name: &str| original(name).map_or(Meaning::Unknown, |text| Meaning::Text(text.into()));
        for (text, sites) in self.texts {
            resolver.resolve(text, sites, meaning)?;
        }
        Ok(resolver.restored)
    }
}

impl fmt::Debug for Scan<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Scan({} texts)", self.texts.len())
    }
}

/// Restores one text after another.
pub(super) struct Resolver<'t, 'o> {
    options: &'o Options<'o>,
    pub(super) restored: Restored<'t>,
    reported: HashSet<String>,
    budget: usize,
}

impl<'t, 'o> Resolver<'t, 'o> {
    /// Nothing is restored yet of so many texts.
    pub(super) fn new(options: &'o Options<'o>, texts: usize) -> Self {
        let restored = Restored { texts: Vec::with_capacity(texts), ..Restored::default() };
        Self { options, restored, reported: HashSet::new(), budget: options.max_bytes }
    }

    /// Restores the next text.
    pub(super) fn resolve<'m>(
        &mut self,
        text: &'t str,
        sites: Vec<Site>,
        meaning: impl Fn(&str) -> Meaning<'m>,
    ) -> Result<(), TooLong> {
        let mut splice = Splice::new(text);
        // A placeholder of ours that nothing resolved, unless something within it does.
        let mut open: Option<Range<usize>> = None;
        for site in sites {
            if site.range.start < splice.at {
                continue;
            }
            if let Some(passed) = open.take_if(|open| open.end <= site.range.start) {
                self.report(text, passed);
            }
            let name = site.name(text);
            let is_ours = || site.kind != SiteKind::Altered && is_ours(name, self.options);
            match unsealed(meaning(name), name, self.options) {
                Meaning::Text(original) => {
                    open = None;
                    self.restored.restored += usize::from(*original != *name);
                    splice.replace(site.range, &original, &mut self.budget)?;
                }
                Meaning::Unclear => {
                    splice.keep(&site.range);
                    if is_ours() {
                        self.report(text, site.range);
                    }
                }
                Meaning::Unknown if open.is_none() && is_ours() => open = Some(site.range),
                Meaning::Unknown => {}
            }
        }
        if let Some(open) = open {
            self.report(text, open);
        }
        self.finish(splice)
    }

    /// Puts originals exactly where they are said to belong; `places` are in order.
    pub(super) fn put<'m>(
        &mut self,
        text: &'t str,
        places: impl Iterator<Item = (Range<usize>, &'m str)>,
    ) -> Result<(), TooLong> {
        let mut splice = Splice::new(text);
        let mut forms = find_placeholders(text).map(|(span, _)| span.range()).peekable();
        for (range, original) in places {
            while let Some(form) = forms.next_if(|form| form.start < range.start) {
                if form.end <= range.start {
                    self.report_ours(text, form);
                }
            }
            while forms.next_if(|form| form.start < range.end).is_some() {}
            self.restored.restored += usize::from(text.get(range.clone()) != Some(original));
            splice.replace(range, original, &mut self.budget)?;
        }
        forms.for_each(|form| self.report_ours(text, form));
        self.finish(splice)
    }

    fn finish(&mut self, splice: Splice<'t>) -> Result<(), TooLong> {
        self.restored.texts.push(splice.finish(&mut self.budget)?);
        Ok(())
    }

    fn report_ours(&mut self, text: &str, range: Range<usize>) {
        if text.get(range.clone()).is_some_and(|name| is_ours(name, self.options)) {
            self.report(text, range);
        }
    }

    fn report(&mut self, text: &str, range: Range<usize>) {
        let name = text.get(range).unwrap_or_default();
        self.restored.unresolved_count += 1;
        if !self.reported.contains(name) {
            self.reported.insert(name.to_owned());
            self.restored.unresolved.push(name.to_owned());
        }
    }
}

fn is_token(name: &str) -> bool {
    matches!(Placeholder::parse(name), Some(Placeholder { mark: Mark::Token(_), .. }))
}

/// What a sealed name stands for if nothing else is known of it.
fn unsealed<'m>(meaning: Meaning<'m>, name: &str, options: &Options<'_>) -> Meaning<'m> {
    let (Meaning::Unknown, Some(cipher)) = (&meaning, options.cipher) else { return meaning };
    let Some(Placeholder { label, mark: Mark::Token(token) }) = Placeholder::parse(name) else { return meaning };
    cipher.open(label, token).map_or(Meaning::Unknown, |text| Meaning::Text(Cow::Owned((*text).clone())))
}

/// Whether a name is a placeholder that this instance writes.
fn is_ours(name: &str, options: &Options<'_>) -> bool {
    Placeholder::parse(name).is_some_and(|placeholder| (options.is_label)(placeholder.label))
}

impl Site {
    fn name<'a>(&'a self, text: &'a str) -> &'a str {
        self.altered.as_deref().or_else(|| text.get(self.range.clone())).unwrap_or_default()
    }
}

/// The sites of `text`, by start; where several start at one place, the one to be tried first
/// first.
pub(super) fn sites(text: &str, matcher: Option<&Matcher>, options: &Options<'_>, scratch: &mut Vec<u8>) -> Vec<Site> {
    let site = |range, kind| Site { range, kind, altered: None };
    let mut sites: Vec<Site> = find_placeholders(text).map(|(span, _)| site(span.range(), SiteKind::Exact)).collect();
    let exact = sites.len();
    if let Some(matcher) = matcher {
        let found = matcher.find(text, scratch).into_iter();
        sites.extend(found.map(|found| site(found.range, SiteKind::Name)));
    }
    if options.tolerant {
        let altered = tolerant::find(text).into_iter().filter(|(_, name)| !options.taken.contains(name));
        let site = |(range, name): (_, String)| Site { range, kind: SiteKind::Altered, altered: Some(name.into()) };
        sites.extend(altered.map(site));
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
struct Splice<'t> {
    text: &'t str,
    /// Up to where `text` is dealt with, in bytes.
    at: usize,
    copied: usize,
    out: Option<String>,
}

impl<'t> Splice<'t> {
    /// Nothing of `text` is dealt with.
    fn new(text: &'t str) -> Self {
        Self { text, at: 0, copied: 0, out: None }
    }

    /// Puts `original` in the place of `range`; what that takes comes out of `budget`, in bytes.
    fn replace(&mut self, range: Range<usize>, original: &str, budget: &mut usize) -> Result<(), TooLong> {
        let between = self.text.get(self.copied..range.start).unwrap_or_default();
        spend(budget, between.len() + original.len())?;
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
    fn finish(self, budget: &mut usize) -> Result<Cow<'t, str>, TooLong> {
        let rest = self.text.get(self.copied..).unwrap_or_default();
        spend(budget, rest.len())?;
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
