//! Reading of the sections. All their keys have defaults in `conf/masquerade.toml`.

use std::{net::SocketAddr, time::Duration};

use super::{
    Acknowledgement, Anonymization, Audit, AuditFailure, Context, Detection, Limits, Log, LogFormat, ModelFile,
    ModelSource, Server, Sessions, StoreKind, StoreSettings, StoreUrl, TablePlace, Topology, ValkeySettings,
    environment::{API_KEY, GUESSABLE_KEY},
    external_model,
    layers::DEFAULTS_NAME,
    tables::{identifier, non_empty},
    tls,
    units::{duration, size},
    vocabulary::Names,
};
use crate::input::{Fault, Item, Object, Place, Value};
use masquerade_detect::{Level, entity::Label};

/// The most texts of an allow or deny list, which is compiled into one automaton.
pub(super) const MAX_LISTED: usize = 100_000;
const MAX_THREADS: usize = 1024;
pub(super) const SECOND: Duration = Duration::from_secs(1);
const DAY: Duration = Duration::from_secs(86_400);
/// The longest lifetime, which can still be added to a clock.
pub(super) const YEAR: Duration = Duration::from_secs(365 * 86_400);
const GIB: usize = 1 << 30;

/// `[server]`; `is_keyed`: whether a key is configured.
pub(super) fn server(item: Item<'_, '_>, is_keyed: bool, context: &Context<'_>) -> Option<Server> {
    let mut object = item.object()?;
    let listen = object.required("listen", |item| item.list(64, address));
    let admin_listen = object.required("admin_listen", address);
    let threads = object.required("threads", |item| item.size(0..=MAX_THREADS));
    let shutdown_grace = object.required("shutdown_grace", |item| duration(item, Duration::ZERO..=DAY));
    let drain_delay = object.required("drain_delay", |item| duration(item, Duration::ZERO..=DAY));
    let playground = object.required("playground", |item| item.boolean());
    let tls = object.or_else("tls", || None, |item| tls::tls(item, context).map(Some));
    let cors_origins = object.required("cors_origins", |item| item.list(1000, |item| item.parse(origin)));
    let table_cache = object.required("table_cache", |item| table_place(item, context));
    if let Some(listen) = &listen {
        check_listen(&object, listen, admin_listen, is_keyed);
        check_key(&object, listen, context);
    }
    object.finish();
    Some(Server {
        listen: listen?,
        admin_listen: admin_listen?,
        threads: threads?,
        shutdown_grace: shutdown_grace?,
        drain_delay: drain_delay?,
        playground: playground?,
        tls: tls?,
        cors_origins: cors_origins?,
        table_cache: table_cache?,
    })
}

/// The place of this name: `auto`, `off` or a folder.
fn table_place(item: Item<'_, '_>, context: &Context<'_>) -> Option<TablePlace> {
    item.parse(|name| match name.trim() {
        "" => Err("must be \"auto\", \"off\" or a folder"),
        "auto" => Ok(TablePlace::Auto),
        "off" => Ok(TablePlace::Off),
        folder => Ok(TablePlace::Folder(context.resolve(folder))),
    })
}

fn address(item: Item<'_, '_>) -> Option<SocketAddr> {
    let words = "must be an IP address and a port, such as 127.0.0.1:8080 or [::1]:8080";
    item.parse(|text| {
        text.trim().parse().map_err(|_| match text.contains('"') {
            true => format!("{words}, in a variable without quotes, and without brackets around a list"),
            false => words.to_owned(),
        })
    })
}

/// Parses an origin (RFC 6454), as browsers write it; `*` is any.
fn origin(text: &str) -> Result<String, &'static str> {
    let text = text.trim().to_ascii_lowercase();
    let is_host = |host: &str| {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._:[]".contains(&byte);
        !host.is_empty() && host.bytes().all(is_plain)
    };
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    if text == "*" || host.is_some_and(is_host) {
        Ok(text)
    } else {
        Err("must be an origin such as https://app.example.com, without a path, or \"*\" for any")
    }
}

fn check_listen(object: &Object<'_, '_>, listen: &[SocketAddr], admin: Option<SocketAddr>, is_keyed: bool) {
    if listen.is_empty() {
        object.refuse(Fault::OutOfRange, "listen", || "must name at least one address");
    }
    // Port 0 is a different port each time.
    let mut taken: Vec<_> = listen.iter().filter(|address| address.port() != 0).collect();
    taken.sort_unstable();
    if taken.windows(2).any(|pair| pair.first() == pair.last()) {
        object.refuse(Fault::OutOfRange, "listen", || "names an address twice");
    }
    if admin.is_some_and(|admin| taken.contains(&&admin)) {
        object.refuse(Fault::OutOfRange, "admin_listen", || "must differ from the addresses of `listen`");
    }
    if !is_keyed && listen.iter().any(|address| !address.ip().to_canonical().is_loopback()) {
        object.refuse(Fault::OutOfRange, "listen", || {
            "listening beyond loopback needs a configured key: add the [[keys]] block that `masquerade keygen` \
             prints, or set MASQUERADE_API_KEY"
        });
    }
}

/// Refuses a key of the environment that can be guessed, where others than this machine can try.
fn check_key(object: &Object<'_, '_>, listen: &[SocketAddr], context: &Context<'_>) {
    let is_short = context.sources.variable(API_KEY).is_some_and(|key| key.len() < GUESSABLE_KEY);
    if is_short && listen.iter().any(|address| !address.ip().to_canonical().is_loopback()) {
        object.refuse(Fault::OutOfRange, "listen", || {
            format!("listening beyond loopback needs a key that cannot be guessed: {API_KEY} has fewer than {GUESSABLE_KEY} characters")
        });
    }
}

/// `[limits]`
pub(super) fn limits(item: Item<'_, '_>) -> Option<Limits> {
    let mut object = item.object()?;
    let bytes = |item: Item<'_, '_>| size(item, 1..=64 * GIB);
    let time = |item: Item<'_, '_>| duration(item, SECOND..=DAY);
    let body_bytes = object.required("body_bytes", bytes);
    let text_bytes = object.required("text_bytes", bytes);
    let texts = object.required("texts", |item| item.size(1..=10_000_000));
    let list_bytes = object.required("list_bytes", bytes);
    let answer_entities = object.required("answer_entities", |item| item.size(1..=10_000_000));
    let answer_bytes = object.required("answer_bytes", bytes);
    let reader_rate = object.required("reader_rate", |item| size(item, 1..=GIB));
    let reader_window = object.required("reader_window", time);
    let target_bytes = object.required("target_bytes", |item| size(item, 64..=GIB));
    let header_bytes = object.required("header_bytes", |item| size(item, 1024..=GIB));
    let header_timeout = object.required("header_timeout", time);
    let body_timeout = object.required("body_timeout", time);
    let keepalive_timeout = object.required("keepalive_timeout", time);
    let connections = object.required("connections", |item| item.size(1..=10_000_000));
    let connections_per_address = object.required("connections_per_address", |item| item.size(0..=10_000_000));
    let inflight_bytes = object.required("inflight_bytes", bytes);
    let cpu_threads = object.required("cpu_threads", |item| item.size(0..=MAX_THREADS));
    let cpu_queue = object.required("cpu_queue", |item| item.size(1..=10_000_000));
    let steps_per_byte = object.required("steps_per_byte", |item| item.size(1..=1_000_000));
    let body_bytes = below(&object, ("body_bytes", body_bytes), ("inflight_bytes", inflight_bytes));
    let text_bytes = below(&object, ("text_bytes", text_bytes), ("body_bytes", body_bytes));
    let list_bytes = below(&object, ("list_bytes", list_bytes), ("body_bytes", body_bytes));
    let answer_bytes = below(&object, ("answer_bytes", answer_bytes), ("inflight_bytes", inflight_bytes));
    let connections_per_address =
        below(&object, ("connections_per_address", connections_per_address), ("connections", connections));
    object.finish();
    Some(Limits {
        body_bytes: body_bytes?,
        text_bytes: text_bytes?,
        texts: texts?,
        list_bytes: list_bytes?,
        answer_entities: answer_entities?,
        answer_bytes: answer_bytes?,
        reader_rate: reader_rate?,
        reader_window: reader_window?,
        target_bytes: target_bytes?,
        header_bytes: header_bytes?,
        header_timeout: header_timeout?,
        body_timeout: body_timeout?,
        keepalive_timeout: keepalive_timeout?,
        connections: connections?,
        connections_per_address: connections_per_address?,
        inflight_bytes: inflight_bytes?,
        cpu_threads: cpu_threads?,
        cpu_queue: cpu_queue?,
        steps_per_byte: steps_per_byte? as u64,
    })
}

/// A value that must not exceed the ceiling. A default value is lowered to it, so that a lower ceiling needs no further
/// settings.
pub(super) fn below<T: PartialOrd + Copy>(
    object: &Object<'_, '_>,
    (name, value): (&str, Option<T>),
    (above, ceiling): (&str, Option<T>),
) -> Option<T> {
    let (Some(value), Some(ceiling)) = (value, ceiling) else { return value };
    if value <= ceiling {
        return Some(value);
    }
    let is_default = object
        .place_of(name)
        .is_some_and(|place| matches!(&**place, Place::File { name, .. } if **name == *DEFAULTS_NAME));
    if !is_default {
        object.refuse(Fault::OutOfRange, name, || format!("must not exceed `{above}`"));
    }
    Some(ceiling)
}

/// `[detection]`
pub(super) fn detection(
    item: Item<'_, '_>,
    names: &Names<'_>,
    context: &Context<'_>,
) -> Option<(Detection, NamedModel)> {
    let mut object = item.object()?;
    let entities = object.required("entities", |item| item.list(1000, |item| item.parse(|name| names.entity(name))));
    let threshold = object.required("threshold", threshold);
    let allow_list = object.required("allow_list", |item| item.list(MAX_LISTED, non_empty));
    let deny_list = object.required("deny_list", |item| deny_list(item, names));
    let ner = object.required("ner", level);
    let use_session = object.required("use_session", |item| item.boolean());
    let model = object.required("model", |item| model(item, context));
    check_level(&object, ner, entities.as_deref());
    object.finish();
    let (entities, threshold, allow_list, deny_list) = (entities?, threshold?, allow_list?, deny_list?);
    Some((Detection { entities, threshold, allow_list, deny_list, ner: ner?, use_session: use_session? }, model?))
}

/// Reads the level of the language model.
pub(super) fn level(item: Item<'_, '_>) -> Option<Level> {
    item.name(&Level::ALL.map(|level| (level.name(), level)))
}

/// The model that `detection.model` names.
pub(super) enum NamedModel {
    /// The built-in model alone.
    BuiltIn,
    /// A file of the trainer, instead of it.
    File(ModelFile),
    /// A model of the user's own, beside it; with the place where it is named.
    External(ModelSource, String),
}

/// The model of this name: a file, a folder or an address; the empty string stands for the built-in one.
fn model(item: Item<'_, '_>, context: &Context<'_>) -> Option<NamedModel> {
    let place = item.place().map_or_else(String::new, |place| place.to_string());
    let named = |name: &str| -> Result<NamedModel, String> {
        if name.is_empty() {
            return Ok(NamedModel::BuiltIn);
        }
        if let Some(service) = external_model::service(name.trim()) {
            let service = service?;
            if !service.is_private() {
                context.warn("detection.model", "all texts that are read are sent there unencrypted: take https");
            }
            return Ok(NamedModel::External(ModelSource::Service(service), place));
        }
        let path = context.resolve(name);
        if path.is_dir() {
            return Ok(NamedModel::External(ModelSource::Folder(path), place));
        }
        context.vocabulary.map_or(Ok(()), |vocabulary| (vocabulary.model)(&path))?;
        Ok(NamedModel::File(ModelFile { path, place }))
    };
    item.parse(named)
}

/// Refuses labels that only the language model finds, if its level is off.
pub(super) fn check_level(object: &Object<'_, '_>, ner: Option<Level>, entities: Option<&[String]>) {
    let is_model = |name: &&String| Label::MODEL.iter().any(|label| label.name() == name.as_str());
    if let (Some(Level::Off), Some(name)) = (ner, entities.unwrap_or_default().iter().find(is_model)) {
        object.refuse(Fault::OutOfRange, "ner", || {
            format!("`entities` asks for {name}, which takes the language model: \"fast\" or \"full\"")
        });
    }
}

/// Reads texts that are always entities, with their labels.
pub(super) fn deny_list(item: Item<'_, '_>, names: &Names<'_>) -> Option<Vec<(String, Label)>> {
    item.list(MAX_LISTED, |item| {
        let mut object = item.object()?;
        let text = object.required("text", non_empty);
        let label = object.required("label", |item| item.parse(|name| names.label(name)));
        object.finish();
        Some((text?, label?))
    })
}

/// Reads methods by label or group.
pub(super) fn methods(item: Item<'_, '_>, names: &Names<'_>) -> Option<Vec<(String, String)>> {
    item.entries(|entity, item| match names.entity(entity) {
        Ok(entity) => Some((entity, item.parse(|name| names.method(name))?)),
        Err(detail) => item.refuse(Fault::OutOfRange, || detail),
    })
}

/// Reads a threshold; `per-label` is `None`: each label's own.
#[allow(clippy::cast_possible_truncation)]
pub(super) fn threshold(item: Item<'_, '_>) -> Option<Option<f32>> {
    match item.value() {
        Value::String(word) if word.trim().eq_ignore_ascii_case("per-label") => Some(None),
        _ => item.number(0.0..=1.0).map(|value| Some(value as f32)),
    }
}

/// `[anonymization]`
pub(super) fn anonymization(item: Item<'_, '_>, names: &Names<'_>) -> Option<Anonymization> {
    let mut object = item.object()?;
    let method = object.required("method", |item| item.parse(|name| names.method(name)));
    let methods = object.required("methods", |item| methods(item, names));
    check_methods(&object, methods.as_deref());
    object.finish();
    Some(Anonymization { method: method?, methods: methods? })
}

/// Refuses a label that is named twice.
pub(super) fn check_methods(object: &Object<'_, '_>, methods: Option<&[(String, String)]>) {
    let mut entities: Vec<_> = methods.unwrap_or_default().iter().map(|(entity, _)| entity).collect();
    entities.sort_unstable();
    if entities.windows(2).any(|pair| pair.first() == pair.last()) {
        object.refuse(Fault::OutOfRange, "methods", || "names a label twice, in different case");
    }
}

/// `[sessions]`
pub(super) fn sessions(item: Item<'_, '_>) -> Option<Sessions> {
    let mut object = item.object()?;
    let time = |item: Item<'_, '_>| duration(item, SECOND..=YEAR);
    let count = |item: Item<'_, '_>| item.size(1..=10_000_000_000);
    let bytes = |item: Item<'_, '_>| size(item, 1024..=1024 * GIB);
    let ttl = object.required("ttl", time);
    let max_age = object.required("max_age", time);
    let counters_ttl = object.required("counters_ttl", time);
    let tenant_entries = object.required("tenant_entries", count);
    let tenant_bytes = object.required("tenant_bytes", bytes);
    let entries = object.required("entries", count);
    let total = object.required("bytes", bytes);
    let ttl = below(&object, ("ttl", ttl), ("max_age", max_age));
    let tenant_entries = below(&object, ("tenant_entries", tenant_entries), ("entries", entries));
    let tenant_bytes = below(&object, ("tenant_bytes", tenant_bytes), ("bytes", total));
    object.finish();
    Some(Sessions {
        ttl: ttl?,
        max_age: max_age?,
        counters_ttl: counters_ttl?,
        tenant_entries: tenant_entries?,
        tenant_bytes: tenant_bytes?,
        entries: entries?,
        bytes: total?,
    })
}

/// `[store]`; `has_secret`: whether a secret is configured.
pub(super) fn store(item: Item<'_, '_>, has_secret: bool, context: &Context<'_>) -> Option<StoreSettings> {
    let mut object = item.object()?;
    let kind = object.required("kind", |item| item.name(&StoreKind::ALL));
    let path = object.required("path", non_empty);
    let url = object.required("url", non_empty);
    let topology = object.required("topology", |item| item.name(&Topology::ALL));
    let service = object.required("service", non_empty);
    let prefix = object.required("prefix", identifier);
    let acknowledgement = object.required("ack", |item| item.parse(acknowledgement));
    if kind.is_some_and(|kind| kind != StoreKind::Memory) && !has_secret {
        object.refuse(Fault::OutOfRange, "kind", || {
            "what outlives the process is sealed under the instance's secret: add [[secrets]], or set MASQUERADE_SECRET"
        });
    }
    object.finish();
    let (url, topology, service) = (StoreUrl::new(url?), topology?, service?);
    let valkey = ValkeySettings { url, topology, service, prefix: prefix?, acknowledgement: acknowledgement? };
    Some(StoreSettings { kind: kind?, path: context.resolve(&path?), valkey })
}

fn acknowledgement(text: &str) -> Result<Acknowledgement, &'static str> {
    let replicas = text.strip_prefix("replicas:").and_then(|count| count.parse().ok()).filter(|count| *count > 0);
    match replicas {
        Some(replicas) => Ok(Acknowledgement::Replicas(replicas)),
        None if text == "memory" => Ok(Acknowledgement::Memory),
        None => Err("must be \"memory\", or \"replicas:\" and how many, such as \"replicas:1\""),
    }
}

/// `[log]`
pub(super) fn log(item: Item<'_, '_>) -> Option<Log> {
    const FORMATS: [(&str, LogFormat); 3] =
        [("auto", LogFormat::Auto), ("human", LogFormat::Human), ("json", LogFormat::Json)];
    const LEVELS: [&str; 5] = ["error", "warn", "info", "debug", "trace"];
    let mut object = item.object()?;
    let format = object.required("format", |item| item.name(&FORMATS));
    let level = object.required("level", |item| item.name(&LEVELS.map(|level| (level, level))));
    let access = object.required("access", |item| item.number(0.0..=1.0));
    object.finish();
    Some(Log { format: format?, level: level?.to_owned(), access: access? })
}

/// `[audit]`
pub(super) fn audit(item: Item<'_, '_>, context: &Context<'_>) -> Option<Audit> {
    const FAILURES: [(&str, AuditFailure); 2] =
        [("refuse", AuditFailure::Refuse), ("continue", AuditFailure::Continue)];
    let mut object = item.object()?;
    let file = object.required("file", |item| item.string());
    let on_failure = object.required("on_failure", |item| item.name(&FAILURES));
    let rotate_bytes = object.required("rotate_bytes", |item| size(item, 1024..=64 * GIB));
    object.finish();
    let file = Some(file?).filter(|file| !file.is_empty()).map(|file| context.resolve(&file));
    Some(Audit { file, on_failure: on_failure?, rotate_bytes: rotate_bytes? })
}
