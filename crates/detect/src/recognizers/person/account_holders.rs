//! Holders of accounts and cards, whose names stand behind the word without a sign: `예금주 탁지훈`, `carta intestata a G QUANDT`, `konto
//! läuft auf hilde stüwe`.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use super::self_introductions::{chars_len, korean, run};
use crate::recognizers::support::east_asian_names::HANGUL_GIVEN;
use crate::recognizers::support::name_shape::is_name_word;
use crate::recognizers::support::script_names::{is_hangul_particle, is_known, is_no_name};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;
use crate::{Pattern, Rule};

/// Farthest end of a name, in bytes.
const NEAR: usize = 96;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::within("(?:예금주|입금자|계좌주|받는 ?분|보내는 ?분|수취인|송금인)(?:명|는|은)?:? ", 0.8, 0.9),
        // In languages of Europe.
        Pattern::prefix(
            "(?i:intestat[aeio] a|a nome di|au nom de|lautet auf|lautend auf|läuft auf|a nombre de|em nome d[eao]|t\\.n\\.v\\.|op naam van|\
             na nazwisko|wystawion[aey] na|vystaven[aéý] na) ",
            0.75,
            0.9,
        ),
    ]),
    context: words![],
    check: |candidate| {
        let (text, range) = (candidate.field.text, &candidate.range);
        candidate.part(if candidate.pattern == 0 { name_behind(text, range)? } else { holder(text, range)? })
    },
}];

/// The holder behind the words at `range`, on a line that speaks of an account or a card before them: initials and words with a
/// capital, or two words in small letters that end their clause.
fn holder(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    /// Most words of a name, and longest line before, in bytes.
    const MOST: usize = 4;
    const FAR: usize = 128;
    const ACCOUNTS: [&str; 23] = [
        "konto", "karte", "card", "carta", "conto", "cuenta", "tarjeta", "compte", "carte", "conta", "cartão",
        "rekening", "kaart", "kart", "účet", "iban", "account", "bankomat", "bancomat", "kort", "libretto", "buono",
        "virement",
    ];
    const OTHERS: &WordList = &WordList::new(
        "der|die|das|den|dem|des|mich|dich|ihn|sie|uns|euch|ihnen|mir|dir|ihm|ihr|mein|meine|meinen|dein|deinen|ihren|seinen|unseren|the|a|il|la|le|\
         les|el|los|un|una|une|mijn|zijn|haar|een|de|het|moje|jego|jej|beiden|beide|beider|firma|unternehmen|verein|gmbh|ltd|società|ditta|azienda|\
         entrambi|ambos|eerste|basis|grund|unbestimmte|bestimmte|eigenen|fremden|falschen|anderen|anderem|alten|neuen",
    );
    let before = line::before(text, range.start, FAR).to_lowercase();
    ACCOUNTS.iter().any(|word| before.contains(word)).then_some(())?;
    let near = line::behind(text, range.end, NEAR);
    let stands = |c: char| c.is_alphabetic() || matches!(c, '-' | '\'' | '’');
    let (mut end, mut words, mut letters) = (0, 0, 0);
    let is_lower = near.starts_with(char::is_lowercase);
    // Accounts run in names, and programs on systems.
    let runs = text[range.clone()].starts_with(['l', 'L']);
    let sentence = before.rsplit(". ").next().unwrap_or_default();
    let is_account = sentence.contains("konto") || text[range.clone()].contains("laut");
    (if runs { is_account } else { !is_lower }).then_some(())?;
    for word in near.split(' ').take(MOST) {
        let bare = &word[..word.find(|c| !stands(c)).unwrap_or(word.len())];
        let is_initial = bare.chars().count() == 1 && bare.starts_with(char::is_uppercase);
        let is_name = match is_lower {
            true => bare.chars().nth(1).is_some() && bare.chars().all(|c| stands(c) && !c.is_uppercase()),
            false => is_initial || is_name_word(bare),
        };
        if !is_name || is_listed(bare, OTHERS) {
            break;
        }
        let dot = usize::from(is_initial && word[bare.len()..].starts_with('.'));
        end += usize::from(words > 0) + bare.len() + dot;
        (words, letters) = (words + 1, letters + bare.chars().count());
        if bare.len() + dot < word.len() {
            break;
        }
    }
    let rest = near[end..].trim_start_matches('.');
    let ends = rest.is_empty() || rest.starts_with([',', ';', ')', '\r', '!']);
    // In small letters nothing but a first name and a surname fill the clause.
    let fits = if is_lower { words == 2 && ends } else { words > 1 };
    (fits && letters > 4).then(|| range.end..range.end + end)
}

/// `예금주 탁지훈`: a whole word up to a sign or the end; not `예금주 조회`.
fn name_behind(text: &str, place: &Range<usize>) -> Option<Range<usize>> {
    const OTHERS: &WordList = &WordList::new(
        "이름|이름이|이름은|이름을|이름과|정보|정보를|조회|성명|성함|확인|변경|본인|명의|명의의|주소|연락처|한글|한글명|영문|영문명|계좌|일치|일치여부|불일치|오류|실명|안내|전화|서명|신분증|주민|주민번호|강조|강제|고객|고객명|조건|조정|기준|기재|기입|이체|이상|이외|이유|전체|전용|정확|정확히|정정|선택|성명을|성명이|신청|신원|안내문|현재|현황|현행|표시|표기|주의|주체|제한|제출|추가|지정|지점|인증|인증을|요청|유형|유효|구분|국적|국가|권한|맞음|명시|문의|미기재|방법|배우자|복사|사업자|소유자|송금|여부|연동|예시|우선|원본|위임",
    );
    let near = line::behind(text, place.end, NEAR);
    let word = &near[..run(near, |c| ('가'..='힣').contains(&c))];
    // Of a rare family: syllables of given names tell it.
    let is_rare = || {
        word.chars().count() == 3
            && word.chars().skip(1).all(|c| HANGUL_GIVEN.contains(c))
            && !is_hangul_particle(&word[chars_len(word, 2)..])
    };
    let name = korean(text, place).or_else(|| is_rare().then(|| place.end..place.end + word.len()))?;
    let rest = &text[name.end..];
    let is_whole = !rest.starts_with(|c: char| c.is_alphanumeric())
        || ["입니다", "이에요", "예요", "이고", "님"].iter().any(|end| rest.starts_with(end));
    let found = &text[name.clone()];
    let fits = found.chars().count() == 3 || is_known(found);
    (is_whole && fits && !is_listed(found, OTHERS) && !is_no_name(found)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn accounts_and_cards_have_holders() {
        for (text, matched, expected) in [
            ("Carta 4111 11, scad. 04/28, intestata a B QUIRICO\nTarga", "intestata a ", Some("B QUIRICO")),
            ("das konto läuft auf trude stiewe", "läuft auf ", Some("trude stiewe")),
            ("IBAN DE02, lautend auf E. Wörth-Klee.", "lautend auf ", Some("E. Wörth-Klee")),
            ("das konto läuft auf meinen mann", "läuft auf ", None),
            ("das konto läuft auf trude und mich", "läuft auf ", None),
            ("Die Karte läuft auf Android Geräten", "läuft auf ", None),
            ("der dienst läuft auf linux servern", "läuft auf ", None),
            ("tarjeta a nombre de la empresa", "a nombre de ", None),
        ] {
            assert_eq!(check_match(RULES[0].check, text, matched, 1), expected, "{text}");
        }
    }
}
