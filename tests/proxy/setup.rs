//! The real binary with routes to fake upstreams.

use std::{cell::RefCell, collections::HashMap, rc::Rc, sync::Arc};

use crate::{
    common::{
        binary::Masquerade,
        raw::{Raw, Response},
    },
    fake::{Fake, Recorded, Talk, Then},
};

/// A route named `test` for everything, to these upstreams, with further lines of configuration.
pub fn route(upstreams: &[&Fake], more: &str) -> String {
    let urls: Vec<String> = upstreams.iter().map(|fake| format!("{:?}", fake.url())).collect();
    format!("[[routes]]\nname = \"test\"\nupstreams = [{}]\n{more}\n", urls.join(", "))
}

/// A proxy with the route of [`route`].
pub fn proxy(upstreams: &[&Fake], more: &str) -> Masquerade {
    Masquerade::start(&route(upstreams, more))
}

/// A proxy with its upstream, which the cases of a test use one after another.
pub struct Stage {
    pub fake: Fake,
    pub proxy: Masquerade,
}

thread_local! {
    /// The stages of a test, which runs on a thread of its own, by their configuration.
    static STAGES: RefCell<HashMap<String, Rc<Stage>>> = RefCell::default();
}

/// A proxy with the route of [`route`] behind the lines `before`, whose upstream answers by `script`: the one that the test had with
/// this configuration before, since a start takes longer than most cases.
pub fn stage(
    before: &str,
    more: &str,
    script: impl Fn(&Recorded, &mut Talk<'_>) -> Then + Send + Sync + 'static,
) -> Rc<Stage> {
    let known = STAGES.with_borrow(|stages| stages.get(&[before, more].concat()).cloned());
    let stage = known.unwrap_or_else(|| {
        let fake = Fake::ok();
        let proxy = Masquerade::start(&format!("{before}{}", route(&[&fake], more)));
        let stage = Rc::new(Stage { fake, proxy });
        STAGES.with_borrow_mut(|stages| stages.insert([before, more].concat(), Rc::clone(&stage)));
        stage
    });
    stage.fake.rescript(Arc::new(script));
    stage
}

/// Header lines that say JSON.
pub const JSON: &str = "Host: client\r\nContent-Type: application/json\r\n";

/// A `POST` of JSON.
pub fn post(path: &str, headers: &str, body: &str) -> Vec<u8> {
    format!("POST {path} HTTP/1.1\r\n{JSON}Content-Length: {}\r\n{headers}\r\n{body}", body.len()).into_bytes()
}

/// Sends a request on a connection of its own, which may be served by any thread.
#[track_caller]
pub fn ask(proxy: &Masquerade, request: impl AsRef<[u8]>) -> Response {
    connect(proxy).send(request).receive_whole()
}

/// Sends a request without a body.
#[track_caller]
pub fn get(proxy: &Masquerade, path: &str, headers: &str) -> Response {
    ask(proxy, format!("GET {path} HTTP/1.1\r\nHost: client\r\n{headers}\r\n"))
}

/// A connection to the proxy.
pub fn connect(proxy: &Masquerade) -> Raw {
    Raw::connect(proxy.api)
}

/// Value of a metric, by its whole name with labels; 0 if it is not there.
pub fn metric(proxy: &Masquerade, name: &str) -> f64 {
    let text = String::from_utf8(proxy.admin("/metrics").body).unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.map_or(0.0, |value| value.parse().unwrap())
}
