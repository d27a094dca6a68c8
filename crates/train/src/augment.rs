//! Data augmentation: swapped names, changed letter case, lost accents and line ends.

use super::{
    data::{Sequence, Word},
    gazetteers::Names,
    network::Random,
};
use masquerade_ner::{
    lexicon::class,
    tag::Type,
    token::{Gap, Kind, Token, tokenize},
};
use masquerade_text::base_letter;

/// Puts other names in the place of some.
pub fn swap(sequence: &mut Sequence, names: &Names, random: &mut Random) {
    let mut words = Vec::with_capacity(sequence.words.len());
    let mut entities = Vec::with_capacity(sequence.entities.len());
    let mut at = 0;
    for (range, kind) in std::mem::take(&mut sequence.entities) {
        words.extend_from_slice(&sequence.words[at..range.start]);
        let start = words.len();
        let original = &sequence.words[range.clone()];
        match other(kind, original, names, random).filter(|_| random.unit() < 0.7) {
            Some(name) => words.extend(named(&name, kind, original)),
            None => words.extend_from_slice(original),
        }
        entities.push((start..words.len(), kind));
        at = range.end;
    }
    words.extend_from_slice(&sequence.words[at..]);
    sequence.words = words;
    sequence.entities = entities;
}

fn other(kind: Type, original: &[Word], names: &Names, random: &mut Random) -> Option<String> {
    match kind {
        Type::Person if original.len() == 1 => {
            let (first, last) = names.person(random)?;
            Some(if random.unit() < 0.5 { first } else { last })
        }
        Type::Person => full_name(names, random),
        Type::Location => {
            let class = match random.below(10) {
                0..=6 => class::CITY,
                7 => class::COUNTRY,
                _ => class::REGION,
            };
            names.pick(class, random).map(str::to_owned)
        }
        Type::Organization => match random.below(10) {
            0..=4 => names.pick(class::COMPANY, random).map(str::to_owned),
            5 => names.pick(class::UNIVERSITY, random).map(str::to_owned),
            6 => Some(format!("{} {}", names.person(random)?.1, names.pick(class::COMPANY_SUFFIX, random)?)),
            7 => Some(format!("{} & {}", names.person(random)?.1, names.person(random)?.1)),
            _ => None,
        },
        Type::Nrp => None,
    }
}

/// A name of two parts or more.
pub fn full_name(names: &Names, random: &mut Random) -> Option<String> {
    let (first, last) = names.person(random)?;
    let mut other = || names.person(random);
    let (second, third) = (other()?, other()?);
    Some(match random.below(16) {
        0 => format!("{}. {last}", first.chars().next()?),
        1 => format!("{first} {}. {last}", second.0.chars().next()?),
        2 => format!("{first} {} {last}", second.0),
        3 => format!("{first} {last}-{}", second.1),
        4 => format!("{first}-{} {last}", second.0),
        5 => format!("{}.{}. {last}", first.chars().next()?, second.0.chars().next()?),
        6 => {
            let particles =
                ["van", "van der", "von", "de", "de la", "da", "dos", "di", "del", "bin", "al-", "el", "ter", "le"];
            let particle = particles[third.0.len() % particles.len()];
            let space = if particle.ends_with('-') { "" } else { " " };
            format!("{first} {particle}{space}{last}")
        }
        7 if third.0.len() % 2 == 0 => format!("{first} {last} Jr."),
        _ => format!("{first} {last}"),
    })
}

/// The words of `name`, cased as the original was.
fn named(name: &str, kind: Type, original: &[Word]) -> Vec<Word> {
    let letters = |test: fn(char) -> bool| {
        original.iter().flat_map(|word| word.form.chars()).filter(|c| c.is_alphabetic()).all(test)
    };
    let name = if letters(char::is_lowercase) {
        name.to_lowercase()
    } else if letters(char::is_uppercase) && original.iter().any(|word| word.form.chars().count() > 1) {
        name.to_uppercase()
    } else {
        name.to_owned()
    };
    let mut tokens = Vec::new();
    tokenize(&name, &mut tokens);
    let gap = original.first().map_or(Gap::Space, |word| word.token.gap);
    let word = |(at, token): (usize, &Token)| {
        let token = Token { gap: if at == 0 { gap } else { token.gap }, ..*token };
        let allowed = 1 << if at == 0 { kind.begin() } else { kind.inside() };
        Word { form: token.of(&name).to_owned(), token, allowed, belief: None }
    };
    tokens.iter().enumerate().map(word).collect()
}

/// Brings all words of a sequence to lower case.
pub fn lower(sequence: &mut Sequence) {
    recase(sequence, |form| form.to_lowercase());
}

/// Writes the letters of a sequence without accents.
pub fn without_accents(sequence: &mut Sequence) {
    recase(sequence, |form| form.chars().map(|c| base_letter(c).unwrap_or(c)).collect());
}

/// Brings all words of a sequence to upper case.
pub fn upper(sequence: &mut Sequence) {
    recase(sequence, |form| form.to_uppercase());
}

/// Brings the persons of a sequence to upper case.
pub fn upper_names(sequence: &mut Sequence) {
    let Sequence { words, entities, .. } = sequence;
    for (range, _) in entities.iter().filter(|(_, kind)| *kind == Type::Person) {
        recased(&mut words[range.clone()], |form| form.to_uppercase());
    }
}

fn recase(sequence: &mut Sequence, case: impl Fn(&str) -> String) {
    recased(&mut sequence.words, case);
}

fn recased(words: &mut [Word], case: impl Fn(&str) -> String) {
    for word in words.iter_mut().filter(|word| matches!(word.token.kind, Kind::Word | Kind::Sign | Kind::Tag)) {
        word.form = case(&word.form);
    }
}

/// Joins the lines of a sequence, as in texts that lost their line ends.
pub fn flatten(sequence: &mut Sequence) {
    for word in sequence.words.iter_mut().skip(1).filter(|word| word.token.gap == Gap::Line) {
        word.token.gap = Gap::Space;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Annotation, Document, sequences};

    fn sequence() -> Sequence {
        let text = "Ask Jane Roe\nin Arlen.".to_owned();
        let entity = |start, end, label: &str| Annotation { start, end, label: label.to_owned() };
        let entities = vec![entity(4, 12, "PERSON"), entity(16, 21, "LOCATION")];
        let mut out = Vec::new();
        sequences(&Document { text, entities, source: "layouts".to_owned() }, 1, &mut out);
        out.remove(0)
    }

    #[test]
    fn swapped_names_are_annotated_as_the_old_ones_were() {
        let mut random = Random(5);
        let mut forms = std::collections::BTreeSet::new();
        for _ in 0..50 {
            let mut sequence = sequence();
            swap(&mut sequence, &Names::toy(), &mut random);
            for (range, kind) in &sequence.entities {
                let words = &sequence.words[range.clone()];
                assert_eq!(words[0].allowed, 1 << kind.begin());
                assert!(words[1..].iter().all(|word| word.allowed == 1 << kind.inside()));
                forms.insert(words[0].form.clone());
            }
            let kinds: Vec<_> = sequence.entities.iter().map(|(_, kind)| *kind).collect();
            assert_eq!(kinds, [Type::Person, Type::Location]);
        }
        assert!(forms.contains("Jane") && forms.contains("Petra"), "{forms:?}");
    }

    #[test]
    fn variations_change_letters_and_lines_only() {
        let mut other = sequence();
        upper(&mut other);
        flatten(&mut other);
        assert_eq!(other.words.len(), sequence().words.len());
        assert_eq!(other.words[1].form, "JANE");
        assert!(other.words.iter().skip(1).all(|word| word.token.gap != Gap::Line));
        lower(&mut other);
        assert_eq!(other.words[1].form, "jane");
    }

    #[test]
    fn accents_are_lost() {
        let mut other = sequence();
        other.words[1].form = "Žofií".to_owned();
        without_accents(&mut other);
        assert_eq!(other.words[1].form, "Zofii");
    }

    #[test]
    fn persons_alone_are_brought_to_upper_case() {
        let mut sequence = sequence();
        upper_names(&mut sequence);
        let forms: Vec<&str> = sequence.words.iter().map(|word| word.form.as_str()).collect();
        assert_eq!(forms, ["Ask", "JANE", "ROE", "in", "Arlen", "."]);
    }
}
