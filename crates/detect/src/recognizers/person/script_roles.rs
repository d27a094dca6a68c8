//! Names behind what somebody is to an office or a firm, without a sign between both, in scripts without capitals: `客户李娜`, `고객
//! 이서연님`; and surnames with initials in Cyrillic.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use crate::recognizers::support::east_asian_names::{
    begins_with_family, is_han_family, is_han_given, is_japanese_family,
};
use crate::recognizers::support::name_shape::name_words;
use crate::recognizers::support::script_names::{is_han, is_known, is_thai, name_len};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line, run_before, window};
use crate::{Candidate, Finding, Pattern, Rule};

/// Farthest end of a name, in bytes.
const NEAR: usize = 128;

/// The places of the patterns.
const HAN: usize = 0;
const HANGUL: usize = 1;
const THAI: usize = 2;
const FAMILIAR: usize = 3;
const STAFF: usize = 4;
const LABELLED: usize = 6;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::within(
            "老板|嫂子|弟媳|岳母|表哥|表姐|堂弟|被害者|被疑者|容疑者|护士|護士|被告人|被告|原告|证人|證人|客服|同事|客户|客戶|顾客|顧客|房東|鄰居|司機|聯絡人|收件者|收貨人|收货人|寄件人|學生|員工|會員|住戶|住户|房客|業主|业主|快递员|快遞員|保安|看護|护工|保姆|老婆|岳父|客人|用户|患者|病人|员工|学生|会员|入住人|联系人|收件人|司机|本人|先生|太太|姐姐|妹妹|哥哥|弟弟|奶奶|爷爷|外婆|外公|证明人|代理|代理人|中介|邻居|房东|租客|改成|我叫|我是|孩子叫|儿子叫|女儿叫|名叫|他叫|她叫|司机叫|宝宝叫|老婆|老公|丈夫|妻子|爱人|愛人|父亲|母亲|儿子|女儿|儿媳|经办人|当事人|當事人",
            0.75,
            0.9,
        ),
        Pattern::within(
            "(?:고객|환자|회원|직원|학생|운전자|예약자|보호자|담임|신고자|상대방|수취인|수신자|신청자|계약자|가입자|수령자|근로자|사업주|대표|상담사|상담원|담당자|배우자|남편|아내|아들|어머니|아버지|동생|언니|오빠|누나|임차인|임대인|피해자|세입자|집주인|보낸 사람은|받는 사람은|보내는 사람은|전학생|신랑|신부|팀원|조교|강사)(?: ?: ?| )",
            0.75,
            0.9,
        ),
        // Titles in Thai, joined to the name.
        Pattern::within("นาย|นาง|คุณ|นพ\\. ?|พญ\\. ?|ทพ\\. ?|ดร\\. ?|ผู้ป่วย |คนไข้ ", 0.75, 0.9),
        // Who speaks in a chat by a familiar name: `老张：`, `阿Ken：`
        Pattern::within("[老小阿][一-龥A-Za-z]{1,8}[：:]", 0.75, 0.9),
        // Who took a call or is called, in notes of Japan: `受付：佐藤`
        Pattern::within("(?:受付|担当|応対|記録|報告|作成|先方|発信|相手|取次)[：:]", 0.75, 0.9),
        // Two initials: `Иванов И.И.`, `И. И. Иванов`
        Pattern::within("[А-ЯІЇЄҐ]\\. ?[А-ЯІЇЄҐ]\\.", 0.8, 0.9),
        // A frequent name behind a label of any kind and before a sign: `报案：王强，`
        Pattern::within("[:：] ?[一-龥가-힣א-תء-يअ-ह]", 0.75, 0.9),
    ]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, &candidate.range);
    let place = match candidate.pattern {
        HAN => han(text, range.end)?,
        HANGUL => hangul(text, range.end)?,
        THAI => thai(text, range)?,
        FAMILIAR => familiar(text, range)?,
        STAFF => {
            let near = line::behind(text, range.end, NEAR);
            let name = &near[..near.find(|c| !is_han(c)).unwrap_or(near.len())];
            (is_japanese_family(name) || is_known(name)).then_some(range.end..range.end + name.len())?
        }
        LABELLED => labelled(text, range)?,
        _ => initialled(text, range)?,
    };
    candidate.part(place)
}

/// Words behind the names of those who call, complain or pay.
const BEHIND: [&str; 48] = [
    "称", "稱", "未", "和", "陪同", "予以", "证实", "没", "不", "也", "还", "到", "签", "因", "通知", "派送", "离婚",
    "離婚", "之间", "与", "诉", "写", "来电", "致电", "反馈", "表示", "要求", "投诉", "咨询", "您好", "先生", "女士",
    "已经", "申请", "的", "说", "来", "去", "在", "会", "要", "今天", "明天", "昨天", "住", "帮", "给", "打",
];

/// A frequent family name and one or two characters, up to a sign or one of [`BEHIND`].
fn han(text: &str, at: usize) -> Option<Range<usize>> {
    let behind = line::behind(text, at, NEAR);
    let near = behind.strip_prefix(['：', ':', ' ', '(', '（']).unwrap_or(behind);
    let placed = behind_place(near);
    let is_placed = placed.len() < near.len();
    let near = placed;
    let start = at + behind.len() - near.len();
    let run = &near[..near.find(|c| !is_han(c)).unwrap_or(near.len())];
    // What the person does, or is called politely, may follow: `客户张伟来电`.
    // Parties of trials in Japan: `被告人大野 隆`
    let (family, spaced) = run_with_given(near, run);
    if ["被告人", "被害者", "被疑者", "容疑者", "原告", "被告"].iter().any(|role| text[..at].ends_with(role))
        && is_japanese_family(family)
    {
        return Some(start..start + family.len() + spaced);
    }
    // A family name of two characters makes four.
    let fits = |name: &&str| (2..=4).contains(&name.chars().count()) && is_known(name);
    let parts = || BEHIND.iter().filter_map(|word| run.split_once(word)).map(|(name, _)| name);
    // Who says where he lives says his name: `我是3樓的王筱晴`.
    let tells = ["我是", "我叫", "本人"].iter().any(|word| text[..at].ends_with(word));
    // The name of a field stands before any name.
    const FIELDS: [&str; 8] = ["收货人", "收件人", "收貨人", "收件者", "联系人", "聯絡人", "寄件人", "入住人"];
    let is_field = FIELDS.iter().any(|field| text[..at].ends_with(field));
    let field =
        || Some(run).filter(|run| is_field && (2..=3).contains(&run.chars().count()) && begins_with_family(run));
    let told = || {
        Some(run).filter(|run| is_placed && tells && (2..=3).contains(&run.chars().count()) && begins_with_family(run))
    };
    let name = Some(run)
        .filter(fits)
        .or_else(told)
        .or_else(field)
        .or_else(|| parts().filter(fits).max_by_key(|name| name.len()))
        .or_else(|| relative(&text[..at], run))?;
    Some(start..start + name.len())
}

/// `run`, and the length of a given name behind it with the blank between them.
fn run_with_given<'t>(near: &str, run: &'t str) -> (&'t str, usize) {
    let rest = &near[run.len()..];
    let given = rest
        .strip_prefix([' ', '\u{3000}'])
        .map_or("", |given| &given[..given.find(|c| !is_han(c)).unwrap_or(given.len())]);
    let fits = (1..=3).contains(&given.chars().count());
    (run, if fits { rest.len() - rest.trim_start_matches([' ', '\u{3000}']).len() + given.len() } else { 0 })
}

/// The given name that begins `run`, behind a relative of somebody: `我女儿可馨发烧了`.
fn relative<'t>(head: &str, run: &'t str) -> Option<&'t str> {
    const KIN: [&str; 12] =
        ["女儿", "儿子", "老公", "老婆", "丈夫", "妻子", "爱人", "妹妹", "哥哥", "姐姐", "弟弟", "儿媳"];
    const BEHIND: &str = "说昨今明想要会不没也都和跟把在来去到从今刚曾发生病住上放考过被咳感摔受需申喜叫读的";
    const WORDS: &WordList = &WordList::new(
        "明天|天天|大学|小学|可爱|聪明|健康|平安|大一|小小|善良|文静|成立|国庆|春天|一天|新学|正在|家长|长大|学成|成才|成家|一家|才华|家庭|国家|安全|宝宝|公子|学长|学子|小时|平时|大家|美国|中国|文学|英国|正好|雪天|阳光|心仪|心安",
    );
    const OWNERS: [char; 7] = ['我', '他', '她', '您', '你', '咱', '家'];
    let kin = KIN.iter().find_map(|kin| head.strip_suffix(kin))?;
    let mut letters = run.char_indices();
    let (_, (_, second)) = (letters.next()?, letters.next()?);
    let (name, rest) = run.split_at(run.find(second)? + second.len_utf8());
    let is_name = name.chars().count() == 2 && name.chars().all(is_han_given) && !is_listed(name, WORDS);
    let ends = rest.is_empty() || rest.starts_with(|c| BEHIND.contains(c));
    (kin.ends_with(OWNERS) && is_name && ends).then_some(name)
}

/// `near` without the storey or the room of who speaks, `3樓的`, `502室的`.
fn behind_place(near: &str) -> &str {
    const UNITS: [char; 12] = ['楼', '樓', '号', '號', '室', '栋', '棟', '层', '層', '班', '组', '組'];
    let rest = near.trim_start_matches(|c: char| c.is_ascii_digit());
    let unit = rest.strip_prefix(UNITS).filter(|_| rest.len() < near.len());
    unit.and_then(|rest| rest.strip_prefix('的')).unwrap_or(near)
}

/// A frequent name before `님`, `씨` or the end of the word.
fn hangul(text: &str, at: usize) -> Option<Range<usize>> {
    let near = line::behind(text, at, NEAR);
    let word = &near[..near.find(|c| !('가'..='힣').contains(&c)).unwrap_or(near.len())];
    let name = word.strip_suffix(['님', '씨']).unwrap_or(word);
    // Names of Vietnam: `보호자 응우옌티흐엉`.
    let is_foreign = |name: &&str| {
        (4..=8).contains(&name.chars().count())
            && ["응우옌", "쩐티", "레티", "팜티", "호앙", "부이", "당티"].iter().any(|family| name.starts_with(family))
    };
    let is_name = |name: &&str| (3..=4).contains(&name.chars().count()) && is_known(name) || is_foreign(name);
    // `근로자 김민수는`, `상담사 김민수입니다`
    const PARTICLES: [&str; 15] =
        ["은", "는", "이", "가", "을", "를", "과", "와", "의", "에게", "께서", "입니다", "이고", "이요", "이에요"];
    let bare = || PARTICLES.iter().filter_map(|end| word.strip_suffix(end)).find(is_name);
    let name = Some(name).filter(is_name).or_else(bare)?;
    Some(at..at + name.len())
}

/// The familiar name that begins a line and ends before the colon of the match.
fn familiar(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    const OTHERS: &WordList = &WordList::new(
        "小计|小計|小结|小結|小时|小時|小组|小組|小票|小费|小費|小区|小區|小学|小學|小说|小說|小红书|小程序|小贴士|小提示|小知识|小标题|小節|小节|小红|\
         老师|老師|老板|老闆|老人|老年|老家|老公|老婆|老规矩|阿里|阿里云|阿里巴巴|阿姨|小朋友|小助手|小秘书|小编|小編",
    );
    let matched = text.get(range.clone())?;
    let name = matched.trim_end_matches(['：', ':']);
    let mut letters = name.chars();
    let (first, second) = (letters.next()?, letters.next()?);
    let is_family = is_han_family(second) && name.chars().nth(3).is_none();
    let fits = is_family || first == '阿' || second.is_ascii_uppercase();
    (line::begins(text, range.start) && fits && !is_listed(name, OTHERS)).then(|| range.start..range.start + name.len())
}

/// Two short words behind a title, the first joined to it; `คุณ` is a pronoun, too, and needs a role or a sign before it.
fn thai(text: &str, title: &Range<usize>) -> Option<Range<usize>> {
    /// Fewest and most characters of a word.
    const LENGTHS: std::ops::RangeInclusive<usize> = 3..=14;
    const ROLES: [&str; 7] = ["ลูกค้า", "ผู้ป่วย", "คนไข้", "นักเรียน", "พนักงาน", "ผู้โดยสาร", "เรียน"];
    /// Beginnings of words for offices and trades.
    const OTHERS: [&str; 14] =
        ["กรัฐ", "จ้าง", "ทะเบียน", "แพทย์", "แบบ", "เอก", "ฟ้า", "พยาบาล", "อำเภอ", "หน้า", "ทหาร", "ตำรวจ", "ทุน", "ภาพ"];
    let head = window::before(text, title.start, NEAR);
    let rest = line::behind(text, title.end, NEAR);
    let rest = rest.strip_prefix("สาว").unwrap_or(rest);
    let start = title.end + line::behind(text, title.end, NEAR).len() - rest.len();
    let bare = head.trim_end_matches([' ', ':']);
    let is_role = ROLES.iter().any(|role| bare.ends_with(role)) || bare.len() < head.len() && head.contains(':');
    let begins = !head.ends_with(is_thai) || ROLES.iter().any(|role| head.ends_with(role));
    let body = &rest[..rest.find(|c| !is_thai(c) && c != ' ').unwrap_or(rest.len())];
    let (given, others) = body.split_once(' ')?;
    let family = others.split(' ').next()?;
    if text.get(title.clone())? == "คุณ" && is_called(given, others) && !head.ends_with(is_thai) {
        return Some(title.start..start + given.len());
    }
    let is_word = |word: &str| LENGTHS.contains(&word.chars().count());
    let is_other = OTHERS.iter().any(|other| given.starts_with(other));
    let matched = text.get(title.clone())?;
    let is_title = matched != "คุณ" || is_role;
    // The title belongs to the same run of letters, if no blank or point parts it.
    let is_joined = !matched.ends_with([' ', '.']);
    let first = if is_joined { title.start - run_before(head, is_thai).len() } else { start };
    (begins && is_title && is_word(given) && is_word(family) && !is_other)
        .then(|| first..start + given.len() + 1 + family.len())
}

/// Reports whether `given` behind the word of respect, which is a pronoun, too, is a name: `คุณปาณิสรา โทรมา`. What somebody does follows,
/// and no verb or thing begins it.
fn is_called(given: &str, rest: &str) -> bool {
    const LENGTHS: std::ops::RangeInclusive<usize> = 4..=10;
    const VERBS: [&str; 14] =
        ["โทร", "แจ้ง", "ขอ", "บอก", "สั่ง", "ฝาก", "ติดต่อ", "รอ", "ชำระ", "โอน", "ยกเลิก", "เลื่อน", "นัด", "ลา"];
    const OTHERS: &str = "ภาพ|สมบัติ|ค่า|ธรรม|ต้อง|จะ|ไม่|ได้|มี|เป็น|สามารถ|อยาก|ขอ|ควร|ลูก|พ่อ|แม่|ครู|หมอ|ชอบ|ใช้|เลือก|กด|กรุณา|ไป|มา|รู้|คิด|เห็น|สนใจ|และ|หรือ|ที่|ทำ|ซื้อ|สั่ง|ลอง|อาจ|เคย|กำลัง|ยัง|รับ|ส่ง|ว่า|เอง|ก็|คือ|นั้น|นี้|ป้า|ลุง|น้า|ตา|ยาย|พี่|น้อง|\
        สมัคร|โทร|เข้า|ออก|เปิด|ปิด|ดู|หา|ถาม|บอก|ตอบ|แจ้ง|ติดต่อ|เพิ่ม|ลบ|เปลี่ยน|แก้|ประโยชน์|หนู|ผู้|ท่าน|ถ้า|เมื่อ|ช่วย|รอ|ขาย|จ่าย|โอน|ชำระ|จอง|ยกเลิก|เลื่อน|พร้อม|สะดวก";
    LENGTHS.contains(&given.chars().count())
        && VERBS.iter().any(|verb| rest.starts_with(verb))
        && !OTHERS.split('|').any(|other| given.starts_with(other))
}

/// The frequent name that begins with the last character of the match, fills its part, and stands behind a label that begins its line.
fn labelled(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    /// Longest label, in bytes.
    const LABEL: usize = 40;
    let start = range.end - text[range.clone()].chars().next_back()?.len_utf8();
    let label = line::before(text, range.start, LABEL);
    let begins = line::begins(text, range.start - label.len()) && label.chars().any(char::is_alphabetic);
    let len = name_len(text.get(start..)?)?;
    let found = &text[start..start + len];
    let ends = text[start + len..].starts_with([',', '，', '、', '،', ';', '\n', '\r', '(', '（'])
        || text.len() == start + len;
    (begins && ends && is_known(found)).then(|| start..start + len)
}

/// The surname before the initials at `initials`, or behind them.
fn initialled(text: &str, initials: &Range<usize>) -> Option<Range<usize>> {
    /// Words with capitals before the marks of their parts.
    const OTHERS: &WordList =
        &WordList::new("приложение|таблица|рисунок|раздел|пункт|глава|часть|форма|класс|группа|том|додаток|розділ");
    let is_surname = |word: &str| {
        word.chars().count() > 2
            && word.chars().skip(1).all(|c| c.is_lowercase() || c == '-' || c.is_uppercase())
            && word.chars().any(char::is_lowercase)
            && name_words(word) == Some(1)
            && !is_listed(word, OTHERS)
    };
    let stands = |c: char| c.is_alphabetic() || c == '-';
    let rest = line::behind(text, initials.end, NEAR);
    // A third initial makes it an abbreviation: `Ф.И.О.`
    if rest.chars().nth(1) == Some('.') || !is_value_edge(text, initials.start) {
        return None;
    }
    let head = window::before(text, initials.start, NEAR).strip_suffix(' ');
    let before = head.map(|head| {
        &head[head.char_indices().rev().find(|(_, c)| !stands(*c)).map_or(0, |(at, c)| at + c.len_utf8())..]
    });
    if let Some(surname) = before.filter(|word| is_surname(word)) {
        return Some(initials.start - 1 - surname.len()..initials.end);
    }
    let name = rest.strip_prefix(' ').unwrap_or(rest);
    let surname = &name[..name.find(|c| !stands(c)).unwrap_or(name.len())];
    is_surname(surname).then(|| initials.start..initials.end + rest.len() - name.len() + surname.len())
}
