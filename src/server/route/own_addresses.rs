//! Addresses of an upstream in the headers of its responses, which are led back to this gateway: a client that followed them
//! would go past it. Redirections are the worst of them, as clients repeat the request at the new address, with the unmasked
//! body.

use http::{
    HeaderMap, HeaderName, HeaderValue, Method, StatusCode,
    header::{CONTENT_LOCATION, LINK, LOCATION},
};

/// Headers that hold one address.
static ADDRESSES: [HeaderName; 5] = [
    LOCATION,
    CONTENT_LOCATION,
    HeaderName::from_static("operation-location"),
    HeaderName::from_static("azure-asyncoperation"),
    HeaderName::from_static("x-goog-upload-url"),
];

/// The place of an upstream below this gateway.
#[derive(Clone, Copy, Debug)]
pub struct Place<'r> {
    /// The path prefix of the route.
    pub prefix: &'r str,
    /// The authority of the upstream.
    pub authority: &'r str,
    /// The path prefix of the upstream.
    pub path: &'r str,
}

impl Place<'_> {
    /// Leads the addresses in the headers of a response back here. An address of another host stays, unless clients would send
    /// the body of the request there: then the response has none.
    pub fn lead_back(self, headers: &mut HeaderMap, method: &Method, status: StatusCode) {
        let repeats_body = status.is_redirection()
            && status != StatusCode::SEE_OTHER
            && ![Method::GET, Method::HEAD, Method::OPTIONS].contains(method);
        for name in &ADDRESSES {
            let Some(value) = headers.get(name) else { continue };
            let Ok(address) = value.to_str() else {
                headers.remove(name);
                continue;
            };
            match self.local(address) {
                Some(local) => match HeaderValue::try_from(local) {
                    Ok(local) => _ = headers.insert(name, local),
                    Err(_) => _ = headers.remove(name),
                },
                None if repeats_body && name == LOCATION && !is_relative(address) => _ = headers.remove(name),
                None => {}
            }
        }
        let links: Vec<HeaderValue> = headers.get_all(LINK).iter().filter_map(|value| self.links(value)).collect();
        headers.remove(LINK);
        for link in links {
            headers.append(LINK, link);
        }
    }

    /// The address as a path of this gateway; `None`: it is that of another host, or relative to the request's.
    fn local(self, address: &str) -> Option<String> {
        let address = address.trim();
        // A browser leaves out tabs, and takes a backslash for a slash.
        if address.contains('\t') {
            return None;
        }
        let target = match address.starts_with('/') && !address.starts_with("//") && !address.starts_with("/\\") {
            true => address,
            false => {
                let is_own = host_of(address)?.eq_ignore_ascii_case(host(self.authority));
                let authority = address.find("//")? + 2;
                let rest = &address[authority..];
                is_own.then(|| rest.find(['/', '?', '#']).map_or("", |end| &rest[end..]))?
            }
        };
        let below = target.strip_prefix(self.path).filter(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#']));
        let below = below.unwrap_or(target);
        // Two slashes would begin a host.
        Some(format!("{}/{}", self.prefix, below.trim_start_matches(['/', '\\'])))
    }

    /// The value of a `Link` header (RFC 8288) with the addresses of the upstream led back; `None`: it is no text.
    fn links(self, value: &HeaderValue) -> Option<HeaderValue> {
        let (mut rest, mut out) = (value.to_str().ok()?, String::new());
        while let Some((before, behind)) = rest.split_once('<') {
            let (address, behind) = behind.split_once('>')?;
            out.push_str(before);
            out.push('<');
            out.push_str(&self.local(address).unwrap_or_else(|| address.to_owned()));
            out.push('>');
            rest = behind;
        }
        out.push_str(rest);
        HeaderValue::try_from(out).ok()
    }
}

/// The host of an address of the web; `None`: it is none.
fn host_of(address: &str) -> Option<&str> {
    let authority = address.strip_prefix("//").or_else(|| {
        let (scheme, rest) = address.split_once("://")?;
        ["http", "https"].iter().any(|known| known.eq_ignore_ascii_case(scheme)).then_some(rest)
    })?;
    let authority = authority.split(['/', '?', '#']).next()?;
    Some(host(authority.rsplit('@').next()?))
}

/// The host of an authority, without its port: a redirection from HTTP to HTTPS stays on its host.
fn host(authority: &str) -> &str {
    match authority.strip_prefix('[') {
        Some(v6) => v6.split(']').next().unwrap_or(v6),
        None => authority.split(':').next().unwrap_or(authority),
    }
}

/// Reports whether an address names no host.
fn is_relative(address: &str) -> bool {
    let address = address.trim();
    let first = address.split(['/', '\\', '?', '#']).next().unwrap_or_default();
    !address.starts_with(['/', '\\']) && !first.contains(':') && !address.contains('\t')
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACE: Place<'_> = Place { prefix: "/llm", authority: "api.example.com:8443", path: "/base" };

    #[test]
    fn addresses_of_the_upstream_are_paths_of_the_route() {
        for (address, expected) in [
            ("https://api.example.com/base/v1/x?a=b#c", Some("/llm/v1/x?a=b#c")),
            ("http://API.example.com:8443/base/v1/x/", Some("/llm/v1/x/")),
            ("https://key@api.example.com/v1", Some("/llm/v1")),
            ("https://api.example.com", Some("/llm/")),
            ("https://api.example.com?a", Some("/llm/?a")),
            ("//api.example.com/base", Some("/llm/")),
            ("/base/v1/x", Some("/llm/v1/x")),
            ("/baseless", Some("/llm/baseless")),
            ("/base//evil.example/", Some("/llm/evil.example/")),
            ("/\t/evil.example", None),
            ("/\\evil.example", None),
            ("https://api.example.com.evil.example/base", None),
            ("https://evil.example/api.example.com", None),
            ("//evil.example/", None),
            ("x/y", None),
            ("ftp://api.example.com/", None),
        ] {
            assert_eq!(PLACE.local(address).as_deref(), expected, "{address}");
        }
        let bracketed = Place { authority: "[::1]:80", ..PLACE };
        assert_eq!(bracketed.local("http://[::1]:443/a").as_deref(), Some("/llm/a"));
    }

    #[test]
    fn relative_addresses_name_no_host() {
        for (address, expected) in [
            ("x/y", true),
            ("?page=2:1", true),
            ("", true),
            ("/x", false),
            ("//evil.example", false),
            ("/\\evil.example", false),
            ("\\\\evil.example", false),
            ("https:evil.example", false),
            ("HTTPS://evil.example", false),
            ("evil.example:443", false),
            ("ht\ttps://evil.example", false),
        ] {
            assert_eq!(is_relative(address), expected, "{address}");
        }
    }

    #[test]
    fn links_keep_all_but_the_addresses_of_the_upstream() {
        let value = "<https://api.example.com/base/x?page=2>; rel=\"next\", <https://other.example/>; rel=about";
        let expected = "</llm/x?page=2>; rel=\"next\", <https://other.example/>; rel=about";
        assert_eq!(PLACE.links(&HeaderValue::from_static(value)).unwrap(), expected);
        assert_eq!(PLACE.links(&HeaderValue::from_static("<https://broken")), None);
    }
}
