//! Spellings of names in ASCII alone, as columns of databases and fields of programs have them: `prenom`, `fodselsdato`,
//! `fuehrerschein`.

use crate::text::base_letter;

/// Fewest letters of such a spelling: shorter ones are other words, too, as `plec`, `reu` and `the` are.
const SHORTEST: usize = 6;

/// The spellings of `name` in ASCII: without the accents of its letters, and with two letters for one as German and the
/// languages of the North write them; none if it is in ASCII, short, or in another script.
pub fn spellings(name: &str) -> impl Iterator<Item = String> {
    let bare = spelling(name, base_letter_text);
    let pairs =
        spelling(name, |c| pair(c).or_else(|| base_letter_text(c))).filter(|pairs| bare.as_ref() != Some(pairs));
    [bare, pairs].into_iter().flatten()
}

/// `name` with what `read` makes of its letters beyond ASCII.
fn spelling(name: &str, read: impl Fn(char) -> Option<[Option<char>; 2]>) -> Option<String> {
    if name.is_ascii() {
        return None;
    }
    let mut spelled = String::with_capacity(name.len());
    for c in name.chars() {
        if c.is_ascii() {
            spelled.push(c);
        } else {
            spelled.extend(read(c)?.into_iter().flatten());
        }
    }
    let letters = spelled.bytes().filter(u8::is_ascii_alphanumeric).count();
    (letters >= SHORTEST).then_some(spelled)
}

fn base_letter_text(c: char) -> Option<[Option<char>; 2]> {
    match c {
        'æ' | 'œ' | 'ß' => pair(c),
        _ => base_letter(c).map(|base| [Some(base), None]),
    }
}

/// The two letters that stand for one.
fn pair(c: char) -> Option<[Option<char>; 2]> {
    let [first, second] = match c {
        'ä' | 'æ' => ['a', 'e'],
        'ö' | 'ø' | 'œ' => ['o', 'e'],
        'ü' => ['u', 'e'],
        'å' => ['a', 'a'],
        'ß' => ['s', 's'],
        _ => return None,
    };
    Some([Some(first), Some(second)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_spellings_in_ascii() {
        for (name, expected) in [
            ("prénom", vec!["prenom"]),
            ("fødselsdato", vec!["fodselsdato", "foedselsdato"]),
            ("führerschein", vec!["fuhrerschein", "fuehrerschein"]),
            ("straße", vec!["strasse"]),
            ("imię i nazwisko", vec!["imie i nazwisko"]),
            ("número de teléfono", vec!["numero de telefono"]),
            ("névék", vec![]),
            ("surname", vec![]),
            ("прізвище", vec![]),
        ] {
            assert_eq!(spellings(name).collect::<Vec<_>>(), expected, "{name}");
        }
    }
}
