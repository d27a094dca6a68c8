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
    /// The name in the certificate that the client has proved to the listener (mutual TLS).
    Certificate,
}

/// The facts beside a route that decide which settings of its tenants are safe.
#[derive(Clone, Copy, Debug)]
pub(super) struct TenantContext {
    /// True if the API listens on loopback addresses only.
    pub(super) is_loopback: bool,
    /// True if the listener asks clients for certificates.
    pub(super) has_client_authorities: bool,
}

/// Reads `tenant`.
pub(super) fn tenant(
    object: &mut Object<'_, '_>,
    auth: Option<RouteAuth>,
    context: TenantContext,
) -> Option<TenantName> {
    let name = object.or_else("tenant", || TenantName::Credential, |item| name(item, context))?;
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

fn name(item: Item<'_, '_>, context: TenantContext) -> Option<TenantName> {
    let mut object = item.object()?;
    let header = object.or_else("header", || None, |item| item.parse(header).map(Some));
    let claim = object.or_else("claim", || None, |item| super::non_empty(item).map(Some));
    let certificate = object.or_else("certificate", || false, |item| item.boolean());
    let is_trusted = object.or_else("trusted", || false, |item| item.boolean());
    object.finish();
    match (header?, claim?, certificate?, is_trusted?) {
        (Some(_), None, false, false) if !context.is_loopback => {
            object.refuse(
                Fault::OutOfRange,
                "header",
                || "lets whoever sets it choose the tenant: have a gateway before this one set it, and say `trusted = true`",
            );
            None
        }
        (None, None, true, false) if !context.has_client_authorities => {
            object.refuse(Fault::OutOfRange, "certificate", || "goes with `client_ca` in [server.tls]");
            None
        }
        (Some(header), None, false, _) => Some(TenantName::Header(header)),
        (None, Some(claim), false, false) => Some(TenantName::Claim(claim)),
        (None, None, true, false) => Some(TenantName::Certificate),
        _ => {
            object.refuse(
                Fault::OutOfRange,
                "header",
                || "must stand alone, or a `claim` or `certificate = true` in its place",
            );
            None
        }
    }
}

fn header(text: &str) -> Result<HeaderName, &'static str> {
    text.trim().parse().map_err(|_| "must be the name of a header")
}
