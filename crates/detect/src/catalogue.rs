//! The labels that an instance detects, and the names that stand for them.

use std::{collections::HashMap, sync::Arc};

use crate::entity::{Group, Label, LabelInfo};

/// All labels.
const ALL: &str = "ALL";
/// The labels that are detected where none is named.
const DEFAULT: &str = "DEFAULT";

/// Other names of groups.
const GROUP_ALIASES: &[(&str, Group)] = &[
    ("PCI", Group::FINANCIAL),
    ("HIPAA", Group::HIPAA),
    ("PHI", Group::HIPAA),
    ("SECRET", Group::SECRETS),
    ("CREDENTIALS", Group::SECRETS),
    ("GB", Group::UK),
];

/// Other names of labels that only lists can give, as long as no rule finds them.
const LISTED_ALIASES: &[(&str, &str)] = &[("JOB_TITLE", "OCCUPATION"), ("NORP", "NRP"), ("NATIONALITY", "NRP")];

/// Names for which near ones are looked up in one answer; the rest of a list that is all wrong is not worth the time.
const MAX_NEAREST: usize = 16;

/// A set of labels. Cloning is cheap.
#[derive(Clone, Debug)]
pub struct LabelSet {
    /// In ascending order.
    labels: Arc<[Label]>,
    /// Where their names lie in memory, in ascending order, with their places: mostly a label is the very same
    /// constant, and numbers are compared sooner than names.
    addresses: Arc<[(Address, usize)]>,
}

impl PartialEq for LabelSet {
    fn eq(&self, other: &Self) -> bool {
        self.labels == other.labels
    }
}

impl Eq for LabelSet {}

impl LabelSet {
    /// Whether `label` belongs to it.
    pub fn contains(&self, label: Label) -> bool {
        self.place(label).is_some()
    }

    /// The place of `label` among its labels.
    fn place(&self, label: Label) -> Option<usize> {
        let same = self.addresses.binary_search_by_key(&address(label), |(address, _)| *address);
        let same = same.ok().and_then(|at| self.addresses.get(at)).map(|(_, place)| *place);
        same.or_else(|| self.labels.binary_search(&label).ok())
    }

    /// Its labels by name.
    pub fn iter(&self) -> impl Iterator<Item = Label> + '_ {
        self.labels.iter().copied()
    }
}

impl FromIterator<Label> for LabelSet {
    fn from_iter<I: IntoIterator<Item = Label>>(labels: I) -> Self {
        let mut labels: Vec<_> = labels.into_iter().collect();
        labels.sort_unstable();
        labels.dedup();
        let mut addresses: Vec<_> = labels.iter().copied().map(address).zip(0..).collect();
        addresses.sort_unstable();
        Self { labels: labels.into(), addresses: addresses.into() }
    }
}

/// Where a name lies in memory, and its length. Two labels of one name may lie apart.
type Address = (usize, usize);

/// Where the name of `label` lies.
fn address(label: Label) -> Address {
    (label.name().as_ptr().addr(), label.name().len())
}

/// A name that stands for no label and no group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// Its place in the list of names.
    pub index: usize,
    /// The known names most like it, best first; may be empty.
    pub nearest: Vec<&'static str>,
}

/// The labels and their names.
#[derive(Debug)]
pub struct Catalogue {
    /// By name, one for each label.
    infos: Vec<LabelInfo>,
    /// The same labels alone.
    labels: LabelSet,
    names: HashMap<&'static str, LabelSet>,
    default: LabelSet,
}

impl Catalogue {
    /// That of the built-in rules, without a language model. Unlike a detector it compiles nothing.
    pub fn built_in() -> Self {
        Self::new(crate::recognizers::all().into_iter().map(|rule| rule.info))
    }

    /// The catalogue of `infos`; where several share a label, the first counts.
    pub fn new(infos: impl IntoIterator<Item = LabelInfo>) -> Self {
        let mut infos: Vec<_> = infos.into_iter().collect();
        infos.sort_by_key(|info| info.label);
        infos.dedup_by_key(|info| info.label);
        let set = |wanted: &dyn Fn(&LabelInfo) -> bool| -> LabelSet {
            infos.iter().filter(|info| wanted(info)).map(|info| info.label).collect()
        };
        let default = set(&|info| info.default);
        let mut names = HashMap::from([(ALL, set(&|_| true)), (DEFAULT, default.clone())]);
        for group in infos.iter().flat_map(|info| info.groups) {
            names.entry(group.name()).or_insert_with(|| set(&|info| info.groups.contains(group)));
        }
        for (alias, group) in GROUP_ALIASES {
            let labels = set(&|info| info.groups.contains(group));
            if labels.iter().next().is_some() {
                names.insert(alias, labels);
            }
        }
        // A label's own name goes before an alias, and an alias before a group.
        for alias in infos.iter().flat_map(|info| info.aliases) {
            names.insert(alias, set(&|info| info.aliases.contains(alias)));
        }
        for info in &infos {
            names.insert(info.label.name(), LabelSet::from_iter([info.label]));
        }
        let labels = infos.iter().map(|info| info.label).collect();
        Self { infos, labels, names, default }
    }

    /// What is published, by name of label.
    pub fn infos(&self) -> &[LabelInfo] {
        &self.infos
    }

    /// What is published of one label.
    pub fn info(&self, label: Label) -> Option<&LabelInfo> {
        self.labels.place(label).and_then(|at| self.infos.get(at))
    }

    /// Every name that [`Catalogue::select`] takes: labels, aliases, groups.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.names.keys().copied()
    }

    /// The labels that count where none is named.
    pub fn default_labels(&self) -> &LabelSet {
        &self.default
    }

    /// The labels that `names` stand for, in any case; the default set if there are none.
    pub fn select(&self, names: &[impl AsRef<str>]) -> Result<LabelSet, Vec<UnknownName>> {
        if names.is_empty() {
            return Ok(self.default.clone());
        }
        let (mut labels, mut unknown) = (Vec::new(), Vec::new());
        for (index, name) in names.iter().enumerate() {
            match self.find(name.as_ref()) {
                Some(set) => labels.extend(set.iter()),
                None => {
                    let wanted = unknown.len() < MAX_NEAREST;
                    unknown.push(UnknownName {
                        index,
                        nearest: if wanted { self.nearest(name.as_ref()) } else { vec![] },
                    });
                }
            }
        }
        if unknown.is_empty() { Ok(labels.into_iter().collect()) } else { Err(unknown) }
    }

    /// The labels that one name stands for, in any case.
    pub fn find(&self, name: &str) -> Option<&LabelSet> {
        self.names.get(name.to_ascii_uppercase().as_str())
    }

    /// The one label that `name` is, or is another name of; also one that only lists can give.
    pub fn label(&self, name: &str) -> Result<Label, UnknownName> {
        self.find_label(name).ok_or_else(|| UnknownName { index: 0, nearest: self.nearest(name) })
    }

    /// The same without looking for names that are near, which takes time.
    pub fn find_label(&self, name: &str) -> Option<Label> {
        let set = self.find(name);
        let is_group = set.is_some_and(|set| self.infos.iter().all(|info| !names_one(info, name, set)));
        match set.and_then(|set| set.labels.first()) {
            Some(&label) if !is_group => Some(label),
            _ => {
                let alias = LISTED_ALIASES.iter().find(|(alias, _)| alias.eq_ignore_ascii_case(name));
                let name = alias.map_or(name, |(_, name)| *name);
                Label::LISTED.into_iter().find(|label| label.name().eq_ignore_ascii_case(name))
            }
        }
    }

    /// Known names like `name`, best first.
    pub fn nearest(&self, name: &str) -> Vec<&'static str> {
        // Comparing is quadratic in the lengths; what is far longer than every name is like none.
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

/// Whether `name` is the label of `info` or an alias of it, rather than a group that holds it.
fn names_one(info: &LabelInfo, name: &str, set: &LabelSet) -> bool {
    set.contains(info.label)
        && (info.label.name().eq_ignore_ascii_case(name)
            || info.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn catalogue() -> Catalogue {
        let info = |name, groups, aliases, default| LabelInfo {
            groups,
            aliases,
            default,
            ..LabelInfo::new(Label::new(name), "", "")
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
            assert_eq!(set.iter().map(Label::name).collect::<Vec<_>>().join(" "), expected, "{names:?}");
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
    fn a_group_is_not_a_label() {
        let catalogue = catalogue();
        assert_eq!(catalogue.label("ssn"), Ok(Label::new("US_SSN")));
        assert_eq!(catalogue.label("Url"), Ok(Label::new("URL")));
        assert_eq!(catalogue.label("organization"), Ok(Label::ORGANIZATION));
        for (alias, name) in LISTED_ALIASES {
            assert_eq!(catalogue.label(alias).map(Label::name), Ok(*name));
        }
        assert!(
            catalogue.label("PII").is_err() && catalogue.label("financial").is_err() && catalogue.label("x").is_err()
        );
    }
}
