//! [`Utf8View`]: bytes that need not be UTF-8 as a text, with the way back to the bytes.

/// A text of bytes in which each byte that is no UTF-8 stands as the character of Latin-1 that it would be. Logs of old
/// programs have such bytes among others, most of them letters with accents.
#[derive(Debug)]
pub(super) struct Utf8View {
    pub(super) text: String,
    /// The places in the text of the characters that are one byte.
    pub(super) wide: Vec<usize>,
}

impl Utf8View {
    /// The view of `bytes`.
    pub(super) fn of(bytes: &[u8]) -> Self {
        let mut view = Self { text: String::with_capacity(bytes.len()), wide: Vec::new() };
        for chunk in bytes.utf8_chunks() {
            view.text.push_str(chunk.valid());
            for &byte in chunk.invalid() {
                view.wide.push(view.text.len());
                view.text.push(char::from(byte));
            }
        }
        view
    }
}

/// The place in the bytes of a place between characters of their view.
pub(super) fn byte_at(at: usize, wide: &[usize]) -> usize {
    at - wide.partition_point(|&place| place < at)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn bytes_that_are_no_text_are_letters_of_latin_1() {
        let view = Utf8View::of(b"caf\xe9 \xc3\xa9 \xff\xfe");
        assert_eq!((&*view.text, &*view.wide), ("caf\u{e9} \u{e9} \u{ff}\u{fe}", &[3, 9, 11][..]));
    }

    proptest! {
        #[test]
        fn places_lead_back_to_the_bytes(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            let view = Utf8View::of(&bytes);
            let places = view.text.char_indices().map(|(at, _)| at).chain([view.text.len()]);
            let places: Vec<_> = places.map(|at| byte_at(at, &view.wide)).collect();
            prop_assert!(places.is_sorted() && places[0] == 0 && places.last() == Some(&bytes.len()));
            for (place, (at, c)) in places.iter().zip(view.text.char_indices()) {
                match view.wide.binary_search(&at) {
                    Ok(_) => prop_assert_eq!(u32::from(bytes[*place]), u32::from(c)),
                    Err(_) => prop_assert!(bytes[*place..].starts_with(c.encode_utf8(&mut [0; 4]).as_bytes())),
                }
            }
        }
    }
}
