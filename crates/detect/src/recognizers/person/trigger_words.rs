//! Trigger words before names: verbs of asking and words for witnesses (`Vraag Rutger even`, `getuige Pronk`), and the words of respect and of kin of
//! Indonesia and Vietnam, also in small letters (`pak karyo`, `chị thảo`).

use std::{borrow::Cow, ops::Range};

use super::introduced_name::{INFO, name_at};
use crate::recognizers::support::salutation::{are_roles, is_pleasantry};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{line, run_before, run_behind};
use crate::{Candidate, Finding, Pattern, Rule};

/// Bytes that are read behind a match.
const NEAR: usize = 64;

/// The places of the patterns.
const ASKED: usize = 0;
const WITNESS: usize = 1;
const INDONESIAN: usize = 2;
const VIETNAMESE: usize = 3;
const INDONESIAN_VERB: usize = 4;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::prefix(
            "(?:[Vv]raag(?: het)?(?: aan)?|[Kk]üsi|[Kk]ysy|[Pp]aklausk|[Pp]ajautā|[Oo]pýtaj sa|[Zz]eptat se|[Zz]eptej se|[Ss]purðu|[Ss]pyrja|[Zz]apytać|[Zz]apytaj|[Ff]råga|[Ss]pør|[Ss]pørg|[Vv]prašaj|[Îî]ntreabă|[Îî]ntreab-o pe|[Kk]érdezd(?: meg)?|[Cc]hiedi a|[Pp]regúntale a|[Pp]ergunta (?:ao?|à)|[Dd]emande à|[Tt]anya|[Hh]ỏi|[Пп]итай|[Сс]питай|[Сс]проси|[Пп]опитай|[Ρρ]ώτα (?:τον|τη|την)) ",
            0.7,
            0.85,
        ),
        Pattern::prefix(
            "(?:[Gg]etuige|[Mm]artorul|[Mm]artora|[Śś]wiadek|[Vv]ittnet|[Vv]itnet|[Vv]idnet|[Zz]euge|[Zz]eugin|[Ss]vedok|[Ss]vědek|[Tt]estigo|[Tt]estimone|[Tt]émoin|[Tt]unnistaja|[Tt]odistaja|[Ll]iecinieks|[Ll]iudytojas|[Tt]anık|[Ss]vjedok|[Ss]aksi|[Nn]hân chứng|OA|OÄ|(?:[Kk]akak|[Aa]dik|[Ii]bu|[Bb]apak|[Ss]uami|[Ii]stri|[Aa]nak|[Bb]os|[Tt]eman)(?: ipar)? saya|(?:[Cc]hị|[Aa]nh|[Ee]m|[Ee]m gái|[Ee]m trai|[Mm]ẹ|[Bb]ố|[Cc]on|[Cc]on gái|[Cc]on trai|[Vv]ợ|[Cc]hồng|[Bb]ạn|[Ss]ếp) tôi|[Ee]iser|[Hh]ageja|[Kk]ostja|[Ss]aksøker|[Ss]agsøger|[Kk]äranden|[Ss]tefnandi) (?:(?:Dr\\.|med\\.|MUDr\\.) ){0,2}",
            0.75,
            0.9,
        ),
        Pattern::prefix(
            "(?:[Pp]ak|[Bb]u|[Bb]ang|[Mm]as|[Mm]bak|[Kk]ak|[Tt]ante|[Oo]m|[Mm]bah|[Bb]ude|[Pp]akde|[Kk]ang|[Tt]eh|sama|ada|si|dengan|tentang) ",
            0.7,
            0.85,
        ),
        Pattern::prefix(
            "(?:anh|chị|em|cô|chú|bác|dì|cậu|thằng|mợ|thím|bé|hỏi|gặp|con trai|con gái|với|và|có) ",
            0.7,
            0.85,
        ),
        // Verbs and small words behind the subject of a sentence.
        Pattern::prefix("tidak|udah|sudah|belum|juga|bilang|lagi|hari ini|ribut", 0.7, 0.85),
        Pattern::prefix("không|cũng|đã|đang|sẽ|chưa|nói|bảo|hôm nay|thích|mua|cầm", 0.7, 0.85),
    ]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, at) = (candidate.field.text, candidate.range.end);
    let place = match candidate.pattern {
        ASKED | WITNESS => named(text, at)?,
        INDONESIAN => listed(text, at, INDONESIAN_NAMES)?,
        VIETNAMESE => {
            // Behind other words than those of kin a capital tells the name from the word.
            let needs_capital = ["với ", "và ", "có "].contains(&candidate.matched());
            let is_capital = text[at..].starts_with(char::is_uppercase);
            let place = listed(text, at, VIETNAMESE_NAMES).filter(|_| is_capital || !needs_capital)?;
            // `và Đức`: Germany, Russia, America.
            let is_country = ["Đức", "Nga", "Mỹ", "Nhật", "Việt", "Hà"].contains(&&text[place.clone()]);
            (!needs_capital || !is_country).then_some(place)?
        }
        INDONESIAN_VERB => subject(text, &candidate.range, INDONESIAN_NAMES)?,
        _ => subject(text, &candidate.range, VIETNAMESE_NAMES)?,
    };
    candidate.part(place)
}

/// The name with capitals at `at`, of two words at most.
fn named(text: &str, at: usize) -> Option<Range<usize>> {
    const OTHERS: &WordList = &WordList::new(
        "the|de|der|die|das|den|het|och|og|ja|nav|bank|google|siri|alexa|ai|chatgpt|copilot|hjelp|ett|en|jou|jouw|om|waarom|hoe|wat|dat|dit",
    );
    let place = name_at(text, at)?;
    let found = &text[place.clone()];
    let is_small = found.chars().skip(1).any(char::is_lowercase);
    let mut words = found.split(' ');
    let is_other = words.clone().any(|word| is_listed(word, OTHERS)) || are_roles(found) || is_pleasantry(found);
    (is_small && words.by_ref().count() <= 2 && !is_other).then_some(place)
}

/// The word at `at`, in any case, that is one of `names`.
fn listed(text: &str, at: usize, names: &WordList) -> Option<Range<usize>> {
    let name = run_behind(line::behind(text, at, NEAR), char::is_alphabetic);
    let goes_on = text[at + name.len()..].starts_with(['-', '_', '@', '/', '\'']);
    (!goes_on && is_listed(name, names)).then(|| at..at + name.len())
}

/// The word with a capital before the verb at `verb` that is one of `names` and begins its sentence.
fn subject(text: &str, verb: &Range<usize>, names: &WordList) -> Option<Range<usize>> {
    let head = line::before(text, verb.start, NEAR).strip_suffix(' ')?;
    let name = run_before(head, char::is_alphabetic);
    let before = head[..head.len() - name.len()].trim_end_matches([' ', '-', '*', '"', '“', '>']);
    let begins = before.is_empty() || before.ends_with(['.', '!', '?', ',', ':', ';']);
    let whole = !text[verb.end..].starts_with(char::is_alphabetic);
    let is_name = name.starts_with(char::is_uppercase) && is_listed(name, names);
    (begins && whole && is_name).then(|| verb.start - 1 - name.len()..verb.start - 1)
}

/// Given names of Indonesia that are no words there.
const INDONESIAN_NAMES: &WordList = &WordList::new(
    "ucup|karyo|ucok|tuti|asep|dinda|ningsih|hendrawan|wayan|ketut|nyoman|gede|kadek|komang|putu|lestari|bayu|slamet|wulan|joko|agung|nasution|raka|kirana|paijo|butet|sarwono|ijah|tigor|siti|agus|dewi|\
     andi|eko|bambang|sutrisno|sumarni|suparman|suyanto|sugeng|supri|supriyadi|budiman|hartono|hartati|haryanto|handoko|hendra|heru|herman|indra|irwan|iwan|yanto|yanti|yuli|yuliana|yudi|\
     wahyu|widodo|wati|wartini|tono|tini|teguh|tri|titin|tatang|sulastri|suryani|surya|sulis|sukarno|sukma|sri|sinta|rini|rina|rizki|rizky|rudi|rahmat|ratna|ratih|retno|rosita|purnomo|prasetyo|pipit|nurul|\
     nur|nining|nanang|mulyono|mulyadi|maryam|marni|mamat|lilis|lina|kusuma|kartini|kartika|jumadi|jamal|intan|imam|ilham|hesti|hadi|gunawan|gilang|galih|fitri|fitriani|fajar|erna|endang|edi|dwi|dodi|dimas|\
     dian|desi|dedi|darto|citra|cecep|cahyo|budi|arif|ari|anwar|anton|anita|anisa|aminah|ali|aisyah|aditya|adi|ayu|atun|ahmad|abdul|ujang|udin|uci|tejo|parto|parmin|paryono|ngatinem|ngadimin|ponirah|jono|jamilah",
);

/// Given names of Vietnam, which are words, too, behind words of kin.
const VIETNAMESE_NAMES: &WordList = &WordList::new(
    "thảo|hạnh|tuấn|trang|linh|hương|hùng|dũng|long|hải|sơn|lan|mai|ngọc|thủy|thúy|tùng|nguyệt|khải|diễm|vượng|trâm|quyền|phương|thu|thịnh|toàn|tú|ngân|yến|nhung|vân|khánh|khang|quân|quang|huy|hiếu|hiền|\
     hiệp|hằng|hoàng|huệ|huyền|kiên|kiệt|lâm|liên|loan|lực|mạnh|minh|mỹ|my|nga|nhi|như|nhàn|oanh|phúc|phong|quyên|quỳnh|sen|tâm|tân|thắng|thành|thanh|thắm|thơm|thùy|tiến|trinh|trung|trường|tuyết|uyên|việt|vinh|vy|xuân|đạt|\
     đức|duc|dung|duy|duyên|giang|hà|hân|hoa|hoài|hòa|hồng|hưng|bích|bình|châu|chi|cường|công|cúc|bảo|đào|điệp|sáu|tám|ưng|lộc|lợi|luân|ly|nghĩa|nghi|ngà|nhân|nhật|ninh|phát|phú|phước|tài|thái|thảnh|thông|thuận|tín|toản|trí|triết|tường|vũ",
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn names_stand_behind_verbs_of_asking_and_words_of_kin() {
        for (text, matched, pattern, expected) in [
            ("Vraag Rutger even.", "Vraag ", ASKED, Some("Rutger")),
            ("Vraag het even na", "Vraag het ", ASKED, None),
            ("getuige Pronk bevestigt", "getuige ", WITNESS, Some("Pronk")),
            ("getuige van de dag", "getuige ", WITNESS, None),
            ("pak karyo belum", "pak ", INDONESIAN, Some("karyo")),
            ("bu guru belum", "bu ", INDONESIAN, None),
            ("chị thảo chưa", "chị ", VIETNAMESE, Some("thảo")),
            ("em gái tôi", "em ", VIETNAMESE, None),
            ("Slamet tidak datang", "tidak", INDONESIAN_VERB, Some("Slamet")),
            ("Harga tidak naik", "tidak", INDONESIAN_VERB, None),
        ] {
            assert_eq!(check_match(check, text, matched, pattern), expected, "{text}");
        }
    }
}
