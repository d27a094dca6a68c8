//! The pages for browsers, without a browser: `tests/browser/run` has one.

use crate::common::{
    binary::Masquerade,
    raw::{Response, bare, exchange},
};

const HTML: &str = "Accept: text/html,application/xhtml+xml\r\n";

fn get(running: &Masquerade, path: &str, headers: &str) -> Response {
    exchange(running.api, bare("GET", path, headers))
}

fn text(response: &Response) -> String {
    String::from_utf8(response.body.clone()).expect("UTF-8")
}

/// The values of an attribute in a page.
fn attributes<'p>(page: &'p str, name: &str) -> Vec<&'p str> {
    let start = format!(" {name}=\"");
    page.split(&start).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// Checks a page and the files that it loads, which `get` fetches.
fn check_page(page: &Response, mut get: impl FnMut(&str) -> Response) {
    let check_headers = |response: &Response, media_type: &str| {
        assert_eq!((response.status, response.header("content-type")), (200, Some(media_type)));
        assert_eq!(response.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(response.header("referrer-policy"), Some("no-referrer"));
        let policy = response.header("content-security-policy").expect("a policy");
        assert!(policy.starts_with("default-src 'none'; ") && policy.contains("frame-ancestors 'none'"), "{policy}");
        assert!(!policy.contains("unsafe") && !policy.contains('*') && !policy.contains("http"), "{policy}");
    };
    check_headers(page, "text/html; charset=utf-8");
    let html = text(page);
    assert!(html.contains("<html lang=\"en\">") && html.contains("<title>"));
    assert!(!html.contains("<style") && attributes(&html, "style").is_empty(), "the policy allows no inline styles");
    assert!(html.split("<script").skip(1).all(|tag| tag.starts_with(" src=")), "nor inline scripts");
    let is_handler = |word: &str| word.starts_with("on") && word.contains('=');
    assert!(!html.split_whitespace().any(is_handler), "nor handlers");
    let scripts = attributes(&html, "src");
    let styles: Vec<_> = attributes(&html, "href").into_iter().filter(|href| href.ends_with(".css")).collect();
    assert_eq!((scripts.len(), styles.len()), (1, 1));
    check_headers(&get(styles[0]), "text/css; charset=utf-8");
    let script = get(scripts[0]);
    check_headers(&script, "text/javascript; charset=utf-8");
    let script = text(&script);
    for sink in [
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "localStorage",
        "sessionStorage",
        ".cookie",
    ] {
        assert!(!script.contains(sink), "{sink}");
    }
    // What the script looks for is on the page, under a unique id.
    let ids = attributes(&html, "id");
    for id in script.split("$('").skip(1).filter_map(|rest| rest.split('\'').next()) {
        assert_eq!(ids.iter().filter(|known| **known == id).count(), 1, "#{id}");
    }
}

#[test]
fn the_playground_is_a_page_that_loads_nothing_from_elsewhere() {
    let running = Masquerade::start("");
    let page = get(&running, "/", HTML);
    check_page(&page, |path| get(&running, path, ""));
    assert_eq!(get(&running, "/", "").status, 200, "no route takes what asks for no HTML");
    let head = exchange(running.api, bare("OPTIONS", "/", ""));
    assert_eq!(head.header("allow"), Some("GET, HEAD, OPTIONS"));
    exchange(running.api, bare("POST", "/", "Content-Length: 0\r\n")).assert_problem(405, "method-not-allowed");
}

#[test]
fn the_playground_can_be_turned_off() {
    let running = Masquerade::start_with("", &[("MASQUERADE_SERVER__PLAYGROUND", "false")]);
    for path in ["/", "/playground/playground.js", "/playground/style.css"] {
        get(&running, path, HTML).assert_problem(404, "not-found");
    }
}

#[test]
fn a_route_has_what_asks_for_no_html() {
    // Nobody listens there: an answer of 502 tells that the route took the request.
    let running =
        Masquerade::start("[[routes]]\nname = \"test\"\nupstreams = [\"http://127.0.0.1:1\"]\nauth = \"none\"\n");
    for headers in ["", "Accept: */*\r\n", "Accept: application/json, text/event-stream\r\n"] {
        get(&running, "/", headers).assert_problem(502, "upstream-unreachable");
    }
    exchange(running.api, bare("POST", "/", "Content-Length: 0\r\n")).assert_problem(502, "upstream-unreachable");
    check_page(&get(&running, "/", HTML), |path| get(&running, path, ""));
}

#[test]
fn the_admin_listener_has_a_status_page() {
    let running = Masquerade::start("");
    check_page(&running.admin("/"), |path| running.admin(path));
    assert_eq!(running.admin("/playground/style.css").status, 404);
}
