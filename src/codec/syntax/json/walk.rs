//! [`walk`]: a depth-first traversal of a document, with a visitor.

use std::ops::Range;

use super::{Scanner, Str, Token};
use crate::codec::CodecError;
use masquerade_detect::text::steps::{self, Meter};

/// The receiver of a traversal's events, with a state of its own for each open object and array.
pub trait Visitor {
    /// The state of an open object or array.
    type Container;
    /// The error that ends a traversal early.
    type Error: From<CodecError>;

    /// An object or array begins in `parent`, or at the root. It is traversed with the state returned; with `None` it
    /// is passed over, and [`Visitor::passed`] is called behind it.
    ///
    /// # Errors
    /// Ends the traversal.
    fn open(
        &mut self,
        parent: Option<&mut Self::Container>,
        key: Option<&Str>,
        start: Start,
    ) -> Result<Option<Self::Container>, Self::Error>;

    /// The name of a member of `object`; its value is the next event.
    ///
    /// # Errors
    /// Ends the traversal.
    fn name(&mut self, object: &mut Self::Container, name: &Str) -> Result<(), Self::Error>;

    /// A string, a number or a literal in `parent`, or at the root.
    ///
    /// # Errors
    /// Ends the traversal.
    fn scalar(
        &mut self,
        parent: Option<&mut Self::Container>,
        key: Option<&Str>,
        scalar: Scalar,
    ) -> Result<(), Self::Error>;

    /// The end of a traversed object or array.
    fn close(&mut self, container: Self::Container) {
        drop(container);
    }

    /// The end of an object or array that was passed over, with its bytes.
    fn passed(&mut self, range: Range<usize>) {
        let _ = range;
    }
}

/// The first byte of an object or array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The offset of the byte in the document.
    pub at: usize,
    /// True if the byte begins an object, rather than an array.
    pub is_object: bool,
}

/// A value without parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// A string.
    String(Str),
    /// A number, as it is spelled at these bytes.
    Number(Range<usize>),
    /// `true`, `false` or `null`, at these bytes.
    Literal(Range<usize>),
}

impl Scalar {
    /// The value without parts that begins at byte `at` of `doc`, if there is one. What stands behind it is not read, but for
    /// the letters of a literal.
    pub fn at(doc: &str, at: usize) -> Option<Self> {
        if !matches!(doc.as_bytes().get(at)?, b'"' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n') {
            return None;
        }
        match Scanner::before_value(doc, at).next_token().ok()?? {
            Token::String(string) => Some(Self::String(string)),
            Token::Number(range) => Some(Self::Number(range)),
            Token::Literal(range) => Some(Self::Literal(range)),
            _ => None,
        }
    }
}

/// The open objects and arrays of a traversal. It is empty before and behind one; its memory can serve the next.
#[derive(Debug)]
pub struct Stack<C>(Vec<Level<C>>);

#[derive(Debug)]
struct Level<C> {
    container: C,
    /// The key of the next value: in an object the name of the member, in an array the key of the array.
    key: Option<Str>,
}

impl<C> Default for Stack<C> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<C> Stack<C> {
    /// An empty stack with room for `depth` levels.
    pub fn with_capacity(depth: usize) -> Self {
        Self(Vec::with_capacity(depth))
    }
}

/// The steps that a visit of a token takes: a look into the rules of its path, above all.
const TOKEN_STEPS: u64 = 8;

/// Traverses exactly one document in the order of its bytes.
///
/// A value's key is the name of its member; in an array it is the key of the array. Names that a member's object
/// has twice are both visited.
///
/// # Errors
/// The errors of the [`Scanner`], and the visitor's own.
///
/// Takes steps off the job's allowance ([`steps`]): one for each byte, and eight for each token.
pub fn walk<V: Visitor>(doc: &str, stack: &mut Stack<V::Container>, visitor: &mut V) -> Result<(), V::Error> {
    let Stack(stack) = stack;
    stack.clear();
    steps::spend(doc.len() as u64);
    let (mut scanner, mut meter) = (Scanner::new(doc), Meter::default());
    while let Some(token) = scanner.next_token()? {
        meter.count(TOKEN_STEPS);
        let scalar = match token {
            Token::Name(name) => {
                let object = stack.last_mut().expect("a name stands in an object");
                visitor.name(&mut object.container, &name)?;
                object.key = Some(name);
                continue;
            }
            Token::ObjectStart(at) => {
                open(&mut scanner, stack, visitor, Start { at, is_object: true })?;
                continue;
            }
            Token::ArrayStart(at) => {
                open(&mut scanner, stack, visitor, Start { at, is_object: false })?;
                continue;
            }
            Token::ObjectEnd(_) | Token::ArrayEnd(_) => {
                visitor.close(stack.pop().expect("each end has its start").container);
                continue;
            }
            Token::String(string) => Scalar::String(string),
            Token::Number(range) => Scalar::Number(range),
            Token::Literal(range) => Scalar::Literal(range),
        };
        match stack.last_mut() {
            Some(Level { container, key }) => visitor.scalar(Some(container), key.as_ref(), scalar)?,
            None => visitor.scalar(None, None, scalar)?,
        }
    }
    meter.finish();
    Ok(())
}

#[inline]
fn open<V: Visitor>(
    scanner: &mut Scanner<'_>,
    stack: &mut Vec<Level<V::Container>>,
    visitor: &mut V,
    start: Start,
) -> Result<(), V::Error> {
    let (container, key) = match stack.last_mut() {
        Some(Level { container, key }) => (visitor.open(Some(container), key.as_ref(), start)?, key.as_ref()),
        None => (visitor.open(None, None, start)?, None),
    };
    match container {
        Some(container) => {
            // An object's key is set by its first name.
            let key = if start.is_object { None } else { key.cloned() };
            stack.push(Level { container, key });
        }
        None => {
            let depth = scanner.depth();
            while scanner.depth() >= depth && scanner.next_token()?.is_some() {}
            visitor.passed(start.at..scanner.position());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use masquerade_detect::text::steps::Allowance;

    use super::*;

    /// Records the events, with the path of each value; arrays whose key is `pass` are passed over.
    struct Recorder<'d> {
        doc: &'d str,
        events: Vec<String>,
    }

    /// The path of an open object or array, and the number of values in it so far.
    type Container = (String, usize);

    impl Recorder<'_> {
        fn path(&self, parent: Option<&mut Container>, key: Option<&Str>) -> String {
            let key = key.map_or("", |key| key.raw(self.doc));
            parent.map_or(String::new(), |(path, count)| {
                *count += 1;
                format!("{path}/{key}{count}")
            })
        }
    }

    impl Visitor for Recorder<'_> {
        type Container = Container;
        type Error = CodecError;

        fn open(
            &mut self,
            parent: Option<&mut Container>,
            key: Option<&Str>,
            start: Start,
        ) -> Result<Option<Container>, CodecError> {
            if !start.is_object && key.is_some_and(|key| key.raw(self.doc) == "pass") {
                return Ok(None);
            }
            Ok(Some((self.path(parent, key), 0)))
        }

        fn name(&mut self, object: &mut Container, name: &Str) -> Result<(), CodecError> {
            self.events.push(format!("{} has {}", object.0, name.raw(self.doc)));
            Ok(())
        }

        fn scalar(
            &mut self,
            parent: Option<&mut Container>,
            key: Option<&Str>,
            scalar: Scalar,
        ) -> Result<(), CodecError> {
            let path = self.path(parent, key);
            let (Scalar::String(Str { range, .. }) | Scalar::Number(range) | Scalar::Literal(range)) = scalar;
            self.events.push(format!("{path}={}", &self.doc[range]));
            Ok(())
        }

        fn close(&mut self, (path, count): Container) {
            self.events.push(format!("{path} ends with {count}"));
        }

        fn passed(&mut self, range: Range<usize>) {
            self.events.push(format!("passed {}", &self.doc[range]));
        }
    }

    fn events(doc: &str) -> Result<Vec<String>, CodecError> {
        let mut recorder = Recorder { doc, events: Vec::new() };
        walk(doc, &mut Stack::default(), &mut recorder)?;
        Ok(recorder.events)
    }

    #[test]
    fn values_are_visited_with_their_container_and_key() {
        let doc = r#"{"a": [1, ["x"], {"b": null}], "pass": [[{}], 1], "c": "y", "c": {}}"#;
        let expected = [
            " has a",
            "/a1/a1=1",
            "/a1/a2/a1=x",
            "/a1/a2 ends with 1",
            "/a1/a3 has b",
            "/a1/a3/b1=null",
            "/a1/a3 ends with 1",
            "/a1 ends with 3",
            " has pass",
            "passed [[{}], 1]",
            " has c",
            "/c2=y",
            " has c",
            "/c3 ends with 0",
            " ends with 3",
        ];
        assert_eq!(events(doc).unwrap(), expected);
        assert_eq!(events("\"root\"").unwrap(), ["=root"]);
    }

    #[test]
    fn faults_within_and_behind_what_is_passed_over_are_found() {
        for doc in [r#"{"pass": [1,]}"#, r#"{"pass": [1"#, r#"{"pass": []} x"#, "[", ""] {
            assert!(matches!(events(doc), Err(CodecError::Syntax { .. })), "{doc}");
        }
    }

    #[test]
    fn bytes_and_tokens_take_steps() {
        let doc = r#"{"a": [1, ["x"], {"b": null}]}"#;
        let allowance = Allowance::new(1_000);
        allowance.during(|| events(doc)).unwrap();
        let tokens = 13;
        assert_eq!(1_000 - allowance.left(), doc.len() as u64 + tokens * TOKEN_STEPS);
    }

    proptest! {
        #[test]
        fn a_stack_serves_again_after_an_error(cut in 0_usize..60) {
            let doc = r#"{"a": [1, ["x"], {"b": null}], "pass": [[{}], 1], "c": "y"}"#;
            let mut stack = Stack::default();
            let mut recorder = Recorder { doc, events: Vec::new() };
            let _ = walk(&doc[..cut.min(doc.len())], &mut stack, &mut recorder);
            recorder.events.clear();
            walk(doc, &mut stack, &mut recorder).unwrap();
            prop_assert_eq!(recorder.events, events(doc).unwrap());
        }
    }
}
