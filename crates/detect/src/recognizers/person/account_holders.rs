//! Holders of accounts and receivers of transfers in Korean, whose names stand behind the word without a sign: `예금주 탁지훈`.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use super::self_introductions::{chars_len, korean, run};
use crate::recognizers::support::east_asian_names::HANGUL_GIVEN;
use crate::recognizers::support::script_names::{is_hangul_particle, is_known, is_no_name};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;
use crate::{Pattern, Rule};

/// Farthest end of a name, in bytes.
const NEAR: usize = 96;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[Pattern::within(
        "(?:예금주|입금자|계좌주|받는 ?분|보내는 ?분|수취인|송금인)(?:명|는|은)?:? ",
        0.8,
        0.9,
    )]),
    context: words![],
    check: |candidate| candidate.part(name_behind(candidate.field.text, &candidate.range)?),
}];

/// `예금주 탁지훈`: a whole word up to a sign or the end; not `예금주 조회`.
fn name_behind(text: &str, place: &Range<usize>) -> Option<Range<usize>> {
    const OTHERS: &WordList = &WordList::new(
        "이름|이름이|이름은|이름을|이름과|정보|정보를|조회|성명|성함|확인|변경|본인|명의|명의의|주소|연락처|한글|한글명|영문|영문명|계좌|일치|일치여부|불일치|오류|실명|안내|전화|서명|신분증|주민|주민번호|강조|강제|고객|고객명|조건|조정|기준|기재|기입|이체|이상|이외|이유|전체|전용|정확|정확히|정정|선택|성명을|성명이|신청|신원|안내문|현재|현황|현행|표시|표기|주의|주체|제한|제출|추가|지정|지점|인증|인증을|요청|유형|유효|구분|국적|국가|권한|맞음|명시|문의|미기재|방법|배우자|복사|사업자|소유자|송금|여부|연동|예시|우선|원본|위임",
    );
    let near = line::behind(text, place.end, NEAR);
    let word = &near[..run(near, |c| ('가'..='힣').contains(&c))];
    // Of a rare family: syllables of given names tell it.
    let is_rare = || {
        word.chars().count() == 3
            && word.chars().skip(1).all(|c| HANGUL_GIVEN.contains(c))
            && !is_hangul_particle(&word[chars_len(word, 2)..])
    };
    let name = korean(text, place).or_else(|| is_rare().then(|| place.end..place.end + word.len()))?;
    let rest = &text[name.end..];
    let is_whole = !rest.starts_with(|c: char| c.is_alphanumeric())
        || ["입니다", "이에요", "예요", "이고", "님"].iter().any(|end| rest.starts_with(end));
    let found = &text[name.clone()];
    let fits = found.chars().count() == 3 || is_known(found);
    (is_whole && fits && !is_listed(found, OTHERS) && !is_no_name(found)).then_some(name)
}
