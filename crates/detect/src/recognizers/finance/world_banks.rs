//! Numbers of accounts behind the name of a bank and what the account is, as people pass them on all over the world: `Bancolombia ahorros
//! 852-407584-54`, `FNB cheque acc 62583127031`, `Itaú ag 0482 cc 48291-0`, `Landsbankinn 0133-26-313850`.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::identity::record_numbers::ACCOUNT_INFO;
use crate::recognizers::support::grouping::has_one_digit;
use crate::recognizers::support::numerals::is_date_shape;
use crate::recognizers::support::phrase_list::PhraseList;
use crate::recognizers::support::statement::name_end;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line, window};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: ACCOUNT_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::prefix(BANK_HEADS, 0.65, 0.7),
        // Kinds of accounts that need no bank.
        Pattern::regex(
            "(?i:cta|c/c|cuenta|caja|ahorros|savings|chequing|checking|nuban|cuentarut|číslo účtu|račun|ž\\.?ro račun|vadesiz)",
            0.65,
            0.7,
        ),
    ]),
    context: words![],
    check,
}];

/// Names of banks, in small letters, and their first letters, with a capital where words of prose begin so, too; of names with a word for
/// bank the rest follows.
static BANKS: PhraseList = PhraseList::new(
    "absa|access bank|af bank|afirme|agribank|ahli|aib|akbank|al rajhi|alinma|alior|alpha|alpha bank|amex|amp|ansbacher|anz|arion|\
     asb|axis|axis bank|bac|banamex|banca|banco|bancolombia|banesco|bangkok bank|bank|bankinter|bankwest|banorte|banque|barclays|\
     bawag|bbva|bca|bci|bcp|bcr|bcv|bdl|bdo|bendigo|bidv|bmo|bni|bnl|bnp|boa|boc|bofa|boi|bpi|bpm|brac|bradesco|brb|brd|bri|bsi|btg|\
     btn|bunq|caixa|caixabank|capital one|capitec|cba|ccb|ceska sporitelna|chase|chinabank|cib|cibc|cih|cimb|citi|citibank|citizens|\
     co-op|comdirect|commbank|commerzbank|commonwealth|consors|consorsbank|cooperative|credit agricole|credit suisse|crédit agricole|\
     crédit lyonnais|crédit mutuel|csob|danske|davivienda|dbs|desjardins|deutsche bank|dkb|dnb|dutch-bangla|eastwest|ecobank|\
     emirates nbd|enbd|enpara|equity|erste|eurobank|fab|falabella|faysal|fcmb|fidelity|fifth third|fineco|fio|first bank|firstbank|\
     fnb|galicia|garanti|garanti bbva|gcb|gtb|gtbank|gtco|habib|halifax|halkbank|handelsbanken|hapoalim|hdfc|hellenic|hsbc|hua nan|\
     hypo|icbc|icici|idbi|idfc|ing|ing-diba|interbank|intesa|intesa sanpaolo|investec|isbank|islandsbanki|itau|itaú|iş bankası|\
     işbank|kantonalbank|kapitalbank|kaspi|kb|kbank|kbc|kcb|kiwibank|kmb|knab|komerční banka|kotak|krungthai|kuda|kutxabank|\
     kuveyt türk|la banque postale|landbank|landsbanki|landsbankinn|lcl|leumi|lhv|lloyds|luminor|mandiri|mashreq|maybank|mbank|mbh|\
     mbl|mcb|meezan|mellat|mercantil|mercury|metro bank|metrobank|millennium|moneta|moniepoint|monobank|monzo|mt bank|mufg|n26|nab|\
     nationwide|natwest|ncb|nedbank|nibc|nlb|nmb|nordea|nova banka|nova ljubljanska|novo banco|ntb|nubank|oberbank|ocbc|olb|\
     op pohjola|opay|otp|palmpay|payoneer|paytm|pekao|pichincha|piraeus|pko|pko bp|pnb|pnc|posb|postbank|postfinance|ptsb|\
     public bank|qnb|rabobank|raiffeisen|rakbank|rbc|rbs|rcbc|regions|revolut|rhb|sabadell|samba|sampath|santander|santander río|\
     sberbank|sbi|sbicard|scb|scotia|scotiabank|seb|security bank|sgm|shinhan|siam commercial|sns|societe generale|société générale|\
     sofi|southern bank|sparda|sparkasse|spuerkeess|stanbic|standard bank|standard chartered|starling|state bank|sterling|suncorp|\
     suntrust|swedbank|sydbank|taishin|tangerine|tatra banka|tbc|td|td canada trust|techcombank|tpbank|triodos|truist|tsb|uba|ubl|\
     ubs|ukrsibbank|unicredit|union bank|unionbank|uob|us bank|usaa|vakifbank|vakıfbank|vcb|vietcombank|vietinbank|volksbank|vpbank|\
     vtb|vub|vúb|wells fargo|wema|westpac|wise|yapi kredi|yapı kredi|yes bank|zenith|ziraat|zkb|zürcher kantonalbank|íslandsbanki|\
     česká spořitelna|čsob|εθνική|πειραιώς|τράπεζα|альфа|альфа-банк|альфабанк|банк|банка|втб|газпромбанк|дск|монобанк|обб|ощадбанк|\
     приват|приватбанк|пумб|райффайзен|сбер|сбербанк|т-банк|тинькофф|בנק|דיסקונט|הפועלים|לאומי|מזרחי|الأهلي|البنك|الراجحي|بنك|مصرف",
);
const BANK_HEADS: &str = "A(?i-u:bsa|cce|f b|fir|gri|hli|ib|kba|l r|lin|lio|lph|mex|mp|nsb|nz|rio|sb|xis)|B(?i-u:ac|ana|anc|ane|ang|ank|ano|anq|arc|awa|bva|\
     ca|ci|cp|cr|cv|dl|do|end|idv|mo|ni|nl|np|oa|oc|ofa|oi|pi|pm|rac|rad|rb|rd|ri|si|tg|tn|unq)|C(?i-u:aix|api|ba|cb|esk|has|hin|ib|ih|\
     imb|iti|o-o|omd|omm|ons|oop|red|sob)|D(?i-u:ans|avi|bs|esj|eut|kb|nb|utc)|E(?i-u:ast|cob|mir|nbd|npa|qui|rst|uro)|F(?i-u:ab|ala|\
     ays|cmb|ide|ift|ine|io|irs|nb)|G(?i-u:ali|ara|cb|tb|tco)|H(?i-u:abi|ali|alk|and|apo|dfc|ell|sbc|ua |ypo)|I(?i-u:cbc|cic|dbi|dfc|ng\
     |nte|nve|sba|sla|tau)|K(?i-u:ant|api|asp|b|cb|iwi|mb|nab|ome|ota|run|uda|utx|uve)|L(?i-u:a b|and|cl|eum|hv|loy|umi)|M(?i-u:and|ash\
     |ayb|ban|bh|bl|cb|eez|ell|erc|etr|ill|one|oni|ono|onz|t b|ufg)|N(?i-u:26|ab|ati|atw|cb|edb|ibc|lb|mb|ord|ova|ovo|tb|uba)|\
     O(?i-u:ber|cbc|lb|p p|pay|tp)|P(?i-u:alm|ayo|ayt|eka|ich|ira|ko|nb|nc|osb|ost|tsb|ubl)|Q(?i-u:nb)|R(?i-u:abo|aif|akb|bc|bs|cbc|egi\
     |evo|hb)|S(?i-u:aba|amb|amp|ant|ber|bi|cb|cot|eb|ecu|gm|hin|iam|ns|oci|ofi|out|par|pue|tan|tar|tat|ter|unc|unt|wed|ydb)|T(?i-u:ais\
     |ang|atr|bc|d|ech|pba|rio|rui|sb)|U(?i-u:ba|bl|bs|krs|nic|nio|ob|s b|saa)|V(?i-u:aki|cb|iet|olk|pba|tb|ub)|W(?i-u:ell|ema|est|ise)\
     |Y(?i-u:api|es )|Z(?i-u:eni|ira|kb)|bbva|brad|citib|commb|davi|ecob|gtb|hdfc|hsbc|icic|idfc|itau|lloy|mayb|monzo|natw|nedb|nuba|\
     payt|rabo|revo|sant|sber|shin|swed|unicr|vcb|viet|westp|wells f|zeni|zira|(?i:créd|itaú|iş b|işba|vakı|vúb|yapı|zürc|ísla|česk|\
     čsob|εθνι|πειρ|τράπ|альф|банк|втб|газп|дск|моно|обб|ощад|прив|пумб|райф|сбер|т-ба|тинь|בנק|דיסק|הפוע|לאומ|מזרח|الأه|البن|الرا|بنك|\
     مصرف)";

/// Words for banks and names of banks that are words of other things, behind which only an account has a number.
const ORDINARY: &WordList = &WordList::new(
    "bank|banco|banca|banque|chase|equity|fidelity|wise|alpha|mercury|regions|citizens|kb|ing|td|seb|starling|sterling|samba|cooperative|co-op|public bank|metro bank|\
     mandiri|mercantil|millennium|halifax|nationwide|commonwealth|access bank|first bank|union bank|state bank|security bank|capital one|galicia|moneta|luminor|anz|amp|bac|bca|bci|bcr|bcv|bdl|\
     bmo|bnl|boa|boi|bpm|brb|brd|bri|bsi|btn|cba|ccb|cib|dkb|dnb|fab|fio|gcb|gtb|kbc|kcb|kmb|mbh|mbl|mcb|nab|ncb|nlb|nmb|ntb|olb|pnb|pnc|rbc|rbs|rhb|sbi|scb|sgm|sns|sofi|tbc|tsb|uba|ubl|ubs|usaa|\
     vub|vtb|wema|zkb|n26|lcl|lhv|hypo|axis|axis bank|arion|investec|falabella|boc|bofa|dbs|bpi|bni|bnp|bdo|amex|yes bank|us bank|erste|альфа|банк|банка|дск|обб|alpha|בנק|لاهلي|بنك|مصرف|البنك",
);

/// Words for accounts and their kinds.
const KINDS: &WordList = &WordList::new(
    "account|accounts|acc|acct|accnt|a/c|ac|savings|saving|current|checking|chequing|cheque|deposit|salary|nuban|konto|kontonr|kontonummer|kto|girokonto|sparkonto|lönekonto|brukskonto|\
     cuenta|cta|ctas|cte|cc|c/c|ca|c.a|ahorros|ahorro|corriente|cuentarut|cci|cbu|cvu|caja|conta|corrente|poupança|poupanca|compte|chèques|épargne|livret|conto|c/corrente|račun|racun|žiro|tekući|\
     rachunek|rachunku|rach|ror|účet|účtu|účtů|számla|számlaszám|bankszámla|bankszámlaszám|cont|contul|hesap|hesabı|hesabım|vadesiz|счет|счёт|счета|счёта|рахунок|рахунку|сметка|рачун|λογαριασμός|λογαριασμό|λογ|\
     חשבון|حساب|حسابي|rekening|rek|norek|tabungan|akaun|stk|khoản|บัญชี|ออมทรัพย์|folio|akaunti|reikningur|reikningsnúmer|arvelduskonto|tili|tilinumero",
);

/// Words between a bank and its account.
const LINKS: &WordList = &WordList::new(
    "no|nr|nro|num|number|n|nº|n°|n.º|núm|número|numéro|numer|číslo|broj|szám|numarası|номер|№|αρ|رقم|מספר|ח\"ן|tài|số|เลขที่|is|ist|est|es|é|är|er|on|de|of|the|my|mi|rut|vista|personal|business|joint|one|360|everyday|\
     plus|premier|classic|gold|usd|us$|$|s/|eur|ars|mxn|clp|pesos|dólares|soles|digital|nuevo|new|old|in|a|la|el|pri|u|kod|bei|hos|i|w|v|và|và|del|bank|banco|clé|#|ltd|s.a|sa|plc|inc",
);

/// Words for a branch, whose number stands before that of the account.
const BRANCHES: &WordList = &WordList::new(
    "ag|agência|agencia|agence|branch|sucursal|suc|op|operação|sort|bsb|transit|institution|סניף|clearing|guichet|şube|sb",
);

/// The pattern of banks.
const BANK: usize = 0;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Farthest digit of an account, in bytes.
    const FAR: usize = 112;
    let (text, range) = (candidate.field.text, &candidate.range);
    if !window::has_digit_behind(text, range.end, FAR)
        || text[..range.start]
            .ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '@' | '$'))
    {
        return None;
    }
    let end = match candidate.pattern {
        BANK => name_end(text, range.start, &BANKS)?,
        _ => range.end,
    };
    let name = &text[range.start..end];
    let rest = &text[end..];
    // A word for bank ends names that another begins: `Swedbank`, `Landsbankinn`.
    let ending = rest.chars().take(6).take_while(|c| c.is_lowercase()).map(char::len_utf8).sum::<usize>();
    if rest[ending..].starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '(' | '@' | '='))
        || ending > 0 && name.len() < 4
    {
        return None;
    }
    let account = account_behind(text, end + ending)?;
    let found = &text[account.place.clone()];
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    let is_named = candidate.pattern == BANK && !is_listed(name, ORDINARY) && !name.starts_with(char::is_lowercase);
    let fits = match candidate.pattern {
        BANK if account.is_told => digits > 4,
        BANK => is_named && account.words == 0 && digits > 8,
        // Of savings and other kinds a number is an account where it is as long as one.
        _ => account.words == 0 && digits > 8 || account.is_told && digits > 6,
    };
    let is_other = digits > 24
        || is_amount(&text[account.place.end..])
        || is_date_shape(found)
        || has_one_digit(found.as_bytes())
        || !account.is_told && digits == 10 && found.starts_with('1') && !found.contains(['-', ' ', '.']) && !is_named;
    (fits && !is_other).then(|| candidate.part(account.place))?
}

/// Reports whether `name` is that of a bank, and of nothing else: `Nordea`, `Landsbankinn`, `Garanti BBVA`.
pub(crate) fn is_bank(name: &str) -> bool {
    let is_known = BANKS.len_at(name) == Some(name.len()) && !is_listed(name, ORDINARY);
    is_known || name.to_lowercase().contains("bank") && !name.contains(' ') && name.len() > "bank".len()
}

/// Reports whether a currency or a thing that is counted begins `rest`, behind a number.
fn is_amount(rest: &str) -> bool {
    const UNITS: &WordList = &WordList::new(
        "eur|euro|euros|usd|gbp|chf|kr|sek|nok|dkk|zł|pln|kč|ft|lei|dollars|million|millions|billion|mio|files|items|rows|bytes|users|customers|%",
    );
    rest.strip_prefix(' ').is_some_and(|rest| is_listed(rest.split([' ', '.', ',']).next().unwrap_or_default(), UNITS))
}

/// The number behind a bank.
struct Account {
    /// Its place.
    place: Range<usize>,
    /// True if a word for an account stands between both.
    is_told: bool,
    /// The count of words between.
    words: usize,
}

/// The number of an account behind what ends at `at`.
fn account_behind(text: &str, at: usize) -> Option<Account> {
    /// Farthest account, in bytes, most words between, and most of them that begin with a capital and nobody knows.
    const FAR: usize = 80;
    const WORDS: usize = 7;
    const NAMES: usize = 3;
    let near = line::behind(text, at, FAR);
    let (mut start, mut is_told, mut is_branch, mut names) = (0, false, false, 0);
    for words in 0..=WORDS {
        let rest = &near[start..];
        let value = rest.trim_start_matches([' ', ':', '.', '#', '-', '–', '(', ')', '/', ',', '\t', '"']);
        let gap = &rest[..rest.len() - value.len()];
        if gap.len() > 4 || gap.is_empty() || words == 0 && gap.contains(',') && !value.starts_with(char::is_alphabetic)
        {
            return None;
        }
        start += gap.len();
        if value.starts_with(|c: char| c.is_ascii_digit()) {
            let place = number_at(text, at + start)?;
            // The number of a branch is short.
            if is_branch && place.len() < 8 && near.len() > start + place.len() {
                is_branch = false;
                start += place.len();
                continue;
            }
            return Some(Account { place, is_told, words });
        }
        let len = value.find([' ', ':', ',', '(', ')', '#', '"', '\t']).unwrap_or(value.len());
        let word = value[..len].trim_end_matches('.');
        let is_kind = is_listed(word, KINDS);
        is_told |= is_kind;
        is_branch |= is_listed(word, BRANCHES);
        let is_known = is_kind || is_branch || is_listed(word, LINKS);
        let is_name = word.chars().all(char::is_alphabetic) && word.starts_with(|c: char| !c.is_lowercase());
        names += usize::from(!is_known);
        if word.is_empty() || !is_known && (!is_name || names > NAMES) {
            return None;
        }
        start += len;
    }
    None
}

/// The digits at `at`, with single blanks, hyphens, dots and slashes between their groups.
fn number_at(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest number, in bytes.
    const LONGEST: usize = 36;
    let near = line::behind(text, at, LONGEST);
    let (mut end, mut joint) = (0, false);
    for (place, c) in near.char_indices() {
        match c {
            '0'..='9' => (end, joint) = (place + 1, false),
            ' ' | '-' | '.' | '/' if !joint => joint = true,
            _ => break,
        }
    }
    let goes_on = near[end..].starts_with(['%', ':', '_', '@', '+', '$', '€', '£', '*'])
        || near[end..].strip_prefix([',', '.']).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    (end > 0 && !goes_on && is_value_edge(text, at + end)).then_some(at..at + end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn accounts_stand_behind_banks() {
        for (text, head, pattern, expected) in [
            ("Bancolombia ahorros 852-407584-54", "Banc", 0, Some("852-407584-54")),
            ("FNB cheque acc 62583127031; cell", "FNB", 0, Some("62583127031")),
            ("GTBank NUBAN 0855037627", "GTB", 0, Some("0855037627")),
            ("Itaú ag 0482 cc 48291-0", "Itaú", 0, Some("48291-0")),
            ("Landsbankinn 0133-26-313850", "Land", 0, Some("0133-26-313850")),
            ("Banco Galicia CA $ 4048291-0 384-7", "Banc", 0, Some("4048291-0 384-7")),
            ("Banco de Chile cta cte 00-482-91038-47", "Banc", 0, Some("00-482-91038-47")),
            ("Commercial Bank of Ceylon acc 8786532775", "Bank", 0, Some("8786532775")),
            ("RBC chequing 00482-003-4829103", "RBC", 0, Some("00482-003-4829103")),
            ("cta. ahorros 2259664539", "cta", 1, Some("2259664539")),
            ("Chase paid 4072336793", "Chas", 0, None),
            ("the bank holiday is 2024-05-06", "bank", 0, None),
            ("bank 12 of the memory", "bank", 0, None),
            ("Wise is 25 % cheaper than 2023", "Wise", 0, None),
            ("savings of 25000 EUR", "savings", 1, None),
            ("Bank account opened in 2024", "Bank", 0, None),
        ] {
            assert_eq!(check_match(check, text, head, pattern), expected, "{text}");
        }
    }
}
