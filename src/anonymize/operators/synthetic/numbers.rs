//! Surrogates for numbers of people and accounts, in ranges that nobody is given.

use iban::BaseIban;
use rand::{RngExt, rngs::StdRng};

use super::{digits_of, with_digits};

/// A card that passes Luhn's check (ISO/IEC 7812-1), of the same network and length, in a range
/// that payment processors keep for tests.
pub(super) fn card(text: &str, random: &mut StdRng) -> Option<String> {
    let digits = digits_of(text);
    let test: [u8; 6] = match (digits.first()?, digits.len()) {
        (3, 15) => [3, 7, 8, 2, 8, 2],
        (5, _) => [5, 5, 5, 5, 5, 5],
        (6, _) => [6, 0, 1, 1, 1, 1],
        _ => [4, 0, 0, 0, 0, 0],
    };
    let mut card: Vec<u8> = test.to_vec();
    let body = digits.len().checked_sub(1).filter(|&body| body > test.len())?;
    card.resize_with(body, || random.random_range(0..10));
    card.push(check_digit(&card));
    with_digits(text, &card)
}

/// The digit that makes Luhn's sum a multiple of ten.
fn check_digit(body: &[u8]) -> u8 {
    let weigh = |(i, &digit): (usize, &u8)| match (i % 2, digit) {
        (0, digit) => digit / 5 + digit * 2 % 10,
        (_, digit) => digit,
    };
    let sum: u32 = body.iter().rev().enumerate().map(weigh).map(u32::from).sum();
    u8::try_from((10 - sum % 10) % 10).unwrap_or_default()
}

/// An IBAN (ISO 13616) of the same country and length with right check digits, at a bank whose
/// code is zeros (or Xs), which no country gives out.
pub(super) fn iban(text: &str, random: &mut StdRng) -> Option<String> {
    const BANK: usize = 4;
    let letters: Vec<char> = text.chars().filter(char::is_ascii_alphanumeric).collect();
    let (country, rest) = letters.split_at_checked(2)?;
    let country: String = country.iter().collect();
    let account: String = rest
        .get(2..)?
        .iter()
        .enumerate()
        .map(|(i, c)| match (c.is_ascii_digit(), i < BANK) {
            (true, true) => '0',
            (true, false) => char::from(random.random_range(b'0'..=b'9')),
            (false, true) => 'X',
            (false, false) => char::from(random.random_range(b'A'..=b'Z')),
        })
        .collect();
    let capital = country.to_ascii_uppercase();
    let is_valid = |check: &u8| format!("{capital}{check:02}{account}").parse::<BaseIban>().is_ok();
    let check = (2..=98).find(is_valid)?;
    let mut filled = format!("{country}{check:02}{account}").into_bytes().into_iter();
    // Separators stay where they are.
    text.chars().map(|c| if c.is_ascii_alphanumeric() { filled.next().map(char::from) } else { Some(c) }).collect()
}

/// Area codes of the North American plan, for 555-0100 to 555-0199, which are kept for fiction.
const AREAS: [u16; 24] = [
    201, 202, 206, 212, 213, 214, 215, 301, 303, 305, 312, 313, 314, 404, 408, 412, 415, 503, 512, 602, 612, 617, 702,
    713,
];

/// A number in a range that the regulator keeps for fiction, in the text's notation where it is
/// one of that country's.
pub(super) fn phone(text: &str, random: &mut StdRng) -> Option<String> {
    let digits = digits_of(text);
    let plus = text.trim_start_matches('(').starts_with('+');
    // Country code, national number as kept for fiction (`x`: any digit), of that very length.
    let reserved: &[(&str, &str)] = &[
        ("44", "2079460xxx"),  // Ofcom: London
        ("44", "7700900xxx"),  // Ofcom: mobile
        ("49", "3023125xxx"),  // Bundesnetzagentur: Berlin
        ("49", "1713920xxxx"), // Bundesnetzagentur: mobile
        ("33", "19900xxxx"),   // Arcep: Paris
        ("33", "63998xxxx"),   // Arcep: mobile
        ("61", "491570xxx"),   // ACMA: mobile
    ];
    let mut filled = |pattern: &str| -> Vec<u8> {
        pattern.bytes().map(|b| if b == b'x' { random.random_range(0..10) } else { b - b'0' }).collect()
    };
    if plus {
        let matching = reserved.iter().filter(|(code, national)| {
            digits.starts_with(&digits_of(code)) && digits.len() == code.len() + national.len()
        });
        let same_kind = |national: &str| digits.get(2) == national.as_bytes().first().map(|b| b - b'0').as_ref();
        let chosen = matching.clone().find(|(_, national)| same_kind(national)).or(matching.clone().next());
        if let Some((code, national)) = chosen {
            return with_digits(text, &filled(&format!("{code}{national}")));
        }
    }
    let area = AREAS[random.random_range(0..AREAS.len())];
    let line = random.random_range(0..100);
    let number = format!("{area}55501{line:02}");
    match (plus, digits.len(), digits.first()) {
        (false, 10, Some(2..)) => with_digits(text, &digits_of(&number)),
        (_, 11, Some(1)) => with_digits(text, &digits_of(&format!("1{number}"))),
        _ => Some(format!("+1 {area}-555-01{line:02}")),
    }
}

/// A number beginning with 9, which the Social Security Administration never gives; the group
/// keeps clear of those of taxpayer numbers (ITIN).
pub(super) fn ssn(text: &str, random: &mut StdRng) -> Option<String> {
    let number = format!(
        "9{:02}{:02}{:04}",
        random.random_range(0..100),
        random.random_range(1..50),
        random.random_range(1..10_000)
    );
    with_digits(text, &digits_of(&number))
}

#[cfg(test)]
mod tests {
    use super::{super::tests::surrogates, *};

    #[test]
    fn cards_pass_luhn_in_test_ranges() {
        assert_eq!(check_digit(&[7, 9, 9, 2, 7, 3, 9, 8, 7, 1]), 3);
        for (text, test) in
            [("4111-1111-1111-1111", "4000-00"), ("378282246310005", "378282"), ("5500 0000 0000 0004", "5555 55")]
        {
            let names = surrogates("CREDIT_CARD", text);
            assert!(!names.is_empty());
            for name in names {
                let digits = digits_of(&name);
                assert!(name.starts_with(test) && name.len() == text.len());
                assert_eq!(check_digit(&digits[..digits.len() - 1]), digits[digits.len() - 1]);
            }
        }
    }

    #[test]
    fn ibans_are_valid_at_no_bank() {
        for (text, head) in [("DE89 3704 0044 0532 0130 00", " 0000 "), ("GB29NWBK60161331926819", "XXXX")] {
            let names = surrogates("IBAN_CODE", text);
            assert!(!names.is_empty());
            for name in names {
                assert!(name.parse::<BaseIban>().is_ok() && name[4..].starts_with(head), "{name}");
                assert_eq!(&name[..2], &text[..2]);
            }
        }
    }

    #[test]
    fn phones_are_kept_for_fiction() {
        for (text, part) in [
            ("(415) 867-5309", "555-01"),
            ("+1 415 867 5309", "555 01"),
            ("+44 20 8123 4567", "+44 20 7946 0"),
            ("+44 7911 123456", "+44 7700 900"),
            ("+49 30 1234567", "+1 "),
            ("+49 30 12345678", "+49 30 23125"),
            ("040 123456", "+1 "),
        ] {
            let names = surrogates("PHONE_NUMBER", text);
            assert!(!names.is_empty() && names.iter().all(|name| name.contains(part)), "{text}: {names:?}");
        }
        assert!(surrogates("US_SSN", "123-45-6789").iter().all(|name| name.starts_with('9') && name.len() == 11));
    }
}
