//! Problems of proxied requests.

use std::borrow::Cow;

use http::StatusCode;

use super::facts::{Facts, OVERLOAD_PAUSE};

/// A request that cannot be masked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unvettable {
    /// The HTTP status.
    pub status: StatusCode,
    /// The last part of the problem's type.
    pub slug: &'static str,
    /// A sentence that holds nothing of the request.
    pub detail: Cow<'static, str>,
}

impl Unvettable {
    /// A request of a kind that cannot be masked, whatever its content.
    pub const fn kind(detail: &'static str) -> Self {
        Self { status: StatusCode::UNPROCESSABLE_ENTITY, slug: "cannot-be-vetted", detail: Cow::Borrowed(detail) }
    }

    pub(super) fn facts(&self) -> Facts {
        Facts::new(self.status, self.slug, "The request cannot be vetted", self.detail.clone())
    }
}

/// A fault of an upstream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpstreamFault {
    /// No upstream is healthy.
    Unavailable,
    /// The connection failed.
    Unreachable,
    /// The upstream ended the connection early.
    Broken,
    /// The upstream timed out.
    Slow,
    /// The response cannot be vetted.
    Unvettable,
    /// A tool call holds a placeholder whose original must not go there.
    Withheld,
}

impl UpstreamFault {
    pub(super) fn facts(self) -> Facts {
        use StatusCode as S;
        let (status, slug, title, detail) = match self {
            Self::Unavailable => (
                S::SERVICE_UNAVAILABLE,
                "upstream-unavailable",
                "No upstream is available",
                "The latest attempts at every upstream of the route have failed; the log names the reason.",
            ),
            Self::Unreachable => {
                (S::BAD_GATEWAY, "upstream-unreachable", "The upstream cannot be reached", "Connecting to it failed.")
            }
            Self::Broken => (
                S::BAD_GATEWAY,
                "upstream-broken",
                "The upstream broke off",
                "It ended the connection without a response.",
            ),
            Self::Slow => {
                (S::GATEWAY_TIMEOUT, "upstream-timeout", "The upstream took too long", "It did not answer in time.")
            }
            Self::Unvettable => (
                S::BAD_GATEWAY,
                "upstream-unvettable",
                "The response cannot be vetted",
                "The upstream's response is not what its headers say, or too large to be restored.",
            ),
            Self::Withheld => (
                S::BAD_GATEWAY,
                "withheld",
                "A tool call was refused",
                "The model put a placeholder into a URL of its own making, where its original must not go.",
            ),
        };
        let facts = Facts::new(status, slug, title, detail);
        if status == S::SERVICE_UNAVAILABLE { facts.retry_after(OVERLOAD_PAUSE) } else { facts }
    }
}
