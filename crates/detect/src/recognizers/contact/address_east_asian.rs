//! Postal addresses in Chinese, Japanese and Korean, from the largest part to the smallest: `北京市朝阳区建国路88号`,
//! `東京都渋谷区神南1-2-3`, `서울특별시 강남구 테헤란로 123`.

use std::{borrow::Cow, ops::Range};

use super::address::INFO;
use crate::recognizers::support::script_names::{is_han, is_kana};
use crate::text::{line, run_before, window};
use crate::{Candidate, Finding, Pattern, Rule};

/// Farthest parts of an address, in bytes.
const NEAR: usize = 120;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // A road and a number, with building, stairs and room.
        Pattern::within(
            "(?:路|街|道|巷|弄|胡同|段) ?[0-9]{1,4} ?(?:号|號|弄[0-9]{1,4}[号號])(?: ?[0-9A-Za-z]{1,5} ?(?:号楼|號樓|号院|栋|棟|幢|座|单元|單元|室|层|樓之 ?[0-9]{1,3}|樓|楼|号|户|房))*",
            0.8,
            0.95,
        ),
        // A prefecture begins the address.
        Pattern::within("東京都|北海道|京都府|大阪府|県", 0.8, 0.95),
        // A ward and three numbers.
        Pattern::within(
            "区[一-龠々ぁ-んァ-ヶー]{1,8}[0-9０-９]{1,2}[-－−‐][0-9０-９]{1,3}[-－−‐][0-9０-９]{1,4}",
            0.75,
            0.95,
        ),
        // A road and a number, with block and flat.
        Pattern::within(
            "(?:로|길)(?:[0-9]{1,4}(?:번|가|나|다)?길)? ?[0-9]{1,4}(?:-[0-9]{1,4})?(?:,? [0-9]{1,4}(?:동|층|호))*",
            0.75,
            0.95,
        ),
    ]),
    context: words!["地址", "住址", "住在", "住所", "주소"],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, &candidate.range);
    let place = match candidate.pattern {
        0 => chinese(text, range),
        1 => japanese(text, range),
        2 => ward(text, range),
        _ => korean(text, range),
    };
    candidate.part(place?)
}

/// The address that ends with the road and the number at `range`: from the province or city on, behind the words of the
/// sentence.
fn chinese(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    /// Words between a sentence and its address.
    const MARKS: [&str; 14] =
        ["住在", "位于", "位於", "家住", "地址", "寄到", "送到", "在", "到", "至", "是", "为", "為", "从"];
    /// Most characters of a road's name without its city.
    const MOST: usize = 4;
    let run = han_run(window::before(text, range.start, NEAR));
    let behind = |mark: &&str| run.rfind(mark).map(|at| at + mark.len()).filter(|at| *at < run.len());
    let start = MARKS.iter().filter_map(behind).max().unwrap_or(0);
    let named = run.get(start..)?;
    let count = named.chars().count();
    let is_place = named.contains(['省', '市', '区', '區', '县', '縣', '州', '镇', '鎮'])
        || ["香港", "九龍", "九龙", "新界", "澳門", "澳门"].iter().any(|place| named.starts_with(place));
    let own = match is_place {
        true => named.len(),
        false => named.chars().rev().take(MOST).map(char::len_utf8).sum(),
    };
    let start = range.start - own;
    (count > 0).then_some(start - code_len(&text[..start])..range.end + building_len(text, range.end))
}

/// The length of the postcode of Taiwan or China that ends `head` right before the address: `106臺北市…`.
fn code_len(head: &str) -> usize {
    let digits = run_before(head, |c| c.is_ascii_digit()).len();
    let is_begun =
        !head[..head.len() - digits].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '.' | '/'));
    if matches!(digits, 3 | 5 | 6) && is_begun { digits } else { 0 }
}

/// The characters that end `head`, with the numbers of lanes among them: `文化路二段182巷3`.
fn han_run(head: &str) -> &str {
    let is_digit = |c: char| c.is_ascii_digit();
    let mut run = run_before(head, is_han).len();
    for _ in 0..3 {
        // Taiwan may have blanks around numbers: `二段 182 巷 3 弄`.
        let whole = &head[..head.len() - run];
        let before = whole.strip_suffix(' ').unwrap_or(whole);
        let digits = run_before(before, is_digit).len();
        let is_lane = head[head.len() - run..].starts_with(['巷', '弄', '段', '鄰']) || run == 0;
        if digits == 0 || digits > 4 || !is_lane {
            break;
        }
        let rest = &before[..before.len() - digits];
        let words = rest.strip_suffix(' ').unwrap_or(rest);
        run += whole.len() - words.len() + run_before(words, is_han).len();
    }
    &head[head.len() - run..]
}

/// The length of the number of a flat without a word for it that `near` begins with, behind the stairs or the building: `单元502`, ` A 座 1203`.
fn flat_len(near: &str, is_behind_unit: bool) -> usize {
    let bare = near.strip_prefix(' ').unwrap_or(near);
    let digits = bare.bytes().take_while(u8::is_ascii_digit).count();
    let ends = !bare[digits..].starts_with(|c: char| c.is_ascii_alphanumeric() || "月日年元点时-/.%".contains(c));
    if is_behind_unit && (3..=4).contains(&digits) && ends { near.len() - bare.len() + digits } else { 0 }
}

/// The length of a building's name with a flat at `at`: `翠湖花园7幢1402室`.
fn building_len(text: &str, at: usize) -> usize {
    /// Most characters of a name.
    const MOST: usize = 12;
    const UNITS: [char; 14] = ['室', '樓', '楼', '座', '号', '號', '层', '層', '户', '戶', '房', '栋', '幢', '棟'];
    let near = line::behind(text, at, NEAR);
    let (mut from, mut end) = (0, 0);
    // A flat without a word for it: `3栋7B`.
    let flat = near.bytes().take_while(u8::is_ascii_digit).count();
    let is_flat = (1..=4).contains(&flat)
        && near[flat..].starts_with(|c: char| c.is_ascii_uppercase())
        && !near[flat + 1..].starts_with(|c: char| c.is_ascii_alphanumeric());
    let plain = flat_len(near, text[..at].ends_with(['元', '栋', '棟', '幢', '座']));
    if plain > 0 {
        return plain;
    }
    if is_flat && text[..at].ends_with(['栋', '棟', '幢', '座', '楼', '樓', '元', '元']) {
        return flat + 1;
    }
    for _ in 0..3 {
        let rest = &near[from..];
        let name = rest.find(|c| !is_han(c)).unwrap_or(rest.len());
        let digits = rest[name..].bytes().take_while(u8::is_ascii_alphanumeric).count();
        let unit = rest[name + digits..].chars().next().filter(|c| UNITS.contains(c));
        let Some(unit) = unit.filter(|_| (1..=5).contains(&digits) && rest[..name].chars().count() <= MOST) else {
            break;
        };
        from += name + digits + unit.len_utf8();
        end = from;
    }
    end
}

/// The address that begins with the prefecture at `range`: up to its last number.
fn japanese(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    /// The prefectures that end with 県.
    const PREFECTURES: &str = "青森|岩手|宮城|秋田|山形|福島|茨城|栃木|群馬|埼玉|千葉|神奈川|新潟|富山|石川|福井|山梨|長野|岐阜|静岡|愛知|三重|\
        滋賀|兵庫|奈良|和歌山|鳥取|島根|岡山|広島|山口|徳島|香川|愛媛|高知|福岡|佐賀|長崎|熊本|大分|宮崎|鹿児島|沖縄";
    let start = match text.get(range.clone())? {
        "県" => {
            let head = window::before(text, range.start, NEAR);
            let name = PREFECTURES.split('|').find(|name| head.ends_with(name))?;
            range.start - name.len()
        }
        _ => range.start,
    };
    let rest = line::behind(text, range.end, NEAR);
    let named = rest.find(|c: char| !(is_han(c) || is_kana(c) && !"はにをがへで".contains(c))).unwrap_or(rest.len());
    let (run, tail) = rest.split_at(named);
    // `愛知県内の市町村54`
    let has_city = run.contains(['市', '区', '町', '村', '郡']) && !run.contains("市町村");
    // `一丁目` ends with a number that is written out.
    let end = numbers(tail).map(|len| named + len).or_else(|| Some(run.rfind("丁目")? + "丁目".len()))?;
    let end = range.end + end;
    has_city.then(|| start - postcode_len(&text[..start])..end + room_len(text, end))
}

/// The length of the postcode that ends `head`: `〒150-0041 `.
fn postcode_len(head: &str) -> usize {
    let bare = head.trim_end_matches([' ', '\u{3000}']);
    let code = run_before(bare, |c| c.is_ascii_digit() || c == '-');
    let before = &bare[..bare.len() - code.len()];
    if before.ends_with('〒') && (7..=8).contains(&code.len()) {
        return head.len() - bare.len() + code.len() + '〒'.len_utf8();
    }
    // Alone on its line, or first on that of the address: `812-0011`.
    let above = head.trim_end_matches(['\r', '\n', ' ', '\u{3000}']);
    let is_below = head[above.len()..].matches('\n').count() <= 1;
    let code = run_before(above, |c| c.is_ascii_digit() || c == '-');
    let is_code = matches!(code.as_bytes(), [_, _, _, b'-', rest @ ..] if rest.len() == 4 && !rest.contains(&b'-'));
    let start = above.len() - code.len();
    let begins = line::before(head, start, NEAR).trim_start_matches([' ', '\u{3000}']).is_empty();
    if is_code && is_below && begins { head.len() - start } else { 0 }
}

/// The length of a building's name and the number of a room at `at`: ` コーポ梅203`, ` 梅ビル4階`.
fn room_len(text: &str, at: usize) -> usize {
    const NAMES: std::ops::RangeInclusive<usize> = 2..=20;
    let near = line::behind(text, at, NEAR);
    // A fourth number is that of the room: `2-4-9-1203`.
    if let Some(room) = near.strip_prefix(['-', '－', '−', '‐']) {
        let digits = room.find(|c: char| !(c.is_ascii_digit() || ('０'..='９').contains(&c))).unwrap_or(room.len());
        let count = room[..digits].chars().count();
        return if (1..=4).contains(&count) { near.len() - room.len() + digits } else { 0 };
    }
    let Some(rest) = near.strip_prefix([' ', '\u{3000}']) else { return 0 };
    let name = rest.find(|c: char| !(is_han(c) || is_kana(c) || c == '・')).unwrap_or(rest.len());
    let behind = &rest[name..];
    let digits = behind.bytes().take_while(u8::is_ascii_digit).count();
    let unit =
        ["号室", "階", "号", "F"].iter().find(|unit| behind[digits..].starts_with(**unit)).map_or(0, |unit| unit.len());
    let is_named = NAMES.contains(&rest[..name].chars().count());
    // A word for rooms needs no building: ` 505号室`.
    let fits = (is_named || name == 0 && unit > 0) && (1..=4).contains(&digits);
    if fits { near.len() - rest.len() + name + digits + unit } else { 0 }
}

/// The length of the numbers of an address that `text` begins with: `1-2-3`, `2丁目8番1号`, with the number of a room.
fn numbers(text: &str) -> Option<usize> {
    const JOINTS: [&str; 11] = ["丁目", "番地の", "番地", "番", "号室", "号", "-", "－", "−", "‐", "の"];
    let is_digit = |c: char| c.is_ascii_digit() || ('０'..='９').contains(&c);
    let digits = |text: &str| text.find(|c| !is_digit(c)).unwrap_or(text.len());
    let (mut at, mut end) = (0, None);
    loop {
        let rest = text.get(at..)?;
        let len = digits(rest);
        if len == 0 {
            break;
        }
        at += len;
        end = Some(at);
        let Some(joint) = JOINTS.iter().find(|joint| text[at..].starts_with(**joint)) else { break };
        at += joint.len();
        // A dash or a particle at the end belongs to what follows.
        end = if matches!(*joint, "-" | "－" | "−" | "‐" | "の") { end } else { Some(at) };
    }
    end
}

/// The address whose ward and numbers stand at `range`, with the city before it.
fn ward(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    let run = run_before(window::before(text, range.start, NEAR), is_han);
    let start = range.start - run.len();
    (!run.is_empty()).then(|| start - postcode_len(&text[..start])..range.end + room_len(text, range.end))
}

/// The address whose road and number stand at `range`, with the words for the district, the city and the province before it.
fn korean(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    const MOST: usize = 5;
    let is_hangul = |c: char| ('가'..='힣').contains(&c) || c.is_ascii_digit();
    let head = window::before(text, range.start, NEAR);
    let road = run_before(head, is_hangul);
    let mut start = head.len() - road.len();
    let mut parts = 0;
    for _ in 0..MOST {
        let Some(before) = head.get(..start).and_then(|before| before.strip_suffix(' ')) else { break };
        let word = run_before(before, is_hangul);
        let is_part = word.ends_with(['시', '도', '구', '군', '읍', '면', '동', '리']) && word.chars().count() > 1;
        const CITIES: [&str; 17] = [
            "서울", "부산", "대구", "인천", "광주", "대전", "울산", "세종", "경기", "강원", "제주", "전북", "전남",
            "경북", "경남", "충북", "충남",
        ];
        let is_city = CITIES.contains(&word);
        if !is_part && !is_city {
            break;
        }
        parts += 1;
        start = before.len() - word.len();
    }
    let start = range.start - head.len() + start;
    (parts > 0 && !road.is_empty()).then(|| start..range.end + quarter_len(text, range.end))
}

/// The length of the quarter in brackets at `at`, and of the flat behind it: ` (역삼동)`, `, 101동 1502호`.
fn quarter_len(text: &str, at: usize) -> usize {
    const MOST: usize = 16;
    let near = line::behind(text, at, NEAR);
    let bracket = near.strip_prefix(' ').unwrap_or(near).strip_prefix('(').and_then(|rest| rest.split_once(')'));
    let quarter = bracket.filter(|(inner, _)| {
        inner.chars().count() <= MOST
            && inner.split([',', ' ']).any(|word| word.ends_with(['동', '가', '리', '읍', '면']))
    });
    quarter.map_or(0, |(_, rest)| near.len() - rest.len())
}
