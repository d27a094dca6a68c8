//! [`Signer`]: signatures of requests to AWS (Signature Version 4), made anew after the body has changed.
//!
//! <https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html>

use std::fmt::Write;

use hmac::{Hmac, KeyInit, Mac};
use http::{
    HeaderMap, HeaderName, HeaderValue, Method,
    header::{AUTHORIZATION, CONTENT_TYPE},
    uri::PathAndQuery,
};
use jiff::Timestamp;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use crate::config::AwsCredentials;

/// The name of the algorithm.
const ALGORITHM: &str = "AWS4-HMAC-SHA256";

static X_AMZ_DATE: HeaderName = HeaderName::from_static("x-amz-date");
static X_AMZ_CONTENT_SHA256: HeaderName = HeaderName::from_static("x-amz-content-sha256");
static X_AMZ_SECURITY_TOKEN: HeaderName = HeaderName::from_static("x-amz-security-token");

/// Characters that are encoded in canonical paths; the slash stays.
const IN_PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

/// A signer with the credentials of a route.
pub struct Signer(AwsCredentials);

impl Signer {
    /// A signer with these credentials.
    pub fn new(credentials: AwsCredentials) -> Self {
        Self(credentials)
    }

    /// Signs a request to `host`, in place of whatever signature it has.
    pub fn sign(
        &self,
        method: &Method,
        target: &PathAndQuery,
        host: &str,
        headers: &mut HeaderMap,
        body: &[u8],
        now: Timestamp,
    ) {
        for name in [&AUTHORIZATION, &X_AMZ_SECURITY_TOKEN, &X_AMZ_DATE, &X_AMZ_CONTENT_SHA256] {
            headers.remove(name);
        }
        let date = now.strftime("%Y%m%dT%H%M%SZ").to_string();
        let digest = hex(&Sha256::digest(body));
        let mut signed = vec![("host", host.to_owned())];
        if let Some(media_type) = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()) {
            signed.push(("content-type", media_type.trim().to_owned()));
        }
        signed.push(("x-amz-content-sha256", digest.clone()));
        signed.push(("x-amz-date", date.clone()));
        if let Some(token) = &self.0.session_token {
            signed.push(("x-amz-security-token", token.to_string()));
        }
        let authorization = self.authorization(method, target, &mut signed, &digest, &date);
        // What is signed is visible ASCII: the configuration is checked for it.
        let mut insert = |name: &HeaderName, value: &str| {
            if let Ok(mut value) = HeaderValue::from_str(value) {
                value.set_sensitive(true);
                headers.insert(name, value);
            }
        };
        insert(&X_AMZ_DATE, &date);
        insert(&X_AMZ_CONTENT_SHA256, &digest);
        if let Some(token) = &self.0.session_token {
            insert(&X_AMZ_SECURITY_TOKEN, token);
        }
        insert(&AUTHORIZATION, &authorization);
    }

    /// The value of `Authorization` for a request with these headers, which are sorted, a body with this hash, and a time
    /// such as `20150830T123600Z`.
    fn authorization(
        &self,
        method: &Method,
        target: &PathAndQuery,
        headers: &mut [(&str, String)],
        digest: &str,
        date: &str,
    ) -> String {
        headers.sort_unstable_by_key(|(name, _)| *name);
        let names = headers.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(";");
        let mut canonical =
            format!("{method}\n{}\n{}\n", path(target.path()), query(target.query().unwrap_or_default()));
        for (name, value) in &*headers {
            let _ = writeln!(canonical, "{name}:{value}");
        }
        let _ = write!(canonical, "\n{names}\n{digest}");
        let AwsCredentials { access_key_id, region, service, .. } = &self.0;
        let day = date.get(..8).unwrap_or_default();
        let scope = format!("{day}/{region}/{service}/aws4_request");
        let text = format!("{ALGORITHM}\n{date}\n{scope}\n{}", hex(&Sha256::digest(canonical)));
        let signature = hex(&mac(&self.key(day)[..], text.as_bytes())[..]);
        format!("{ALGORITHM} Credential={access_key_id}/{scope}, SignedHeaders={names}, Signature={signature}")
    }

    /// The key of a day, a region and a service.
    fn key(&self, day: &str) -> Zeroizing<[u8; 32]> {
        let AwsCredentials { secret_access_key, region, service, .. } = &self.0;
        let secret = Zeroizing::new(format!("AWS4{}", secret_access_key.as_str()));
        let first = mac(secret.as_bytes(), day.as_bytes());
        [region.as_str(), service.as_str(), "aws4_request"]
            .iter()
            .fold(first, |key, part| mac(&key[..], part.as_bytes()))
    }
}

impl std::fmt::Debug for Signer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Signer(…)")
    }
}

fn mac(key: &[u8], text: &[u8]) -> Zeroizing<[u8; 32]> {
    let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(key).expect("HMAC takes keys of every length");
    mac.update(text);
    Zeroizing::new(mac.finalize().into_bytes().into())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

/// The canonical form of a path, which stands in the request encoded already: it is encoded once more.
fn path(path: &str) -> String {
    utf8_percent_encode(path, IN_PATH).to_string()
}

/// The canonical form of a query, whose names and values are encoded already: sorted, each with a `=`.
fn query(query: &str) -> String {
    let mut parts: Vec<(&str, &str)> = query
        .split('&')
        .filter(|part| !part.is_empty())
        .map(|part| part.split_once('=').unwrap_or((part, "")))
        .collect();
    parts.sort_unstable();
    parts.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hash of an empty body.
    const EMPTY: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    /// The credentials of AWS's examples.
    fn signer(service: &str) -> Signer {
        Signer::new(AwsCredentials {
            region: "us-east-1".to_owned(),
            service: service.to_owned(),
            access_key_id: "AKIDEXAMPLE".to_owned(),
            secret_access_key: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY".to_owned().into(),
            session_token: None,
        })
    }

    fn signature(signer: &Signer, target: &'static str, headers: &[(&'static str, &str)]) -> String {
        let mut headers: Vec<_> = headers.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        let target = PathAndQuery::from_static(target);
        let value = signer.authorization(&Method::GET, &target, &mut headers, EMPTY, "20150830T123600Z");
        value.rsplit('=').next().unwrap().to_owned()
    }

    #[test]
    fn signatures_are_those_of_aws_examples() {
        // `get-vanilla` and `get-vanilla-query-order-key-case` of AWS's test suite.
        let headers = [("x-amz-date", "20150830T123600Z"), ("host", "example.amazonaws.com")];
        assert_eq!(
            signature(&signer("service"), "/", &headers),
            "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"
        );
        assert_eq!(
            signature(&signer("service"), "/?Param2=value2&Param1=value1", &headers),
            "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"
        );
        // The request that AWS's guide to signing walks through.
        let headers = [
            ("content-type", "application/x-www-form-urlencoded; charset=utf-8"),
            ("host", "iam.amazonaws.com"),
            ("x-amz-date", "20150830T123600Z"),
        ];
        assert_eq!(
            signature(&signer("iam"), "/?Action=ListUsers&Version=2010-05-08", &headers),
            "5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7"
        );
        assert_eq!(
            hex(&signer("iam").key("20150830")[..]),
            "c4afb1cc5771d871763a393e44b703571b55cc28424d1a5e86da6ed3c154a4b9"
        );
    }

    #[test]
    fn paths_are_encoded_once_more_and_the_clients_signature_goes() {
        assert_eq!(path("/model/a.b-v1%3A0/converse"), "/model/a.b-v1%253A0/converse");
        let mut headers = HeaderMap::new();
        headers.insert(AUTHORIZATION, HeaderValue::from_static("AWS4-HMAC-SHA256 Credential=other"));
        headers.insert(&X_AMZ_SECURITY_TOKEN, HeaderValue::from_static("other"));
        let now: Timestamp = "2015-08-30T12:36:00Z".parse().unwrap();
        let target = PathAndQuery::from_static("/model/m/converse");
        signer("bedrock").sign(&Method::POST, &target, "h", &mut headers, b"{}", now);
        assert_eq!(headers[&X_AMZ_DATE], "20150830T123600Z");
        let value = headers[AUTHORIZATION].to_str().unwrap();
        let names = "SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=";
        assert!(value.contains("Credential=AKIDEXAMPLE/20150830/us-east-1/bedrock/aws4_request"), "{value}");
        assert!(value.contains(names) && !headers.contains_key(&X_AMZ_SECURITY_TOKEN), "{value}");
    }
}
