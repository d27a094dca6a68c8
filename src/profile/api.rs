//! What an API's file says: constants of these types.
//!
//! Paths are selectors: member names joined by dots, `[*]` for the elements of an array, `*` for any
//! one member, `*_x` for any whose name ends so, `**` for any number of steps of either kind (none
//! included), `{a,b}` for either name.
//! A dot within a name is written `\.`. `messages[*].tool_calls[*].function.{name,arguments}`,
//! `**.signature`, `input.**`, `**.log\.level`.

/// An API: its name in configuration, and what is spoken at which path.
#[derive(Debug)]
pub struct Api {
    /// The name that a route's `profile` gives.
    pub name: &'static str,
    /// What may stand before an endpoint's path; `{…}` is any one segment.
    pub bases: &'static [&'static str],
    /// Whether it is recognized by its paths alone. One without any name in it, as `/{index}`, is not.
    pub auto: bool,
    /// Its endpoints.
    pub endpoints: &'static [Endpoint],
}

/// A method and a path.
#[derive(Debug)]
pub struct Endpoint {
    /// The method, in capitals.
    pub method: &'static str,
    /// The path behind the base; `{…}` is any one segment, `{id}` one that names state of the provider,
    /// `**` whatever follows.
    pub path: &'static str,
    /// What is spoken there.
    pub exchange: &'static Exchange,
}

/// How a request and its answer are read.
#[derive(Debug)]
pub struct Exchange {
    /// Its name in metrics; unique among all exchanges.
    pub name: &'static str,
    /// How the request's body is cut into documents.
    pub records: Records,
    /// Exceptions among the request's paths; the first that holds counts, before
    /// [`Exchange::protocol`].
    pub request: &'static [Rule],
    /// Members that are protocol wherever they stand, in requests and answers.
    pub protocol: &'static [Rule],
    /// The order in which the provider's cache sees a request: subtrees, first to last. What is in
    /// none of them comes after all.
    pub order: &'static [&'static str],
    /// Who wrote which part of a request.
    pub voices: &'static [Voice],
    /// Exceptions among the paths of the answer, whole or repeated in a stream's events. A string
    /// that no rule names is text in which placeholders are restored.
    pub response: &'static [Rule],
    /// How the answer is streamed, if it may be.
    pub stream: Option<&'static Stream>,
    /// State that the provider keeps.
    pub state: Option<&'static State>,
    /// Where a note to the model goes.
    pub note: Option<Note>,
}

/// How a request's body is cut into documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Records {
    /// It is one document.
    One,
    /// One document a line.
    Lines,
    /// Lines in turn: an action, an object with one member whose name says what follows, and its source,
    /// except after the actions named here. Paths begin with `action` in the first, with the action's
    /// name in the second.
    Actions {
        /// Actions that have a source.
        with: &'static [&'static str],
        /// Actions that have none.
        without: &'static [&'static str],
    },
}

/// What a profile says of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Act {
    /// Text, which is looked through. If it is JSON as a whole, what it holds is [`Act::Free`].
    Text,
    /// The user's own payload (tool arguments and results, log documents): as text, and member names
    /// and long numbers are looked at, too. JSON within its strings is the same again.
    Free,
    /// The arguments of a tool call, treated as [`Act::Free`]; the tool's name is the member of this name
    /// beside them.
    Call(&'static str),
    /// JSON source in a string: what it holds is [`Act::Free`], and what is restored in it is escaped. As text
    /// if it is no JSON after all.
    Nested,
    /// An identifier, a keyword or a signature of the protocol: not touched, unless it holds what none
    /// does (white space, `@`); then text.
    Id,
    /// An address that the provider is to fetch: as text, but that it is an address is no reason to
    /// replace it. As [`Act::Opaque`] if it is a `data:` URL.
    Link,
    /// When a record was made: a date, perhaps with a time, or a number is not touched; else text.
    Time,
    /// Base64 or a `data:` URL: skipped and counted if it is that, else text.
    Opaque,
    /// Not touched.
    Never,
    /// As text; but a number here is a token of a model's vocabulary, which hides a text: refused.
    Tokens,
    /// A piece of a text that arrives in pieces. In streams only.
    Channel(Channel),
    /// Repeats alignment data of a text (log probabilities by token) that no longer fits once the text
    /// is restored: emptied, if there was anything to restore. In answers only.
    Aligned,
}

/// What a profile says of the paths that a selector takes.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The selector.
    pub at: &'static str,
    /// What it says.
    pub act: Act,
    /// Under which condition; `None`: always.
    pub when: Option<When>,
}

/// A rule without a condition.
pub const fn rule(at: &'static str, act: Act) -> Rule {
    Rule { at, act, when: None }
}

impl Rule {
    /// The same, where the string member `member` of the enclosing object is one of `values`.
    pub const fn when(self, member: &'static str, values: &'static [&'static str]) -> Self {
        Self { when: Some(When { member, values }), ..self }
    }

    /// The same, where the enclosing object has a non-empty string member `member`.
    pub const fn with(self, member: &'static str) -> Self {
        Self { when: Some(When { member, values: &[] }), ..self }
    }
}

/// A condition on the object that holds a member directly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct When {
    /// Its deciding member. An object that has it twice is refused.
    pub member: &'static str,
    /// The values for which it holds; empty: any string but the empty one.
    pub values: &'static [&'static str],
}

/// Who wrote a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Author {
    /// Whoever runs the application.
    System,
    /// The user.
    User,
    /// The model, in an earlier turn.
    Model,
    /// A tool, hence anybody.
    Tool,
    /// Unknown.
    Other,
}

/// Who wrote what lies at and below a path. The deepest one that says anything counts; at one depth, the
/// first.
#[derive(Clone, Copy, Debug)]
pub struct Voice {
    /// The selector of an object, or of anything if `member` is empty.
    pub at: &'static str,
    /// The member of that object that tells; empty: the path alone does.
    pub member: &'static str,
    /// Who is meant by its values; with an empty `member` one pair, of which the value is not looked at.
    pub authors: &'static [(&'static str, Author)],
}

/// How an answer is streamed.
#[derive(Clone, Copy, Debug)]
pub struct Stream {
    /// What carries the events.
    pub carrier: Carrier,
    /// Exceptions among the paths of an event's document; before the exchange's `response` rules.
    pub rules: &'static [Rule],
    /// What ends channels.
    pub ends: &'static [End],
    /// Where the names of tools are told whose arguments come in pieces.
    pub tools: &'static [Tool],
    /// The data that ends the stream and is no JSON.
    pub last: Option<&'static str>,
}

/// What carries the events of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carrier {
    /// Server-sent events, of which `data` is a JSON document.
    Sse,
    /// One JSON document a line.
    Ndjson,
}

/// A text that arrives in pieces: which one a piece belongs to, and what it is made of.
///
/// Pieces belong to one text if their selectors, and the values of `keys`, are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Channel {
    /// The members that tell channels apart: of the objects that enclose the piece, from the event's
    /// root inwards. A selector without `**`; each `[*]` is the element that the piece itself is in.
    pub keys: &'static [&'static str],
    /// Whether the text is JSON source, so that what is put in is escaped.
    pub json: bool,
    /// Groups channels that [`End`]s end together.
    pub family: &'static str,
}

/// Where the name of a tool is told.
#[derive(Clone, Copy, Debug)]
pub struct Tool {
    /// The selector of the name.
    pub at: &'static str,
    /// Members that tell which channel its arguments come in: as [`Channel::keys`], in the same order.
    pub keys: &'static [&'static str],
}

/// What ends channels: their waiting pieces are flushed before this event.
#[derive(Clone, Copy, Debug)]
pub struct End {
    /// The selector of a member of the event.
    pub at: &'static str,
    /// What its value has to be.
    pub value: Ending,
    /// Which members tell which channels end: those with equal values for as many of their first keys.
    /// Empty: all.
    pub keys: &'static [&'static str],
}

/// What the value of a member has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Anything but null.
    Present,
    /// One of these strings.
    OneOf(&'static [&'static str]),
    /// A string that ends so.
    Suffix(&'static str),
}

/// State that the provider keeps, and by which members it is named.
#[derive(Clone, Copy, Debug)]
pub struct State {
    /// Selectors in the request of ids that continue state.
    pub continues: &'static [&'static str],
    /// Selectors in the answer, whole or by events, of ids under which it is kept.
    pub issues: &'static [&'static str],
    /// Whether the provider keeps any.
    pub kept: Kept,
}

/// Whether the provider keeps state of an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// It does.
    Always,
    /// Unless this boolean member of the request's root is false.
    Unless(&'static str),
    /// Only if this boolean member of the request's root is true.
    If(&'static str),
}

impl Kept {
    /// The member that decides.
    pub fn member(self) -> Option<&'static str> {
        match self {
            Self::Always => None,
            Self::Unless(member) | Self::If(member) => Some(member),
        }
    }
}

/// Where a note to the model goes, in the API's own form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// A message with this role, before the first of the array `messages`.
    Message {
        /// The array at the root.
        member: &'static str,
        /// The role.
        role: &'static str,
    },
    /// The root's string of this name, or array of text blocks: behind what it says already.
    Text {
        /// The member at the root.
        member: &'static str,
    },
}
