//! Streets, squares and schools that are named after somebody (`avenida Simón Bolívar`, `Karl Johans gate`), parties of contracts (`Kiraya
//! Veren`), headings with a capital in each word (`Consignes De Sécurité`), and lone words (`- Schraube`), which the models take for persons.

use masquerade_ner::Model;

use crate::{
    model::words::{NAMES, Words},
    recognizers::support::word_list::{WordList, is_listed},
    text::{line, run_behind},
};

/// Bytes that are read beside a mention.
const NEAR: usize = 48;

/// Streets, squares, schools and the like, which stand before the name that they bear.
const BEFORE: &WordList = &WordList::new(
    "rue|avenue|boulevard|quai|lycée|collège|calle|avenida|plaza|paseo|colegio|instituto|viale|piazza|corso|liceo|rua|praça|travessa|escola|ulica|ulici|ulice|ulicy|trg|trga|trgu|aleja|aleje|plac|placu|\
     osiedle|náměstí|námestie|třída|trieda|gymnázium|strada|bulevardul|piața|liceul|улица|улици|улице|улицы|булевард|площад|трг|гимназия|гимназија|đường|phố|trường|jalan|jln|jl|sokak|cadde|sveti|szent|jardin|stade|estadio|stadio|estádio",
);

/// Those of them that are prepositions and other words in small letters.
const CAPITALS: [&str; 2] = ["Via", "Place"];

/// The same behind their name, as words of their own or at the end of it.
const BEHIND: &WordList = &WordList::new(
    "gate|gatan|vei|veg|vej|vejen|väg|vägen|allé|allee|boulevard|caddesi|caddesine|bulvarı|sokağı|meydanı|salonu|lisesi|utca|út|útja|tér|katu|tänav|puiestee|iela|gatvė|aikštė|laukums|plads|plass|torg|platz|straße|strasse",
);

/// Parties of contracts in the forms that sentences have.
const PARTIES: &WordList = &WordList::new(
    "zakupnik|zakupniku|zakupodavac|najmodavac|najmoprimac|najmoprimcu|kiraya|kiracı|kiracıya|kiraya veren|vuokralainen|vuokralaiselle|vuokranantaja|nuomininkas|nuomininkui|nuomotojas|leietaker|leietakeren|utleier|utleieren|lejer|lejeren|\
     udlejer|boligen|hyresgästen|hyresvärden|huurder|verhuurder|najemca|najemcy|wynajmujący|wynajmującego|nájemce|nájemci|pronajímatel|nájomca|nájomcovi|prenajímateľ|arrendatario|arrendador|locatario|locatore|arrendatário|chiriașului|\
     bérlő|bérlőnek|bérbeadó|üürnik|üürnikule|üürileandja|īrnieks|īrniekam|izīrētājs|penyewa|sewa|арендатор|арендатору|арендодатель|орендар|орендарю|орендодавець|наемател|наемателя|наемодател|закупац|закупцу|закуподавац|\
     katılanlar|prítomní|přítomní|piedalās|obecni|nieobecni|dalyvauja|prisutni|odsotni|navzoči|jelen|paikalla|kohal|viðstaddir|hadir|có mặt",
);

/// Small words that have a capital in headings alone.
const SMALL: [&str; 38] = [
    "De", "Del", "Della", "Dell", "Dei", "Delle", "Y", "E", "Di", "Da", "Do", "Dos", "Das", "Per", "Et", "Des", "Du",
    "Au", "Aux", "Und", "Zum", "Zur", "Och", "Og", "För", "Över", "Voor", "Ve", "Și", "I", "A", "K", "És", "Con",
    "Com", "Para", "По", "И",
];

/// Reports whether a mention, `found` between `head` and `tail`, is one of these.
pub(super) fn is_one(words: &Words<'_>, found: &str, head: &str, tail: &str) -> bool {
    is_street(found, head, tail)
        || found.split(' ').any(|word| is_listed(word, PARTIES))
        || is_heading(words, found, head, tail)
        || is_lone_word(words, found, head, tail)
}

/// Reports whether a mention is the name of a street or of a school; one with a number is left, since somebody lives there.
fn is_street(found: &str, head: &str, tail: &str) -> bool {
    let is_kind = |word: &str| is_listed(word, BEFORE);
    let near = line::before(head, head.len(), NEAR);
    let before = near.strip_suffix(' ').and_then(|near| near.rsplit([' ', '(']).next()).unwrap_or_default();
    let (first, last) = (found.split(' ').next().unwrap_or_default(), found.rsplit(' ').next().unwrap_or_default());
    let next = run_behind(tail.strip_prefix(' ').unwrap_or_default(), char::is_alphabetic);
    let has_ending = ["gatan", "straße", "strasse", "vägen", "veien"]
        .iter()
        .any(|end| last.len() > end.len() + 2 && last.ends_with(end));
    let is_named = is_kind(before)
        || is_kind(before.strip_suffix('.').filter(|short| short.len() < 5).unwrap_or_default())
        || CAPITALS.contains(&before)
        || found.contains(' ') && (is_kind(first) || is_listed(last, BEHIND) || has_ending)
        || !next.is_empty() && is_listed(next, BEHIND);
    let rest = tail.trim_start_matches(|c: char| c.is_alphabetic() || matches!(c, ' ' | ',' | '.'));
    let is_numbered = tail.len() - rest.len() < NEAR && rest.starts_with(|c: char| c.is_ascii_digit());
    is_named && !is_numbered
}

/// Reports whether a mention is a heading with a capital in each word, or part of one: it has a small word, and no name; it fills its line,
/// or texts have its words often.
fn is_heading(words: &Words<'_>, found: &str, head: &str, tail: &str) -> bool {
    let others = || found.split(' ').filter(|word| !SMALL.contains(word));
    // No heading ends with one.
    let ends_small = found.rsplit(' ').next().is_some_and(|word| SMALL.contains(&word));
    let has_small = found.contains(' ') && !ends_small && found.split(' ').any(|word| SMALL.contains(&word));
    let is_line = || {
        let (before, behind) = (line::before(head, head.len(), NEAR), line::behind(tail, 0, NEAR));
        before.trim_matches([' ', '#', '*', '-']).is_empty() && behind.trim_matches([' ', ':', '*']).is_empty()
    };
    has_small
        && (others().all(|word| is_ordinary(words, word))
            || is_line() && others().all(|word| words.classes(word) & NAMES == 0))
}

/// Reports whether a mention is one ordinary word that is all of its line, item, cell or value.
fn is_lone_word(words: &Words<'_>, found: &str, head: &str, tail: &str) -> bool {
    let before = line::before(head, head.len(), NEAR).trim_end_matches([' ', '\t']);
    let marks = before.trim_start_matches([' ', '-', '*', '•', '·', '–', '+', '#', '>', '|', '\t']);
    let begins = marks.is_empty() || before.ends_with(['"', '>', '|', ';']);
    let behind = line::behind(tail, 0, NEAR).trim_start_matches([' ', '\t']);
    let ends = behind.is_empty() || behind.starts_with(['"', '<', '|', ';', ':']);
    let is_known = || [COMMANDS, HEADINGS].iter().any(|list| is_listed(found, list));
    !found.contains(' ') && begins && ends && (is_known() || is_ordinary(words, found))
}

/// Commands and parts of user interfaces.
const COMMANDS: &WordList = &WordList::new(
    "speichern|abbrechen|löschen|bearbeiten|suchen|weiter|zurück|anmelden|abmelden|drucken|kopieren|einfügen|hochladen|herunterladen|schließen|hilfe|einstellungen|benachrichtigungen|warenkorb|kasse|gutschein|bestätigen|hinzufügen|\
     guardar|cancelar|borrar|editar|buscar|siguiente|atrás|entrar|salir|imprimir|copiar|pegar|subir|descargar|cerrar|ayuda|ajustes|avisos|cesta|pagar|cupón|enviar|confirmar|añadir|compartir|\
     enregistrer|annuler|supprimer|modifier|rechercher|suivant|retour|connexion|déconnexion|imprimer|copier|coller|télécharger|fermer|aide|paramètres|panier|envoyer|confirmer|ajouter|partager|valider|\
     salva|annulla|elimina|modifica|cerca|avanti|indietro|accedi|esci|stampa|copia|incolla|carica|scarica|chiudi|aiuto|impostazioni|avvisi|carrello|cassa|invia|conferma|aggiungi|condividi|\
     apagar|procurar|seguinte|voltar|sair|colar|fechar|ajuda|definições|configurações|carrinho|baixar|adicionar|compartilhar|opslaan|annuleren|verwijderen|bewerken|zoeken|volgende|terug|inloggen|uitloggen|afdrukken|kopiëren|plakken|sluiten|instellingen|\
     winkelwagen|verzenden|toevoegen|spara|avbryt|radera|redigera|nästa|tillbaka|skriv|kopiera|klistra|stäng|hjälp|inställningar|varukorg|kassa|skicka|lagre|slett|rediger|søk|neste|tilbake|kopier|lukk|innstillinger|handlekurv|gem|annuller|slet|søg|næste|\
     tilbage|luk|indstillinger|tallenna|peruuta|poista|muokkaa|hae|seuraava|takaisin|kirjaudu|tulosta|kopioi|liitä|sulje|ohje|asetukset|ostoskori|alennus|lähetä|lisää|jaa|zapisz|anuluj|usuń|edytuj|szukaj|dalej|wstecz|zaloguj|wyloguj|drukuj|kopiuj|wklej|\
     zamknij|pomoc|ustawienia|powiadomienia|koszyk|kasa|kupon|wyślij|dodaj|udostępnij|uložit|zrušit|smazat|upravit|hledat|další|zpět|přihlásit|odhlásit|tisk|kopírovat|vložit|zavřít|nápověda|nastavení|košík|pokladna|kupón|odeslat|přidat|\
     uložiť|zrušiť|zmazať|upraviť|hľadať|ďalej|späť|prihlásiť|odhlásiť|tlačiť|kopírovať|zavrieť|nastavenia|shrani|prekliči|izbriši|uredi|iskanje|naprej|nazaj|prijava|odjava|natisni|kopiraj|zapri|nastavitve|spremi|odustani|obriši|traži|dalje|natrag|\
     postavke|mentés|mégse|törlés|szerkesztés|keresés|tovább|vissza|belépés|nyomtatás|másolás|beillesztés|bezárás|súgó|beállítások|kosár|pénztár|kaydet|iptal|düzenle|giriş|çıkış|yazdır|kopyala|yapıştır|kapat|yardım|ayarlar|bildirimler|sepet|ödeme",
);

/// Further ones, and headings of documents of one word.
const HEADINGS: &WordList = &WordList::new(
    "salvează|anulează|șterge|editează|caută|înainte|înapoi|autentificare|tipărește|copiază|închide|ajutor|setări|notificări|coș|simpan|batal|hapus|ubah|cari|lanjut|kembali|masuk|keluar|cetak|salin|tempel|unggah|unduh|tutup|bantuan|pengaturan|keranjang|bayar|\
     salvesta|tühista|kustuta|otsi|edasi|tagasi|prindi|kopeeri|sulge|seaded|saglabāt|atcelt|dzēst|rediģēt|meklēt|tālāk|atpakaļ|drukāt|kopēt|aizvērt|iestatījumi|išsaugoti|atšaukti|ištrinti|redaguoti|ieškoti|toliau|atgal|spausdinti|kopijuoti|uždaryti|nustatymai|\
     einführung|inhalt|impressum|datenschutz|anfahrt|öffnungszeiten|zutaten|zubereitung|vorwort|danksagung|haftung|lieferung|lieferzeit|lieferumfang|pflegehinweise|anhang|speisekarte|introducción|índice|privacidad|horario|ingredientes|preparación|prólogo|\
     agradecimientos|rescisión|responsabilidad|entrega|aviso|introduction|sommaire|confidentialité|horaires|ingrédients|préparation|préface|remerciements|résiliation|responsabilité|livraison|introduzione|indice|riservatezza|orari|ingredienti|preparazione|\
     prefazione|ringraziamenti|recesso|responsabilità|consegna|menù|introdução|privacidade|horário|preparo|prefácio|agradecimentos|rescisão|responsabilidade|inleiding|inhoud|openingstijden|ingrediënten|bereiding|voorwoord|dankwoord|levering|aansprakelijkheid|\
     innehåll|integritet|öppettider|ingredienser|tillagning|förord|uppsägning|ansvar|leveranstid|skötsel|indhold|åbningstider|fremgangsmåde|forord|innhold|åpningstider|johdanto|sisältö|tietosuoja|saapuminen|aukioloajat|ruokalista|ainekset|valmistus|esipuhe|kiitokset|\
     irtisanominen|vastuu|toimitusaika|hoito-ohje|wstęp|prywatność|dojazd|składniki|przygotowanie|przedmowa|podziękowania|wypowiedzenie|odpowiedzialność|dostawa|úvod|shrnutí|obsah|jídelníček|suroviny|předmluva|poděkování|výpověď|dodání|zodpovědnost|\
     uvod|vsebina|zasebnost|sestavine|priprava|predgovor|zahvala|sadržaj|privatnost|sastojci|bevezetés|tartalom|adatvédelem|megközelítés|nyitvatartás|hozzávalók|elkészítés|előszó|felmondás|felelősség|szállítás|içindekiler|hakkımızda|ulaşım|gizlilik|malzemeler|\
     hazırlanışı|önsöz|teşekkür|sorumluluk|teslimat|pendahuluan|ringkasan|lampiran|privasi|lokasi|bahan|pengakhiran|pengiriman|cuprins|confidențialitate|meniu|preparare|mulțumiri|reziliere|răspundere|livrare|ingrediente|sissejuhatus|sisukord|koostisosad|\
     ievads|saturs|sastāvdaļas|įvadas|turinys|sudedamosios",
);

/// Reports whether `word` is no name in any list, and a word that texts of some language have often.
fn is_ordinary(words: &Words<'_>, word: &str) -> bool {
    let is_frequent = || {
        words.model.is_frequent(word)
            || words.reads_european && Model::european().is_some_and(|european| european.is_frequent(word))
    };
    words.classes(word) & NAMES == 0 && is_frequent()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is(found: &str, text: &str) -> bool {
        let model = Model::embedded().unwrap();
        let words = Words { model: &model, reads_european: true };
        let at = text.find(found).unwrap();
        is_one(&words, found, &text[..at], &text[at + found.len()..])
    }

    #[test]
    fn streets_parties_and_headings_are_no_persons() {
        for (found, text) in [
            ("Simón Roe", "la avenida Simón Roe está cortada"),
            ("Karl Roes gate", "Karl Roes gate er stengt"),
            ("Marco Roe", "in Via Marco Roe"),
            ("Kiraya Veren", "Kiraya Veren, teslim eder"),
            ("De Sécurité", "Consignes De Sécurité\nEntretien"),
            ("Stampa", "{\"b\": \"Stampa\"}"),
            ("Zutaten", "Zutaten:\n- Salz"),
            ("Suchen", "{\"search\": \"Suchen\"}"),
        ] {
            assert!(is(found, text), "{text}");
        }
        for (found, text) in [
            ("Simón Roe", "con Simón Roe en casa"),
            ("Anna Roe", "sent via Anna Roe"),
            ("Anna Roe", "in place. Anna Roe said"),
            ("Victor Roe", "rue Victor Roe 12, Lyon"),
            ("Maria De Souza", "Maria De Souza\nLisboa"),
            ("Anna", "- Anna\n"),
            ("Kassa", "Peter Kassa kam"),
        ] {
            assert!(!is(found, text), "{text}");
        }
    }
}
