//! Surrogates for addresses of mailboxes and machines, all in ranges set aside for documentation.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use fake::{
    Fake,
    faker::{
        internet::raw::Username,
        name::raw::{FirstName, LastName},
    },
    locales::EN,
};
use rand::{RngExt, rngs::StdRng};

/// A mailbox in a domain of RFC 2606.
pub(super) fn email(_: &str, random: &mut StdRng) -> Option<String> {
    let first: &str = FirstName(EN).fake_with_rng(random);
    let last: &str = LastName(EN).fake_with_rng(random);
    let domain = ["example.com", "example.org", "example.net"][random.random_range(0..3)];
    Some(format!("{first}.{last}{}@{domain}", random.random_range(1..1000)).to_lowercase().replace('\'', ""))
}

/// A path on a host of RFC 2606, with the text's scheme.
pub(super) fn url(text: &str, random: &mut StdRng) -> Option<String> {
    let scheme = text.split_once("://").map_or("https", |(scheme, _)| scheme);
    let plain = scheme.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'));
    let word: String = Username(EN).fake_with_rng(random);
    plain.then(|| format!("{scheme}://www.example.com/{}/{}", word.to_lowercase(), random.random_range(100..100_000)))
}

/// A subdomain of one of RFC 2606.
pub(super) fn domain(_: &str, random: &mut StdRng) -> Option<String> {
    let last: &str = LastName(EN).fake_with_rng(random);
    Some(format!("{}{}.example.com", last.to_lowercase().replace('\'', ""), random.random_range(1..1000)))
}

/// An address for documentation: RFC 5737 for version 4, RFC 3849 for version 6. A prefix length
/// stays.
pub(super) fn ip(text: &str, random: &mut StdRng) -> Option<String> {
    let (address, prefix) = text.split_once('/').map_or((text, None), |(address, prefix)| (address, Some(prefix)));
    let unzoned = address.split_once('%').map_or(address, |(address, _)| address);
    let surrogate = match unzoned.parse().ok()? {
        IpAddr::V4(_) => {
            let [a, b, c] = [[192, 0, 2], [198, 51, 100], [203, 0, 113]][random.random_range(0..3)];
            IpAddr::V4(Ipv4Addr::new(a, b, c, random.random_range(1..255)))
        }
        IpAddr::V6(_) => {
            let host = random.random::<u128>() >> 32;
            IpAddr::V6(Ipv6Addr::from_bits((0x2001_0db8 << 96) | host))
        }
    };
    match prefix {
        Some(prefix) if prefix.bytes().all(|b| b.is_ascii_digit()) => Some(format!("{surrogate}/{prefix}")),
        Some(_) => None,
        None => Some(surrogate.to_string()),
    }
}

/// A locally administered unicast address (IEEE 802), in the text's notation.
pub(super) fn mac(text: &str, random: &mut StdRng) -> Option<String> {
    let mut digits: Vec<u8> = (0..12).map(|_| random.random_range(0..16)).collect();
    *digits.get_mut(1)? = [0x2, 0x6, 0xA, 0xE][random.random_range(0..4)];
    with_hex(text, &digits)
}

/// A random UUID (version 4 of RFC 9562), in the text's notation.
pub(super) fn uuid(text: &str, random: &mut StdRng) -> Option<String> {
    let mut digits: Vec<u8> = (0..32).map(|_| random.random_range(0..16)).collect();
    *digits.get_mut(12)? = 4;
    *digits.get_mut(16)? = random.random_range(8..12);
    with_hex(text, &digits)
}

/// `text` with its hex digits replaced in order; letters in capitals if it has capitals.
fn with_hex(text: &str, digits: &[u8]) -> Option<String> {
    let capitals = text.bytes().any(|b| b.is_ascii_uppercase());
    let mut left = digits.iter();
    let replaced: Option<String> = text
        .chars()
        .map(|c| {
            if !c.is_ascii_hexdigit() {
                return (!c.is_alphanumeric()).then_some(c);
            }
            let digit = char::from_digit(u32::from(*left.next()?), 16)?;
            Some(if capitals { digit.to_ascii_uppercase() } else { digit })
        })
        .collect();
    replaced.filter(|_| left.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::{super::tests::surrogates, *};

    #[test]
    fn lie_in_ranges_for_documentation() {
        for name in surrogates("IP_ADDRESS", "10.1.2.3") {
            let address: Ipv4Addr = name.parse().unwrap();
            assert!(address.is_documentation());
        }
        assert!(surrogates("IP_ADDRESS", "10.1.0.0/16").iter().all(|name| name.ends_with("/16")));
        for name in surrogates("IP_ADDRESS", "fe80::1%eth0") {
            assert!(name.starts_with("2001:db8:") && name.parse::<Ipv6Addr>().is_ok(), "{name}");
        }
        assert!(surrogates("EMAIL_ADDRESS", "ada@maths.uk").iter().all(|name| name.contains("@example.")));
        assert!(surrogates("URL", "ftp://a.b/c?d").iter().all(|name| name.starts_with("ftp://www.example.com/")));
        assert!(surrogates("DOMAIN_NAME", "a.b").iter().all(|name| name.ends_with(".example.com")));
    }

    #[test]
    fn keep_the_notation() {
        for name in surrogates("MAC_ADDRESS", "00-1A-2B-3C-4D-5E") {
            let first = u8::from_str_radix(&name[..2], 16).unwrap();
            assert_eq!((first & 0b11, name.len(), name.matches('-').count()), (0b10, 17, 5));
            assert_eq!(*name, *name.to_uppercase());
        }
        for name in surrogates("UUID", "6ba7b810-9dad-11d1-80b4-00c04fd430c8") {
            assert_eq!(&name[14..15], "4");
            assert!("89ab".contains(&name[19..20]));
        }
        assert!(surrogates("MAC_ADDRESS", "not one").is_empty());
    }
}
