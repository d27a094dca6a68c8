//! [`RuleSet`]: rules compiled into one scanner, and the search for their candidates in a text.

use std::ops::Range;

use masquerade_scan::{self as scan, Scanner, ScannerError, TableCache};

use crate::{
    BuildError, Candidate, Catalogue, Finder, Finding, Form, Options, Rule,
    candidates::{CandidateSearch, CompiledPattern, MatchRouter, Shadow},
    context::{self, Contexts},
    deobfuscate,
    entity::{Label, Validated},
    introduction::{self, Introduction},
    keys::{self, Keys},
    overlap::Hypothesis,
    searches::Search,
    text::{Field, Span},
};

/// Rules whose patterns are all searched for in one pass.
pub struct RuleSet {
    pub(crate) rules: Vec<Rule>,
    /// The compiled patterns, by number.
    pub(crate) patterns: Vec<CompiledPattern>,
    pub(crate) scanner: Scanner,
    /// Numbers of patterns below this one belong to rules; from this one on to marks of obfuscation.
    pub(crate) marks: usize,
    /// The first number of patterns of other [searches](Search), which patterns of escape sequences follow.
    others: usize,
    /// The first number of patterns of signs between names and values.
    signs: usize,
    /// The first number of patterns that are names of labels, behind which a shape is enough.
    pub(crate) introduced: usize,
    /// The fewest letters and digits of a value that one of these introduces.
    pub(crate) fewest_introduced: usize,
    pub(crate) keys: Keys,
    pub(crate) contexts: Contexts,
}

/// The kind of a scanner's pattern, by its number.
pub enum Number {
    /// A pattern of a rule.
    Rule,
    /// A mark of obfuscation.
    Mark,
    /// A search of another kind.
    Search(Search),
    /// An escape sequence.
    Escape,
    /// A sign between a name and its value.
    Sign,
}

/// Buffers that are kept from field to field.
#[derive(Default)]
pub struct Scratch {
    /// The scanner of the rules that used it last: other rules know other names.
    scanner: Option<u64>,
    scan: scan::Scratch,
    context: context::Scratch,
    keys: keys::Scratch,
    shadows: Vec<Shadow>,
    /// Places at which the text may be obfuscated.
    marks: Vec<usize>,
    tokens: deobfuscate::Base64Tokens,
    /// Places at which identifiers in lower case may begin.
    codes: Vec<usize>,
    /// Values behind names that are written in lower case.
    lower: Vec<Range<usize>>,
}

impl RuleSet {
    /// Compiles `rules`, whose labels `catalogue` describes, with the tables that `cache` keeps.
    ///
    /// # Errors
    /// If a pattern cannot be searched for, or all together are too large.
    pub fn new(rules: Vec<Rule>, catalogue: &Catalogue, cache: Option<&dyn TableCache>) -> Result<Self, BuildError> {
        let (mut patterns, mut searches, mut keyed, mut signed) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (number, rule) in rules.iter().enumerate() {
            // If several rules share a label, the first rule's facts count.
            let label = rule.info.label();
            let info = catalogue.info(label).expect("the catalogue is made of the rules");
            for (place, pattern) in rule.patterns.iter().enumerate() {
                let compiled = CompiledPattern::new(number, place, pattern, info);
                searches.push(match &pattern.finder {
                    Finder::Key(names) => {
                        keyed.push((compiled, names));
                        continue;
                    }
                    Finder::Sign(names) => {
                        signed.push((compiled, names));
                        continue;
                    }
                    Finder::Apart(regex) => scan::Pattern::AfterBlank(regex.clone()),
                    Finder::Regex(regex) => scan::Pattern::Word(regex.clone()),
                    Finder::Within(regex) => scan::Pattern::Anywhere(regex.clone()),
                    Finder::Prefix(regex) => scan::Pattern::Prefix(regex.clone()),
                    // The signs behind names are passed over where no name is.
                    Finder::Byte(byte) if byte.is_ascii() && !keys::SIGNS.contains(byte) => scan::Pattern::Byte(*byte),
                    Finder::Byte(_) => return Err(BuildError::Byte(label)),
                });
                patterns.push(compiled);
            }
        }
        // Behind the patterns of rules: marks of obfuscation, escape sequences, the signs behind names.
        let marks = searches.len();
        searches.extend(deobfuscate::searches());
        let others = searches.len();
        searches.extend(Search::ALL.map(Search::pattern));
        searches.extend(deobfuscate::escapes());
        let signs = searches.len();
        let (mut names, mut spelled) = (Vec::new(), Vec::new());
        for (compiled, keys) in keyed {
            names.extend(keys.iter().map(|name| (name.as_ref(), patterns.len())));
            patterns.push(compiled);
        }
        let (introduced, mut fewest_introduced) = (patterns.len(), usize::MAX);
        for Introduction { rule, names, shapes, is_general } in introduction::introductions(&rules) {
            let info = catalogue.info(rules[rule].info.label()).expect("the catalogue is made of the rules");
            fewest_introduced = shapes.iter().map(|shape| shape.fewest()).fold(fewest_introduced, usize::min);
            spelled.extend(names.into_iter().map(|name| (name, patterns.len())));
            patterns.push(CompiledPattern::introduced(rule, shapes, is_general, info));
        }
        names.extend(spelled.iter().map(|(name, pattern)| (&**name, *pattern)));
        let mut keys = Keys::new(names);
        keys.introduced = introduced;
        for (compiled, names) in signed {
            keys.add_sign(patterns.len(), names.iter().map(|name| name.as_ref()));
            patterns.push(compiled);
        }
        if !keys.is_empty() {
            searches.extend(keys::SIGNS.map(scan::Pattern::Byte));
        }
        let scanner = Scanner::with_cache(&searches, cache).map_err(|error| match error {
            ScannerError::Pattern { number, error } if number < marks => {
                let CompiledPattern { label, place, .. } = patterns[number];
                BuildError::Regex { label, pattern: place, error }
            }
            // A test excludes faults of the other expressions.
            ScannerError::Pattern { .. } | ScannerError::TooLarge => BuildError::Regexes,
        })?;
        let contexts = Contexts::new(&rules);
        Ok(Self { rules, patterns, scanner, marks, others, signs, introduced, fewest_introduced, keys, contexts })
    }

    /// Adds the finds of the rules in `field`: in its text, by its name, and where the text is obfuscated.
    pub fn find(&self, field: &Field<'_>, options: &Options, found: &mut Vec<Hypothesis>, scratch: &mut Scratch) {
        self.find_in_text(field, 0, options, found, scratch);
        // The notes of the search in the text make room for the notes of each further search.
        let cells = std::mem::take(&mut scratch.context.cells);
        self.find_by_key(field, options, found, scratch);
        let lower = std::mem::take(&mut scratch.lower);
        self.find_obfuscated(field, options, found, scratch);
        scratch.lower = self.find_lower(lower, field, options, found, scratch);
        scratch.context.cells = self.find_in_cells(cells, field, options, found, scratch);
    }

    /// Reports whether the rules of `label` find the whole of `value` alone, in upper case, as it is written or without
    /// separators.
    pub(crate) fn passes(&self, label: Label, value: &str) -> bool {
        let upper = value.to_ascii_uppercase();
        let compact: String = upper.chars().filter(char::is_ascii_alphanumeric).collect();
        [&upper, &compact].into_iter().any(|text| {
            let (field, mut passes) = (Field::new(text), false);
            self.scanner.scan(text, &mut scan::Scratch::default(), |number: usize, range: Range<usize>| {
                let pattern = self.patterns.get(number).filter(|_| number < self.marks && range == (0..text.len()));
                if let Some(pattern) = pattern.filter(|pattern| pattern.label == label) {
                    let (pattern, check) = (pattern.place, self.rules[pattern.rule].check);
                    let candidate =
                        Candidate { field: &field, range: range.clone(), pattern, form: Form::Shape, name: "" };
                    let passed =
                        |finding: &Finding| finding.range == range && finding.validated != Some(Validated::Failed);
                    passes |= check(&candidate).is_some_and(|finding| passed(&finding));
                }
                scan::Verdict::TryShorter
            });
            passes
        })
    }

    /// The kind of pattern `number`.
    #[inline(always)]
    pub(crate) fn kind(&self, number: usize) -> Number {
        match number {
            _ if number < self.marks => Number::Rule,
            _ if number >= self.signs => Number::Sign,
            _ if number < self.others => Number::Mark,
            _ => Search::ALL.get(number - self.others).map_or(Number::Escape, |search| Number::Search(*search)),
        }
    }

    /// Memory of the automata and tables, in bytes.
    pub fn memory(&self) -> usize {
        self.scanner.memory() + self.keys.memory() + self.contexts.memory()
    }

    /// Adds the finds in the text of `field`, as it is written, that the scanner meets from `from` on.
    pub(crate) fn find_in_text(
        &self,
        field: &Field<'_>,
        from: usize,
        options: &Options,
        hypotheses: &mut Vec<Hypothesis>,
        scratch: &mut Scratch,
    ) {
        let Scratch { scanner, scan, context, keys, shadows, marks, tokens, codes, lower } = scratch;
        codes.clear();
        lower.clear();
        context.clear();
        match scanner.replace(self.scanner.id()) == Some(self.scanner.id()) {
            true => keys.clear(),
            false => *keys = keys::Scratch::default(),
        }
        shadows.clear();
        marks.clear();
        tokens.clear();
        context.read_cells(field.text, &self.keys, &self.contexts);
        let search = CandidateSearch { rules: self, field, options, context, hypotheses, shadows, lower };
        self.scanner.scan_from(field.text, from, scan, MatchRouter { search, keys, marks, tokens, codes });
        shadows.clear();
        let mut search = CandidateSearch { rules: self, field, options, context, hypotheses, shadows, lower };
        codes.iter().for_each(|&start| search.read_lower(start));
        let cells = std::mem::take(&mut search.context.cells);
        for cell in &cells {
            let Some(known) = cell.known else { continue };
            let patterns = self.keys.patterns(known);
            let (name, range) = (cell.name.clone(), cell.value.clone());
            // The settings of a section are called by another name than a column of the same name.
            let section = self.keys.of_map_name(&field.text[name.clone()]);
            if let Some((_, one)) = section.filter(|(section, _)| *section == known) {
                search.judge_member(patterns, &range, one);
                continue;
            }
            search.judge_value(&keys::Value { patterns, outer: &[], name: Some(name), range, form: Form::Field });
        }
        search.context.cells = cells;
    }

    /// Adds the whole text of `field` if a pattern knows the name of the field.
    fn find_by_key(
        &self,
        field: &Field<'_>,
        options: &Options,
        hypotheses: &mut Vec<Hypothesis>,
        scratch: &mut Scratch,
    ) {
        let Some(value) = self.keys.of_field(field, &mut scratch.keys) else { return };
        let Scratch { context, shadows, lower, .. } = scratch;
        context.clear();
        shadows.clear();
        CandidateSearch { rules: self, field, options, context, hypotheses, shadows, lower }.judge_value(&value);
    }

    /// Adds entities of the values behind names, at `lower`, that are found when they are read in capitals, as most
    /// identifiers are issued. The words before stay as they are, since they introduce the value. Returns the list,
    /// emptied.
    fn find_lower(
        &self,
        mut lower: Vec<Range<usize>>,
        field: &Field<'_>,
        options: &Options,
        hypotheses: &mut Vec<Hypothesis>,
        scratch: &mut Scratch,
    ) -> Vec<Range<usize>> {
        /// Bytes before the value that are read with it, for the words that name it and support rules.
        const BEFORE: usize = 64;
        /// Bytes before the value in which the sign behind its name stands.
        const SIGN: usize = 16;
        lower.sort_unstable_by_key(|range| (range.start, range.end));
        lower.dedup();
        for range in &lower {
            let from = field.text.ceil_char_boundary(range.start.saturating_sub(BEFORE));
            let mut text = field.text[from..range.start].to_owned();
            let head = text.len();
            text.push_str(&field.text[range.clone()].to_ascii_uppercase());
            let first = hypotheses.len();
            let sign = text.floor_char_boundary(head.saturating_sub(SIGN));
            self.find_in_text(&Field { text: &text, key: field.key }, sign, options, hypotheses, scratch);
            let in_value = hypotheses.drain(first..).filter(|found| found.span.start() >= head).collect::<Vec<_>>();
            hypotheses.extend(in_value.into_iter().map(|found| {
                let place = found.span.start() + from..found.span.end() + from;
                Hypothesis { span: Span::new(field.text, place).expect("capitals are as long"), ..found }
            }));
        }
        lower.clear();
        lower
    }

    /// Adds the finds in parts of `field` that the last search in its text marked as obfuscated, read in clear.
    fn find_obfuscated(
        &self,
        field: &Field<'_>,
        options: &Options,
        hypotheses: &mut Vec<Hypothesis>,
        scratch: &mut Scratch,
    ) {
        /// Most finds before one that are asked whether it crosses them.
        const NEAR: usize = 8;
        let (mut marks, tokens) = (std::mem::take(&mut scratch.marks), scratch.tokens.take());
        let windows = deobfuscate::windows(field.text, &marks);
        let mut plain = Vec::new();
        if !windows.is_empty() {
            plain.extend(hypotheses.iter().filter(|hypothesis| hypothesis.likely).map(|h| h.span));
            plain.sort_unstable();
        }
        for (start, folded) in windows {
            let from = hypotheses.len();
            self.find_in_text(&Field { text: folded.text(), key: field.key }, 0, options, hypotheses, scratch);
            let original = |hypothesis: Hypothesis| {
                let range = folded.original(hypothesis.span.range()).expect("finds lie in the view, and none is empty");
                let span = Span::new(field.text, start + range.start..start + range.end);
                Hypothesis { span: span.expect("originals are whole characters"), ..hypothesis }
            };
            // So may what stands between a value and the word before it: `\\u0022pin\\u0022:\\u0022…`, `notes=door+code+4471`,
            // `token \\u2192 …`.
            let is_changed = |span: Span| {
                folded.is_changed(span.range())
                    || joint_before(folded.text(), span.start()).is_some_and(|joint| folded.is_changed(joint))
                    || pair_name(folded.text(), span.start()).is_some_and(|name| folded.is_changed(name))
            };
            let changed = hypotheses.drain(from..).filter(|found| is_changed(found.span));
            let read: Vec<_> = changed.map(original).collect();
            // Two values with an invisible character between them are no third one.
            let crosses = |read: &Hypothesis| {
                let before = plain.partition_point(|span| span.start() < read.span.end());
                let near = &plain[before.saturating_sub(NEAR)..before];
                near.iter().any(|span| span.overlaps(read.span) && !span.covers(read.span) && !read.span.covers(*span))
            };
            hypotheses.extend(read.into_iter().filter(|read| !crosses(read)));
        }
        for deobfuscate::DecodedToken { range, plain } in tokens {
            let from = hypotheses.len();
            self.find_in_text(&Field { text: &plain, key: field.key }, 0, options, hypotheses, scratch);
            let surest = hypotheses.drain(from..).filter(|h| h.reported).max_by_key(|h| h.confidence);
            if let Some(hypothesis) = surest {
                let span = Span::new(field.text, range).expect("tokens are ASCII");
                hypotheses.push(Hypothesis { span, ..hypothesis });
            }
        }
        marks.clear();
        scratch.marks = marks;
    }
}

/// The signs and blanks before the value at `start`, back to a letter or a digit; `None` if none stand there.
fn joint_before(text: &str, start: usize) -> Option<Range<usize>> {
    /// Longest joint, in bytes.
    const LONGEST: usize = 24;
    let near = crate::text::window::before(text, start, LONGEST);
    let word = near.trim_end_matches(|c: char| !c.is_alphanumeric());
    (word.len() < near.len()).then(|| start - near.len() + word.len()..start)
}

/// The name of the pair whose value begins at `start`, as forms have them: of `prénom=Jane` the word before the sign; `None` if
/// no name stands there.
fn pair_name(text: &str, start: usize) -> Option<Range<usize>> {
    /// Longest name, in bytes.
    const LONGEST: usize = 48;
    let head = text.get(..start)?.strip_suffix('=')?;
    let near = crate::text::window::before(head, head.len(), LONGEST);
    let name = near.trim_end_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ' '));
    (name.len() < near.len()).then(|| head.len() - near.len() + name.len()..head.len())
}
