//! The vocabulary of streamed answers: channels of fragments, their ends and the names of tools.

use super::api::Rule;
use crate::codec::framing::Carrier;

/// The format of a streamed answer.
#[derive(Clone, Copy, Debug)]
pub struct StreamFormat {
    /// The framing of the events.
    pub carrier: Carrier,
    /// Rules for the paths of an event's document; before the exchange's `response` rules.
    pub rules: &'static [Rule],
    /// The ends of channels.
    pub ends: &'static [ChannelEnd],
    /// The places of the names of tools whose arguments arrive in fragments.
    pub tools: &'static [ToolNameRule],
    /// The data of the stream's last event, which is no JSON.
    pub last: Option<&'static str>,
    /// The resumption of a stream that broke off.
    pub resumption: Option<Resumption>,
}

/// The resumption of a stream behind the last event that a client received.
#[derive(Clone, Copy, Debug)]
pub struct Resumption {
    /// The query parameter with the number of that event; without it the provider sends the whole stream.
    pub parameter: &'static str,
    /// The member of an event with its number.
    pub number: &'static str,
}

/// A channel: a text that arrives in fragments, one or more to an event.
///
/// Fragments belong to one channel if their rules, and the values of `keys`, are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Channel {
    /// The members that tell channels apart: of the objects that enclose the fragment, from the event's
    /// root inwards. A selector without `**`; each `[*]` is the element that the fragment itself is in.
    pub keys: &'static [&'static str],
    /// True if the text is JSON source, so that originals are restored with JSON's escapes.
    pub json: bool,
}

/// The place of a tool's name in an event.
#[derive(Clone, Copy, Debug)]
pub struct ToolNameRule {
    /// The selector of the name.
    pub at: &'static str,
    /// The members that identify the channel of the tool's arguments: as [`Channel::keys`], in the same order.
    pub keys: &'static [&'static str],
}

/// An event that ends channels: their waiting fragments are flushed before it.
#[derive(Clone, Copy, Debug)]
pub struct ChannelEnd {
    /// The selector of a member of the event.
    pub at: &'static str,
    /// The condition on the member's value.
    pub value: EndCondition,
    /// The members that identify the channels: those with equal values for as many of their first keys end.
    /// Empty: all end.
    pub keys: &'static [&'static str],
}

/// A condition on the value of a member that ends channels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndCondition {
    /// Any value but null.
    Present,
    /// The member is one of these strings.
    OneOf(&'static [&'static str]),
    /// A string with this ending.
    Suffix(&'static str),
}
