//! Several upstreams: turns, checks, and those that are left out.

use std::{
    net::TcpListener,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use crate::{
    common::binary::Masquerade,
    common::wait::eventually,
    fake::{Fake, Then},
    setup::{ask, get, metric, post, proxy, route},
};

#[test]
fn upstreams_take_turns() {
    let (a, b) = (Fake::ok(), Fake::ok());
    let proxy = proxy(&[&a, &b], "");
    for _ in 0..6 {
        assert_eq!(ask(&proxy, post("/x", "", "{}")).status, 200);
    }
    assert_eq!((a.recorded().len(), b.recorded().len()), (3, 3));
}

#[test]
fn a_tenant_stays_with_its_upstream() {
    let (a, b) = (Fake::ok(), Fake::ok());
    let proxy = proxy(&[&a, &b], "balance = \"tenant\"");
    for _ in 0..6 {
        assert_eq!(ask(&proxy, post("/x", "Authorization: Bearer one\r\n", "{}")).status, 200);
    }
    let counts = [a.recorded().len(), b.recorded().len()];
    assert!(counts.contains(&0) && counts.contains(&6), "{counts:?}");
}

#[test]
fn a_dead_one_is_passed_over_and_then_left_out() {
    let good = Fake::ok();
    let dead = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let config = format!("[[routes]]\nname = \"test\"\nupstreams = [\"http://{dead}\", \"{}\"]\n", good.url());
    let proxy = Masquerade::start(&config);
    for _ in 0..12 {
        assert_eq!(ask(&proxy, post("/x", "", "{}")).status, 200);
    }
    assert_eq!(good.recorded().len(), 12);
    let counted = |name: &str| metric(&proxy, name) as usize;
    let ejections = counted("masquerade_upstream_ejections_total{route=\"test\"}");
    let failures = counted("masquerade_upstream_failures_total{reason=\"connect\",route=\"test\"}");
    assert!(ejections >= 1 && failures == 3 * ejections, "{ejections} {failures}");
}

#[test]
fn checks_take_upstreams_out_and_back_in() {
    let well = Arc::new(AtomicBool::new(true));
    let fake = Fake::start({
        let well = Arc::clone(&well);
        move |request, talk| {
            if request.line().contains("/health") && !well.load(Ordering::SeqCst) {
                talk.send("HTTP/1.1 500 X\r\nContent-Length: 0\r\n\r\n");
                return Then::Keep;
            }
            talk.json("{}")
        }
    });
    let health = "[routes.health]\npath = \"/health\"\ninterval = \"20ms\"\nfall = 2\nrise = 1\ntimeout = \"5s\"";
    let proxy = proxy(&[&fake], health);
    assert_eq!(ask(&proxy, post("/x", "", "{}")).status, 200);
    well.store(false, Ordering::SeqCst);
    eventually(|| ask(&proxy, post("/x", "", "{}")).status == 503);
    well.store(true, Ordering::SeqCst);
    eventually(|| ask(&proxy, post("/x", "", "{}")).status == 200);
}

#[test]
fn a_reload_swaps_routes_and_upstreams() {
    let (old, new) = (Fake::ok(), Fake::ok());
    let proxy = proxy(&[&old], "");
    assert_eq!(get(&proxy, "/x", "").status, 200);
    proxy.write_config(&format!(
        "{}[[routes]]\nname = \"b\"\npath_prefix = \"/b\"\nupstreams = [\"{}\"]\n",
        route(&[&new], ""),
        old.url()
    ));
    proxy.signal("HUP");
    eventually(|| metric(&proxy, "masquerade_config_reloads_total") == 1.0);
    assert_eq!(get(&proxy, "/x", "").status, 200);
    assert_eq!(get(&proxy, "/b/y", "").status, 200);
    assert_eq!((old.recorded().len(), new.recorded().len()), (2, 1));
    proxy.write_config("[[routes]]\nname = \"broken\"\n");
    proxy.signal("HUP");
    eventually(|| metric(&proxy, "masquerade_config_reload_failures_total") == 1.0);
    assert_eq!(get(&proxy, "/x", "").status, 200, "the old state stays");
}
