//! The vocabulary of an API's profile: the types of its constants.
//!
//! Paths are selectors: member names joined by dots, `[*]` for the elements of an array, `*` for any
//! one member, `*_x` and `*:x` for any member whose name ends so, `**` for any number of steps of either kind (none
//! included), `{a,b}` for either name.
//! A dot within a name is written `\.`. `messages[*].tool_calls[*].function.{name,arguments}`,
//! `**.signature`, `input.**`, `**.log\.level`.

pub use super::{
    offsets::{CitedDocuments, OffsetRule, OffsetText, Offsets},
    protobuf::{Message, MessageField, Protobuf},
    provider_state::{ProviderState, Retention, SealedState, StateRequest},
    records::{FieldScope, RecordRules},
    streams::{Channel, ChannelEnd, EndCondition, Resumption, StreamFormat, ToolNameRule},
};
use crate::problem::ErrorShape;

/// An API: its name in configuration, and its endpoints.
#[derive(Debug)]
pub struct Api {
    /// The name that a route's `profile` gives.
    pub name: &'static str,
    /// Prefixes of an endpoint's path; `{…}` is any one segment.
    pub bases: &'static [&'static str],
    /// True if the API is recognized by its paths alone. A path without any name in it, as `/{index}`, is not enough.
    pub auto: bool,
    /// True if the end of a path tells the endpoint on routes that name the API, whatever base stands before it:
    /// gateways and other providers have bases of their own.
    pub any_base: bool,
    /// True if answers are masked and requests restored: the API is one of an upstream that holds personal data.
    pub masks_answers: bool,
    /// True if segments of paths are names of indices, which may hold dates to be computed: `<logs-{now/d}>`.
    pub has_indices: bool,
    /// The form of its errors, in which its clients get refusals, too.
    pub errors: ErrorShape,
    /// The endpoints of the API.
    pub endpoints: &'static [Endpoint],
}

impl Api {
    /// Reports whether the API takes log records: bodies of many documents.
    pub fn is_log(&self) -> bool {
        self.endpoints.iter().any(|endpoint| endpoint.exchange.format != BodyFormat::Document)
    }

    /// The forms of bodies that its endpoints read.
    pub fn forms(&self) -> Vec<&'static str> {
        let mut forms = Vec::new();
        for form in self.endpoints.iter().flat_map(|endpoint| endpoint.exchange.format.forms()) {
            if !forms.contains(form) {
                forms.push(form);
            }
        }
        forms
    }
}

/// A method and a path.
#[derive(Debug)]
pub struct Endpoint {
    /// The method, in capitals.
    pub method: &'static str,
    /// The path behind the base; `{…}` is any one segment, `{…}:verb` any one with this ending, `{id}` one that names
    /// state of the provider, `**` any rest of the path.
    pub path: &'static str,
    /// The format of the request and of its answer.
    pub exchange: &'static Exchange,
}

/// The format of a request and of its answer.
#[derive(Debug)]
pub struct Exchange {
    /// The exchange's name in metrics; unique among all exchanges.
    pub name: &'static str,
    /// The division of the request's body into documents.
    pub format: BodyFormat,
    /// The reading of log records, where it is not that of most APIs.
    pub records: Option<&'static RecordRules>,
    /// Rules for paths of the request; the first that holds counts, before
    /// [`Exchange::protocol`]. A string without a rule is text.
    pub request: &'static [Rule],
    /// The requests of other endpoints that a request holds, as those of batches do. Their rules for paths and authors
    /// count below these places, before those of this exchange.
    pub inner_requests: &'static [InnerRequest],
    /// Rules for members that are protocol at any depth, in requests and answers.
    pub protocol: &'static [Rule],
    /// The order in which the provider's prompt cache reads a request: subtrees, first to last. The rest of
    /// the request comes after all of them.
    pub cache_order: &'static [&'static str],
    /// Rules for the authors of the request's texts.
    pub author_rules: &'static [AuthorRule],
    /// Rules for paths of the answer, whether it is one document or is repeated in a stream's events. A string
    /// without a rule is text in which placeholders are restored.
    pub response: &'static [Rule],
    /// Rules that tell message text from calls of tools in the answer, whole or by events. A string without a rule
    /// is message text, so the last rules say what is a call by default.
    pub calls: &'static [CallRule],
    /// The format of a streamed answer, if the answer may be streamed.
    pub stream: Option<&'static StreamFormat>,
    /// State that the provider keeps.
    pub provider_state: Option<&'static ProviderState>,
    /// The place of a note to the model.
    pub system_note: Option<NotePlace>,
    /// Offsets into texts, which move as the texts change.
    pub offsets: Option<&'static Offsets>,
}

/// A request of another endpoint within a request.
#[derive(Clone, Copy, Debug)]
pub struct InnerRequest {
    /// The path of the request.
    pub at: &'static str,
    /// The exchange of its endpoint.
    pub exchange: &'static Exchange,
}

impl Exchange {
    /// The reading of log records.
    pub fn records(&self) -> &'static RecordRules {
        self.records.unwrap_or(&RecordRules::USUAL)
    }
}

/// The division of a request's body into documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyFormat {
    /// A single document.
    Document,
    /// Log records in any of the forms that shippers send, as the body and its media type tell: JSON documents on lines,
    /// in arrays or without anything between them, MessagePack, messages of Protocol Buffers, text. The elements of an array
    /// at the root are records, too: paths begin within them.
    Records {
        /// The message that a body of Protocol Buffers is.
        protobuf: Option<&'static Protobuf>,
    },
    /// An envelope of Sentry: a line of headers, then items, each a line of headers and its payload. Paths begin with
    /// [`BodyFormat::HEADER`], [`BodyFormat::ITEM`] and [`BodyFormat::PAYLOAD`].
    Envelope,
    /// A bulk request: lines of operations, each an object with one member whose name is the operation's,
    /// and behind an operation the line of its source, if it has one. Paths begin with [`BodyFormat::OPERATION`] in
    /// operations, with the operation's name in sources.
    Bulk {
        /// Operations with a source.
        with_source: &'static [&'static str],
        /// Operations without a source.
        without_source: &'static [&'static str],
    },
}

impl BodyFormat {
    /// The forms of bodies that are read.
    pub fn forms(self) -> &'static [&'static str] {
        match self {
            Self::Document => &["JSON", "forms"],
            Self::Records { protobuf: None } => &["JSON", "lines of JSON", "MessagePack", "text"],
            Self::Records { protobuf: Some(_) } => {
                &["JSON", "lines of JSON", "MessagePack", "text", "Protocol Buffers"]
            }
            Self::Bulk { .. } => &["lines of JSON"],
            Self::Envelope => &["envelopes"],
        }
    }

    /// The first step of paths in the operations of a bulk request.
    pub const OPERATION: &'static str = "action";
    /// The first step of paths in the header of an envelope.
    pub const HEADER: &'static str = "header";
    /// The first step of paths in the header of an envelope's item.
    pub const ITEM: &'static str = "item";
    /// The first step of paths in an envelope's item.
    pub const PAYLOAD: &'static str = "payload";
}

/// The treatment of the values at a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// Text: entities in it are masked. In a string that is JSON as a whole, [`Action::Payload`] holds.
    Text,
    /// The user's own payload (tool arguments and results, log documents): text, and entities in member names
    /// and long numbers are masked, too. JSON within its strings is payload again.
    Payload,
    /// The arguments of a tool call, which are [`Action::Payload`]; in an answer, strings among them are
    /// [`Action::JsonSource`].
    CallArguments,
    /// JSON source in a string: [`Action::Payload`], and originals are restored in it with JSON's escapes. Text
    /// if it is no JSON after all.
    JsonSource,
    /// An identifier or a keyword of the protocol: left as it is, unless it holds a character that no
    /// identifier has (white space, `@`); then text.
    Id,
    /// An identifier that users choose, as `customer_id`: entities with a validation are masked in it. A string that
    /// is no identifier by its form is text.
    Reference,
    /// A signature or ciphertext of the provider: in a request [`Action::Id`], in an answer
    /// left as it is.
    Sealed,
    /// An address that the provider is to fetch: text, but being an address is no reason to
    /// replace it. A `data:` URL is [`Action::Opaque`].
    Link,
    /// The name of the values beside it, as `key` in `{"key": "email", "value": {…}}`: [`Action::Id`], and the context of the
    /// values that stand behind it in its object.
    PairName,
    /// A text or number that is masked as a whole, whatever it is.
    Whole,
    /// The time of a record: a date, perhaps with a time of day, or a number is left as it is; else text.
    Time,
    /// An identifier of an end user: entities in it are hashed, whatever the method.
    EndUser,
    /// An integer that JSON spells as a string, since it may have more bits than numbers of JSON have: payload that stays
    /// an integer, as a number does. A string that is none is payload like any other.
    Integer,
    /// Base64 of any bytes: payload in the bytes that it stands for, and base64 again. Text if it is none.
    Base64,
    /// Base64 or a `data:` URL: left as it is and counted if it has that form, else text.
    Opaque,
    /// The address of a resource of the API itself: in an answer its host goes, so that clients reach it through this
    /// gateway; else [`Action::Id`].
    OwnAddress,
    /// Left as it is.
    Skip,
    /// Text; but a number here is a token of a model's vocabulary, which hides a text: the request is refused.
    TokenIds,
    /// A fragment of a text that arrives in several events. In streams only.
    Channel(Channel),
    /// Data aligned with the characters or tokens of a text (log probabilities), which no longer fit once the text
    /// is restored: emptied if anything in the document was restored. In answers only.
    Alignment,
}

/// A rule: the action at the paths that a selector matches.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The selector.
    pub at: &'static str,
    /// The action.
    pub action: Action,
    /// The condition under which the rule holds; `None`: it always holds.
    pub when: Option<Condition>,
}

/// A rule without a condition.
pub const fn rule(at: &'static str, action: Action) -> Rule {
    Rule { at, action, when: None }
}

impl Rule {
    /// The rule restricted to objects whose string member `member` is one of `values`.
    pub const fn when(self, member: &'static str, values: &'static [&'static str]) -> Self {
        Self { when: Some(Condition { member, values }), ..self }
    }

    /// The rule restricted to objects with a non-empty string member `member`.
    pub const fn with(self, member: &'static str) -> Self {
        Self { when: Some(Condition { member, values: &[] }), ..self }
    }
}

/// A condition on the object that holds a member directly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The object's discriminator. A request with an object that has it twice is refused.
    pub member: &'static str,
    /// The values for which the condition holds; empty: any string but the empty one.
    pub values: &'static [&'static str],
}

/// A rule that tells message text from the calls of tools in an answer. A string belongs to a call if a rule says so at
/// its path or at any path above it; of the rules at one path the first counts.
#[derive(Clone, Copy, Debug)]
pub struct CallRule {
    /// The selector of members.
    pub at: &'static str,
    /// The objects in which such a member is message text; elsewhere it belongs to a call.
    pub texts: MessageText,
    /// Members of the object that holds it, dots between steps: the first one with a string names the tool.
    pub names: &'static [&'static str],
}

/// The objects in which a member is message text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageText {
    /// All objects.
    Always,
    /// Objects for which the condition holds.
    If(Condition),
    /// No object.
    Never,
}

impl CallRule {
    /// A rule for members that are message text.
    pub const fn text(at: &'static str) -> Self {
        Self { at, texts: MessageText::Always, names: &[] }
    }

    /// A rule for members that belong to calls.
    pub const fn call(at: &'static str, names: &'static [&'static str]) -> Self {
        Self { at, texts: MessageText::Never, names }
    }

    /// A rule for members that belong to calls unless the string member `type` beside them is one of `types`.
    pub const fn call_unless(at: &'static str, types: &'static [&'static str], names: &'static [&'static str]) -> Self {
        Self { at, texts: MessageText::If(Condition { member: "type", values: types }), names }
    }
}

/// The author of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Author {
    /// The programmers of the tools, who wrote their descriptions and schemas.
    Tools,
    /// The operator of the application.
    System,
    /// The user.
    User,
    /// The model, in an earlier turn.
    Model,
    /// A tool, hence anybody.
    Tool,
    /// An unknown author.
    Other,
}

/// A rule for the author of everything at and below a path. The deepest rule that gives an author counts; at one
/// depth, the first.
#[derive(Clone, Copy, Debug)]
pub struct AuthorRule {
    /// The selector of an object, or of any value if `member` is empty.
    pub at: &'static str,
    /// The object's discriminator; empty: the path alone gives the author.
    pub member: &'static str,
    /// The authors by the discriminator's values; with an empty `member` one pair, whose value is ignored.
    pub authors: &'static [(&'static str, Author)],
}

/// The place of a note to the model in a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotePlace {
    /// The system message of a list of messages: the first message, if it is one, or a new message before it.
    Message {
        /// The array of messages at the root.
        messages: &'static str,
        /// The member with a message's role.
        role: &'static str,
        /// The roles of system messages; a new message has the first.
        roles: &'static [&'static str],
        /// The member with a message's text, which is a string or an array of text blocks.
        content: &'static str,
        /// The form of a text block.
        block: TextBlock,
    },
    /// A member of the root, which is a string or an array of text blocks.
    Text {
        /// The member.
        member: &'static str,
        /// The form of a text block.
        block: TextBlock,
    },
}

/// The form of a text block: JSON source around the JSON string of its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextBlock {
    /// The source before the string.
    pub before: &'static str,
    /// The source behind the string.
    pub behind: &'static str,
}
