//! Number nouns: the nouns beside a number in words, which tell what they number: `mein neues Passwort ist …`, `numer klienta to …`, `müşteri numaram …`.

use crate::recognizers::support::statement::{is_filler, is_statement_word};
use crate::recognizers::support::word_list::{WordList, begins_with_listed, is_listed};
use crate::text::line;

/// What a dictated number numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A telephone, or what somebody calls a number and no more.
    Phone,
    /// An account at a bank.
    Account,
    /// A person, a contract, a document, a case.
    Record,
    /// A PIN or another code.
    Code,
}

/// Words for "number", with their endings.
const NUMBERS: &WordList = &WordList::new(
    "number|nummer|nummeret|numret|numéro|numero|número|numer|numara|numaram|numarası|číslo|номер|номером|szám|numărul|numeroni|nr|no",
);
/// Beginnings of words for telephones.
const PHONES: &WordList = &WordList::new(
    "phone|mobil|cell|telef|tel|handy|rufnum|durchwahl|festnetz|móvil|movil|celular|portable|fixe|gsm|komórk|stacjonar|telemóv|cep|landline|callback|\
     whatsapp|téléph|puhel|мобил|телефон|сотов|сотовый|vast|fijo|fisso",
);
/// Beginnings of words for accounts.
const ACCOUNTS: &WordList = &WordList::new(
    "account|konto|kontonum|konta|compte|cuenta|conto|conta|rekening|hesa|účt|счет|счёт|рахун|rachun|iban",
);
/// Beginnings of words for persons, contracts, documents and cases that have numbers.
const RECORDS: &WordList = &WordList::new(
    "client|klient|customer|kund|klant|müşteri|клиент|клієнт|zákazn|member|mitglied|adhér|abonn|socio|sócio|lidmaat|lidnum|człon|medlem|üye|člen|участник|\
     polic|poliz|póliz|apólice|polis|poliçe|полис|поліс|pojist|pojišt|versicher|assur|insur|segur|assicur|verzeker|ubezpiecz|försäk|sigorta|\
     contrat|contract|kontrakt|vertrags|umow|avtal|sözleşme|smlouv|договор|claim|dossier|schaden|sinistr|expedient|pratica|spraw|ärende|skad|dosya|spis|дела|заявк|\
     booking|buchung|réserv|reserv|prenotaz|boeking|bokning|rezerw|rezerv|брони|referen|référ|riferim|case|confirmation|\
     patient|pacient|pazient|hasta|пациент|employee|mitarbeiter|personal|matric|matrik|student|étudiant|studien|\
     ausweis|passport|reisepass|passeport|pasaport|passaport|paszport|pasu|паспорт|licen|führerschein|permis|patente|rijbewij|prawa|körkort|ehliyet|\
     steuer|tax|fiscal|nif|nie|dni|cpf|bsn|pesel|cpr|снилс|инн|rodn|kimlik|ident|dowod|tessera|henkilö|fødsels|sécu|sécurité|insurance|nhs|medicare|medicaid",
);
/// Beginnings of words for PINs and other codes, and of words for passwords.
const CODES: &WordList = &WordList::new(
    "pin|code|kod|kód|codice|código|passcode|passwor|kennwort|geheim|puk|пин|код|şifre|senha|clave|wachtwoord|hasł|heslo|lösen|парол|combination",
);
/// Adjectives beside a noun, and words that tell of no other thing.
const ADJECTIVES: &WordList = &WordList::new(
    "whole|full|complete|new|old|right|correct|real|actual|other|direct|private|home|work|business|personal|phone|neue|neuer|neues|alte|ganze|private|nouveau|nouvelle|\
     ancien|nuevo|nueva|nuovo|nuova|novo|nova|nieuwe|nowy|nowe|nya|nytt|yeni|nové|nový|новый|новая",
);
/// Articles and possessives that begin a phrase.
const ARTICLES: &WordList =
    &WordList::new("the|my|our|his|her|die|meine|unsere|le|mon|el|mi|il|mio|o|meu|het|mijn|mój|min|mitt|moje|můj|мой");
/// Words before `code` that make it one that anybody knows.
const OPEN: &WordList = &WordList::new(
    "area|zip|post|postal|postcode|country|dialling|dialing|error|dress|bar|source|product|promo|voucher|discount|sort",
);

/// What the words before `at` say of the number there; nothing but words of a statement may stand between.
pub(super) fn kind_before(text: &str, at: usize) -> Option<Kind> {
    /// Farthest noun, in bytes, and most words before the number.
    const FAR: usize = 72;
    const WORDS: usize = 9;
    let near = line::before(text, at, FAR);
    let clause = near.rsplit(['.', '?', '!', ';', '"']).next().unwrap_or_default();
    let mut words =
        clause.rsplit(|c: char| !c.is_alphabetic() && !matches!(c, '\'' | '’' | '-')).filter(|word| !word.is_empty());
    if calls(clause) {
        return Some(Kind::Phone);
    }
    let mut is_number = false;
    for _ in 0..WORDS {
        let Some(word) = words.next() else { break };
        let word = word.trim_end_matches("'s").trim_end_matches("’s");
        // `numéro d'adhérent`
        let word = ["d'", "d’", "l'", "l’"].iter().find_map(|article| word.strip_prefix(*article)).unwrap_or(word);
        // `the whole number is`: what stands before belongs to another phrase.
        if is_number && is_listed(word, ARTICLES) {
            return Some(Kind::Phone);
        }
        is_number |= is_listed(word, NUMBERS);
        if is_listed(word, NUMBERS)
            || is_statement_word(word)
            || is_filler(word)
            || is_number && is_listed(word, ADJECTIVES)
        {
            continue;
        }
        let begins = |list| is_noun(word, list) && begins_with_listed(word, list);
        return match () {
            () if begins(PHONES) => Some(Kind::Phone),
            () if begins(CODES) => words.next().is_none_or(|word| !is_listed(word, OPEN)).then_some(Kind::Code),
            () if begins(RECORDS) => Some(Kind::Record),
            () if begins(ACCOUNTS) => Some(Kind::Account),
            // `the number to call is …`
            () => None,
        };
    }
    is_number.then_some(Kind::Phone)
}

/// Reports whether `clause`, before a number, asks to call somebody: `you can reach my husband on`.
fn calls(clause: &str) -> bool {
    const PREPOSITIONS: &WordList = &WordList::new("on|at|au|al|a|ao|aan|op|unter|pod|na|på|para|under");
    const CALLS: &WordList = &WordList::new(
        "call|ring|reach|text|phone|contact|dial|anrufen|erreichen|erreichbar|rufen|appeler|rappeler|joindre|appelez|rappelez|llamar|llame|llamarme|chiamare|\
         chiamarmi|ligar|ligue|bellen|bel|dzwonić|dzwoń|zadzwonić|ringa|ring|nå|nås|volat|volejte|zavolat|звоните|звонить|позвоните|перезвоните",
    );
    let mut words = clause.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).rev();
    words.next().is_some_and(|word| is_listed(word, PREPOSITIONS)) && words.any(|word| is_listed(word, CALLS))
}

/// Reports whether `word` may be a noun of `list`, rather than a name that begins like one: `rue du Pinay, trente-trois`.
fn is_noun(word: &str, list: &WordList) -> bool {
    const ENDINGS: [&str; 7] = ["nummer", "nr", "code", "zahl", "wort", "konto", "vertrag"];
    let is_name = word.starts_with(char::is_uppercase) && word.contains(char::is_lowercase);
    !is_name || is_listed(word, list) || ENDINGS.iter().any(|ending| word.ends_with(ending))
}

/// What the words behind `at` say that the number before them numbers: a word for a number and a noun stand in the same clause.
pub(super) fn kind_behind(text: &str, at: usize) -> Option<Kind> {
    /// Farthest noun, in bytes, and most words before it.
    const FAR: usize = 72;
    const WORDS: usize = 7;
    /// Shortest word that may be a compound, and shortest last part that tells, in bytes.
    const COMPOUND: usize = 10;
    const PART: usize = 6;
    const NUMBER_PARTS: [&str; 10] =
        ["nummer", "numret", "number", "numara", "numer", "číslo", "номер", "numéro", "número", "numero"];
    let near = line::behind(text, at, FAR);
    let clause = near.split(['.', ',', '?', '!', ';', '"']).next().unwrap_or_default();
    let (mut is_number, mut kind) = (false, None);
    for word in clause.split(|c: char| !c.is_alphabetic() && c != '-').filter(|word| !word.is_empty()).take(WORDS) {
        let lower = word.to_lowercase();
        is_number |= is_listed(word, NUMBERS)
            || is_listed(word, REFERENCES)
            || NUMBER_PARTS.iter().any(|part| lower.contains(part));
        // `48 210 is the number of members`
        if is_listed(word, PLURALS) {
            return None;
        }
        // `Hausratversicherung`: the last part of a compound tells.
        let parts = || {
            lower
                .char_indices()
                .skip(3)
                .filter(|(at, _)| lower.len() > COMPOUND && lower.len() - at >= PART)
                .map(|(at, _)| &lower[at..])
        };
        let begins = |list| begins_with_listed(word, list);
        let found = match () {
            () if begins(PHONES) => Some(Kind::Phone),
            () if begins(RECORDS) || parts().any(|part| begins_with_listed(part, COMPOUNDS)) => Some(Kind::Record),
            () if begins(ACCOUNTS) => Some(Kind::Account),
            () => None,
        };
        kind = kind.or(found);
    }
    kind.filter(|_| is_number)
}

/// Nouns of persons and contracts of which there is a count.
const PLURALS: &WordList = &WordList::new(
    "members|customers|clients|patients|students|cases|employees|policies|contracts|claims|bookings|contratos|membres|miembros|socios|sócios|clientes|clienti|\
     pazienti|mitglieder|kunden|patienten|studenten|leden|klanten|członków|klientów|medlemmar|kunder|členů|zákazníků|клиентов|участников|пациентов|fälle|verträge",
);
/// Names of numbers that are none of these words.
const REFERENCES: &WordList = &WordList::new(
    "id|ref|reference|referenz|référence|referencia|riferimento|referência|referentie|referens|tessera|numeram|nosso",
);
/// Last parts of compounds that tell of a person or a contract.
const COMPOUNDS: &WordList =
    &WordList::new("versicher|vertrag|mitglied|kunden|verzeker|contract|försäkring|avtal|ausweis|karte|konto");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_tell_what_is_dictated() {
        for (text, expected) in [
            ("el número de cliente es ", Some(Kind::Record)),
            ("numer klienta to ", Some(Kind::Record)),
            ("müşteri numaram ", Some(Kind::Record)),
            ("ja mijn klantnummer is ", Some(Kind::Record)),
            ("mon numéro c'est le ", Some(Kind::Phone)),
            ("numaram ", Some(Kind::Phone)),
            ("uh no the whole number is ", Some(Kind::Phone)),
            ("pinkoden är ", Some(Kind::Code)),
            ("my bank account number's ", Some(Kind::Account)),
            ("you can reach my husband on ", Some(Kind::Phone)),
            ("the country code is ", None),
            ("the room number is ", None),
            ("we count ", None),
            ("", None),
        ] {
            assert_eq!(kind_before(text, text.len()), expected, "{text}");
        }
    }
}
