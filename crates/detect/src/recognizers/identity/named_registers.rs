//! Numbers under which offices, suppliers, schools and professions keep a person, behind what the register is called, with
//! and without a sign: meters and delivery points, stays of foreigners, plots of land, learners, tickets, practitioners.

use std::borrow::Cow;

use crate::recognizers::identity::{license_numbers::LICENSE_NUMBER_INFO, record_numbers::ID_NUMBER_INFO};
use crate::recognizers::support::identifiers::{number_at, numbered};
use crate::recognizers::support::names::names_of;
use crate::recognizers::support::phrase_list::PhraseList;
use crate::recognizers::support::statement::{name_end, statement};
use crate::{Candidate, Finding, Form, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[PROFESSION, REGISTER];

/// The probability of a number behind a name and a sign, and in a sentence.
const NAMED: f32 = 0.7;
const SAID: f32 = 0.65;

const REGISTER: Rule = Rule {
    info: ID_NUMBER_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::key(REGISTER_KEYS, NAMED),
        // Abbreviations, in capitals.
        Pattern::within(
            "PDL|PCE|PRM|CUPS|PDR|MPAN|MPRN|NMI|PPE|UPN|ULN|USI|NSN|INE|BRP|UAN|UCI|KTN|FOID|EDIPI|TIE|SEVIS|I-94|MaLo|MeLo|Navigo|PGN|NISN|NIM|MSSV|IČP|RENAVAM|EID|QQ|HN|ABHA|HPR|CIP|NHC|УИН",
            SAID,
            NAMED,
        ),
        Pattern::within(REGISTER_HEADS, SAID, NAMED),
        Pattern::within(OTHER_HEADS, SAID, NAMED),
        // Points of delivery, whose form says what they are.
        Pattern::regex("IT[0-9]{3}E[0-9]{8}|ES[0-9]{16}[A-Z]{2}(?:[0-9][A-Z])?", 0.6, 0.9),
    ]),
    context: words!["pod", "cups", "contatore", "contador", "bolletta", "factura", "luz", "energia"],
    check: |candidate| match candidate.pattern {
        0 => numbered(candidate, 6, LONGEST),
        4 => candidate.whole(),
        // Abbreviations stand for many other things.
        1 => stated(candidate, candidate.range.end, 7),
        2 => stated(candidate, name_end(candidate.field.text, candidate.range.start, &REGISTER_NAMES)?, 6),
        _ => stated(candidate, name_end(candidate.field.text, candidate.range.start, &OTHER_NAMES)?, 6),
    },
};

const PROFESSION: Rule = Rule {
    info: LICENSE_NUMBER_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::key(PROFESSION_NAMES, NAMED),
        Pattern::within(
            "RPPS|ADELI|FINESS|ZSR|AHPRA|CRM[/-][A-Z]{2}|OAB[/-][A-Z]{2}|CREA|PWZ|NPWZ|GMC|GDC|HCPC|NZMC|MCNZ|HPCSA|CPS[OMA]|CPSBC|KMC|MCR|RCVS|BIG-n|NMC PIN|AGB|(?i:colegiado n|cédula profesional|\
             ordine dei medici|ordine degli avvocati|bar (?:no|number)|attorney (?:license|registration))",
            SAID,
            NAMED,
        ),
        // The province and the number of a member of a college of Spain: `col. 08/44812`.
        Pattern::regex("(?:[Cc]ol|[Cc]oleg|[Nn]º [Cc]ol)\\.(?: n\\.?º)? (?:[0-9]{2}/[0-9]{4,7}|[0-9]{9})", SAID, NAMED),
    ]),
    context: words![],
    check: |candidate| match candidate.pattern {
        0 => numbered(candidate, 5, LONGEST),
        2 => {
            let number = candidate.range.start + candidate.matched().rfind(' ')? + 1;
            candidate.part(number..candidate.range.end)
        }
        _ => stated(candidate, candidate.range.end, 5),
    },
};

const REGISTER_KEYS: &[Cow<'static, str>] = names_of!("register_names.txt");
const PROFESSION_NAMES: &[Cow<'static, str>] = names_of!("profession_names.txt");

/// Longest number, in bytes.
const LONGEST: usize = 40;

/// The number of so many digits at least that a sentence states behind the name that ends at `end`.
fn stated(candidate: &Candidate<'_>, end: usize, least: usize) -> Option<Finding> {
    let (text, range) = (candidate.field.text, &candidate.range);
    let before = text[..range.start].chars().next_back();
    if candidate.form != Form::Shape || before.is_some_and(|c| c.is_alphanumeric() && u32::from(c) < 0x2E80 || c == '_')
    {
        return None;
    }
    let at = statement(text, end, None, 0)?.at;
    let found = number_at(text, at, least.min(5), LONGEST)?;
    let number = &text[found.clone()];
    let digits = number.bytes().filter(u8::is_ascii_digit).count();
    // A name in words stands before a model's number, too: `Microchip PIC16F877`.
    let is_mixed = least != 6
        && number.len() > 7
        && digits > 3
        && number.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase());
    (digits >= least || is_mixed).then(|| candidate.part(found))?
}

/// What registers call numbers in sentences, in small letters, and their first letters.
static REGISTER_NAMES: PhraseList = PhraseList::new(
    "alien no|alien number|alien registration|aufenthaltstitel|azr-nummer|bahncard|beitragsnummer|blood bag|chat_id|\
    chipnummer|codice pdr|codice pod|codice utente|contador n°|contador nº|d'adhérent|discord id|dod id|d’adhérent|\
    engine no|engine number|expediente académico|fiscal de référence|global entry|government gateway|grundbuchblatt|\
    gun license|home office ref|kassenzeichen|krankenkasse mitglied|library card|mandatsreferenz|marktlokation|matr.-nr|\
    matricola contatore|matricule étudiant|messlokation|meter no|meter number|meter serial|meternummer|microchip|\
    military id|nr licznika|numer albumu|numer licznika|numero inps|numéro compteur|numéro de compteur|numéro étranger|\
    n° compteur|n° de client|n° de compteur|obra social|ov-chipkaart|oyster card|parcel id|parcel no|parcel number|\
    permesso di soggiorno|pk-nummer|point de livraison|puce|redress no|redress number|\
    referencia catastral|récépissé|référence linky|service no|service number|share code|sociétaire|steam id|title no|\
    title number|titre de séjour|transponder-n|transpondern|tv licence|universal credit|uscis|visa no|visa number|visa n°|\
    visum-n|visumn|zählernr|zählernummer|zählpunkt|číslo elektroměru",
);
const REGISTER_HEADS: &str = "(?i-u:alien|aufen|azr-n|bahnc|beitr|blood|chat_|chipn|codic|conta|d'adh|disco|dod i|engin|exped|fisca|globa|gover|grund|\
    gun l|home |kasse|krank|libra|manda|markt|matr\\.|matri|messl|meter|micro|milit|nr li|numer|obra |ov-ch|oyste|parce|\
    perme|pk-nu|point|puce|redre|refer|servi|share|soci|steam|title|titre|trans|tv li|unive|uscis|visa |visum)|\
    (?i:d’a|numé|n° c|n° d|récé|réfé|zähl|čís)";

/// What they call them in other scripts, in small letters, and their first letters.
static OTHER_NAMES: PhraseList = PhraseList::new(
    "αριθμός παροχής|ασφαλισμένου|кадастровый номер|номер визы|номер зачетки|номер лічильника|номер полиса|номер счетчика|\
    номер счётчика|номер трудовой|полис омс|八達通號碼|学号|学籍番号|學號|학번",
);
const OTHER_HEADS: &str = "(?i:αρι|ασφ|кад|ном|пол)|八達|学号|学籍|學號|학번";
