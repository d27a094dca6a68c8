//! Addresses of cryptographic currencies: bitcoin (base58check, BIP 173 and BIP 350), litecoin's
//! segwit form, ethereum (EIP-55).

use std::borrow::Cow;

use bech32::primitives::decode::SegwitHrpstring;
use sha3::{Digest, Keccak256};

use crate::{
    detect::{Candidate, Finding, Pattern, Rule},
    entity::{Group, Label, LabelInfo, Validation},
};

pub(super) const RULES: &[Rule] = &[Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::FINANCIAL],
        aliases: &["CRYPTO_ADDRESS", "BITCOIN_ADDRESS", "BTC", "WALLET", "CRYPTO_WALLET", "ETHEREUM_ADDRESS"],
        validation: Validation::Checksum,
        propagates: true,
        ..LabelInfo::new(
            Label::new("CRYPTO"),
            "A bitcoin, litecoin or ethereum address.",
            "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex("[13][1-9A-HJ-NP-Za-km-z]{25,34}", 0.98, 0.99),
        Pattern::regex("(?:bc1|tb1|ltc1)[02-9ac-hj-np-z]{8,87}", 0.98, 0.99),
        Pattern::regex("(?:BC1|TB1|LTC1)[02-9AC-HJ-NP-Z]{8,87}", 0.98, 0.99),
        // In one case only, EIP-55 says nothing, and many other things have twenty bytes.
        Pattern::regex("0x[0-9A-Fa-f]{40}", 0.35, 0.95),
    ]),
    context: words![
        "bitcoin",
        "btc",
        "wallet",
        "crypto",
        "ethereum",
        "eth",
        "ether",
        "erc20",
        "usdt",
        "usdc",
        "litecoin",
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

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    match candidate.pattern {
        0 => is_base58(matched).then(|| candidate.certain())?,
        1 | 2 => SegwitHrpstring::new(matched).is_ok().then(|| candidate.certain())?,
        _ => ethereum(candidate, matched.strip_prefix("0x")?),
    }
}

/// Version byte of pay-to-public-key-hash or pay-to-script-hash, twenty bytes, checksum.
fn is_base58(address: &str) -> bool {
    // Only the checksum of what could be one is computed: digits alone are some other number.
    if !address.bytes().any(|b| b.is_ascii_alphabetic()) {
        return false;
    }
    let mut payload = [0; 25];
    let decoded = bs58::decode(address).with_check(None).onto(&mut payload);
    decoded == Ok(21) && matches!(payload.first(), Some(0 | 5))
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
