//! Routes that sign requests for AWS with credentials of their own.

use hmac::{Hmac, KeyInit, Mac};
use masquerade::config::ApiKey;
use sha2::{Digest, Sha256};

use crate::{
    common::binary::Masquerade,
    fake::{Fake, Recorded},
    setup::{ask, post, route},
};

const KEY: &str = "a key of ours, long enough";
const SECRET: &str = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
const PATH: &str = "/model/us.amazon.nova-x-v1%3A0/converse";
const BODY: &str = r#"{"messages":[{"role":"user","content":[{"text":"I am jane.roe@example.com"}]}]}"#;

fn proxy(fake: &Fake, aws: &str) -> Masquerade {
    let hash = ApiKey::written_hash(KEY);
    let key = format!("[[keys]]\nname = \"k\"\nhash = \"{hash}\"\npermissions = [\"proxy\"]\n");
    let route = route(&[fake], &format!("auth = \"key\"\n{aws}"));
    let environment = [("AWS_ID", "AKIDEXAMPLE"), ("AWS_SECRET", SECRET), ("AWS_TOKEN", "a-token")];
    Masquerade::start_with(&format!("{key}{route}"), &environment)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn mac(key: &[u8], text: &str) -> Vec<u8> {
    let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(key).unwrap();
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().to_vec()
}

/// The signature of a request as its receiver computes it, from the bytes that came.
fn expected(seen: &Recorded, path: &str, names: &str) -> String {
    let date = seen.header("x-amz-date").unwrap();
    let day = &date[..8];
    let headers: String = names.split(';').map(|name| format!("{name}:{}\n", seen.header(name).unwrap())).collect();
    let canonical = format!("POST\n{path}\n\n{headers}\n{names}\n{}", hex(&Sha256::digest(&seen.body)));
    let scope = format!("{day}/eu-central-1/bedrock/aws4_request");
    let text = format!("AWS4-HMAC-SHA256\n{date}\n{scope}\n{}", hex(&Sha256::digest(canonical)));
    let parts = [day, "eu-central-1", "bedrock", "aws4_request"];
    let key = parts.iter().fold(format!("AWS4{SECRET}").into_bytes(), |key, part| mac(&key, part));
    format!(
        "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/{scope}, SignedHeaders={names}, Signature={}",
        hex(&mac(&key, &text))
    )
}

#[test]
fn a_masked_request_is_signed_anew() {
    let fake = Fake::ok();
    let aws = "[routes.aws]\nregion = \"eu-central-1\"\naccess_key_id = { env = \"AWS_ID\" }\n\
               secret_access_key = { env = \"AWS_SECRET\" }\nsession_token = { env = \"AWS_TOKEN\" }";
    let proxy = proxy(&fake, aws);
    let signed = "Authorization: AWS4-HMAC-SHA256 Credential=AKIDCLIENT/20260101/x/bedrock/aws4_request, \
                  SignedHeaders=host, Signature=00\r\nX-Amz-Date: 20260101T000000Z\r\nX-Amz-Content-Sha256: 00\r\n\
                  X-Amz-Security-Token: the-clients\r\n";
    let with_key = format!("X-Masquerade-Key: {KEY}\r\n{signed}");
    // Libraries with bearer keys, and those that sign themselves.
    for headers in [format!("Authorization: Bearer {KEY}\r\n"), with_key] {
        assert_eq!(ask(&proxy, post(PATH, &headers, BODY)).status, 200);
        let seen = fake.recorded().pop().unwrap();
        assert!(String::from_utf8_lossy(&seen.body).contains("[EMAIL_ADDRESS_1]"), "{seen:?}");
        assert_eq!(seen.header("x-amz-security-token"), Some("a-token"));
        assert_eq!(seen.header("x-amz-content-sha256"), Some(&*hex(&Sha256::digest(&seen.body))));
        assert!(!seen.head.contains("CLIENT") && !seen.head.contains(KEY), "{}", seen.head);
        let names = "content-type;host;x-amz-content-sha256;x-amz-date;x-amz-security-token";
        let path = "/model/us.amazon.nova-x-v1%253A0/converse";
        assert_eq!(seen.header("authorization"), Some(&*expected(&seen, path, names)));
    }
    ask(&proxy, post(PATH, signed, BODY)).assert_problem(401, "unauthorized");
}

#[test]
fn without_credentials_of_the_route_a_signed_request_is_refused() {
    let fake = Fake::ok();
    let proxy = proxy(&fake, "");
    let headers = format!("X-Masquerade-Key: {KEY}\r\nAuthorization: AWS4-HMAC-SHA256 Credential=x\r\n");
    let refused = ask(&proxy, post(PATH, &headers, BODY));
    assert_eq!((refused.status, refused.json()["type"].as_str()), (422, Some("/problems/cannot-be-vetted")));
    assert!(fake.recorded().is_empty());
}
