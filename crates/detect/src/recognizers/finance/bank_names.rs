//! Numbers of accounts behind the name of a bank, as people pass them on: `국민은행 …`, `〇〇銀行 … 支店 普通 …`, `BCA …`.

use std::borrow::Cow;

use crate::recognizers::identity::record_numbers::ACCOUNT_INFO;
use crate::recognizers::support::identifiers::number_at;
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: ACCOUNT_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::within(
            "(?:은행|뱅크|농협|신한|우체국|신협|새마을금고|국민|기업|하나)(?: ?계좌)?(?: ?번호)?(?:[:：]| )? ?[0-9]",
            0.65,
            0.7,
        ),
        // The kind of the account behind its bank.
        Pattern::within("(?:普通|当座|貯蓄)(?:預金|口座)?(?:番号)?(?:[:：]| |　)?[0-9]", 0.65, 0.7),
        Pattern::prefix(
            "(?:BCA|BRI|BNI|Mandiri|BSI|CIMB|Maybank|Vietcombank|VCB|Techcombank|BIDV|VietinBank|Agribank|Sacombank|Bancolombia|Davivienda|\
             BBVA|Banorte|Banamex|Santander|CaixaBank|Sparkasse|Volksbank|Commerzbank|Postbank|DKB|Barclays|HSBC|Lloyds|NatWest|Monzo|\
             Nordea|Swedbank|Handelsbanken|DNB|Nubank|Bradesco|GTBank|Zenith Bank|UBA|FNB|Capitec|Absa|Ziraat|Garanti)\
             (?: (?:acc|Acc|account|Account|a/c|konto|Konto|cuenta|conta|rekening))?(?: (?:no|nr|No|Nr))?\\.?:? [0-9]",
            0.65,
            0.7,
        ),
    ]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Longest number, and the farthest name of a bank, in bytes.
    const LONGEST: usize = 26;
    const FAR: usize = 96;
    let (text, start) = (candidate.field.text, candidate.range.end - 1);
    let place = number_at(text, start, 7, LONGEST)?;
    let number = &text[place.clone()];
    let digits = number.bytes().filter(u8::is_ascii_digit).count();
    let is_bank = ["은행", "뱅크", "농협", "계좌"].iter().any(|word| candidate.matched().contains(word));
    let fits = number.bytes().all(|b| b.is_ascii_digit() || b == b'-' || b == b' ')
        && match candidate.pattern {
            // A mobile number has eleven digits behind 01.
            0 => (10..=16).contains(&digits) && !number.starts_with("01") && (is_bank || number.contains('-')),
            1 => {
                digits == 7
                    && ["銀行", "支店", "口座", "金庫", "信金", "農協", "組合"]
                        .iter()
                        .any(|word| line::before(text, start, FAR).contains(word))
            }
            _ => (8..=20).contains(&digits) && (digits > 9 || candidate.matched().contains('c')),
        };
    (fits && is_value_edge(text, place.end)).then(|| candidate.part(place))?
}
