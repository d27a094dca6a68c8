//! Hundreds of malformed and hostile requests, each with the status that the contract gives it, while
//! another client goes on being served; and nothing of them in logs and metrics.

use std::{
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
};

use crate::{
    common::raw::Raw,
    hostile_cases::{self, Case, Echo},
    service::{SUFFIX, Service},
};

/// Settings with the most verbose log, which could leak most.
const LOUD: &str = "[log]\nlevel = \"trace\"\nformat = \"json\"\n";

/// Fewest cases that are worth the name.
const FEWEST: usize = 300;

#[test]
fn hostile_requests_get_their_refusals_and_leave_no_trace() {
    let service = Service::start(LOUD);
    let cases = hostile_cases::all();
    assert!(cases.len() >= FEWEST, "only {} cases", cases.len());
    let (done, served) = (AtomicBool::new(false), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        scope.spawn(|| serve_others(&service, &done, &served));
        // Whatever happens, the other client must come to its end.
        let outcome = catch_unwind(AssertUnwindSafe(|| wrongly_answered(&service, &cases)));
        done.store(true, Ordering::Relaxed);
        let wrong = outcome.unwrap_or_else(|panic| resume_unwind(panic));
        assert!(wrong.is_empty(), "{} of {} cases:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
    });
    assert!(served.into_inner() > 10, "others were hardly served");
    let metrics = service.metrics();
    let logs = service.stop_and_collect();
    assert!(metrics.contains("masquerade_") && logs.contains("\"route\":\"/v1/anonymize\""), "{logs:.2000}");
    for (what, text) in [("metrics", &metrics), ("logs", &logs)] {
        for canary in [hostile_cases::CANARY, SUFFIX, "jane.roe"] {
            let line = text.lines().find(|line| line.to_lowercase().contains(&canary.to_lowercase()));
            assert_eq!(line, None, "{canary} is in the {what}");
        }
    }
    let audit = logs.lines().find(|line| line.contains("restore") && line.contains("\"second\""));
    assert!(audit.is_some_and(|line| line.contains("\"restored\":1")), "no audit event of a restore: {audit:?}");
    assert!(metrics.contains("masquerade_panics_total 0"), "something panicked");
}

/// A well-behaved client, in a session of its own.
fn serve_others(service: &Service, done: &AtomicBool, served: &AtomicUsize) {
    let client = service.client("second").session("well-behaved");
    let text = ["Write to jane.roe@example.com"];
    while !done.load(Ordering::Relaxed) {
        let masked = client.anonymize(&text).texts;
        assert_eq!(masked, ["Write to [EMAIL_ADDRESS_1]"]);
        assert_eq!(client.restore(&masked).texts, text);
        served.fetch_add(1, Ordering::Relaxed);
    }
}

/// The wrong answers to the cases, in words.
fn wrongly_answered(service: &Service, cases: &[Case]) -> Vec<String> {
    let mut wrong = Vec::new();
    for case in cases {
        let Some(response) = Raw::connect(service.api).send(&case.bytes).try_receive(false) else {
            wrong.push(format!("{}: no answer", case.name));
            continue;
        };
        let body = String::from_utf8_lossy(&response.body);
        if response.status != case.status {
            wrong.push(format!("{}: {} instead of {}: {body:.300}", case.name, response.status, case.status));
        } else if response.status >= 400 {
            if response.header("content-type") != Some("application/problem+json") {
                wrong.push(format!("{}: no problem document", case.name));
            }
            let is_echoed = case.echo != Echo::MemberName && body.to_lowercase().contains(hostile_cases::CANARY);
            let headers = format!("{:?}", response.headers).to_lowercase();
            if is_echoed || headers.contains(hostile_cases::CANARY) || body.contains(SUFFIX) {
                wrong.push(format!("{}: the answer repeats the request: {body:.300}", case.name));
            }
        }
    }
    wrong
}
