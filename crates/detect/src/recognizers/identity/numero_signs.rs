//! Numero signs (`№`, `nr`, `n.`) before numbers of claims, policies, orders, parcels, files and customers, with what is numbered
//! before the sign or behind it: `szkody nr PL/2024/08/1`, `polizza vita n. 0087/5512`, `Nr. comandă RO-4018`.
//!
//! The signs are few and the nouns are many, so the search is for the signs.

use std::{borrow::Cow, ops::Range};

use super::record_numbers::ID_NUMBER_INFO;
use super::record_shapes::{is_long, is_of_year};
use super::reference_numbers::{is_strong, strong_behind_sign};
use crate::recognizers::support::identifiers::number_at;
use crate::recognizers::support::neighbours::is_one_of;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{line, window};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: ID_NUMBER_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::within(
            "(?:[Nn][Rro]|N[RO]|[Nn][uú]m|[Nn]\\.?[º°])[.: ]|[Nn]\\. [0-9A-Z]|[Čč]\\. |zn\\. [0-9A-Z]|№",
            0.65,
            0.7,
        ),
        // The ends of nouns that need no sign before a number that is composed as those of records are.
        Pattern::within(
            "(?:AWB|KID|mluv[aeuy]|mlouv[aěuy]|onsum|ceita|romer|rometr|roměr|andat|ocolo|tocol|cesso|edido| resi|ница|rtrag|olice|óliza|lizza|ólice|polis|lisa|лица|олис|оліс|istr[eo]|estro|haden|ssier|iente|atica|rent|unde|mowa|ouva|[rd]ende|\
             mand[eă]|trat(?:t?o)?|LASA:) [0-9A-ZА-ЯІЇЄ]",
            0.65,
            0.7,
        ),
    ]),
    context: words![],
    check: |candidate| match candidate.pattern {
        0 => behind_sign(candidate),
        _ => behind_noun(candidate),
    },
}];

/// Longest number, in bytes, and fewest digits.
const LONGEST: usize = 32;
const DIGITS: usize = 4;

/// Bytes that are read beside a sign.
const NEAR: usize = 48;
/// Farthest digit of a number behind a sign and three words, in bytes.
const FAR: usize = 160;

/// What is numbered, in the cases in which it stands beside a number, and abbreviations of it.
const GERMANIC: &WordList = &WordList::new(
    "vs|versicherung|versicherungs|versicherten|vers|police|policen|vertrag|vertrags|schaden|schadens|schadenfall|akte|akten|kunde|\
     kunden|kd|bestell|best|bestellung|auftrag|auftrags|sendung|sendungs|paket|personal|pers|vorgang|vorgangs|mitglied|mitglieds|\
     mitgl|antrag|antrags|buchung|buchungs|reservierung|reservierungs|patient|patienten|pat|ausweis|rezept|tracking|zaak|\
     dossier|klant|polis|schade|leerling|leerl|bestelling|bestel|relatie|pakket|zending|ordre|bestilling|bestillings|sag|sags|sak|saks|\
     ärende|skade|kund|ärendet|medlem|medlems|journal|pakke|sending|sendings|forsendelse|forsendelses|kontrakt|aftale|avtal|avtale|\
     aufnahme|zähler|chip|miete|mieter|mieterin|loan|citation|warrant|member|membership|badge|inmate|mortgage|student|employee|customer|\
     försäkring|försäkrings|beställning|beställnings|elev|kolli|umowa|smlouva|claim|policy|policyholder|parcel|prescription",
);
const ROMANCE: &WordList = &WordList::new(
    "dossier|contrat|sinistre|commande|suivi|colis|client|adhérent|allocataire|matricule|autorisation|réclamation|carte|abonné|\
     réservation|billet|étudiant|bénéficiaire|ordonnance|pedido|póliza|siniestro|expediente|contrato|cliente|socio|socia|autorización|\
     reclamación|solicitud|seguimiento|envío|guía|reserva|historia|afiliado|afiliación|abonado|carnet|carné|incidencia|radicado|\
     cédula|c.c|cc|t.i|dni|rut|comanda|pòlissa|expedient|contracte|soci|polizza|sinistro|pratica|ordine|contratto|spedizione|\
     matricola|tessera|abbonamento|prenotazione|fascicolo|reclamo|biglietto|ricetta|encomenda|apólice|processo|utente|protocolo|\
     beneficiário|sócio|rastreio|rastreamento|prontuário|matrícula|comandă|comanda|comenzii|contractul|contractului|contract|\
     dosar|dosarul|dosarului|poliță|polița|poliței|cerere|cererea|cererii|colet|coletul|coletului|colissimo|chronopost|dhl|dpd|gls|ups|seur|correos|brt|sda|envoi|expédition|livraison",
);
const OTHERS: &WordList = &WordList::new(
    "receita|elektromer|elektroměr|elektrometr|consum|resi|kid|przesyłka|mandat|protocol|protocolul|sp|szkody|szkoda|szkodę|polisy|polisa|polisę|zamówienia|zamówienie|umowy|umowa|umowę|sprawy|sprawa|sprawę|klienta|przesyłki|\
     przesyłkę|paczki|paczka|paczkę|wniosku|wniosek|legitymacji|reklamacji|reklamacja|zgłoszenia|zgłoszenie|karty|rezerwacji|smlouva|smlouvy|\
     smlouvě|smlouvu|zmluva|zmluvy|zmluvu|zmluve|objednávka|objednávky|objednávku|zásilka|zásilky|zásilku|zásielka|zásielky|zásielku|pojistka|\
     pojistky|pojistku|spis|spisu|žádost|žádosti|žiadosť|žiadosti|reklamace|reklamaci|reklamácia|reklamácie|škoda|škody|op|zákazník|\
     zákazníka|договор|договора|договору|договором|договір|поръчка|поръчката|заказ|заказа|заказу|замовлення|дела|делу|справи|справа|\
     вх|изх|исх|л.к|лк|полица|полицата|полис|полиса|поліс|поліса|пратка|пратката|товарителница|заявление|заявления|заявлению|молба|молбата|накладная|\
     накладной|накладна|обращение|обращения|обращению|клиент|клиента|prašymas|prašymo|prašymą|sutarties|sutartis|sutartį|bylos|byla|\
     užsakymo|užsakymas|siuntos|siunta|vizītes|vizīte|pasūtījuma|pasūtījums|līguma|līgums|pieteikuma|pieteikums|sūtījuma|polises|\
     taotluse|taotlus|lepingu|leping|tellimuse|tellimus",
);

/// Reports whether `word` names something that an office, a shop or an insurer numbers.
fn is_numbered_thing(word: &str) -> bool {
    let word = word.to_lowercase();
    [GERMANIC, ROMANCE, OTHERS].iter().any(|list| is_listed(&word, list))
}

/// The number behind the sign of the match.
fn behind_sign(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, &candidate.range);
    // Hardly any of these letters stand before a number.
    window::has_digit_behind(text, range.start, FAR).then_some(())?;
    let sign = candidate.matched().trim_end_matches(|c: char| c.is_ascii_digit() || c.is_ascii_uppercase());
    // `NO` and `NR` are capitals themselves.
    let sign = if sign.is_empty() { candidate.matched() } else { sign };
    let rest = line::behind(text, range.start + sign.len(), NEAR);
    let near = rest.trim_start_matches(['.', ':', ' ', '\u{A0}']);
    let at = range.start + sign.len() + rest.len() - near.len();
    if let Some(number) = numbered_behind(text, at).filter(|_| is_behind_thing(text, range.start)) {
        return candidate.part(number);
    }
    let begins = !text[..range.start].ends_with(char::is_alphanumeric);
    let thing = thing_len(near).filter(|_| begins);
    let number = thing.and_then(|len| numbered_behind(text, at + len));
    // What no list names is numbered, too, if the number can be nothing else.
    let strong = || strong_behind_sign(text, range.start..range.start + sign.trim_end_matches(['.', ':', ' ']).len());
    candidate.part(number.or_else(|| strong().filter(|_| begins))?)
}

/// The number at `at`, if it is more than a year.
fn numbered_behind(text: &str, at: usize) -> Option<Range<usize>> {
    let place = number_at(text, at, DIGITS, LONGEST)?;
    let found = &text[place.clone()];
    let is_year = found.len() == 4 && (found.starts_with("19") || found.starts_with("20"));
    // A word before a number is none of a series.
    let first = found.split([' ', '-', '/']).next().unwrap_or_default();
    let is_series = first.bytes().any(|b| b.is_ascii_digit()) || first.chars().all(char::is_uppercase);
    (!is_year && is_series).then_some(place)
}

/// Reports whether what is numbered stands before the sign at `at`: joined to it, before a blank or a hyphen, or before one
/// word more (`polizza vita n.`).
fn is_behind_thing(text: &str, at: usize) -> bool {
    let head = line::before(text, at, NEAR);
    let is_gap = |c: char| matches!(c, ' ' | '-' | '(' | ':' | '\u{A0}' | '„' | '"');
    let mut words =
        head.split(is_gap).rev().map(|word| word.trim_matches(['.', ',', '?'])).filter(|word| !word.is_empty());
    let ends_sentence = head.trim_end().ends_with([',', ';', '?', '!']);
    let (Some(last), before) = (words.next().filter(|_| !ends_sentence), words.next()) else { return false };
    let is_plain =
        last.chars().all(|c| c.is_lowercase() || c == '\'' || c == '’') && !head.ends_with(char::is_alphanumeric);
    // `póliza de hogar n.º`, `contrat d'assurance n°`
    let is_link =
        |word: &str| is_one_of(word, &["de", "del", "della", "di", "du", "da", "do", "auf", "für", "van", "voor"]);
    let thing = if before.is_some_and(is_link) { words.next() } else { before };
    is_numbered_thing(last) || is_plain && thing.is_some_and(is_numbered_thing)
}

/// The length of what is numbered at the start of `near`, with the preposition before it and the sign behind it: `de pedido `.
fn thing_len(near: &str) -> Option<usize> {
    const LINKS: [&str; 12] = ["de la ", "del ", "de ", "du ", "di ", "da ", "do ", "des ", "der ", "d'", "d’", "на "];
    let link = LINKS.into_iter().find(|link| near.starts_with(link)).map_or(0, str::len);
    let rest = &near[link..];
    let len = rest.find(|c: char| !c.is_alphabetic())?;
    let behind = rest[len..].trim_start_matches([':', ' ']);
    let gap = rest.len() - len - behind.len();
    (gap > 0 && is_numbered_thing(&rest[..len])).then_some(link + len + gap)
}

/// The number behind a noun, whose end and the number's first sign are the match.
fn behind_noun(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Fewest digits of a number that nothing else tells, and of one with letters.
    const LEAST: [usize; 2] = [8, 5];
    let first = candidate.matched().chars().next_back()?;
    let (text, at) = (candidate.field.text, candidate.range.end - first.len_utf8());
    let noun = line::before(text, at, NEAR).trim_end_matches([' ', ':']).rsplit([' ', '-', '(']).next()?;
    let place = numbered_behind(text, at)?;
    let found = &text[place.clone()];
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    let is_composed = digits >= LEAST[1]
        && found.contains(char::is_uppercase)
        && (found.contains(['-', '/', ' ']) || found.starts_with(char::is_uppercase))
        && !found.bytes().any(|b| b.is_ascii_lowercase());
    let is_parcel =
        digits >= LEAST[0] && is_one_of(noun, &["AWB", "KID", "resi"]) || noun.to_lowercase() == "товарителница";
    let is_date = found.len() == 8 && (found.starts_with("19") || found.starts_with("20"));
    // `0.24.119.4471-2`, `2024-118-4471`
    let groups = found.split(['.', '-', '/']).filter(|group| group.bytes().all(|b| b.is_ascii_digit())).count();
    let is_grouped = groups > 2 && digits >= LEAST[0] && found.contains('-') && !found.contains(' ');
    let is_spaced = found.contains(' ') && is_strong(found, true);
    let is_told = is_composed || is_spaced || is_grouped || is_of_year(found) || is_long(found) && !is_date;
    let fits = is_parcel || is_told && (is_numbered_thing(noun) || noun == "KLASA");
    fits.then(|| candidate.part(place))?
}
