//! [`Search`]: the patterns of the scanner that belong to no rule and mark no obfuscation.

use masquerade_scan::Pattern;

/// A search of its own, by its number behind the marks of obfuscation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Search {
    /// Identifiers in lower case whose letters are two words, from the dash between these on: `m-ab 1234`; and those that begin with
    /// digits: `1eg4-te5-mk73`.
    LowerCase,
    /// Options of commands: `--ssn 078-05-1120`.
    Option,
    /// Rows of SQL, behind the names of their columns.
    Rows,
    /// Comparisons of SQL whose sign is a word, `phone LIKE '%600123987%'`, assignments of R, `phone <- c("600123987")`, and what tests
    /// expect: `expect(user.phone).toBe('600123987')`.
    Comparison,
    /// Elements of escaped markup: `&lt;ssn&gt;…`.
    EscapedElement,
    /// What databases say of values that break a constraint: `Key (ssn)=(…) already exists`.
    Violation,
    /// What a value changed from and to: `ssn changed from … to …`.
    Change,
    /// What a program does not take: `Invalid ssn "…"`.
    Rejection,
    /// The words between a value and its name behind it: `… is my ssn`.
    Link,
    /// The colons of Chinese and Japanese, Armenian, Khmer and Amharic: `身份证：…`, `Անձնագիր՝ …`.
    WideColon,
    /// Points in time as logs and records have them, within which nothing else begins: `2026-03-19T02:16:07.507Z`,
    /// `19/Mar/2026:02:16:07`.
    PointInTime,
}

impl Search {
    /// All searches, by number.
    pub const ALL: [Self; 11] = [
        Self::LowerCase,
        Self::Option,
        Self::Rows,
        Self::Comparison,
        Self::EscapedElement,
        Self::Violation,
        Self::Change,
        Self::Rejection,
        Self::Link,
        Self::WideColon,
        Self::PointInTime,
    ];

    /// The pattern that finds its beginnings.
    pub fn pattern(self) -> Pattern {
        Pattern::Prefix(match self {
            Self::LowerCase => "-[a-z]{1,2} [0-9]{2,4}|[1-9][0-9]?[a-z]{2,5}[0-9]".into(),
            Self::Option => "--[a-zA-Z]".into(),
            Self::Rows => r"(?i:values)\s{0,12}[(]".into(),
            Self::Comparison => "(?i:i?like|in \\() ?['\"]|<- ?(?:c\\()?['\"]|= ?c\\(['\"]|eq '|={2,3} ?['\"]|\\|\\| ?['\"]|\\?\\? ?['\"]|default=['\"]|with \"|\
                                 (?:toBe|toEqual|toStrictEqual|isEqualTo|equalTo|equals|type|setValue|send_keys|sendKeys)\\(['\"]|\
                                 \\$eq\"?: ?['\"]|get; (?:private |protected )?(?:set|init); \\} = \""
                .into(),
            Self::EscapedElement => "&lt;[A-Za-z_]".into(),
            Self::Violation => "Key \\(|Duplicate entry '".into(),
            Self::Change => {
                "(?i:changed|updated|modified|corrected|rotated|switched) from |geändert von |cambió de |changée? de "
                    .into()
            }
            Self::Rejection => {
                "(?i:invalid|unknown|duplicate|malformed|bad|wrong|rejected|failed for|unrecognized) [A-Za-z]".into()
            }
            Self::Link => "(?:is|as) (?:(?:still|now|also|indeed) )?(?:my|your|his|her|our|their|the) |(?:under|als|comme|como|come|som|jako) "
                .into(),
            Self::PointInTime => "(?:[12][0-9]{3}-[01][0-9]-[0-3][0-9][T ]|[0-3][0-9]/[A-Z][a-z][a-z]/[12][0-9]{3}:)\
                                  [0-2][0-9]:[0-5][0-9]:[0-5][0-9](?:[.,][0-9]{1,9})?"
                .into(),
            // It stands behind a word.
            Self::WideColon => return Pattern::Anywhere("[：՝៖፦]".into()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_search_has_its_number() {
        for (number, search) in Search::ALL.into_iter().enumerate() {
            assert_eq!(search as usize, number);
        }
    }
}
