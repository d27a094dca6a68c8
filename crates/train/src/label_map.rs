//! [`LabelMap`]: the meaning of labels that corpora of a user have and the trainer does not know.
//!
//! A label that stands for none of the types teaches that its spans are no names, so unknown labels are refused until
//! they are mapped. The labels of the corpora in [`corpora`] are all known.

use std::{
    collections::{BTreeMap, BTreeSet},
    str::FromStr,
};

use super::{
    corpora::{self, IGNORED, Meaning},
    data::Document,
};
use masquerade_ner::tag::Type;

/// The label of spans of no type.
const NONE: &str = "none";

/// One rule: `CLIENT=PERSON`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelRule {
    from: String,
    to: &'static str,
}

impl FromStr for LabelRule {
    type Err = String;

    fn from_str(rule: &str) -> Result<Self, String> {
        let (from, to) = rule.split_once('=').ok_or("must be LABEL=TYPE")?;
        let known = Type::ALL.map(Type::name).into_iter().chain([NONE, IGNORED]).find(|known| *known == to);
        let to = known.ok_or("the type must be PERSON, LOCATION, ORGANIZATION, NRP, none or ignore")?;
        Ok(Self { from: from.to_owned(), to })
    }
}

/// Rules by label, of which the last counts.
#[derive(Clone, Debug, Default)]
pub struct LabelMap(BTreeMap<String, &'static str>);

impl LabelMap {
    /// A map of `rules`.
    pub fn new(rules: &[LabelRule]) -> Self {
        Self(rules.iter().map(|rule| (rule.from.clone(), rule.to)).collect())
    }

    /// Renames the labels of `documents`.
    ///
    /// # Errors
    /// The labels that are neither known nor mapped.
    pub fn apply(&self, documents: &mut [Document]) -> Result<(), BTreeSet<String>> {
        let mut unknown = BTreeSet::new();
        for document in documents {
            for annotation in &mut document.entities {
                match self.0.get(&annotation.label) {
                    Some(to) => annotation.label = (*to).to_owned(),
                    None if corpora::licence(&document.source).is_some() => {}
                    None if corpora::meaning(&document.source, &annotation.label) == Meaning::Nothing => {
                        unknown.insert(annotation.label.clone());
                    }
                    None => {}
                }
            }
        }
        if unknown.is_empty() { Ok(()) } else { Err(unknown) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Annotation;

    fn documents(source: &str, labels: &[&str]) -> Vec<Document> {
        let entities = labels.iter().map(|label| Annotation { start: 0, end: 1, label: (*label).to_owned() }).collect();
        vec![Document { text: "Roe".to_owned(), entities, source: source.to_owned() }]
    }

    #[test]
    fn unknown_labels_are_refused_until_they_are_mapped() {
        let rules: Vec<LabelRule> =
            ["CLIENT=PERSON", "DATE=none", "TITLE=ignore"].map(|rule| rule.parse().unwrap()).into();
        let labels = ["PERSON", "CLIENT", "DATE", "TITLE"];
        let unknown = LabelMap::default().apply(&mut documents("mine", &labels)).unwrap_err();
        assert_eq!(unknown.into_iter().collect::<Vec<_>>(), ["CLIENT", "DATE", "TITLE"]);
        let mut mapped = documents("mine", &labels);
        LabelMap::new(&rules).apply(&mut mapped).unwrap();
        let names: Vec<_> = mapped[0].entities.iter().map(|annotation| annotation.label.as_str()).collect();
        assert_eq!(names, ["PERSON", "PERSON", "none", "ignore"]);
        assert_eq!(corpora::meaning("mine", "ignore"), Meaning::Unknown);
        LabelMap::default().apply(&mut documents("wnut17", &["product"])).unwrap();
        for wrong in ["CLIENT", "CLIENT=FRIEND"] {
            assert!(wrong.parse::<LabelRule>().is_err(), "{wrong}");
        }
    }
}
