//! Reading of upstream URLs, and the proxies of the environment.

use std::net::IpAddr;

use base64::{Engine, engine::general_purpose::STANDARD};
use http::Uri;
use ipnet::IpNet;
use zeroize::Zeroizing;

use super::super::Context;
use super::{EgressProxy, Upstream};

/// Reads the URL of an upstream.
pub(in crate::config) fn upstream(text: &str) -> Result<Upstream, &'static str> {
    const FORM: &str = "must be a URL such as \"https://api.example.com\", with a path at most";
    let uri: Uri = text.trim().parse().map_err(|_| FORM)?;
    let tls = match uri.scheme_str() {
        Some("https") => true,
        Some("http") => false,
        _ => return Err(FORM),
    };
    let authority = uri.authority().ok_or(FORM)?;
    if authority.as_str().contains('@') || uri.query().is_some() {
        return Err("must hold neither credentials nor a query: credentials belong into `set_headers`");
    }
    let port = match (authority.port_u16(), authority.port()) {
        (Some(0), _) | (None, Some(_)) => return Err(FORM),
        (Some(port), _) => port,
        (None, None) if tls => 443,
        (None, None) => 80,
    };
    let host = authority.host().trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase();
    if host.is_empty() {
        return Err(FORM);
    }
    Ok(Upstream {
        tls,
        host,
        port,
        authority: authority.as_str().to_ascii_lowercase(),
        path: uri.path().trim_end_matches('/').to_owned(),
        proxy: None,
    })
}

/// The proxy of the environment for tunnels, with its exceptions.
#[derive(Debug, Default)]
pub(super) struct Egress {
    proxy: Option<EgressProxy>,
    exempt: Vec<String>,
}

impl Egress {
    /// Reads `HTTPS_PROXY` and `NO_PROXY`; the spelling in lower case wins, by convention.
    pub(super) fn new(context: &Context<'_>) -> Result<Self, String> {
        let variable = |name: &str| {
            let lower = name.to_ascii_lowercase();
            let value = context.sources.variable(&lower).or_else(|| context.sources.variable(name))?;
            value.to_str().map(str::trim).filter(|value| !value.is_empty())
        };
        let Some(url) = variable("HTTPS_PROXY") else { return Ok(Self::default()) };
        let proxy = proxy(url).ok_or("HTTPS_PROXY must be a URL such as \"http://proxy.example:3128\"")?;
        let exempt = variable("NO_PROXY").unwrap_or_default();
        let exempt = exempt.split([',', ' ']).map(|part| part.trim().to_ascii_lowercase()).filter(|p| !p.is_empty());
        Ok(Self { proxy: Some(proxy), exempt: exempt.collect() })
    }

    /// The proxy for `upstream`; `None` without TLS, where a tunnel would hide nothing.
    pub(super) fn proxy_of(&self, upstream: &Upstream) -> Option<EgressProxy> {
        let is_exempt = self.exempt.iter().any(|entry| exempts(entry, &upstream.host, upstream.port));
        self.proxy.clone().filter(|_| upstream.tls && !is_exempt)
    }
}

/// Reports whether an entry of `NO_PROXY` matches a host: the host, a parent domain, a network, or `*`.
fn exempts(entry: &str, host: &str, port: u16) -> bool {
    if entry == "*" {
        return true;
    }
    if let Ok(address) = host.parse::<IpAddr>() {
        let network = entry.parse::<IpNet>().is_ok_and(|network| network.contains(&address));
        if network || entry.trim_matches(['[', ']']).parse() == Ok(address) {
            return true;
        }
    }
    let (name, wanted) = match entry.rsplit_once(':') {
        Some((name, digits)) if !name.contains(':') => (name, digits.parse().ok()),
        _ => (entry, None),
    };
    if wanted.is_some_and(|wanted: u16| wanted != port) {
        return false;
    }
    let name = name.trim_start_matches("*.").trim_start_matches('.');
    host == name || host.strip_suffix(name).is_some_and(|above| above.ends_with('.') && !name.is_empty())
}

fn proxy(url: &str) -> Option<EgressProxy> {
    let with_scheme = if url.contains("://") { url.to_owned() } else { format!("http://{url}") };
    let uri: Uri = with_scheme.parse().ok()?;
    let authority = uri.authority()?;
    if uri.scheme_str() != Some("http") || authority.host().is_empty() {
        return None;
    }
    let user = authority.as_str().rsplit_once('@').map(|(user, _)| user);
    let authorization = user.map(|user| {
        let user = Zeroizing::new(percent_decoded(user));
        Zeroizing::new(format!("Basic {}", STANDARD.encode(user.as_slice())))
    });
    let host = authority.host().trim_start_matches('[').trim_end_matches(']').to_owned();
    Some(EgressProxy { host, port: authority.port_u16().unwrap_or(80), authorization })
}

/// Decodes the percent-encoding of a password in a URL.
fn percent_decoded(text: &str) -> Vec<u8> {
    let mut bytes = text.bytes();
    let mut decoded = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        let mut ahead = bytes.clone();
        let digit = |byte: Option<u8>| byte.and_then(|byte| char::from(byte).to_digit(16));
        match (byte, digit(ahead.next()), digit(ahead.next())) {
            (b'%', Some(high), Some(low)) => {
                decoded.extend(u8::try_from(high * 16 + low));
                bytes = ahead;
            }
            _ => decoded.push(byte),
        }
    }
    decoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_of_upstreams() {
        let read = |text| upstream(text).map(|u| (u.tls, u.host, u.port, u.authority, u.path));
        let some = |tls, host: &str, port, authority: &str, path: &str| {
            Ok((tls, host.to_owned(), port, authority.to_owned(), path.to_owned()))
        };
        assert_eq!(read("https://API.example.com"), some(true, "api.example.com", 443, "api.example.com", ""));
        assert_eq!(read("http://h:8000/base/v1/"), some(false, "h", 8000, "h:8000", "/base/v1"));
        assert_eq!(read("http://[::1]:9"), some(false, "::1", 9, "[::1]:9", ""));
        for bad in ["", "api.example.com", "ftp://h", "https://", "https://u:p@h", "https://h/?q", "https://h:0"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn exemptions_mean_hosts_domains_networks_and_ports() {
        for (entry, host, expected) in [
            ("*", "a.example", true),
            ("a.example", "a.example", true),
            ("example", "a.example", true),
            (".example", "a.example", true),
            ("*.example", "a.example", true),
            ("ample", "a.example", false),
            ("a.example:443", "a.example", true),
            ("a.example:8443", "a.example", false),
            ("10.0.0.0/8", "10.1.2.3", true),
            ("10.0.0.0/8", "11.1.2.3", false),
            ("10.1.2.3", "10.1.2.3", true),
            ("::1", "::1", true),
            ("[::1]", "::1", true),
        ] {
            assert_eq!(exempts(entry, host, 443), expected, "{entry} {host}");
        }
    }

    #[test]
    fn proxies_keep_their_credentials_to_themselves() {
        let proxy = proxy("http://user:p%40ss@proxy.example:3128").unwrap();
        assert_eq!((proxy.host.as_str(), proxy.port), ("proxy.example", 3128));
        // RFC 7617: base64 of `user:p@ss`.
        assert_eq!(proxy.authorization.as_ref().map(|a| a.as_str()), Some("Basic dXNlcjpwQHNz"));
        assert_eq!(format!("{proxy:?}"), "EgressProxy(proxy.example:3128)");
        assert_eq!(super::proxy("proxy.example").unwrap().port, 80);
        assert!(super::proxy("socks5://h:1").is_none());
    }
}
