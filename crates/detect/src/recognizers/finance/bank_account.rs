//! Numbers of accounts behind the words for them in many languages, in messages of banks, and addresses of payments.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::identity::record_numbers::ACCOUNT_INFO;
use crate::recognizers::secrets::key_value::is_uuid;
use crate::recognizers::support::grouping::has_one_digit;
use crate::recognizers::support::identifiers::{called, numbered};
use crate::recognizers::support::neighbours::{byte_at, byte_before, continues};
use crate::recognizers::support::numerals::{digits, is_date, part};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::{
    Candidate, Finding, Pattern, Rule,
    text::{is_value_edge, line},
};

pub(super) const RULES: &[Rule] = &[ACCOUNT, PAYMENT_ADDRESS, PIX_KEY];

const ACCOUNT: Rule = Rule {
    info: ACCOUNT_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::key(
            keys![
                "acc number",
                "accnt",
                "accountnumber",
                "a/c number",
                "ac number",
                "bank acct",
                "clabe",
                "clabe interbancaria",
                "cbu",
                "iban or account",
                "nuban",
                "compte bancaire",
                "numéro du compte",
                "cuenta bancaria",
                "número de la cuenta",
                "cuenta clabe",
                "conto corrente",
                "numero del conto",
                "numero conto",
                "conta bancária",
                "conta corrente",
                "número de conta",
                "bankrekening",
                "bankrekeningnummer",
                "kontonummeret",
                "bankkonto",
                "bankkontonummer",
                "bankverbindung",
                "girokonto",
                "tilinumero",
                "numer rachunku",
                "rachunek bankowy",
                "numer rachunku bankowego",
                "nr konta",
                "číslo účtu",
                "bankszámlaszám",
                "számlaszám",
                "număr de cont",
                "cont bancar",
                "broj računa",
                "številka računa",
                "номер счета",
                "номер счёта",
                "расчетный счет",
                "расчётный счёт",
                "лицевой счет",
                "лицевой счёт",
                "номер рахунку",
                "номер на сметка",
                "αριθμός λογαριασμού",
                "hesap no",
                "hesap numarası",
                "banka hesap no",
                "nomor rekening",
                "no rekening",
                "số tài khoản",
                "เลขที่บัญชี",
                "เลขบัญชี",
                "رقم الحساب",
                "رقم حساب",
                "شماره حساب",
                "מספר חשבון",
                "खाता संख्या",
                "खाता नंबर",
                "口座番号",
                "账号",
                "帐号",
                "账户号码",
                "银行账号",
                "银行账户",
                "銀行口座",
                "銀行帳號",
                "帳號",
                "銀行卡号",
                "银行卡号",
                "계좌번호",
            ],
            0.7,
        ),
        // Names that many other things have, too.
        Pattern::key(keys!["account", "a/c", "conta", "rekening", "pc konto", "postkonto"], 0.68),
        Pattern::regex(
            called!(
                "cuenta rut|cuenta vista|conta poupança|conta corrente|a/c|acc (?:no\\.?|number)|clabe(?: interbancaria)?|cbu|compte bancaire|cuenta clabe|conto corrente|kontonr\\.?|tilinumero|numer (?:konta|rachunku)|nr (?:konta|rachunku)|číslo účtu|bankszámlaszám|номер сч[её]та|расч[её]тный сч[её]т|лицевой сч[её]т|hesap (?:no|numarası)|nomor rekening|số tài khoản"
            ),
            0.65,
            0.7,
        ),
        Pattern::regex(
            "(?i:account|acct?|konto|compte|cuenta|conto|conta|a/c)(?i: is| ist| est| es)? #?[0-9](?:[ -]?[0-9]){5,19}",
            0.3,
            0.68,
        ),
        Pattern::regex(
            "(?:口座番号|账号|帐号|帳號|银行卡号|계좌번호) ?(?:は|是|为|為)? ?[0-9](?:[ -]?[0-9]){5,19}",
            0.65,
            0.7,
        ),
        // SWIFT's messages: `:59:/12345678`.
        Pattern::regex(":5[0-9][A-Z]?:/[0-9A-Z]{5,34}", 0.9, 0.95),
        // Other accounts than those with an IBAN in messages of ISO 20022.
        Pattern::within("Acct><Id><Othr><Id>", 0.9, 0.95),
    ]),
    context: words![
        "bank",
        "banks",
        "banking",
        "sort code",
        "sortcode",
        "bsb",
        "blz",
        "bankleitzahl",
        "ifsc",
        "iban",
        "swift",
        "bic",
        "routing",
        "branch",
        "transfer",
        "funds",
        "overdrawn",
        "wire",
        "deposit",
        "payee",
        "beneficiary",
        "direct debit",
        "überweisung",
        "virement",
        "banque",
        "banco",
        "banca",
        "transferencia",
        "my account",
        "his account",
        "her account",
        "the account is",
        "account is",
    ],
    check,
};

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let text = candidate.field.text;
    match candidate.pattern {
        0 | 2 => numbered(candidate, 5, 34),
        3 | 4 => {
            let start = candidate.range.start + candidate.matched().find(|c: char| c.is_ascii_digit())?;
            let range = start..candidate.range.end;
            let is_whole = is_plain(text.get(range.clone())?) && !continues(text, &range);
            let sure = candidate.pattern == 3 && is_beside_bank(text, &candidate.range);
            is_whole.then_some(Finding { range, sure, validated: None })
        }
        5 => {
            let start = candidate.range.start + candidate.matched().find('/')? + 1;
            candidate.part(start..candidate.range.end)
        }
        6 => {
            let len = line::behind(text, candidate.range.end, 48).find("</Id>").filter(|len| (4..=34).contains(len))?;
            candidate.part(candidate.range.end..candidate.range.end + len)
        }
        _ => {
            let found = numbered(candidate, 6, 24)?;
            is_plain(text.get(found.range.clone())?).then_some(found)
        }
    }
}

/// Reports whether the code of a bank or a branch stands on the line around an account, as on slips and in tables: `Account
/// 00123456, Routing 021000021`.
fn is_beside_bank(text: &str, place: &Range<usize>) -> bool {
    /// Farthest name of such a code, in bytes.
    const FAR: usize = 40;
    const CODES: &WordList = &WordList::new(
        "routing|aba|bsb|ifsc|blz|bic|swift|iban|sort|guichet|banque|rib|clé|agência|agencia|ag|sucursal|branch|bank|banco|banca|\
         titular|titulaire|beneficiary|payee|holder|kontoinhaber|intestatario",
    );
    let sides = [line::before(text, place.start, FAR), line::behind(text, place.end, FAR)];
    sides.iter().flat_map(|side| side.split(|c: char| !c.is_alphanumeric())).any(|word| is_listed(word, CODES))
}

/// Reports whether it is of digits, in groups or not, and no date: `20240131`, `2024-01-31`.
fn is_plain(number: &str) -> bool {
    let is_digits = number.bytes().all(|b| b.is_ascii_digit() || matches!(b, b' ' | b'-'));
    let is_dated = digits::<8>(number).is_some_and(|date| {
        let year = part(&date, 0, 4);
        (1950..=2049).contains(&year) && is_date(year, part(&date, 4, 2), part(&date, 6, 2))
    });
    is_digits && !is_dated && !has_one_digit(number.as_bytes())
}

const PAYMENT_ADDRESS: Rule = Rule {
    info: ACCOUNT_INFO,
    patterns: Cow::Borrowed(&[Pattern::around(b'@', 0.3, 0.9)]),
    context: words!["upi", "upi id", "upi address", "vpa", "bhim", "gpay", "google pay", "phonepe", "paytm",],
    check: check_payment_address,
};

/// Random keys of Brazil's payments, which are UUIDs (Banco Central do Brasil, DICT): `chave pix 7d9f3c52-…`.
const PIX_KEY: Rule = Rule {
    info: ACCOUNT_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}", 0.1, 0.85),
        Pattern::key(keys!["chave", "chave pix", "pix key", "chave aleatória"], 0.8),
    ]),
    context: words!["pix", "chave pix", "pix key", "clave pix", "chave aleatória"],
    check: |candidate| (candidate.pattern == 0 || is_uuid(candidate.matched())).then(|| candidate.whole())?,
};

/// Names behind the sign of India's payment addresses that nothing else has.
const HANDLES: &str = "okhdfcbank|okicici|okaxis|oksbi|ybl|ibl|axl|ptyes|ptaxis|pthdfc|ptsbi|paytm|upi|abdm|waaxis|wahdfcbank|\
    waicici|wasbi|naviaxis|superyes|jupiteraxis";

/// `name@bank`, without a dot behind the sign.
fn check_payment_address(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Most letters before the sign, and behind it.
    const MOST: [usize; 2] = [64, 24];
    let (text, at) = (candidate.field.text, candidate.range.start);
    let (head, tail) = (text.as_bytes().get(..at)?, text.as_bytes().get(at + 1..)?);
    let behind = tail.iter().take(MOST[1]).take_while(|b| b.is_ascii_alphabetic()).count();
    let is_name = |b: &&u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_');
    let before = head.iter().rev().take(MOST[0]).take_while(is_name).count();
    let (start, end) = (at - before, at + 1 + behind);
    let handle = text.get(at + 1..end)?;
    let goes_on = matches!(byte_at(text, end), Some(b'.' | b'-' | b'@' | b'/' | b':'))
        && byte_at(text, end + 1).is_some_and(|b| b.is_ascii_alphanumeric());
    let is_whole = is_value_edge(text, start) && is_value_edge(text, end);
    let stands = (3..MOST[1]).contains(&behind) && (2..MOST[0]).contains(&before) && is_whole;
    let is_part = byte_before(text, start).is_some_and(|b| matches!(b, b'/' | b':' | b'@' | b'+' | b'%'));
    if !stands || goes_on || is_part || !head.get(start)?.is_ascii_alphanumeric() {
        return None;
    }
    let sure = HANDLES.split('|').any(|known| known.eq_ignore_ascii_case(handle));
    Some(Finding { range: start..end, sure, validated: None })
}
