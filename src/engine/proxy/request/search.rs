//! The search for a request's entities: the memo recalls those of known texts, and detection finds the others.

use std::{hash::BuildHasher, ops::Range};

use rustc_hash::FxBuildHasher;

use super::RequestMasker;
use crate::{
    anonymize::{Original, Substitute, Surrogates},
    engine::{
        add_literals,
        proxy::{
            document, echoed_placeholders,
            hints::Hints,
            incoming::{HeaderScope, is_in},
            logfmt,
            memo::{Digest, Findings, Memo, MemoScope},
            parts,
            rules::{Rules, Style, counts_in_number, is_denied, is_sure},
            string_shape,
            texts::{RequestText, RequestTexts, TextKind},
        },
    },
    profile::Author,
};
use masquerade_detect::entity::{Entity, Label, Source, Validated};
use masquerade_detect::text::{Field, Span};
use masquerade_detect::{Detector, Level, Options, PropagationScope, Scratch};

/// The findings that the memo has in a request's texts.
pub(super) struct Recollection {
    /// One for each text.
    texts: Vec<Recalled>,
    /// The bytes of the other texts that a language model reads.
    pub(super) unknown: usize,
}

/// The memo's part in the search of one text.
struct Recalled {
    /// `None`: the memo has no place for it.
    digest: Option<Digest>,
    findings: Option<Findings>,
    /// True if the text answers a question of the text before it. The memo knows texts by themselves.
    is_answer: bool,
}

impl<'a> RequestMasker<'a> {
    /// The memo of requests under these rules.
    fn memo(self) -> &'a Memo {
        self.engine.memo(matches!(self.rules.style, Style::Records))
    }

    /// Asks the memo for the findings in each text.
    pub(super) fn recall(self, texts: &RequestTexts<'_>) -> Recollection {
        let Self { rules, caller, .. } = self;
        let memo = self.memo();
        let mut recollection = Recollection { texts: Vec::with_capacity(texts.all.len()), unknown: 0 };
        for (at, text) in texts.all.iter().enumerate() {
            let (field, Settings { options, number, .. }) = (field(text), Settings::of(rules, text));
            let question = question(texts, at);
            let is_answer = !question.is_empty() && Detector::is_answer(question, &Field::new(field.text));
            let scope = MemoScope { tenant: &caller.tenant, settings: number };
            let digest = (!is_answer).then(|| memo.digest(&field, scope)).flatten();
            let findings = digest.and_then(|digest| memo.get(digest));
            // Values of fields are read by themselves.
            let is_read = findings.is_none() || texts.has_fields();
            if is_read && options.ner != Level::Off {
                recollection.unknown += field.text.len();
            }
            recollection.texts.push(Recalled { digest, findings, is_answer });
        }
        recollection
    }

    /// The entities of each text.
    pub(super) fn find(self, texts: &mut RequestTexts<'_>) -> Vec<Vec<Entity>> {
        let recollection = self.recall(texts);
        self.find_with(texts, recollection, &[], &Surrogates::NONE)
    }

    /// The entities of each text, from what was recalled of them. `known` and `live`: the map of the session, and its
    /// surrogates.
    pub(super) fn find_with(
        self,
        texts: &mut RequestTexts<'_>,
        recollection: Recollection,
        known: &[(Substitute, Original)],
        live: &Surrogates,
    ) -> Vec<Vec<Entity>> {
        assert_eq!(texts.all.len(), recollection.texts.len(), "each text was asked for");
        let Self { engine, rules, .. } = self;
        let detector = engine.detector();
        let (mut scratch, mut remembered) = (Scratch::default(), 0);
        let mut found: Vec<Vec<Entity>> = vec![Vec::new(); texts.all.len()];
        let mut recalled: Vec<Recalled> = recollection.texts;
        for at in search_order(texts, rules) {
            let text = &texts.all[at];
            let (Findings { mut entities, hints }, was_known) = match recalled[at].findings.take() {
                Some(findings) => (findings, true),
                None => self.detect(text, question(texts, at), &recalled[at], &mut scratch),
            };
            remembered += u64::from(was_known);
            settle(detector, rules, text, &mut entities);
            found[at] = entities;
            texts.all[at].hints = hints;
        }
        texts.coverage.remembered = remembered;
        logfmt::mask(texts, &mut found, |author, text, range| {
            // As of a member that is masked as a whole, so that equal values have equal labels.
            let (options, is_sure_only, _) = rules.voice(author);
            let mut entities =
                detector.detect_field(&Field::new(&text[range.clone()]), options, &mut Scratch::default());
            entities.retain(|entity| !is_sure_only || is_sure(entity));
            whole(&entities, text, range)
        });
        logfmt::find(texts, &mut found, |author, name, value| {
            let (options, is_sure_only, _) = rules.voice(author);
            let mut entities = detector.detect_field(&Field::with_key(value, name), options, &mut Scratch::default());
            entities.retain(|entity| !is_sure_only || is_sure(entity));
            entities
        });
        if !found.iter().all(Vec::is_empty) || !live.is_empty() || parts::has_parts(texts) {
            self.find_again(texts, known, live, &mut found);
        }
        logfmt::keep(texts, &mut found);
        found
    }

    /// The findings in a text that the memo did not have, and whether it has them by now, as of an equal text before.
    fn detect(
        self,
        text: &RequestText<'_>,
        question: &str,
        recalled: &Recalled,
        scratch: &mut Scratch,
    ) -> (Findings, bool) {
        let Self { engine, rules, .. } = self;
        let detector = engine.detector();
        let (field, Settings { options, .. }) = (field(text), Settings::of(rules, text));
        let mut detect = || {
            let hints = if rules.restore().is_some() { Hints::of(field.text) } else { Hints::default() };
            let entities = match recalled.is_answer {
                // The name of the member says nothing of an answer.
                true => detector.detect_answer(question, &Field::new(field.text), options, scratch),
                false => detector.detect_field(&field, options, scratch),
            };
            Findings { entities, hints }
        };
        match recalled.digest {
            Some(digest) => self.memo().get_or_detect(digest, detect),
            None => (detect(), false),
        }
    }

    /// Adds the entities that follow from those of other texts, and takes out echoes of placeholders.
    fn find_again(
        self,
        texts: &RequestTexts<'_>,
        known: &[(Substitute, Original)],
        live: &Surrogates,
        found: &mut [Vec<Entity>],
    ) {
        let Self { engine, rules, caller } = self;
        let detector = engine.detector();
        let fields: Vec<Field<'_>> = texts.all.iter().map(RequestText::field).collect();
        let scope = match rules.style {
            // A prefix of a conversation is masked alike whatever follows, for the provider's cache.
            Style::Dialogue(_) => PropagationScope::Forward,
            // Members of a record have no order.
            Style::Records => PropagationScope::Everywhere,
        };
        detector.propagate(&fields, found, &rules.detection, scope);
        parts::find_across(detector, rules, texts, found);
        echoed_placeholders::retain(found, &texts.all, rules, &caller.cipher, known);
        if !live.is_empty() {
            for (field, entities) in fields.iter().zip(found) {
                let replaced = entities.iter().filter(|entity| rules.method(entity.label).operator().replaces);
                let literals = live.find(field.text, replaced.map(|entity| entity.span));
                add_literals(entities, &literals);
            }
        }
    }
}

/// The order in which texts are searched; what is found in one does not depend on it. Of log records, texts of one name that
/// begin alike follow one another: detection takes the same ways through its code for them, which the processor has at hand
/// then: varied records take a sixth less time from end to end (`benches/README.md`).
fn search_order(texts: &RequestTexts<'_>, rules: &Rules) -> Vec<usize> {
    /// Fewest texts that are sorted.
    const FEWEST: usize = 16;
    let mut order: Vec<usize> = (0..texts.all.len()).collect();
    if matches!(rules.style, Style::Records) && order.len() >= FEWEST {
        order.sort_by_cached_key(|&at| {
            let Field { text, key } = texts.all[at].field();
            let key = FxBuildHasher.hash_one(key);
            let mut beginning = [0; size_of::<u64>()];
            let shared = text.len().min(beginning.len());
            beginning[..shared].copy_from_slice(&text.as_bytes()[..shared]);
            (key, u64::from_be_bytes(beginning))
        });
    }
    order
}

/// The settings of the search of a text.
struct Settings<'r> {
    options: &'r Options,
    /// True if only what the language model is sure of counts.
    is_sure_only: bool,
    /// The number by which the memo tells the findings under these settings from others.
    number: u64,
}

impl<'r> Settings<'r> {
    fn of(rules: &'r Rules, text: &RequestText<'_>) -> Self {
        let (options, is_sure_only, number): (&Options, bool, u64) = match text.kind {
            TextKind::Link => (&rules.links, false, 1),
            TextKind::Header(_, HeaderScope::Identifiers | HeaderScope::Addresses) => (&rules.paths, false, 2),
            _ => rules.voice(text.author),
        };
        Self { options, is_sure_only, number: rules.settings << 3 | number }
    }
}

/// The input of detection. Equal values that are masked as a whole have equal labels, whatever the field is called.
fn field<'t>(text: &'t RequestText<'_>) -> Field<'t> {
    let Field { text: content, key } = text.field();
    Field { text: content, key: key.filter(|_| !text.is_whole) }
}

/// The text of the model before a user's message, which may answer a question in it; empty: there is none.
fn question<'t>(texts: &'t RequestTexts<'_>, at: usize) -> &'t str {
    let text = &texts.all[at];
    let asked = at.checked_sub(1).map(|before| &texts.all[before]);
    let asked = asked.filter(|asked| asked.is_message_of(Author::Model) && text.is_message_of(Author::User));
    asked.map_or("", RequestText::content)
}

/// Takes out the entities that do not count in a text of its kind.
fn settle(detector: &Detector, rules: &Rules, text: &RequestText<'_>, entities: &mut Vec<Entity>) {
    if Settings::of(rules, text).is_sure_only {
        entities.retain(is_sure);
    }
    if text.is_whole {
        let content = text.content();
        *entities = vec![whole(entities, content, 0..content.len())];
        return;
    }
    if let Style::Records = rules.style {
        keep_types(detector, text, entities);
    }
    match text.kind {
        TextKind::Number | TextKind::Reference => entities.retain(|entity| counts_in_number(detector, entity)),
        // The model knows sentences; a word of a protocol is none.
        TextKind::Name => entities.retain(|entity| !Label::MODEL.contains(&entity.label) || is_denied(entity)),
        TextKind::Header(_, scope) => entities.retain(|entity| is_in(scope, detector, entity)),
        TextKind::Text | TextKind::Link | TextKind::EndUser | TextKind::Form | TextKind::Query(_) => {}
    }
}

/// Takes out the numbers in JSON within a text that would stay as members of JSON that is not within one.
fn keep_types(detector: &Detector, text: &RequestText<'_>, entities: &mut Vec<Entity>) {
    let content = text.content();
    entities.retain(|entity| {
        let is_kept = || {
            let number = entity.span.slice(content);
            is_denied(entity) || document::is_long(number) && counts_in_number(detector, entity)
        };
        !string_shape::is_number_of_member(content, entity.span.range()) || is_kept()
    });
}

/// The entity of a range of a text that is masked as a whole: of the label that was found in it, if there is one.
fn whole(found: &[Entity], text: &str, range: Range<usize>) -> Entity {
    let label = found
        .iter()
        .max_by_key(|entity| entity.span.range().len())
        .map_or_else(|| Label::new("ID_NUMBER"), |entity| entity.label);
    Entity {
        span: Span::new(text, range).expect("values and entities begin and end between characters"),
        label,
        confidence: 1.0,
        alternative: None,
        source: Source::DenyList,
        validated: Validated::None,
    }
}
