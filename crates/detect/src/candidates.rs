//! [`CandidateSearch`]: the search for candidates in one text, from the match of a pattern by way of its check to a
//! hypothesis.

mod form_values;

use std::ops::Range;

use masquerade_scan::{MatchSink, Verdict};

use super::{
    Options, context, deobfuscate, find_bounds, introduction,
    keys::{self, Keys},
    lower_case,
    overlap::{self, Confidence, Hypothesis, quantize},
    rule::{Candidate, Finding, Form, Pattern, Rule},
    rule_set::{Number, RuleSet},
    searches::Search,
};
use crate::{
    entity::{Label, LabelInfo, Shape, Source, Validated, Validation},
    text::{Field, Span, escape_before, is_value_edge},
};

/// The probability from which on the words around a find are not read, since they hardly change it.
const SURE: f32 = 0.9;
/// The probability from which on other readings of a find are not worth naming.
const CLEAR: f32 = 0.93;

/// The probability of a value behind a name that the check refuses.
const INTRODUCED: f32 = 0.75;
/// The probability of a value behind a name of many kinds of numbers.
const GENERAL: f32 = 0.5;
/// The probability of a value behind a name that the check accepts.
const NAMED: f32 = 0.97;

/// The facts about a pattern that its matches are judged by.
pub struct CompiledPattern {
    /// A cheap test of a place at which an entity may begin; its end does not matter.
    begins: Option<fn(&str, usize) -> bool>,
    /// The number of its rule.
    pub(crate) rule: usize,
    pub(crate) label: Label,
    /// The index of the pattern in its rule.
    pub(crate) place: usize,
    bare: Confidence,
    supported: Confidence,
    /// True if context words are read for matches of the pattern, whose confidence without them is lower than with
    /// them.
    is_doubtful: bool,
    /// The default threshold of its label.
    threshold: f32,
    /// The lowest confidence that reaches it.
    floor: Confidence,
    /// [`LabelInfo::transparent`] of its label.
    transparent: bool,
    /// The shapes of values that its names introduce, whatever the check says; empty: it is a pattern of its rule.
    shapes: Vec<Shape>,
}

/// A find inside which candidates need fewer checks.
pub struct Shadow {
    span: Span,
    rule: usize,
    /// The confidence that a find of another rule must exceed to win inside the span; 0: unknown.
    confidence: Confidence,
}

/// The search for the matches of all rules in one text.
pub struct CandidateSearch<'a> {
    pub(super) rules: &'a RuleSet,
    pub(super) field: &'a Field<'a>,
    pub(super) options: &'a Options,
    pub(super) context: &'a mut context::Scratch,
    pub(super) hypotheses: &'a mut Vec<Hypothesis>,
    pub(super) shadows: &'a mut Vec<Shadow>,
    /// Values in lower case, to be read in capitals later.
    pub(super) lower: &'a mut Vec<Range<usize>>,
}

/// The receiver of a scan's matches. It routes each to the rule or search that it belongs to, and keeps marks for later.
pub struct MatchRouter<'a> {
    pub(super) search: CandidateSearch<'a>,
    pub(super) keys: &'a mut keys::Scratch,
    /// Starts of marks of obfuscation.
    pub(super) marks: &'a mut Vec<usize>,
    pub(super) tokens: &'a mut deobfuscate::Base64Tokens,
    /// Places at which identifiers in lower case may begin.
    pub(super) codes: &'a mut Vec<usize>,
}

impl MatchSink for MatchRouter<'_> {
    #[inline(always)]
    fn wants_byte(&mut self, at: usize) -> bool {
        !keys::is_cached_miss(self.search.field.text, at, self.keys)
    }

    #[inline(always)]
    fn word_lane(&mut self, at: usize) {
        self.tokens.look(self.search.field.text, at);
    }

    #[inline(always)]
    fn digit_behind_letters(&mut self, at: usize) {
        self.codes.extend(lower_case::start_before(self.search.field.text, at));
    }

    fn accept(&mut self, number: usize, range: Range<usize>) -> Verdict {
        let CandidateSearch { rules, field, .. } = self.search;
        match rules.kind(number) {
            Number::Rule => {
                // Hardly any candidate is a number behind a word in small letters.
                let before = field.text.as_bytes()[..range.start].last_chunk();
                if let Some([b'a'..=b'z', b' ']) = before {
                    let series = lower_case::series_before(field.text, range.start);
                    self.codes.extend(series.filter(|start| self.codes.last() != Some(start)));
                }
                return self.search.judge(number, range, Form::Shape);
            }
            Number::Mark => self.marks.push(range.start),
            Number::Escape => {}
            Number::Search(search) => return self.follow(search, &range),
            Number::Sign => return self.judge_sign(&range),
        }
        match escape_before(field.text, range.end) {
            Some(start) if start >= range.start => Verdict::Escape(range.end),
            _ => Verdict::ResumeAt(range.end),
        }
    }
}

impl MatchRouter<'_> {
    /// Judges the value behind the sign at `sign`, or before a bracket there, by the rules that know its name.
    fn judge_sign(&mut self, sign: &Range<usize>) -> Verdict {
        let CandidateSearch { rules, field, .. } = self.search;
        let is_bracket = field.text[..sign.start].ends_with(' ') && field.text[sign.start..].starts_with('(');
        if is_bracket && let Some(value) = rules.keys.of_bracket(field.text, sign.start) {
            self.search.judge_value(&value);
        }
        if !is_bracket && let Some(named) = rules.keys.before_sign(field.text, sign.start, self.keys) {
            self.search.judge_named(&named, sign, self.keys);
        }
        Verdict::TryShorter
    }

    /// Reads the match at `range` of a search that belongs to no rule.
    fn follow(&mut self, search: Search, range: &Range<usize>) -> Verdict {
        let CandidateSearch { rules, field, .. } = self.search;
        let value = match search {
            Search::LowerCase => {
                let begins = field.text.as_bytes()[range.start].is_ascii_digit();
                let start = if begins { Some(range.start) } else { lower_case::start_before(field.text, range.start) };
                self.codes.extend(start);
                return Verdict::ResumeAt(range.end);
            }
            Search::PointInTime => return Verdict::SkipStarts(range.end),
            Search::Rows => {
                self.search.context.read_rows(field.text, range.start, range.end, &rules.keys, &rules.contexts);
                None
            }
            Search::Comparison => {
                let values: Vec<_> = rules.keys.of_comparison(field.text, range).collect();
                values.iter().for_each(|value| self.search.judge_value(value));
                None
            }
            Search::Violation => {
                let values = rules.keys.of_violation(field.text, range);
                values.iter().for_each(|value| self.search.judge_value(value));
                None
            }
            Search::Change => {
                let values = rules.keys.of_change(field.text, range);
                values.iter().for_each(|value| self.search.judge_value(value));
                None
            }
            Search::EscapedElement => rules.keys.of_escaped_element(field.text, range),
            Search::Rejection => rules.keys.of_rejection(field.text, range),
            Search::Option => rules.keys.of_option(field.text, range.start),
            Search::Link => rules.keys.of_link(field.text, range),
            Search::WideColon => rules.keys.of_wide_colon(field.text, range),
        };
        if let Some(value) = value {
            self.search.judge_value(&value);
        }
        Verdict::TryShorter
    }
}

impl<'a> CandidateSearch<'a> {
    /// Asks the rules that know the name before the sign at `sign` to judge the value behind it.
    pub fn judge_named(&mut self, named: &keys::Named<'_>, sign: &Range<usize>, scratch: &mut keys::Scratch) {
        let (keys, text) = (&self.rules.keys, self.field.text);
        let value = match text.as_bytes().get(sign.start) {
            Some(b'(') => keys.of_call(text, sign.start),
            Some(b'>') => keys.of_element(text, sign.start),
            _ => {
                for &number in named.signs {
                    self.judge(number, sign.clone(), Form::Shape);
                }
                if let Some(map) = keys.of_map(text, sign.start, named) {
                    map.members.iter().for_each(|member| self.judge_member(map.patterns, member, map.one));
                }
                keys.value(text, sign.start, named, scratch)
            }
        };
        let Some(value) = value else { return };
        if text[value.range.clone()].starts_with('[') && value.form != Form::Member {
            let name = value.name.clone().or_else(|| Some(keys::name_before(text.get(..sign.start)?)?.0));
            let element = |range| keys::Value { range, form: Form::Field, name: name.clone(), ..value.clone() };
            Keys::elements(text, value.range.start).for_each(|range| self.judge_value(&element(range)));
        } else {
            self.judge_value(&value);
            let items = keys.of_list(text, sign.start, &value).into_iter();
            let name = keys::name_before(&text[..sign.start]).map(|(name, _)| name);
            let item = |range| keys::Value { range, form: Form::Field, name: name.clone(), ..value.clone() };
            items.for_each(|range| self.judge_value(&item(range)));
        }
    }

    /// Asks every rule that knows the name before a value to judge the value.
    pub fn judge_value(&mut self, value: &keys::Value<'_>) {
        if lower_case::may_be(&self.field.text[value.range.clone()]) {
            self.lower.push(value.range.clone());
        }
        let name = match (&value.name, value.form) {
            (Some(name), _) => &self.field.text[name.clone()],
            (None, Form::Field) => self.field.key.unwrap_or_default(),
            (None, _) => "",
        };
        for &number in value.patterns {
            self.judge_as(number, value.range.clone(), value.form, name);
        }
        self.judge_encoded(value);
        // Patterns that know the name around the value judge it as if it stood behind that name.
        for &number in value.outer {
            self.judge_as(number, value.range.clone(), Form::Field, name);
        }
    }

    /// Asks the rules of `patterns` to judge the member at `range` of a map, as if its name were `one`.
    pub fn judge_member(&mut self, patterns: &[usize], range: &Range<usize>, one: &str) {
        patterns.iter().for_each(|&number| {
            self.judge_as(number, range.clone(), Form::Field, one);
        });
    }

    /// Asks the rule of pattern `number` to judge its match at `range`.
    pub fn judge(&mut self, number: usize, range: Range<usize>, form: Form) -> Verdict {
        self.judge_as(number, range, form, "")
    }

    /// Asks the rule of pattern `number` to judge its match at `range`, a value that `name` introduces.
    fn judge_as(&mut self, number: usize, range: Range<usize>, form: Form, name: &str) -> Verdict {
        let Self { rules, field, .. } = *self;
        let pattern = &rules.patterns[number];
        let rule = &rules.rules[pattern.rule];
        let start = range.start;
        if !pattern.shapes.is_empty() {
            self.judge_introduced(pattern, rule, range);
            return Verdict::TryShorter;
        }
        if form == Form::Shape && number < rules.marks {
            self.introduce(start);
        }
        if pattern.begins.is_some_and(|begins| !begins(field.text, start)) {
            return Verdict::ResumeAt(start + 1);
        }
        if self.is_shadowed(pattern, &range) {
            return Verdict::TryShorter;
        }
        let finding = (rule.check)(&Candidate { field, range, pattern: pattern.place, form, name });
        let bare = |range| find_bounds::bare(field.text, range);
        let found = finding.map(|finding| Finding { range: bare(finding.range), ..finding });
        let Some(finding) = found.filter(|finding| !finding.range.is_empty()) else { return Verdict::TryShorter };
        let span = Span::new(field.text, finding.range.clone()).expect("a check finds whole characters of the text");
        let supported = finding.sure
            || pattern.is_doubtful && rules.contexts.supports(pattern.rule, field, &finding.range, self.context);
        let hypothesis = self.add(pattern, &rule.info, span, (supported, finding.validated));
        let confidence = hypothesis.confidence;
        if !hypothesis.likely {
            // A find that is too weak to count must not hide a better one that begins inside it.
            return Verdict::ResumeAt(start + 1);
        }
        let is_proof = rule.info.validation == Validation::Checksum && !hypothesis.transparent;
        self.shadows.push(Shadow { span, rule: pattern.rule, confidence: if is_proof { confidence } else { 0 } });
        // Checks inside a sure find are spared. The entities that count do not depend on it.
        let is_sure = !cfg!(feature = "ablate-skip-inside")
            && confidence >= quantize(SURE)
            && hypothesis.reported
            && !hypothesis.transparent;
        match is_sure && span.start() <= start && self.stands(span) && ends_value(field.text, span.end()) {
            // A find that begins inside would lose against this one.
            true if pattern.bare >= quantize(CLEAR) => Verdict::SkipInsideExclusive(span.end()),
            true => Verdict::SkipInside(span.end()),
            false => Verdict::ResumeAt(span.end()),
        }
    }

    /// The patterns of the labels whose names stand in words before `start`.
    fn named_before(&self, start: usize) -> Option<&'a [usize]> {
        let (head, rest) = self.field.text.split_at(start);
        self.rules.keys.of_words(head, rest)
    }

    /// Asks the labels whose names stand in words before `start` to judge the value that begins there, once for each
    /// place.
    fn introduce(&mut self, start: usize) {
        let text = self.field.text;
        let is_code = text.as_bytes().get(start).is_some_and(u8::is_ascii_alphanumeric);
        // Patterns that are searched for anywhere begin within words, too.
        let is_inside = start > 0 && text.as_bytes()[start - 1].is_ascii_alphanumeric();
        if !is_code || is_inside || self.context.introduced.last() == Some(&start) {
            return;
        }
        self.context.introduced.push(start);
        self.judge_behind_words(start);
        if let Some(series) = series_start(text, start) {
            self.judge_behind_words(series);
        }
    }

    /// Asks the labels whose names stand in words before `start` to judge the value that begins there, at each call.
    fn judge_behind_words(&mut self, start: usize) {
        let RuleSet { introduced, fewest_introduced, .. } = self.rules;
        // The letter of an escape belongs to no value: `\n48213907`.
        if self.field.text[..start].ends_with('\\') {
            return;
        }
        // What follows a place is read faster than the words before it.
        if !introduction::may_begin(self.field.text, start, *fewest_introduced) {
            return;
        }
        let Some(patterns) = self.named_before(start) else { return };
        for &number in patterns.iter().filter(|&number| number >= introduced) {
            self.judge(number, start..start, Form::Line);
        }
    }

    /// Reads a possible identifier in lower case at `start`: judges it behind words that introduce it, and keeps it to
    /// be read in capitals if the words before it support any rule.
    pub fn read_lower(&mut self, start: usize) {
        if self.context.introduced.binary_search(&start).is_err() {
            self.judge_behind_words(start);
        }
        if let Some(range) = lower_case::at(self.field.text, start)
            && (self.rules.contexts.speaks_before(self.field, start, self.context)
                || self.named_before(start).is_some())
        {
            self.lower.push(range);
        }
    }

    /// Adds a hypothesis for the value at the start of `place`, which a name of `rule`'s label introduces, if its shape
    /// is plausible.
    fn judge_introduced(&mut self, pattern: &CompiledPattern, rule: &Rule, place: Range<usize>) {
        let text = self.field.text;
        let Some(range) = introduction::value_at(text, place.start, &pattern.shapes) else { return };
        let passes = self.rules.passes(pattern.label, &text[range.clone()]);
        let span = Span::new(text, range).expect("a value lies on characters");
        self.add(pattern, &rule.info, span, (passes, (!passes).then_some(Validated::Failed)));
    }

    /// Adds a hypothesis for `span`, with the confidence of supported finds if it is supported, and what its check said of it.
    fn add(
        &mut self,
        pattern: &CompiledPattern,
        info: &LabelInfo,
        span: Span,
        (is_supported, validated): (bool, Option<Validated>),
    ) -> Hypothesis {
        let confidence = self.in_language(if is_supported { pattern.supported } else { pattern.bare }, info);
        let asked = self.options.labels.contains(pattern.label);
        let mut hypothesis = pattern.hypothesis(span, info, confidence, asked, self.options);
        hypothesis.validated = validated.unwrap_or(hypothesis.validated);
        self.hypotheses.push(hypothesis);
        hypothesis
    }

    /// `confidence` in a find of a label, `info`, where the language of the text is known: twice the odds if it is one
    /// of the label's, but an unlikely find never becomes likely.
    fn in_language(&self, confidence: Confidence, info: &LabelInfo) -> Confidence {
        match self.options.language {
            Some(language) if language.is_among(info.languages) => {
                let probability = overlap::probability(confidence);
                let doubled = quantize(2.0 * probability / (1.0 + probability));
                if probability < info.threshold { confidence } else { doubled }
            }
            _ => confidence,
        }
    }

    /// Reports whether no earlier find reaches into `span`, so that none can take its beginning.
    fn stands(&self, span: Span) -> bool {
        let reaches_in =
            |other: &Shadow| other.span.start() < span.start() && other.span.overlaps(span) && !other.span.covers(span);
        !self.shadows.iter().any(reaches_in)
    }

    /// Reports whether a match of `pattern` at `range` stands inside a find that takes precedence.
    fn is_shadowed(&mut self, pattern: &CompiledPattern, range: &Range<usize>) -> bool {
        // Finds that end before the match are of no use any more.
        if self.shadows.first().is_some_and(|shadow| shadow.span.end() <= range.start) {
            self.shadows.retain(|shadow| shadow.span.end() > range.start);
        }
        self.shadows.iter().any(|shadow| {
            let beaten = shadow.rule == pattern.rule || pattern.supported <= shadow.confidence;
            beaten && shadow.span.start() < range.start && range.end <= shadow.span.end()
        })
    }
}

/// Reports whether a value surely ends at `end`, so that no match that begins in it can go on behind.
fn ends_value(text: &str, end: usize) -> bool {
    let mut rest = text.as_bytes().get(end..).unwrap_or_default().iter();
    match (rest.next(), rest.next()) {
        (None | Some(b'"' | b'\'' | b'<' | b'>' | b')' | b']' | b'}' | b'|' | b';' | b'\n' | b'\r'), _) => true,
        (Some(b'.' | b',' | b'!' | b'?'), next) => next.is_none_or(u8::is_ascii_whitespace),
        (Some(b' '), next) => next.is_none_or(u8::is_ascii_alphabetic),
        _ => false,
    }
}

impl CompiledPattern {
    /// Pattern number `place` of rule number `rule`, whose label `info` describes.
    pub fn new(rule: usize, place: usize, pattern: &Pattern, info: &LabelInfo) -> Self {
        Self {
            begins: pattern.begins,
            rule,
            label: info.label(),
            place,
            bare: quantize(pattern.bare),
            supported: quantize(pattern.supported),
            is_doubtful: pattern.bare < SURE && pattern.supported != pattern.bare,
            threshold: info.threshold,
            floor: overlap::reaching(info.threshold),
            transparent: info.transparent,
            shapes: Vec::new(),
        }
    }

    /// The names of the label of rule number `rule`, which introduce values of `shapes`.
    pub fn introduced(rule: usize, shapes: Vec<Shape>, is_general: bool, info: &LabelInfo) -> Self {
        let names = Pattern::key(&[], if is_general { GENERAL } else { INTRODUCED });
        let supported = quantize(if is_general { GENERAL } else { NAMED });
        Self { supported, shapes, ..Self::new(rule, 0, &names, info) }
    }

    fn hypothesis(
        &self,
        span: Span,
        info: &LabelInfo,
        confidence: Confidence,
        asked: bool,
        options: &Options,
    ) -> Hypothesis {
        let probability = overlap::probability(confidence);
        Hypothesis {
            span,
            label: self.label,
            confidence,
            validation: info.validation,
            validated: info.validation.into(),
            source: Source::Recognizer,
            likely: probability >= self.threshold,
            reported: asked && probability >= options.threshold.unwrap_or(self.threshold),
            asked,
            transparent: self.transparent,
            floor: self.floor,
        }
    }
}

/// The start of the capitals before the number at `at`, with a dash between: `K-204881`. They begin no candidate of their own.
fn series_start(text: &str, at: usize) -> Option<usize> {
    /// Most letters.
    const LONGEST: usize = 4;
    let head = text.as_bytes().get(..at)?.strip_suffix(b"-")?;
    let letters = head.iter().rev().take(LONGEST + 1).take_while(|b| b.is_ascii_uppercase()).count();
    let start = head.len() - letters;
    ((1..=LONGEST).contains(&letters) && is_value_edge(text, start)).then_some(start)
}
