//! Names in lists, chats and letters of China, Japan and Korea, told by their place: `2. 赵子墨 奶奶去`, `朵朵妈妈 18:02`, `小李，…`, `東和管理の
//! 小鳥遊です。`, `渡邉 美月（ワタナベ ミヅキ）`, `황보 교수`, `지우맘 :`.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use crate::recognizers::support::east_asian_names::{
    begins_with_family, hangul_family_len, is_han_family, is_japanese_family, japanese_given_name,
};
use crate::recognizers::support::script_names::{is_han, is_hangul_particle, is_kana, is_known};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{line, run_before};
use crate::{Candidate, Finding, Pattern, Rule};

/// Bytes that are read beside a match.
const NEAR: usize = 64;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // The parent of a child, who speaks in a chat of parents.
        Pattern::within("(?:妈妈|爸爸|奶奶|爷爷|外婆|外公|媽媽|爺爺)[ :：]", 0.75, 0.9),
        Pattern::within("小|老", 0.75, 0.9),
        // Whom a letter comes from: the firm, its particle, the name and the verb.
        Pattern::within("です。|でございます|と申します", 0.75, 0.9),
        // How the name before it is read.
        Pattern::within("[（(][ァ-ヶ]", 0.8, 0.9),
        // How somebody of one's trade is called: `蒋工`, `李姐`.
        Pattern::within("[工总總姐哥叔嫂][ ，,：:！!\n写寫说說还還也在来來去没沒]", 0.75, 0.9),
        // An item of a list.
        Pattern::within("[0-9][.、．)）] ?[一-龥]", 0.75, 0.9),
        // To whom a thing is to be given.
        Pattern::within("宛", 0.75, 0.9),
        Pattern::within("[请請]", 0.75, 0.9),
        // Offices of Korea without the syllable of politeness, and the mothers of children.
        Pattern::within(
            "주무관|사무관|교수|대리|과장|부장|차장|팀장|반장|경위|경사|순경|사원|주임|실장|선생|상담사|상담원|여사|변호사|간호사|기사님|원장|대표|이사",
            0.75,
            0.9,
        ),
        Pattern::within("(?:맘|엄마|아빠|할머니|할아버지|이모|삼촌) ?[:：]", 0.75, 0.9),
        // A form of Japan, with a blank for a sign.
        Pattern::within("(?:氏名|名義|お名前|患者|宛名|受取人|代表者|扶養)[ \u{3000}:：]", 0.75, 0.9),
        // A family name alone with the word of respect.
        Pattern::within(
            "[김이박최정강조윤장임한오서신권황안송류홍배백허남심노곽성차민엄채원천방공변염추]씨",
            0.75,
            0.9,
        ),
        // An item behind a bullet.
        Pattern::within("[-*•・][ \u{3000}]?[一-龥가-힣ぁ-ん]", 0.75, 0.9),
        // Whose relative stands in brackets behind a name.
        Pattern::within("[（(](?:父|母|妻|夫|祖父|祖母|長男|長女|次男|次女|兄|姉|弟|妹)[ \u{3000}]", 0.75, 0.9),
    ]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let head = line::before(text, start, NEAR);
    let before = |name: &str| Some(start - name.len()..start);
    let place = match candidate.pattern {
        0 => before(parent(head)?),
        1 => familiar(text, start, end),
        2 => before(sender(head)?),
        3 => reading(text, start, head),
        4 => before(colleague(head)?),
        5 => item(text, &candidate.range),
        6 => before(receiver(head, line::behind(text, end, NEAR))?),
        7 => asked(text, end),
        8 => officer(head).map(|range| start - head.len() + range.start..start - head.len() + range.end),
        10 => form(text, end),
        11 => respected(text, start, end),
        12 => bullet(text, &candidate.range),
        13 => relative(text, end),
        _ => child(head).map(|range| start - head.len() + range.start..start - head.len() + range.end),
    };
    candidate.part(place?)
}

/// The name of two to four characters that `head` is, but for signs before it.
fn parent(head: &str) -> Option<&str> {
    const OTHERS: &WordList = &WordList::new(
        "孩子|宝宝|宝贝|學生|学生|小孩|我家|你家|他家|她家|各位|亲爱的|所有|准|新手|单亲|全职|年轻|好|坏|同学|班级",
    );
    let own = run_before(head, is_han);
    let bare = head[..head.len() - own.len()].trim_matches([' ', '-', '☞', '•', '>', '[', '【', '“', '"']);
    let fits = (2..=4).contains(&own.chars().count()) && bare.is_empty();
    (fits && !is_listed(own, OTHERS)).then_some(own)
}

/// The familiar name of a prefix and a family name, where a clause begins or behind somebody's task.
fn familiar(text: &str, start: usize, end: usize) -> Option<Range<usize>> {
    /// Family names that make words of other things with the prefix.
    const WORDS: &str = "于白金方高石万钱贺龙史汤江向文康常武林毛包";
    const TASKS: [&str; 20] = [
        "客服", "助理", "在", "请", "等", "问", "站长", "师傅", "店长", "找", "联系", "给", "和", "跟", "叫", "同事",
        "司机", "房东", "队长", "邻居",
    ];
    let family = text[end..].chars().next().filter(|c| is_han_family(*c) && !WORDS.contains(*c))?;
    let head = line::before(text, start, NEAR);
    let begins = head.trim_end().is_empty()
        || head.ends_with(['，', ',', '。', '：', ':', '@', '！'])
        || TASKS.iter().any(|task| head.ends_with(task));
    let rest = &text[end + family.len_utf8()..];
    let ends = rest.starts_with(['，', ',', '：', ':', '(', '（', '\n', '~', '！', '!', '？', '?'])
        || rest.trim_start().starts_with(|c: char| c.is_ascii_digit()) && rest.starts_with([' ', '1'])
        || rest.starts_with([
            '说', '說', '也', '还', '還', '在', '来', '來', '去', '不', '没', '要', '家', '联', '聯', '帮', '回', '负',
            '和', '跟', '。', '、', '；',
        ])
        || rest.is_empty();
    (begins && ends).then(|| start..end + family.len_utf8())
}

/// The sender of a letter behind the firm: `東和管理の小鳥遊`.
fn sender(head: &str) -> Option<&str> {
    const FIRMS: [&str; 36] = [
        "社",
        "店",
        "部",
        "課",
        "係",
        "管理",
        "クリニック",
        "銀行",
        "病院",
        "医院",
        "事務所",
        "センター",
        "ホテル",
        "不動産",
        "商事",
        "産業",
        "工業",
        "建設",
        "堂",
        "局",
        "園",
        "校",
        "支店",
        "組合",
        "総務",
        "人事",
        "営業",
        "経理",
        "受付",
        "製作所",
        "サービス",
        "サポート",
        "商店",
        "大学",
        "役所",
        "物産",
    ];
    let own = run_before(head, is_han);
    let firm = head[..head.len() - own.len()].strip_suffix('の')?;
    let is_firm = FIRMS.iter().any(|word| firm.ends_with(word)) || firm.contains("会社") && is_japanese_family(own);
    let fits = (1..=5).contains(&own.chars().count()) && is_firm;
    const OTHERS: &WordList = &WordList::new(
        "件|者|担当|担当者|物|方|場合|一部|本社|住所|電話|通り|予定|対象|社員|一員|特徴|責任者|代表|方針|目標|責任|仕事|業務|商品|製品|問題|課題|規則|方法|目的|予算|売上|決定|指示|時間|場所|名前|番号|状況|結果|情報|\
         書類|資料|会議|制度|規定|規程|基準|計画|主役|中心|窓口|上司|部下|同僚|先輩|後輩|社長|部長|課長|店長|院長|人間|関係者|連絡先|営業時間|定休日|電話番号|所在地|入口|出口|歴史|特色|魅力|名物|人気|限定|公式|一覧|義務|役割|意見|判断|許可|\
         承認|都合|建物|備品|経費|費用|負担|収益|利益|損失|株価|文化|理念|成長|未来|将来|皆様|生徒|学生|患者|先生|医師|看護師|職員|従業員|会員|出身|近所|隣|横|前|裏|中|外|上|下|鍵|車|声|力",
    );
    (fits && !is_listed(own, OTHERS) && (own.chars().nth(1).is_some() || is_japanese_family(own))).then_some(own)
}

/// The reading in brackets at `start` of the name that ends `head`.
fn reading(text: &str, start: usize, head: &str) -> Option<Range<usize>> {
    let given = run_before(head, is_han);
    let family =
        head[..head.len() - given.len()].strip_suffix([' ', '\u{3000}']).map(|head| run_before(head, is_han))?;
    let is_name = (1..=4).contains(&given.chars().count()) && (1..=4).contains(&family.chars().count());
    let open = text[start..].chars().next()?.len_utf8();
    let rest = line::behind(text, start + open, NEAR);
    let len = rest.find(['）', ')'])?;
    let found = &rest[..len];
    let is_reading =
        found.chars().all(|c| is_kana(c) || matches!(c, ' ' | '\u{3000}')) && found.contains([' ', '\u{3000}']);
    (is_name && is_reading).then(|| start + open..start + open + len)
}

/// The family name before the syllable for a colleague, where a clause begins.
fn colleague(head: &str) -> Option<&str> {
    let own = run_before(head, is_han);
    let fits = own.chars().nth(1).is_none()
        && own.starts_with(is_han_family)
        && !matches!(own, "施" | "金" | "高" | "于" | "万" | "白" | "方");
    let begins = || {
        let before = head[..head.len() - own.len()].trim_end();
        before.is_empty() || before.ends_with(['，', ',', '。', '：', ':', '@', '！', '/', '、'])
    };
    (fits && begins()).then_some(own)
}

/// The name that the item of a list begins with, of a frequent family and given name, or of two parts with a dot between.
fn item(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    let at = range.end - text[range.clone()].chars().next_back()?.len_utf8();
    let head = line::before(text, range.start, NEAR);
    let begins = head.chars().all(|c| c.is_ascii_digit() || c == ' ') && head.len() < 4;
    let rest = line::behind(text, at, NEAR);
    let len = rest.find(|c| !(is_han(c) || c == '·')).unwrap_or(rest.len());
    let found = &rest[..len];
    let count = found.chars().count();
    let has_dot = found.contains('·') && (4..=14).contains(&count);
    let is_name = (2..=4).contains(&count) && is_known(found);
    let ends = rest[len..].is_empty() || rest[len..].starts_with([' ', '，', ',', '（', '(', '：', ':', '\t', '|']);
    (begins && ends && (is_name || has_dot)).then(|| at..at + len)
}

/// The family name before the sign for a receiver: `総務部 中西宛`.
fn receiver<'a>(head: &'a str, behind: &str) -> Option<&'a str> {
    let own = run_before(head, is_han);
    let ends =
        behind.is_empty() || behind.starts_with([' ', '。', '、', '\n', '\r', 'に', 'て', '\u{3000}', ')', '）']);
    (ends && (is_japanese_family(own) || is_known(own))).then_some(own)
}

/// The whole name of somebody who is asked to come or to take something: `请陈思源凭码…`.
fn asked(text: &str, at: usize) -> Option<Range<usize>> {
    const VERBS: [&str; 18] = [
        "凭", "携", "到", "前往", "于", "尽快", "务必", "本人", "在", "来", "及时", "速", "注意", "您", "先生", "女士",
        "同志", "准时",
    ];
    let rest = line::behind(text, at, NEAR);
    let run = &rest[..rest.find(|c| !is_han(c)).unwrap_or(rest.len())];
    let name =
        VERBS.iter().filter_map(|verb| run.split_once(verb)).map(|(name, _)| name).min_by_key(|name| name.len())?;
    (name.chars().count() == 3 && is_known(name) && begins_with_family(name)).then(|| at..at + name.len())
}

/// Reports whether `c` is a syllable of Korean.
fn is_hangul(c: char) -> bool {
    ('가'..='힣').contains(&c)
}

/// The place in `head` of the family name, or the whole name, before an office and a blank.
fn officer(head: &str) -> Option<Range<usize>> {
    /// Family names of one syllable that are no words of their own.
    const FAMILIES: &str = "김박최강조윤장임오서신권황안송류홍문배백허심노곽차민엄채염추석구라나탁표봉맹";
    let bare = head.strip_suffix(' ')?;
    let own = run_before(bare, is_hangul);
    let before = &bare[..bare.len() - own.len()];
    let begins = before.is_empty() || before.ends_with([' ', ',', '(', '|', ':', '\t']);
    let count = own.chars().count();
    let is_family = count == 1 && own.chars().all(|c| FAMILIES.contains(c));
    let is_long = count == 2 && hangul_family_len(own) == Some(own.len());
    let is_name = count == 3 && is_known(own);
    (begins && (is_family || is_long || is_name)).then_some(before.len()..bare.len())
}

/// The place in `head` of the name of a child, whose mother or grandmother speaks on this line.
fn child(head: &str) -> Option<Range<usize>> {
    let bare = head.strip_suffix(' ').unwrap_or(head);
    let own = run_before(bare, is_hangul);
    let before = bare[..bare.len() - own.len()].trim_matches([' ', '-', '☞', '•', '>', '[', '▶', '*']);
    const OTHERS: &WordList =
        &WordList::new("우리|친구|옆집|시어|외|친|친정|새|아기|아이|학생|고모|막내|큰|작은|학부모|워킹|예비");
    let fits = before.is_empty() && (2..=4).contains(&own.chars().count()) && !is_listed(own, OTHERS);
    fits.then(|| bare.len() - own.len()..bare.len())
}

/// The name of a form at `at`: words of kana, or a frequent family name and another word, up to two blanks, a bracket or the line's end.
fn form(text: &str, at: usize) -> Option<Range<usize>> {
    /// Most words and characters.
    const WORDS: usize = 4;
    const MOST: usize = 18;
    let near = line::behind(text, at, NEAR + NEAR);
    let rest = near.trim_start_matches([' ', '\u{3000}']);
    let stands = |c: char| is_han(c) || is_kana(c) || matches!(c, ' ' | '\u{3000}' | '・');
    let len = rest.find(|c| !stands(c)).unwrap_or(rest.len());
    let run = &rest[..len];
    let run = ["  ", "\u{3000}\u{3000}"].iter().find_map(|gap| run.find(gap)).map_or(run, |at| &run[..at]);
    let name = run.trim_end_matches([' ', '\u{3000}']);
    let name = name.strip_suffix(['殿', '様']).unwrap_or(name);
    let words = name.split([' ', '\u{3000}']).count();
    let is_katakana = name.chars().all(|c| matches!(c, 'ァ'..='ヺ' | 'ー' | '・' | ' ' | '\u{3000}'));
    let first = name.split([' ', '\u{3000}']).next()?;
    let is_name = words > 1 && (is_katakana || is_japanese_family(first));
    let start = at + near.len() - rest.len();
    (is_name && words <= WORDS && name.chars().count() <= MOST).then(|| start..start + name.len())
}

/// The name that fills the line of a list behind the bullet of `range`.
fn bullet(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    let start = range.end - text[range.clone()].chars().next_back()?.len_utf8();
    let found = line::whole_behind(text, start, NEAR)?.trim_end();
    let begins = line::before(text, range.start, NEAR).trim().is_empty();
    let count = found.chars().count();
    let is_name =
        (2..=4).contains(&count) && (is_known(found) || japanese_given_name(found) || is_japanese_family(found));
    (begins && is_name).then(|| start..start + found.len())
}

/// The family name that begins the word at `start`, before the word of respect that ends at `end`.
fn respected(text: &str, start: usize, end: usize) -> Option<Range<usize>> {
    let rest = line::behind(text, end, NEAR);
    let particle = &rest[..rest.find(|c| !is_hangul(c)).unwrap_or(rest.len())];
    let ends = particle.is_empty() || is_hangul_particle(particle) || particle == "네";
    (ends && !text[..start].ends_with(is_hangul)).then(|| start..end - '씨'.len_utf8())
}

/// The given name of a relative at `at`, up to the closing bracket.
fn relative(text: &str, at: usize) -> Option<Range<usize>> {
    let near = line::behind(text, at, NEAR);
    let len = near.find(|c| !(is_han(c) || is_kana(c)))?;
    let fits = (1..=4).contains(&near[..len].chars().count()) && near[len..].starts_with([')', '）', '、', ' ']);
    fits.then(|| at..at + len)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn names_are_told_by_their_places() {
        for (text, matched, pattern, expected) in [
            ("萌萌妈妈 18:02", "妈妈 ", 0, Some("萌萌")),
            ("孩子妈妈 说", "妈妈 ", 0, None),
            ("小李，帮我重置", "小", 1, Some("小李")),
            ("站长老周 159 5712 3048", "老", 1, Some("老周")),
            ("小于5的数", "小", 1, None),
            ("我的小金，鱼", "小", 1, None),
            ("東和管理の小鳥遊です。", "です。", 2, Some("小鳥遊")),
            ("これは会社の担当です。", "です。", 2, None),
            ("渡邉 美月（ワタナベ ミヅキ）", "（ワ", 3, Some("ワタナベ ミヅキ")),
            ("画面 表示（メニュー）", "（メ", 3, None),
            ("蒋工 内线", "工 ", 4, Some("蒋")),
            ("施工 现场", "工 ", 4, None),
            ("2. 赵子墨 奶奶去", "2. 赵", 5, Some("赵子墨")),
            ("4. 马依努尔·艾合买提 不坐", "4. 马", 5, Some("马依努尔·艾合买提")),
            ("1. 番茄顶部划十字", "1. 番", 5, None),
            ("総務部 中西宛", "宛", 6, Some("中西")),
            ("请陈思源凭码领取", "请", 7, Some("陈思源")),
            ("请在门口等", "请", 7, None),
            ("담당 최 주무관", "주무관", 8, Some("최")),
            ("부경대학교 황보 교수", "교수", 8, Some("황보")),
            ("담당 교수", "교수", 8, None),
            ("☞ 지우맘 : 지우", "맘 :", 9, Some("지우")),
            ("우리 엄마 : 안녕", "엄마 :", 9, None),
            ("氏名 グエン ティ ラン  国籍", "氏名 ", 10, Some("グエン ティ ラン")),
            ("患者:金城 ハツ殿", "患者:", 10, None),
            ("名義 変更の件", "名義 ", 10, None),
            ("陽翔くん(父 大輔) 080", "(父 ", 13, Some("大輔")),
            ("조씨 집에 있다", "조씨", 11, Some("조")),
            ("- 봉태규\n", "- 봉", 12, Some("봉태규")),
            ("・あかり", "・あ", 12, Some("あかり")),
            ("- 서비스\n", "- 서", 12, None),
            ("- 温度\n", "- 温", 12, None),
            ("아저씨가 왔다", "저씨", 11, None),
        ] {
            assert_eq!(check_match(check, text, matched, pattern), expected, "{text}");
        }
    }
}
