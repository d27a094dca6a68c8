//! Numbers of files, cards, applications and accounts behind what offices call them in sentences, in their cases and abbreviations, whose
//! numbers are short or have letters of another script: `ligos istorija Nr. 4418/23`, `эпикриз № 4418/т`, `ش.ش ۴۴۱`, `MR# 24-044188`.

use std::{borrow::Cow, ops::Range};

use super::record_numbers::{ACCOUNT_INFO, ID_NUMBER_INFO};
use crate::recognizers::support::numerals::is_date_shape;
use crate::recognizers::support::phrase_list::PhraseList;
use crate::recognizers::support::statement::name_end;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[RECORD, ACCOUNT];

const RECORD: Rule = Rule {
    info: ID_NUMBER_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::within(HEADS, 0.65, 0.7),
        // The register of the country or the province behind a doctor of Argentina: `Dra. Lucía Bassi MN 144.182`.
        Pattern::prefix("M\\.?[NP]\\.? [0-9]", 0.65, 0.7),
    ]),
    context: words![],
    check: |candidate| match candidate.pattern {
        0 => behind(candidate, &NAMES),
        _ => behind_doctor(candidate),
    },
};

const ACCOUNT: Rule = Rule {
    info: ACCOUNT_INFO,
    patterns: Cow::Borrowed(&[Pattern::within(
        "[Nn]em[Kk]onto reg|reg\\. ?nr|clearing |(?i:compte (?:copro|clien|locat))|حساب(?:كم|ك|ي|نا) |חשבון |cuenta de consig|c/c ",
        0.65,
        0.7,
    )]),
    context: words![],
    check: |candidate| behind(candidate, &ACCOUNT_NAMES),
};

/// Names of accounts and of branches of banks, in small letters.
static ACCOUNT_NAMES: PhraseList = PhraseList::new(
    "nemkonto reg|reg.nr|reg. nr|clearing|compte copropriétaire|compte client|compte locataire|حسابكم|حسابك|حسابي|حسابنا|חשבון|\
     cuenta de consignaciones|c/c",
);

/// Names of records, in small letters and without their endings.
static NAMES: PhraseList = PhraseList::new(
    // Europe in Latin script.
    "ligos istorij|asmens byl|ambulatorin|slimības vēstur|ambulator|avaldus|avaldust|leping|toimik|haigusloo|haiguslugu|parafa|parafă|ist. bol|istorij|istorija bol|\
     povijest bol|povijesti bol|posl. br|poslovni br|br. pas|broj pasoš|osobne iskaznic|osobnu iskaznic|osobnoj iskaznic|lične kart|ličnu kart|\
     sv-tunnus|sv-numero|e-recept|e-zla|crachá|cartão de ponto|clave de elector|credencial para votar|\
     αρ. πρωτ|αριθμός πρωτ|αρ. φακέλ|αρ. μητρώ|αρ. αδεί|αρ. άδει|αρ. παρ|\
     эпикриз|истории болезни|история болезни|истори|медкарт|медицинская карт|медицинской карт|амбулаторная карт|амб. карт|больничный лист|листок нетруд|талон|патент|\
     епікриз|історія хвор|історії хвор|медична карт|медичної карт|картка пацієнт|посвідченн|посв|нрн|епикриз|рецептурна книж|\
     ист. бол|историја бол|здравствен|\
     mr#|mr no|pmdc|pmc no|bmdc|no.rm|no. rm|no rm|nomor rm|no. rekam|no. reg|no reg|k/p lama|no. saman|no saman|no. fail|no. repot|no. laporan|entry #|entry no|claim code|control no|control #|\
     body #|jamb reg|waec|matric no|kitambulisho|kadi ya|namba ya usajili|cmnd|cccd|số bhxh|sổ bhxh|raqam el malaf|ra2m el malaf|raqm el malaf|kart el ta2meen|kart el tamin|\
     समग्र आईडी|समग्र id|जनाधार|जन आधार|पंजीयन|रजि|রেজি|রেজিঃ|সিরিয়াল নং|ش.ش|شماره شناسنامه|کد رهگیری|ن.پ|نظام پزشکی|ش.پ|شماره پروانه|ترخيص|رخصة رقم|قيد رقم|ر.و|\
     መታወቂያ ቁ|የካርድ ቁጥር|በቁጥር|学籍号|學籍號|准考证号|准考證號|学号|记录号|記号・番号|記号番号|증번호|군번|ว.",
);
const HEADS: &str = "(?i-u:ligos|asmen|ambul|avald|lepin|toimi|haigu|paraf|ist\\. |istor|povij|posl|br\\. p|broj p|osobn|sv-tu|sv-nu|e-rec|e-zla|cart|clave|crede|mr#|mr no|pmdc|\
    pmc n|bmdc|no\\.rm|no\\. r|no rm|nomor rm|no reg|k/p l|no\\. s|no\\. f|no\\. l|no sam|entry|claim c|contr|body #|jamb |waec|matri|kitam|kadi |namba|cmnd|cccd|raqam|ra2m|raqm |kart e)|\
    (?i:slimī|crach|ličn|αρ\\. |αριθμ|эпик|истор|мед[ки]|амб|больн|листо|тало|патен|епік|істор|меди|карт|посв|нрн|епик|рецеп|ист\\. |здрав|số bhxh|sổ bhxh)|\
    समग्र|जनाध|जन आ|पंजी|रजि|রেজি|সিরি|ش\\.ش|شماره|کد ر|ن\\.پ|نظام|ش\\.پ|ترخي|رخصة|قيد|ر\\.و|መታወ|የካር|በቁ|学籍|學籍|准考|学号|记录|記号|증번|군번|ว\\.[0-9]";

/// Words for "number" and others between a name and its number.
const LINKS: &WordList = &WordList::new(
    "n|nr|no|num|núm|nro|number|numeris|numurs|br|broj|бр|број|номер|номері|но|αρ|αριθ|αριθμός|υπόθεσης|πρωτ|na|nambari|namba|ya|cha|wa|rch|kuchukulia|mzigo|lama|cũ|mới|baru|\
     kod|code|kodas|saba|is|je|ni|est|ist|yra|ir|on|του|της|رقم|رقمه|هو|نسخه|شماره|نسخة|شناسنامه|نمبر|नं|नंबर|संख्या|क्र|क्रमांक|নং|নম্বর|নাম্বার|ቁ|ቁጥር|番号|card|carte|registro|\
     на|рецепта|книжице|книжица|заболяването|болезни|болести|iskaznice|karte|karta|konto|hasta|kh|e",
);

/// The number behind one of `names` that begins the match.
fn behind(candidate: &Candidate<'_>, names: &PhraseList) -> Option<Finding> {
    let (text, start) = (candidate.field.text, candidate.range.start);
    let end = name_end(text, start, names)?;
    // Compounds of Estonian end in such a word: `töövõtuleping`. Others begin where a word begins; scripts without blanks join them.
    let name = &text[start..end];
    let before = text[..start].chars().next_back();
    let is_joined = before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '-');
    let may_join = !name.is_ascii() && name.chars().all(|c| u32::from(c) > 0x3000 || c == '・')
        || ["leping", "toimik", "avaldus"].iter().any(|word| name.eq_ignore_ascii_case(word));
    (!is_joined || may_join).then_some(())?;
    let place = number_behind(text, end, name.starts_with(|c: char| u32::from(c) > 0x3000))?;
    candidate.part(place)
}

/// The number behind the register that the match names, if a doctor is named before it on the line.
fn behind_doctor(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Farthest title, in bytes.
    const FAR: usize = 64;
    let (text, range) = (candidate.field.text, &candidate.range);
    let head = line::before(text, range.start, FAR);
    let is_doctor = ["Dr. ", "Dra. ", "Dr ", "Dra ", "Médic", "Lic. "].iter().any(|title| head.contains(title));
    let at = range.end - 1;
    let len = record_len(line::behind(text, at, FAR), 4)?;
    (is_doctor && is_value_edge(text, at + len)).then(|| candidate.part(at..at + len))?
}

/// The number behind the name that ends at `end`: the rest of its word, words for "number" and signs stand between. `is_dense` says
/// that its script has no blanks, so that the number may follow at once.
fn number_behind(text: &str, end: usize, is_dense: bool) -> Option<Range<usize>> {
    /// Farthest number, in bytes, most letters of an ending, and most words between.
    const FAR: usize = 72;
    const ENDING: usize = 6;
    const WORDS: usize = 4;
    let near = line::behind(text, end, FAR);
    let ending: usize =
        near.chars().take(ENDING).take_while(|c| c.is_alphabetic() && !c.is_uppercase()).map(char::len_utf8).sum();
    let mut at = if is_dense { 0 } else { ending };
    for _ in 0..=WORDS {
        let rest = near.get(at..)?;
        let bare =
            rest.trim_start_matches([' ', '\u{A0}', '.', ':', '：', '#', '№', '(', '-', '–', '՝', '፦', '፥', 'ः', 'ঃ']);
        let gap = rest.len() - bare.len();
        // A sentence ends.
        if rest[..gap].contains(". ") && gap > 3 {
            return None;
        }
        let least = if text[..end].ends_with(['ش', 'ว']) || text[..end].ends_with("ش.ش") { 2 } else { 3 };
        at += gap;
        if (gap > 0 || is_dense || text[..end].ends_with(['.', '#']))
            && let Some(len) = record_len(bare, least).filter(|len| is_value_edge(text, end + at + len))
        {
            return Some(end + at..end + at + len);
        }
        let word = &bare
            [..bare.find(|c: char| !c.is_alphabetic() && !matches!(c, '\u{900}'..='\u{DFF}')).unwrap_or(bare.len())];
        if word.is_empty() || !is_listed(word, LINKS) {
            return None;
        }
        at += word.len();
    }
    None
}

/// The length of the number of a record that `text` begins with: letters and digits in groups, of so many digits at least, and no date, no
/// year and no sum.
fn record_len(text: &str, least: usize) -> Option<usize> {
    /// Longest number, in bytes, and most letters side by side.
    const LONGEST: usize = 40;
    const LETTERS: usize = 6;
    let joins = |c: char| matches!(c, '-' | '/' | '.' | '・' | '－');
    let (mut end, mut digits, mut letters, mut is_joint) = (0, 0, 0, true);
    for (at, c) in text.char_indices().take_while(|(at, _)| *at < LONGEST) {
        if c.is_numeric() {
            (digits, letters) = (digits + 1, 0);
        } else if c.is_alphabetic() && (!c.is_lowercase() || !is_joint || text[..at].ends_with('/')) {
            letters += 1;
        } else if joins(c) && !is_joint {
            (is_joint, letters) = (true, 0);
            continue;
        } else if c == ' ' && digits > 2 && !is_joint && text[at + 1..].starts_with(|c: char| c.is_numeric()) {
            // Groups of digits.
            let group = text[at + 1..].chars().take_while(|c| c.is_numeric()).count();
            if !(3..=5).contains(&group) || !text[..at].ends_with(|c: char| c.is_numeric()) {
                break;
            }
            (is_joint, letters) = (true, 0);
            continue;
        } else {
            break;
        }
        if letters > LETTERS {
            return None;
        }
        (end, is_joint) = (at + c.len_utf8(), false);
    }
    let found = text.get(..end)?;
    let rest = &text[end..];
    let is_of_year = |part: &str| part.len() == 4 && (part.starts_with("19") || part.starts_with("20"));
    let is_year = found.split(['-', '/', '.']).all(is_of_year);
    let is_sum = rest.starts_with([',', '.', ':']) && rest[1..].starts_with(|c: char| c.is_numeric());
    let is_measure = rest.trim_start().starts_with(['%', '€', '$', '°', '₹', '৳', '₪']);
    let fits = digits >= least && !is_year && !is_date_shape(found) && !is_sum && !is_measure;
    fits.then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Field;

    fn found<'t>(text: &'t str, head: &str, names: &PhraseList) -> Option<&'t str> {
        let field = Field::new(text);
        let start = field.text.find(head)?;
        let candidate = Candidate {
            field: &field,
            range: start..start + head.len(),
            pattern: 0,
            form: crate::Form::Shape,
            name: "",
        };
        behind(&candidate, names).map(|found| &text[found.range])
    }

    #[test]
    fn numbers_stand_behind_names_of_records() {
        for (text, head, expected) in [
            ("Ligos istorija Nr. 2204/23, gydytojas", "Ligos", Some("2204/23")),
            ("Töövõtuleping nr TL-0442", "leping", Some("TL-0442")),
            ("avaldus nr 5-2/1120 on", "avald", Some("5-2/1120")),
            ("presliku osobne iskaznice br. 104418827", "osobn", Some("104418827")),
            ("ВЫПИСНОЙ ЭПИКРИЗ № 4418/т", "ЭПИК", Some("4418/т")),
            ("MR# 24-044188 card", "MR#", Some("24-044188")),
            ("CMND cũ: 241 448 285 nay", "CMND", Some("241 448 285")),
            ("Kadi ya RCH Na. 0044/24", "Kadi", Some("0044/24")),
            ("በቁጥር አአ/ቤል/4418/17 የተመዘገበው", "በቁ", Some("አአ/ቤል/4418/17")),
            ("parafa C10448", "paraf", Some("C10448")),
            ("Αρ. πρωτ. υπόθεσης: 4418/ΔΕ/2023.", "Αρ. ", Some("4418/ΔΕ/2023")),
            ("学籍号G310104201305114418", "学籍", Some("G310104201305114418")),
            ("история болезни № 2024", "истор", None),
            ("istorija 1918-1945", "istor", None),
            ("leping 12,50 eurot", "lepin", None),
            ("история 1945 года", "истор", None),
            ("control no 12.03.2024", "contr", None),
            ("avaldus on esitatud", "avald", None),
        ] {
            assert_eq!(found(text, head, &NAMES), expected, "{text}");
        }
        for (text, head, expected) in [
            ("clearing 5357, kontonr", "clearing ", Some("5357")),
            ("NemKonto reg. 3000 konto", "NemKonto reg", Some("3000")),
            ("הנדון: חשבון 12-448-473902 – עיקול", "חשבון ", Some("12-448-473902")),
            ("חשבון הבנק נסגר", "חשבון ", None),
        ] {
            assert_eq!(found(text, head, &ACCOUNT_NAMES), expected, "{text}");
        }
    }
}
