//! [`Cursor`]: a look-up of single members, without a traversal of the document.

use std::fmt;

use super::{Scanner, Str, Token};

/// A position behind the start of an object or array, from which its contents are looked up.
///
/// A look-up ends at the end of the object or array, or where the document breaks its grammar, as if nothing came
/// behind.
#[derive(Clone)]
pub struct Cursor<'d> {
    doc: &'d str,
    scanner: Scanner<'d>,
}

impl fmt::Debug for Cursor<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.scanner.fmt(f)
    }
}

impl<'d> Cursor<'d> {
    /// The contents of the object that begins `doc`. Bytes behind its end do not matter.
    pub fn object(doc: &'d str) -> Option<Self> {
        let mut cursor = Self { doc, scanner: Scanner::glued(doc) };
        matches!(cursor.next_token()?, Token::ObjectStart(_)).then_some(cursor)
    }

    /// The first member of this name, decoded: the first token of its value, and a cursor behind that token.
    pub fn member(&self, name: &str) -> Option<(Token, Self)> {
        let is_named = |found: &Str| found.decoded(self.doc).is_some_and(|found| found == name);
        self.members().find(|(found, ..)| is_named(found)).map(|(_, value, cursor)| (value, cursor))
    }

    /// The members of an object: the name, the first token of the value, and a cursor behind that token.
    pub fn members(&self) -> impl Iterator<Item = (Str, Token, Self)> + use<'d> {
        let (mut cursor, depth) = (self.clone(), self.scanner.depth());
        std::iter::from_fn(move || {
            loop {
                let token = cursor.next_token()?;
                if cursor.scanner.depth() < depth {
                    return None;
                }
                if let Token::Name(name) = token
                    && cursor.scanner.depth() == depth
                {
                    let value = cursor.next_token()?;
                    return Some((name, value, cursor.clone()));
                }
            }
        })
    }

    /// The elements of an array: the first token of each, and a cursor behind that token.
    pub fn elements(&self) -> impl Iterator<Item = (Token, Self)> + use<'d> {
        let (mut cursor, depth) = (self.clone(), self.scanner.depth());
        std::iter::from_fn(move || {
            loop {
                let before = cursor.scanner.depth();
                let token = cursor.next_token()?;
                if cursor.scanner.depth() < depth {
                    return None;
                }
                if before == depth {
                    return Some((token, cursor.clone()));
                }
            }
        })
    }

    /// The first token of the contents, and a cursor behind it.
    pub fn first(&self) -> Option<(Token, Self)> {
        let mut cursor = self.clone();
        let token = cursor.next_token()?;
        (cursor.scanner.depth() >= self.scanner.depth()).then_some((token, cursor))
    }

    /// The offset, in the document, of the end of the object or array: its last byte.
    pub fn end(&self) -> Option<usize> {
        let (mut cursor, depth) = (self.clone(), self.scanner.depth());
        loop {
            if let Token::ObjectEnd(at) | Token::ArrayEnd(at) = cursor.next_token()?
                && cursor.scanner.depth() < depth
            {
                return Some(at);
            }
        }
    }

    /// The offset in the document.
    pub fn position(&self) -> usize {
        self.scanner.position()
    }

    fn next_token(&mut self) -> Option<Token> {
        self.scanner.next_token().ok().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOC: &str = r#" {"a": {"b": 1}, "b": "x", "\u0062": [2, {"b": 3}], "e": [], "o": {}} behind"#;

    fn described(found: Option<(Token, Cursor<'_>)>) -> Option<String> {
        found.map(|(token, cursor)| format!("{token:?} {}", cursor.position()))
    }

    #[test]
    fn members_are_those_of_the_object_itself() {
        let object = Cursor::object(DOC).unwrap();
        let names: Vec<_> = object.members().map(|(name, ..)| name.decoded(DOC).unwrap().into_owned()).collect();
        assert_eq!(names, ["a", "b", "b", "e", "o"]);
        assert!(matches!(object.member("b"), Some((Token::String(found), _)) if found.raw(DOC) == "x"));
        let (_, inner) = object.member("a").unwrap();
        assert!(matches!(inner.member("b"), Some((Token::Number(range), _)) if &DOC[range.clone()] == "1"));
        assert_eq!(described(inner.member("a")), None);
    }

    #[test]
    fn contents_and_ends_are_found() {
        let object = Cursor::object(DOC).unwrap();
        assert!(matches!(object.first(), Some((Token::Name(name), _)) if name.raw(DOC) == "a"));
        for (name, is_empty) in [("a", false), ("e", true), ("o", true)] {
            let (_, cursor) = object.member(name).unwrap();
            assert_eq!(cursor.first().is_none(), is_empty, "{name}");
            assert!(matches!(DOC.as_bytes()[cursor.end().unwrap()], b'}' | b']'), "{name}");
        }
        assert_eq!(object.end(), DOC.rfind('}'));
    }

    #[test]
    fn elements_are_those_of_the_array_itself() {
        let doc = r#"{"a": [1, [2, 3], {"b": [4]}, "x", []], "c": 5}"#;
        let (_, array) = Cursor::object(doc).unwrap().member("a").unwrap();
        let starts: Vec<_> =
            array.elements().map(|(_, cursor)| &doc[cursor.position() - 1..cursor.position()]).collect();
        assert_eq!(starts, ["1", "[", "{", "\"", "["]);
        let (_, inner) = array.elements().nth(1).unwrap();
        assert_eq!(inner.elements().count(), 2);
        assert_eq!(array.elements().last().unwrap().1.elements().count(), 0);
    }

    #[test]
    fn only_an_object_has_members() {
        for doc in ["[]", "1", "\"a\"", "", "x"] {
            assert!(Cursor::object(doc).is_none(), "{doc}");
        }
        assert_eq!(Cursor::object(r#"{"a": 1, "#).unwrap().members().count(), 1);
    }
}
