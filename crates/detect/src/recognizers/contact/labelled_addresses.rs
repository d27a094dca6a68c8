//! Addresses behind what addresses are called in languages whose streets and houses no list of words holds: `HKTT: buôn Kô Sia, …`,
//! `رہائش: House 57-B, …`, `მისამართი: თბილისი, …`, `Uy: Chilonzor 9-mavze, …`, `पता - म.नं. 117/4, …`.
//!
//! The name says what the value is: a value of several parts with a number is an address in the order of any country.

use std::{borrow::Cow, ops::Range};

use super::address::INFO;
use crate::text::line;
use crate::{Candidate, Finding, Form, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::key(
            keys![
                "hktt",
                "đkhktt",
                "tạm trú",
                "tạm trú tại",
                "thường trú",
                "địa chỉ",
                "địa chỉ thường trú",
                "địa chỉ nhận hàng",
                "nơi ở",
                "chỗ ở hiện nay",
                "رہائش",
                "پتہ",
                "مستقل پتہ",
                "موجودہ پتہ",
                "گھر کا پتہ",
                "السكن",
                "عنوان السكن",
                "عنوان المنزل",
                "محل الإقامة",
                "مكان الإقامة",
                "محل السكن",
                "العنوان الوطني",
                "نشانی",
                "آدرس",
                "محل سکونت",
                "آدرس منزل",
                "პირადი მისამართი",
                "მისამართი",
                "საცხოვრებელი მისამართი",
                "հասցե",
                "հասցեն",
                "բնակության հասցե",
                "հասցեն՝",
                "uy",
                "manzil",
                "yashash manzili",
                "turar joyi",
                "мекенжайы",
                "мекен-жайы",
                "тұрғылықты мекенжайы",
                "дареги",
                "хаяг",
                "адрес",
                "адреса",
                "पता",
                "स्थायी पता",
                "वर्तमान पता",
                "निवास",
                "निवास का पता",
                "घर का पता",
                "पत्ता",
                "ঠিকানা",
                "স্থায়ী ঠিকানা",
                "বর্তমান ঠিকানা",
                "বাসার ঠিকানা",
                "முகவரி",
                "வீட்டு முகவரி",
                "చిరునామా",
                "ವಿಳಾಸ",
                "വിലാസം",
                "સરનામું",
                "ਪਤਾ",
                "ที่อยู่",
                "ที่อยู่ตามทะเบียนบ้าน",
                "ที่อยู่ปัจจุบัน",
                "ที่อยู่จัดส่ง",
                "บ้านเลขที่",
                "አድራሻ",
                "የመኖሪያ አድራሻ",
                "àdírẹ́ẹ̀sì",
                "adireshi",
                "anwani",
                "anwani ya makazi",
                "adires",
                "domicile",
                "resid",
                "residência",
                "residencia",
                "domicilio",
                "domicílio",
                "seoladh",
                "elukoht",
                "elukohta",
                "aadress",
                "adrese",
                "dzīvesvietas adrese",
                "deklarētā adrese",
                "gyvenamoji vieta",
                "gyv. vieta",
                "adresas",
                "alamat agunan",
                "alamat jaminan",
                "alamat rumah",
                "alamat ktp",
                "alamat domisili",
                "alamat pengiriman",
                "alamat",
                "tirahan",
                "address ng bahay",
                "adreça",
                "adreça postal",
                "heimilisfang",
                "heimili",
                "cyfeiriad",
                "helbide",
                "enderezo",
                "lakcím",
                "lakcíme",
                "lakhely",
                "értesítési cím",
                "ikametgah",
                "ikamet adresi",
                "ev adresi",
                "tebligat adresi",
                "yaşayış yeri",
                "adresa stanovanja",
                "prebivalište",
                "prebivališče",
                "naslov za vročanje",
                "bydlisko",
                "bydliště",
                "osoite",
                "kotiosoite",
                "bopæl",
                "bopælsadresse",
                "bostad",
                "hemadress",
                "folkbokföringsadress",
                "woonplaats",
                "woonadres",
                "κατοικία",
                "διεύθυνση",
                "διεύθυνση κατοικίας",
                "住址",
                "家庭住址",
                "现住址",
                "現居地址",
                "户籍地址",
                "戶籍地址",
                "通訊地址",
                "收货地址",
                "租賃標的",
                "現住所",
                "ご住所",
                "本籍",
                "자택주소",
                "배송지",
                "거주지"
            ],
            0.85,
        ),
        // With a dash or a blank for the sign.
        Pattern::within(
            "पता - |पता- |निवासी |ঠিকানা - |ঠিকানা- |ที่อยู่ |บ้านเลขที่ |ساكن |ساکن |البيت |anaishi |wonende te |[Ee]mpadronad[oa] en |domiciliul fiind |katok na lang po sa ",
            0.75,
            0.9,
        ),
        // Without a sign, at the beginning of a line.
        Pattern::prefix("(?:Alamat|Dirección|Domicilio|Endereço|Morada|Indirizzo) [A-ZÁÉÍÓÚÑ]", 0.8, 0.9),
    ]),
    context: words![],
    check,
}];

/// Longest address, in bytes.
const LONGEST: usize = 240;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let text = candidate.field.text;
    let (start, is_field) = match candidate.form {
        Form::Shape if candidate.pattern == 2 => {
            let label = candidate.matched().find(' ')? + 1;
            line::begins(text, candidate.range.start).then_some((candidate.range.start + label, false))?
        }
        Form::Shape => (candidate.range.end, false),
        Form::Field | Form::Member => (candidate.range.start, true),
        _ => (candidate.range.start, false),
    };
    let near = if is_field { text.get(start..candidate.range.end)? } else { line::behind(text, start, LONGEST) };
    let lead = near.len() - near.trim_start_matches([' ', '"', '“', '-', '–', ':', '՝']).len();
    let found = address(near.get(lead..)?)?;
    candidate.part(start + lead + found.start..start + lead + found.end)
}

/// The address that `text` begins with: up to two blanks, a sign that ends values, or the end of a sentence; of two parts at least, with a
/// number.
fn address(text: &str) -> Option<Range<usize>> {
    /// Words behind an address of a sentence, and names of what follows.
    const BEHIND: [&str; 30] = [
        " का हूँ",
        " की हूँ",
        " के हैं",
        " में",
        " همراه",
        " تلفن",
        " هاتف",
        " ت:",
        " Tel",
        " tel",
        " โทร",
        " ফোন",
        " phone",
        " Phone",
        " mob",
        " и т",
        " bsn",
        ", burgerserv",
        ", geb",
        ", nacid",
        ", con DNI",
        ", CPF",
        ", CNP",
        ", OIB",
        ", ЕГН",
        ", e-post",
        ", email",
        " y se ",
        " para que",
        " และ",
    ];
    let ends = |at: &usize, c: char| {
        let rest = &text[*at..];
        match c {
            '\n' | '\r' | '\t' | '|' | ';' | '"' | '”' | '。' | '।' | '።' | '<' | '>' | '{' | '}' | '?' | '!' | '—' => {
                true
            }
            ' ' => {
                rest.starts_with("  ")
                    || rest.starts_with(" · ")
                    || rest.starts_with(" – ") && rest[" – ".len()..].starts_with(|c: char| !c.is_numeric())
            }
            '.' => ends_sentence(&text[..*at], &rest[1..]),
            ')' => !text[..*at].contains('('),
            _ => false,
        }
    };
    let len = text.char_indices().find(|(at, c)| ends(at, *c)).map_or(text.len(), |(at, _)| at);
    let mut found = &text[..len];
    for word in BEHIND {
        found = found.find(word).map_or(found, |at| &found[..at]);
    }
    let found = found.trim_end_matches([' ', ',', '،', '、', '-', ':']);
    let digits = found.chars().filter(|c| c.is_numeric()).count();
    let letters = found.chars().filter(|c| c.is_alphabetic()).count();
    let parts = found.split([',', '،', '、', '፣', ' ', '-', '/']).filter(|part| !part.is_empty()).count();
    let has_sign = found.contains([',', '،', '、', '፣', '/']) || found.contains(|c: char| u32::from(c) > 0x2E80);
    // Scripts without capitals part their places by words alone: `قطعة 5 شارع 12 منزل 41`.
    let groups = found.split(|c: char| !c.is_numeric()).filter(|group| !group.is_empty()).count();
    let has_sign = has_sign || groups > 1 && parts > 3 && found.contains(|c: char| u32::from(c) > 0x530);
    let is_other = found.contains(['@', '=', '\\', '_', '*'])
        || found.contains("://")
        || found.contains("0x")
        || is_machine(found);
    let is_address = digits > 0
        && letters > 3
        && (parts > 2 || found.chars().any(|c| u32::from(c) > 0x2E80) && parts > 0)
        && has_sign;
    (is_address && !is_other && digits * 2 < found.chars().count() + 12).then_some(0..found.len())
}

/// Reports whether a stop between `head` and `rest` ends a sentence, rather than an abbreviation or a number.
fn ends_sentence(head: &str, rest: &str) -> bool {
    /// Most letters of an abbreviation.
    const SHORT: usize = 4;
    let word = head.rsplit([' ', ',', '.', '/', '-', '(']).next().unwrap_or_default();
    // Scripts without capitals begin sentences with any letter.
    let begins = |c: char| (0x530..0x1E00).contains(&u32::from(c)) && c.is_alphabetic();
    let is_uncased = rest.strip_prefix(' ').is_some_and(|rest| rest.starts_with(begins));
    if is_uncased && word.chars().all(char::is_numeric) && head.contains(',') {
        return true;
    }
    let follows = rest.is_empty()
        || rest.starts_with(['\n', '\r'])
        || rest.starts_with(' ')
            && rest[1..].starts_with(|c: char| c.is_uppercase() || c.is_alphabetic() && !c.is_lowercase());
    let is_long =
        word.chars().count() > SHORT || word.chars().next().is_some_and(char::is_numeric) && word.chars().count() > 3;
    follows && (is_long || rest.trim().is_empty())
}

/// Reports whether `found` is an address of a machine or of memory, or an expression: dots between numbers, or a word of programs.
pub(super) fn is_machine(found: &str) -> bool {
    const WORDS: [&str; 12] =
        ["port", "localhost", "null", "bytes", "offset", "IPv4", "IPv6", "MAC", "subnet", "http", "register", "wallet"];
    let is_quad = |word: &str| {
        word.matches('.').count() == 3 && word.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '/' | ':' | ','))
    };
    found.split(' ').any(|word| WORDS.contains(&word) || is_quad(word) || word.matches(':').count() > 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_end_with_their_sentence_or_field() {
        for (text, expected) in [
            ("House 47-B, St 41, G-10/2 اسلام آباد", Some("House 47-B, St 41, G-10/2 اسلام آباد")),
            (
                "თბილისი, ნუცუბიძის III პლატო, კორპ. 4, ბ. 14. სადარბაზო",
                Some("თბილისი, ნუცუბიძის III პლატო, კორპ. 4, ბ. 14"),
            ),
            (
                "Chilonzor 9-mavze, 14-uy, 37-xonadon, Toshkent. SMS",
                Some("Chilonzor 9-mavze, 14-uy, 37-xonadon, Toshkent"),
            ),
            ("वार्ड क्र. 14, मंदिर के पीछे, ग्राम बरेला का हूँ।", Some("वार्ड क्र. 14, मंदिर के पीछे, ग्राम बरेला")),
            ("Chaussée d'Alsemberg 842 bte 6, 1180 Uccle\nGSM", Some("Chaussée d'Alsemberg 842 bte 6, 1180 Uccle")),
            ("buôn Kô Sia, P. 4, TP. Buôn Ma Thuột, Đắk Lắk", Some("buôn Kô Sia, P. 4, TP. Buôn Ma Thuột, Đắk Lắk")),
            (
                "Kitalu 27, Nyumba Na. 113, Mtaa wa Sinza C, Dar es Salaam.\nPiga",
                Some("Kitalu 27, Nyumba Na. 113, Mtaa wa Sinza C, Dar es Salaam"),
            ),
            ("192.168.0.1, port 80", None),
            ("see page 3", None),
            ("localhost 8080 /api", None),
            ("ja", None),
            ("निवासियों ने 3 दिन", None),
        ] {
            assert_eq!(address(text).map(|range| &text[range]), expected, "{text}");
        }
    }
}
