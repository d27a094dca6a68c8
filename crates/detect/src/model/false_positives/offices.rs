//! Words of offices that the models take for persons: of rooms, orders, departments and greetings, `Room 4`, `Visitor 8841:`, `Sales team`,
//! `Salam, Budi`, of contracts, `Kiraya Veren`, and programs that speak in a chat, `Bot: …`.

use super::first_word;
use crate::recognizers::support::word_list::{WordList, is_listed};

/// Things with a number: rooms and places, papers and orders, and those who are numbered.
const NUMBERED: &WordList = &WordList::new(
    "room|bed|ward|desk|table|gate|line|unit|flat|suite|seat|slot|shift|visitor|guest|caller|customer|agent|patient|participant|speaker|order|\
     invoice|ticket|case|item|zimmer|raum|bett|saal|tisch|station|besucher|gast|patient|konto|bestellung|bestellnummer|auftrag|rechnung|chambre|\
     salle|lit|compte|commande|facture|visiteur|habitación|sala|cama|cuenta|pedido|factura|documento|visitante|camera|stanza|letto|conto|ordine|\
     fattura|quarto|conta|fatura|kamer|bed|tafel|rekening|bestelling|factuur|pokój|łóżko|sala|zamówienie|faktura|pokoj|lůžko|účet|rum|säng|rom|\
     værelse|seng|ordre|huone|vuode|tili|tilaus|szoba|ágy|számla|rendelés|camera|pat|comanda|soba|krevet|račun|oda|yatak|hesap|sipariş",
);
/// Departments, before a word for one or at the end of a line.
const DEPARTMENTS: &WordList = &WordList::new(
    "sales|marketing|support|finance|accounting|logistics|purchasing|procurement|legal|payroll|billing|dispatch|facilities",
);
/// What greets or ends a message, and is a name in other languages.
const GREETINGS: &WordList = &WordList::new(
    "salam|klem|hilsen|hilsner|hälsningar|saludos|abrazos|abrazo|besos|kram|kramar|groetjes|groeten|pozdrowienia|pozdrav|üdv|terveisin|selamlar|\
     liefs|bisous|beijos|baci|grüße|gruß|bises|knus|puspus|halaman|sincerely",
);
/// Those who speak in the records of a chat, and are programs.
const PROGRAMS: &WordList = &WordList::new("bot|chatbot|assistant|system|alexa|siri|gpt|copilot|gemini|claude");

/// Parties of contracts in the forms that sentences have.
const PARTIES: &WordList = &WordList::new(
    "zakupnik|zakupniku|zakupodavac|najmodavac|najmoprimac|najmoprimcu|kiraya|kiracı|kiracıya|kiraya veren|vuokralainen|vuokralaiselle|vuokranantaja|nuomininkas|nuomininkui|nuomotojas|leietaker|leietakeren|utleier|utleieren|lejer|lejeren|\
     udlejer|boligen|hyresgästen|hyresvärden|huurder|verhuurder|najemca|najemcy|wynajmujący|wynajmującego|nájemce|nájemci|pronajímatel|nájomca|nájomcovi|prenajímateľ|arrendatario|arrendador|locatario|locatore|arrendatário|chiriașului|\
     bérlő|bérlőnek|bérbeadó|üürnik|üürnikule|üürileandja|īrnieks|īrniekam|izīrētājs|penyewa|sewa|арендатор|арендатору|арендодатель|орендар|орендарю|орендодавець|наемател|наемателя|наемодател|закупац|закупцу|закуподавац|\
     katılanlar|prítomní|přítomní|piedalās|obecni|nieobecni|dalyvauja|prisutni|odsotni|navzoči|jelen|paikalla|kohal|viðstaddir|hadir|có mặt",
);

/// Reports whether a mention has the name of a party of a contract.
pub(super) fn names_party(found: &str) -> bool {
    found.split(' ').any(|word| is_listed(word, PARTIES))
}

/// Reports whether a mention of one word is one of these.
pub(super) fn is_of_office(found: &str, head: &str, tail: &str) -> bool {
    !found.contains(' ')
        && (is_listed(found, NUMBERED) && is_numbered(tail)
            || is_listed(found, DEPARTMENTS) && is_department(head, tail)
            || is_listed(found, GREETINGS) && ends_message(head, tail)
            || is_listed(found, PROGRAMS) && tail.starts_with(": "))
}

/// Reports whether a number begins `tail`.
fn is_numbered(tail: &str) -> bool {
    let rest = tail.trim_start_matches([' ', '#', ':', '\t']);
    rest.len() < tail.len() && rest.starts_with(|c: char| c.is_ascii_digit())
}

/// Reports whether a line is that of a department.
fn is_department(head: &str, tail: &str) -> bool {
    const WORDS: &WordList =
        &WordList::new("team|department|dept|manager|director|assistant|office|desk|group|representative|rep|lead");
    let begins = head.is_empty() || head.ends_with(['\n', '>', ',', '|']) || head.ends_with(", ");
    let next = tail.strip_prefix(' ').map(first_word).unwrap_or_default();
    is_listed(next, WORDS) || begins && (tail.is_empty() || tail.starts_with(['\n', '\r', '<']))
}

/// Reports whether a word between `head` and `tail` begins the end of a message: `Salam, Budi`, `Klem fra Turid`.
fn ends_message(head: &str, tail: &str) -> bool {
    const FROM: &WordList = &WordList::new("fra|från|von|de|di|da|van|od|from|til");
    let begins = head.trim_end_matches(' ').is_empty() || head.trim_end_matches(' ').ends_with(['\n', '.', '!', '?']);
    let next = tail.strip_prefix(' ').map(first_word).unwrap_or_default();
    begins && (tail.starts_with([',', '\n', '!']) || is_listed(next, FROM))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parties_of_contracts_are_no_persons() {
        assert!(names_party("Kiraya Veren") && !names_party("Simón Roe"));
    }

    #[test]
    fn words_of_offices_are_told_by_what_stands_beside_them() {
        for (head, found, tail, expected) in [
            ("in ", "Room", " 4", true),
            ("", "Visitor", " 8841: hello", true),
            ("Nora\n", "Sales", " team", true),
            ("Nora\n", "Sales", "\nAcme", true),
            ("bye. ", "Salam", ", Budi", true),
            ("", "Bot", ": hello", true),
            ("ask ", "Salam", ", please", false),
            ("Mr ", "Room", " called", false),
        ] {
            assert_eq!(is_of_office(found, head, tail), expected, "{head}{found}{tail}");
        }
    }
}
