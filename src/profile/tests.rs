//! Every registered profile, and what is said of paths that matter.

use super::*;

/// What is said of `path` (members joined by dots, `#` for an element) when deciding members have the
/// values given.
fn act(walk: &Walk, path: &str, decided: &[(&str, &'static str)]) -> Act {
    let mut state = walk.root();
    for step in path.split('.') {
        state = if step == "#" { walk.element(state) } else { walk.member(state, step.as_bytes()).0 };
    }
    walk.act(state, |member| {
        decided.iter().find(|(name, _)| walk.decider_named(name) == Some(member)).map(|&(_, value)| value)
    })
}

fn profile(method: &str, path: &str) -> &'static Profile {
    Profiles::all().find(None, method, path).unwrap_or_else(|| panic!("{method} {path}")).profile
}

#[test]
fn every_registered_exchange_compiles() {
    let mut names = std::collections::HashMap::new();
    for api in registry() {
        for endpoint in api.endpoints {
            let name = endpoint.exchange.name;
            let profile = Profile::new(endpoint.exchange).unwrap_or_else(|error| panic!("{name}: {error}"));
            for walk in [Some(&profile.request), Some(&profile.response), profile.event.as_ref()].into_iter().flatten()
            {
                assert!(walk.states() < 300, "{name}: {} states", walk.states());
            }
            let known = names.entry(endpoint.exchange.name).or_insert_with(|| format!("{:?}", endpoint.exchange));
            assert_eq!(*known, format!("{:?}", endpoint.exchange), "two exchanges share a name");
            assert!(endpoint.path.starts_with('/'), "{}", endpoint.path);
        }
    }
    assert!(Profile::new(&DOCUMENT).is_ok() && Profile::new(&LINES).is_ok());
    assert_eq!(Profiles::all().iter().count(), names.len());
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
        ("POST", "/_bulk", "elasticsearch-bulk"),
        ("PUT", "/logs-app.2026/_bulk", "elasticsearch-bulk"),
        ("PUT", "/logs/_doc/17", "elasticsearch-index"),
        ("POST", "/logs/_update/17", "elasticsearch-update"),
        ("GET", "/logs/_search", "elasticsearch-search"),
        ("GET", "/logs/_mapping", "elasticsearch-admin"),
    ] {
        assert_eq!(profile(method, path).exchange.name, expected, "{method} {path}");
    }
    assert_eq!(Profiles::all().find(None, "POST", "/v1/responses/r_1/cancel").unwrap().id, Some("r_1"));
    assert_eq!(Profiles::all().find(Some("ndjson"), "POST", "/any/path").unwrap().profile.exchange.name, "ndjson");
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
        ("POST", "/v1/files"),
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
        ("messages.#.content", &[][..], Act::Text),
        ("messages.#.content.#.text", &[], Act::Text),
        ("messages.#.role", &[], Act::Id),
        ("messages.#.name", &[("role", "user")], Act::Text),
        ("messages.#.name", &[("role", "tool")], Act::Id),
        ("messages.#.name", &[], Act::Text),
        ("messages.#.tool_calls.#.function.arguments", &[], Act::Call("name")),
        ("messages.#.tool_calls.#.function.arguments.model", &[], Act::Call("name")),
        ("messages.#.tool_calls.#.function.name", &[], Act::Id),
        ("messages.#.tool_calls.#.id", &[], Act::Id),
        ("messages.#.tool_call_id", &[], Act::Id),
        ("messages.#.invented", &[], Act::Text),
        ("metadata.user_id", &[], Act::Free),
        ("model", &[], Act::Id),
        ("tools.#.function.description", &[], Act::Text),
        ("tools.#.function.parameters.properties.pattern.description", &[], Act::Text),
        ("tools.#.function.parameters.properties.a.pattern", &[], Act::Id),
        ("tools.#.function.parameters.properties.a.enum.#", &[], Act::Id),
        ("messages.#.content.#.image_url.url", &[], Act::Link),
    ] {
        assert_eq!(act(chat, path, decided), expected, "{path} {decided:?}");
    }
    let messages = &profile("POST", "/v1/messages").request;
    for (path, decided, expected) in [
        ("messages.#.content.#.source.data", &[("type", "base64")][..], Act::Opaque),
        ("messages.#.content.#.source.data", &[("type", "text")], Act::Text),
        ("messages.#.content.#.thinking", &[("signature", "abc")], Act::Never),
        ("messages.#.content.#.thinking", &[("signature", "")], Act::Text),
        ("messages.#.content.#.thinking", &[], Act::Text),
        ("messages.#.content.#.input.id", &[], Act::Call("name")),
        ("messages.#.content.#.name", &[("type", "tool_use")], Act::Id),
        ("messages.#.content.#.name", &[("type", "text")], Act::Text),
        ("metadata.user_id", &[], Act::Free),
    ] {
        assert_eq!(act(messages, path, decided), expected, "{path} {decided:?}");
    }
    let bulk = &profile("POST", "/_bulk").request;
    for (path, expected) in [
        ("action.index._index", Act::Never),
        ("index.message", Act::Free),
        ("index.@timestamp", Act::Time),
        ("index.log.level", Act::Id),
        ("update.doc.message", Act::Free),
        ("update.lang", Act::Text),
    ] {
        assert_eq!(act(bulk, path, &[]), expected, "{path}");
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
    let marks = |name: &[u8]| responses.marks(responses.member(responses.root(), name).0);
    assert!(marks(b"previous_response_id").continues && marks(b"conversation").continues);
    assert!(!marks(b"input").continues);
    assert!(marks(b"tools").order < marks(b"instructions").order);
    assert!(marks(b"instructions").order < marks(b"input").order);
    assert_eq!(marks(b"metadata").order, None);
}

#[test]
fn channels_have_their_keys_and_ends() {
    let chat = profile("POST", "/v1/chat/completions");
    let event = chat.event.as_ref().unwrap();
    assert!(matches!(act(event, "choices.#.delta.content", &[]), Act::Channel(Channel { json: false, .. })));
    let Act::Channel(call) = act(event, "choices.#.delta.tool_calls.#.function.arguments", &[]) else {
        panic!("a channel")
    };
    assert!(call.json);
    let mut state = event.root();
    for step in ["choices", "#", "delta", "tool_calls", "#", "index"] {
        state = if step == "#" { event.element(state) } else { event.member(state, step.as_bytes()).0 };
    }
    assert_eq!(event.marks(state).key.and_then(|key| event.keys().get(usize::from(key))), call.keys.last());
    let responses = profile("POST", "/v1/responses").event.as_ref().unwrap();
    let kind = |kind| act(responses, "delta", &[("type", kind)]);
    assert_eq!(kind("response.audio.delta"), Act::Never);
    assert!(matches!(kind("response.function_call_arguments.delta"), Act::Channel(Channel { json: true, .. })));
    assert!(matches!(kind("response.output_text.delta"), Act::Channel(Channel { json: false, .. })));
}

#[test]
fn a_users_selectors_go_first_and_are_checked() {
    let list = |selector: &str| vec![selector.to_owned()];
    let mut user = UserRules {
        never: list("**.ref"),
        free: list("payload.**"),
        nested: list("payload.args"),
        restore: Vec::new(),
    };
    let walk = Profile::with(&DOCUMENT, &user).unwrap().request;
    let answer = Profile::with(&DOCUMENT, &user).unwrap().response;
    user.restore = list("answer.**");
    let chosen = Profile::with(&DOCUMENT, &user).unwrap().response;
    for (path, asked, answered, restored) in [
        ("a.ref", Act::Never, Act::Never, Act::Never),
        ("payload.a.b", Act::Free, Act::Free, Act::Free),
        ("payload.args", Act::Nested, Act::Nested, Act::Nested),
        ("a.b", Act::Text, Act::Text, Act::Never),
        ("answer.#.text", Act::Text, Act::Text, Act::Text),
    ] {
        assert_eq!(act(&walk, path, &[]), asked, "{path}");
        assert_eq!(act(&answer, path, &[]), answered, "{path}");
        assert_eq!(act(&chosen, path, &[]), restored, "{path}");
    }
    let bad = UserRules { never: vec!["a..b".into()], ..UserRules::default() };
    assert_eq!(Profile::with(&DOCUMENT, &bad).unwrap_err(), BadProfile::Selector("a..b".into(), BadSelector::Empty));
}
