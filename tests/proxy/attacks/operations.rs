//! Ids and routings of bulk operations are the users': they are hashed, so that a later operation meets its document.

use crate::{
    common::binary::Masquerade,
    fake::Fake,
    setup::{ask, route},
};

#[test]
fn ids_of_operations_are_hashed_and_stay_the_same() {
    let fake = Fake::ok();
    let secret = "[[secrets]]\nvalue = \"0123456789abcdef0123456789abcdef\"\n";
    let proxy = Masquerade::start(&format!("{secret}{}", route(&[&fake], "profile = \"elasticsearch\"")));
    let lines = concat!(
        r#"{"index":{"_index":"users","_id":"jane.roe@example.com","routing":"jane.roe@example.com"}}"#,
        "\n{\"n\":1}\n",
        r#"{"update":{"_index":"users","_id":"jane.roe@example.com","_type":"_doc"}}"#,
        "\n{\"doc\":{\"n\":2}}\n",
        r#"{"delete":{"_index":"users","_id":"user-7"}}"#,
        "\n",
    );
    let head = "POST /_bulk HTTP/1.1\r\nHost: h\r\nContent-Type: application/x-ndjson\r\n";
    assert_eq!(ask(&proxy, format!("{head}Content-Length: {}\r\n\r\n{lines}", lines.len())).status, 200);
    let sent = String::from_utf8(fake.only().body).unwrap();
    let documents: Vec<serde_json::Value> = sent.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let id = documents[0]["index"]["_id"].as_str().unwrap();
    assert!(id.starts_with("[EMAIL_ADDRESS_") && !sent.contains("jane"), "{sent}");
    assert_eq!(documents[0]["index"]["routing"], id);
    assert_eq!(documents[2]["update"]["_id"], id);
    assert_eq!(documents[2]["update"]["_type"], "_doc");
    assert_eq!(documents[4]["delete"]["_id"], "user-7");
}
