//! Sentry: envelopes of events, transactions, sessions, logs and attachments.
//!
//! <https://develop.sentry.dev/sdk/foundations/transport/envelopes/>. Names of functions and modules, versions and
//! identifiers are the program's own; messages, local variables, tags, users, requests and breadcrumbs are not.

use super::{
    api::{Action, Api, BodyFormat, Endpoint, Exchange, Rule, rule},
    json::{DOCUMENT, LOG_BACKEND, RECORDS},
};

/// The ingestion of a project.
pub(super) const API: Api = Api {
    name: "sentry",
    endpoints: &[
        Endpoint { method: "POST", path: "/api/{project}/envelope/", exchange: &ENVELOPE },
        Endpoint { method: "POST", path: "/api/{project}/store/", exchange: &STORE },
        Endpoint { method: "POST", path: "/api/{project}/security/", exchange: &STORE },
    ],
    ..LOG_BACKEND
};

const ENVELOPE: Exchange = Exchange {
    name: "sentry-envelope",
    format: BodyFormat::Envelope,
    request: &[
        rule("header.sent_at", Action::Time),
        // The address of the project, with its public key.
        rule("header.{event_id,dsn}", Action::Skip),
        rule("header.sdk.**", Action::Skip),
        rule("header.trace.{trace_id,public_key,release,environment,org_id}", Action::Id),
        rule("item.{type,length,content_type,attachment_type,item_count,platform}", Action::Skip),
        rule("payload.contexts.trace.data.**", Action::Payload),
        rule("payload.contexts.trace.{trace_id,span_id,parent_span_id,op,status,origin,type}", Action::Id),
        rule("payload.{modules,sdk}.**", Action::Id),
        rule("payload.{extra,tags,user,request,contexts,attrs}.**", Action::Payload),
        rule("payload.breadcrumbs.values[*].data.**", Action::Payload),
        rule("payload.spans[*].{data,tags}.**", Action::Payload),
        rule("payload.items[*].attributes.**", Action::Payload),
        rule("**.vars.**", Action::Payload),
        // Whose session it is: a number, a name or an address.
        rule("payload.did", Action::Whole),
    ],
    protocol: EVENT,
    ..DOCUMENT
};

const EVENT: &[Rule] = &[
    rule("**.{timestamp,start_timestamp,started,sent_at}", Action::Time),
    rule("**.{event_id,trace_id,span_id,parent_span_id,segment_id,profile_id,sid}", Action::Id),
    rule("**.{level,platform,type,category,op,status,origin,release,dist,environment,logger}", Action::Id),
    rule("**.{function,raw_function,module,package,debug_id,code_id,arch,handled}", Action::Id),
    rule("**.{image_addr,instruction_addr,symbol_addr,image_size,thread_id}", Action::Id),
];

/// Single events of older clients, and reports of browsers.
const STORE: Exchange = Exchange { name: "sentry-store", ..RECORDS };
