//! [`Numbering`]: how names are chosen, with or without a session behind them.

use std::collections::HashSet;

use crate::anonymize::{Form, Kind, Name, Wanted};
use masquerade_detect::entity::Label;

/// The counters of one session: per label, the last number given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbering {
    /// No number up to this one is given.
    floor: u64,
    last: Vec<(Label, u64)>,
}

impl Numbering {
    /// Counters that begin above `floor`.
    pub(super) fn above(floor: u64) -> Self {
        Self { floor, last: Vec::new() }
    }

    /// The highest number that may have been given.
    pub(super) fn highest(&self) -> u64 {
        self.last.iter().map(|(_, last)| *last).max().unwrap_or_default().max(self.floor)
    }

    /// Labels that have a counter.
    pub(super) fn len(&self) -> usize {
        self.last.len()
    }

    /// Names for `wanted`, distinct texts each, of which nothing is kept but the counters.
    pub fn assign(&mut self, wanted: &[Wanted], avoid: &[Name]) -> Vec<Name> {
        let is_surrogate = |wanted: &Wanted| wanted.form.kind() == Kind::Surrogate;
        let originals: HashSet<&str> = match wanted.iter().any(is_surrogate) {
            true => wanted.iter().map(|wanted| wanted.original.as_str()).collect(),
            false => HashSet::new(),
        };
        let avoid: HashSet<&str> = avoid.iter().map(|name| &**name).collect();
        // Numbered names never meet each other, and so need no look-up as long as they are alone.
        let are_numbered = wanted.iter().all(|wanted| wanted.form == Form::Numbered);
        let mut given: HashSet<Name> = HashSet::new();
        let mut names = Vec::with_capacity(wanted.len());
        let mut made = String::new();
        for wanted in wanted {
            let is_taken =
                |name: &str| !given.is_empty() && given.contains(name) || !avoid.is_empty() && avoid.contains(name);
            let name = self.choose(&wanted.settled(&names), is_taken, |name| originals.contains(name), &mut made);
            if !are_numbered {
                given.insert(name.clone());
            }
            names.push(name);
        }
        names
    }

    /// A name for `wanted`, which is settled, that is not taken; a surrogate that is no text of the session
    /// either. `made` is memory to make it in.
    pub(super) fn choose(
        &mut self,
        wanted: &Wanted,
        is_taken: impl Fn(&str) -> bool,
        is_text: impl Fn(&str) -> bool,
        made: &mut String,
    ) -> Name {
        let free = match &wanted.form {
            Form::Numbered => None,
            Form::Fixed(name) => Some(name).filter(|name| !is_taken(name)),
            Form::AnyOf(names) => names.iter().find(|name| !is_taken(name) && !is_text(name)),
            Form::Joined(_) => None,
        };
        if let Some(name) = free {
            return name.clone();
        }
        let last = self.last(wanted.label);
        let label = wanted.label.name();
        loop {
            *last = last.saturating_add(1);
            made.clear();
            made.reserve(label.len() + 8);
            ["[", label, "_", itoa::Buffer::new().format(*last), "]"].into_iter().for_each(|part| made.push_str(part));
            // A look-alike of the next name must not be replaced by itself.
            if !is_taken(made) && made != wanted.original.as_str() {
                return made.as_str().into();
            }
        }
    }

    /// The counter of `label`. There are few, so that a look at each is quicker than hashing one.
    fn last(&mut self, label: Label) -> &mut u64 {
        let known = self.last.iter().position(|(known, _)| *known == label);
        let at = known.unwrap_or_else(|| {
            self.last.push((label, self.floor));
            self.last.len() - 1
        });
        &mut self.last[at].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anonymize::Original;

    fn wanted(label: &'static str, text: &str, form: Form) -> Wanted {
        Wanted { label: Label::new(label), original: Original::new(text), form }
    }

    #[test]
    fn numbers_count_per_label_and_pass_over_what_is_taken() {
        let mut numbering = Numbering::default();
        let names = numbering.assign(
            &[
                wanted("PERSON", "a", Form::Numbered),
                wanted("CITY", "b", Form::Numbered),
                wanted("PERSON", "c", Form::Numbered),
                wanted("PERSON", "d", Form::Fixed("[PERSON_3]".into())),
                wanted("PERSON", "e", Form::Fixed("[PERSON_3]".into())),
                wanted("PERSON", "f", Form::AnyOf(vec!["a".into(), "[PERSON_3]".into(), "Eve".into()])),
                wanted("PERSON", "g", Form::AnyOf(vec!["Eve".into()])),
            ],
            &["[PERSON_2]".into()],
        );
        let names: Vec<&str> = names.iter().map(|name| &**name).collect();
        let expected = ["[PERSON_1]", "[CITY_1]", "[PERSON_3]", "[PERSON_4]", "[PERSON_5]", "Eve", "[PERSON_6]"];
        assert_eq!(names, expected);
        assert_eq!(numbering.highest(), 6);
    }
}
