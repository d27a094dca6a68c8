//! CloudEvents over HTTP, one or a batch; in binary mode the body is the data.
//!
//! <https://github.com/cloudevents/spec/blob/main/cloudevents/bindings/http-protocol-binding.md>

use super::{
    api::{Action, Api, BodyFormat, Endpoint, Exchange, rule},
    json::DOCUMENT,
};
use crate::problem::ErrorShape;

/// Events, at any path.
pub(super) const API: Api = Api {
    name: "cloudevents",
    bases: &[""],
    auto: false,
    any_base: false,
    masks_answers: false,
    has_indices: false,
    errors: ErrorShape::Problem,
    endpoints: &[
        Endpoint { method: "POST", path: "/**", exchange: &EVENT },
        Endpoint { method: "PUT", path: "/**", exchange: &EVENT },
    ],
};

const EVENT: Exchange = Exchange {
    name: "cloudevents",
    format: BodyFormat::Records { protobuf: None },
    request: &[
        rule("time", Action::Time),
        // In binary mode members of these names are data.
        rule("{id,source,type,subject}", Action::Reference),
        rule("{specversion,datacontenttype,dataschema}", Action::Id),
        rule("data_base64", Action::Opaque),
        rule("**", Action::Payload),
    ],
    ..DOCUMENT
};
