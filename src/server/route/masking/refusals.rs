//! Refusals of the engine, as problems.

use std::borrow::Cow;

use http::StatusCode;

use crate::{
    codec::CodecError,
    engine::proxy::{BlockedEntities, Refusal, TextPlace},
    input::{Fault, Problem as Violation, Problems},
    problem::{Problem, Resource, Unvettable},
};
use masquerade_detect::entity::Label;

/// The problem of a policy that blocks entities. It names labels and places and nothing of the values.
fn blocked(blocked: &BlockedEntities) -> Problem {
    let violation = |(label, place): &(Label, TextPlace)| {
        let (pointer, whose) = match place {
            TextPlace::Body(pointer) => (pointer.clone(), "the value"),
            TextPlace::Query => (String::new(), "the query"),
            TextPlace::Header => (String::new(), "a header"),
        };
        Violation { fault: Fault::OutOfRange, pointer, detail: format!("{whose} holds {label}"), place: None }
    };
    let (places, more) = blocked.places();
    Problem::Blocked {
        labels: blocked.labels(),
        places: Problems { list: places.iter().map(violation).collect(), more },
    }
}

/// A refusal of the engine as a problem.
pub(super) fn problem(refusal: Refusal) -> Problem {
    let status = match &refusal {
        Refusal::Blocked(places) => return blocked(places),
        Refusal::Body(CodecError::FrameTooLarge { limit } | CodecError::TooLarge { limit }) => {
            return Problem::BodyTooLarge { limit: *limit };
        }
        Refusal::Body(_)
        | Refusal::Form { .. }
        | Refusal::Duplicate { .. }
        | Refusal::Action { .. }
        | Refusal::Query => StatusCode::BAD_REQUEST,
        Refusal::MediaType { .. } => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        Refusal::TooMany { .. }
        | Refusal::OpaqueFile { .. }
        | Refusal::Tokens { .. }
        | Refusal::Path
        | Refusal::Link(_)
        | Refusal::UnknownState { .. }
        | Refusal::UnfollowedState
        | Refusal::ApartState => StatusCode::UNPROCESSABLE_ENTITY,
        Refusal::Store(_) => return Problem::Overloaded(Resource::Store),
        Refusal::Internal => return Problem::Internal,
    };
    let mut detail = refusal.to_string();
    if let Some(first) = detail.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    detail.push('.');
    Problem::Unvettable(Unvettable { status, slug: refusal.name(), detail: Cow::Owned(detail) })
}
