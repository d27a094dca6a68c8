//! The names of entities and recognizers. Most of Presidio's entities have the name of our label.

use std::collections::HashMap;

use masquerade_detect::{Catalogue, LabelSet, entity::Label};

/// Entities of Presidio that are found as a label of another name.
const OTHERWISE_NAMED: [(&str, &str); 13] = [
    ("PH_PASSPORT", "PASSPORT_NUMBER"),
    ("PH_UMID", "NATIONAL_ID"),
    ("US_CLAIM_NUMBER", "HEALTH_INSURANCE_ID"),
    ("US_HEALTH_INSURANCE_MEMBER_ID", "HEALTH_INSURANCE_ID"),
    ("US_PROVIDER_TAX_ID", "US_EIN"),
    ("ZA_COMPANY_REGISTRATION", "COMPANY_ID"),
    ("ZA_DRIVER_LICENSE", "DRIVER_LICENSE"),
    ("ZA_INCOME_TAX_NUMBER", "ZA_TAX_NUMBER"),
    ("ZA_LICENSE_PLATE", "LICENSE_PLATE"),
    ("ZA_MOBILE_NUMBER", "PHONE_NUMBER"),
    ("ZA_PASSPORT", "PASSPORT_NUMBER"),
    ("ZA_TELEPHONE_NUMBER", "PHONE_NUMBER"),
    ("ZA_VAT_NUMBER", "TAX_ID"),
];

/// The entities of a request: the labels to look for, and the names that the answer gives them.
#[derive(Debug)]
pub struct WantedEntities<'n> {
    /// The labels.
    pub labels: LabelSet,
    /// The names of labels that the request names otherwise than we do.
    names: HashMap<Label, &'n str>,
}

impl<'n> WantedEntities<'n> {
    /// The entities that `names` stand for; names that nobody knows are left out.
    pub fn new(catalogue: &Catalogue, names: impl Iterator<Item = &'n str>) -> Self {
        let mut wanted = Self { labels: LabelSet::from_iter([]), names: HashMap::new() };
        let (mut labels, mut own) = (Vec::new(), Vec::new());
        for name in names {
            let ours = OTHERWISE_NAMED.iter().find(|(theirs, _)| theirs.eq_ignore_ascii_case(name));
            match (ours, catalogue.find_label(name)) {
                (None, Some(label)) => own.push(label),
                (None, None) => labels.extend(catalogue.find_labels(name).into_iter().flat_map(LabelSet::iter)),
                (Some((_, ours)), _) => {
                    if let Some(label) = catalogue.find_label(ours) {
                        wanted.names.entry(label).or_insert(name);
                        labels.push(label);
                    }
                }
            }
        }
        // Of two names for a label the answer has ours.
        own.iter().for_each(|label| _ = wanted.names.remove(label));
        wanted.labels = own.into_iter().chain(labels).collect();
        wanted
    }

    /// All of these labels by their own names.
    pub fn all(labels: LabelSet) -> Self {
        Self { labels, names: HashMap::new() }
    }

    /// The name of a label in the answer.
    pub fn name(&self, label: Label) -> &'n str {
        self.names.get(&label).copied().unwrap_or(label.name())
    }
}

/// The name of the recognizer of a label: `EmailAddressRecognizer`.
pub fn recognizer(label: &str) -> String {
    let mut name = String::with_capacity(label.len() + "Recognizer".len());
    for word in label.split('_') {
        let (first, rest) = word.split_at(word.len().min(1));
        name.push_str(first);
        name.push_str(&rest.to_ascii_lowercase());
    }
    name + "Recognizer"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_other_name_stands_for_a_label_and_is_none_itself() {
        let catalogue = Catalogue::built_in();
        for (theirs, ours) in OTHERWISE_NAMED {
            assert!(catalogue.find_label(theirs).is_none(), "{theirs}");
            assert!(catalogue.find_label(ours).is_some(), "{ours}");
        }
    }

    #[test]
    fn the_answer_has_the_name_of_the_request_unless_it_names_the_label() {
        let catalogue = Catalogue::built_in();
        let label = catalogue.find_label("PHONE_NUMBER").unwrap();
        let name = |names: &[&'static str]| WantedEntities::new(&catalogue, names.iter().copied()).name(label);
        assert_eq!(name(&["ZA_MOBILE_NUMBER", "ZA_TELEPHONE_NUMBER"]), "ZA_MOBILE_NUMBER");
        assert_eq!(name(&["ZA_MOBILE_NUMBER", "PHONE_NUMBER"]), "PHONE_NUMBER");
        assert!(WantedEntities::new(&catalogue, ["NO_SUCH_ENTITY"].into_iter()).labels.is_empty());
        assert_eq!(recognizer("US_SSN"), "UsSsnRecognizer");
    }
}
