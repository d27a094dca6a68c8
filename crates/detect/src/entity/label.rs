//! [`Label`]: the kind of an entity, as a small number with a name.

use std::{
    cmp::Ordering,
    collections::BTreeMap,
    fmt,
    sync::{PoisonError, RwLock},
};

/// The kind of an entity, such as `EMAIL_ADDRESS`: a number that stands for a name of upper case letters, digits
/// and `_`, beginning with a letter, at most [`Label::MAX_LEN`] bytes long.
///
/// Names are interned for the life of the process, so that a label is `Copy`, compared by its number, and an
/// index into tables. Labels are ordered by name: numbers differ from process to process.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Label(u16);

/// The names of the labels that are constants, by number.
const CONSTANT: [&str; 7] = ["O", "LITERAL", "PERSON", "ORGANIZATION", "LOCATION", "NRP", "USERNAME"];

/// All other names.
static INTERNER: RwLock<Interner> = RwLock::new(Interner { names: Vec::new(), numbers: BTreeMap::new() });

/// Names that were interned, both ways.
struct Interner {
    /// Names by number, minus the count of constant labels.
    names: Vec<&'static str>,
    numbers: BTreeMap<&'static str, u16>,
}

impl Label {
    /// Longest name, in bytes. Placeholders carry the name, so streams wait at most this much longer.
    pub const MAX_LEN: usize = 40;

    /// "Outside any entity": the alternative where no other label competes.
    pub const OUTSIDE: Self = Self(0);

    /// A placeholder look-alike that stood in the input.
    pub const LITERAL: Self = Self(1);

    /// A person's name.
    pub const PERSON: Self = Self(2);

    /// A company, an authority, a club.
    pub const ORGANIZATION: Self = Self(3);

    /// A place.
    pub const LOCATION: Self = Self(4);

    /// A nationality, a religion, a political group.
    pub const NRP: Self = Self(5);

    /// The name of an account.
    pub const USERNAME: Self = Self(6);

    /// Labels that only the language model finds in free text.
    pub const MODEL: [Self; 4] = [Self::PERSON, Self::ORGANIZATION, Self::LOCATION, Self::NRP];

    /// The label of this name, which is part of the program.
    ///
    /// # Panics
    /// If the name is malformed, or if there are 65 536 labels already.
    pub fn new(name: &str) -> Self {
        Self::intern(name).expect("a label is A-Z, 0-9 and _, begins with a letter, and has at most 40 bytes")
    }

    /// The label of this name, which somebody configured; `None` if the name is malformed, or if there are
    /// 65 536 labels already. Names are never freed, so they must not come from requests.
    pub fn intern(name: &str) -> Option<Self> {
        let constant = CONSTANT.iter().position(|constant| *constant == name);
        if let Some(label) = constant.and_then(|at| u16::try_from(at).ok()) {
            return Some(Self(label));
        }
        if !is_label(name) {
            return None;
        }
        if let Some(number) = INTERNER.read().unwrap_or_else(PoisonError::into_inner).numbers.get(name) {
            return Some(Self(*number));
        }
        let mut interner = INTERNER.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(number) = interner.numbers.get(name) {
            return Some(Self(*number));
        }
        let number = u16::try_from(CONSTANT.len() + interner.names.len()).ok()?;
        let kept: &'static str = Box::leak(name.into());
        interner.names.push(kept);
        interner.numbers.insert(kept, number);
        Some(Self(number))
    }

    /// The canonical spelling.
    pub fn name(self) -> &'static str {
        let number = self.index();
        match number.checked_sub(CONSTANT.len()) {
            None => CONSTANT[number],
            Some(at) => INTERNER.read().unwrap_or_else(PoisonError::into_inner).names[at],
        }
    }

    /// The label's number, an index into tables by label.
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The label with this number.
    pub(super) fn from_index(index: usize) -> Self {
        Self(u16::try_from(index).expect("numbers of labels have 16 bits"))
    }
}

/// Reports whether `name` has the shape of a label's name.
pub(super) const fn is_label(name: &str) -> bool {
    let bytes = name.as_bytes();
    if bytes.is_empty() || bytes.len() > Label::MAX_LEN || !bytes[0].is_ascii_uppercase() {
        return false;
    }
    let mut i = 1;
    while i < bytes.len() {
        if !(bytes[i].is_ascii_uppercase() || bytes[i].is_ascii_digit() || bytes[i] == b'_') {
            return false;
        }
        i += 1;
    }
    true
}

impl Ord for Label {
    fn cmp(&self, other: &Self) -> Ordering {
        if self == other { Ordering::Equal } else { self.name().cmp(other.name()) }
    }
}

impl PartialOrd for Label {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_well_formed_name_has_one_number() {
        let label = Label::new("EMPLOYEE_ID");
        assert_eq!(Label::intern("EMPLOYEE_ID"), Some(label));
        assert_eq!((label.name(), Label::from_index(label.index())), ("EMPLOYEE_ID", label));
        for bad in ["", "1A", "a", "A B", "A-B", "_A", &"A".repeat(41)] {
            assert!(Label::intern(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn constants_have_their_names() {
        for (label, name) in [
            (Label::OUTSIDE, "O"),
            (Label::LITERAL, "LITERAL"),
            (Label::PERSON, "PERSON"),
            (Label::ORGANIZATION, "ORGANIZATION"),
            (Label::LOCATION, "LOCATION"),
            (Label::NRP, "NRP"),
        ] {
            assert_eq!((label.name(), Label::new(name)), (name, label));
        }
    }

    #[test]
    fn labels_are_ordered_by_name() {
        let mut labels = [Label::new("ZEBRA_ID"), Label::PERSON, Label::new("ANT_ID"), Label::NRP];
        labels.sort_unstable();
        assert_eq!(labels.map(Label::name), ["ANT_ID", "NRP", "PERSON", "ZEBRA_ID"]);
    }

    #[test]
    fn threads_that_intern_at_once_agree() {
        let names: Vec<String> = (0..64).map(|at| format!("RACE_{at}")).collect();
        let intern = || names.iter().map(|name| Label::new(name)).collect::<Vec<_>>();
        let all: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(intern)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(all.windows(2).all(|pair| pair[0] == pair[1]));
        assert!(all[0].iter().zip(&names).all(|(label, name)| label.name() == name));
    }
}
