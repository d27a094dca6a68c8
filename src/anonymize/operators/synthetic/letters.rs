//! Script and case of texts.

/// The scripts for which there are lists of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Script {
    Latin,
    Cyrillic,
    Arabic,
    Han,
    Kana,
    Other,
}

impl Script {
    /// The script of the first letter that is not Han, since Japanese names mix.
    pub(super) fn of(text: &str) -> Self {
        let mut script = Self::Other;
        for c in text.chars().filter(|c| c.is_alphabetic()) {
            match u32::from(c) {
                0x41..=0x24F | 0x1E00..=0x1EFF => return Self::Latin,
                0x400..=0x52F => return Self::Cyrillic,
                0x600..=0x6FF => return Self::Arabic,
                0x3041..=0x30FF => return Self::Kana,
                0x4E00..=0x9FFF => script = Self::Han,
                _ => return Self::Other,
            }
        }
        script
    }
}

/// The number of letters and digits of `text`; a character for a syllable or a word counts three times.
pub(super) fn weight(text: &str) -> usize {
    let weight =
        |c: char| if matches!(u32::from(c), 0x3041..=0x30FF | 0x4E00..=0x9FFF | 0xAC00..=0xD7A3) { 3 } else { 1 };
    text.chars().filter(|c| c.is_alphanumeric()).map(weight).sum()
}

/// `name` in the case of `text`: all capitals, all small, or as it is.
pub(super) fn cased_as(text: &str, name: &str) -> String {
    let mut letters = text.chars().filter(|c| c.is_alphabetic());
    let (mut capitals, mut small) = (0, 0);
    for c in letters.by_ref() {
        capitals += usize::from(c.is_uppercase());
        small += usize::from(c.is_lowercase());
    }
    match (capitals, small) {
        (2.., 0) => name.to_uppercase(),
        (0, 1..) => name.to_lowercase(),
        _ => name.to_owned(),
    }
}

/// `word` with a capital first and small letters behind it, as names stand in lists.
pub(super) fn titled(word: &str) -> String {
    let mut chars = word.chars();
    let first = chars.next().into_iter().flat_map(char::to_uppercase);
    first.chain(chars.as_str().chars().flat_map(char::to_lowercase)).collect()
}

/// `c` as a letter of the English alphabet, without its marks.
pub(super) fn base(c: char) -> Option<u8> {
    Some(match c {
        'A'..='Z' | 'a'..='z' => u8::try_from(c.to_ascii_uppercase()).ok()?,
        'À'..='Æ' | 'à'..='æ' | 'Ā'..='ą' => b'A',
        'Ç' | 'ç' | 'Ć'..='č' => b'C',
        'Ď'..='đ' => b'D',
        'È'..='Ë' | 'è'..='ë' | 'Ē'..='ě' => b'E',
        'Ĝ'..='ģ' => b'G',
        'Ì'..='Ï' | 'ì'..='ï' | 'Ĩ'..='ı' => b'I',
        'Ķ' | 'ķ' => b'K',
        'Ĺ'..='ł' => b'L',
        'Ñ' | 'ñ' | 'Ń'..='ň' => b'N',
        'Ò'..='Ö' | 'Ø' | 'ò'..='ö' | 'ø' | 'Ō'..='œ' => b'O',
        'Ŕ'..='ř' => b'R',
        'Ś'..='š' | 'Ș' | 'ș' => b'S',
        'Ţ'..='ŧ' | 'Ț' | 'ț' => b'T',
        'Ù'..='Ü' | 'ù'..='ü' | 'Ũ'..='ų' => b'U',
        'Ý' | 'ý' | 'ÿ' | 'Ŷ'..='Ÿ' => b'Y',
        'Ź'..='ž' => b'Z',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_take_the_case_of_texts() {
        for (text, expected) in [("ann", "Émile"), ("ANN", "ÉMILE"), ("Ann", "Émile"), ("A", "Émile"), ("王", "Émile")]
        {
            let expected = if text == "ann" { "émile" } else { expected };
            assert_eq!(cased_as(text, "Émile"), expected);
        }
        assert_eq!((titled("ÉMILE"), titled("o'brien"), titled("")), ("Émile".into(), "O'brien".into(), String::new()));
    }

    #[test]
    fn letters_are_known_with_their_marks() {
        let folded: String = "ÁçĐéĞïŁñøŘşțÜýž".chars().filter_map(base).map(char::from).collect();
        assert_eq!(folded, "ACDEGILNORSTUYZ");
        assert_eq!(base('я'), None);
    }

    #[test]
    fn scripts_are_told_by_their_letters() {
        for (text, script) in [
            ("Ann", Script::Latin),
            ("Анна", Script::Cyrillic),
            ("علي", Script::Arabic),
            ("王明", Script::Han),
            ("山田はな", Script::Kana),
            ("Ἀννα", Script::Other),
            ("1", Script::Other),
        ] {
            assert_eq!(Script::of(text), script, "{text}");
        }
        assert_eq!((weight("王明"), weight("O'Neil 3")), (6, 6));
    }
}
