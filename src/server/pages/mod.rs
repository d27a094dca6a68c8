//! The pages for browsers: the playground of the API listener and the status page of the admin listener.
//!
//! They are plain files, built in, and use only what every client can use: the playground calls `/v1` with the key that its
//! user types, the status page reads `/metrics`. The Content-Security-Policy lets them load nothing from elsewhere and run
//! nothing that is not in their own files.

use http::{
    HeaderName, HeaderValue, Method,
    header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY},
};

use super::{Endpoint, EndpointAction, Reply};

/// The policy of all pages: own scripts, styles and connections, no markup made of text, no frames, no forms.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

/// A built-in file.
pub struct Asset {
    /// The path of the file.
    pub path: &'static str,
    /// The media type of the file.
    pub media_type: &'static str,
    /// The content of the file.
    pub content: &'static str,
}

const STYLE: &str = include_str!("style.css");

/// The files of the playground, its page first.
const PLAYGROUND: [Asset; 3] = [
    Asset { path: "/", media_type: HTML, content: include_str!("playground.html") },
    Asset { path: "/playground/style.css", media_type: CSS, content: STYLE },
    Asset { path: "/playground/playground.js", media_type: JAVASCRIPT, content: include_str!("playground.js") },
];

/// The files of the status page, the page first.
const STATUS: [Asset; 3] = [
    Asset { path: "/", media_type: HTML, content: include_str!("status.html") },
    Asset { path: "/status/style.css", media_type: CSS, content: STYLE },
    Asset { path: "/status/status.js", media_type: JAVASCRIPT, content: include_str!("status.js") },
];

/// The headers of a built-in file, beside length and media type.
pub fn headers() -> [(HeaderName, HeaderValue); 3] {
    [
        (CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
        (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        // A new version of the program brings new pages.
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ]
}

/// The endpoints of the playground, which need no key.
pub fn playground() -> impl Iterator<Item = Endpoint> {
    PLAYGROUND.iter().map(|asset| {
        let mut reply = Reply::new(asset.media_type, asset.content);
        reply.headers.extend(headers());
        let action = if asset.path == "/" { EndpointAction::Page(reply) } else { EndpointAction::Static(reply) };
        Endpoint { method: Method::GET, path: asset.path.into(), action }
    })
}

/// The file of the status page at a path of the admin listener.
pub fn status(path: &str) -> Option<&'static Asset> {
    STATUS.iter().find(|asset| asset.path == path)
}
