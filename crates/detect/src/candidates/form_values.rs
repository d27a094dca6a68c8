//! Values of forms that a browser encoded, judged in clear: `street=Kerkstraat%2014`.

use super::CandidateSearch;
use crate::{
    keys::{self, Value},
    rule::{Candidate, Form},
    text::{Field, Span},
};

impl CandidateSearch<'_> {
    /// Asks every rule that knows the name before the value of a form to judge the value in clear, as the whole text of a field.
    pub(super) fn judge_encoded(&mut self, value: &Value<'_>) {
        let text = self.field.text;
        let Some(plain) = (value.form == Form::Pair).then(|| keys::decoded(&text[value.range.clone()])).flatten()
        else {
            return;
        };
        let head = value.range.start.checked_sub(1).and_then(|sign| text.get(..sign));
        let name = head.and_then(keys::name_before).map_or("", |(name, _)| &text[name]);
        for &number in value.patterns {
            self.judge_plain(number, value, &plain, name);
        }
    }

    /// Asks the rule of pattern `number` to judge `plain`, which is `value` in clear.
    fn judge_plain(&mut self, number: usize, value: &Value<'_>, plain: &str, name: &str) {
        let rules = self.rules;
        let pattern = &rules.patterns[number];
        let rule = &rules.rules[pattern.rule];
        if !pattern.shapes.is_empty() {
            return;
        }
        let (field, range) = (Field::with_key(plain, name), 0..plain.len());
        let candidate =
            Candidate { field: &field, range: range.clone(), pattern: pattern.place, form: Form::Field, name };
        let Some(finding) = (rule.check)(&candidate).filter(|finding| finding.range == range) else { return };
        let span = Span::new(self.field.text, value.range.clone()).expect("a value lies on characters");
        self.add(pattern, &rule.info, span, (finding.sure, finding.validated));
    }
}
