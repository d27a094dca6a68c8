//! Words of statements about passwords in catalogues of texts for users, in the languages of Europe: what a password is like, what is
//! wrong with it, what is to be done with it.

use crate::recognizers::secrets::stand_ins::is_name;
use crate::recognizers::support::word_list::{WordList, is_listed};

/// English, and the languages of the west and the north.
const WESTERN: &WordList = &WordList::new(
    "current|locked|unlocked|blocked|show|hide|repeat|retype|confirm|confirmation|forgotten|signed|stay|leave|choose|pick|mismatch|differ|matching|\
     passwort|anzeigen|ausblenden|verbergen|schwach|mittel|stark|gesetzt|mindestens|höchstens|zeichen|stellen|ziffer|ziffern|anmelden|\
     abmelden|anmeldung|angemeldet|ändern|geändert|wählen|wähle|ungültig|gesperrt|abgelaufen|fehlgeschlagen|erneut|wiederholen|wiederholung|\
     wiederhole|bestätigen|bestätigung|bestätige|neues|neu|altes|alt|aktuelles|leer|lassen|beibehalten|bleiben|eingabe|eingeben|eingegeben|\
     erforderlich|pflichtfeld|pflichtangabe|überein|stimmt|stimmen|vergessen|groß|kleinschreibung|großbuchstaben|kleinbuchstaben|kurz|lang|\
     sonderzeichen|zurücksetzen|optional|freiwillig|fehlt|falsch|falsches|korrekt|sicher|unsicher|zugriff|zugang|sichtbar|sichtbarkeit|\
     afficher|masquer|faible|fort|moyen|défini|définir|moins|caractères|caractère|connecter|connexion|déconnecter|modifier|modification|\
     champ|requis|requise|invalide|verrouillé|expiré|échec|rester|connecté|confirmation|confirmez|nouveau|nouvelle|ancien|actuel|court|\
     courte|trop|obligatoire|correspond|correspondent|oublié|incorrect|saisissez|saisir|répéter|répétez|réinitialiser|facultatif|choisissez|\
     mostrar|ocultar|débil|fuerte|definir|menos|caracteres|carácter|iniciar|sesión|cerrar|cambiar|ahora|campo|requerido|válida|válido|\
     bloqueado|bloqueada|caducada|caducado|error|repetir|repita|repite|nueva|nuevo|antigua|antiguo|actual|corta|corto|demasiado|obligatorio|\
     obligatoria|coincide|coinciden|olvidaste|olvidó|introduce|introduzca|confirmar|confirme|restablecer|opcional|elija|elige|\
     mostra|nascondi|debole|forte|impostata|almeno|caratteri|carattere|accedi|accesso|esci|cambia|adesso|richiesto|richiesta|valida|valido|\
     bloccato|bloccata|scaduta|scaduto|riuscito|ripeti|nuova|nuovo|vecchia|vecchio|attuale|obbligatorio|obbligatoria|corrisponde|\
     corrispondono|dimenticata|dimenticato|inserisci|conferma|reimposta|facoltativo|scegli|troppo|\
     fraca|fraco|definida|pelo|entrar|sair|alterar|agora|inválida|inválido|expirada|expirado|falha|antiga|atual|curta|muito|obrigatório|\
     obrigatória|confere|coincidem|esqueceu|digite|redefinir|escolha|nova|novo|incorreta|incorreto",
);

/// Dutch, and the languages of the north, the east and the south-east.
const EASTERN: &WordList = &WordList::new(
    "tonen|verbergen|zwak|sterk|ingesteld|minstens|minimaal|tekens|teken|inloggen|uitloggen|wijzigen|wijzig|nu|verplicht|veld|ongeldig|\
     geblokkeerd|verlopen|herhaal|herhalen|nieuw|oud|huidig|kort|overeen|komt|onjuist|vergeten|voer|bevestig|bevestigen|kies|\
     pokaż|ukryj|słabe|silne|ustawiono|najmniej|znaków|znaki|zaloguj|wyloguj|zmień|teraz|pole|wymagane|nieprawidłowe|zablokowane|wygasło|powtórz|\
     nowe|stare|obecne|krótkie|pasuje|pasują|błędne|wpisz|wprowadź|potwierdź|zapomniałeś|pamiętasz|opcjonalne|wybierz|\
     zobrazit|skrýt|slabé|silné|nenastaveno|alespoň|znaků|přihlásit|odhlásit|změnit|neplatné|zamčeno|vypršelo|zopakovat|zopakujte|nové|staré|\
     krátké|příliš|povinné|neshoduje|shoduje|zapomenuté|špatné|zadejte|potvrdit|potvrďte|volitelné|zvolte|\
     visa|dölj|svagt|starkt|angivet|minst|tecken|logga|byt|ogiltigt|låst|upprepa|nytt|gammalt|nuvarande|obligatoriskt|matchar|inte|glömt|fel|\
     ange|bekräfta|valfritt|välj|näytä|piilota|heikko|vahva|asetettu|vähintään|merkkiä|kirjaudu|sisään|ulos|vaihda|virheellinen|lukittu|toista|\
     uusi|vanha|nykyinen|lyhyt|liian|pakollinen|täsmää|unohditko|väärä|anna|vahvista|valinnainen|valitse|\
     vis|skjul|svag|svak|stærk|sterk|mindst|tegn|log|logg|ugyldig|gentag|gjenta|ny|nyt|gammel|gammelt|påkrævet|påkrevd|matcher|glemt|forkert|\
     feil|indtast|skriv|bekræft|bekreft|valgfri|valgfritt|vælg|velg|\
     mutat|elrejt|gyenge|erős|megadva|legalább|karakter|bejelentkezés|kijelentkezés|érvénytelen|zárolva|ismét|új|régi|jelenlegi|rövid|kötelező|\
     egyezik|elfelejtett|hibás|adja|adjon|erősítse|választható|göster|gizle|zayıf|güçlü|ayarlanmadı|sekiz|giriş|çıkış|değiştir|geçersiz|kilitli|\
     tekrarla|tekrar|yeni|eski|mevcut|zorunlu|eşleşmiyor|unuttum|yanlış|girin|onayla|isteğe|bağlı|seçin|\
     arată|ascunde|slabă|puternică|setată|caractere|autentificare|invalidă|repetă|nouă|veche|scurtă|prea|obligatoriu|potrivește|uitat|greșită|\
     introduceți|confirmă|alege",
);

/// Languages in Cyrillic and Greek letters.
const SCRIPTS: &WordList = &WordList::new(
    "показать|скрыть|слабый|надёжный|сильный|задан|менее|символов|символа|войти|вход|выйти|изменить|сейчас|поле|обязательно|обязательное|\
     недействителен|неверный|неправильный|заблокирован|истёк|истек|повторите|повтор|новый|старый|текущий|короткий|слишком|совпадает|совпадают|\
     забыли|введите|подтвердите|подтверждение|необязательно|выберите|требуется|\
     показати|приховати|слабкий|надійний|задано|символів|увійти|вийти|змінити|зараз|обов'язково|обов'язкове|недійсний|невірний|заблоковано|\
     повторіть|новий|старий|поточний|короткий|занадто|збігається|забули|введіть|підтвердіть|потрібно|виберіть|\
     покажи|скрий|слаба|силна|символа|вход|изход|промени|задължително|невалидна|грешна|заключена|повтори|нова|стара|къса|твърде|съвпада|\
     забравена|въведете|потвърди|прикажи|сакриј|слаба|јака|најмање|знакова|пријави|промени|обавезно|неважећа|поново|кратка|превише|\
     εμφάνιση|απόκρυψη|αδύναμος|ισχυρός|τουλάχιστον|χαρακτήρες|σύνδεση|αποσύνδεση|αλλαγή|τώρα|πεδίο|υποχρεωτικό|υποχρεωτικός|έγκυρος|λάθος|\
     κλειδωμένο|επανάληψη|νέος|παλιός|τρέχων|μικρός|πολύ|ταιριάζει|ταιριάζουν|ξεχάσατε|εισάγετε|επιβεβαίωση|επιλέξτε",
);

/// Reports whether `word` belongs to such statements.
pub(crate) fn is_of_statement(word: &str) -> bool {
    [WESTERN, EASTERN, SCRIPTS].iter().any(|list| is_listed(word, list))
}

/// Reports whether the words of `line`, and nothing else, are such a statement: `Nicht gesetzt`.
pub(crate) fn is_statement_line(line: &str) -> bool {
    let line = line.trim_end().trim_end_matches(['.', '!', '?']);
    let are_words =
        line.split(' ').all(|word| !word.is_empty() && word.chars().all(|c| c.is_alphabetic() || c == '\''));
    are_words && line.contains(' ') && line.split(' ').any(|word| is_of_statement(word) || is_name(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_of_many_languages() {
        for (word, expected) in [
            ("Anzeigen", true),
            ("Verrouillé", true),
            ("НЕВЕРНЫЙ", true),
            ("Υποχρεωτικό", true),
            ("kettle", false),
            ("Laterne", false),
            ("подсолнух", false),
        ] {
            assert_eq!(is_of_statement(word), expected, "{word}");
        }
    }
}
