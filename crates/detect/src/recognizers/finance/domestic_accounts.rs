//! Accounts in the groups of their country behind a bank, a word for an account or its sort code: `ไทยพาณิชย์ 417-2-60358-4` (Thailand), `POSB
//! 118-40527-3` (Singapore), `bank 60-11-27 / 44718205` (United Kingdom), `6011.21.44718` (Norway), `clearing 8105-9, 744 071 820-5` (Sweden); and
//! those of Russia, whose balance account and currency tell them (`40817810…`).

use std::{borrow::Cow, ops::Range};

use crate::recognizers::identity::record_numbers::ACCOUNT_INFO;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line};
use crate::{Pattern, Rule};

/// Farthest account behind a bank, in bytes.
const FAR: usize = 32;

pub(super) const RULES: &[Rule] = &[Rule {
    info: ACCOUNT_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::within("กสิกรไทย|กสิกร|กรุงไทย|ไทยพาณิชย์|กรุงเทพ|ออมสิน|กรุงศรี|ทหารไทย|ทีทีบี|เลขบัญชี|เลขที่บัญชี|บัญชี|ธกส", 0.8, 0.9),
        Pattern::prefix("(?:DBS|POSB|OCBC|UOB|GIRO|giro)[ :]", 0.8, 0.9),
        Pattern::regex(
            "[0-9]{2}[ -][0-9]{2}[ -][0-9]{2}(?: ?[/|,;] ?| )[0-9]{8}|[0-9]{8} ?[/|] ?[0-9]{2}-[0-9]{2}-[0-9]{2}",
            0.1,
            0.9,
        ),
        Pattern::regex(r"[0-9]{4}\.[0-9]{2}\.[0-9]{5}", 0.8, 0.9),
        // The balance account, the currency, and what the bank gives; its length is left to the check, since counting makes automata large.
        Pattern::regex("(?:40[5-8]|42[0-6]|30[1-3]|455|474)[0-9]{2}(?:810|643|840|978|156|398)[0-9]+", 0.8, 0.95),
        Pattern::prefix(
            "(?i:konto|kontonr|kontonummer|clearing|clearingnr|clearingnummer)(?i: hos [a-zåäö]+| till [a-zåäö]+)?:? [0-9]{4}(?:-[0-9])?(?:,? |,)[0-9]",
            0.8,
            0.9,
        ),
        // The branch and the key of an account of France: `banque 30003 guichet 01234 compte 00044718209 clé 31`.
        Pattern::prefix("(?:[Gg]uichet|[Cc]l[ée](?: RIB| rib)?) ?:? ?[0-9]", 0.8, 0.9),
    ]),
    context: words![
        "account",
        "acc",
        "acct",
        "a/c",
        "bank",
        "sort code",
        "sort",
        "my account",
        "bacs",
        "direct debit",
        "dd",
        "rent",
        "pay",
        "paid",
        "send",
        "transfer",
        "deposit",
        "refund",
        "sc",
        "plz",
        "pls",
        "please",
        "owe"
    ],
    check: |candidate| match candidate.pattern {
        0 => candidate.part(grouped(candidate.field.text, candidate.range.end, &[&[3, 1, 5, 1], &[3, 1, 6, 1]])?),
        1 => candidate.part(grouped(
            candidate.field.text,
            candidate.range.end,
            &[&[3, 5, 1], &[3, 6, 3], &[3, 3, 3, 1]],
        )?),
        3 | 4 => {
            let (text, range) = (candidate.field.text, &candidate.range);
            let joined = |c: char| matches!(c, '.' | '-' | '/' | '_');
            let is_part = text[..range.start].ends_with(joined)
                || text[range.end..].starts_with(['-', '/', '_'])
                || text[range.end..].strip_prefix('.').is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
            let is_told = candidate.pattern != NORWEGIAN || speaks_of_payment(text, range.start);
            let is_long = candidate.pattern != RUSSIAN || range.len() == RUSSIAN_LENGTH;
            (!is_part && is_told && is_long && is_value_edge(text, range.end)).then(|| candidate.whole())?
        }
        5 => candidate.part(swedish(candidate.field.text, candidate.range.end - 1)?),
        6 => candidate.part(french(candidate.field.text, &candidate.range)?),
        _ => {
            const WORDS: &WordList = &WordList::new(
                "account|acc|acct|bank|sort|bacs|debit|dd|payee|transfer|a/c|rent|pay|paid|send|sent|deposit|refund|payment|sc|plz|pls|please|owe|owes|into",
            );
            let (text, range) = (candidate.field.text, &candidate.range);
            let head = line::before(text, range.start, 2 * FAR);
            let is_told = head.split(|c: char| !c.is_alphabetic() && c != '/').any(|word| is_listed(word, WORDS));
            let is_told = is_told || !is_day(candidate.matched());
            (is_told && is_value_edge(text, range.end)).then(|| candidate.certain())?
        }
    },
}];

/// Reports whether `found` may begin with a day: `03-11-24`, `24-11-03`.
fn is_day(found: &str) -> bool {
    let part = |at: usize| found.get(at..at + 2).and_then(|part| part.parse::<u8>().ok()).unwrap_or_default();
    let is_between = |part: u8, most| (1..=most).contains(&part);
    is_between(part(3), 12) && (is_between(part(0), 31) || is_between(part(6), 31))
        || is_between(part(0), 12) && is_between(part(3), 31)
}

/// The patterns of accounts of Norway and Russia.
const NORWEGIAN: usize = 3;
const RUSSIAN: usize = 4;
/// Digits of an account of Russia.
const RUSSIAN_LENGTH: usize = 20;

/// Reports whether words for an account or a payment, as Norwegian has them, stand before `at` on its line.
fn speaks_of_payment(text: &str, at: usize) -> bool {
    const WORDS: &WordList = &WordList::new(
        "konto|kontoen|kontonr|kontonummer|kontonummeret|bankkonto|overført|overføres|overfør|overføre|overføring|innbetales|innbetaling|innbetal|utbetales|utbetaling|betales|betal|\
         beløp|beløpet|refunderes|refusjon|sett|settes|lønn|leie|depositum|dnb|nordea|sparebank|sparebanken|sbanken|kontantkonto",
    );
    let head = line::before(text, at, 2 * FAR);
    head.split(|c: char| !c.is_alphabetic()).any(|word| is_listed(word, WORDS))
}

/// The clearing number that ends before `at`, and the account that begins there: `8105-9, 744 071 820-5`.
fn swedish(text: &str, at: usize) -> Option<Range<usize>> {
    /// Digits of an account.
    const DIGITS: std::ops::RangeInclusive<usize> = 6..=11;
    let head = line::before(text, at, FAR);
    let stands = |c: char| c.is_ascii_digit() || c == '-';
    let clearing = head.trim_end_matches([' ', ',']);
    let clearing = clearing.len() - clearing.trim_end_matches(stands).len() + head.len() - clearing.len();
    let near = line::behind(text, at, FAR);
    let len = near.find(|c: char| !stands(c) && c != ' ').unwrap_or(near.len());
    let found = near[..len].trim_end_matches([' ', '-']);
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    let is_grouped = found.split([' ', '-']).all(|group| !group.is_empty());
    let fits = DIGITS.contains(&digits) && is_grouped && is_value_edge(text, at + found.len());
    fits.then_some(at - clearing..at + found.len())
}

/// The branch of five digits or the key of two behind the match at `range`, on a line that speaks of an account.
fn french(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    let start = range.end - 1;
    let len = text[start..].bytes().take(FAR).take_while(u8::is_ascii_digit).count();
    let is_branch = text[range.clone()].starts_with(['G', 'g']);
    let before = line::before(text, range.start, 3 * FAR).to_lowercase();
    let behind = line::behind(text, start + len, 2 * FAR).to_lowercase();
    let is_told = match is_branch {
        true => ["banque", "rib"].iter().any(|word| before.contains(word)) || behind.contains("compte"),
        false => before.contains("guichet"),
    };
    let fits = len == if is_branch { 5 } else { 2 };
    (fits && is_told && is_value_edge(text, start + len)).then(|| start..start + len)
}

/// The number behind `at` whose groups have one of these lengths, with hyphens between them and no other digit before.
fn grouped(text: &str, at: usize, shapes: &[&[usize]]) -> Option<Range<usize>> {
    let near = line::behind(text, at, FAR);
    let first = near.find(|c: char| c.is_ascii_digit())?;
    let rest = &near[first..];
    let len = rest.find(|c: char| !(c.is_ascii_digit() || c == '-')).unwrap_or(rest.len());
    let groups: Vec<usize> = rest[..len].split('-').map(str::len).collect();
    let start = at + first;
    (shapes.contains(&groups.as_slice()) && is_value_edge(text, start + len)).then_some(start..start + len)
}
