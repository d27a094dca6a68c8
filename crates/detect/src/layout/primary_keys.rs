//! Primary keys: columns that number the records of persons in their tables, `id, first_name, email`.

use std::ops::Range;

use super::{Known, Names};
use crate::recognizers::person::name_keys::is_name_of_names;

/// The name that introduces the number of a person's record.
pub(super) const OF_PERSON: &str = "contact id";
/// Names of columns that number the rows of a table.
const NUMBERS: [&str; 5] = ["id", "_id", "pk", "rowid", "row_id"];

/// Reports whether columns of these names hold records of persons: one has a part of a person's name, or one has any name and
/// another one an address of mail.
pub(super) fn are_of_persons<'t>(columns: impl Iterator<Item = &'t str>) -> bool {
    let (mut any_name, mut mail) = (false, false);
    for column in columns {
        if is_name_of_names(&column.replace(['_', '-'], " ")) {
            return true;
        }
        let lower = column.to_ascii_lowercase();
        any_name |= ["name", "nom", "nombre", "nome", "naam", "navn", "namn", "nama"].contains(&lower.as_str());
        mail |= ["email", "e-mail", "mail", "email_address"].contains(&lower.as_str());
    }
    any_name && mail
}

impl Names<'_> {
    /// The known name of the column at `place`, which numbers persons if `of_persons` and nothing else is said.
    pub(super) fn column(&mut self, text: &str, place: Range<usize>, of_persons: bool) -> Option<Known> {
        let name = text.get(place)?;
        let is_number = of_persons && NUMBERS.iter().any(|number| number.eq_ignore_ascii_case(name));
        self.look_up(if is_number { OF_PERSON } else { name })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::cells;

    #[test]
    fn rows_of_persons_are_numbered() {
        for (text, expected) in [
            ("id,first_name,hue\n5512,Ann,X\n", vec![("id", "5512"), ("first_name", "Ann")]),
            ("id;name;email\n5512;Ann;a@example.com\n", vec![("id", "5512"), ("email", "a@example.com")]),
            ("id,hue,ssn\n5512,X,078-05-1120\n", vec![("ssn", "078-05-1120")]),
            ("id;name;ssn\n5512;X;7\n", vec![("ssn", "7")]),
            ("ssn,hue,first_name\n7,X,\"Roe, Ann\"\n", vec![("ssn", "7"), ("first_name", "Roe, Ann")]),
            (
                "first_name,ssn\nRoe, Ann,7\nZoe,8\n",
                vec![("first_name", "Roe, Ann"), ("ssn", "7"), ("first_name", "Zoe"), ("ssn", "8")],
            ),
        ] {
            let found: Vec<_> = cells(text).into_iter().filter(|(name, _)| *name != "name").collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
