//! [`RouteProfiles`]: the choice of the profile of a request by its method and path.

use std::{collections::HashMap, ops::Deref, sync::Arc};

use http::{HeaderValue, header::CONTENT_TYPE};
use pingora_http::RequestHeader;

use crate::{
    config,
    engine::{proxy::setup::user_rules, setup::SetupError},
    problem::ErrorShape,
    profile::{
        Api, BodyFormat, DOCUMENT, FieldRules, Profile, ProfileError, Profiles, RECORDS, UNKNOWN, WEBSOCKET, api_named,
        registry,
    },
};

/// The profiles of one route.
#[derive(Debug)]
pub struct RouteProfiles {
    source: ProfileSource,
    /// The profile for paths of no known API: all strings of a JSON document are texts.
    document: Arc<Profile>,
    /// True for a route of a log API.
    is_log: bool,
    /// The profiles of log APIs with the route's rules for fields, by exchange; empty: it has none.
    fielded: HashMap<&'static str, Arc<Profile>>,
}

/// The source of a route's profiles for known paths.
#[derive(Debug)]
enum ProfileSource {
    /// The path, among all known APIs.
    Auto,
    /// The path, within one API.
    Api(String),
    /// The selectors of the route's configuration.
    Custom(Arc<Profile>),
}

/// The profile of a request.
#[derive(Clone, Debug)]
pub(super) enum RequestProfile {
    Known(&'static Profile),
    Custom(Arc<Profile>),
}

impl Deref for RequestProfile {
    type Target = Profile;

    fn deref(&self) -> &Profile {
        match self {
            Self::Known(profile) => profile,
            Self::Custom(profile) => profile,
        }
    }
}

/// The profile of a request's method and path.
pub(super) struct FoundProfile<'r> {
    pub(super) profile: RequestProfile,
    /// The name of its API.
    pub(super) api: &'static str,
    pub(super) is_log: bool,
    /// True if answers are masked and requests restored.
    pub(super) masks_answers: bool,
    /// The segment of the path that names state of the provider.
    pub(super) id: Option<&'r str>,
}

impl RouteProfiles {
    /// The profiles of `route`.
    ///
    /// # Errors
    /// If the route's selectors or rules for fields contradict each other.
    pub(super) fn new(route: &config::Route) -> Result<Self, SetupError> {
        let source = match &route.profile {
            config::Profile::Auto => ProfileSource::Auto,
            config::Profile::Named(name) => ProfileSource::Api(name.clone()),
            config::Profile::Json(selectors) => {
                let profile = Profile::with(&DOCUMENT, &user_rules(selectors));
                let in_route = |error| SetupError::from(error).of_route(&route.name);
                ProfileSource::Custom(Arc::new(profile.map_err(in_route)?))
            }
        };
        // The paths of all APIs are compiled before the first request, and the profile of each when it is first asked for.
        let _ = Profiles::all();
        let is_log = matches!(&source, ProfileSource::Api(name) if api_named(name).is_some_and(Api::is_log));
        let unknown = if is_log { &RECORDS } else { &UNKNOWN };
        let fields = FieldRules { always: route.always.clone(), never: route.never.clone() };
        let in_route = |error| SetupError::from(error).of_route(&route.name);
        let fielded = match fields.is_empty() {
            true => HashMap::new(),
            false => with_fields(&fields).map_err(in_route)?,
        };
        let document = match fields.is_empty() {
            true => Profile::new(unknown)?,
            false => Profile::with_fields(unknown, &fields).map_err(in_route)?,
        };
        Ok(Self { source, document: Arc::new(document), is_log, fielded })
    }

    /// Reports whether the route is one of a log API.
    pub(super) fn is_log(&self) -> bool {
        self.is_log
    }

    /// Reports whether the body of a request is a block of Snappy that is not declared.
    pub fn takes_snappy(&self, request: &RequestHeader, path: &str) -> bool {
        let is_snappy = |found: FoundProfile<'_>| match found.profile.exchange.format {
            BodyFormat::Records { protobuf: Some(protobuf) } => protobuf.snappy,
            _ => false,
        };
        let media_type = request.headers.get(CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
        memchr::memmem::find(&media_type.to_ascii_lowercase(), b"protobuf").is_some()
            && self.find(request.method.as_str(), path).is_some_and(is_snappy)
    }

    /// Reports whether a path is that of WebSockets whose messages can be masked.
    pub fn has_socket(&self, path: &str) -> bool {
        !matches!(self.source, ProfileSource::Custom(_)) && self.find(WEBSOCKET, path).is_some()
    }

    /// Reports whether the path of a request has names of indices, which may hold dates to be computed.
    pub fn has_indices(&self, method: &str, path: &str) -> bool {
        match &self.source {
            ProfileSource::Custom(_) => false,
            _ => self.find(method, path).is_some_and(|found| api_named(found.api).is_some_and(|api| api.has_indices)),
        }
    }

    /// The form of errors of the API that a method and a path belong to.
    pub fn error_shape(&self, method: &str, path: &str) -> ErrorShape {
        let named = match &self.source {
            ProfileSource::Custom(_) => return ErrorShape::Problem,
            ProfileSource::Api(name) => Some(name.as_str()),
            ProfileSource::Auto => None,
        };
        let found = Profiles::all().find(named, method, path).map(|found| found.api);
        found.or_else(|| api_named(named?)).map_or(ErrorShape::Problem, |api| api.errors)
    }

    /// The profile of a method and a path.
    pub(super) fn find<'r>(&self, method: &str, path: &'r str) -> Option<FoundProfile<'r>> {
        let api = match &self.source {
            ProfileSource::Custom(profile) => {
                let profile = RequestProfile::Custom(Arc::clone(profile));
                return Some(FoundProfile { profile, api: "json", is_log: false, masks_answers: false, id: None });
            }
            ProfileSource::Auto => None,
            ProfileSource::Api(name) => Some(name.as_str()),
        };
        let found = Profiles::all().find(api, method, path)?;
        let fielded = self.fielded.get(found.profile.exchange.name).cloned();
        Some(FoundProfile {
            profile: fielded.map_or(RequestProfile::Known(found.profile), RequestProfile::Custom),
            api: found.api.name,
            is_log: found.api.is_log(),
            masks_answers: found.api.masks_answers,
            id: found.id,
        })
    }

    /// The profile of paths that no profile knows.
    pub(super) fn unknown<'r>(&self) -> FoundProfile<'r> {
        let profile = RequestProfile::Custom(Arc::clone(&self.document));
        FoundProfile { profile, api: "unknown", is_log: self.is_log, masks_answers: false, id: None }
    }
}

/// The profiles of all log APIs with rules for fields, by exchange.
fn with_fields(fields: &FieldRules) -> Result<HashMap<&'static str, Arc<Profile>>, ProfileError> {
    let endpoints = registry().iter().filter(|api| api.is_log()).flat_map(|api| api.endpoints);
    let mut compiled = HashMap::new();
    for exchange in endpoints.map(|endpoint| endpoint.exchange) {
        if !compiled.contains_key(exchange.name) {
            compiled.insert(exchange.name, Arc::new(Profile::with_fields(exchange, fields)?));
        }
    }
    Ok(compiled)
}
