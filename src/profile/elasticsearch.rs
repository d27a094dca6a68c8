//! Elasticsearch and OpenSearch: documents, bulk requests and searches.
//!
//! <https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-bulk>. Times, levels and
//! identifiers are those of the Elastic Common Schema, whose names may be nested or written with dots.

use super::{
    api::{Action, Api, BodyFormat, Endpoint, Exchange, FieldScope, RecordRules, Rule, rule},
    json::DOCUMENT,
};
use crate::problem::ErrorShape;

/// Endpoints that shippers use.
pub(super) const API: Api = Api {
    name: "elasticsearch",
    bases: &[""],
    auto: true,
    any_base: false,
    masks_answers: false,
    has_indices: true,
    errors: ErrorShape::Problem,
    endpoints: &[
        endpoint("POST", "/_bulk", &BULK),
        endpoint("PUT", "/_bulk", &BULK),
        endpoint("POST", "/{index}/_bulk", &BULK),
        endpoint("PUT", "/{index}/_bulk", &BULK),
        endpoint("POST", "/{index}/_doc", &INDEX),
        endpoint("POST", "/{index}/_doc/{doc}", &INDEX),
        endpoint("PUT", "/{index}/_doc/{doc}", &INDEX),
        endpoint("POST", "/{index}/_create/{doc}", &INDEX),
        endpoint("PUT", "/{index}/_create/{doc}", &INDEX),
        endpoint("POST", "/{index}/_update/{doc}", &UPDATE),
        endpoint("GET", "/{index}/_doc/{doc}", &SEARCH),
        endpoint("HEAD", "/{index}/_doc/{doc}", &SEARCH),
        endpoint("DELETE", "/{index}/_doc/{doc}", &SEARCH),
        endpoint("GET", "/{index}/_source/{doc}", &SEARCH),
        endpoint("GET", "/_search", &SEARCH),
        endpoint("POST", "/_search", &SEARCH),
        endpoint("GET", "/{index}/_search", &SEARCH),
        endpoint("POST", "/{index}/_search", &SEARCH),
        endpoint("GET", "/_msearch", &SEARCH),
        endpoint("POST", "/_msearch", &SEARCH),
        endpoint("GET", "/{index}/_msearch", &SEARCH),
        endpoint("POST", "/{index}/_msearch", &SEARCH),
        endpoint("POST", "/_search/scroll", &SEARCH),
        endpoint("DELETE", "/_search/scroll", &SEARCH),
        endpoint("POST", "/_mget", &SEARCH),
        endpoint("POST", "/{index}/_mget", &SEARCH),
        endpoint("GET", "/_count", &SEARCH),
        endpoint("POST", "/_count", &SEARCH),
        endpoint("POST", "/{index}/_delete_by_query", &SEARCH),
        endpoint("POST", "/{index}/_update_by_query", &SEARCH),
        endpoint("POST", "/{index}/_async_search", &SEARCH),
        endpoint("POST", "/{index}/_pit", &SEARCH),
        endpoint("POST", "/{index}/_search/point_in_time", &SEARCH),
        endpoint("DELETE", "/_pit", &SEARCH),
        endpoint("POST", "/_sql", &SEARCH),
        endpoint("POST", "/_sql/translate", &SEARCH),
        endpoint("POST", "/_query", &SEARCH),
        endpoint("POST", "/_query/async", &SEARCH),
        endpoint("POST", "/{index}/_eql/search", &SEARCH),
        endpoint("POST", "/_plugins/_sql", &SEARCH),
        endpoint("POST", "/_plugins/_ppl", &SEARCH),
        endpoint("GET", "/{index}/_count", &SEARCH),
        endpoint("POST", "/{index}/_count", &SEARCH),
        // Requests of shippers before they send.
        endpoint("GET", "/", &ADMIN),
        endpoint("HEAD", "/", &ADMIN),
        endpoint("GET", "/_cluster/health", &ADMIN),
        endpoint("GET", "/_license", &ADMIN),
        endpoint("GET", "/_xpack", &ADMIN),
        endpoint("GET", "/_nodes/{what}", &ADMIN),
        endpoint("HEAD", "/{index}", &ADMIN),
        endpoint("GET", "/{index}", &ADMIN),
        endpoint("PUT", "/{index}", &ADMIN),
        endpoint("GET", "/{index}/_mapping", &ADMIN),
        endpoint("PUT", "/{index}/_mapping", &ADMIN),
        endpoint("POST", "/{index}/_refresh", &ADMIN),
        endpoint("GET", "/_refresh", &ADMIN),
        endpoint("HEAD", "/_index_template/{template}", &ADMIN),
        endpoint("GET", "/_index_template/{template}", &ADMIN),
        endpoint("PUT", "/_index_template/{template}", &ADMIN),
        endpoint("HEAD", "/_component_template/{template}", &ADMIN),
        endpoint("GET", "/_component_template/{template}", &ADMIN),
        endpoint("PUT", "/_component_template/{template}", &ADMIN),
        endpoint("HEAD", "/_template/{template}", &ADMIN),
        endpoint("GET", "/_template/{template}", &ADMIN),
        endpoint("PUT", "/_template/{template}", &ADMIN),
        endpoint("GET", "/_data_stream/{stream}", &ADMIN),
        endpoint("PUT", "/_data_stream/{stream}", &ADMIN),
        endpoint("GET", "/_ingest/pipeline/{pipeline}", &ADMIN),
        endpoint("PUT", "/_ingest/pipeline/{pipeline}", &ADMIN),
        endpoint("PUT", "/{index}/_settings", &ADMIN),
        endpoint("HEAD", "/_alias/{alias}", &ADMIN),
        endpoint("GET", "/_alias/{alias}", &ADMIN),
        endpoint("GET", "/_ilm/policy/{policy}", &ADMIN),
        endpoint("PUT", "/_ilm/policy/{policy}", &ADMIN),
    ],
};

const fn endpoint(method: &'static str, path: &'static str, exchange: &'static Exchange) -> Endpoint {
    Endpoint { method, path, exchange }
}

/// Lines of operations and their sources.
const BULK: Exchange = Exchange {
    name: "elasticsearch-bulk",
    format: BodyFormat::Bulk { with_source: &["index", "create", "update"], without_source: &["delete"] },
    request: &[
        // Chosen by the user: equal ones have equal pseudonyms, so that later operations meet the same document.
        rule("action.*.{_id,routing,_routing,parent,_parent}", Action::Payload),
        rule("action.**", Action::Skip),
        rule("{index,create}.{@timestamp,timestamp}", Action::Time),
        rule("update.{doc,upsert}.{@timestamp,timestamp}", Action::Time),
        rule("{index,create}.event.{created,ingested,start,end}", Action::Time),
        rule("{index,create}.{log\\.level,trace\\.id,span\\.id,transaction\\.id,trace_id,span_id}", Action::Id),
        rule("{index,create}.{trace,span,transaction}.id", Action::Id),
        rule("{index,create}.{log,ecs}.{level,version}", Action::Id),
        rule("{index,create}.**", Action::Payload),
        rule("update.{doc,upsert}.**", Action::Payload),
        rule("update.script.params.**", Action::Payload),
        rule("update.script.{lang,id}", Action::Id),
    ],
    response: ANSWER,
    ..DOCUMENT
};

/// Indexing of one document.
const INDEX: Exchange = Exchange {
    name: "elasticsearch-index",
    request: &[
        rule("{@timestamp,timestamp}", Action::Time),
        rule("event.{created,ingested,start,end}", Action::Time),
        rule("{log\\.level,trace\\.id,span\\.id,transaction\\.id,trace_id,span_id}", Action::Id),
        rule("{trace,span,transaction}.id", Action::Id),
        rule("{log,ecs}.{level,version}", Action::Id),
        rule("**", Action::Payload),
    ],
    response: ANSWER,
    ..DOCUMENT
};

/// A change to one document.
const UPDATE: Exchange = Exchange {
    name: "elasticsearch-update",
    request: &[
        rule("{doc,upsert}.{@timestamp,timestamp}", Action::Time),
        rule("{doc,upsert}.**", Action::Payload),
        rule("script.params.**", Action::Payload),
        rule("script.{lang,id}", Action::Id),
    ],
    response: ANSWER,
    ..DOCUMENT
};

/// A query, or lines of headers and queries: values are text, and member names are fields.
const SEARCH: Exchange = Exchange {
    name: "elasticsearch-search",
    format: BodyFormat::Records { protobuf: None },
    records: Some(&RecordRules {
        fields: FieldScope::Searches,
        // Members that are called as fields are, with values that are none of theirs.
        syntax: &[rule("sort.**", Action::Id), rule("**.{top_hits,inner_hits}.sort.**", Action::Id)],
        ..RecordRules::USUAL
    }),
    request: &[
        rule("**.range.*.{gt,gte,lt,lte,from,to}", Action::Time),
        rule("{_source,fields,docvalue_fields,stored_fields,sort,search_after}.**", Action::Id),
        rule("{index,search_type,preference,routing,scroll,scroll_id,keep_alive,id}", Action::Id),
        rule("index[*]", Action::Id),
        rule("pit.{id,keep_alive}", Action::Id),
        rule("docs[*]._index", Action::Id),
        rule("**.{fields,field,default_operator,operator,type,format,time_zone,lang}", Action::Id),
    ],
    response: ANSWER,
    ..DOCUMENT
};

/// Templates, policies, names of indices: no text of a user.
const ADMIN: Exchange = Exchange {
    name: "elasticsearch-admin",
    records: Some(&RecordRules { fields: FieldScope::Nowhere, ..RecordRules::USUAL }),
    response: ANSWER,
    ..DOCUMENT
};

const ANSWER: &[Rule] = &[
    rule("hits.hits[*]._source.**", Action::Payload),
    rule("hits.hits[*].{fields,highlight}.**", Action::Payload),
    rule("_source.**", Action::Payload),
    rule("responses[*].hits.hits[*].{_source,fields,highlight}.**", Action::Payload),
    rule("docs[*]._source.**", Action::Payload),
    rule("**.{_id,_index,_scroll_id}", Action::Id),
];
