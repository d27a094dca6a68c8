//! Formulas that are no names, although the models take them for some: greetings (`Guten Morgen`), closings (`Viele Grüße`), and
//! headings of letters, forms and documents (`Lebenslauf`).

use std::ops::Range;

use crate::recognizers::support::salutation::is_closing_word;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;

/// Headings of curricula vitae, letters, invoices, contracts and reports, and parts of letters, which nobody is called, in English and
/// German, ...
const GERMANIC: &WordList = &WordList::new(
    "curriculum|vitae|résumé|cover letter|work experience|references|minutes|invoice|agreement|statement|summary|subject|attachment|\
     lebenslauf|berufserfahrung|anschreiben|ausbildung|kenntnisse|rechnung|mietvertrag|kaufvertrag|arbeitsvertrag|vertrag|kündigung|\
     arztbrief|protokoll|anamnese|befund|diagnose|therapie|betreff|anlage|anlagen|angebot|mahnung|gutschrift|lieferschein|\
     auftragsbestätigung|bestellung|bewerbung|zeugnis|arbeitszeugnis|motivationsschreiben|sprachkenntnisse|schulbildung|studium|\
     praktikum|hobbys|interessen|persönliche daten|angaben|personalien|inhaltsverzeichnis|zusammenfassung|einleitung|vollmacht|\
     bescheid|bescheinigung|antrag|widerspruch|werdegang|kontaktdaten|stammdaten|danke|dankeschön|guten tag|grüezi|servus|\
     werkervaring|opleiding|factuur|huurovereenkomst|arbeidsovereenkomst|offerte|bijlage|onderwerp|persoonlijke gegevens|\
     vaardigheden|referenties|goedemorgen|goedemiddag|goedenavond|bedankt|dankjewel|groetjes|samenvatting|inleiding|bezwaar|\
     arbetslivserfarenhet|utbildning|personuppgifter|hyresavtal|anställningsavtal|språkkunskaper|referenser|faktura|offert|ärende|\
     bilaga|sammanfattning|inledning|tack|arbejdserfaring|uddannelse|personoplysninger|lejekontrakt|ansættelseskontrakt|emne|bilag|\
     tilbud|sammendrag|indledning|arbeidserfaring|utdanning|utdannelse|personopplysninger|leiekontrakt|arbeidskontrakt|vedlegg|\
     innledning|takk|tak|godmorgen|godmorgon|starfsreynsla|menntun|reikningur|speisekarte|vorspeisen|hauptgerichte|nachspeisen|getränke|\
     merkblatt|ablesekarte|abnahmestelle|zähler|zählernummer|zählerstand|mängel|spieltag|\
     starters|mains|desserts|sides|förrätter|varmrätter|efterrätter|forretter|hovedretter|voorgerechten|hoofdgerechten|nagerechten|\
     skulder|gæld|gjeld|forsikring|försäkring",
);

/// ... the Romance languages, ...
const ROMANCE: &WordList = &WordList::new(
    "lettre de motivation|expérience professionnelle|expériences|formation|compétences|langues|loisirs|facture|devis|contrat|\
     contrat de location|contrat de travail|compte rendu|ordonnance|objet|pièce jointe|résiliation|quittance|attestation|\
     sommaire|conclusion|bonjour|bonsoir|merci|merci beaucoup|bonne journée|bonne soirée|bien à vous|bien à toi|à bientôt|\
     experiencia laboral|experiencia profesional|formación|formación académica|datos personales|habilidades|idiomas|factura|\
     presupuesto|contrato|contrato de alquiler|contrato de trabajo|informe médico|informe|asunto|adjunto|resumen|buenos días|\
     buenas tardes|buenas noches|gracias|muchas gracias|un abrazo|un saludo|hasta luego|hasta pronto|\
     esperienza lavorativa|esperienze|istruzione|competenze|dati personali|fattura|preventivo|contratto|contratto di locazione|\
     referto|oggetto|allegato|riassunto|buongiorno|buonasera|buona giornata|buona serata|grazie|grazie mille|a presto|\
     experiência profissional|formação|dados pessoais|habilidades|fatura|orçamento|contrato de arrendamento|relatório|assunto|anexo|\
     bom dia|boa tarde|boa noite|obrigado|obrigada|muito obrigado|um abraço|abraço|até logo|até breve|\
     experiență profesională|educație|studii|competențe|date personale|factură|contract de închiriere|subiect|anexă|bună ziua|\
     bună dimineața|bună seara|mulțumesc",
);

/// ... the Slavic and other languages.
const OTHERS: &WordList = &WordList::new(
    "życiorys|doświadczenie|doświadczenie zawodowe|wykształcenie|umiejętności|dane osobowe|umowa|umowa najmu|umowa o pracę|temat|\
     załącznik|podsumowanie|dzień dobry|dobry wieczór|dziękuję|do widzenia|miłego dnia|životopis|zkušenosti|pracovní zkušenosti|\
     vzdělání|vzdelanie|znalosti|osobní údaje|osobné údaje|nájemní smlouva|nájomná zmluva|pracovní smlouva|smlouva|zmluva|předmět|\
     predmet|příloha|príloha|dobrý den|dobrý deň|dobré ráno|děkuji|ďakujem|hezký den|radno iskustvo|obrazovanje|vještine|\
     osobni podaci|račun|ugovor|ugovor o najmu|prilog|dobar dan|dobro jutro|hvala|delovne izkušnje|izobrazba|pogodba|priloga|\
     karta|karta dań|przystawki|zupy|dania główne|desery|napoje|wyniki|tabela|jídelní lístek|předkrmy|polévky|hlavní jídla|dezerty|\
     étlap|előételek|levesek|főételek|desszertek|italok|menü|çorbalar|ana yemekler|tatlılar|içecekler|malzemeler|predjela|glavna jela|\
     rica ederim|dober dan|dobro jutro|önéletrajz|szakmai tapasztalat|tanulmányok|végzettség|személyes adatok|számla|szerződés|\
     bérleti szerződés|munkaszerződés|tárgy|melléklet|jó napot|jó reggelt|köszönöm|szép napot|työkokemus|koulutus|henkilötiedot|\
     lasku|vuokrasopimus|työsopimus|aihe|liite|yhteenveto|hyvää päivää|hyvää huomenta|kiitos|töökogemus|haridus|leping|teema|\
     tere|aitäh|darba pieredze|izglītība|rēķins|līgums|tēma|pielikums|labdien|paldies|darbo patirtis|išsilavinimas|sąskaita|\
     sutartis|tema|priedas|laba diena|ačiū|özgeçmiş|kişisel bilgiler|iş deneyimi|eğitim|beceriler|fatura|sözleşme|kira sözleşmesi|\
     konu|özet|iyi günler|günaydın|iyi akşamlar|teşekkürler|βιογραφικό|εκπαίδευση|τιμολόγιο|καλημέρα|καλησπέρα|ευχαριστώ",
);

/// Words that belong to such formulas beside another one; some of them are names, too.
const BESIDE: &WordList = &WordList::new(
    "viele|viel|vielen|liebe|lieben|herzliche|herzlichen|herzlich|freundliche|freundlichen|beste|besten|schöne|schönen|sonnige|\
     kollegiale|mit|guten|gute|gut|morgen|abend|nacht|tag|mittag|woche|wochenende|bis|bald|dann|später|gleich|dank|besten|voraus|\
     noch|zusammen|alle|an|aus|good|morning|evening|night|best|kind|warm|warmest|many|with|dear|med|met|vänliga|venlig|vennlig|\
     hartelijke|vriendelijke|fijne|prettige|dag|avond|weekend|god|goda|dag|kväll|morgon|aften|natt|bonne|bon|bien|journée|soirée|\
     buenos|buenas|días|tardes|noches|muchas|un|cordial|cordiales|atentos|buona|buon|giornata|serata|lavoro|distinti|cordiali|bom|\
     boa|dia|tarde|noite|dobry|dobrý|dobrá|dobré|dzień|den|serdecznie|serdeczne|milého|hezký|personal|data|medical|history|report",
);

/// Short closings, which are names of firms elsewhere.
const SHORT: [&str; 7] = ["LG", "VG", "MfG", "GLG", "BG", "Mvg", "Mvh"];

/// Reports whether the mention at `range` is a formula, or a part of one that stands between signs or the ends of its line.
pub fn holds(text: &str, range: &Range<usize>) -> bool {
    /// Most bytes of a formula on either side of a part of it.
    const NEAR: usize = 32;
    const SIGNS: [char; 8] = [',', '.', '!', ':', ';', '(', ')', '?'];
    let found = &text[range.clone()];
    let is_alone = || line::begins(text, range.start) && line::ends(text, range.end);
    if is_formula(found) || SHORT.contains(&found) && is_alone() {
        return true;
    }
    let (before, behind) = (line::before(text, range.start, NEAR), line::behind(text, range.end, NEAR));
    let start = before.rfind(SIGNS).map_or(0, |at| at + 1);
    let end = behind.find(SIGNS).unwrap_or(behind.len());
    let segment = &text[range.start - before.len() + start..range.end + end];
    segment.len() > range.len() && is_formula(segment)
}

/// Reports whether `found` is a formula: listed as a whole, or words that make one.
fn is_formula(found: &str) -> bool {
    let is_listed_whole = |found: &str| [GERMANIC, ROMANCE, OTHERS].iter().any(|list| is_listed(found, list));
    let found = found.trim_matches(|c: char| !c.is_alphabetic());
    if found.is_empty() || is_listed_whole(found) {
        return !found.is_empty();
    }
    let words = || found.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let is_part = |word: &str| is_listed(word, BESIDE) || is_listed_whole(word) || is_closing_word(word);
    let count = words().count();
    words().all(is_part) && (count > 1 || is_closing_word(found))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_no_names() {
        for found in [
            "Guten Morgen",
            "Viele liebe Grüße",
            "Lebenslauf",
            "Curriculum Vitae",
            "Buenos Días",
            "Groet",
            "Umowa najmu",
        ] {
            assert!(is_formula(found), "{found}");
        }
        for found in ["Morgen", "Liebe", "Anna Morgen", "Guten Morgen Anna", "Tag", "Weekend Dag Larsson", ""] {
            assert!(!is_formula(found), "{found}");
        }
    }

    #[test]
    fn parts_of_formulas_are_no_names_either() {
        let text = "Fijne dag, Piet\nSchöne Grüße aus Bonn";
        assert!(holds(text, &(0..5)));
        assert!(!holds(text, &(11..15)));
        assert!(!holds(text, &(text.len() - 4..text.len())));
    }
}
