//! [`Catalogue`]: the labels that a detector knows, and the names by which callers select them.

use std::collections::HashMap;

use crate::{
    Rule,
    entity::{Group, Handling, Label, LabelInfo, LabelSet, Validation},
    model::{Models, external::ExternalLabel, with_threshold},
    recognizers,
    recognizers::LISTED,
};

/// The name that selects all labels.
const ALL: &str = "ALL";
/// The name that selects the labels which are detected if a request names none.
const DEFAULT: &str = "DEFAULT";

/// Aliases of groups.
const GROUP_ALIASES: &[(&str, Group)] = &[
    ("PCI", Group::FINANCIAL),
    ("HIPAA", Group::HIPAA),
    ("PHI", Group::HIPAA),
    ("SECRET", Group::SECRETS),
    ("CREDENTIALS", Group::SECRETS),
    ("GB", Group::UK),
];

/// Names for which near ones are looked up in one answer; the rest of a list that is all wrong is not worth the time.
const MAX_NEAREST: usize = 16;

/// A name that stands for no label and no group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// The index of the name in the caller's list, from 0.
    pub index: usize,
    /// The known names most like it, best first; may be empty.
    pub nearest: Vec<&'static str>,
}

/// The labels of a detector, the facts about them, and the names by which callers select them.
#[derive(Debug)]
pub struct Catalogue {
    /// The facts about each label, ordered by name.
    infos: Vec<LabelInfo>,
    /// The index of each label in `infos`, by the label's number; `None` if it is not there.
    places: Vec<Option<u16>>,
    /// Meanings of names, which are in upper case.
    names: HashMap<&'static str, Meaning>,
    default: LabelSet,
}

/// The labels that a name stands for.
#[derive(Debug)]
struct Meaning {
    labels: LabelSet,
    /// The one label that it is the name or an alias of; `None` if it is the name of a group.
    label: Option<Label>,
}

/// The facts about a label that an external model alone finds.
fn of_external(label: Label) -> LabelInfo {
    let info =
        LabelInfo::new(label.name(), "Found by the model that the instance is configured with.", "", Handling::CUSTOM);
    LabelInfo { validation: Validation::LanguageModel, ..info }
}

impl Catalogue {
    /// The catalogue of the built-in rules, without a language model.
    pub fn built_in() -> Self {
        Self::of(&recognizers::all(), &Models::default())
    }

    /// The catalogue of a detector with `rules` and `models`. The labels that only models find in prose have the thresholds
    /// of their models. Unlike a detector it compiles nothing.
    pub fn of(rules: &[Rule], models: &Models) -> Self {
        let mut infos: Vec<_> = rules.iter().map(|rule| rule.info).collect();
        if let Some(model) = models.needed_built_in() {
            infos.push(recognizers::NRP);
            infos.iter_mut().for_each(|info| *info = with_threshold(model, *info));
        }
        for ExternalLabel { label, threshold } in models.external_labels().iter().copied() {
            let is_known = infos.iter().any(|info| info.name == label.name());
            if !is_known {
                let listed = LISTED.into_iter().find(|info| info.name == label.name());
                infos.push(listed.unwrap_or_else(|| of_external(label)));
            }
            if !is_known || Label::MODEL.contains(&label) {
                let own = infos.iter_mut().filter(|info| info.name == label.name());
                own.for_each(|info| info.threshold = threshold);
            }
        }
        Self::new(infos)
    }

    /// The catalogue of `infos`; where several share a label, the first counts.
    pub fn new(infos: impl IntoIterator<Item = LabelInfo>) -> Self {
        let mut infos: Vec<_> = infos.into_iter().collect();
        infos.sort_by_key(|info| info.name);
        infos.dedup_by_key(|info| info.name);
        let set = |selects: &dyn Fn(&LabelInfo) -> bool| -> LabelSet {
            infos.iter().filter(|info| selects(info)).map(LabelInfo::label).collect()
        };
        let group = |labels| Meaning { labels, label: None };
        let default = set(&|info| info.default);
        let mut names = HashMap::from([(ALL, group(set(&|_| true))), (DEFAULT, group(default.clone()))]);
        for name in infos.iter().flat_map(|info| info.groups) {
            names.entry(name.name()).or_insert_with(|| group(set(&|info| info.groups.contains(name))));
        }
        for (alias, name) in GROUP_ALIASES {
            let labels = set(&|info| info.groups.contains(name));
            if !labels.is_empty() {
                names.insert(alias, group(labels));
            }
        }
        // A label's own name goes before an alias, and an alias before a group.
        for info in infos.iter().rev() {
            for alias in info.aliases {
                let labels = set(&|info| info.aliases.contains(alias));
                names.insert(alias, Meaning { labels, label: Some(info.label()) });
            }
        }
        let mut places = Vec::new();
        for (info, place) in infos.iter().zip(0..) {
            let label = info.label();
            names.insert(info.name, Meaning { labels: LabelSet::from_iter([label]), label: Some(label) });
            places.resize(places.len().max(label.index() + 1), None);
            places[label.index()] = Some(place);
        }
        Self { infos, places, names, default }
    }

    /// The facts about each label, by name.
    pub fn infos(&self) -> &[LabelInfo] {
        &self.infos
    }

    /// The facts about one label; `None` if it is not in the catalogue.
    pub fn info(&self, label: Label) -> Option<&LabelInfo> {
        let place = self.places.get(label.index()).copied().flatten()?;
        Some(&self.infos[usize::from(place)])
    }

    /// The treatment of the finds of `label`, also of one that only lists give.
    pub fn handling(&self, label: Label) -> Handling {
        if label == Label::LITERAL {
            return Handling::COMMON;
        }
        let listed = || LISTED.iter().find(|info| info.name == label.name());
        self.info(label).or_else(listed).map_or(Handling::CUSTOM, |info| info.handling)
    }

    /// Every name that [`Catalogue::select`] takes: labels, aliases, groups; in no order.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.names.keys().copied()
    }

    /// The labels that count where none is named.
    pub fn default_labels(&self) -> &LabelSet {
        &self.default
    }

    /// The labels that `names` stand for, in any case; the default set if there are none.
    ///
    /// # Errors
    /// All names that are unknown, the first ones with the nearest known names.
    pub fn select(&self, names: &[impl AsRef<str>]) -> Result<LabelSet, Vec<UnknownName>> {
        if names.is_empty() {
            return Ok(self.default.clone());
        }
        let (mut labels, mut unknown) = (Vec::new(), Vec::new());
        for (index, name) in names.iter().enumerate() {
            match self.find_labels(name.as_ref()) {
                Some(set) => labels.extend(set.iter()),
                None => {
                    let is_first = unknown.len() < MAX_NEAREST;
                    let nearest = if is_first { self.nearest(name.as_ref()) } else { Vec::new() };
                    unknown.push(UnknownName { index, nearest });
                }
            }
        }
        if unknown.is_empty() { Ok(labels.into_iter().collect()) } else { Err(unknown) }
    }

    /// The labels that one name stands for, in any case.
    pub fn find_labels(&self, name: &str) -> Option<&LabelSet> {
        self.meaning(name).map(|meaning| &meaning.labels)
    }

    /// The one label that `name` is the name or an alias of, in any case; also one that only lists can give.
    ///
    /// # Errors
    /// If there is none, with the nearest known names.
    pub fn label(&self, name: &str) -> Result<Label, UnknownName> {
        self.find_label(name).ok_or_else(|| UnknownName { index: 0, nearest: self.nearest(name) })
    }

    /// The one label that `name` is the name or an alias of, in any case; also one that only lists can give. Unlike
    /// [`Catalogue::label`] it looks for no near names, which takes time.
    pub fn find_label(&self, name: &str) -> Option<Label> {
        let listed = || {
            let is_named = |info: &&LabelInfo| {
                let mut names = info.aliases.iter().chain([&info.name]);
                names.any(|known| known.eq_ignore_ascii_case(name))
            };
            LISTED.iter().find(is_named).map(LabelInfo::label)
        };
        self.meaning(name).and_then(|meaning| meaning.label).or_else(listed)
    }

    fn meaning(&self, name: &str) -> Option<&Meaning> {
        self.names.get(name.to_ascii_uppercase().as_str())
    }

    /// The known names nearest to `name`, best first, at most three.
    pub fn nearest(&self, name: &str) -> Vec<&'static str> {
        // Comparing is quadratic in the lengths, and a name far longer than every label resembles none.
        if name.len() > 2 * Label::MAX_LEN {
            return Vec::new();
        }
        let name = name.to_ascii_uppercase();
        let mut known: Vec<_> = self
            .names
            .keys()
            .map(|&known| (strsim::jaro_winkler(known, &name), known))
            .filter(|near| near.0 >= 0.8)
            .collect();
        known.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
        known.into_iter().take(3).map(|(_, known)| known).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entity::{MaskKind, Surrogate};

    fn catalogue() -> Catalogue {
        let info = |name, groups, aliases, default| LabelInfo {
            groups,
            aliases,
            default,
            ..LabelInfo::new(name, "", "", Handling::CUSTOM)
        };
        Catalogue::new([
            info("US_SSN", &[Group::PII, Group::US], &["SSN"], true),
            info("CREDIT_CARD", &[Group::PII, Group::FINANCIAL], &[], true),
            info("URL", &[Group::NETWORK], &["US"], false),
            info("US_SSN", &[], &["IGNORED"], false),
        ])
    }

    #[test]
    fn names_of_any_kind_and_case_stand_for_labels() {
        let catalogue = catalogue();
        for (names, expected) in [
            (vec![], "CREDIT_CARD US_SSN"),
            (vec!["default"], "CREDIT_CARD US_SSN"),
            (vec!["all"], "CREDIT_CARD URL US_SSN"),
            (vec!["Pci", "url"], "CREDIT_CARD URL"),
            (vec!["ssn", "us_ssn"], "US_SSN"),
            // An alias goes before a group.
            (vec!["us"], "URL"),
        ] {
            let set = catalogue.select(&names).unwrap();
            let mut labels: Vec<_> = set.iter().map(Label::name).collect();
            labels.sort_unstable();
            assert_eq!(labels.join(" "), expected, "{names:?}");
            assert!(set.iter().all(|label| set.contains(label)) && !set.contains(Label::LITERAL));
        }
        assert_eq!(catalogue.infos().len(), 3);
    }

    #[test]
    fn unknown_names_are_all_told_with_the_nearest() {
        let unknown = catalogue().select(&["url", "credit_crad", "zzz", &"x".repeat(1 << 20)]).unwrap_err();
        assert_eq!(
            unknown,
            [
                UnknownName { index: 1, nearest: vec!["CREDIT_CARD"] },
                UnknownName { index: 2, nearest: vec![] },
                UnknownName { index: 3, nearest: vec![] }
            ]
        );
    }

    #[test]
    fn every_label_has_a_handling() {
        let catalogue = Catalogue::built_in();
        let handling = |name: &str| catalogue.handling(Label::new(name));
        assert_eq!(handling("CREDIT_CARD").mask, MaskKind::LastFour);
        assert!(handling("US_SSN").propagates);
        // Labels that only lists give, look-alikes of placeholders, and labels of a user's own.
        assert_eq!(handling("NRP").surrogate, Surrogate::Nrp);
        assert_eq!(handling("OCCUPATION").surrogate, Surrogate::Occupation);
        assert_eq!(handling("LITERAL"), Handling::COMMON);
        assert_eq!(handling("EMPLOYEE_ID"), Handling::CUSTOM);
    }

    #[test]
    fn a_group_is_not_a_label() {
        let catalogue = catalogue();
        assert_eq!(catalogue.label("ssn"), Ok(Label::new("US_SSN")));
        assert_eq!(catalogue.label("Url"), Ok(Label::new("URL")));
        assert_eq!(catalogue.label("organization"), Ok(Label::ORGANIZATION));
        for (alias, name) in
            [("JOB_TITLE", "OCCUPATION"), ("norp", "NRP"), ("NATIONALITY", "NRP"), ("Org", "ORGANIZATION")]
        {
            assert_eq!(catalogue.label(alias).map(Label::name), Ok(name));
        }
        assert!(
            catalogue.label("PII").is_err() && catalogue.label("financial").is_err() && catalogue.label("x").is_err()
        );
    }
}
