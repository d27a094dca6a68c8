//! Accounts of South America as people pass them on: the branch and the account of Brazil (`Ag. 4471-6 C/C 0093318-2`), and the alias of an
//! account of Argentina (`alias gato.sol.rio`).

use std::{borrow::Cow, ops::Range};

use crate::recognizers::identity::record_numbers::ACCOUNT_INFO;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line, window};
use crate::{Pattern, Rule};

/// Bytes that are read beside a match.
const NEAR: usize = 48;

pub(super) const RULES: &[Rule] = &[Rule {
    info: ACCOUNT_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::within("(?:C/C|c/c|C/P|C\\.C\\.?|CC|cc)(?:[.:]| nº)? ?[0-9]", 0.8, 0.9),
        Pattern::within("(?:[Aa]g(?:[êe]ncia)?|AG(?:[ÊE]NCIA)?)[.:]? ?[0-9]", 0.8, 0.9),
        Pattern::within("(?:[Aa]lias|ALIAS)(?: CBU| CVU| es)?:? [A-Za-z]", 0.8, 0.9),
    ]),
    context: words![],
    check: |candidate| {
        let (text, range) = (candidate.field.text, &candidate.range);
        let begins =
            !text[..range.start].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/'));
        let place = match candidate.pattern {
            0 => account(text, range),
            1 => branch(text, range),
            _ => alias(text, range),
        };
        begins.then(|| candidate.part(place?))?
    },
}];

/// Words for branches and banks of Brazil.
const BANKS: &WordList = &WordList::new(
    "ag|agência|agencia|banco|itaú|itau|bradesco|santander|caixa|nubank|sicoob|sicredi|inter|bb|pix|depósito|deposito|transferência|ted|titular|favorecido",
);

/// Reports whether a word of `near` is of banks.
fn speaks_of_bank(near: &str) -> bool {
    near.split(|c: char| !c.is_alphabetic()).any(|word| is_listed(word, BANKS))
}

/// The number whose first digit ends the match at `range`, of so many digits, with its check digit behind a hyphen.
fn checked(text: &str, range: &Range<usize>, digits: std::ops::RangeInclusive<usize>) -> Option<Range<usize>> {
    let start = range.end - 1;
    let near = line::behind(text, start, NEAR);
    let len = near.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(near.len());
    let number = near[..len].bytes().filter(u8::is_ascii_digit).count();
    let check = near[len..]
        .strip_prefix('-')
        .map_or(0, |rest| usize::from(rest.starts_with(|c: char| c.is_ascii_digit() || matches!(c, 'X' | 'x'))) * 2);
    let end = start + near[..len].trim_end_matches('.').len() + check;
    (digits.contains(&number) && is_value_edge(text, end)).then_some(start..end)
}

/// The account behind its abbreviation, on a line that speaks of a bank.
fn account(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    let place = checked(text, range, 4..=12).filter(|place| text[place.clone()].contains('-'))?;
    speaks_of_bank(line::before(text, range.start, NEAR)).then_some(place)
}

/// The branch behind its word, before an account.
fn branch(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    const ACCOUNTS: [&str; 8] = ["C/C", "c/c", "CC", "cc", "conta", "Conta", "CONTA", "C/P"];
    let place = checked(text, range, 3..=4)?;
    let behind = line::behind(text, place.end, NEAR / 2);
    ACCOUNTS.iter().any(|account| behind.contains(account)).then_some(place)
}

/// The alias of an account of Argentina: words with stops between, near a word for its number or for money.
fn alias(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    /// Farthest word for the number, in bytes.
    const FAR: usize = 192;
    const LENGTHS: std::ops::RangeInclusive<usize> = 6..=20;
    const WORDS: &WordList = &WordList::new(
        "cbu|cvu|transferime|transferí|transferir|transferencia|transferis|mercadopago|pago|cuenta|plata|pesos|depositar|depositame|uala|ualá|brubank|cuit|cuil|banco",
    );
    let start = range.end - 1;
    let near = line::behind(text, start, LENGTHS.end() + 1);
    let len = near.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '-'))).unwrap_or(near.len());
    let found = near[..len].trim_end_matches(['.', '-']);
    let is_alias = LENGTHS.contains(&found.len())
        && found.contains('.')
        && found.split(['.', '-']).all(|part| part.len() > 1 && part.bytes().any(|b| b.is_ascii_alphabetic()));
    let speaks = |near: &str| near.split(|c: char| !c.is_alphabetic()).any(|word| is_listed(word, WORDS));
    let is_told =
        || speaks(window::before(text, range.end - 1, FAR)) || speaks(window::behind(text, start + found.len(), FAR));
    (is_alias && is_value_edge(text, start + found.len()) && is_told()).then(|| start..start + found.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn accounts_stand_behind_their_abbreviations() {
        for (text, matched, pattern, expected) in [
            ("Banco 237 Ag. 4471-6 C/C 0093318-2", "C/C 0", 0, Some("0093318-2")),
            ("Banco 237 Ag. 4471-6 C/C 0093318-2", "Ag. 4", 1, Some("4471-6")),
            ("ag 4471 cc 93318-X, Ana", "cc 9", 0, Some("93318-X")),
            ("build with cc 12-4 flags", "cc 1", 0, None),
            ("Ag 47 is silver", "Ag 4", 1, None),
            ("CVU destino 0000003, alias gato.sol.rio.", "alias g", 2, Some("gato.sol.rio")),
            ("pasame la plata, mi alias es luna.mate7", "alias es l", 2, Some("luna.mate7")),
            ("an alias www.example.com of the host", "alias w", 2, None),
        ] {
            assert_eq!(check_match(RULES[0].check, text, matched, pattern), expected, "{text}");
        }
    }
}
