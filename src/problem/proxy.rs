//! Problems of proxied requests.

use std::borrow::Cow;

use http::StatusCode;

use super::{Facts, OVERLOAD_PAUSE};

/// Why a request cannot be masked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unvettable {
    /// The HTTP status.
    pub status: StatusCode,
    /// Last part of the problem's type.
    pub slug: &'static str,
    /// A sentence, without anything of the request.
    pub detail: Cow<'static, str>,
}

impl Unvettable {
    /// A request of a kind that cannot be masked, whatever it holds.
    pub const fn kind(detail: &'static str) -> Self {
        Self { status: StatusCode::UNPROCESSABLE_ENTITY, slug: "cannot-be-vetted", detail: Cow::Borrowed(detail) }
    }

    pub(super) fn facts(&self) -> Facts {
        Facts::new(self.status, self.slug, "The request cannot be vetted", self.detail.clone())
    }
}

/// What an upstream did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpstreamFault {
    /// None is known to be well.
    Unavailable,
    /// It could not be connected to.
    Unreachable,
    /// It broke off.
    Broken,
    /// It took too long.
    Slow,
    /// Its response cannot be vetted.
    Unvettable,
}

impl UpstreamFault {
    pub(super) fn facts(self) -> Facts {
        use StatusCode as S;
        let (status, slug, title, detail) = match self {
            Self::Unavailable => (
                S::SERVICE_UNAVAILABLE,
                "upstream-unavailable",
                "No upstream is available",
                "None is known to be well.",
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
        };
        let facts = Facts::new(status, slug, title, detail);
        if status == S::SERVICE_UNAVAILABLE { facts.retry_after(OVERLOAD_PAUSE) } else { facts }
    }
}
