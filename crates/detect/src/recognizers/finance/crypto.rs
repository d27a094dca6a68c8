//! Addresses of cryptographic currencies: base58check (bitcoin, litecoin, dogecoin, dash, zcash, tron, XRP Ledger),
//! BIP 173 and BIP 350 (bitcoin, litecoin, lightning invoices, Cardano, Cosmos), EIP-55 (ethereum).

use std::borrow::Cow;

use bech32::{
    Bech32,
    primitives::decode::{CheckedHrpstring, SegwitHrpstring},
};
use bs58::Alphabet;
use sha3::{Digest, Keccak256};

use crate::entity::{Group, Handling, LabelInfo, Shape, Validation};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::FINANCIAL],
        aliases: &["CRYPTO_ADDRESS", "BITCOIN_ADDRESS", "BTC", "WALLET", "CRYPTO_WALLET", "ETHEREUM_ADDRESS"],
        validation: Validation::Checksum,
        shapes: &[Shape::Mixed(26, 64)],
        ..LabelInfo::new(
            "CRYPTO",
            "An address of bitcoin, ethereum, litecoin or another cryptographic currency.",
            "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
            Handling::IDENTIFIER,
        )
    },
    // Lengths are left to the check: counting them would make the automaton of all patterns several times as large.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[13][1-9A-HJ-NP-Za-km-z]{12,}", 0.98, 0.99),
        Pattern::regex("(?:bc1|tb1|ltc1)[02-9ac-hj-np-z]+", 0.98, 0.99),
        Pattern::regex("(?:BC1|TB1|LTC1)[02-9AC-HJ-NP-Z]+", 0.98, 0.99),
        // In one case only, EIP-55 says nothing, and many other things have twenty bytes.
        Pattern::regex("0x[0-9A-Fa-f]{40}", 0.35, 0.95),
        // The second letters that the version byte leaves: few words begin so.
        Pattern::regex(
            "(?:L[K-Za-i]|M[7-9A-X]|D[5-9A-U]|X[a-z]|T[9A-Z]|t[13]|r[1-9A-HJ-NP-Za-km-z])[1-9A-HJ-NP-Za-km-z]{11,}",
            0.98,
            0.99,
        ),
        Pattern::regex("(?:addr1|stake1|cosmos1|osmo1|lnbc[0-9]*[munp]?1)[02-9ac-hj-np-z]+", 0.98, 0.99),
    ]),
    context: words![
        "bitcoin",
        "btc",
        "wallet",
        "wallet address",
        "crypto address",
        "bitcoin address",
        "btc address",
        "ethereum address",
        "eth address",
        "crypto",
        "ethereum",
        "eth",
        "ether",
        "erc20",
        "usdt",
        "usdc",
        "litecoin",
        "dogecoin",
        "doge",
        "dash",
        "zcash",
        "tron",
        "trx",
        "xrp",
        "ripple",
        "cardano",
        "cosmos",
        "lightning",
        "ltc",
        "blockchain",
        "donate",
        "donation",
        "deposit",
        "withdraw",
        "withdrawal",
        "recipient",
        "payout",
    ],
    check,
}];

/// Longest address of BIP 173.
const MAX_SEGWIT: usize = 90;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    match candidate.pattern {
        0 => is_base58(matched).then(|| candidate.certain())?,
        1 | 2 if matched.len() <= MAX_SEGWIT => SegwitHrpstring::new(matched).is_ok().then(|| candidate.certain())?,
        3 => ethereum(candidate, matched.strip_prefix("0x")?),
        4 => is_base58(matched).then(|| candidate.certain())?,
        5 => CheckedHrpstring::new::<Bech32>(matched).is_ok().then(|| candidate.certain())?,
        _ => None,
    }
}

/// Twenty bytes of a hash, their checksum, and before them the version that a currency gives to its addresses.
fn is_base58(address: &str) -> bool {
    if !(25..=35).contains(&address.len()) {
        return false;
    }
    // Digits alone and letters of one case are no address; the checksum is computed only for the rest.
    let has = |kind: fn(&u8) -> bool| address.as_bytes().iter().any(kind);
    if !(has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase)) {
        return false;
    }
    let alphabet = if address.starts_with('r') { Alphabet::RIPPLE } else { Alphabet::BITCOIN };
    let mut payload = [0; 26];
    let Ok(len) = bs58::decode(address).with_alphabet(alphabet).with_check(None).onto(&mut payload) else {
        return false;
    };
    match (len, payload) {
        // Bitcoin (and XRP with its own alphabet), its scripts; dogecoin, litecoin, its scripts, tron, dash.
        (21, [0 | 5 | 30 | 48 | 50 | 65 | 76, ..]) => true,
        // Zcash's transparent addresses.
        (22, [0x1C, 0xB8 | 0xBD, ..]) => true,
        _ => false,
    }
}

/// EIP-55: the case of each letter is a bit of the Keccak-256 of the address in lower case.
fn ethereum(candidate: &Candidate<'_>, address: &str) -> Option<Finding> {
    let upper = address.bytes().any(|b| b.is_ascii_uppercase());
    let lower = address.bytes().any(|b| b.is_ascii_lowercase());
    if !(upper && lower) {
        let first = address.as_bytes().first();
        let even = address.bytes().all(|b| Some(&b) == first);
        return if even { None } else { candidate.whole() };
    }
    let mut hasher = Keccak256::new();
    for b in address.bytes() {
        hasher.update([b.to_ascii_lowercase()]);
    }
    let hash = hasher.finalize();
    let nibbles = hash.iter().flat_map(|b| [b >> 4, b & 0xF]);
    let agrees =
        address.bytes().zip(nibbles).all(|(b, nibble)| b.is_ascii_digit() || b.is_ascii_uppercase() == (nibble > 7));
    agrees.then(|| candidate.certain())?
}
