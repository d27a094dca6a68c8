//! Names of persons before titles, offices and marks of sex in Chinese, Japanese and Korean: `佐藤さん`, `김민수 과장님`, `张老师`,
//! `邱德福，男，58岁`.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use crate::recognizers::support::east_asian_names::{begins_with_family, is_han_family, is_japanese_family};
use crate::recognizers::support::script_names::{is_han, is_known};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{line, run_before};
use crate::{Candidate, Finding, Pattern, Rule};

/// Farthest beginning of a name, in bytes.
const NEAR: usize = 64;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::within("さん|くん|ちゃん|氏", 0.75, 0.9),
        Pattern::within(
            "老[师師]|[医醫][师師生]|[经經]理|教授|[师師]傅|阿姨|叔叔|大[爷姐哥叔妈]|同[学學]|主任|律[师師]|[师師]奶|先生|女士|小姐|太太",
            0.75,
            0.9,
        ),
        Pattern::within("님", 0.75, 0.9),
        Pattern::within("[部課係次室店所支院局]長|社長|主任|先輩|部長代理", 0.75, 0.9),
        Pattern::within("[，,、 ][男女][，,、 ]", 0.75, 0.9),
    ]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let head = line::before(text, start, NEAR);
    let len = match candidate.pattern {
        0 => japanese(head, candidate.matched())?,
        1 => return candidate.part(chinese(head, start)?),
        2 => return candidate.part(korean(head, start)?),
        3 => {
            let own = run_before(head, is_han);
            let before = &head[..head.len() - own.len()];
            (is_japanese_family(own) && begins_clause(before)).then_some(own.len())?
        }
        _ => before_sex(head, line::behind(text, end, NEAR))?,
    };
    candidate.part(start - len..start)
}

/// Reports whether a clause begins behind `before`.
fn begins_clause(before: &str) -> bool {
    before.is_empty() || before.ends_with(|c: char| !c.is_alphanumeric())
}

/// The length of the name that ends `head` before an honorific of Japanese: a frequent family name, or a family name and a
/// given name.
fn japanese(head: &str, title: &str) -> Option<usize> {
    const GIVEN: std::ops::RangeInclusive<usize> = 1..=4;
    const OTHERS: [&str; 7] = ["皆", "各位", "店員", "患者", "先輩", "新人", "社員"];
    let own = run_before(head, is_han);
    let before = &head[..head.len() - own.len()];
    let count = own.chars().count();
    if let Some(rest) = before.strip_suffix([' ', '\u{3000}']).filter(|_| GIVEN.contains(&count)) {
        let family = run_before(rest, is_han);
        let first = &rest[..rest.len() - family.len()];
        let is_whole = begins_clause(first) && GIVEN.contains(&family.chars().count());
        if is_whole && (is_japanese_family(family) || first.trim_end().is_empty()) {
            return Some(head.len() - first.len());
        }
    }
    // Of other countries: `カルロス・シルバくん`, `通訳マリアさん`.
    const ROLES: &WordList = &WordList::new(
        "スタッフ|ドライバー|ヘルパー|ケアマネ|オーナー|ママ|パパ|サンタ|マスター|コーチ|リーダー|チーフ|マネージャー|ファン|ユーザー|メンバー|ゲスト|モデル|シェフ|アイドル|クマ|ウサギ|ネコ|イヌ|パンダ",
    );
    let foreign = run_before(head, |c| matches!(c, 'ァ'..='ヶ' | 'ー' | '・'));
    if own.is_empty()
        && (2..=12).contains(&foreign.chars().count())
        && !is_listed(foreign, ROLES)
        && !foreign.starts_with(['ー', '・'])
    {
        return Some(foreign.len());
    }
    // A given name in syllables: `友達のゆうきくん`
    let syllables = run_before(head, |c| matches!(c, 'ぁ'..='ん'));
    let near = ["くんと", "ちゃんと", "さんと"]
        .iter()
        .filter_map(|link| syllables.rsplit_once(link))
        .map(|(_, name)| name)
        .min_by_key(|name| name.len());
    let given = near.or_else(|| syllables.strip_prefix('の')).unwrap_or(syllables);
    let is_given = own.is_empty()
        && matches!(title, "くん" | "ちゃん")
        && (2..=4).contains(&given.chars().count())
        && !is_listed(given, SMALL_ONES)
        && (given.len() < syllables.len() || begins_clause(&head[..head.len() - given.len()]));
    if is_given {
        return Some(given.len());
    }
    // Another word may stand directly before it: `昨日佐藤さんが`.
    let known = own.char_indices().map(|(at, _)| &own[at..]).find(|name| is_japanese_family(name) || is_known(name));
    if let Some(name) = known.filter(|name| name.chars().count() > 1) {
        return Some(name.len());
    }
    /// Of whom everybody says `ちゃん`, or `くん`.
    const KIN: &str = "赤兄姉爺婆坊嬢猫犬熊豚鳥孫父母誰君王主嫁客店神仏皆娘僕俺諸";
    let is_endeared = count == 1 && matches!(title, "ちゃん" | "くん") && !own.starts_with(|c| KIN.contains(c));
    if is_endeared && begins_clause(before) {
        return Some(own.len());
    }
    let is_name = begins_clause(before)
        && match title {
            "くん" => (2..=3).contains(&count) && !OTHERS.contains(&own),
            "さん" => count == 2 && before_clause_end(own),
            _ => false,
        };
    is_name.then_some(own.len())
}

/// Words in syllables before words of endearment that name nobody.
const SMALL_ONES: &WordList = &WordList::new(
    "あか|おばあ|おじい|おにい|おねえ|おば|おじ|ばあ|じい|にい|ねえ|とう|かあ|おとう|おかあ|ぼく|わん|にゃん|うさ|くま|いぬ|ねこ|ぞう|ちび|おちび|みな|たく|ぼっ|よめ|おく|むすめ|\
     おいしゃ|おまわり|おひめ|おさる|ぶた|ひよこ|いも|ちい|ちゃん|くん",
);

/// Reports whether two characters before `さん` at the beginning of a clause are a family name, and not what somebody is.
fn before_clause_end(own: &str) -> bool {
    const ENDS: &str = "者員師手生人家士客長店社所官院行婦親";
    const WORDS: &WordList = &WordList::new(
        "息子|旦那|先輩|後輩|友達|近所|同僚|配達|宅配|警察|病院|相手|担当|受付|大工|親戚|常連|新婚|相方|母親|父親|御隣|店子|弟子|王子|迷子|双子|妊婦|患者|部長|課長|社長|今日|明日|昨日|毎日|全員|各位|先方|隣近|運転|管理|看護|新入|既婚|独身|外国|地元|奥様|         若旦|元気|沢山|仲間|恋人|芸者|小鳥|子猫|黒猫|白猫|子犬|動物|小豆|薬局|郵便|電気|水道|仏様|神主|和尚|坊主|住職|巫女|主役|脇役|監督|審判|選手|記者|作者|著者|読者|業者|農家|大家|本人|当人|犯人|別人|女優|俳優|歌手|教授|博士|知人|友人|老人|若者|学生|生徒|先生|会長|組長|班長|店長|園長|院長|町長|村長|市長|知事|議員",
    );
    !own.ends_with(|c| ENDS.contains(c)) && !is_listed(own, WORDS)
}

/// The name before an office or a title of Chinese: a family name alone, or a frequent name, where a clause begins or behind a
/// word that somebody is the object of.
fn chinese(head: &str, at: usize) -> Option<Range<usize>> {
    const BEFORE: &str = "俾畀同係找挂掛给給跟和问問请請叫由向对對与與及让讓见見问訪访谢謝联聯告诉訴是的了在到去和與";
    let own = run_before(head, is_han);
    let before = &head[..head.len() - own.len()];
    let begins = begins_clause(before);
    let lens = own.char_indices().map(|(at, _)| own.len() - at);
    let name = lens.filter(|len| (1..=4).contains(&own[own.len() - len..].chars().count())).find(|len| {
        let (before, name) = own.split_at(own.len() - len);
        let is_name = if name.chars().nth(1).is_none() { name.starts_with(is_han_family) } else { is_known(name) };
        let stands = if before.is_empty() { begins } else { before.ends_with(|c| BEFORE.contains(c)) };
        is_name && stands
    })?;
    Some(at - name..at)
}

/// The name before an office of Korean: `김민수 과장님`, `제갈민 선생님`.
fn korean(head: &str, at: usize) -> Option<Range<usize>> {
    const OFFICES: [&str; 26] = [
        "과장",
        "부장",
        "대리",
        "차장",
        "팀장",
        "주임",
        "사장",
        "대표",
        "이사",
        "교수",
        "선생",
        "원장",
        "실장",
        "국장",
        "회장",
        "전무",
        "상무",
        "본부장",
        "소장",
        "점장",
        "매니저",
        "기사",
        "변호사",
        "간호사",
        "작가",
        "고객",
    ];
    let office = OFFICES.iter().filter(|office| head.ends_with(*office)).max_by_key(|office| office.len())?;
    let bare = head.strip_suffix(office)?;
    let rest = bare.strip_suffix(' ').unwrap_or(bare);
    let name = run_before(rest, |c| ('가'..='힣').contains(&c));
    let end = at - (head.len() - rest.len());
    let fits = (3..=4).contains(&name.chars().count()) && is_known(name);
    fits.then(|| end - name.len()..end)
}

/// The length of the Chinese name that ends `head` before a mark of sex, behind which an age, a birth or a people stands.
fn before_sex(head: &str, behind: &str) -> Option<usize> {
    let name = run_before(head, is_han);
    let is_name = (2..=3).contains(&name.chars().count()) && begins_with_family(name) || is_known(name);
    let digits = behind.chars().take_while(|c| c.is_numeric()).count();
    let is_described = (1..=4).contains(&digits) || behind.starts_with("汉族") || behind.contains("族");
    (is_name && is_described && begins_clause(&head[..head.len() - name.len()])).then_some(name.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_before_honorifics() {
        for (head, title, name) in [
            ("", "さん", None),
            ("昨日佐藤", "さん", Some("佐藤")),
            ("大谷 美和子", "さん", Some("大谷 美和子")),
            ("遠峯 美和子", "さん", Some("遠峯 美和子")),
            ("担当は岡田健太", "氏", Some("岡田健太")),
            ("遠峯", "くん", Some("遠峯")),
            ("患者", "さん", None),
            ("店員", "くん", None),
            ("お客", "さん", None),
            ("運転手", "さん", None),
            ("学生", "さん", None),
        ] {
            assert_eq!(japanese(head, title).map(|len| &head[head.len() - len..]), name, "{head}{title}");
        }
        for (head, name) in [
            ("张", Some("张")),
            ("想找廖", Some("廖")),
            ("请王小明", Some("王小明")),
            ("任课", None),
            ("语文", None),
            ("高级", None),
            ("数学", None),
            ("家庭", None),
            ("项目", None),
        ] {
            assert_eq!(chinese(head, head.len()).map(|range| &head[range]), name, "{head}");
        }
        for (head, name) in [
            ("김민수 과장", Some("김민수")),
            ("제갈민 선생", Some("제갈민")),
            ("담당 과장", None),
            ("우리 선생", None),
            ("신임 사장", None),
            ("주치의 선생", None),
        ] {
            assert_eq!(korean(head, head.len()).map(|range| &head[range]), name, "{head}");
        }
        assert_eq!(before_sex("住院号：12　林志强", "58岁"), Some("林志强".len()));
        assert_eq!(before_sex("不分", "都可以"), None);
    }
}
