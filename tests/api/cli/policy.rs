//! `masquerade policy test`.

use super::{file, masquerade, status, stderr, stdout};

const ROUTE: &str = "[detection]\nner = \"off\"\n[[routes]]\nname = \"llm\"\nupstreams = [\"https://api.example.com\"]\n\
    policy = [\n\
    { entities = [\"US_SSN\"], voices = [\"user\"], method = \"BLOCK\" },\n\
    { entities = [\"IP_ADDRESS\"], voices = [\"system\"], method = \"KEEP\" },\n]\n";

const CASES: &str = "[[cases]]\ntext = \"mail jane.roe@example.com on Monday\"\nmasks = [\"jane.roe@example.com\"]\n\
    keeps = [\"Monday\"]\n[[cases]]\nname = \"a number\"\ntext = \"SSN 536-22-8712\"\nblocks = [\"US_SSN\"]\n\
    [[cases]]\nvoice = \"tool\"\ntext = \"SSN 536-22-8712\"\nmasks = [\"536-22-8712\"]\n\
    [[cases]]\nvoice = \"system\"\ntext = \"host 203.0.113.77\"\nkeeps = [\"203.0.113.77\"]\n";

#[test]
fn expectations_that_hold_are_counted() {
    let directory = tempfile::tempdir().unwrap();
    let (config, cases) = (file(directory.path(), ROUTE), directory.path().join("cases.toml"));
    std::fs::write(&cases, CASES).unwrap();
    let output = masquerade(&["policy", "test", cases.to_str().unwrap(), "--config", &config], &[]);
    assert_eq!((status(&output), stdout(&output)), (0, "4 cases, 0 failed\n"), "{}", stderr(&output));
}

#[test]
fn expectations_that_do_not_hold_fail_with_their_names() {
    let directory = tempfile::tempdir().unwrap();
    let (config, cases) = (file(directory.path(), ROUTE), directory.path().join("cases.toml"));
    let wrong = "[[cases]]\nname = \"one\"\ntext = \"mail jane.roe@example.com on Monday\"\nmasks = [\"Monday\"]\n\
        keeps = [\"jane\"]\nblocks = [\"EMAIL_ADDRESS\"]\n[[cases]]\ntext = \"SSN 536-22-8712\"\n";
    std::fs::write(&cases, wrong).unwrap();
    let output = masquerade(&["policy", "test", cases.to_str().unwrap(), "--config", &config], &[]);
    assert_eq!((status(&output), stdout(&output)), (1, "2 cases, 2 failed\n"));
    let lines: Vec<&str> = stderr(&output).lines().filter(|line| !line.starts_with("warning")).collect();
    assert_eq!(
        lines,
        [
            "one: EMAIL_ADDRESS is not blocked",
            "one: \"Monday\" is not masked",
            "one: \"jane\" is taken for EMAIL_ADDRESS (REDACT)",
            "case 2: US_SSN is blocked",
        ]
    );
    std::fs::write(&cases, "[[cases]]\ntxt = \"a\"\n").unwrap();
    let output = masquerade(&["policy", "test", cases.to_str().unwrap(), "--config", &config], &[]);
    assert_eq!(status(&output), 65);
    let output = masquerade(&["policy", "test", cases.to_str().unwrap(), "--config", &config, "--route", "x"], &[]);
    assert_eq!((status(&output), stderr(&output).contains("no route is named x")), (64, true));
}

#[test]
fn without_a_route_the_way_out_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let cases = file(directory.path(), "[[cases]]\ntext = \"a\"\n");
    for arguments in [&["policy", "test", &cases][..], &["verify"]] {
        let output = masquerade(arguments, &[]);
        assert_eq!(status(&output), 64);
        assert!(stderr(&output).contains("has no route; name a file that has one by --config"), "{}", stderr(&output));
    }
}

#[test]
fn check_refuses_a_policy_that_cannot_hold() {
    let directory = tempfile::tempdir().unwrap();
    let wrong = "[[routes]]\nname = \"llm\"\nupstreams = [\"https://api.example.com\"]\nmode = \"dream\"\npolicy = [\n\
        { entities = [\"US_SSN\"], voices = [\"user\"], method = \"MASK\" },\n\
        { entities = [\"US_SSM\"], method = \"BLOCK\" },\n{ entities = [], voices = [\"nobody\"], method = \"KEEP\" },\n]\n";
    let config = file(directory.path(), wrong);
    let output = masquerade(&["check", "--config", &config], &[]);
    assert_eq!(status(&output), 64);
    for part in ["mode", "a text has one substitute", "did you mean", "voices"] {
        assert!(stderr(&output).contains(part), "{part}: {}", stderr(&output));
    }
}
