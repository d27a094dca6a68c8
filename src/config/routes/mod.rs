//! Reading of `[[routes]]`.

mod agents;
mod aws;
pub(super) mod headers;
mod policy;
mod records;
mod settings;
mod tenant;
pub(super) mod upstream;

use std::{collections::HashSet, time::Duration};

pub use agents::{OpaqueFileRule, VoiceLevel, Voices, WithholdRule};
pub use policy::{Mode, PolicyRule, Responses, Shadow, Voice};
pub use settings::{
    AwsCredentials, Balance, EgressProxy, HealthCheck, HttpVersions, JsonSelectors, OnUnknown, Profile, Reencode,
    RestoreTools, Route, RouteAuth, SetHeader, Upstream, UpstreamTimeouts,
};
pub use tenant::TenantName;

use self::upstream::Egress;
use super::{
    Context, Detection, Limits, Rate,
    sections::{MAX_LISTED, SECOND, YEAR, check_level, check_methods, deny_list, methods, threshold},
    tables::{MAX_IN_FLIGHT, identifier, non_empty},
    tls,
    units::{duration, rate, size},
    vocabulary::Names,
};
use crate::input::{Fault, Item, Object, Value};

const MAX_ROUTES: usize = 1000;
const MAX_UPSTREAMS: usize = 100;
const MAX_NAMES: usize = 1000;
const MILLISECOND: Duration = Duration::from_millis(1);
const DAY: Duration = Duration::from_secs(86_400);

/// The note to models of `note = true`, which is short, since every request pays for its tokens.
const NOTE: &str = "Words in square brackets such as [PERSON_1] stand for values that were left out on purpose. \
                    Treat each as the name of its value, and write it exactly as it stands wherever you mean the value.";

/// The settings that a route is checked against.
pub(super) struct RouteContext<'c> {
    pub(super) context: &'c Context<'c>,
    pub(super) names: &'c Names<'c>,
    pub(super) detection: Option<&'c Detection>,
    pub(super) limits: Option<&'c Limits>,
    /// True if the API listens on loopback addresses only.
    pub(super) is_loopback: bool,
    /// True if the API asks clients for certificates.
    pub(super) has_client_authorities: bool,
    pub(super) has_secret: bool,
}

/// `[[routes]]`
pub(super) fn routes(root: &mut Object<'_, '_>, around: &RouteContext<'_>) -> Option<Vec<Route>> {
    let egress = Egress::new(around.context);
    let (mut names, mut places) = (HashSet::new(), HashSet::new());
    root.or_else("routes", Vec::new, |item| {
        item.list(MAX_ROUTES, |item| {
            let mut object = item.object()?;
            let route = route(&mut object, around, &egress);
            object.finish();
            let route = route?;
            if !names.insert(route.name.clone()) {
                object.refuse(Fault::OutOfRange, "name", || "is the name of another route, too");
            }
            if !places.insert((route.host.clone(), route.path_prefix.clone())) {
                object.refuse(Fault::OutOfRange, "path_prefix", || "is the host and prefix of another route, too");
            }
            Some(route)
        })
    })
}

fn route(object: &mut Object<'_, '_>, around: &RouteContext<'_>, egress: &Result<Egress, String>) -> Option<Route> {
    let names = around.names;
    let name = object.required("name", identifier);
    let host = object.or_else("host", || None, |item| item.parse(host).map(Some));
    let path_prefix = object.or_else("path_prefix", String::new, |item| item.parse(prefix));
    let upstreams = upstreams(object, egress);
    let profile = profile(object, names);
    let auth = object.or_else(
        "auth",
        || RouteAuth::Upstream,
        |item| item.name(&[("upstream", RouteAuth::Upstream), ("key", RouteAuth::Key), ("none", RouteAuth::None)]),
    );
    let open = object.or_else("confirm_open", || false, |item| item.boolean());
    if (auth, open) == (Some(RouteAuth::None), Some(false)) && !around.is_loopback {
        object.refuse(Fault::OutOfRange, "auth", || {
            "\"none\" lets everybody who can connect use the upstream: listen on loopback only, or set \
             `confirm_open = true`"
        });
    }
    let (is_loopback, has_client_authorities) = (around.is_loopback, around.has_client_authorities);
    let tenant = tenant::tenant(object, auth, tenant::TenantContext { is_loopback, has_client_authorities });
    let headers = headers::set_headers(object, around.context);
    let aws = aws::credentials(object, around.context);
    let has_secret = headers.as_ref().is_some_and(|headers| headers.has_secret) || matches!(aws, Some(Some(_)));
    check_credentials(object, auth, has_secret, upstreams.as_deref());
    let method = object.or_else("method", || None, |item| item.parse(|name| names.method(name)).map(Some));
    let methods = object.or_else("methods", Vec::new, |item| methods(item, names));
    check_methods(object, methods.as_deref());
    check_secret(object, around, profile.as_ref(), method.as_ref(), methods.as_deref());
    let detection = detection(object, around);
    let (detection, ner) = detection.unzip();
    let restoring = restoring(object);
    let attributes = policy::attributes(object, restoring.as_ref().is_none_or(|(_, tolerant, ..)| *tolerant));
    let responses = policy::responses(object);
    let (mode, policy, shadow) = (policy::mode(object), policy::policy(object, around), policy::shadow(object, around));
    let opaque = agents::opaque(object);
    let (always, never) = (records::fields(object, "always", names), records::fields(object, "never", names));
    let (stream, reencode) = (records::stream(object), records::reencode(object));
    let limits = route_limits(object, around);
    let connections = connections(object, around.context);
    let (realm, scan_headers) = (
        object.or_else("realm", || None, |item| item.parse(realm).map(Some)),
        object.or_else("scan_headers", Vec::new, |item| item.list(MAX_NAMES, headers::scanned)),
    );
    let name = name?;
    let (restore, tolerant, restore_hosts, restore_tools, withhold, note) = restoring?;
    let RouteLimits { body_bytes, on_unknown, state_ttl, rate, in_flight } = limits?;
    let Connections { timeouts, http, balance, health, authorities } = connections?;
    Some(Route {
        host: host?,
        path_prefix: path_prefix?,
        upstreams: upstreams?,
        profile: profile?,
        auth: auth?,
        tenant: tenant?,
        method: method?,
        methods: methods?,
        detection: detection?,
        mode: mode?,
        responses: responses?,
        policy: policy?,
        shadow: shadow?,
        ner: ner?,
        restore,
        tolerant,
        attributes: attributes?,
        on_unknown,
        state_ttl,
        rate,
        in_flight,
        restore_hosts,
        restore_tools,
        withhold,
        opaque: opaque?,
        always: always?,
        never: never?,
        stream: stream?,
        reencode: reencode?,
        note,
        realm: realm?.unwrap_or_else(|| format!("route/{name}")),
        name,
        scan_headers: scan_headers?,
        set_headers: headers?.list,
        aws: aws?,
        body_bytes,
        timeouts,
        http,
        balance,
        health,
        authorities: authorities.into(),
    })
}

/// Parses a host name without a port, to lower case.
fn host(text: &str) -> Result<String, &'static str> {
    let text = text.trim().to_ascii_lowercase();
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
    let is_name = !text.is_empty() && text.bytes().all(is_plain);
    if is_name { Ok(text) } else { Err("must be a host name without a port, such as \"llm.example.com\"") }
}

/// Parses a host name, or `*.` and a host name for all subdomains.
fn hosts(text: &str) -> Result<String, &'static str> {
    match text.trim().strip_prefix("*.") {
        Some(parent) => host(parent).map(|parent| format!("*.{parent}")),
        None => host(text),
    }
}

/// Parses a path prefix of whole segments; `/` is empty and matches every path.
fn prefix(text: &str) -> Result<String, &'static str> {
    const FORM: &str =
        "must be a path such as \"/\" or \"/openai\": plain letters, digits, \".\", \"_\", \"-\" and \"~\"";
    let rest = text.trim().strip_prefix('/').ok_or(FORM)?;
    if rest.is_empty() {
        return Ok(String::new());
    }
    let rest = rest.strip_suffix('/').unwrap_or(rest);
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-' | b'~');
    let is_segment = |part: &str| !part.is_empty() && part.bytes().all(is_plain) && part != "." && part != "..";
    if rest.split('/').all(is_segment) { Ok(format!("/{rest}")) } else { Err(FORM) }
}

/// Parses the name of a realm, of a route or of the API.
fn realm(text: &str) -> Result<String, &'static str> {
    match text.trim() {
        "/v1" => Ok("/v1".to_owned()),
        name if super::is_identifier(name) => Ok(format!("route/{name}")),
        _ => Err("must be \"/v1\" or a name that routes share: letters, digits, \".\", \"_\" and \"-\""),
    }
}

fn upstreams(object: &mut Object<'_, '_>, egress: &Result<Egress, String>) -> Option<Vec<Upstream>> {
    let by_environment = object.or_else("proxy", || true, |item| item.name(&[("environment", true), ("none", false)]));
    let read = |item: Item<'_, '_>| {
        let mut upstream = item.parse(upstream::upstream)?;
        if by_environment == Some(true) {
            upstream.proxy = egress.as_ref().ok()?.proxy_of(&upstream);
        }
        Some(upstream)
    };
    if let (Err(detail), Some(true)) = (egress, by_environment) {
        object.refuse(Fault::OutOfRange, "proxy", || detail.clone());
    }
    let upstreams = object.required("upstreams", |item| item.list(MAX_UPSTREAMS, read))?;
    if upstreams.is_empty() {
        object.refuse(Fault::OutOfRange, "upstreams", || "must name at least one");
        return None;
    }
    Some(upstreams)
}

fn profile(object: &mut Object<'_, '_>, names: &Names<'_>) -> Option<Profile> {
    let name = object.or_else("profile", || "auto".to_owned(), |item| item.parse(|name| names.profile(name)));
    let selectors = object.or_else("json", || None, |item| selectors(item, names).map(Some));
    let (name, selectors) = (name?, selectors?);
    match name.as_str() {
        "json" => Some(Profile::Json(selectors.unwrap_or_default())),
        _ if selectors.is_some() => {
            object.refuse(Fault::OutOfRange, "json", || "goes with `profile = \"json\"` only");
            None
        }
        "auto" => Some(Profile::Auto),
        _ => Some(Profile::Named(name)),
    }
}

/// `[routes.json]`
fn selectors(item: Item<'_, '_>, names: &Names<'_>) -> Option<JsonSelectors> {
    let mut object = item.object()?;
    let mut list = |name| {
        let read = |item: Item<'_, '_>| item.list(MAX_NAMES, |item| item.parse(|text| names.selector(text)));
        object.or_else(name, Vec::new, read)
    };
    let (never, free, nested, restore) = (list("never"), list("free"), list("nested"), list("restore"));
    let all = JsonSelectors { never: never?, free: free?, nested: nested?, restore: restore? };
    if let Err(detail) = names.selectors(&all) {
        let largest = [("never", &all.never), ("free", &all.free), ("nested", &all.nested), ("restore", &all.restore)];
        let (name, _) = largest.into_iter().max_by_key(|(_, list)| list.len())?;
        object.refuse(Fault::OutOfRange, name, || detail);
    }
    object.finish();
    Some(all)
}

/// Checks that a secret that a route adds is for holders of an API key only, and is not sent in clear.
fn check_credentials(
    object: &mut Object<'_, '_>,
    auth: Option<RouteAuth>,
    has_secret: bool,
    upstreams: Option<&[Upstream]>,
) {
    let exposed = object.or_else("confirm_plain_http", || false, |item| item.boolean());
    if !has_secret {
        return;
    }
    if auth.is_some_and(|auth| auth != RouteAuth::Key) {
        object.refuse(
            Fault::OutOfRange,
            "auth",
            || "must be \"key\" where `set_headers` or `aws` adds a secret: else everybody who can connect uses it",
        );
    }
    let is_exposed = upstreams.is_some_and(|upstreams| !upstreams.iter().all(Upstream::is_private));
    if is_exposed && exposed == Some(false) {
        object.refuse(
            Fault::OutOfRange,
            "set_headers",
            || "would send a secret without TLS: use an https upstream, or set `confirm_plain_http = true`",
        );
    }
}

/// Checks that a route with keyed methods has a configured secret: hashes under a random one change at each start.
fn check_secret(
    object: &Object<'_, '_>,
    around: &RouteContext<'_>,
    profile: Option<&Profile>,
    method: Option<&Option<String>>,
    methods: Option<&[(String, String)]>,
) {
    let is_keyed = |method: &str| matches!(method, "HASH" | "ENCRYPT");
    let is_log = matches!(profile, Some(Profile::Named(name)) if around.names.is_log(name));
    let seals = matches!(profile, Some(Profile::Named(name)) if around.names.masks_answers(name));
    let own = method.and_then(Option::as_deref);
    let needs_secret = seals
        || own.map_or(is_log, is_keyed)
        || methods.is_some_and(|methods| methods.iter().any(|(_, method)| is_keyed(method)));
    if needs_secret && !around.has_secret {
        object.refuse(
            Fault::OutOfRange,
            "method",
            || "HASH and ENCRYPT of a route need a secret of your own: add [[secrets]], or set MASQUERADE_SECRET",
        );
    }
}

fn detection(object: &mut Object<'_, '_>, around: &RouteContext<'_>) -> Option<(Detection, Option<Voices>)> {
    let defaults = around.detection;
    let names = around.names;
    let of = |pick: fn(&Detection) -> &Vec<String>| move || defaults.map(pick).cloned().unwrap_or_default();
    let entities = |item: Item<'_, '_>| item.list(1000, |item| item.parse(|name| names.entity(name)));
    let entities = object.or_else("entities", of(|d| &d.entities), entities);
    let threshold = object.or_else("threshold", || defaults.and_then(|d| d.threshold), threshold);
    let allow_list = object.or_else("allow_list", of(|d| &d.allow_list), |item| item.list(MAX_LISTED, non_empty));
    let denied = || defaults.map(|d| d.deny_list.clone()).unwrap_or_default();
    let deny_list = object.or_else("deny_list", denied, |item| deny_list(item, names));
    let ner = object.or_else("ner", || None, |item| agents::ner(item, defaults).map(Some));
    let own = entities.as_deref().filter(|entities| defaults.is_none_or(|d| d.entities != *entities));
    check_level(object, ner.flatten().map(|voices| voices.highest()), own);
    let level = ner?.map(|voices| voices.highest()).or_else(|| defaults.map(|d| d.ner)).unwrap_or_default();
    let use_session = || defaults.is_some_and(|d| d.use_session);
    let use_session = object.or_else("use_session", use_session, |item| item.boolean())?;
    let (entities, threshold, allow_list, deny_list) = (entities?, threshold?, allow_list?, deny_list?);
    Some((Detection { entities, threshold, allow_list, deny_list, ner: level, use_session }, ner?))
}

type RestoreSettings = (Option<bool>, bool, Vec<String>, RestoreTools, WithholdRule, Option<String>);

fn restoring(object: &mut Object<'_, '_>) -> Option<RestoreSettings> {
    let restore = object.or_else("restore", || None, |item| item.boolean().map(Some));
    let tolerant = object.or_else("tolerant", || true, |item| item.boolean());
    let hosts = object.or_else("restore_hosts", Vec::new, |item| item.list(MAX_NAMES, |item| item.parse(hosts)));
    let tools = object.or_else("restore_tools", || RestoreTools::All, restore_tools);
    let withhold = agents::withhold(object);
    let note = object.or_else("note", || None, note);
    Some((restore?, tolerant?, hosts?, tools?, withhold?, note?))
}

fn restore_tools(item: Item<'_, '_>) -> Option<RestoreTools> {
    match item.value() {
        Value::String(_) => item
            .name(&[("all", true), ("none", false)])
            .map(|all| if all { RestoreTools::All } else { RestoreTools::None }),
        _ => item.list(MAX_NAMES, non_empty).map(RestoreTools::Named),
    }
}

/// Reads the note to models: `true` is the built-in one, a string the user's.
fn note(item: Item<'_, '_>) -> Option<Option<String>> {
    match item.value() {
        Value::String(_) => non_empty(item).map(Some),
        _ => item.boolean().map(|wanted| wanted.then(|| NOTE.to_owned())),
    }
}

/// The usual life of state that a provider keeps.
const STATE_TTL: Duration = Duration::from_secs(30 * 86_400);

/// The limits of a route's requests.
struct RouteLimits {
    body_bytes: usize,
    on_unknown: OnUnknown,
    state_ttl: Duration,
    rate: Option<Rate>,
    in_flight: Option<usize>,
}

fn route_limits(object: &mut Object<'_, '_>, around: &RouteContext<'_>) -> Option<RouteLimits> {
    let limits = around.limits;
    let ceiling = limits.map_or(usize::MAX, |limits| limits.inflight_bytes);
    let default = || limits.map_or(1, |limits| limits.body_bytes);
    let body_bytes = object.or_else("body_bytes", default, |item| size(item, 1..=ceiling));
    let on_unknown = object.or_else(
        "on_unknown",
        || OnUnknown::Vet,
        |item| item.name(&[("vet", OnUnknown::Vet), ("refuse", OnUnknown::Refuse), ("pass", OnUnknown::Pass)]),
    );
    let state_ttl = object.or_else("state_ttl", || STATE_TTL, |item| duration(item, SECOND..=YEAR));
    let rate = object.or_else("rate", || None, |item| rate(item).map(Some));
    let in_flight = object.or_else("in_flight", || None, |item| item.size(1..=MAX_IN_FLIGHT).map(Some));
    let (body_bytes, on_unknown, state_ttl) = (body_bytes?, on_unknown?, state_ttl?);
    Some(RouteLimits { body_bytes, on_unknown, state_ttl, rate: rate?, in_flight: in_flight? })
}

/// The settings of connections to upstreams.
struct Connections {
    timeouts: UpstreamTimeouts,
    http: HttpVersions,
    balance: Balance,
    health: Option<HealthCheck>,
    authorities: Vec<Vec<u8>>,
}

fn connections(object: &mut Object<'_, '_>, context: &Context<'_>) -> Option<Connections> {
    let timeouts = object.or_else("timeouts", || DEFAULT_TIMEOUTS, timeouts);
    let http = object.or_else(
        "http",
        || HttpVersions::Auto,
        |item| item.name(&[("auto", HttpVersions::Auto), ("h1", HttpVersions::One), ("h2", HttpVersions::Two)]),
    );
    let balance = object.or_else(
        "balance",
        || Balance::RoundRobin,
        |item| {
            item.name(&[("round-robin", Balance::RoundRobin), ("random", Balance::Random), ("tenant", Balance::Tenant)])
        },
    );
    let health = object.or_else("health", || None, |item| health(item).map(Some));
    let chain = |item: Item<'_, '_>| item.parse(|path| tls::authorities(path, context));
    let authorities = object.or_else("ca_file", Vec::new, chain);
    Some(Connections {
        timeouts: timeouts?,
        http: http?,
        balance: balance?,
        health: health?,
        authorities: authorities?.into_iter().map(|certificate| certificate.as_ref().to_vec()).collect(),
    })
}

/// The default timeouts. A language model may take minutes to its first byte.
const DEFAULT_TIMEOUTS: UpstreamTimeouts = UpstreamTimeouts {
    connect: Duration::from_secs(5),
    first_byte: Duration::from_secs(600),
    between_bytes: Duration::from_secs(300),
    total: Duration::from_secs(3600),
    // Below the 60 s after which most servers close idle connections.
    idle: Duration::from_secs(50),
};

/// `[routes.timeouts]`
fn timeouts(item: Item<'_, '_>) -> Option<UpstreamTimeouts> {
    let mut object = item.object()?;
    let mut time =
        |name, default| object.or_else(name, || default, |item: Item<'_, '_>| duration(item, MILLISECOND..=DAY));
    let connect = time("connect", DEFAULT_TIMEOUTS.connect);
    let first_byte = time("first_byte", DEFAULT_TIMEOUTS.first_byte);
    let between_bytes = time("between_bytes", DEFAULT_TIMEOUTS.between_bytes);
    let total = time("total", DEFAULT_TIMEOUTS.total);
    let idle = time("idle", DEFAULT_TIMEOUTS.idle);
    object.finish();
    Some(UpstreamTimeouts {
        connect: connect?,
        first_byte: first_byte?,
        between_bytes: between_bytes?,
        total: total?,
        idle: idle?,
    })
}

/// `[routes.health]`
fn health(item: Item<'_, '_>) -> Option<HealthCheck> {
    let mut object = item.object()?;
    let path = object.or_else("path", || None, |item| item.parse(health_path).map(Some));
    let mut time = |name, seconds| {
        let default = || Duration::from_secs(seconds);
        object.or_else(name, default, |item: Item<'_, '_>| duration(item, 10 * MILLISECOND..=DAY))
    };
    let (interval, timeout) = (time("interval", 5), time("timeout", 2));
    let mut count = |name, default| object.or_else(name, || default, |item: Item<'_, '_>| item.size(1..=1000));
    let (fall, rise) = (count("fall", 3), count("rise", 2));
    object.finish();
    Some(HealthCheck { path: path?, interval: interval?, timeout: timeout?, fall: fall?, rise: rise? })
}

fn health_path(text: &str) -> Result<String, &'static str> {
    let path = text.trim();
    let is_path = path.starts_with('/') && path.parse::<http::uri::PathAndQuery>().is_ok();
    if is_path { Ok(path.to_owned()) } else { Err("must be a path such as \"/health\"") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_are_whole_plain_segments() {
        assert_eq!(prefix("/").as_deref(), Ok(""));
        assert_eq!(prefix("/openai").as_deref(), Ok("/openai"));
        assert_eq!(prefix("/a/b/").as_deref(), Ok("/a/b"));
        for bad in ["", "a", "//", "/a//b", "/a/../b", "/.", "/a b", "/a%20", "/ü", "/a?b"] {
            assert!(prefix(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn hosts_are_names_without_ports() {
        assert_eq!(host(" LLM.example.com ").as_deref(), Ok("llm.example.com"));
        for bad in ["", "h:80", "http://h", "h/", "[::1]"] {
            assert!(host(bad).is_err(), "{bad}");
        }
    }
}
