//! [`ErrorShape`]: the error member of an API, which a problem document has beside its own members.

use http::StatusCode;
use serde_json::{Map, Value, json};

/// The form in which the clients of an API expect errors. Their libraries show the message from there, and without one
/// the status alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ErrorShape {
    /// Problem documents alone.
    #[default]
    Problem,
    /// `error` with `message`, `type`, `param` and `code`.
    OpenAi,
    /// `error` with `type` and `message`.
    Anthropic,
    /// `error` with `code`, `message` and `status`.
    Google,
    /// `error`, the message.
    Text,
    /// `message`.
    Message,
}

impl ErrorShape {
    /// The members that an error of this shape has beside those of its problem. `slug` is the problem's.
    pub(super) fn members(self, status: StatusCode, slug: &str, message: &str) -> Map<String, Value> {
        let members = match self {
            Self::Problem => json!({}),
            Self::OpenAi => {
                json!({"error": {"message": message, "type": kind(status), "param": null, "code": slug}})
            }
            Self::Anthropic => json!({"error": {"type": kind(status), "message": message}}),
            Self::Google => {
                json!({"error": {"code": status.as_u16(), "message": message, "status": canonical(status)}})
            }
            Self::Text => json!({"error": message}),
            Self::Message => json!({"message": message}),
        };
        match members {
            Value::Object(members) => members,
            _ => Map::new(),
        }
    }
}

/// The type of an error, which OpenAI and Anthropic name alike.
fn kind(status: StatusCode) -> &'static str {
    match status {
        StatusCode::UNAUTHORIZED => "authentication_error",
        StatusCode::FORBIDDEN => "permission_error",
        StatusCode::NOT_FOUND => "not_found_error",
        StatusCode::TOO_MANY_REQUESTS => "rate_limit_error",
        StatusCode::SERVICE_UNAVAILABLE => "overloaded_error",
        status if status.is_server_error() => "api_error",
        _ => "invalid_request_error",
    }
}

/// The status as Google's APIs name it.
fn canonical(status: StatusCode) -> &'static str {
    match status {
        StatusCode::UNAUTHORIZED => "UNAUTHENTICATED",
        StatusCode::FORBIDDEN => "PERMISSION_DENIED",
        StatusCode::NOT_FOUND => "NOT_FOUND",
        StatusCode::TOO_MANY_REQUESTS => "RESOURCE_EXHAUSTED",
        StatusCode::SERVICE_UNAVAILABLE | StatusCode::BAD_GATEWAY => "UNAVAILABLE",
        StatusCode::GATEWAY_TIMEOUT => "DEADLINE_EXCEEDED",
        status if status.is_server_error() => "INTERNAL",
        _ => "INVALID_ARGUMENT",
    }
}
