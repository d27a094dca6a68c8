//! Names of passengers as airlines write them: `ROE/JANE MRS` (IATA's passenger name records: the family name, a slash, the
//! first names, a title).

use std::borrow::Cow;

use super::introduced_name::INFO;
use crate::recognizers::support::neighbours::continues;
use crate::{Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex(
            "[A-Z]{2,24}(?:[ -][A-Z]{2,24})?/[A-Z]{1,24}(?: [A-Z]{1,24}){0,2} ?(?:MR|MRS|MS|MISS|MSTR|DR|CHD|INF)",
            0.85,
            0.95,
        ),
        Pattern::regex("[A-Z]{2,24}/[A-Z]{2,24}(?: [A-Z]{2,24})?", 0.1, 0.8),
    ]),
    context: words![
        "passenger",
        "passengers",
        "pax",
        "traveller",
        "traveler",
        "passagier",
        "passager",
        "pasajero",
        "passeggero",
        "boarding pass",
        "etkt"
    ],
    check: |candidate| {
        let joined = continues(candidate.field.text, &candidate.range);
        (!joined).then(|| candidate.whole())?
    },
}];
