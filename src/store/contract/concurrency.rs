//! Threads on one session, and random histories.

use std::collections::{HashMap, HashSet};

use proptest::{
    prelude::*,
    test_runner::{Config, TestRunner},
};

use super::*;

/// Runs `work` on four threads, each with its number, and collects their results.
fn on_threads<T: Send>(work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    std::thread::scope(|threads| {
        let running: Vec<_> = (0..4)
            .map(|n| {
                threads.spawn({
                    let work = &work;
                    move || work(n)
                })
            })
            .collect();
        running.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    })
}

pub(crate) fn threads_agree_on_substitutes<F: Fixture>() {
    let client = Client::<F>::new(limits());
    let scope = client.scope("a", "1");
    let texts: Vec<String> = (0..100).map(|n| format!("person {n}")).collect();
    let seen = on_threads(|thread| {
        let order = texts.iter().cycle().skip(thread * 25).take(100);
        let mut pairs: Vec<_> = order.map(|text| (text, client.assign(&scope, &[text]).remove(0))).collect();
        pairs.sort();
        pairs
    });
    assert!(seen.windows(2).all(|pair| pair[0] == pair[1]));
    let distinct: HashSet<_> = seen[0].iter().map(|(_, substitute)| substitute).collect();
    assert_eq!(distinct.len(), 100);
    assert_eq!(client.load(&scope).len(), 100);
}

pub(crate) fn threads_never_share_a_number<F: Fixture>() {
    let client = Client::<F>::new(limits());
    let scope = client.scope("a", "1");
    let seen = on_threads(|thread| {
        let mut own = Vec::new();
        for n in 0..50 {
            // Two texts of this thread alone, and one of all; sometimes everything is forgotten meanwhile.
            let texts = [format!("{thread} {n}"), format!("{thread} {n}'"), format!("shared {n}")];
            own.extend(client.assign(&scope, &[&texts[0], &texts[1], &texts[2]]).drain(..2));
            if n % 17 == thread {
                client.forget(&scope);
            }
        }
        own
    });
    let all: Vec<&String> = seen.iter().flatten().collect();
    let distinct: HashSet<_> = all.iter().collect();
    assert_eq!(distinct.len(), all.len());
}

pub(crate) fn no_number_is_assigned_twice<F: Fixture>() {
    let steps = proptest::collection::vec((0..9_u8, 0..4_u8, 0..12_u8, 1..30_u64), 1..250);
    let mut runner = TestRunner::new(Config { cases: F::HISTORIES, failure_persistence: None, ..Config::default() });
    runner
        .run(&steps, |steps| {
            let client = Client::<F>::new(Sessions {
                tenant_entries: 12,
                tenant_bytes: 12 << 10,
                entries: 30,
                bytes: 24 << 10,
                ..limits()
            });
            // Every text that a placeholder stood for, by tenant and session, and when the session was last used.
            let mut model: HashMap<(String, String), HashMap<String, String>> = HashMap::new();
            let mut used: HashMap<(String, String), u64> = HashMap::new();
            let mut clock = 0;
            for (step, who, text, count) in steps {
                let key = (format!("t{}", who % 2), format!("s{}", who / 2));
                let scope = client.scope(&key.0, &key.1);
                match step {
                    0..=3 => {
                        // Counters may go once they have been idle for their time.
                        if used.get(&key).is_some_and(|used| clock >= used + COUNTERS) {
                            model.remove(&key);
                        }
                        used.insert(key.clone(), clock);
                        let text = format!("text {text}");
                        let substitute = client.assign(&scope, &[&text]).remove(0);
                        let known = model.entry(key).or_default().entry(substitute).or_insert_with(|| text.clone());
                        prop_assert_eq!(&*known, &text);
                    }
                    4 => client.forget(&scope),
                    5 => {
                        clock += count;
                        client.advance(count);
                    }
                    6 => (0..count).for_each(|n| {
                        client.assign(&client.scope(&key.0, &format!("flood {n}")), &["Mallory"]);
                    }),
                    7 => {
                        for n in 0..count {
                            client.alias(&scope, &n.to_string());
                            let found = client.resolve(&key.0, &n.to_string());
                            prop_assert!(found.is_none_or(|found| found == scope));
                        }
                    }
                    _ => (0..count).for_each(|n| {
                        client.assign(&client.scope(&format!("flood {n}"), "s"), &["Mallory"]);
                    }),
                }
                for (key, substitutes) in &model {
                    for (substitute, text) in substitutes {
                        let found = client.lookup(&client.scope(&key.0, &key.1), substitute);
                        prop_assert!(found.is_none_or(|found| found == *text));
                    }
                }
            }
            Ok(())
        })
        .unwrap_or_else(|failure| panic!("{failure}"));
}
