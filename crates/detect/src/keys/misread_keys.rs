//! Names as optical character recognition misreads them, with `rn` for `m` and with `l` and `I` for each other: `Narne`, `Geburtsdaturn`,
//! `NationaI lnsurance No`, `FECHA DE NAClMIENTO`.

/// The letters of the end of a name that decide whether it is looked up.
const LAST: usize = 5;

/// The spellings of `name` with one `m` among its last letters misread, and with all of them.
pub fn spellings(name: &str) -> Vec<String> {
    if !name.contains('m') {
        return Vec::new();
    }
    let last = name.char_indices().rev().nth(LAST - 1).map_or(0, |(at, _)| at);
    let places: Vec<usize> = name[last..].match_indices('m').map(|(at, _)| last + at).collect();
    let misread = |at: &usize| [&name[..*at], "rn", &name[*at + 1..]].concat();
    let mut found: Vec<String> = places.iter().map(misread).collect();
    if places.len() > 1 {
        found.push([&name[..last], &name[last..].replace('m', "rn")].concat());
    }
    found
}

/// `name` as it was printed, if it may be misread.
pub fn printed(name: &str) -> Option<String> {
    let bytes = name.as_bytes();
    let is_misread = |pair: &[u8; 2]| pair.eq_ignore_ascii_case(b"rn");
    let swapped = |at: usize| {
        let before = at.checked_sub(1).map_or(b' ', |before| bytes[before]);
        let behind = bytes.get(at + 1).copied().unwrap_or(b' ');
        let is_consonant = behind.is_ascii_lowercase() && !b"aeiouyl".contains(&behind);
        match bytes[at] {
            // A capital ends no word in small letters.
            b'I' if before.is_ascii_lowercase() && !behind.is_ascii_alphabetic() => Some('l'),
            b'l' if before == b' ' && is_consonant || before.is_ascii_uppercase() && behind.is_ascii_uppercase() => {
                Some('I')
            }
            _ => None,
        }
    };
    let has_pair = bytes.array_windows().any(is_misread);
    if !has_pair && !(0..bytes.len()).any(|at| swapped(at).is_some()) {
        return None;
    }
    let letters = name.char_indices().map(|(at, c)| if c.is_ascii() { swapped(at).unwrap_or(c) } else { c });
    Some(letters.collect::<String>().replace("rn", "m").replace("RN", "M"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_misread_and_read_again() {
        assert_eq!(spellings("nummer"), ["nurnmer", "numrner", "nurnrner"]);
        assert_eq!(spellings("memberid"), Vec::<String>::new());
        assert_eq!(printed("Geburtsdaturn").as_deref(), Some("Geburtsdatum"));
        assert_eq!(printed("NationaI lnsurance No").as_deref(), Some("National Insurance No"));
        assert_eq!(printed("FECHA DE NAClMIENTO").as_deref(), Some("FECHA DE NACIMIENTO"));
        assert_eq!(printed("Geburtsdatum"), None);
        assert_eq!(printed("itemId list"), None);
    }
}
