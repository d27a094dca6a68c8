//! Identifiers of Myanmar.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::numerals::stands_alone;
use crate::{Pattern, Rule};

pub(super) const RULES: &[Rule] = &[NRC];

const NRC: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::MM],
        aliases: &["MYANMAR_NRC"],
        validation: Validation::Structure,
        languages: &["my", "en"],
        ..LabelInfo::new(
            "MM_NRC",
            "The number of a citizenship scrutiny card of Myanmar.",
            "12/KAMANA(N)123456",
            Handling::IDENTIFIER,
        )
    },
    // State or region, township, kind of citizenship, number.
    patterns: Cow::Borrowed(&[Pattern::regex(
        r"(?:1[0-4]|[1-9])/[A-Za-z]{3,14} ?\((?:N|P|E|T|C|Naing|NAING|AC|NC|V|M)\) ?[0-9]{6}",
        0.96,
        0.99,
    )]),
    context: words!["nrc", "nrc number", "မှတ်ပုံတင်", "citizenship card", "myanmar id"],
    check: |candidate| stands_alone(candidate).then(|| candidate.whole())?,
};
