//! Private keys of wallets: in the import format of bitcoin (base58check of a version, 32 bytes and perhaps 01), and bare hexadecimal
//! digits where programs and people hand them over.

use std::{borrow::Cow, ops::Range};

use super::generic_secret::PREFIXED;
use crate::recognizers::secrets::{randomness::is_random, shape::is_dummy};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    patterns: Cow::Borrowed(&[
        Pattern::prefix("[5KL][1-9A-HJ-NP-Za-km-z]{9}", 0.95, 0.98),
        Pattern::prefix(
            "(?i-u:wif|importprivkey|sweep|privkey|priv key|SigningKey|privateKeyToAccount|from_key|new (?:ethers\\.)?Wallet|\
             new web3\\.eth\\.|accounts: ?\\[)",
            0.88,
            0.92,
        ),
        // Of a public key speak more texts, so that a word for a wallet must stand before it.
        Pattern::prefix("(?i-u:pk|key)[ :=]", 0.88, 0.92),
    ]),
    context: words![],
    check,
    ..PREFIXED
}];

/// The letters and digits of base 58, without those that look like others.
fn is_base58(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() && !b"0OIl".contains(&byte)
}

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, candidate.range.clone());
    match candidate.pattern {
        0 => {
            let place = import_format(text, range.start)?;
            is_proven(&text[place.clone()])
                .then(|| Finding { sure: true, ..candidate.part(place).expect("within the text") })
        }
        1 => candidate.part(handed_over(text, range.end)?),
        _ if speaks_of_wallet(text, range.start) => candidate.part(handed_over(text, range.end - 1)?),
        _ => None,
    }
}

/// The key in import format at `at`: 51 or 52 signs.
fn import_format(text: &str, at: usize) -> Option<Range<usize>> {
    /// Most signs, and one more that tells a longer run.
    const MOST: usize = 53;
    let len = text.as_bytes().get(at..)?.iter().take(MOST).take_while(|b| is_base58(**b)).count();
    let is_whole = matches!(len, 51 | 52) && is_value_edge(text, at + len);
    is_whole.then_some(at..at + len)
}

/// Reports whether its checksum passes, behind the version of bitcoin and the 32 bytes of a key.
fn is_proven(found: &str) -> bool {
    /// The version of bitcoin's private keys.
    const VERSION: u8 = 0x80;
    let mut payload = [0; 40];
    let read = bs58::decode(found).with_check(Some(VERSION)).onto(&mut payload);
    matches!((read, payload[33]), (Ok(33), _) | (Ok(34), 1))
}

/// The key behind a name, a call or a list that ends at `at`: in import format, or 64 hexadecimal digits.
fn handed_over(text: &str, at: usize) -> Option<Range<usize>> {
    /// Farthest key, in bytes.
    const FAR: usize = 40;
    const DIGITS: usize = 64;
    const LINKS: &WordList =
        &WordList::new("is|was|key|this|the|my|for|ist|est|es|wif|from|to|private|privatekey|privatekeytoaccount");
    let near = line::behind(text, at, FAR);
    let mut start = at;
    for word in near.split(|c: char| !c.is_ascii_alphanumeric()) {
        // What the window cut off is the key as well.
        if word.len() > 24 || start + word.len() == at + near.len() {
            break;
        }
        if !word.is_empty() && !is_listed(&word.to_ascii_lowercase(), LINKS) {
            return None;
        }
        start += word.len() + 1;
    }
    if let Some(place) = import_format(text, start) {
        return Some(place).filter(|place| is_random(&text[place.clone()]));
    }
    let digits = start + if text.get(start..)?.starts_with("0x") { "0x".len() } else { 0 };
    let len = text.as_bytes().get(digits..)?.iter().take(DIGITS + 1).take_while(|b| b.is_ascii_hexdigit()).count();
    let end = digits + len;
    (len == DIGITS && is_value_edge(text, end) && !is_dummy(&text[digits..end])).then_some(start..end)
}

/// Reports whether a word for a wallet stands before `at` in its line.
fn speaks_of_wallet(text: &str, at: usize) -> bool {
    /// Farthest word, in bytes.
    const FAR: usize = 48;
    const WORDS: &WordList = &WordList::new(
        "metamask|wallet|wallets|deployer|burner|phantom|ledger|eth|ethereum|tron|trx|bsc|polygon|btc|bitcoin|evm|geldbörse|cartera|\
         portefeuille|portafoglio|carteira|кошелек|кошелёк|кошелька|гаманець|portfel|cüzdan",
    );
    let head = line::before(text, at, FAR);
    head.split(|c: char| !c.is_alphanumeric()).any(|word| is_listed(&word.to_lowercase(), WORDS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_handed_over_behind_words_of_a_wallet() {
        const HEX: &str = "4c0883a69102937d6231471b5dbb6204fe512961708279f2e3e8a5d4b8e3e8a1";
        for (text, expected) in [
            (format!("new ethers.Wallet(\"0x{HEX}\")"), true),
            (format!("accounts: [\"{HEX}\"]"), true),
            (format!("wif is {HEX}"), true),
            (format!("wif differs: {HEX}"), false),
            (format!("wif {HEX}a1"), false),
        ] {
            let at = text.find(['(', '[']).or(text.find(' ')).unwrap();
            assert_eq!(handed_over(&text, at).is_some(), expected, "{text}");
        }
        assert!(speaks_of_wallet("my metamask pk is", 12));
        assert!(!speaks_of_wallet("the signature of pk is", 17));
    }

    #[test]
    fn the_import_format_has_a_checksum() {
        // The sample of the wiki of bitcoin.
        let sample = "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ";
        assert!(is_proven(sample));
        assert!(!is_proven(&sample.replace("Hue", "Hve")));
        assert_eq!(import_format(sample, 0), Some(0..51));
    }
}
