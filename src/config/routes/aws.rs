//! Reading of `[routes.aws]`, the credentials with which a route signs its requests.

use zeroize::Zeroizing;

use super::{
    super::{Context, source},
    AwsCredentials,
};
use crate::input::{Fault, Item, Object};

/// Reads `aws`.
pub(super) fn credentials(object: &mut Object<'_, '_>, context: &Context<'_>) -> Option<Option<AwsCredentials>> {
    object.or_else(
        "aws",
        || None,
        |item| {
            let mut object = item.object()?;
            let region = object.required("region", |item| item.parse(name));
            let service = object.or_else("service", || "bedrock".to_owned(), |item| item.parse(name));
            let id = object.required("access_key_id", |item| visible(item, context));
            let secret = object.required("secret_access_key", |item| visible(item, context));
            let token = object.or_else("session_token", || None, |item| visible(item, context).map(Some));
            object.finish();
            Some(Some(AwsCredentials {
                region: region?,
                service: service?,
                access_key_id: id?.to_string(),
                secret_access_key: secret?,
                session_token: token?,
            }))
        },
    )
}

/// Parses the name of a region or a service.
fn name(text: &str) -> Result<String, &'static str> {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if !text.is_empty() && text.bytes().all(is_plain) {
        Ok(text.to_owned())
    } else {
        Err("must be a name such as \"us-east-1\" or \"bedrock\"")
    }
}

/// Reads a table with the source of a secret of visible characters.
fn visible(item: Item<'_, '_>, context: &Context<'_>) -> Option<Zeroizing<String>> {
    let mut object = item.object()?;
    let sourced = source::read(&mut object, context);
    object.finish();
    let sourced = sourced?;
    let text = sourced.value.and_then(|bytes| {
        let is_visible = !bytes.is_empty() && bytes.iter().all(|byte| (b'!'..=b'~').contains(byte));
        let text = std::str::from_utf8(&bytes).ok().filter(|_| is_visible);
        text.map(|text| Zeroizing::new(text.to_owned())).ok_or_else(|| "must be of visible ASCII characters".to_owned())
    });
    match text {
        Ok(text) => Some(text),
        Err(detail) => {
            object.refuse(Fault::OutOfRange, sourced.key, || detail);
            None
        }
    }
}
