//! The setting of a route that tells its tenants apart.

use http::HeaderName;

use super::RouteAuth;
use crate::input::{Fault, Item, Object};

/// The part of a request that names its tenant, on a route whose clients bring the upstream's credentials.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum TenantName {
    /// The credential itself.
    #[default]
    Credential,
    /// The value of a header, which somebody between clients and this gateway sets.
    Header(HeaderName),
    /// A claim of the JSON Web Token that is the credential, with the token's issuer. Its signature is the upstream's to
    /// verify.
    Claim(String),
}

/// Reads `tenant`.
pub(super) fn tenant(object: &mut Object<'_, '_>, auth: Option<RouteAuth>, is_loopback: bool) -> Option<TenantName> {
    let name = object.or_else("tenant", || TenantName::Credential, |item| name(item, is_loopback))?;
    if name != TenantName::Credential && auth.is_some_and(|auth| auth != RouteAuth::Upstream) {
        object.refuse(
            Fault::OutOfRange,
            "tenant",
            || "goes with `auth = \"upstream\"` only: a key has its own tenant, and \"none\" has one for all",
        );
        return None;
    }
    Some(name)
}

fn name(item: Item<'_, '_>, is_loopback: bool) -> Option<TenantName> {
    let mut object = item.object()?;
    let header = object.or_else("header", || None, |item| item.parse(header).map(Some));
    let claim = object.or_else("claim", || None, |item| super::non_empty(item).map(Some));
    let is_trusted = object.or_else("trusted", || false, |item| item.boolean());
    object.finish();
    match (header?, claim?, is_trusted?) {
        (Some(_), None, false) if !is_loopback => {
            object.refuse(
                Fault::OutOfRange,
                "header",
                || "lets whoever sets it choose the tenant: have a gateway before this one set it, and say `trusted = true`",
            );
            None
        }
        (Some(header), None, _) => Some(TenantName::Header(header)),
        (None, Some(claim), false) => Some(TenantName::Claim(claim)),
        _ => {
            object.refuse(Fault::OutOfRange, "header", || "must stand alone, or a `claim` in its place");
            None
        }
    }
}

fn header(text: &str) -> Result<HeaderName, &'static str> {
    text.trim().parse().map_err(|_| "must be the name of a header")
}
