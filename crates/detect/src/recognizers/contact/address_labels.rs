//! Postal addresses of parts that each begin with a word for what they are, as those of villages and housing estates do: `sat Valea Rea nr.
//! 20, com. Poiana, jud. Iași`, `ж.к. Изгрев, бл. 20, вх. Б, ап. 7`, `Gg. Melati II no 7 RT 03/05`.

use std::borrow::Cow;

use super::address::INFO;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

/// Longest address, in bytes.
const LONGEST: usize = 200;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[Pattern::prefix(
        "(?:sat|satul|com\\.|comuna|loc\\.|str\\.|strada|Str\\.|aleea|bl\\.|ж\\.к\\.|жк|кв\\.|бл\\.|с\\.|гр\\.|Gg\\.|Jl\\.|Jln\\.|Jalan|Gang|Dusun|Dsn\\.|Desa|Kp\\.|Kampung|Perum|\
         Komplek|Vill\\.?|Village|Brgy\\.?|Purok|Sitio|Mz\\.?|Mza\\.?|Qd\\.?|Quadra|gm\\.) ?[A-ZА-ЯŞȘŢȚÎÂ0-9„\"«]",
        0.8,
        0.95,
    )]),
    context: words!["domiciliat", "domiciliată", "adresa", "адрес", "alamat", "address", "domicilio", "endereço"],
    check,
}];

/// Words for the parts of towns and houses, which stand before their names and numbers.
const LABELS: &WordList = &WordList::new(
    "sat|satul|com|comuna|jud|județul|județ|judetul|oraș|orașul|oras|mun|municipiul|loc|localitatea|sector|sectorul|cartier|cart|str|strada|aleea|bd|bdul|b-dul|calea|\
     șos|sos|intr|nr|bl|bloc|sc|scara|et|etaj|ap|apt|apartament|interfon|\
     ж.к|жк|кв|бл|вх|ет|ап|ул|бул|гр|с|общ|обл|община|област|район|р-н|мкр|№|\
     kel|kelurahan|kec|kecamatan|kab|kabupaten|kota|desa|dusun|dsn|rt|rw|gg|gang|jl|jln|jalan|komplek|perum|blok|kp|kampung|prov|no|\
     vill|village|p.o|po|p.s|ps|dist|district|teh|tehsil|taluk|taluka|mandal|ward|plot|flat|pin|via|\
     brgy|barangay|purok|sitio|subd|phase|blk|lot|city|col|colonia|fracc|mz|mza|manzana|lt|lote|int|barrio|qd|quadra|casa|conj|bairro|setor|gm|gmina|pow|woj|ul|m",
);

/// Labels of numbers, which alone make no address.
const NUMBERS: &WordList =
    &WordList::new("nr|no|№|bl|sc|et|ap|бл|вх|ет|ап|rt|rw|lt|lot|mz|qd|int|m|plot|flat|blk|casa|lote|manzana");

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Fewest parts.
    const FEWEST: usize = 3;
    let (text, start) = (candidate.field.text, candidate.range.start);
    let near = line::behind(text, start, LONGEST);
    let (mut at, mut end, mut parts, mut places, mut numbers) = (0, 0, 0, 0, 0);
    loop {
        // A city without a label may stand between: `ap. 8, Ploiești, jud. Prahova`.
        let city = names_len(&near[at..]);
        if parts > 1
            && city > 0
            && near[end..at].contains(',')
            && near[at + city..].strip_prefix(", ").is_some_and(|rest| label_len(rest).is_some())
        {
            end = at + city;
            at = end + ", ".len();
        }
        let Some(label) = label_len(&near[at..]) else { break };
        let word = near[at..at + label].trim_end_matches([' ', '.', ':']);
        let Some((len, has_number)) = content_len(&near[at + label..]) else { break };
        parts += 1;
        numbers += usize::from(has_number);
        let is_name = near[at + label..].starts_with(|c: char| c.is_uppercase() || matches!(c, '„' | '"' | '«'));
        places += usize::from(is_name && !is_listed(word, NUMBERS));
        end = at + label + len;
        let gap = gap_len(&near[end..]);
        at = end + gap;
        if gap == 0 {
            break;
        }
    }
    // A city without a label ends it.
    let is_parted = at > end && near[end..at].contains(',');
    let city = if is_parted { names_len(&near[at..]) } else { 0 };
    let end = if city > 0 { at + city } else { end };
    let fits = parts >= FEWEST && numbers > 0 && places > 0 && is_value_edge(text, start + end);
    fits.then(|| candidate.part(start..start + end))?
}

/// The length of the label that `text` begins with, with its point and the blank behind it.
fn label_len(text: &str) -> Option<usize> {
    let stands = |c: char| c.is_alphabetic() || matches!(c, '-' | '№');
    let len = text.find(|c: char| !stands(c))?;
    // Of `ж.к.` the point within it.
    let inner = text[len..].strip_prefix('.').map_or(0, |rest| rest.find(|c: char| !c.is_alphabetic()).unwrap_or(0));
    let is_double = inner > 0 && inner < 4 && is_listed(&text[..len + 1 + inner], LABELS);
    let len = if is_double { len + 1 + inner } else { len };
    let word = &text[..len];
    let rest = &text[len..];
    let behind = rest.strip_prefix('.').or_else(|| rest.strip_prefix(':')).unwrap_or(rest);
    let bare = behind.trim_start_matches(' ');
    let is_pointed = behind.len() < rest.len();
    // One letter needs its point.
    let is_long = word.chars().count() > 1 || is_pointed || word == "№";
    (is_long && is_listed(word, LABELS) && (is_pointed || bare.len() < behind.len())).then_some(text.len() - bare.len())
}

/// The length of the name or the number of a part that `text` begins with, and whether it has a digit.
fn content_len(text: &str) -> Option<(usize, bool)> {
    /// Most words.
    const WORDS: usize = 4;
    let (mut at, mut end, mut has_digit) = (0, 0, false);
    for count in 0..WORDS {
        let rest = &text[at..];
        // The label of the next part.
        if count > 0 && label_len(rest).is_some() {
            break;
        }
        let word = rest
            .find(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '/' | '\'' | '’' | '„' | '“' | '"' | '«' | '»')))
            .unwrap_or(rest.len());
        let found = &rest[..word];
        let bare = found.trim_start_matches(['„', '"', '«']);
        let begins = bare.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
        // `cel Mare`, `de Sus`
        let is_small = count > 0 && matches!(found, "cel" | "de" | "din" | "lui" | "la" | "da" | "do" | "del" | "los");
        if word == 0 || !(begins || is_small) || bare.len() > 24 {
            break;
        }
        has_digit |= found.bytes().any(|b| b.is_ascii_digit());
        end = if begins { at + word } else { end };
        at += word;
        if !text[at..].starts_with(' ') {
            break;
        }
        at += 1;
    }
    (end > 0).then_some((end, has_digit))
}

/// The length of the names of up to three words that `text` begins with.
fn names_len(text: &str) -> usize {
    let (mut at, mut end) = (0, 0);
    for word in text.split(' ').take(3) {
        let len = word.find(|c: char| !(c.is_alphabetic() || c == '-')).unwrap_or(word.len());
        if !word.starts_with(char::is_uppercase) {
            break;
        }
        end = at + len;
        if len < word.len() {
            break;
        }
        at += word.len() + 1;
    }
    end
}

/// The length of the sign between parts that `text` begins with.
fn gap_len(text: &str) -> usize {
    let bare = text.trim_start_matches(' ');
    let bare = bare.strip_prefix([',', '-', '–']).unwrap_or(bare);
    let gap = text.len() - bare.trim_start_matches(' ').len();
    if gap > 5 { 0 } else { gap }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Field;

    #[test]
    fn parts_with_labels_are_read_to_the_last() {
        for (text, expected) in [
            (
                "sat Valea Rea nr. 20, com. Poiana, jud. Iași, având",
                Some("sat Valea Rea nr. 20, com. Poiana, jud. Iași"),
            ),
            ("str. Zorilor nr 15, sat Bradu, jud. Argeș.", Some("str. Zorilor nr 15, sat Bradu, jud. Argeș")),
            (
                "ж.к. Изгрев, бл. 20, вх. Б, ет. 4, ап. 7, София",
                Some("ж.к. Изгрев, бл. 20, вх. Б, ет. 4, ап. 7, София"),
            ),
            ("Gg. Melati II no 7 RT 03/05, Kebon Sirih. kalau", Some("Gg. Melati II no 7 RT 03/05, Kebon Sirih")),
            ("aleea Teilor 4, bl M1, ap 7 dar", Some("aleea Teilor 4, bl M1, ap 7")),
            ("sat Valea Rea, unde", None),
            ("с. Изгрев", None),
            ("Gang Starr 2 albums", None),
            ("nr. 20, bl. 4, ap. 7", None),
        ] {
            let field = Field::new(text);
            let candidate = Candidate { field: &field, range: 0..1, pattern: 0, form: crate::Form::Shape, name: "" };
            assert_eq!(check(&candidate).map(|found| &text[found.range]), expected, "{text}");
        }
    }
}
