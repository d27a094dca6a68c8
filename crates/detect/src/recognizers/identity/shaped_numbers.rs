//! Numbers of documents and registers behind short names that say little by themselves, told by the shape that their country gives them:
//! `eID 594-0876259-97`, `PhilSys PCN 6326-6110-4963-9321`, `社保卡 H48058246`, `Known Traveler Number TTHSB3406`, `pass CWD907120`.

use std::{borrow::Cow, ops::Range, sync::OnceLock};

use rustc_hash::FxHashMap;

use super::generic::labels::{DRIVER_LICENSE_INFO, HEALTH_ID_INFO, NATIONAL_ID_INFO, PASSPORT_NUMBER_INFO};
use super::license_numbers::LICENSE_NUMBER_INFO;
use super::record_numbers::{ACCOUNT_INFO, ID_NUMBER_INFO};
use crate::recognizers::contact::phone::INFO as PHONE_INFO;
use crate::recognizers::support::grouping::has_one_digit;
use crate::recognizers::support::nationalities::is_nationality;
use crate::recognizers::support::numerals::is_date_shape;
use crate::recognizers::support::statement::statement_with;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line, window};
use crate::{Candidate, Finding, Pattern, Rule};

/// The probability of a number.
const SAID: f32 = 0.65;
/// That of a passport, of which many countries have more exact ones.
const PASSPORT: f32 = 0.5;

/// A rule for names and the shapes of the numbers behind them: `D` is a digit, `L` a capital, `X` either of them, each with how often
/// it stands; signs between groups do not count. Names with a small letter stand in any case.
macro_rules! shaped {
    ($info:expr, $probability:expr, $first:literal => $first_shapes:literal $(, $names:literal => $shapes:literal)* $(,)?) => {
        Rule {
            info: $info,
            patterns: Cow::Borrowed(&[Pattern::regex(concat!("(?i:", $first $(, "|", $names)*, ")"), $probability, $probability)]),
            context: words![],
            check: |candidate| {
                static TABLE: Table = Table::new(&[($first, $first_shapes) $(, ($names, $shapes))*]);
                check(candidate, &TABLE)
            },
        }
    };
}

pub(super) const RULES: &[Rule] = &[
    shaped!(
        ACCOUNT_INFO,
        SAID,
        "NUBAN|NUBAN number" => "D10",
        "CCI|CCC" => "D20",
        "CBU|CVU|CBU/CVU" => "D22",
        "CCP|compte CCP" => "D7|D8|D9|D10|D12",
        "RIB" => "D20|D21|D23|D24",
        "nemkonto|reikningur|reikningsnúmer|bankareikningur" => "D10|D11|D12|D13|D14",
    ),
    shaped!(
        DRIVER_LICENSE_INFO,
        SAID,
        "FRSC|FRSC licence|FRSC license|FRSC driver's licence" => "L3D5L2D2|L3D5L2D1|L3D8",
        "NEPH|numéro NEPH|GPLX|số GPLX" => "D12",
        "PJ|prawko" => "D11",
        "licencia clase A|licencia clase B|licencia clase C|licencia nacional de conducir|licencia profesional|brevete" => "D7|D8|D8X|LD8",
        "permis conducere|permis de conducere|permis auto" => "LD8L|D8L|LD8|L2D6",
        "права|водійське|водійські права|водительские права" => "D10|L3D6|D2L2D6",
        "körkort|körkortet|körkortsnr" => "D10|D12",
        "δίπλωμα|άδεια οδήγησης" => "D9",
        "LTO|LTO license|LTO licence" => "LD10",
        "SIM A|SIM B|SIM C|SIM" => "D12|D14|D16",
    ),
    shaped!(
        HEALTH_ID_INFO,
        SAID,
        "IHI|HPI-I|HPI-O|HPII|IHI number" => "D16",
        "NHIF|SHA|SHIF|NHIF member|NHIF card|SHA member" => "D6|D7|D8|D9|LD7|L2D13D1",
        "EsSalud|Autogenerado|Autogenerado EsSalud" => "D8|D10|D15|D7L5D3",
        "RAMQ|carte soleil" => "L4D8",
        "CNAS|numéro CNAS|carte chifa" => "D10|D12",
        "BHXH|mã số BHXH|H&C|H&C number|HSC number|CHI" => "D10",
        "PAMI|afiliado PAMI|IOMA" => "D11|D12|D13|D14",
        "OHIP|OHIP card|carte Santé" => "D10L2|D10",
        "utente|n.º de utente|nº de utente|número de utente|ZZZS" => "D9",
        "medical card|GMS|GMS no|GMS number" => "LD6L|D7L|D6L",
        "poistenec|poistenca|pojištěnec|pojištěnce" => "D9|D10",
        "MSP|PHN|AHCIP|MHSC|HCN" => "D9|D10",
    ),
    shaped!(
        ID_NUMBER_INFO,
        SAID,
        "KTN|PASSID|NEXUS|NEXUS card|Global Entry|Trusted Traveler|Known Traveler|Known Traveler Number|Known Traveller|Known Traveller Number|TSA Pre|TSA PreCheck"
            => "D8|D9|D10|L2D7|L2X7|LD8",
        "DVA|DVA file|DVA card" => "L2D6|L1D6|L3D4|L2D4|L3D5|L4D4",
        "EPF|KWSP|EPF no|KWSP no|KWSP/EPF|EPF/KWSP" => "D8",
        "SOCSO|PERKESO" => "D12|D9",
        "ESIC|ESI" => "D10|D17",
        "PRAN" => "D12",
        "NSSF|GSIS|GSIS BP|BP No" => "D8|D9|D10|D11|L2D8",
        "Pag-IBIG|Pag-IBIG MID|HDMF|MID" => "D12",
        "PRC license|PRC licence|PRC ID" => "D7",
        "CNSS|CNPS|CNAPS|IPRES" => "D8|D9|D10|D12",
        "USCIS|USCIS number" => "D9",
        "FF|FFN|FQTV|frequent flyer|frequent flier|frequent flyer number" => "D8|D9|D10|D11|D12|D16|L2D8|L2D9|L2D10|LD8|LD9",
        "学生证|学生证号|学籍号|工作证|工作证号|军官证|士兵证" => "D6|D7|D8|D9|D10|D12|LD5|LD6|LD7|LD8",
        "年金手帳|基礎年金番号" => "D10",
        "tessera elettorale" => "D8|D9|D10",
        "tesserino" => "D7|D8|D9|LD6|L2D6",
        "legitymacja|legitymacji|legitymacja studencka|carné joven|carnet joven" => "D6|D7|D8|D9",
        "talon|talonul" => "LD8",
        "MitID|BankID|DUF|DUF-nummer" => "D10|D12",
        "Oyster|Navigo|photocard" => "D10|D12|L3D4",
        "V5C|V5C doc ref|V5C reference" => "D11",
        "PTIN" => "LD8",
        "DUNS|D-U-N-S" => "D9",
        "LHDN|LHDN SG|LHDN OG" => "L2D10|L2D11|D10|D11",
        "SSNIT|SSNIT number" => "LD12|LD11",
        "CDCR|CDC number|TDCJ|TDCJ number|TDCJ-CID|NOMS|NOMIS|écrou|numéro d'écrou|matricola detenuto" => "LD5|L2D4|D8|D7|LD4L2",
        "BOP|BOP register|BOP number|Fed. Reg." => "D8",
        "parole|probation|inmate|prisoner|offender|detainee|convict|parolee|probationer" => "LD5|LD6|LD7|L2D4|L2D6|LD4L2|D5D3|D6|D7|D8",
        "NEQ" => "D10",
        "BN" => "D9L2D4",
        "NIF|NUIT|NIU|RNC|TRN|RIF|RTN|NINEA|NIPC|IFU|RUC" => "D7|D9|D10|D11|D13|D14|D15|LD9|LD12L|LD8|D9L|D9L2D3",
        "PAN" => "D9",
        "davčna|davčna številka" => "D8",
        "CRM|CRO|COREN|CREFITO" => "D4L2|D5L2|D6L2",
        "permanent resident card|PR card" => "L2D7|L2D10",
        "título eleitoral|título de eleitor" => "D12",
        "СТС|ПТС|ЭПТС" => "D10|D15|D2L2D6",
        "ШК|СУМПС" => "D9",
        "seguridad social|NAF|NUSS|afiliación" => "D12|D11",
        "Aufenthaltstitel|eAT|Aufenthaltserlaubnis|Aufenthaltskarte|residence permit|residence card|resident card|work permit|titre de séjour|permis de séjour|\
         permesso di soggiorno|karta pobytu|karty pobytu|посвідка|вид на жительство|внж|verblijfsdocument|verblijfsvergunning|uppehållstillstånd|opholdskort|oturma izni|ikamet|povolení k pobytu|TRC|ARC"
            => "X9|L2D7|L2D6|L2D8|LD8|D7|D8|D9|D10|D11|L3D9|L3D10",
        "visa|visado|visum|visto|виза|віза|visa foil|US visa|US visa foil" => "L3D9|L2D7|LD8|D8|D9|D14",
        "ESTA" => "X12|X16",
        "EAD|EAD card" => "L3D10|D9",
        "voter reg|voter registration|voter reg no|voter no|voter file" => "D6|D7|D8|D9|D10|D11|LD7|LD8",
    ),
    shaped!(
        LICENSE_NUMBER_INFO,
        SAID,
        "taxi licence|taxi license|taxi badge|PCO licence|PCO|SIA|SIA licence|driver badge" => "D5|D6|D7|D16",
        "CSCS|CSCS card|DBS certificate|DBS cert|WWCC|WWC" => "D8|D12|L3D7|L3D7L",
        "teacher ref|teacher ref no|TRN|GTC|GTC number|nurse PIN|NMC PIN|GMC|GMC ref|HPCSA|HCPC|MDCN|NMBI|SAPC|SANC"
            => "D5|D6|D7|D8|D2LD4L|L2D5|L2D6|L2D7",
    ),
    shaped!(
        NATIONAL_ID_INFO,
        SAID,
        "eID|e-ID|eID card|eID-kaart|ID-kaart|eID-Karte|carte eID" => "D12|L2D6|L2D7|LD8",
        "PCN|PSN|PhilSys|PhilID|PhilSys PCN|PhilSys ID|PhilSys number" => "D16|D12",
        "Ghana Card|GhanaCard|Ghana card PIN" => "L3D10",
        "CIN|CNIE|CINE|C.I.N." => "LD5|LD6|LD7|L2D4|L2D5|L2D6|D8|D12",
        "INE|IFE" => "D13|L6D8LD3",
        "CE|C.E.|carné de extranjería|carnet de extranjería|cédula de extranjería" => "D9|D6|D7",
        "občanka|občanku|občiansky" => "D9|L2D6",
        "henkkarit|henkilökortti" => "L2D7|D7L2|D9",
        "buletin|buletinul" => "L2D6",
        "kimlik|kimliğim|kimliği" => "D11",
        "cartão cidadão|cartão de cidadão|cartao de cidadao" => "D8|D9L2D1",
        "DPI|CUI" => "D13",
        "DUI" => "D9",
        "DIMEX" => "D11|D12",
        "LE|L.E.|libreta cívica|libreta de enrolamiento" => "D7|D8",
        "tazkira|tazkera|تذکره" => "D12|D13|D14",
        "nagarikta|नागरिकता|citizenship|citizenship certificate" => "D8|D9|D10|D11|D12",
        "CID" => "D11",
        "Fayda|Fayda FAN|Fayda ID|FAN" => "D12|D16",
        "регистрийн дугаар|регистрийн|Mongolian register" => "L2D8",
        "ПИН" => "D14",
        "şəxsiyyət vəsiqəsi" => "L3D8|L2D7",
        "carte consulaire" => "L2D9|D9|D10",
        "national card|البطاقة الموحدة|البطاقة الوطنية" => "D12",
        "p-tal" => "D9",
        "seria|seriya|серия" => "L2D6|L2D7|L3D6",
        "RFC" => "L4D6X3|L3D6X3",
        "T.I.|TI|tarjeta de identidad" => "D10|D11",
        "PEP" => "D15",
        "RNE|RNM|CRNM" => "LD6X|LD7",
        "ЛК|л.к.|л. к.|LK|L.K.|OI|O.I." => "D9",
        "ПИНФЛ|PINFL|JSHSHIR|ЖШШИР" => "D14",
        "FİN|FIN kod|FİN kod|FIN kodu|FİN kodu" => "X7",
        "IDNP|JMB|JMBG|ЈМБГ|ЈМБ|EMBG|ЕМБГ|EMŠO" => "D13",
        "NINA|NNI|NIU|NIN" => "D13L|D13X|D14L|D10|D11|D17|D18|L2D12",
        "QID|Qatar ID|Qatari QID" => "D11",
        "cédula|cedula|ced.|céd.|cédula de identidad|cédula de ciudadanía" => "D6|D7|D8|D9|D10|D11|D13L|LD7|LD8",
        "zim id|national registration|nat. reg" => "D8LD2|D9LD2|D2D7LD2",
        "PVC|VIN|voter's card|voters card|voter card|EPIC" => "X19|X20|D2LDLD13|D2LDLD14|D2LDLD15|L3D7",
        "社保卡|社保卡号|社会保障卡|社会保障卡号|居住证|居住证号|居住證|外国人永久居留证|永久居留证|港澳居民居住证" => "LD8|LD9|D9|D10|D18|L3D12|D17L",
        "C.C.|C.C|CC" => "D10|D8",
        "carné de identidad|carnet de identidad|carné|carnet" => "D11|D7|D8|D9|D10|D6L2|D7L2|D8L2|D8L3",
        "CI boliviano|CI boliviana|C.I. boliviano|cédula boliviana" => "D6L2|D7L2|D8L2|D8L3|D6|D7|D8",
        "identidad hondureña|identidad|DNI hondureño" => "D13",
        "indangamuntu|irangamuntu|Rwandan ID" => "D16",
        "VID|Aadhaar VID" => "D16",
        "KK|No KK|No. KK|nomor KK|Kartu Keluarga" => "D16",
        "IIN|ИИН|ЖСН|Kazakh IIN" => "D12",
    ),
    shaped!(
        PHONE_INFO,
        SAID,
        // Money sent to a telephone number.
        "M-PESA|MPesa|M-Pesa number|MoMo|MTN MoMo|EcoCash|GoPay|OVO|ShopeePay|GCash|bKash|Nagad|Easypaisa|JazzCash|Wave|Orange Money|Airtel Money|Tigo Pesa|HaloPesa|Telebirr|Yape|Plin|Nequi|\
         Daviplata|Pix|Bizum|MB WAY|Swish|Vipps|MobilePay|TWINT|BLIK|PromptPay|PayNow|FPS|DuitNow|Opay|PalmPay|Zelle|Alipay|微信支付|支付宝|বিকাশ|নগদ|রকেট"
            => "D8|D9|D10|D11|D12",
        "lambar waya|lambar wayata|nọ́mbà fóònù|nọ́ńbà fóònù|nọmba ekwentị|inombolo yocingo|inombolo yefoni|inombolo yami|lambarka taleefanka|nimewo telefòn|nomor hape|no hape"
            => "D8|D9|D10|D11|D12",
    ),
    shaped!(
        PASSPORT_NUMBER_INFO,
        PASSPORT,
        "通行证|通行证号|通行证号码|通行證|回乡证|回乡证号|回鄉證|返乡证|台胞证|台胞证号|台胞證" => "LD8|LD10|D8|D10|L2D7",
        "pas č.|pas č|pas nr.|pas nr|pas br.|pas br|passet|paspoortnr|paspoortnr.|passnr|passnr.|passportnr" => "D8|D9|X9|L2D7|LD7|LD8|L2D6",
        "Russian passport|паспорт РФ|паспорт" => "D10",
        "pass|pas|passi|pase|passport|paspoort|passeport|pasaporte|passaporto|passaporte|paszport" => "LD6|LD7|LD8|L2D6|L2D7|L3D6|L2D5|L2D7L",
    ),
];

/// Words between the name and the number, besides those of statements.
const LINKS: &WordList = &WordList::new(
    "card|no|number|num|kaart|karte|carte|member|file|id|pin|code|kod|kodu|clé|homoclave|con|licence|license|driver's|account|acc|digit|tarjeta|nueva|antigua|old|new|issued|holder|seriya|seria|series|ref|doc|reference|ita|ce|ni|mi|yami|bụ|waa|shine|d'identité|de|la|the|do|sns|št|register|num.|yanjye|yacu|yawe",
);

/// Most words of a bank's name before a number of so many signs.
const NAMES: usize = 3;
const LONG: usize = 20;

/// The names of a rule, and the shapes of the numbers behind them.
struct Table {
    rows: &'static [(&'static str, &'static str)],
    /// The names of all rows in small letters, with each name as it is written and its shapes.
    index: OnceLock<FxHashMap<String, Vec<(&'static str, &'static str)>>>,
}

impl Table {
    const fn new(rows: &'static [(&'static str, &'static str)]) -> Self {
        Self { rows, index: OnceLock::new() }
    }

    /// The shapes of the numbers behind `matched`.
    fn shapes(&self, matched: &str) -> Option<&'static str> {
        let index = self.index.get_or_init(|| {
            let mut index: FxHashMap<_, Vec<_>> = FxHashMap::default();
            let names = self.rows.iter().flat_map(|(names, shapes)| names.split('|').map(move |name| (name, *shapes)));
            names.for_each(|(name, shapes)| index.entry(lower(name)).or_default().push((name, shapes)));
            index
        });
        // Short words in capitals are verdicts of tests and abbreviations of other things: `PASS ABC123456`.
        let is_shouted = matched.len() <= "PASS".len() && !matched.chars().any(char::is_lowercase);
        let is_name = |name: &str| match name.chars().any(char::is_lowercase) {
            true => !is_shouted,
            false => name == matched,
        };
        index.get(&lower(matched))?.iter().find(|(name, _)| is_name(name)).map(|(_, shapes)| *shapes)
    }
}

/// `word` in small letters.
fn lower(word: &str) -> String {
    word.chars().flat_map(char::to_lowercase).collect()
}

fn check(candidate: &Candidate<'_>, table: &Table) -> Option<Finding> {
    /// Farthest digit of a number, in bytes.
    const FAR: usize = 80;
    let (text, range) = (candidate.field.text, &candidate.range);
    if !window::has_digit_behind(text, range.end, FAR)
        || text[..range.start].ends_with(['_', '.', '/', '$', '@', '-'])
        || text[range.end..].starts_with(['_', '(', '/', '@'])
    {
        return None;
    }
    let shapes = table.shapes(candidate.matched())?;
    let is_link = |word: &str| is_listed(word, LINKS) || is_nationality(word);
    let near = value_start(text, range.end).and_then(|at| Some((shaped(text, at, shapes)?, 0)));
    let (place, names) = near.or_else(|| {
        let told = statement_with(text, range.end, is_link, NAMES)?;
        Some((shaped(text, told.at, shapes)?, told.names))
    })?;
    let place = with_key(text, place);
    // The name of a bank stands before long numbers alone.
    (names == 0 || place.len() >= LONG).then_some(())?;
    let found = &text[place.clone()];
    let is_digits = found.bytes().all(|b| b.is_ascii_digit());
    let is_other =
        is_date_shape(found) || is_of_year(found) || is_digits && (has_one_digit(found.as_bytes()) || is_round(found));
    (!is_other).then(|| candidate.part(place))?
}

/// Reports whether `found` is a day in one piece or a number within a year: `20240512`, `2014/53`.
fn is_of_year(found: &str) -> bool {
    let part = |place: Range<usize>| found.get(place).and_then(|part| part.parse::<u32>().ok()).unwrap_or_default();
    let is_year = matches!(part(0..4), 1900..=2099);
    let is_day = found.len() == 8 && (1..=12).contains(&part(4..6)) && (1..=31).contains(&part(6..8));
    is_year && (is_day || found.len() <= "2014/1234".len() && found[4..].starts_with('/'))
}

/// Reports whether `found` ends in zeros, as counts and rates do: `60000000`.
fn is_round(found: &str) -> bool {
    found.ends_with("00000")
}

/// The place of a value directly behind a name that ends at `at`, with an explanation in brackets or a sign of numbers between both at
/// most: `VIN (voter) 90F5…`, `USCIS# 940-…`.
fn value_start(text: &str, at: usize) -> Option<usize> {
    /// Farthest value, in bytes.
    const FAR: usize = 48;
    let near = line::behind(text, at, FAR);
    let rest = near.trim_start_matches(' ');
    let rest = match rest.strip_prefix(['(', '（']) {
        Some(inner) => {
            let len = inner.find([')', '）'])?;
            inner[..len].chars().all(|c| c.is_alphabetic() || c == ' ').then_some(())?;
            inner[len..].trim_start_matches([')', '）'])
        }
        None => rest,
    };
    let value = rest.trim_start_matches([' ', '#', ':', '：', '\t', '№']);
    let begins = value.starts_with(|c: char| c.is_ascii_digit() || c.is_uppercase());
    (begins && value.len() < near.len()).then_some(at + near.len() - value.len())
}

/// The longest number at `at` that has one of the `shapes`.
fn shaped(text: &str, at: usize, shapes: &str) -> Option<Range<usize>> {
    /// Longest number, in bytes.
    const LONGEST: usize = 32;
    let near = line::behind(text, at, LONGEST);
    let (mut run, mut found, mut joint) = (String::new(), None, true);
    for (place, c) in near.char_indices() {
        match c {
            '0'..='9' => run.push(c),
            c if c.is_uppercase() => run.push(c),
            ' ' | '-' | '.' | '/' if !joint => {
                joint = true;
                continue;
            }
            // `40 08 №837286`
            '№' if joint && !run.is_empty() => continue,
            _ => break,
        }
        joint = false;
        let end = place + c.len_utf8();
        let goes_on = near[end..].starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '%' | '@'))
            || near[end..]
                .strip_prefix(['-', '.', ',', '/', ':'])
                .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        if !goes_on && is_value_edge(text, at + end) && shapes.split('|').any(|shape| has_shape(&run, shape)) {
            found = Some(at..at + end);
        }
    }
    found
}

/// The number at `place` with the key of its check behind it: `48748192 clé 27`.
fn with_key(text: &str, place: Range<usize>) -> Range<usize> {
    const DIGITS: usize = 2;
    let rest = &text[place.end..];
    let Some(key) = rest.strip_prefix(" clé ").or(rest.strip_prefix(" cle ")).or(rest.strip_prefix(" Clé ")) else {
        return place;
    };
    let is_key = key.bytes().take(DIGITS + 1).take_while(u8::is_ascii_digit).count() == DIGITS;
    if is_key { place.start..text.len() - key.len() + DIGITS } else { place }
}

/// Reports whether `run` has the signs that `shape` counts: `L2D6` is two letters and six digits.
fn has_shape(run: &str, shape: &str) -> bool {
    let mut signs = run.chars();
    let mut parts = shape.char_indices().filter(|(_, c)| c.is_ascii_uppercase()).peekable();
    while let Some((at, kind)) = parts.next() {
        let end = parts.peek().map_or(shape.len(), |(next, _)| *next);
        let count = shape[at + 1..end].parse().unwrap_or(1);
        for _ in 0..count {
            let fits = signs.next().is_some_and(|sign| match kind {
                'D' => sign.is_ascii_digit(),
                'L' => sign.is_uppercase(),
                _ => true,
            });
            if !fits {
                return false;
            }
        }
    }
    // Letters and digits are mixed where either may stand.
    let is_mixed = run.chars().any(|c| c.is_ascii_digit()) && run.chars().any(|c| !c.is_ascii_digit());
    signs.next().is_none() && (!shape.starts_with('X') || is_mixed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn shapes_count_signs() {
        for (run, shape, expected) in [
            ("TTHSB3406", "L2X7", true),
            ("WIQ46422AA80", "L3D5L2D2", true),
            ("90F5T522361253498744", "D2LDLD15", true),
            ("123456789012", "D12", true),
            ("1234567890123", "D12", false),
            ("7KX2VN6", "X7", true),
            ("1234567", "X7", false),
            ("ABC", "L2", false),
        ] {
            assert_eq!(has_shape(run, shape), expected, "{run} {shape}");
        }
    }

    #[test]
    fn short_names_have_numbers_of_their_shape() {
        for (text, name, rule, expected) in [
            ("Known Traveler Number TTHSB3406", "Known Traveler Number", 2, Some("TTHSB3406")),
            ("KTN: 98482910.", "KTN", 2, Some("98482910")),
            ("eID 594-0876259-97", "eID", 4, Some("594-0876259-97")),
            ("VIN (voter) 90F5T522361253498744", "VIN", 4, Some("90F5T522361253498744")),
            ("Green card / USCIS# 940-400-774, receipt", "USCIS", 2, Some("940-400-774")),
            ("社保卡 H48058246，", "社保卡", 4, Some("H48058246")),
            ("pass CWD907120", "pass", 6, Some("CWD907120")),
            ("the tests pass 48291038", "pass", 6, None),
            ("CC 4829 warnings", "CC", 4, None),
            ("IHI 8003 6063 0711 2726", "IHI", 1, Some("8003 6063 0711 2726")),
            ("the CE 2024-01-02", "CE", 4, None),
            ("CE 2014/53/EU", "CE", 4, None),
            ("Wave 20240512", "Wave", 5, None),
            ("Wave 60000000", "Wave", 5, None),
            ("PASS ABC123456", "PASS", 6, None),
        ] {
            assert_eq!(check_match(RULES[rule + 1].check, text, name, 0), expected, "{text}");
        }
    }
}
