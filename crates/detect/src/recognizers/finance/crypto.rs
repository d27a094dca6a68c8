//! Addresses of cryptographic currencies: base58check (bitcoin, litecoin, dogecoin, dash, zcash, tron, XRP Ledger),
//! BIP 173 and BIP 350 (bitcoin, litecoin, lightning invoices, Cardano, Cosmos), EIP-55 (ethereum).

use std::borrow::Cow;

use bech32::{
    Bech32,
    primitives::decode::{CheckedHrpstring, SegwitHrpstring},
};
use bs58::Alphabet;
use sha3::{Digest, Keccak256};

use crate::entity::{Group, Handling, LabelInfo, Shape, Validated, Validation};
use crate::recognizers::secrets::randomness::is_random;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line};
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
        Pattern::regex("[13][1-9A-HJ-NP-Za-km-z]{5,}", 0.98, 0.99),
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
        // Monero, whose addresses are longer than any other's.
        Pattern::regex("[48][0-9AB][1-9A-HJ-NP-Za-km-z]{11,}", 0.9, 0.98),
        // Behind the name or the sign of a currency, whatever the form of its addresses. What is a word of prose, too, has a capital.
        Pattern::prefix(
            "(?:(?i-u:solana|xmr|monero|polkadot|ksm|kusama|algorand|xtz|tezos|avax|bnb|toncoin|xlm|filecoin|aptos|kaspa|bch|hbar|hedera|egld|icp|cardano|zcash|\
             btc|bitcoin|eth|ethereum|ltc|litecoin|dogecoin|trx|tron|usdt|usdc|xrp|vechain|qtum|stx)|SOL|Sol|DOT|ALGO|Algo|ATOM|AVALANCHE|Avalanche|BSC|TON|STELLAR|Stellar|\
             FIL|NEAR|Near|APT|SUI|Sui|KAS|ETC|MATIC|Matic|POLYGON|Polygon|ARB|ARBITRUM|Arbitrum|BASE|Base|ADA|ZEC|DASH|Dash|DOGE|Doge|DAI|RIPPLE|Ripple|NANO|Nano|XNO|VET|\
             EOS|NEO|INJ|SEI|TIA|RUNE|FLOW|THETA|IOTA|XDC|ZIL|ONE|DCR|XEM|WAVES|ERGO|ERG|RVN|PHANTOM|Phantom)\
             (?: (?:wallet|address|addr|deposit|account|acct|cüzdan|cüzdanı|adresse|dirección|endereço|indirizzo|adres|кошел[её]к|адрес|адреса|地址|钱包|錢包|アドレス|지갑))?(?:(?: is| to| at|:|=|：| ->| →)? {0,2}|[:=：])[0-9A-Za-z]",
            0.9,
            0.95,
        ),
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
    let is_passed = match candidate.pattern {
        0 | 4 => is_base58(matched),
        1 | 2 => matched.len() <= MAX_SEGWIT && SegwitHrpstring::new(matched).is_ok(),
        MONERO => return is_monero(matched).then(|| candidate.certain())?,
        NAMED => return named(candidate),
        3 => match ethereum(matched.strip_prefix("0x")?) {
            Case::One => return candidate.whole(),
            Case::Repeated => return None,
            Case::Right => true,
            Case::Wrong => false,
        },
        _ => CheckedHrpstring::new::<Bech32>(matched).is_ok(),
    };
    if is_passed {
        return candidate.certain();
    }
    // A mistyped one.
    let is_whole = match candidate.pattern {
        0 | 4 => (26..=35).contains(&matched.len()) && has_both_cases(matched),
        1 | 2 => matches!(matched.len(), 42..=44 | 62..=64),
        _ => candidate.pattern == 3,
    };
    let validated = Some(Validated::Failed);
    (is_whole && tells_of_coins(candidate)).then(|| Finding { range: candidate.range.clone(), sure: true, validated })
}

/// The patterns of addresses of Monero, and of those behind the name of a currency.
const MONERO: usize = 6;
const NAMED: usize = 7;

/// Reports whether `address` has the length of one of Monero, with or without a payment's number, and is drawn.
fn is_monero(address: &str) -> bool {
    matches!(address.len(), 95 | 106) && has_both_cases(address) && is_random(address)
}

/// The address behind the name of a currency: letters and digits that are drawn, as long as addresses are.
fn named(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Fewest and most bytes.
    const LEN: std::ops::RangeInclusive<usize> = 30..=120;
    let text = candidate.field.text;
    let start = candidate.range.end - 1;
    let is_own = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b':');
    let len = text.as_bytes()[start..].iter().take(LEN.end() + 1).take_while(|b| is_own(b)).count();
    // A word of prose.
    if len < *LEN.start() {
        return None;
    }
    let near = line::behind(text, start, LEN.end() + 1);
    let found = near.get(..len)?.trim_end_matches([':', '-', '_']);
    // Digests and keys in hexadecimal digits have other names.
    let is_hex = found.trim_start_matches("0x").bytes().all(|b| b.is_ascii_hexdigit());
    let has_digit = found.bytes().any(|b| b.is_ascii_digit());
    let is_joined = text[..candidate.range.start].ends_with(['_', '-', '.', '/', '$']);
    let goes_on =
        near[len..].starts_with(['.', '(', '/', '=']) && !near[len..].starts_with(". ") && near.len() > len + 1;
    let is_address =
        LEN.contains(&found.len()) && has_digit && is_random(found) && (!is_hex || found.starts_with("0x"));
    (is_address && !is_joined && !goes_on && is_value_edge(text, start + found.len()))
        .then(|| candidate.part(start..start + found.len()))?
}

/// Reports whether the line tells of a currency or a wallet.
fn tells_of_coins(candidate: &Candidate<'_>) -> bool {
    const WORDS: &WordList = &WordList::new(
        "btc|bitcoin|bitcoins|sats|eth|ether|ethereum|erc20|usdt|usdc|ltc|litecoin|doge|dogecoin|trx|tron|xrp|ripple|solana|crypto|cryptocurrency|\
         krypto|kryptowährung|wallet|wallets|portemonnaie|monedero|cartera|portafoglio|cüzdan|portfel|peněženka|plånbok|lommebok|lompakko|coinbase|binance|kraken|\
         metamask|ledger|trezor|phantom|blockchain|кошелек|кошелёк|крипто|биткоин|гаманець|портфейл",
    );
    /// Farthest word, in bytes.
    const FAR: usize = 128;
    let (text, range) = (candidate.field.text, &candidate.range);
    let near = [line::before(text, range.start, FAR), line::behind(text, range.end, FAR)];
    near.iter()
        .flat_map(|part| part.split(|c: char| !c.is_alphanumeric()))
        .any(|word| is_listed(&word.to_lowercase(), WORDS))
}

/// Twenty bytes of a hash, their checksum, and before them the version that a currency gives to its addresses.
fn is_base58(address: &str) -> bool {
    if !(25..=35).contains(&address.len()) {
        return false;
    }
    // Digits alone and letters of one case are no address; the checksum is computed only for the rest.
    if !has_both_cases(address) {
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

/// Reports whether `address` has capitals and small letters.
fn has_both_cases(address: &str) -> bool {
    let has = |kind: fn(&u8) -> bool| address.as_bytes().iter().any(kind);
    has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase)
}

/// What the case of the letters of an address of ethereum tells.
enum Case {
    /// All are of one case, or there is none: nothing.
    One,
    /// One character is repeated: it is no address.
    Repeated,
    /// They agree with the checksum.
    Right,
    /// They do not.
    Wrong,
}

/// EIP-55: the case of each letter is a bit of the Keccak-256 of the address in lower case.
fn ethereum(address: &str) -> Case {
    if !has_both_cases(address) {
        let first = address.as_bytes().first();
        return if address.bytes().all(|b| Some(&b) == first) { Case::Repeated } else { Case::One };
    }
    let mut hasher = Keccak256::new();
    for b in address.bytes() {
        hasher.update([b.to_ascii_lowercase()]);
    }
    let hash = hasher.finalize();
    let nibbles = hash.iter().flat_map(|b| [b >> 4, b & 0xF]);
    let agrees =
        address.bytes().zip(nibbles).all(|(b, nibble)| b.is_ascii_digit() || b.is_ascii_uppercase() == (nibble > 7));
    if agrees { Case::Right } else { Case::Wrong }
}
