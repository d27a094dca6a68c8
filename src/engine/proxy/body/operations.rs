//! Lines of operations and their sources, in turn: the bodies of bulk requests.
//!
//! Most operations of a body are equal, so that the findings in the last one are kept.

use super::{super::document::Paths, BYTE_ORDER_MARK, lines};
use crate::{
    codec::syntax::json::Cursor,
    engine::proxy::{refusal::Refusal, texts::RequestTexts},
    profile::{BodyFormat, PathState, PathTable},
};

/// The names of operations with a source, and of those without one.
type Names<'n> = (&'n [&'n str], &'n [&'n str]);

/// An operation that has no text.
#[derive(Clone, Copy)]
struct Operation<'b> {
    line: &'b str,
    /// The state of its source's root; `None`: it has no source.
    source: Option<PathState>,
    /// The number of its strings that a rule leaves out.
    skipped: u64,
}

/// Adds operations and their sources of a text that begins at byte `start` of the body.
pub(super) fn read<'b>(
    texts: &mut RequestTexts<'b>,
    table: &PathTable,
    (text, start): (&'b str, usize),
    (with_source, without_source): Names<'_>,
) -> Result<(), Refusal> {
    let (root, _) = table.member(table.root(), BodyFormat::OPERATION.as_bytes());
    let mut lines = lines(text).map(|(base, line)| (start + base, line));
    let mut last: Option<Operation<'b>> = None;
    while let Some((base, line)) = lines.next() {
        let unknown = || Refusal::Action { at: base };
        let source = match last.filter(|last| last.line == line) {
            Some(Operation { source, skipped, .. }) => {
                texts.coverage.skipped += skipped;
                source
            }
            None => {
                let before = texts.coverage.clone();
                texts.add(line, base, Paths::of(table).at(root), None)?;
                let name = only_member(line).ok_or_else(unknown)?;
                let has_source = with_source.contains(&name.as_str());
                if !has_source && !without_source.contains(&name.as_str()) {
                    return Err(unknown());
                }
                let source = has_source.then(|| table.member(table.root(), name.as_bytes()).0);
                let has_texts = (texts.coverage.scanned, texts.coverage.opaque) != (before.scanned, before.opaque);
                let skipped = texts.coverage.skipped - before.skipped;
                last = (!has_texts).then_some(Operation { line, source, skipped });
                source
            }
        };
        if let Some(source) = source {
            let (base, line) = lines.next().ok_or_else(unknown)?;
            texts.add(line, base, Paths::of(table).at(source), None)?;
        }
    }
    Ok(())
}

/// Most bytes of an operation that is kept.
const LONGEST: usize = 1024;

/// The last operation of a body that is divided, and whether a source follows it.
#[derive(Debug, Default)]
pub(in crate::engine::proxy) struct LastOperation {
    line: Vec<u8>,
    has_source: bool,
}

impl LastOperation {
    /// Reports whether a source follows an operation. What is no operation is refused by its reader.
    pub(in crate::engine::proxy) fn has_source(&mut self, format: BodyFormat, line: &[u8]) -> bool {
        if line.len() > LONGEST {
            return has_source(format, line);
        }
        if self.line != line {
            self.line.clear();
            self.line.extend_from_slice(line);
            self.has_source = has_source(format, line);
        }
        self.has_source
    }
}

/// Reports whether a source follows an operation.
fn has_source(format: BodyFormat, operation: &[u8]) -> bool {
    let BodyFormat::Bulk { with_source, .. } = format else { return false };
    let operation = operation.strip_prefix(BYTE_ORDER_MARK).unwrap_or(operation);
    let name = std::str::from_utf8(operation).ok().and_then(only_member);
    name.is_some_and(|name| with_source.contains(&name.as_str()))
}

/// The name of the only member of an object.
fn only_member(doc: &str) -> Option<String> {
    let object = Cursor::object(doc)?;
    let mut names = object.members().map(|(name, ..)| name);
    let name = names.next()?.decoded(doc)?.into_owned();
    names.next().is_none().then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_has_one_member() {
        assert_eq!(only_member(r#"{"index":{"_id":1}}"#).as_deref(), Some("index"));
        assert_eq!(only_member(r#"{"a":1,"b":2}"#), None);
        assert_eq!(only_member("[]"), None);
    }

    #[test]
    fn the_last_operation_is_the_answer_for_equal_ones_alone() {
        let format = BodyFormat::Bulk { with_source: &["index"], without_source: &["delete"] };
        let mut last = LastOperation::default();
        for (line, expected) in [
            ("{\"index\":{}}\n", true),
            ("{\"index\":{}}\n", true),
            ("{\"delete\":{}}\n", false),
            ("", false),
            ("\u{feff}{\"index\":{}}\n", true),
            ("{}", false),
        ] {
            assert_eq!(last.has_source(format, line.as_bytes()), expected, "{line}");
        }
    }
}
