//! Names within sentences of Chinese, Japanese and Korean: a frequent family name with a given name between words that persons stand beside
//! (`由葛建平签字`, `昨日吉田拓郎に会った`), given names alone (`跟晓雯说`, `花子がいた`, `민수랑`), and parties of trials (`原告雀部勝は`).

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use crate::recognizers::support::east_asian_names::{
    begins_with_family, has_compound_family, is_han_given, is_japanese_family, japanese_family_len,
    japanese_given_name, may_end_japanese_given,
};
use crate::recognizers::support::script_names::{is_han, is_hangul_particle, is_kana};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{line, run_before, run_behind};
use crate::{Candidate, Finding, Pattern, Rule};

/// Bytes that are read beside a match.
const NEAR: usize = 48;

/// The places of the patterns.
const FAMILY: usize = 0;
const GIVEN: usize = 1;
const JAPANESE: usize = 2;
const PARTY: usize = 3;
const KOREAN: usize = 4;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // Chinese family names that hardly begin words, also of two characters.
        Pattern::within(
            "[王李张張刘劉陈陳杨楊赵趙吴吳周徐孙孫朱胡郭何罗羅郑鄭梁谢謝宋唐许許韩韓冯馮邓鄧曹彭曾萧蕭袁潘蒋蔣蔡杜叶葉程苏蘇魏吕呂丁沈姚卢盧姜崔钟谭譚陆陸汪范廖贾賈韦傅邹鄒孟熊秦邱尹薛闫段侯史陶黎贺賀顾顧毛郝龚龔邵钱錢严嚴覃戴莫孔汤湯詹柯倪殷骆祝涂卓翟凌俞辛伍岑庞纪葛聂晏耿焦巫鲁魯戚闵郜裴乔喬柴尚鲍滕穆樊常褚狄佟佘邝鄺谌缪瞿娄冉卞甄冼亓阚蔺栾霍祁虞]|欧阳|歐陽|司马|司馬|上官|诸葛|諸葛|司徒|夏侯|皇甫|慕容|令狐|端木|闻人|单于",
            0.75,
            0.9,
        ),
        // Chinese given names that are no words.
        Pattern::within(
            "丽丽|婷婷|丹丹|娜娜|莉莉|燕燕|晓[雯燕红明东丽梅云霞峰玲敏莉宇琳芳]|建[军华平强]|志[伟强明刚勇豪偉鵬]|秀[兰英梅珍芳云荣華美玲]|玉[兰梅珍英华芬琴蘭鳳]|淑[华芳英兰珍芬敏貞娟惠慧玲]|桂[兰英花芳珍荣香芝]|诗涵|詩涵|雨[桐欣晴婷萱涵]|梓[轩涵萱豪睿]|子[轩涵墨睿宸翔豪晴]|浩[然宇轩]|欣[怡妍妤悦]|佳[怡琪玲慧穎蓉]|可[欣馨]|思[琪雨涵妤]|俊[峰杰豪傑宏宇廷賢]|雅[婷琪雯惠玲筑]|怡[君婷萱]|家[豪瑋銘]|嘉[怡欣宏]|宇[轩航翔軒]|一[诺鸣]|美[玲娟惠慧珍]|丽[华娟萍娜]|麗[華娟玲卿]|国[栋梁庆强]|文[杰彬]|冠[宇廷霖]|承[恩翰]|思思|佳佳|倩倩|萌萌|大伟|小敏|小芳|阿[强杰明伟珍芳美玲華強傑明]",
            0.7,
            0.85,
        ),
        // The last of a run of Japanese characters.
        Pattern::within("[一-龥々][ぁ-ん：、。]", 0.7, 0.85),
        Pattern::within("原告|被告|証人|長男|次男|三男|長女|次女|三女", 0.75, 0.9),
        // Korean given names that are no words.
        Pattern::within(
            "건우|경[숙희민아]|도[윤현]|동[현욱훈]|명[숙자]|미[경숙영란선희나]|민[서석수재준지경아호혁]|병철|상[철훈]|서[연윤준현아]|성[민훈준]|수[민빈진아연경현]|순[옥자]|승[민현]|시[우윤]|영[길미숙순식진철환희준민애]|예[원은준진린]|옥순|우[진영석]|은[경서영정주지]|재[호민훈준석]|정[숙웅훈희민아은현애]|종수|준[서영혁희]|지[민아영은현후훈안희선숙]|진[우호희아경]|채[원은]|춘자|하[윤은린율]|현[숙우정주준아수진]|혜[진영경정숙리원]|철수|태[웅현민희영]|나[래연영]|기[현철]|길동|소[영연희]|다[은현솜]|가은|윤아|유[나진]|용[수준]|형[준석]|창[민호]|말자|원[빈석]|규[현진]|보영|세[영진은]|주[원희영현]|효[진주]|희[진수]|베로니카",
            0.7,
            0.85,
        ),
    ]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, candidate.range.clone());
    let place = match candidate.pattern {
        FAMILY => chinese(text, range.start)?,
        GIVEN => given(text, &range)?,
        JAPANESE => {
            let last = text[range.start..].chars().next()?.len_utf8();
            let head = line::before(text, range.start + last, NEAR);
            japanese(text, range.start + last - run_before(head, is_han).len())?
        }
        PARTY => party(text, range.end)?,
        KOREAN => korean(text, &range)?,
        _ => return None,
    };
    candidate.part(place)
}

/// Reports whether a Chinese name may begin at `at`: a clause begins there, or a word stands before it whose object a person is.
fn opens_chinese(text: &str, at: usize) -> bool {
    const WORDS: [&str; 40] = [
        "昨天",
        "今天",
        "明天",
        "昨晚",
        "今早",
        "刚才",
        "上周",
        "原告",
        "被告",
        "证人",
        "證人",
        "儿子",
        "女儿",
        "老板",
        "嫂子",
        "同事",
        "律师",
        "医生",
        "法官",
        "弟弟",
        "妹妹",
        "哥哥",
        "姐姐",
        "丈夫",
        "妻子",
        "老公",
        "老婆",
        "经理",
        "主任",
        "老师",
        "通知",
        "联系",
        "询问",
        "回复",
        "陪同",
        "一下",
        "问问",
        "患者",
        "證人",
        "負責人",
    ];
    const BEFORE: &str = "和跟与與给給问問找见見由被让讓叫请請告了对對是向约約陪送接及";
    let head = line::before(text, at, NEAR);
    !head.ends_with(|c| is_han(c) || is_kana(c))
        || head.ends_with(|c| BEFORE.contains(c))
        || WORDS.iter().any(|word| head.ends_with(word))
}

/// Reports whether a Chinese name may end at `at`.
fn closes_chinese(text: &str, at: usize) -> bool {
    const BEHIND: &str = "和跟与與的说說来來去在是不没沒会會要也都还還已昨今明被给給向等称稱未将將上到签簽写寫做请請先很住因就两兩同把找打发發收聊病问問吃回走迟拿买家負负吧呢啊吗嗎帮幫一";
    let rest = line::behind(text, at, NEAR);
    !rest.starts_with(|c| is_han(c) || is_kana(c)) || rest.starts_with(|c| BEHIND.contains(c))
}

/// The family name at `start` with the given name of one or two characters behind it.
fn chinese(text: &str, start: usize) -> Option<Range<usize>> {
    /// Further characters of given names, and those that end words of other kinds.
    const MORE: &str = "卫衛丹冬莎娥芹秋冰锦錦东東子枝香花桃振航迅";
    const ENDS: &str = "家学學世长長业国國金日展小大一天子成立士";
    /// Given names of one character, which make no words with a family name.
    const SINGLE: &str = "伟偉娜敏洋静靜帆磊芳丽麗军軍勇艳杰傑娟涛濤婷玲霞鹏浩宇轩怡琳倩颖穎洁燕红紅梅兰萍莉超刚剛强斌辉輝飞凯鑫欣佳慧雪峰亮宁博莹瑶璐婕昊旭楠尚明";
    const OTHERS: &WordList = &WordList::new(
        "陆军|陸軍|余波|汪洋|沈阳|凌晨|贺兰|严明|杜宇|孔明|常明|史明|何明|祝贺|尚未|常平|严明|江宁|段落|许可|何平|钱强|程亮|毛红|严明|常勇|程勇|黎明|尚明|祝明",
    );
    if !opens_chinese(text, start) {
        return None;
    }
    let near = line::behind(text, start, NEAR);
    let family =
        if has_compound_family(near) || near.starts_with("闻人") || near.starts_with("单于") { 2 } else { 1 };
    let ends: Vec<usize> = near
        .char_indices()
        .map(|(at, c)| (at + c.len_utf8(), c))
        .take_while(|(_, c)| is_han(*c))
        .map(|(end, _)| end)
        .take(4)
        .collect();
    let fits = |count: usize| {
        let (from, end) = (*ends.get(family - 1)?, *ends.get(family + count - 1)?);
        let given = &near[from..end];
        let is_given = match count {
            1 if family == 1 => given.chars().all(|c| SINGLE.contains(c)) && !is_listed(&near[..end], OTHERS),
            1 => given.chars().all(is_han_given),
            _ => given.chars().all(|c| is_han_given(c) || MORE.contains(c)) && !given.ends_with(|c| ENDS.contains(c)),
        };
        (is_given && closes_chinese(text, start + end)).then_some(start..start + end)
    };
    fits(2).or_else(|| fits(1))
}

/// The given name at `range` without a family name.
fn given(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    (opens_chinese(text, range.start) && closes_chinese(text, range.end)).then(|| range.clone())
}

/// The Japanese name that begins the run of characters at `start`: a family name before a particle of subjects, a whole name, or a given name.
fn japanese(text: &str, start: usize) -> Option<Range<usize>> {
    /// Family names that are prefectures, cities and parts of nature, too.
    const PLACES: &WordList = &WordList::new(
        "千葉|石川|山口|福島|福井|長野|宮崎|宮城|秋田|大島|中野|上野|渋谷|目黒|品川|大塚|横山|泉|星|春日|日高|甲斐|瀬戸|神田|小田|金沢|成田|中川|西川|平野|高野|河野|小山|中山|石山|富山|小島|中島|大島|本田|\
         豊田|松下|原田|清水|水野|森下|北島|中西|上田|福山|松山|岡山|青木|大野|三浦|川崎|長崎|高松|松本|松江|米沢|日向|吉野|熊谷|浦和|大森|久保|片山|大川|小川|古川|入江|川口|江口|谷口|坂口|出口|上原|\
         大谷|梅田|池袋|長者|広島|三木|三原|中原|市原|小倉|門司|坂田|塩田|新田|古田|植田|米田|和田|戸田|川端|川田|池上|山根|山際|山岸|関谷|関根|森川|森山|高島|高山|荒川|内山|星野|月野",
    );
    let head = line::before(text, start, NEAR);
    if head.ends_with(is_han) {
        return None;
    }
    let near = line::behind(text, start, NEAR);
    let run = run_behind(near, is_han);
    let rest = &near[run.len()..];
    // `昨日吉田拓郎に会った`
    const DAYS: [&str; 12] =
        ["昨日", "今日", "明日", "先日", "先週", "昨夜", "今朝", "本日", "先月", "来週", "今週", "今夜"];
    let day = DAYS.iter().find(|day| run.starts_with(**day)).map_or(0, |day| day.len());
    let (start, run) = (start + day, &run[day..]);
    let is_subject = || {
        ["は", "が", "も", "と", "：", ":"].iter().any(|particle| rest.starts_with(particle))
            && !["とき", "とい", "として", "とな", "とも", "から", "がち", "はず", "もの", "もと"]
                .iter()
                .any(|word| rest.starts_with(word))
    };
    // `田中、鈴木と花子`
    let next = || rest.strip_prefix('、').map_or("", |rest| run_behind(rest, is_han));
    let is_listed_name = || is_japanese_family(next()) || japanese_given_name(next());
    let is_object =
        || is_subject() || rest.starts_with(['を', 'に', 'の', 'へ', 'や', '、', '。']) || rest.trim().is_empty();
    let family = japanese_family_len(run).unwrap_or_default();
    // A given name in syllables: `中村あゆみ`
    if family == run.len() && family > 0 {
        let syllables = run_behind(rest, is_kana);
        let name = syllables.char_indices().map(|(at, c)| &syllables[..at + c.len_utf8()]).take(4);
        if let Some(name) = name.filter(|name| japanese_given_name(name)).max_by_key(|name| name.len()) {
            return Some(start..start + run.len() + name.len());
        }
        return ((is_subject() || is_listed_name()) && run.chars().nth(1).is_some() && !is_listed(run, PLACES))
            .then_some(start..start + run.len());
    }
    if japanese_given_name(run) {
        return is_object().then_some(start..start + run.len());
    }
    let given = &run[family..];
    let is_whole = family > 0
        && (japanese_given_name(given)
            || run[..family].chars().nth(1).is_some()
                && (2..=3).contains(&given.chars().count())
                && given.chars().all(|c| is_han_given(c) || may_end_japanese_given(c))
                && given.chars().next_back().is_some_and(may_end_japanese_given));
    (is_whole && is_object()).then_some(start..start + run.len())
}

/// The party of a trial or the child at `at`, before a particle.
fn party(text: &str, at: usize) -> Option<Range<usize>> {
    const OTHERS: &str = "人側会代本弁尋証主請準適敗双団保出訴第夫等国県市企教席当被原間同両各供陳";
    let near = line::behind(text, at, NEAR);
    let run = run_behind(near, is_han);
    let name = run.strip_suffix("同伴").unwrap_or(run);
    let rest = &near[run.len()..];
    let ends = name.len() < run.len() || rest.starts_with(['は', 'が', 'を', 'に', 'と', 'の', 'も', '、']);
    let count = name.chars().count();
    let is_name = (2..=5).contains(&count) || count == 1 && name.chars().all(may_end_japanese_given);
    (ends && is_name && !name.starts_with(|c| OTHERS.contains(c))).then_some(at..at + name.len())
}

/// The Korean given name at `range`, before a particle, a relative or the end of the word.
fn korean(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    const BEHIND: &WordList = &WordList::new(
        "아|야|이는|이가|이를|이도|이랑|이와|이한테|이한테도|한테도|이에게|이네|네|언니|누나|오빠|형|이모|삼촌|씨|님|양|군|엄마|아빠",
    );
    let is_hangul = |c: char| ('가'..='힣').contains(&c);
    let rest = run_behind(line::behind(text, range.end, NEAR), is_hangul);
    let stands = !text[..range.start].ends_with(is_hangul);
    (stands && (rest.is_empty() || is_hangul_particle(rest) || is_listed(rest, BEHIND))).then(|| range.clone())
}

/// The name of Chinese, Japanese or Korean that ends `head`, before an address of mail: `桐生 文子 <kiryu@…>`.
pub(super) fn before_mail(head: &str) -> Option<Range<usize>> {
    let is_letter = |c: char| is_han(c) || is_kana(c) || ('가'..='힣').contains(&c);
    let last = run_before(head, is_letter);
    let before = &head[..head.len() - last.len()];
    let first = before.strip_suffix([' ', '\u{3000}']).map_or("", |before| run_before(before, is_letter));
    let count = |word: &str| word.chars().count();
    if (1..=4).contains(&count(first)) && (1..=4).contains(&count(last)) && !first.contains(is_kana) {
        let gap = before.chars().next_back().map_or(0, char::len_utf8);
        return Some(before.len() - gap - first.len()..head.len());
    }
    let is_name = (2..=4).contains(&count(last)) && (begins_with_family(last) || japanese_family_len(last).is_some());
    is_name.then_some(before.len()..head.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn names_stand_in_sentences() {
        for (text, matched, pattern, expected) in [
            ("文件由葛建平签字", "葛", FAMILY, Some("葛建平")),
            ("昨天李娜、王伟都在", "李", FAMILY, Some("李娜")),
            ("陆军的演习", "陆", FAMILY, None),
            ("王国的历史", "王", FAMILY, None),
            ("跟晓雯说了", "晓雯", GIVEN, Some("晓雯")),
            ("吉田拓郎に会った", "郎に", JAPANESE, Some("吉田拓郎")),
            ("田中は今日来ません", "中は", JAPANESE, Some("田中")),
            ("千葉は海に近い", "葉は", JAPANESE, None),
            ("花子がいました", "子が", JAPANESE, Some("花子")),
            ("様子が変だ", "子が", JAPANESE, None),
            ("原告雀部勝は争う", "原告", PARTY, Some("雀部勝")),
            ("被告人は争う", "被告", PARTY, None),
            ("민수랑 갔다", "민수", KOREAN, Some("민수")),
            ("국민수준", "민수", KOREAN, None),
        ] {
            assert_eq!(check_match(check, text, matched, pattern), expected, "{text}");
        }
    }
}
