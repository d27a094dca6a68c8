//! The mapping of a corpus's labels to those of the detector.

use std::{borrow::Cow, collections::HashMap};

use masquerade_detect::entity::Label;

/// The meaning of a corpus's label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A label of the detector.
    Label(Label),
    /// None: its mentions need not be found, and finding them is no false alarm.
    Ignored,
}

/// The most cached names. A corpus has dozens of labels.
const MAX_NAMES: usize = 10_000;

/// Usual labels of corpora, folded, by the label of the detector. Only labels of the same meaning are listed; others are
/// reported as not mapped.
const USUAL: &[(&str, &[&str])] = &[
    (
        "PERSON",
        &[
            "PER",
            "PERS",
            "NAME",
            "PERSON_NAME",
            "FULL_NAME",
            "FULLNAME",
            "FIRST_NAME",
            "FIRSTNAME",
            "MIDDLE_NAME",
            "MIDDLENAME",
            "LAST_NAME",
            "LASTNAME",
            "GIVEN_NAME",
            "GIVENNAME",
            "SURNAME",
            "NAME_STUDENT",
            "PATIENT",
            "DOCTOR",
        ],
    ),
    ("ORGANIZATION", &["ORG", "ORGANISATION", "CORPORATION", "COMPANY", "COMPANY_NAME", "COMPANYNAME", "HOSPITAL"]),
    (
        "LOCATION",
        &["LOC", "GPE", "GEO", "FAC", "FACILITY", "PLACE", "PLACE_NAME", "CITY", "STATE", "COUNTY", "COUNTRY"],
    ),
    ("NRP", &["NORP", "NATIONALITY", "RELIGION"]),
    ("ADDRESS", &["ADDR", "STREET", "STREET_ADDRESS", "STREETADDRESS"]),
    ("DATE_TIME", &["DATE", "TIME", "TIM", "DATETIME", "TEMPORAL"]),
    ("DATE_OF_BIRTH", &["DOB", "DATEOFBIRTH", "BIRTHDATE", "BIRTH_DATE"]),
    ("OCCUPATION", &["JOB", "JOB_TITLE", "JOBTITLE", "PROFESSION"]),
    ("USERNAME", &["HANDLE", "USER_NAME", "USER"]),
    ("EMAIL_ADDRESS", &["EMAIL", "E_MAIL", "MAIL", "EMAILADDRESS"]),
    (
        "PHONE_NUMBER",
        &["PHONE", "PHONENUMBER", "PHONE_NUM", "TELEPHONE", "TELEPHONE_NUMBER", "TELEPHONENUM", "MOBILE", "FAX"],
    ),
    ("URL", &["URL_PERSONAL", "WEBSITE", "LINK"]),
    ("IP_ADDRESS", &["IP", "IPADDRESS", "IPV4", "IPV6"]),
    ("MAC_ADDRESS", &["MAC", "MACADDRESS"]),
    ("CREDIT_CARD", &["CREDITCARD", "CREDIT_CARD_NUMBER", "CREDITCARDNUMBER", "CARD_NUMBER", "CARD"]),
    ("IBAN_CODE", &["IBAN"]),
    ("SWIFT_BIC", &["SWIFT", "BIC"]),
    ("US_SSN", &["SSN", "SOCIAL_SECURITY_NUMBER", "SOCIALNUM"]),
    ("US_ZIP_CODE", &["ZIP", "ZIPCODE", "ZIP_CODE"]),
    ("MEDICAL_RECORD_NUMBER", &["MRN", "MEDICALRECORD", "MEDICAL_RECORD"]),
    ("PASSWORD", &["PASS", "PWD", "PASSCODE"]),
];

/// The look-up of a name that the detector knows.
type LabelLookup<'k> = dyn Fn(&str) -> Option<Label> + 'k;

/// A mapping of labels: by the user's rules, else by the detector's names, else by usual labels of corpora.
pub struct Mapping<'k> {
    /// The targets of the user's rules, by folded name.
    own: HashMap<String, Target>,
    known: Box<LabelLookup<'k>>,
    /// The targets of labels met so far, by the corpus's spelling.
    resolved: HashMap<String, Option<Target>>,
}

impl<'k> Mapping<'k> {
    /// A mapping with the user's rules, of which the last for a label counts, and the look-up of the detector's names.
    pub fn new(own: impl IntoIterator<Item = (String, Target)>, known: impl Fn(&str) -> Option<Label> + 'k) -> Self {
        let own = own.into_iter().map(|(name, target)| (fold(&name).into_owned(), target)).collect();
        Self { own, known: Box::new(known), resolved: HashMap::new() }
    }

    /// The meaning of `name`, in any case and with `-`, blanks, dots or slashes for `_`; `None` if unknown.
    pub fn target(&mut self, name: &str) -> Option<Target> {
        if let Some(target) = self.resolved.get(name) {
            return *target;
        }
        let folded = fold(name);
        let target = self.own.get(folded.as_ref()).copied().or_else(|| self.known(&folded).map(Target::Label));
        if self.resolved.len() < MAX_NAMES {
            self.resolved.insert(name.to_owned(), target);
        }
        target
    }

    fn known(&self, folded: &str) -> Option<Label> {
        let usual = || USUAL.iter().find(|(_, theirs)| theirs.contains(&folded)).map(|(ours, _)| *ours);
        (self.known)(folded).or_else(|| (self.known)(usual()?))
    }
}

/// The canonical spelling of a label.
fn fold(name: &str) -> Cow<'_, str> {
    let name = name.trim();
    let is_folded = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    if name.chars().all(is_folded) {
        return name.into();
    }
    let fold = |c: char| if matches!(c, '-' | ' ' | '.' | '/') { '_' } else { c.to_ascii_uppercase() };
    name.chars().map(fold).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: [&str; 4] = ["PERSON", "LOCATION", "EMAIL_ADDRESS", "IBAN_CODE"];

    fn known(name: &str) -> Option<Label> {
        KNOWN.contains(&name).then(|| Label::new(name))
    }

    #[test]
    fn labels_are_translated_in_any_spelling() {
        let mut mapping = Mapping::new([], known);
        for (theirs, ours) in [
            ("PERSON", "PERSON"),
            ("per", "PERSON"),
            ("First Name", "PERSON"),
            ("GPE", "LOCATION"),
            ("place-name", "LOCATION"),
            ("email.address", "EMAIL_ADDRESS"),
            ("Email_Address", "EMAIL_ADDRESS"),
            (" iban ", "IBAN_CODE"),
        ] {
            assert_eq!(mapping.target(theirs), Some(Target::Label(Label::new(ours))), "{theirs}");
            assert_eq!(mapping.target(theirs), Some(Target::Label(Label::new(ours))), "{theirs}, again");
        }
        // What the detector does not know is not made up.
        for unknown in ["ORG", "MISC", "", "🙂"] {
            assert_eq!(mapping.target(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn the_users_word_goes_first_and_the_later_one_counts() {
        let own = [("per", Target::Ignored), ("misc", Target::Ignored), ("MISC", Target::Label(Label::LOCATION))];
        let mut mapping = Mapping::new(own.map(|(name, target)| (name.to_owned(), target)), known);
        assert_eq!(mapping.target("PER"), Some(Target::Ignored));
        assert_eq!(mapping.target("Misc"), Some(Target::Label(Label::LOCATION)));
        assert_eq!(mapping.target("person"), Some(Target::Label(Label::PERSON)));
    }

    #[test]
    fn no_usual_name_stands_for_two_labels() {
        let mut names: Vec<_> = USUAL.iter().flat_map(|(ours, theirs)| theirs.iter().chain([ours])).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(names.iter().all(|name| fold(name) == **name));
    }
}
