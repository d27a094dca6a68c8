//! [`Writer`] and [`Reader`]: the plain form of a store's sealed records. Numbers are big-endian, and parts of any length come
//! behind their length.

use std::{sync::Arc, time::Duration};

use zeroize::Zeroizing;

use super::{
    Scope,
    memory::{Content, Text},
};
use crate::{
    anonymize::{Namespace, Original},
    keys::{AliasId, SessionId},
};
use masquerade_detect::entity::Label;

/// Room for the fixed parts of a value, in bytes.
const FIXED: usize = 256;

/// A value that is being written, with room for all of it, so that no copy of a text is left behind.
pub(super) struct Writer(Zeroizing<Vec<u8>>);

impl Writer {
    /// An empty value with room for `texts` bytes of texts.
    pub(super) fn new(texts: usize) -> Self {
        Self(Zeroizing::new(Vec::with_capacity(texts + FIXED)))
    }

    pub(super) fn number(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_be_bytes());
    }

    pub(super) fn time(&mut self, time: Duration) {
        self.number(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX));
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    /// The content of an entry.
    pub(super) fn content(&mut self, content: &Content) {
        match content {
            Content::Alias(alias) => {
                self.0.push(0);
                self.bytes(alias.as_bytes());
            }
            Content::Text(text) => {
                self.0.push(match text.namespace {
                    Namespace::Number => 1,
                    Namespace::Hash => 2,
                    Namespace::Surrogate => 3,
                });
                self.bytes(text.label.name().as_bytes());
                self.bytes(text.original.as_str().as_bytes());
                self.bytes(text.substitute.as_bytes());
            }
        }
    }

    /// The whole value.
    pub(super) fn finish(self) -> Zeroizing<Vec<u8>> {
        self.0
    }

    pub(super) fn scope(&mut self, scope: &Scope) {
        self.bytes(scope.tenant.as_bytes());
        self.bytes(scope.session.as_bytes());
    }
}

/// The rest of a value that is being read.
pub(super) struct Reader<'v>(&'v [u8]);

impl<'v> Reader<'v> {
    /// A reader of the whole `value`.
    pub(super) fn new(value: &'v [u8]) -> Self {
        Self(value)
    }

    /// Reports whether no bytes are left.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn take(&mut self, length: usize) -> Option<&'v [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    pub(super) fn number(&mut self) -> Option<u64> {
        Some(u64::from_be_bytes(self.take(8)?.try_into().ok()?))
    }

    pub(super) fn time(&mut self) -> Option<Duration> {
        self.number().map(Duration::from_nanos)
    }

    pub(super) fn bytes(&mut self) -> Option<&'v [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        self.take(length)
    }

    pub(super) fn text(&mut self) -> Option<&'v str> {
        std::str::from_utf8(self.bytes()?).ok()
    }

    pub(super) fn label(&mut self) -> Option<Label> {
        Label::intern(self.text()?)
    }

    pub(super) fn scope(&mut self) -> Option<Scope> {
        let tenant = Arc::from(self.text()?);
        Some(Scope { tenant, session: SessionId::from_bytes(self.bytes()?.try_into().ok()?) })
    }

    pub(super) fn content(&mut self) -> Option<Content> {
        let namespace = match self.take(1)? {
            [0] => return Some(Content::Alias(AliasId::from_bytes(self.bytes()?.try_into().ok()?))),
            [1] => Namespace::Number,
            [2] => Namespace::Hash,
            [3] => Namespace::Surrogate,
            _ => return None,
        };
        let label = self.label()?;
        let (original, substitute) = (Original::new(self.text()?), self.text()?.into());
        Some(Content::Text(Text { namespace, label, original, substitute }))
    }
}
