//! Tests of every registered profile, and of the actions at paths that matter.

use super::{api::Condition, *};

/// The action at `path` (members joined by dots, `#` for an element) when discriminators have these
/// values.
fn action(table: &PathTable, path: &str, decided: &[(&str, &'static str)]) -> Action {
    let mut state = table.root();
    for step in path.split('.') {
        state = if step == "#" { table.element(state) } else { table.member(state, step.as_bytes()).0 };
    }
    table.action(state, |member| {
        decided.iter().find(|(name, _)| table.discriminator_named(name) == Some(member)).map(|&(_, value)| value)
    })
}

fn profile(method: &str, path: &str) -> &'static Profile {
    Profiles::all().find(None, method, path).unwrap_or_else(|| panic!("{method} {path}")).profile
}

#[test]
fn every_registered_exchange_compiles() {
    let mut names = std::collections::HashMap::new();
    for endpoint in registry().iter().flat_map(|api| api.endpoints) {
        let name = endpoint.exchange.name;
        assert!(endpoint.path.starts_with('/'), "{}", endpoint.path);
        let known = names.entry(name).or_insert_with(|| format!("{:?}", endpoint.exchange));
        assert_eq!(*known, format!("{:?}", endpoint.exchange), "two exchanges share a name");
    }
    let mut count = 0;
    for profile in Profiles::all().iter() {
        for table in [Some(&profile.request), Some(&profile.response), profile.event.as_ref()].into_iter().flatten() {
            assert!(table.states() < 400, "{}: {} states", profile.exchange.name, table.states());
        }
        count += 1;
    }
    assert_eq!(count, names.len());
    assert!(Profile::new(&DOCUMENT).is_ok() && Profile::new(&RECORDS).is_ok());
}

#[test]
fn paths_tell_the_exchange() {
    for (method, path, expected) in [
        ("POST", "/v1/chat/completions", "openai-chat"),
        ("POST", "/chat/completions", "openai-chat"),
        ("POST", "/openai/v1/chat/completions", "openai-chat"),
        ("POST", "/openai/deployments/my.model-4/chat/completions", "openai-chat"),
        ("POST", "/v1/responses", "openai-responses"),
        ("POST", "/v1/responses/resp_1/cancel", "openai-responses"),
        ("GET", "/v1/responses/resp_1/input_items", "openai-responses"),
        ("POST", "/v1/completions", "openai-completions"),
        ("POST", "/v1/embeddings", "openai-embeddings"),
        ("POST", "/v1/moderations", "openai-moderations"),
        ("GET", "/v1/models", "plain"),
        ("GET", "/v1/models/gpt-4o", "plain"),
        ("POST", "/v1/messages", "anthropic-messages"),
        ("POST", "/v1/messages/count_tokens", "anthropic-messages"),
        ("POST", "/v1/messages/batches", "anthropic-batches"),
        ("GET", "/v1/messages/batches/b_1/results", "anthropic-batch-results"),
        ("POST", "/v1beta/models/gemini-2.5-flash:generateContent", "gemini-generate"),
        ("POST", "/v1beta/models/gemini-2.5-flash:streamGenerateContent", "gemini-stream"),
        ("POST", "/v1/projects/p/locations/l/publishers/google/models/m:countTokens", "gemini-generate"),
        ("POST", "/v1beta1/projects/p/locations/l/endpoints/7:streamGenerateContent", "gemini-stream"),
        ("POST", "/v1beta/models/e:batchEmbedContents", "gemini-embed"),
        ("POST", "/v1beta/cachedContents", "gemini-cached"),
        ("POST", "/v1beta/interactions", "gemini-interactions"),
        ("GET", "/v1beta/interactions/v1_a", "gemini-interactions"),
        ("POST", "/v1/conversations/conv_1/restart", "openai-conversations"),
        ("POST", "/v1/chat/classifications", "openai-moderations"),
        ("POST", "/v1/audio/speech", "openai-forms"),
        ("POST", "/v1/projects/p/locations/l/publishers/anthropic/models/c@1:streamRawPredict", "anthropic-messages"),
        ("POST", "/v1/projects/p/locations/l/publishers/mistralai/models/m:rawPredict", "openai-chat"),
        ("POST", "/model/us.anthropic.claude-v1%3A0/converse-stream", "bedrock-converse"),
        ("POST", "/model/m/invoke-with-response-stream", "bedrock-invoke"),
        ("POST", "/v2/chat", "cohere-chat"),
        ("POST", "/v2/rerank", "cohere-embed"),
        ("POST", "/api/chat", "ollama-chat"),
        ("POST", "/api/generate", "ollama-generate"),
        ("POST", "/v1/ocr", "mistral-ocr"),
        ("POST", "/_bulk", "elasticsearch-bulk"),
        ("PUT", "/logs-app.2026/_bulk", "elasticsearch-bulk"),
        ("PUT", "/logs/_doc/17", "elasticsearch-index"),
        ("POST", "/logs/_update/17", "elasticsearch-update"),
        ("GET", "/logs/_search", "elasticsearch-search"),
        ("GET", "/logs/_mapping", "elasticsearch-admin"),
        ("POST", "/logs,other/_msearch", "elasticsearch-search"),
        ("POST", "/loki/api/v1/push", "loki-push"),
        ("GET", "/loki/api/v1/query_range", "log-queries"),
        ("POST", "/services/collector", "splunk-event"),
        ("POST", "/services/collector/event/1.0", "splunk-event"),
        ("POST", "/services/collector/raw", "splunk-raw"),
        ("POST", "/api/v2/logs", "datadog-logs"),
        ("POST", "/v1/input/0123456789abcdef", "datadog-logs"),
        ("POST", "/v1/logs", "otlp-logs"),
        ("POST", "/otlp/v1/logs", "otlp-logs"),
        ("POST", "/v1/traces", "otlp-traces"),
        ("POST", "/v1/metrics", "otlp-metrics"),
        ("POST", "/api/42/envelope/", "sentry-envelope"),
        ("POST", "/api/42/envelope", "sentry-envelope"),
        ("POST", "/api/42/store/", "sentry-store"),
        ("POST", "/gelf", "gelf"),
    ] {
        assert_eq!(profile(method, path).exchange.name, expected, "{method} {path}");
    }
    assert_eq!(Profiles::all().find(None, "POST", "/v1/responses/r_1/cancel").unwrap().id, Some("r_1"));
    assert_eq!(Profiles::all().find(Some("ndjson"), "POST", "/any/path").unwrap().profile.exchange.name, "logs");
}

#[test]
fn a_named_api_is_found_behind_any_base() {
    for (api, path, expected) in [
        ("openai", "/gateway/team-7/chat/completions", "openai-chat"),
        ("openai", "/x/y/z/responses/r_1/cancel", "openai-responses"),
        ("anthropic", "/llm/claude/v1/messages", "anthropic-messages"),
        ("gemini", "/g/v1beta/models/m:generateContent", "gemini-generate"),
        ("ollama", "/local/api/chat", "ollama-chat"),
    ] {
        assert!(Profiles::all().find(None, "POST", path).is_none(), "{path}");
        let found = Profiles::all().find(Some(api), "POST", path);
        assert_eq!(found.unwrap().profile.exchange.name, expected, "{path}");
    }
    assert_eq!(Profiles::all().find(Some("openai"), "POST", "/x/y/responses/r_1/cancel").unwrap().id, Some("r_1"));
    assert!(Profiles::all().find(Some("elasticsearch"), "POST", "/base/logs/_bulk/x").is_none());
    assert!(Profiles::all().find(Some("openai"), "POST", "/v1/chat/completions/x/y").is_none());
}

#[test]
fn unknown_paths_stay_unknown() {
    for (method, path) in [
        ("POST", "/v1/chat/completions/"),
        ("POST", "/v1//chat/completions"),
        ("POST", "/v1/chat%2fcompletions"),
        ("POST", "/V1/chat/completions"),
        ("GET", "/v1/completions"),
        ("post", "/v1/messages"),
        ("GET", "/v1/responses/"),
        ("POST", "v1/messages"),
        ("POST", "/v1/uploads"),
        ("POST", "/v1/realtime"),
        ("POST", "//_bulk"),
        ("POST", ""),
        // Shippers ask for these, and so may anybody else.
        ("GET", "/"),
        ("HEAD", "/anything"),
        ("GET", "/anything"),
        ("PUT", "/anything"),
    ] {
        assert!(Profiles::all().find(None, method, path).is_none(), "{method} {path}");
    }
    assert!(Profiles::all().find(Some("anthropic"), "POST", "/v1/chat/completions").is_none());
    for (method, path) in [("GET", "/"), ("PUT", "/logs")] {
        let named = Profiles::all().find(Some("elasticsearch"), method, path);
        assert_eq!(named.unwrap().profile.exchange.name, "elasticsearch-admin");
    }
}

#[test]
fn tables_beat_the_protocol_and_both_the_default() {
    let chat = &profile("POST", "/v1/chat/completions").request;
    for (path, decided, expected) in [
        ("messages.#.content", &[][..], Action::Text),
        ("messages.#.content.#.text", &[], Action::Text),
        ("messages.#.role", &[], Action::Id),
        ("messages.#.name", &[("role", "user")], Action::Text),
        ("messages.#.name", &[("role", "tool")], Action::Id),
        ("messages.#.name", &[], Action::Text),
        ("messages.#.tool_calls.#.function.arguments", &[], Action::CallArguments),
        ("messages.#.tool_calls.#.function.arguments.model", &[], Action::CallArguments),
        ("messages.#.tool_calls.#.function.name", &[], Action::Id),
        ("messages.#.tool_calls.#.id", &[], Action::Id),
        ("messages.#.tool_call_id", &[], Action::Id),
        ("messages.#.invented", &[], Action::Text),
        ("metadata.user_id", &[], Action::EndUser),
        ("metadata.team", &[], Action::Payload),
        ("model", &[], Action::Id),
        ("tools.#.function.description", &[], Action::Text),
        ("tools.#.function.parameters.properties.pattern.description", &[], Action::Text),
        ("tools.#.function.parameters.properties.a.pattern", &[], Action::Skip),
        ("tools.#.function.parameters.properties.a.enum.#", &[], Action::Skip),
        ("messages.#.content.#.image_url.url", &[], Action::Link),
    ] {
        assert_eq!(action(chat, path, decided), expected, "{path} {decided:?}");
    }
    let messages = &profile("POST", "/v1/messages").request;
    for (path, decided, expected) in [
        ("messages.#.content.#.source.data", &[("type", "base64")][..], Action::Opaque),
        ("messages.#.content.#.source.data", &[("type", "text")], Action::Text),
        ("messages.#.content.#.thinking", &[("signature", "abc")], Action::Skip),
        ("messages.#.content.#.thinking", &[("signature", "")], Action::Text),
        ("messages.#.content.#.thinking", &[], Action::Text),
        ("messages.#.content.#.input.id", &[], Action::CallArguments),
        ("messages.#.content.#.name", &[("type", "tool_use")], Action::Id),
        ("messages.#.content.#.name", &[("type", "text")], Action::Text),
        ("metadata.user_id", &[], Action::EndUser),
    ] {
        assert_eq!(action(messages, path, decided), expected, "{path} {decided:?}");
    }
    let bulk = &profile("POST", "/_bulk").request;
    for (path, expected) in [
        ("action.index._index", Action::Skip),
        ("index.message", Action::Payload),
        ("index.@timestamp", Action::Time),
        ("index.log.level", Action::Id),
        ("update.doc.message", Action::Payload),
        ("update.lang", Action::Text),
    ] {
        assert_eq!(action(bulk, path, &[]), expected, "{path}");
    }
}

/// The actions and authors of a request's paths hold for the same request in a batch.
#[test]
fn requests_in_batches_are_read_as_alone() {
    let tables = [
        ("/v1/messages", "/v1/messages/batches", "requests.#.params"),
        ("/v1/chat/completions", "/v1/files", "body"),
        ("/v1/responses", "/v1/files", "body"),
    ];
    for (alone, batch, at) in tables {
        let (alone, batch) = (profile("POST", alone), profile("POST", batch));
        for rule in alone.exchange.request {
            let path = rule.at.replace("[*]", ".#").replace("**", "any").replace(".*", ".any");
            for path in alternatives(&path) {
                let decided: Vec<_> = rule.when.iter().map(|when| (when.member, example(when))).collect();
                let expected = action(&alone.request, &path, &decided);
                assert_eq!(action(&batch.request, &format!("{at}.{path}"), &decided), expected, "{at}.{path}");
            }
        }
    }
}

/// The paths that a selector with `{a,b}` stands for.
fn alternatives(path: &str) -> Vec<String> {
    let Some((head, rest)) = path.split_once('{') else { return vec![path.to_owned()] };
    let (names, tail) = rest.split_once('}').unwrap();
    names.split(',').flat_map(|name| alternatives(&format!("{head}{name}{tail}"))).collect()
}

/// A value for which a condition holds.
fn example(when: &Condition) -> &'static str {
    match when.values {
        [first, ..] => first,
        [] => "any",
    }
}

#[test]
fn voices_order_and_state_are_told_by_paths() {
    let chat = &profile("POST", "/v1/chat/completions").request;
    let message = chat.element(chat.member(chat.root(), b"messages").0);
    for (role, expected) in
        [("user", Some(Author::User)), ("tool", Some(Author::Tool)), ("assistant", Some(Author::Model)), ("?", None)]
    {
        assert_eq!(chat.author(message, |_| Some(role)), expected, "{role}");
    }
    let responses = &profile("POST", "/v1/responses").request;
    let facts = |name: &[u8]| responses.facts(responses.member(responses.root(), name).0);
    assert!(facts(b"previous_response_id").continues_state && facts(b"conversation").continues_state);
    assert!(!facts(b"input").continues_state);
    assert!(facts(b"tools").cache_order < facts(b"instructions").cache_order);
    assert!(facts(b"instructions").cache_order < facts(b"input").cache_order);
    assert_eq!(facts(b"metadata").cache_order, None);
}

#[test]
fn channels_have_their_keys_and_ends() {
    let chat = profile("POST", "/v1/chat/completions");
    let event = chat.event.as_ref().unwrap();
    assert!(matches!(action(event, "choices.#.delta.content", &[]), Action::Channel(Channel { json: false, .. })));
    let Action::Channel(call) = action(event, "choices.#.delta.tool_calls.#.function.arguments", &[]) else {
        panic!("a channel")
    };
    assert!(call.json);
    let mut state = event.root();
    for step in ["choices", "#", "delta", "tool_calls", "#", "index"] {
        state = if step == "#" { event.element(state) } else { event.member(state, step.as_bytes()).0 };
    }
    assert_eq!(
        event.facts(state).channel_key.and_then(|key| event.channel_keys().get(usize::from(key))),
        call.keys.last()
    );
    let responses = profile("POST", "/v1/responses").event.as_ref().unwrap();
    let kind = |kind| action(responses, "delta", &[("type", kind)]);
    assert_eq!(kind("response.audio.delta"), Action::Skip);
    assert!(matches!(kind("response.function_call_arguments.delta"), Action::Channel(Channel { json: true, .. })));
    assert!(matches!(kind("response.output_text.delta"), Action::Channel(Channel { json: false, .. })));
}

#[test]
fn a_users_selectors_go_first_and_are_checked() {
    let list = |selector: &str| vec![selector.to_owned()];
    let mut user = UserRules {
        always: Vec::new(),
        never: list("**.ref"),
        free: list("payload.**"),
        nested: list("payload.args"),
        restore: Vec::new(),
    };
    let table = Profile::with(&DOCUMENT, &user).unwrap().request;
    let answer = Profile::with(&DOCUMENT, &user).unwrap().response;
    user.restore = list("answer.**");
    let chosen = Profile::with(&DOCUMENT, &user).unwrap().response;
    for (path, asked, answered, restored) in [
        ("a.ref", Action::Skip, Action::Skip, Action::Skip),
        ("payload.a.b", Action::Payload, Action::Payload, Action::Payload),
        ("payload.args", Action::JsonSource, Action::JsonSource, Action::JsonSource),
        ("a.b", Action::Text, Action::Text, Action::Skip),
        ("answer.#.text", Action::Text, Action::Text, Action::Text),
    ] {
        assert_eq!(action(&table, path, &[]), asked, "{path}");
        assert_eq!(action(&answer, path, &[]), answered, "{path}");
        assert_eq!(action(&chosen, path, &[]), restored, "{path}");
    }
    let bad = UserRules { never: vec!["a..b".into()], ..UserRules::default() };
    assert_eq!(
        Profile::with(&DOCUMENT, &bad).unwrap_err(),
        ProfileError::Selector("a..b".into(), SelectorError::Empty)
    );
}
