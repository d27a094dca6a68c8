//! Addresses that the provider is to fetch: pictures, files, servers of tools.
//!
//! An address that was changed leads nowhere, and nobody says why. Its credentials are for whoever fetches it: they go out
//! as they are, like the headers of a tool server. Personal data are not, and masking them would break the address: so
//! such a request is refused.

use masquerade_detect::{
    Detector,
    entity::{Entity, Group, Label},
};

use super::{
    refusal::Refusal,
    rules::{Rules, is_denied},
    texts::{RequestTexts, TextKind},
};

/// Beginnings of the parameters of signed addresses (AWS, Google, Alibaba, Tencent, Volcengine). The name of an account may
/// stand in them.
const SIGNING: [&str; 6] = ["x-amz-", "x-goog-", "x-oss-", "x-cos-", "x-tos-", "googleaccessid"];

/// Further parameters with credentials: of older signatures, of Azure (SAS), of CloudFront, and keys.
const CREDENTIALS: [&str; 18] = [
    "awsaccesskeyid",
    "ossaccesskeyid",
    "signature",
    "sig",
    "skoid",
    "sktid",
    "policy",
    "key-pair-id",
    "token",
    "access_token",
    "auth_token",
    "authkey",
    "key",
    "api_key",
    "api-key",
    "secret",
    "auth",
    "code",
];

/// Takes out the credentials in addresses that the provider is to fetch.
///
/// # Errors
/// [`Refusal::Link`] if anything else in such an address would be replaced.
pub(super) fn settle(
    detector: &Detector,
    rules: &Rules,
    texts: &RequestTexts<'_>,
    found: &mut [Vec<Entity>],
) -> Result<(), Refusal> {
    let mut labels = Vec::new();
    for (text, entities) in texts.all.iter().zip(found).filter(|(text, _)| text.kind == TextKind::Link) {
        let address = text.content();
        entities.retain(|entity| !is_credential(detector, entity, address));
        let replaced = entities.iter().filter(|entity| rules.method(entity.label).operator().replaces);
        // A look-alike of a placeholder is no personal data.
        labels.extend(replaced.map(|entity| entity.label).filter(|label| *label != Label::LITERAL));
    }
    let mut labels: Vec<&'static str> = labels.into_iter().map(Label::name).collect();
    labels.sort_unstable();
    labels.dedup();
    if labels.is_empty() { Ok(()) } else { Err(Refusal::Link(labels)) }
}

/// Reports whether an entity of an address is one for its host: a key or a number that names a resource, part of the
/// authority, or of a parameter with credentials.
fn is_credential(detector: &Detector, entity: &Entity, address: &str) -> bool {
    let info = detector.catalogue().info(entity.label);
    let (start, end) = (entity.span.start(), entity.span.end());
    if is_denied(entity) {
        // The operator named it.
        return false;
    }
    entity.label.name() == "UUID"
        || info.is_some_and(|info| info.groups.contains(&Group::SECRETS))
        || end <= authority_end(address)
        || holds_credentials(address, start, end)
}

/// The end of an address's scheme and authority; 0: it has none.
fn authority_end(address: &str) -> usize {
    let Some(slashes) = address.find("://") else { return 0 };
    let authority = &address[slashes + 3..];
    slashes + 3 + authority.find(['/', '?', '#', '\\']).unwrap_or(authority.len())
}

/// Reports whether the bytes from `start` to `end` stand in one parameter with credentials. A key holds no address of a
/// person; an account in a signed address may.
fn holds_credentials(address: &str, start: usize, end: usize) -> bool {
    let Some(query) = address.find('?').filter(|query| *query < start) else { return false };
    let from = address[..start].rfind(['?', '&']).map_or(query, |at| at + 1);
    let to = address[start..].find(['&', '#']).map_or(address.len(), |at| start + at);
    let Some((name, value)) = address[from..to].split_once('=').filter(|_| end <= to) else { return false };
    let name = name.to_ascii_lowercase();
    let is_address = value.contains('@') || value.contains("%40");
    SIGNING.iter().any(|beginning| name.starts_with(beginning))
        || !is_address && (name.ends_with("apikey") || CREDENTIALS.contains(&name.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_with_credentials_are_known() {
        for (address, part, expected) in [
            ("https://a.example/x?X-Amz-Credential=KEY/1", "KEY", true),
            ("https://a.example/x?b=1&x-goog-credential=s%40b.example&c=KEY", "s%40b", true),
            ("https://a.example/x?b=1&x-goog-date=1&c=KEY", "KEY", false),
            ("https://a.example/x?token=KEY#top", "KEY", true),
            ("https://a.example/x?tavilyApiKey=KEY", "KEY", true),
            ("https://a.example/x?token=s@b.example", "s@b.example", false),
            ("https://a.example/x?name=KEY", "KEY", false),
            ("https://a.example/token=KEY", "KEY", false),
            ("https://a.example/x?token=KEY&b=2", "KEY&b=2", false),
        ] {
            let start = address.find(part).expect("it is there");
            assert_eq!(holds_credentials(address, start, start + part.len()), expected, "{address}");
        }
        for (address, expected) in
            [("https://u:p@a.example/x", "https://u:p@a.example"), ("a/b", ""), ("s3://b", "s3://b")]
        {
            assert_eq!(&address[..authority_end(address)], expected);
        }
    }
}
