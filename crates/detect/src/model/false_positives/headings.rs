//! Headings that the models take for persons: several words with a capital each (`Consignes De Sécurité`), and one word alone, as commands of
//! user interfaces are, too (`Abbrechen`, `- Schraube`), or with the number of what the text is about (`Zgłoszenie 4419`).

use masquerade_ner::Model;

use crate::{
    model::words::{NAMES, Words},
    recognizers::support::word_list::{WordList, is_listed},
    text::line,
};

/// Bytes that are read beside a mention.
const NEAR: usize = 48;

/// Small words that have a capital in headings alone.
const SMALL: [&str; 38] = [
    "De", "Del", "Della", "Dell", "Dei", "Delle", "Y", "E", "Di", "Da", "Do", "Dos", "Das", "Per", "Et", "Des", "Du",
    "Au", "Aux", "Und", "Zum", "Zur", "Och", "Og", "För", "Över", "Voor", "Ve", "Și", "I", "A", "K", "És", "Con",
    "Com", "Para", "По", "И",
];

/// Reports whether a mention, `found` between `head` and `tail`, is a heading or a command.
pub(super) fn is_heading_or_command(words: &Words<'_>, found: &str, head: &str, tail: &str) -> bool {
    is_in_capitals(words, found, head, tail) || is_lone_word(words, found, head, tail)
}

/// Reports whether a mention is a heading with a capital in each word, or part of one: it has a small word, and no name; it fills its line,
/// or texts have its words often.
fn is_in_capitals(words: &Words<'_>, found: &str, head: &str, tail: &str) -> bool {
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

/// Kinds of records that have numbers.
const RECORDS: &WordList = &WordList::new(
    "zgłoszenie|zlecenie|zamówienie|tiketti|tilaus|palvelupyyntö|bejelentés|megrendelés|beiratkozás|rendelés|objednávka|požadavek|hlášení|požiadavka|hlásenie|\
     ärende|beställning|bestilling|sag|sak|vaka|talep|sipariş|nalog|zahtjev|narudžba|naročilo|zahtevek|comandă|sesizare|solicitare|pieteikums|pasūtījums|\
     užsakymas|prašymas|tellimus|pöördumine|заявка|заказ|обращение|звернення|замовлення|поръчка|захтев|αίτημα|παραγγελία|vorgang|auftrag|bestellung|melding",
);

/// Reports whether a mention, `found` between `head` and `tail`, is the kind of record that a text is about, with the record's number behind
/// it: an ordinary word with a capital, in a first line that no other line is like, as those of a list of extensions are.
pub(super) fn is_kind_of_record(words: &Words<'_>, found: &str, head: &str, tail: &str) -> bool {
    /// Fewest digits of such a number: fewer are an age, a place in a race, or somebody's shirt.
    const FEWEST: usize = 3;
    let is_number = |number: &str| {
        let digits = number.trim().trim_start_matches('#');
        digits.len() >= FEWEST && digits.bytes().all(|b| b.is_ascii_digit())
    };
    let is_like_it = |line: &str| line.trim().split_once(' ').is_some_and(|(_, number)| is_number(number));
    let (number, lines) = tail.split_once('\n').unwrap_or((tail, ""));
    head.trim().is_empty()
        && found.starts_with(char::is_uppercase)
        && !found.contains(' ')
        && number.starts_with(' ')
        && is_number(number)
        && (is_ordinary(words, found) || is_listed(found, RECORDS))
        && !lines.lines().any(is_like_it)
}

/// Reports whether a mention, `found` between `head` and `tail`, is a control of a user interface, which the words beside it tell:
/// `Kliknite na Uložiť`, `Kattintson a Mentés gombra`.
pub(super) fn is_control(words: &Words<'_>, found: &str, head: &str, tail: &str) -> bool {
    /// Menus and verbs of using them, with the preposition before the name of the control.
    const BEFORE: &WordList = &WordList::new(
        "menu|menü|menú|menù|meniu|menuen|menyn|menyen|izbornik|ponuku|ponuke|nabídku|nabídce|izvēlni|menüüst|menüüs|menüü|меню|μενού|gomb|\
         klik på|klikk på|trykk på|tryk på|klicka på|tryck på|kliknite na|kliknite|kliknij|klepněte na|klepnite na|klikněte na|stlačte|stiskněte|wybierz|naciśnij|\
         clic en|haz clic en|pulse|pulsa|clique em|clicar em|carregue em|cliquez sur|appuyez sur|cliccate su|clicca su|fare clic su|premi|premere|klik op|tik op|druk op|\
         klicken sie auf|tippen sie auf|klicke auf|tippe auf|klõpsake|klõpsa|vajutage|noklikšķiniet uz|noklikšķini uz|nospiediet|spustelėkite|paspauskite|napsauta|paina|\
         napauta|kattintson a|kattints a|nyomja meg a|faceți clic pe|apăsați|apasă|clic pe|pritisnite|dodirnite|клікніть|натисніть|нажмите|нажми|кликнете на|щракнете|\
         щракнете върху|натиснете|кликните на|притисните|πατήστε|επιλέξτε|tıklayın",
    );
    /// Controls, with the ends of cases, behind their names.
    const BEHIND: &WordList = &WordList::new(
        "gombra|gombot|menüpont|menüpontot|menüpontra|menüt|menüben|fülön|menüsü|menüsünü|menüsünden|menüsüne|düğmesi|düğmesine|butonuna|sekmesine|\
         valikko|valikosta|valikkoa|painiketta|nupule|nuppu|nupul|mygtuką|poga|pogu|knappen|menyn|menyen|menuen|fanen",
    );
    let is_known = || [COMMANDS, HEADINGS].iter().any(|list| is_listed(found, list));
    let is_before = || {
        let before =
            line::before(head, head.len(), NEAR).trim_end_matches(['"', '„', '“', '«', '»', '”', '\'', '>', '*']);
        let before = before.strip_suffix(' ')?;
        let mut starts = before.rmatch_indices(|c: char| !c.is_alphabetic()).map(|(at, sign)| at + sign.len());
        std::iter::once(starts.next().unwrap_or(0))
            .chain(starts.take(2))
            .chain([0])
            .any(|at| is_listed(&before[at..], BEFORE))
            .then_some(())
    };
    let is_behind = || {
        let behind = line::behind(tail, 0, NEAR).trim_start_matches(['"', '”', '“', '»', '\'', '*', ' ', '-']);
        is_listed(super::first_word(behind), BEHIND)
    };
    !found.contains(' ') && (words.classes(found) & NAMES == 0 || is_known()) && (is_behind() || is_before().is_some())
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
pub(super) fn is_ordinary(words: &Words<'_>, word: &str) -> bool {
    let is_frequent = || {
        words.model.is_frequent(word)
            || words.reads_european && Model::european().is_some_and(|european| european.is_frequent(word))
    };
    words.classes(word) & NAMES == 0 && is_frequent()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_of_record_with_its_number_is_no_person() {
        let model = Model::embedded().unwrap();
        let words = Words { model: &model, reads_european: true };
        for (found, tail, expected) in [
            ("Bejelentés", " 2217", true),
            ("Zgłoszenie", " #4419\nDrukarka nie drukuje.", true),
            ("Bejelentés", " 17", false),
            ("Bejelentés", " 2217 után", false),
            ("Zgłoszenie", " 4419\nWrzoszek 4420", false),
            ("Objednávka", " 55512", true),
            ("Ganeshan", " 4419", false),
            ("zgłoszenie", " 4419", false),
            ("Maria", " 2217", false),
        ] {
            assert_eq!(is_kind_of_record(&words, found, "", tail), expected, "{found}{tail}");
        }
        assert!(!is_kind_of_record(&words, "Bejelentés", "Kedves ", " 2217"));
    }

    #[test]
    fn headings_and_commands_are_no_persons() {
        let model = Model::embedded().unwrap();
        let words = Words { model: &model, reads_european: true };
        for (found, text, expected) in [
            ("De Sécurité", "Consignes De Sécurité\nEntretien", true),
            ("Stampa", "{\"b\": \"Stampa\"}", true),
            ("Zutaten", "Zutaten:\n- Salz", true),
            ("Suchen", "{\"search\": \"Suchen\"}", true),
            ("Maria De Souza", "Maria De Souza\nLisboa", false),
            ("Anna", "- Anna\n", false),
            ("Kassa", "Peter Kassa kam", false),
        ] {
            let at = text.find(found).unwrap();
            let (head, tail) = (&text[..at], &text[at + found.len()..]);
            assert_eq!(is_heading_or_command(&words, found, head, tail), expected, "{text}");
        }
    }
}
