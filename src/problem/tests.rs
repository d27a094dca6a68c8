//! Tests of problem documents.

use http::header::{ALLOW, RETRY_AFTER, WWW_AUTHENTICATE};

use super::*;

fn invalid(faults: &[(Fault, &str)]) -> Problem {
    let violation = |&(fault, pointer): &(Fault, &str)| Violation {
        fault,
        pointer: pointer.into(),
        detail: "wrong".into(),
        place: None,
    };
    Problem::Invalid(Problems { list: faults.iter().map(violation).collect(), more: 0 })
}

#[test]
fn documents_have_the_members_of_rfc_9457() {
    let rendered = Problem::BodyTooLarge { limit: 10 }.render();
    let document: serde_json::Value = serde_json::from_slice(&rendered.body).unwrap();
    assert_eq!(document["type"], "/problems/body-too-large");
    assert_eq!(document["status"], 413);
    assert!(document["detail"].as_str().unwrap().contains("10 bytes"));
    assert!(document.get("errors").is_none());
}

#[test]
fn all_violations_are_listed() {
    let problem = invalid(&[(Fault::UnknownMember, "/a"), (Fault::OutOfRange, "/b/0")]);
    let document: serde_json::Value = serde_json::from_slice(&problem.render().body).unwrap();
    assert_eq!(document["type"], "/problems/invalid-request");
    assert_eq!(document["errors"][1]["pointer"], "/b/0");
}

#[test]
fn violations_of_one_sort_name_the_type() {
    let problem = invalid(&[(Fault::UnknownLabel, "/a"), (Fault::UnknownLabel, "/b")]);
    assert_eq!(problem.slug(), "unknown-label");
}

#[test]
fn headers_follow_the_problem() {
    let header = |problem: Problem| problem.render().header;
    assert_eq!(header(Problem::Unauthorized).unwrap().0, WWW_AUTHENTICATE);
    assert_eq!(
        header(Problem::MethodNotAllowed { allow: "GET, HEAD".into() }).unwrap(),
        (ALLOW, HeaderValue::from_static("GET, HEAD"))
    );
    let retry =
        header(Problem::TooManyRequests { limit: RequestLimit::KeyRate, retry_after: Duration::from_millis(1200) })
            .unwrap();
    assert_eq!(retry, (RETRY_AFTER, HeaderValue::from(2)));
    assert_eq!(header(Problem::NotFound), None);
}
