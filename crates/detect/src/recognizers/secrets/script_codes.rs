//! Codes, PINs and passwords behind their names in scripts other than Latin: `رمز التحقق … هو 730418`, `लगइन कोड 907318`,
//! `шифрата од алармот 6038`, `取件码48207316`; and before them, `482915 — пароль для входа`.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::secrets::{
    password::INFO,
    script_code_values::{code_at, keypad_at, password_at},
};
use crate::text::{is_word, line};
use crate::{Candidate, Finding, Pattern, Rule};

/// Farthest value and farthest word for what it is, in bytes.
const FAR: usize = 120;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // Words for a code of any kind, which need another for what it opens.
        Pattern::within("[Кк]од|[Шш]ифр|កូដ|ລະຫັດ|รหัส|[码碼]|コード|코드", 0.8, 0.9),
        // Words for a password or a PIN.
        Pattern::within(
            "[Пп]арол|[Лл]озинк|[Пп][иі]н|ПИН|[Дд]омофон|共同玄関|電子鎖|电子锁|门锁|공동현관|パス[ :：]|សម្ងាត់|パスワード|のパス|비밀번호|비번|암호|密[码碼]",
            0.85,
            0.9,
        ),
        // The first letters of more words of both kinds; alternations of words cost tables.
        Pattern::within(
            "[رכكکקकকகకಕകકਕකკԿկኮကاқснپסपওপகபపಪപપਪමპԳգየလစ]|को|পি|কো|கோ|கு|కో|ಕೋ|കോ|કો|ਕੋ|කේ|ကု|पा|पि|পা|පා|මු|ਪਾ|પા|പാ|ಪಾ|పా|လျှို့",
            0.8,
            0.9,
        ),
    ]),
    context: words![],
    check,
}];

/// Beginnings of words for a code, and of words for a password or a PIN.
const CODES: &[&str] = &[
    "رمز",
    "الرمز",
    "كود",
    "الكود",
    "کد",
    "کوڈ",
    "קוד",
    "कोड",
    "কোড",
    "குறியீ",
    "கோட",
    "కోడ",
    "ಕೋಡ",
    "കോഡ",
    "કોડ",
    "ਕੋਡ",
    "කේත",
    "კოდ",
    "կոդ",
    "Կոդ",
    "ኮድ",
    "ကုဒ",
];
const PASSWORDS: &[&str] = &[
    "құпиясөз",
    "сырсөз",
    "нууц үг",
    "پاس ورڈ",
    "پن کوڈ",
    "סיסמ",
    "पासवर्ड",
    "पिन ",
    "ओटीपी",
    "পিন ",
    "পাসওয়",
    "ওটিপি",
    "கடவுச்",
    "పాస్",
    "ಪಾಸ್‌ವ",
    "പാസ്‌വ",
    "પાસવ",
    "ਪਾਸਵ",
    "මුරපද",
    "პაროლ",
    "գաղտնաբառ",
    "Գաղտնաբառ",
    "የይለፍ",
    "လျှို့ဝှက်",
    "စကားဝှက်",
    "پسورد",
];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { start, mut end }) = (candidate.field.text, candidate.range.clone());
    let mut is_password = candidate.pattern == 1;
    if is_password && is_part_of_word(text, &candidate.range) {
        return None;
    }
    if candidate.pattern == 2 {
        let (head, rest) = (&text[..start], &text[start..]);
        // Joined to other words in Burmese, and behind an article in Hebrew.
        if head.ends_with(|c: char| is_word(c) && !matches!(c, '\u{1000}'..='\u{109F}' | 'ה' | 'ב' | 'ל' | 'ו' | 'و'))
        {
            return None;
        }
        let stem = |words: &[&'static str]| words.iter().find(|word| rest.starts_with(**word)).map(|word| word.len());
        let password = stem(PASSWORDS);
        is_password = password.is_some();
        end = start + password.or_else(|| stem(CODES))?;
        // `पिन कोड` is that of the post.
        if is_password && text[..end].ends_with(' ') && CODES.iter().any(|word| text[end..].starts_with(word)) {
            return None;
        }
    }
    let value = value_behind(text, end, is_password);
    let found = value.filter(|place| is_password || is_qualified(text, start, end, place.start));
    let place = found.or_else(|| value_before(text, start, end))?;
    (!is_path(text, start..end, &text[place.clone()])).then(|| candidate.part(place))?
}

/// Reports whether `found` is a path, which the word at `range` means as well: `画像のパスは img_001.png`.
fn is_path(text: &str, range: Range<usize>, found: &str) -> bool {
    let extension = found.rsplit_once('.').map_or("", |(_, extension)| extension);
    let is_file = (2..=4).contains(&extension.len()) && extension.bytes().all(|b| b.is_ascii_lowercase());
    text[range].ends_with("のパス") && (is_file || found.contains(['/', '\\']))
}

/// Reports whether what looks like a word for a password, at `range`, is a part of another word: `спинка`, `암호화`, the
/// passport of somebody (`のパスポート`).
fn is_part_of_word(text: &str, range: &Range<usize>) -> bool {
    let (head, behind) = (&text[..range.start], &text[range.end..]);
    let is_cyrillic = |c: char| matches!(c, '\u{400}'..='\u{4FF}');
    let is_inside = text[range.clone()].starts_with(is_cyrillic) && head.ends_with(is_word);
    let is_passport = text[range.clone()].ends_with("のパス") && behind.starts_with("ポート");
    is_inside || is_passport || behind.starts_with('화')
}

/// The code or the password behind the word that ends at `end`.
fn value_behind(text: &str, end: usize, is_password: bool) -> Option<Range<usize>> {
    /// Most words before the value, and most with a verb or a sign right before it.
    const MOST: [usize; 2] = [3, 10];
    /// Words in Latin letters that stand in names of passwords.
    const NETWORKS: [&str; 9] = ["wifi ", "Wifi ", "WiFi ", "WIFI ", "wi-fi ", "Wi-Fi ", "VPN ", "vpn ", "SMS "];
    /// Such verbs.
    const LINKS: &[&str] = &[
        "هو",
        "شد",
        "شده",
        "هي",
        "است",
        "הוא",
        "היא",
        "है",
        "हो",
        "आहे",
        "হলো",
        "হল",
        "છે",
        "ਹੈ",
        "е",
        "је",
        "є",
        "είναι",
        "это",
        "теперь",
        "је:",
        "არის",
        "คือ",
        "គឺ",
        "ແມ່ນ",
        "හෝ",
    ];
    let near = line::behind(text, end, FAR);
    let begins = |c: char| c.is_ascii_alphanumeric() || matches!(c, '*' | '#');
    let mut len = near.find(begins)?;
    // `лозинката за wifi е …`
    while let Some(word) = NETWORKS.iter().find(|word| near[len..].starts_with(**word)) {
        len += word.len();
        len += near[len..].find(begins)?;
    }
    // `паролата за wifi-то е …`
    let article = ["wifi-", "wi-fi-", "Wi-Fi-", "WiFi-"].iter().find_map(|word| near[len..].strip_prefix(*word));
    if let Some(article) = article.filter(|rest| rest.starts_with(|c: char| c.is_alphabetic() && !c.is_ascii())) {
        len = near.len() - article.len();
        len += near[len..].find(begins)?;
    }
    let gap = &near[..len];
    let is_sign = |c: char| {
        matches!(
            c,
            ' ' | ':'
                | '：'
                | '-'
                | '–'
                | '—'
                | '='
                | '"'
                | '['
                | '('
                | '«'
                | '「'
                | '【'
                | '՝'
                | '៖'
                | '፦'
                | '\''
                | '\u{200B}'..='\u{200F}'
        )
    };
    // A sentence or a clause ends.
    if gap.chars().any(|c| !is_word(c) && !is_sign(c)) {
        return None;
    }
    let words =
        gap.split(' ').filter(|word| word.chars().any(is_word)).skip(usize::from(!gap.starts_with(' '))).count();
    let last = gap.trim_end_matches(is_sign).rsplit(' ').next().unwrap_or_default();
    let told = gap.trim_end_matches([' ', '"', '«', '[', '(']);
    const SIGNS: [char; 14] = [':', '：', '—', '–', '՝', '៖', '፦', 'は', '是', '為', '为', '는', '은', '='];
    // `SSID … パス k7fx…`
    let is_network = text[..end].ends_with(['ス', ' ', ':', '：']) && line::before(text, end, FAR).contains("SSID");
    let is_told = LINKS.contains(&last) || told.ends_with(SIGNS) || is_network;
    if words > MOST[usize::from(is_told)] || is_joined(gap) && gap.chars().count() > 12 {
        return None;
    }
    let at = end + len;
    let code = code_at(text, at).or_else(|| keypad_at(text, at));
    // Without a verb or a sign a word of programs follows as well: `পাসওয়ার্ডের কারণে SOCKSv5 …`
    if code.is_some() || !is_password || !is_told {
        return code;
    }
    password_at(text, at)
}

/// Reports whether `gap` is in a script without blanks between words.
fn is_joined(gap: &str) -> bool {
    gap.contains(|c: char| matches!(c, '\u{3040}'..='\u{9FFF}'))
}

/// Reports whether a word beside the code's name tells what it opens or confirms; a code of places, errors and goods is none.
fn is_qualified(text: &str, start: usize, end: usize, at: usize) -> bool {
    const OPENED: &[&str] = &[
        "вход",
        "подтвержд",
        "подтверж",
        "смс",
        "доступ",
        "домофон",
        "подъезд",
        "двер",
        "ворот",
        "калитк",
        "сейф",
        "сигнализ",
        "авториз",
        "активац",
        "аларм",
        "врат",
        "портал",
        "верифик",
        "потврд",
        "карти",
        "вхід",
        "під'їзд",
        "під’їзд",
        "замк",
        "кірісу",
        "растау",
        "кирүү",
        "ырастоо",
        "баталгаажуулах",
        "التحقق",
        "التأكيد",
        "الدخول",
        "الباب",
        "البوابة",
        "التفعيل",
        "سري",
        "السري",
        "المرور",
        "الإنذار",
        "تأیید",
        "تایید",
        "ورود",
        "دوم",
        "پویا",
        "کارت",
        "در ",
        "یکبار",
        "تصدیق",
        "گیٹ",
        "لاگ ان",
        "دروازے",
        "او ٹی پی",
        "כניס",
        "אימות",
        "אישור",
        "דלת",
        "שער",
        "מדרגות",
        "כספת",
        "الخزنة",
        "خزنة",
        "الخزينة",
        "חניון",
        "מחסן",
        "לובי",
        "בניין",
        "אזעק",
        "סוד",
        "लगइन",
        "लॉगिन",
        "सत्यापन",
        "पुष्टि",
        "गेट",
        "दरवा",
        "पिन",
        "प्रमाणीकरण",
        "पडताळणी",
        "रिसेट",
        "रीसेट",
        "लॉक",
        "OTP",
        "ওটিপি",
        "লগইন",
        "যাচাই",
        "পিন",
        "রিসেট",
        "গেট",
        "দরজা",
        "சரிபார்",
        "உள்நுழை",
        "கதவு",
        "ధృవీకరణ",
        "లాగిన్",
        "ಪರಿಶೀಲನ",
        "ಲಾಗಿನ್",
        "സ്ഥിരീകരണ",
        "ലോഗിൻ",
        "ચકાસણી",
        "લૉગિન",
        "ਤਸਦੀਕ",
        "ਲੌਗਇਨ",
        "තහවුරු",
        "ඇතුල්",
        "შესვლ",
        "დადასტურ",
        "კარ",
        "სადარბაზო",
        "հաստատ",
        "մուտք",
        "դռան",
        "ማረጋገጫ",
        "መግቢያ",
        "အတည်ပြု",
        "ဝင်ရောက်",
        "ផ្ទៀងផ្ទាត់",
        "ចូល",
        "សម្ងាត់",
        "ຢືນຢັນ",
        "ยืนยัน",
        "เข้า",
        "ประตู",
        "ตู้",
        "개통",
        "인증",
    ];
    /// Names that say so, in scripts without blanks.
    const JOINED: &[&str] = &[
        "验证", "驗證", "取件", "取貨", "取货", "提货", "提貨", "门禁", "門禁", "开门", "開門", "動態", "动态", "校验",
        "確認", "确认", "認証", "承認", "解錠", "暗証",
    ];
    let before = line::before(text, start, FAR / 2);
    let before = before.rsplit(['.', '!', '?', '।', '۔', '。', '，', ',', '،']).next().unwrap_or_default();
    let gap = &text[end..at];
    if is_joined(&text[start..end]) {
        let is_code = text[start..end].starts_with(['码', '碼', 'コ']);
        return is_code && JOINED.iter().any(|word| before.ends_with(word) || before.trim_end().ends_with(word));
    }
    // `पिन कोड 110001` is that of the post.
    let is_post = ["पिन ", "পিন ", "பின் ", "పిన్ ", "ಪಿನ್ ", "പിൻ ", "પિન ", "ਪਿੰਨ ", "почтовый ", "पिन-"]
        .iter()
        .any(|word| before.ends_with(word));
    let lower = [before, gap].concat().to_lowercase();
    !is_post && OPENED.iter().any(|word| lower.contains(word) || gap.contains(word) || before.contains(word))
}

/// The code before its name at `start`, at the beginning of a line or a sentence: `482915 — пароль для входа`.
fn value_before(text: &str, start: usize, end: usize) -> Option<Range<usize>> {
    let head = line::before(text, start, FAR);
    let bare = head.strip_suffix("ваш ").or_else(|| head.strip_suffix("Ваш ")).unwrap_or(head);
    let number = bare.trim_end_matches([' ', '—', '–', '-']);
    let digits = number.bytes().rev().take_while(u8::is_ascii_digit).count();
    let before = number[..number.len() - digits].trim_end_matches(' ');
    let begins = before.is_empty() || before.ends_with(['!', '.', '?', ':']);
    let is_parted = bare[number.len()..].contains(['—', '–', '-']);
    let behind = line::behind(text, end, FAR).to_lowercase();
    let is_purpose =
        ["для вход", "подтвержд", "для підтвердж", "доступа", "для вх"].iter().any(|word| behind.contains(word));
    let at = start - (head.len() - number.len());
    ((4..=8).contains(&digits) && begins && is_parted && is_purpose).then_some(at - digits..at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Field;

    fn code<'t>(text: &'t str, word: &str, pattern: usize) -> Option<&'t str> {
        let pattern = if word.contains(|c: char| !"кодшифрлзинкпасьwfi码のパス密비밀번호".contains(c))
            && !word.starts_with(['п', 'ш'])
        {
            2
        } else {
            pattern
        };
        let (field, start) = (Field::new(text), text.find(word)?);
        let range = start..start + word.len();
        let candidate = Candidate { field: &field, range, pattern, form: crate::Form::Shape, name: "" };
        check(&candidate).map(|found| &text[found.range])
    }

    #[test]
    fn codes_need_a_word_for_what_they_open() {
        for (text, word, found) in [
            ("رمز التحقق لتسجيل الدخول إلى المنصة هو 730418.", "رمز", Some("730418")),
            ("लगइन कोड 907318 हो", "कोड", Some("907318")),
            ("আপনার পিন রিসেট কোড 582041।", "কোড", Some("582041")),
            ("הקוד לכניסה לבניין *2580#, דירה", "קוד", Some("2580")),
            ("шифрата од алармот 6038.", "шифр", Some("6038")),
            ("гейт گیٹ کوڈ 5519۔", "کوڈ", Some("5519")),
            ("包裹已到，取件码48207316，24小时", "码", Some("48207316")),
            ("482915 — код для входа в банк", "код", Some("482915")),
            ("код ошибки 4031", "код", None),
            ("код города Тверь 4822", "код", None),
            ("पिन कोड 110001", "कोड", None),
            ("号码48207316", "码", None),
            ("код для входа: откройте. 4031", "код", None),
        ] {
            assert_eq!(code(text, word, 0), found, "{text}");
        }
        for (text, word, found) in [
            ("лозинката за wifi во викендичката е ohrid_77biser, а", "лозинк", Some("ohrid_77biser")),
            ("лозинката е ohrid_77biser, а", "лозинк", Some("ohrid_77biser")),
            ("VPNのパスは sakura-Mochi#18 に変えた", "のパス", Some("sakura-Mochi#18")),
            ("道闸密码是#7719，", "密码", Some("7719")),
            ("пароль должен содержать 8 знаков", "парол", None),
            ("密码对 SOCKSv5 协议太长", "密码", None),
            ("비밀번호는 8자 이상", "비밀번호", None),
        ] {
            assert_eq!(code(text, word, 1), found, "{text}");
        }
    }
}
