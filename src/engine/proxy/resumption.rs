//! The resumption of a stream behind the last event that a client received.
//!
//! A placeholder may begin in that event and end in the next one, whose part alone could not be restored. So the provider is
//! asked for the whole stream, and the events up to that one are left out of the answer.

use crate::profile::Profile;

/// The query without the parameter that resumes a stream of `profile`, and the number of the last event that the client
/// received; `None`: the query resumes no stream.
pub fn whole_stream(profile: &Profile, query: &str) -> Option<(Option<String>, u64)> {
    let parameter = profile.exchange.stream?.resumption?.parameter;
    let is_number = |pair: &&str| pair.split_once('=').is_some_and(|(name, _)| name == parameter);
    let mut numbers = query.split('&').filter(is_number);
    let (_, number) = numbers.next()?.split_once('=')?;
    let last = number.parse().ok().filter(|_| numbers.next().is_none())?;
    let rest: Vec<&str> = query.split('&').filter(|pair| !is_number(pair)).collect();
    Some(((!rest.is_empty()).then(|| rest.join("&")), last))
}

/// The number of an event of `profile` by its document.
pub(super) fn number(profile: &Profile, doc: &[u8]) -> Option<u64> {
    let member = profile.exchange.stream?.resumption?.number;
    let document: serde_json::Map<String, serde_json::Value> = serde_json::from_slice(doc).ok()?;
    document.get(member)?.as_u64()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::Profiles;

    #[test]
    fn queries_lose_the_number_of_the_last_event() {
        let find = |path| Profiles::all().find(None, "GET", path).unwrap().profile;
        let (responses, chat) = (find("/v1/responses/resp_1"), find("/v1/chat/completions/id"));
        for (query, expected) in [
            ("stream=true&starting_after=17", Some((Some("stream=true".to_owned()), 17))),
            ("starting_after=0", Some((None, 0))),
            ("stream=true", None),
            ("starting_after=", None),
            ("starting_after=-1", None),
            ("starting_after=1&starting_after=2", None),
        ] {
            assert_eq!(whole_stream(responses, query), expected, "{query}");
            assert_eq!(whole_stream(chat, query), None);
        }
        assert_eq!(number(responses, b"{\"type\":\"x\",\"sequence_number\":7}"), Some(7));
        assert_eq!(number(responses, b"{\"sequence_number\":\"7\"}"), None);
    }
}
