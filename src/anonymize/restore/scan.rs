//! [`Scan`]: the substitutes that stand in whole texts, and the restoring of these texts.

use std::{borrow::Cow, collections::HashSet, fmt, ops::Range};

use super::{
    Options, RestoredTexts, TooLong,
    variants::{self, FirstBytes, VariantIndex},
};
use crate::anonymize::{Substitute, Surrogates, matcher::Matcher};
use masquerade_detect::entity::{Mark, Placeholder, find_placeholders};
use masquerade_detect::text::{Splice, steps};

/// The substitutes that stand in some texts, before it is known which of them exist.
pub struct Scan<'t> {
    /// The texts, each with its sites.
    texts: Vec<(&'t str, Vec<Site>)>,
    candidates: Vec<Substitute>,
}

/// A place where a substitute stands.
pub(super) struct Site {
    range: Range<usize>,
    kind: SiteKind,
    /// The placeholder of a variant.
    placeholder: Option<Substitute>,
}

/// The kind of a site, in the order in which kinds are tried at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum SiteKind {
    /// A substitute that is searched for letter for letter: a surrogate, say.
    Searched,
    /// A placeholder.
    Placeholder,
    /// A variant of a placeholder.
    Variant,
}

/// The meaning of a substitute.
pub(super) enum Meaning<'m> {
    /// A single original.
    Original(Cow<'m, str>),
    /// Several originals, or one that cannot be told: it stays, and nothing within it is restored.
    Ambiguous,
    /// None that is known.
    Unknown,
}

impl<'t> Scan<'t> {
    /// Finds placeholders and `surrogates` in `texts`, and variants if `options` are tolerant.
    pub fn new(texts: &[&'t str], surrogates: &Surrogates, options: &Options<'_>) -> Self {
        let mut scratch = Vec::new();
        let with_sites = |&text: &&'t str| (text, exact_sites(text, surrogates.matcher(), &mut scratch));
        Self { texts: texts.iter().map(with_sites).collect(), candidates: variant_candidates(texts, options) }
    }

    /// The distinct substitutes to be looked up. Placeholders of sealed texts are not among them: they need no store.
    pub fn substitutes(&self) -> Vec<&str> {
        let mut seen = HashSet::new();
        let exact = self.texts.iter().flat_map(|(text, sites)| sites.iter().map(|site| site.substitute(text)));
        let all = exact.chain(self.candidates.iter().map(|candidate| &**candidate));
        all.filter(|substitute| token(substitute).is_none()).filter(|substitute| seen.insert(*substitute)).collect()
    }

    /// The texts with the original of each of [`Scan::substitutes`] in its places.
    ///
    /// # Errors
    /// If the result would be longer than `options` allow.
    pub fn resolve<'m>(
        self,
        options: &Options<'_>,
        original: impl Fn(&str) -> Option<&'m str>,
    ) -> Result<RestoredTexts<'t>, TooLong> {
        let meaning =
            |substitute: &str| original(substitute).map_or(Meaning::Unknown, |text| Meaning::Original(text.into()));
        let variants = KnownVariants::new(self.candidates, meaning, options);
        let mut resolver = Resolver::new(options, self.texts.len());
        for (text, sites) in self.texts {
            resolver.resolve(text, variants.add_to(sites, text), meaning)?;
        }
        Ok(resolver.restored)
    }
}

impl fmt::Debug for Scan<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Scan({} texts)", self.texts.len())
    }
}

/// The distinct placeholders of which variants may stand in `texts`; none unless `options` are tolerant.
pub(super) fn variant_candidates(texts: &[&str], options: &Options<'_>) -> Vec<Substitute> {
    let mut candidates = HashSet::new();
    for text in texts.iter().filter(|_| options.tolerant) {
        variants::candidates(text, |placeholder| {
            if !options.taken.contains(&placeholder) {
                candidates.insert(placeholder);
            }
        });
    }
    candidates.into_iter().map(Substitute::from).collect()
}

/// The placeholders that exist among those of which variants may stand in the texts.
pub(super) struct KnownVariants {
    placeholders: Vec<Substitute>,
    index: VariantIndex,
    first: FirstBytes,
}

impl KnownVariants {
    /// The variants of the `candidates` that have a meaning.
    pub(super) fn new<'m>(
        mut candidates: Vec<Substitute>,
        meaning: impl Fn(&str) -> Meaning<'m>,
        options: &Options<'_>,
    ) -> Self {
        candidates.retain(|candidate| !matches!(unsealed(meaning(candidate), candidate, options), Meaning::Unknown));
        let mut first = FirstBytes::default();
        let index = VariantIndex::new(candidates.iter().enumerate(), &mut first);
        Self { placeholders: candidates, index, first }
    }

    /// `sites` and the variants in `text`, in the order in which they are tried.
    pub(super) fn add_to(&self, mut sites: Vec<Site>, text: &str) -> Vec<Site> {
        if self.placeholders.is_empty() {
            return sites;
        }
        let found = variants::find(&self.index, &self.first, text);
        // A placeholder itself is no variant; its site is there already.
        let altered = found.into_iter().filter(|(range, at)| text[range.clone()] != *self.placeholders[*at]);
        sites.extend(altered.map(|(range, at)| Site {
            range,
            kind: SiteKind::Variant,
            placeholder: Some(self.placeholders[at].clone()),
        }));
        sort(&mut sites);
        sites
    }
}

/// The restoring of one text after another.
pub(super) struct Resolver<'t, 'o> {
    options: &'o Options<'o>,
    pub(super) restored: RestoredTexts<'t>,
    reported: HashSet<String>,
    /// Bytes that the restored texts may still take.
    budget: usize,
}

impl<'t, 'o> Resolver<'t, 'o> {
    /// A resolver for so many texts.
    pub(super) fn new(options: &'o Options<'o>, texts: usize) -> Self {
        let restored = RestoredTexts { texts: Vec::with_capacity(texts), ..RestoredTexts::default() };
        Self { options, restored, reported: HashSet::new(), budget: options.max_bytes }
    }

    /// Restores the next text, whose `sites` are in the order in which they are tried.
    pub(super) fn resolve<'m>(
        &mut self,
        text: &'t str,
        sites: Vec<Site>,
        meaning: impl Fn(&str) -> Meaning<'m>,
    ) -> Result<(), TooLong> {
        let mut splice = Splice::new(text);
        // The end of what is dealt with.
        let mut end = 0;
        // A placeholder of ours without a meaning, unless something within it has one.
        let mut open: Option<Range<usize>> = None;
        for (at, site) in sites.iter().enumerate() {
            if site.range.start < end || self.is_escaped_placeholder(text, &sites[at..], &meaning) {
                continue;
            }
            if let Some(passed) = open.take_if(|open| open.end <= site.range.start) {
                self.report(text, passed);
            }
            let substitute = site.substitute(text);
            let is_ours = || site.kind != SiteKind::Variant && is_ours(substitute, self.options);
            match unsealed(meaning(substitute), substitute, self.options) {
                Meaning::Original(original) => {
                    open = None;
                    end = site.range.end;
                    self.restored.restored += usize::from(*original != *substitute);
                    self.replace(&mut splice, site.range.clone(), &original)?;
                }
                Meaning::Ambiguous => {
                    end = site.range.end;
                    if is_ours() {
                        self.report(text, site.range.clone());
                    }
                }
                Meaning::Unknown if open.is_none() && is_ours() => open = Some(site.range.clone()),
                Meaning::Unknown => {}
            }
        }
        if let Some(open) = open {
            self.report(text, open);
        }
        self.finish(text, splice)
    }

    /// Reports whether the first of `sites` is a variant whose backslash is the text's own, as in
    /// `C:\Users\[PERSON_1]`: behind it stands a substitute letter for letter.
    fn is_escaped_placeholder<'m>(&self, text: &str, sites: &[Site], meaning: impl Fn(&str) -> Meaning<'m>) -> bool {
        let Some((first, rest)) = sites.split_first() else { return false };
        let start = first.range.start;
        if first.kind != SiteKind::Variant || text.as_bytes()[start] != b'\\' {
            return false;
        }
        let mut behind = rest.iter().skip_while(|site| site.range.start == start);
        let mut behind = std::iter::from_fn(|| behind.next().filter(|site| site.range.start == start + 1));
        behind.any(|site| {
            let substitute = site.substitute(text);
            let is_unknown = || matches!(unsealed(meaning(substitute), substitute, self.options), Meaning::Unknown);
            site.kind != SiteKind::Variant && !is_unknown()
        })
    }

    /// Restores the next text by `places`, ranges in order, each with its original.
    pub(super) fn resolve_places<'m>(
        &mut self,
        text: &'t str,
        places: impl Iterator<Item = (Range<usize>, &'m str)>,
    ) -> Result<(), TooLong> {
        let mut splice = Splice::new(text);
        let mut placeholders = find_placeholders(text).map(|(span, _)| span.range()).peekable();
        for (range, original) in places {
            while let Some(placeholder) = placeholders.next_if(|placeholder| placeholder.start < range.start) {
                if placeholder.end <= range.start {
                    self.report_ours(text, placeholder);
                }
            }
            while placeholders.next_if(|placeholder| placeholder.start < range.end).is_some() {}
            self.restored.restored += usize::from(text.get(range.clone()) != Some(original));
            self.replace(&mut splice, range, original)?;
        }
        placeholders.for_each(|placeholder| self.report_ours(text, placeholder));
        self.finish(text, splice)
    }

    fn replace(&mut self, splice: &mut Splice<'_>, range: Range<usize>, original: &str) -> Result<(), TooLong> {
        self.spend(range.start - splice.end() + original.len())?;
        splice.replace(range, original);
        Ok(())
    }

    fn finish(&mut self, text: &str, splice: Splice<'t>) -> Result<(), TooLong> {
        self.spend(text.len() - splice.end())?;
        self.restored.texts.push(splice.finish());
        Ok(())
    }

    fn spend(&mut self, bytes: usize) -> Result<(), TooLong> {
        self.budget = self.budget.checked_sub(bytes).ok_or(TooLong)?;
        Ok(())
    }

    fn report_ours(&mut self, text: &str, range: Range<usize>) {
        if is_ours(&text[range.clone()], self.options) {
            self.report(text, range);
        }
    }

    /// Counts an unresolved placeholder.
    fn report(&mut self, text: &str, range: Range<usize>) {
        let placeholder = &text[range];
        self.restored.unresolved_count += 1;
        if !self.reported.contains(placeholder) {
            self.reported.insert(placeholder.to_owned());
            self.restored.unresolved.push(placeholder.to_owned());
        }
    }
}

/// The sealed text of a placeholder, with its label.
pub(super) fn token(substitute: &str) -> Option<(&str, &str)> {
    match Placeholder::parse(substitute)? {
        Placeholder { label, mark: Mark::Token(token) } => Some((label, token)),
        _ => None,
    }
}

/// The meaning of a substitute that may be a sealed text, of which nothing else is known.
fn unsealed<'m>(meaning: Meaning<'m>, substitute: &str, options: &Options<'_>) -> Meaning<'m> {
    let (Meaning::Unknown, Some(cipher)) = (&meaning, options.cipher) else { return meaning };
    let Some((label, token)) = token(substitute).filter(|_| options.may_restore(substitute)) else { return meaning };
    cipher.open(label, token).map_or(Meaning::Unknown, |text| Meaning::Original(Cow::Owned((*text).clone())))
}

/// Reports whether `substitute` is a placeholder that this instance writes.
fn is_ours(substitute: &str, options: &Options<'_>) -> bool {
    Placeholder::parse(substitute).is_some_and(|placeholder| (options.is_label)(placeholder.label))
}

impl Site {
    fn substitute<'a>(&'a self, text: &'a str) -> &'a str {
        self.placeholder.as_deref().unwrap_or_else(|| &text[self.range.clone()])
    }
}

/// The sites of placeholders in `text` and of what `matcher` finds, in the order in which they are tried.
pub(super) fn exact_sites(text: &str, matcher: Option<&Matcher>, scratch: &mut Vec<u8>) -> Vec<Site> {
    // A job of a client that has left ends here.
    steps::spend(text.len() as u64);
    let site = |range, kind| Site { range, kind, placeholder: None };
    let placeholders = find_placeholders(text).map(|(span, _)| site(span.range(), SiteKind::Placeholder));
    let mut sites: Vec<Site> = placeholders.collect();
    if let Some(matcher) = matcher {
        let found = matcher.find(text, scratch).into_iter();
        sites.extend(found.map(|found| site(found.range, SiteKind::Searched)));
        sort(&mut sites);
    }
    sites
}

/// Puts sites in the order in which they are tried: by start; at one place the longest first, but variants last.
fn sort(sites: &mut [Site]) {
    sites.sort_by_key(|site| {
        let is_variant = site.kind == SiteKind::Variant;
        (site.range.start, is_variant, usize::MAX - site.range.end, site.kind)
    });
}
