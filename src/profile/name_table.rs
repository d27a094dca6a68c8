//! [`NameTable`]: a hash table of the member names in selectors.

/// A constant hash table of distinct names with their numbers.
///
/// The author of a request chooses the names that are looked up, but not those in the table: a look-up takes a few
/// steps, whatever the name.
#[derive(Default)]
pub(super) struct NameTable {
    names: Vec<Name>,
    /// Numbers from 1; 0 stands for an empty slot. Four slots for each name, and as many as a power of two.
    slots: Vec<u16>,
    /// The right shift, in bits, that makes a product the number of a slot.
    shift: u32,
}

/// A name, and its first bytes as a number, which most other names differ in.
struct Name {
    start: u64,
    text: Box<str>,
}

/// The factor of Fibonacci hashing, which spreads a number over the highest bits: 2^64 divided by the golden ratio.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

impl NameTable {
    /// A table of `names`, which are numbered in their order.
    pub(super) fn new(names: Vec<Box<str>>) -> Self {
        let bits = (names.len() * 4).next_power_of_two().max(2).trailing_zeros();
        let mut table = Self { names: Vec::with_capacity(names.len()), slots: vec![0; 1 << bits], shift: 64 - bits };
        for (text, number) in names.into_iter().zip(1..) {
            let start = start(text.as_bytes());
            let free = table.probe(start, text.as_bytes()).find(|&at| table.slots[at] == 0);
            table.slots[free.expect("there are more slots than names")] = number;
            table.names.push(Name { start, text });
        }
        table
    }

    /// The number of names.
    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    /// The number of `name`, if it is one of them.
    pub(super) fn find(&self, name: &[u8]) -> Option<u16> {
        let start = start(name);
        for at in self.probe(start, name) {
            let number = self.slots[at].checked_sub(1)?;
            let known = &self.names[usize::from(number)];
            if known.start == start && known.text.len() == name.len() {
                // Up to eight bytes were compared at once.
                if name.len() <= 8 || known.text.as_bytes() == name {
                    return Some(number);
                }
            }
        }
        None
    }

    /// The slots that a name may lie in, in the order of probing.
    fn probe(&self, start: u64, name: &[u8]) -> impl Iterator<Item = usize> + use<> {
        let last = name.last().copied().unwrap_or_default();
        let hash = (start ^ (name.len() as u64) << 56 ^ u64::from(last) << 48).wrapping_mul(SPREAD);
        let (first, mask) = ((hash >> self.shift) as usize, self.slots.len().wrapping_sub(1));
        (0..self.slots.len()).map(move |step| (first + step) & mask)
    }
}

/// The first eight bytes of a name, behind which there are zeros where it is shorter.
fn start(name: &[u8]) -> u64 {
    if let Some(bytes) = name.first_chunk::<8>() {
        return u64::from_le_bytes(*bytes);
    }
    match (name.first_chunk::<4>(), name.last_chunk::<4>()) {
        // Where the two overlap they agree.
        (Some(first), Some(last)) => {
            let [first, last] = [*first, *last].map(|bytes| u64::from(u32::from_le_bytes(bytes)));
            first | last << (8 * (name.len() - 4))
        }
        _ => name.iter().rev().fold(0, |start, byte| start << 8 | u64::from(*byte)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_each_name_and_nothing_else() {
        let mut names: Vec<Box<str>> = (0..3000).map(|number| format!("name_{number}").into()).collect();
        names.extend(["", "a", "ab", "\0", "role", "type", "eight_by", "eight_byt", "eight_byte"].map(Box::from));
        let table = NameTable::new(names.clone());
        for (number, name) in names.iter().enumerate() {
            assert_eq!(table.find(name.as_bytes()), Some(number as u16), "{name}");
            assert_eq!(table.find(format!("{name}\0").as_bytes()), if name.is_empty() { Some(3003) } else { None });
            assert_eq!(table.find(format!("x{name}").as_bytes()), None);
        }
        assert_eq!((table.len(), NameTable::default().find(b"role")), (3009, None));
    }
}
