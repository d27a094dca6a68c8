//! Numbers of records behind their names in scripts other than Latin: `社員番号は E04418`, `檔案編號CM/2024/118`,
//! `রেশন কার্ড নম্বর SPHH-44180277`, and behind names that no list holds, if they can be nothing else (`供給地点特定番号は03-6264-3638-2307`).

use std::{borrow::Cow, ops::Range};

use super::record_numbers::{ID_NUMBER_INFO, RECORD_NAMES};
use super::reference_numbers::is_strong;
use crate::recognizers::support::identifiers::number_at;
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

/// Farthest beginning of a name, in bytes.
const NEAR: usize = 96;
/// Longest number, in bytes.
const LONGEST: usize = 32;

pub(super) const RULES: &[Rule] = &[Rule {
    info: ID_NUMBER_INFO,
    // The first letters of words that end such names.
    patterns: Cow::Borrowed(&[Pattern::within(
        "番号|號碼|号码|编号|編號|[户戶单單客订訂案表]号|[戶單客訂案表]號|번호|부호|운송장|номе|رقم |كود |نمب|شما|नंब|नम्|संख|क्र|নম্|எண|సం|ಸಂ|നമ്|નં|ਨੰ|අං|ნომ|ቁጥ",
        0.65,
        0.7,
    )]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { end, .. }) = (candidate.field.text, candidate.range.clone());
    let near = line::behind(text, end, NEAR);
    // In Arabic and Persian the word for "number" begins the name.
    let at = near.find(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit())?;
    let gap = &near[..at];
    let name = gap.trim_end_matches([' ', '#', '(']);
    let name = name.strip_suffix(['は', '是', '为', '為', '는', '은']).unwrap_or(name).trim_end();
    let sign = name.trim_end_matches([':', '：', ' ', '.']);
    if sign.contains([':', '：', ',', '.', '،', '。', '、', '，', '(']) {
        return None;
    }
    let place = number_at(text, end + at, 4, LONGEST)?;
    let head = line::before(text, end + sign.len(), NEAR).to_lowercase();
    let has_letters = near[at..].starts_with(|c: char| c.is_ascii_uppercase()) && sign.len() == name.len();
    let is_named =
        || has_letters && RECORD_NAMES.iter().any(|known| head.ends_with(known.as_ref()) && !known.is_ascii());
    // `reference_numbers` reads Cyrillic.
    let is_other = candidate.matched() != "номе";
    (is_other && is_strong_number_of(text, &place, &head) || is_named()).then(|| candidate.part(place))?
}

/// Reports whether the number at `place` can be nothing but an identifier, and the name that ends `head` is of nothing that is numbered
/// without regard to a person.
fn is_strong_number_of(text: &str, place: &Range<usize>, head: &str) -> bool {
    /// Most letters of a name.
    const LETTERS: usize = 24;
    const HARMLESS: &[&str] = &[
        "商品",
        "製品",
        "部品",
        "品番",
        "品名",
        "型",
        "製造",
        "ロット",
        "電話",
        "携帯",
        "郵便",
        "ページ",
        "行番",
        "ポート",
        "エラー",
        "バージョン",
        "条",
        "特許",
        "列車",
        "便名",
        "产品",
        "產品",
        "零件",
        "批",
        "物料",
        "货",
        "貨",
        "版本",
        "端口",
        "错误",
        "錯誤",
        "页",
        "頁",
        "电话",
        "電話",
        "手机",
        "手機",
        "邮",
        "郵",
        "文号",
        "文號",
        "条码",
        "標準",
        "标准",
        "专利",
        "專利",
        "车次",
        "車次",
        "航班",
        "型号",
        "型號",
        "제품",
        "상품",
        "모델",
        "부품",
        "버전",
        "로트",
        "전화",
        "휴대",
        "연락",
        "우편",
        "페이지",
        "포트",
        "오류",
        "특허",
        "항공",
        "품목",
        "هاتف",
        "جوال",
        "تلفن",
        "موبایل",
        "همراه",
        "منتج",
        "قانون",
        "مادة",
        "صفح",
        "طراز",
        "موديل",
        "جواز",
        "گذرنامه",
        "حساب",
        "पासपोर्ट",
        "পাসপোর্ট",
        "护照",
        "護照",
        "여권",
        "パスポート",
        "口座",
        "账户",
        "账号",
        "帳號",
        "帳戶",
        "계좌",
        "खाता",
        "ఆధార్",
        "पैन",
        "आधार",
        "আধার",
        "პირადი",
        "إصدار",
        "خطأ",
        "رحلة",
        "قطار",
        "مرسوم",
        "फोन",
        "फ़ोन",
        "मोबाइल",
        "संपर्क",
        "उत्पाद",
        "मॉडल",
        "पृष्ठ",
        "धारा",
        "ट्रेन",
        "संस्करण",
        "ফোন",
        "মোবাইল",
        "পৃষ্ঠা",
        "பேசி",
        "போன்",
        "телеф",
        "модел",
        "закон",
        "артик",
        "стат",
        "партии",
        "версии",
        "ტელეფონ",
        "მობილურ",
        "ስልክ",
        "දුරකථන",
        "ഫോൺ",
        "ఫోన్",
        "ಫೋನ್",
        "ફોન",
        "ਫੋਨ",
    ];
    let start = head.char_indices().rev().take(LETTERS).last().map_or(0, |(at, _)| at);
    let clause =
        head[start..].rsplit([',', '，', '、', '.', '。', ';', '；', '\n', '(', '（']).next().unwrap_or_default();
    let is_harmless = HARMLESS.iter().any(|name| clause.contains(name));
    // The word for "number" stands behind what it numbers, or before it.
    clause.chars().count() > 2 && !is_harmless && is_strong(&text[place.clone()], false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn numbers_with_letters_stand_behind_names_of_records() {
        for (text, word, found) in [
            ("社員番号は E04418 で合ってる", "番号", Some("E04418")),
            ("檔案編號CM/2024/04418。", "編號", Some("CM/2024/04418")),
            ("রেশন কার্ড নম্বর SPHH-4418027713, দোকানে", "নম্বর", Some("SPHH-4418027713")),
            ("رقم الطلب AB-448120 جاهز", "رقم ", Some("AB-448120")),
            ("部品番号は E04418", "番号", None),
            ("社員番号 RFC", "番号", None),
            ("社員番号について HTTP2 で", "番号", None),
        ] {
            assert_eq!(check_match(check, text, word, 0), found, "{text}");
        }
    }
}
