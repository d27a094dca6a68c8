//! Keyed pseudonyms of the same type, for fields of backends that take no other: equal values stay equal, and nothing
//! restores them.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use rand::{RngExt, SeedableRng, rngs::StdRng};

use super::{Subject, synthetic};
use crate::keys::Cipher;
use masquerade_detect::entity::Surrogate;

/// Digits from which a number begins with 1, so that it fits a signed 64-bit integer.
const LONGEST: usize = 19;

/// The label of places on the Earth.
const COORDINATE: &str = "COORDINATE";

/// A random value of the text's type: an address for an IP address, a date for a whole date, a place for a latitude and a
/// longitude in decimal degrees; `None` for any other text.
pub fn typed(subject: Subject<'_>) -> Option<String> {
    let Subject { label, handling, text, cipher, .. } = subject;
    // Most texts of records have no such type, and a seed is two hashes.
    let random = || StdRng::from_seed(*cipher.seed(label.name(), text));
    match handling.surrogate {
        Surrogate::IpAddress => address(text, &mut random()),
        Surrogate::Date => synthetic::shifted(text, &mut random()),
        _ if label.name() == COORDINATE => coordinate(text, &mut random()),
        _ => None,
    }
}

/// An address that no host has: in 240.0.0.0/4 (RFC 1112), which is wide enough to keep addresses apart,
/// or in 2001:db8::/32 (RFC 3849). A prefix length stays.
fn address(text: &str, random: &mut StdRng) -> Option<String> {
    let (address, prefix) = text.split_once('/').map_or((text, None), |(address, prefix)| (address, Some(prefix)));
    let unzoned = address.split_once('%').map_or(address, |(address, _)| address);
    let pseudonym = match unzoned.parse().ok()? {
        IpAddr::V4(_) => IpAddr::V4(Ipv4Addr::from_bits(0xF000_0000 | random.random_range(1..0x0FFF_FFFF))),
        IpAddr::V6(_) => IpAddr::V6(Ipv6Addr::from_bits((0x2001_0db8 << 96) | random.random::<u128>() >> 32)),
    };
    match prefix {
        Some(prefix) if prefix.bytes().all(|b| b.is_ascii_digit()) => Some(format!("{pseudonym}/{prefix}")),
        Some(_) => None,
        None => Some(pseudonym.to_string()),
    }
}

/// A latitude and a longitude of as many decimals, anywhere on the Earth.
fn coordinate(text: &str, random: &mut StdRng) -> Option<String> {
    let (latitude, longitude) = text.split_once(',')?;
    let mut degrees = |text: &str, most: u32| {
        let blanks = text.len() - text.trim_start_matches(' ').len();
        let (whole, decimals) = text[blanks..].split_once('.')?;
        let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_digits(whole.trim_start_matches(['-', '+'])) || !is_digits(decimals) {
            return None;
        }
        let sign = if random.random() { "-" } else { "" };
        let whole = random.random_range(0..most);
        let decimals: String = decimals.chars().map(|_| char::from(random.random_range(b'0'..=b'9'))).collect();
        Some(format!("{}{sign}{whole}.{decimals}", &text[..blanks]))
    };
    Some(format!("{},{}", degrees(latitude, 90)?, degrees(longitude, 180)?))
}

/// A random integer of as many digits as `text`; a sign stays.
pub fn digits(cipher: &Cipher, label: &str, text: &str) -> String {
    let mut random = StdRng::from_seed(*cipher.seed(label, text));
    let count = text.bytes().filter(u8::is_ascii_digit).count();
    loop {
        let mut first = true;
        let digit = |c: char| {
            if !c.is_ascii_digit() {
                return c;
            }
            let least = u32::from(std::mem::take(&mut first));
            let most = if least == 1 && count >= LONGEST { 1 } else { 9 };
            char::from_digit(random.random_range(least..=most), 10).unwrap_or('1')
        };
        let pseudonym: String = text.chars().map(digit).collect();
        if pseudonym != text || count == 0 {
            return pseudonym;
        }
    }
}

#[cfg(test)]
mod tests {
    use zeroize::Zeroizing;

    use super::*;
    use crate::keys::Keyring;
    use masquerade_detect::{Catalogue, entity::Label};

    fn cipher(secret: &[u8]) -> Cipher {
        Keyring::new(&[Zeroizing::new(secret.to_vec())]).unwrap().cipher("t", "r")
    }

    fn pseudonym(label: &str, text: &str) -> Option<String> {
        let label = Label::new(label);
        let handling = Catalogue::built_in().handling(label);
        typed(Subject { label, handling, text, cipher: &cipher(b"s"), bounded: true })
    }

    #[test]
    fn values_keep_their_type_and_equal_ones_stay_equal() {
        let four: Ipv4Addr = pseudonym("IP_ADDRESS", "203.0.113.7").unwrap().parse().unwrap();
        assert_eq!(four.octets()[0] >> 4, 15);
        assert_eq!(pseudonym("IP_ADDRESS", "203.0.113.7"), Some(four.to_string()));
        assert_ne!(pseudonym("IP_ADDRESS", "203.0.113.8"), Some(four.to_string()));
        let six: Ipv6Addr = pseudonym("IP_ADDRESS", "fe80::1%eth0").unwrap().parse().unwrap();
        assert_eq!(six.segments()[..2], [0x2001, 0x0db8]);
        assert!(pseudonym("IP_ADDRESS", "10.0.0.0/8").unwrap().ends_with("/8"));
        let date = pseudonym("DATE_TIME", "2026-01-02T03:04:05Z").unwrap();
        assert!(date.ends_with("T03:04:05Z") && date.len() == 20 && !date.starts_with("2026-01-02"));
        assert_eq!(pseudonym("DATE_TIME", "tomorrow"), None);
        assert_eq!(pseudonym("EMAIL_ADDRESS", "a@b.example"), None);
        for (text, decimals) in [("53.79648,-1.54785", 5), ("-33.8688, 151.2093", 4)] {
            let place = pseudonym("COORDINATE", text).unwrap();
            let (latitude, longitude) = place.split_once(if text.contains(' ') { ", " } else { "," }).unwrap();
            for (degrees, most) in [(latitude, 90.0), (longitude, 180.0)] {
                assert!(degrees.parse::<f64>().unwrap().abs() < most, "{place}");
                assert_eq!(degrees.split_once('.').unwrap().1.len(), decimals, "{place}");
            }
            assert!(place != text && pseudonym("COORDINATE", text) == Some(place));
        }
        for text in ["53.79648", "52.5200° N, 13.4050° E", "geo:37.786971,-122.399677"] {
            assert_eq!(pseudonym("COORDINATE", text), None, "{text}");
        }
    }

    #[test]
    fn numbers_keep_their_length_and_fit_where_they_did() {
        for text in ["4111111111111111", "-12345678", "9223372036854775807"] {
            let pseudonym = digits(&cipher(b"s"), "A", text);
            assert_eq!((pseudonym.len(), pseudonym.parse::<i64>().is_ok()), (text.len(), true), "{pseudonym}");
            assert_eq!(pseudonym.starts_with('-'), text.starts_with('-'));
            assert_ne!(pseudonym, text);
            assert_eq!(pseudonym, digits(&cipher(b"s"), "A", text));
            assert_ne!(pseudonym, digits(&cipher(b"other"), "A", text));
        }
    }
}
