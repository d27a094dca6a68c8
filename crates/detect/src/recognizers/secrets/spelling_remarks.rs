//! Remarks on the spelling of a password behind it: `opensesame (all lowercase)`, `sesamoeffne, alles klein`.

/// Beginnings of remarks, in lower case.
const REMARKS: [&str; 56] = [
    "all lower",
    "lower case",
    "lowercase",
    "all small",
    "all upper",
    "upper case",
    "uppercase",
    "all caps",
    "in caps",
    "caps",
    "capital",
    "with a capital",
    "with capital",
    "one word",
    "all one word",
    "no space",
    "without space",
    "case sensitive",
    "case-sensitive",
    "spelled",
    "spelt",
    "alles klein",
    "klein geschrieben",
    "kleingeschrieben",
    "alles groß",
    "groß geschrieben",
    "großgeschrieben",
    "kleinbuchstaben",
    "großbuchstaben",
    "mit großem",
    "zusammengeschrieben",
    "alles zusammen",
    "ein wort",
    "ohne leerzeichen",
    "tout en minuscule",
    "en minuscule",
    "tout en majuscule",
    "en majuscule",
    "tout attaché",
    "sans espace",
    "todo en minúscula",
    "en minúscula",
    "todo en mayúscula",
    "en mayúscula",
    "todo junto",
    "sin espacio",
    "tutto minuscolo",
    "tutto attaccato",
    "senza spazi",
    "tudo em minúscula",
    "tudo junto",
    "sem espaço",
    "kleine letters",
    "aan elkaar",
    "małymi",
    "маленькими",
];

/// Reports whether `rest`, the text behind a word, is a remark on its spelling.
pub(crate) fn is_spelled(rest: &str) -> bool {
    let remark = rest.trim_start_matches([' ', ',', '(', '-', '–', '—', '"', '\'', '.']);
    let is_apart = remark.len() < rest.len();
    is_apart && REMARKS.iter().any(|words| starts_with(remark, words))
}

/// Reports whether `text` begins with `words`, in any case.
fn starts_with(text: &str, words: &str) -> bool {
    let mut letters = text.chars().flat_map(char::to_lowercase);
    words.chars().all(|wanted| letters.next() == Some(wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_stand_apart_from_the_word() {
        for rest in [" (all lowercase)", ", all lower case", " - Alles klein", ". One word!", " (tout en minuscules)"] {
            assert!(is_spelled(rest), "{rest}");
        }
        for rest in ["", " (required)", ", and all", "caps", " (see below)"] {
            assert!(!is_spelled(rest), "{rest}");
        }
    }
}
