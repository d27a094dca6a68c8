//! [`Offsets`]: the members of an API that point into texts, and move as these change.

/// Offsets into texts, in characters (code points), as citations have them.
#[derive(Debug)]
pub struct Offsets {
    /// A part of the source of every document that holds such offsets.
    pub mark: &'static str,
    /// Offsets in requests.
    pub request: &'static [OffsetRule],
    /// Offsets in answers of one document.
    pub answer: &'static [OffsetRule],
    /// Offsets in the events of a stream.
    pub event: &'static [OffsetRule],
    /// The documents of a request that offsets point into by the documents' numbers.
    pub documents: Option<CitedDocuments>,
}

/// Offsets in the objects at one path. Paths are of members and of elements (`[*]`) alone.
#[derive(Clone, Copy, Debug)]
pub struct OffsetRule {
    /// The path of the objects; empty: the root.
    pub holders: &'static str,
    /// The text that the offsets point into.
    pub text: OffsetText,
    /// The paths of the offsets, from such an object.
    pub offsets: &'static [&'static str],
}

/// A text that offsets point into.
#[derive(Clone, Copy, Debug)]
pub enum OffsetText {
    /// The string at a path from the object.
    Member(&'static str),
    /// The text of a stream's channel, of the events so far.
    Channel {
        /// The path of the channel's fragments in events.
        at: &'static str,
        /// The members of the object with the values of the channel's first keys.
        keys: &'static [&'static str],
    },
    /// The document of the request whose number, from 0, a member of the object gives.
    Document(&'static str),
}

/// The documents of a request that answers cite by number, in the order of the request.
#[derive(Clone, Copy, Debug)]
pub struct CitedDocuments {
    /// The paths of objects that may be documents.
    pub holders: &'static [&'static str],
    /// The value of `type` in a document.
    pub kind: &'static str,
    /// The path of a document's text, from the document.
    pub text: &'static str,
}
