//! Numbers of accounts, passports, identity cards and driving licences that a sentence states, in the inflected words of
//! many languages: `passnumret är …`, `hesap numaram …`, `l'útlevelem száma …`.

use std::borrow::Cow;

use crate::recognizers::identity::{generic::labels, record_numbers::ACCOUNT_INFO};
use crate::recognizers::support::identifiers::number_at;
use crate::recognizers::support::nationalities::is_nationality;
use crate::recognizers::support::phrase_list::PhraseList;
use crate::recognizers::support::statement::{Statement, name_end, statement, statement_with};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[ACCOUNT, DRIVER_LICENSE, HEALTH_ID, NATIONAL_ID, PASSPORT];

/// The probability of a number in a statement.
const STATED: f32 = 0.65;

/// That of a passport number, of which many countries have more exact ones.
const PASSPORT_STATED: f32 = 0.5;

/// Longest number, in bytes.
const LONGEST: usize = 40;

const ACCOUNT: Rule = Rule {
    info: ACCOUNT_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::within(ACCOUNT_HEADS, STATED, STATED),
        // Of other things, too, unless it is somebody's or a bank's.
        Pattern::within(
            "(?i:konto|account|acc |compte|cuenta|conto|conta |contul|rekening|depot)|счёт|счет|рахунок|계좌|STK|stk",
            STATED,
            STATED,
        ),
    ]),
    context: words![],
    check: |candidate| {
        let told = match candidate.pattern {
            0 => told(candidate, &ACCOUNT_NAMES, 4)?,
            _ => statement(candidate.field.text, candidate.range.end, None, 4)?,
        };
        let is_strong = candidate.pattern == 0;
        // A clearing number is short.
        let least = match is_strong {
            true if candidate.field.text[candidate.range.start..]
                .get(..8)
                .is_some_and(|name| name.eq_ignore_ascii_case("clearing")) =>
            {
                4
            }
            true => 6,
            false => 8,
        };
        let is_short_name = candidate.matched().eq_ignore_ascii_case("stk");
        let is_bank = told.names > 0 || told.is_owned || is_short_name || candidate.matched() == "계좌";
        // Customers of programs have long numbers in English alone.
        let is_near = told.is_told || told.at - candidate.range.end <= ": ".len();
        let is_long = is_near && !candidate.matched().get(..3).is_some_and(|name| name.eq_ignore_ascii_case("acc"));
        let least = if is_bank || is_strong { least } else { 10 };
        let fits = is_strong && told.names == 0 || (is_bank || is_long) && begins_word(candidate);
        fits.then(|| number(candidate, told, least))?
    },
};

const DRIVER_LICENSE: Rule = Rule {
    info: labels::DRIVER_LICENSE_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::within(LICENSE_HEADS, STATED, STATED),
        Pattern::within("(?i:driver|permis)", STATED, STATED),
    ]),
    context: words![],
    check: |candidate| match candidate.pattern {
        0 => {
            let text = candidate.field.text;
            let is_link = |word: &str| is_nationality(word) || word.split('/').all(|class| is_listed(class, CLASSES));
            number(
                candidate,
                statement_with(text, name_end(text, candidate.range.start, &LICENSE_NAMES)?, is_link, 0)?,
                5,
            )
        }
        _ => statement(candidate.field.text, candidate.range.end, None, 0)
            .filter(|told| told.is_told && begins_word(candidate))
            .and_then(|told| number(candidate, told, 5)),
    },
};

/// Classes of vehicles, and words for them, between a licence and its number: `Führerschein B, BE, C Nr. …`, `prawo jazdy kat. B nr …`.
const CLASSES: &WordList = &WordList::new(
    "am|a|a1|a2|b|b1|b96|be|b+e|c|c1|c1e|ce|c+e|d|d1|d1e|de|l|t|m|s|kl|klasse|klassen|kat|kategorie|kategorii|kategoria|cat|categoria|categorías|\
     categoría|catégorie|catégories|categorie|categorieën|rijbewijscategorie|skupina|skupiny|klasa|klass|luokka",
);

const HEALTH_ID: Rule = Rule {
    info: labels::HEALTH_ID_INFO,
    patterns: Cow::Borrowed(&[
        // Japan's insurance, whose numbers are a sign and a number: `記号12345 番号678901`.
        Pattern::within("記号(?:[・ ]?(?:番号)?(?:は|[:：])?[ 　「『(（]?[0-9０-９])", STATED, STATED),
        Pattern::within(HEALTH_HEADS, STATED, STATED),
    ]),
    context: words![],
    check: |candidate| match candidate.pattern {
        0 => sign_and_number(candidate),
        _ => identifier(candidate, &HEALTH_NAMES, 6),
    },
};

/// The sign and the number of an insured person of Japan, whose first digit ends the match.
fn sign_and_number(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Farthest end and longest part, in bytes.
    const FAR: usize = 48;
    const LONGEST: usize = 10;
    let sign = candidate.matched().chars().next_back()?;
    let start = candidate.range.end - sign.len_utf8();
    let near = line::behind(candidate.field.text, start, FAR);
    let is_sign = |c: char| c.is_numeric() || c == '-' || c == '−';
    let rest = near.trim_start_matches(is_sign);
    let number = rest.trim_start_matches([
        ' ', '　', '、', '・', '／', '/', ',', '番', '号', ':', '：', 'は', '「', '」', '『', '』', '(', ')', '（',
        '）',
    ]);
    let len: usize = number.chars().take(LONGEST).take_while(|c| is_sign(*c)).map(char::len_utf8).sum();
    let end = start + near.len() - number.len() + len;
    (len > 0 && number.len() < rest.len() && near.len() - rest.len() <= LONGEST).then(|| candidate.part(start..end))?
}

const NATIONAL_ID: Rule = Rule {
    info: labels::NATIONAL_ID_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::within(NATIONAL_HEADS, STATED, STATED),
        // A series in letters and a number: `CI seria RX nr. 482913`.
        Pattern::within("(?i:s[eé]ri[ae]|seriją|серия|серии|серія|серії)", STATED, STATED),
    ]),
    context: words![],
    check: |candidate| match candidate.pattern {
        0 => identifier(candidate, &NATIONAL_NAMES, 6),
        _ => series(candidate),
    },
};

const PASSPORT: Rule = Rule {
    info: labels::PASSPORT_NUMBER_INFO,
    patterns: Cow::Borrowed(&[Pattern::within(PASSPORT_HEADS, PASSPORT_STATED, PASSPORT_STATED)]),
    context: words![],
    check: |candidate| {
        let end = name_end(candidate.field.text, candidate.range.start, &PASSPORT_NAMES)?;
        let text = candidate.field.text;
        let is_link = |word: &str| is_listed(word, PURPOSES) || is_nationality(word);
        let found = number(candidate, statement_with(text, end, is_link, 0)?, 4)?;
        // Behind a sign, and directly, its name introduces it.
        let gap = &candidate.field.text[end..found.range.start];
        let name = &candidate.field.text[candidate.range.start..end];
        let is_plain = gap.starts_with([':', '=']) || gap == " " && name.eq_ignore_ascii_case("passport");
        let number = &candidate.field.text[found.range.clone()];
        let digits = number.bytes().filter(u8::is_ascii_digit).count();
        (!is_plain && (digits > 5 || is_mixed(number))).then_some(found)
    },
};

/// What somebody gives the number of a passport for: `my passport number for the cruise is …`.
const PURPOSES: &WordList = &WordList::new(
    "booking|flight|flights|visa|form|forms|guestlist|guest|list|hotel|reservation|check-in|checkin|application|ticket|tickets|trip|travel|insurance|\
     record|file|condo|hostel|rental|car|tour|cruise|buchung|flug|visum|anmeldung|formular|reise|réservation|vol|formulaire|voyage|reserva|vuelo|\
     formulario|viaje|prenotazione|volo|modulo|viaggio|voo|viagem|boeking|vlucht|formulier|reis",
);

/// The series and the number of a document that is named before them.
fn series(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Farthest name of the document, in bytes.
    const FAR: usize = 48;
    let text = candidate.field.text;
    let rest = line::behind(text, candidate.range.end, FAR);
    let near = rest.trim_start_matches([' ', ':']);
    let start = candidate.range.end + rest.len() - near.len();
    let letters = near.chars().take_while(|c| c.is_uppercase()).count();
    let behind = near.trim_start_matches(char::is_uppercase).trim_start_matches([',', ' ']);
    let sign = ["numărul", "numer", "номер", "nr", "no", "Nr", "№", "n°", "N"]
        .into_iter()
        .find(|sign| behind.starts_with(sign))?;
    let number = behind.strip_prefix(sign)?.trim_start_matches(['.', ':', ' ']);
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    let before = line::before(text, candidate.range.start, FAR);
    let mut words = before.split(|c: char| !c.is_alphanumeric() && c != '.').rev().take(5);
    let is_document = words.any(|word| is_listed(word.trim_end_matches('.'), DOCUMENTS));
    let end = start + near.len() - number.len() + digits;
    let fits = (1..=3).contains(&letters) && (6..=8).contains(&digits) && is_document && is_value_edge(text, end);
    fits.then(|| candidate.part(start..end))?
}

/// Documents whose numbers have a series.
const DOCUMENTS: &WordList = &WordList::new(
    "ci|c.i|bi|b.i|buletin|buletinul|identitate|pașaport|pașaportul|pasaport|permis|паспорт|паспорта|паспорту|посвідчення|удостоверение|\
     свідоцтво|свидетельство|dowód|dowodu|osobisty|paszport|paszportu|prawo|jazdy|passeport|passaporto|pasaporte",
);

/// The number behind one of `names`, if the sentence states it, of so many digits at least.
fn identifier(candidate: &Candidate<'_>, names: &PhraseList, least: usize) -> Option<Finding> {
    let text = candidate.field.text;
    // A document is of a country: `permis de conduire suisse …`.
    let told = statement_with(text, name_end(text, candidate.range.start, names)?, is_nationality, 0)?;
    // Cards of France and Germany have letters among few digits: `FWD26MKJZ`.
    number(candidate, told, least)
        .or_else(|| number(candidate, told, 2).filter(|found| is_mixed(&text[found.range.clone()])))
}

/// Reports whether it is of capitals and digits as long as numbers of documents, in which some countries have few digits: `NX4B71PK2`.
fn is_mixed(number: &str) -> bool {
    (8..=9).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase())
}

/// The statement behind one of `names`, with at most so many other names.
fn told(candidate: &Candidate<'_>, names: &PhraseList, others: usize) -> Option<Statement> {
    let text = candidate.field.text;
    statement(text, name_end(text, candidate.range.start, names)?, None, others)
}

fn number(candidate: &Candidate<'_>, told: Statement, least: usize) -> Option<Finding> {
    let found = number_at(candidate.field.text, told.at, least, LONGEST)?;
    candidate.part(found)
}

/// Reports whether the name begins a word.
fn begins_word(candidate: &Candidate<'_>) -> bool {
    let before = candidate.field.text[..candidate.range.start].chars().next_back();
    before.is_none_or(|c| !c.is_alphanumeric() && c != '_')
}

/// Names of accounts, in small letters, and their first letters.
static ACCOUNT_NAMES: PhraseList = PhraseList::new(
    "caja de ahorro en pesos|caja de ahorro en dólares|caja de ahorro|caja de ahorros|caja ahorro|caja ahorros|bankverbindung|broj mog računa|broj mojeg računa|broj našeg računa|clearingnr|clearingnum|compte bancaire|compte chèque|\
    compte chèques|compte courant|compte épargne|conta bancária|conta corrente|conta poupança|conto corrente|\
    cuenta bancaria|cuenta corriente|cuenta de ahorro|cuenta de ahorros|cuenta de cheques|hesabım|hesap no|hesap nu|\
    konta numur|kontonum|kontonumb|nambari yangu ya akaunti|no akaun|nombor akaun|nomor rekening|norek|numer konta|\
    numer mojego konta|numer mojego rachunku|numer naszego konta|numer naszego rachunku|numer rachunku|numer swojego konta|\
    numer swojego rachunku|numerem konta|numerem mojego konta|numerem mojego rachunku|numerem naszego konta|\
    numerem naszego rachunku|numerem rachunku|numerem swojego konta|numerem swojego rachunku|numero del conto|\
    numero del mio conto|numero del nostro conto|numero del suo conto|numero di conto|numero di mio conto|\
    numero di nostro conto|numero di suo conto|numero ng account|numeru konta|numeru mojego konta|numeru mojego rachunku|\
    numeru naszego konta|numeru naszego rachunku|numeru rachunku|numeru swojego konta|numeru swojego rachunku|\
    numéro de compte|numéro de mon compte|numéro de notre compte|numéro de son compte|numéro de votre compte|\
    număru contului|număru de cont|numărul contului|numărul de cont|número da conta|número da minha conta|\
    número da nossa conta|número da sua conta|número da tua conta|número de conta|número de cuenta|número de la cuenta|\
    número de mi cuenta|número de minha conta|número de nossa conta|número de su cuenta|número de sua conta|\
    número de tua conta|reikningsnúm|rekening bank bca|rekening bank bni|rekening bank bri|rekening bank mandiri|\
    rekening bca|rekening bni|rekening bri|rekening mandiri|rekeningnom|rekeningnr|rekeningnu|számlaszám|sąskaitos numer|\
    số tài khoản|tilinumero|čísla mého účtu|čísla môjho účtu|čísla našeho účtu|čísla nášho účtu|čísla účtu|číslem mého účtu|\
    číslem môjho účtu|číslem našeho účtu|číslem nášho účtu|číslem účtu|číslo mého účtu|číslo môjho účtu|číslo našeho účtu|\
    číslo nášho účtu|číslo účtu|številka mojega računa|αριθμό λογαριασμού|αριθμός λογαριασμού|број мог рачуна|број рачуна|\
    номер вашего счета|номер вашего счёта|номер мого рахунк|номер моего счета|номер моего счёта|номер на банкова сметка|\
    номер на банковата ми сметка|номер на сметка|номер нашего счета|номер нашего счёта|номер нашого рахунк|номер рахунк|\
    номер счета|номер счёта|מספר החשבון|מספר חשבון|رقم الحساب|رقم حساب|شماره حساب|खाता नंबर|खाता संख्या|เลขที่บัญชี|\
    เลขบัญชี",
);
const ACCOUNT_HEADS: &str = "(?i-u:bankv|broj |caja |clear|compt|conta|conto|cuent|hesab|hesap|konta|konto|namba|no ak|nombo|nomor|norek|numer|reikn|reken|\
    tilin)|(?i:numé|numă|núme|szám|sąsk|số |čís|štev|αρι|бро|ном)|מספ|رقم|شما|खा|เล";

/// Names of driving licences, in small letters, and their first letters.
static LICENSE_NAMES: PhraseList = PhraseList::new(
    "ajokortin|ajokortti|bằng lái|carnet de conducir|carta de condução|ehliyet|førerkortn|führerschein|giấy phép lái xe|\
    jogosítvány|körkortsn|kørekortn|leseni memandu|licencia de conducir|patente di guida|permis de conduire|\
    permisul de conducere|prawa jazdy|prawo jazdy|rijbewijs|vezetői engedély|vodičsk|vozačk|vozniško|řidičsk|řidičák|\
    άδεια οδήγησης|δίπλωμα οδήγησης|водительск|посвідчення водія|шофьорск|רישיון הנהיגה|רישיון נהיגה|רשיון הנהיגה|\
    רשיון נהיגה|رخصة القيادة|رخصة قيادة|گواهینامه|ड्राइविंग लाइसेंस|ใบขับขี่|免許証|駕照|駕駛執照|驾照|驾驶证|운전면허",
);
const LICENSE_HEADS: &str = "(?i-u:ajoko|carne|carta|ehliy|jogos|lesen|licen|paten|permi|prawa|prawo|rijbe|vezet|vodi|voza|vozni)|(?i:bằn|føre|führ|\
    giấ|körk|køre|řidi|άδε|δίπ|вод|пос|шоф)|ריש|רשי|رخص|گوا|ड्|ใบ|免許|駕照|駕駛|驾照|驾驶|운전";

/// Names of health cards, in small letters, and their first letters.
static HEALTH_NAMES: PhraseList = PhraseList::new(
    "bhyt|bpjs|bpjs kesehatan|bpjs ketenagakerjaan|health card|helsekort|kelakort|krankenversichert|número de utente|sağlık kart|sundhedskort|taj szám|taj-szám|\
    tajszám|tarjeta sanitaria|tessera sanitaria|ubezpieczenia zdrowotn|zdravstvena iskaznic|zdravstvena kartic|\
    zdravstvene iskaznic|zdravstvene kartic|zorgnum|zorgpas|čísla poisten|čísla pojištěnc|číslo poisten|číslo pojištěnc|\
    медицинский полис|медицинского полис|полис омс",
);
const HEALTH_HEADS: &str = "(?i-u:bhyt|bpjs|healt|helse|kelak|krank|sundh|taj s|taj-s|tajsz|tarje|tesse|ubezp|zdrav|zorgn|zorgp)|(?i:núme|sağl|čís|\
    мед|пол)";

/// Names of identity cards and numbers of persons, in small letters, and their first letters.
static NATIONAL_NAMES: PhraseList = PhraseList::new(
    "adóazonosító|asmens kod|ausweisnum|carta d'identità|carta d’identità|carte d'identité|carte d’identité|cccd|cmnd|\
    dowod osobist|dowodem osobist|dowodu osobist|dowód osobist|dowódem osobist|dowódu osobist|henkilökort|identiteitskaart|\
    isikukood|kitambulisho|lična kart|lične kart|občansk|osobna|osobna iskazn|osobnu iskazn|osobna izkazn|osebna izkazn|osebne izkazn|osobne|osobne iskazni|osobne iszazni|osobne izkazni|\
    osobne izzazni|personas kod|személyi igazolvány|személyi szám|személyigazolvány|α.δ.τ|αδτ|ταυτότητα|kennital|رقمي القومي|الرقم القومي|лична карта|\
    лична ми карта|личната карта|личната ми карта|מספר הזהות|מספר זהות|ת\"ז|תעודת הזהות|תעודת זהות|ת״ז|بطاقة التعريف|بطاقة تعريف|بطاقة الهوي|البطاقة الوطنية|البطاقة الشخصية|رقم الهوي|رقم هوي|شناختی کارڈ|کد ملی|\
    पहचान पत्र|জাতীয় পরিচয়পত্র|নাগরিক|บัตรประชาชน|身份证|身分證|주민등록번호",
);
const NATIONAL_HEADS: &str = "(?i-u:asmen|auswe|carta|carte|cccd|cmnd|dowod|henki|ident|isiku|kenni|kitam|osebn|osobn|perso|szem)|(?i:adóa|dowó|ličn|obča|α\\.δ|\
    αδτ|ταυ|лич)|ת\"ז|תעו|ת״ז|מספר|بطاق|البطا|رقم|الرقم|شنا|کد |पह|জা|না|บั|身份|身分|주민";

/// Names of passports, in small letters, and their first letters.
static PASSPORT_NAMES: PhraseList = PhraseList::new(
    "cestovn|hộ chiếu|pasaport|pasaporte|pasipoti|pasnum|pasoš|paspoort|paspor|passaport|passeport|passin num|passini|passnr|\
    passnum|passport|paszport|paşaport|pașaport|potnega lista|potni list|putovnic|vegabréf|útlevel|útlevél|čísla mého pasu|\
    čísla môjho pasu|čísla pasu|číslo mého pasu|číslo môjho pasu|číslo pasu|διαβατήρ|διαβατηρ|пасош|паспорт|דרכון|جواز|\
    پاسپورت|گذرنامه|पासपोर्ट|পাসপোর্ট|หนังสือเดินทาง|パスポート|护照|護照|여권",
);
const PASSPORT_HEADS: &str = "(?i-u:cesto|pasap|pasip|pasnu|paso|paspo|passa|passe|passi|passn|passp|paszp|potne|potni|putov|vegab)|(?i:hộ |paşa|pașa|\
    útle|čís|δια|пас)|דרכ|جوا|پاس|گذر|पा|পা|หน|パス|护照|護照|여권";
