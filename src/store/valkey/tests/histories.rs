//! All short histories of two processes on one session, of which the server may lose the latest part, replayed against a
//! real server: no substitute ever stands for two texts.
//!
//! What runs is the store itself with its functions, so there is no model that could differ from it. A fail-over is made
//! of its two effects: the session is as it was at some earlier moment, and the server's history has another id. The epoch is
//! lost with the session, so that two histories can begin epochs of the same number.

use std::collections::HashMap;

use super::*;
use crate::store::{contract::COUNTERS, valkey::link::Listener};

/// The steps of each history.
const STEPS: usize = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// The process of this number asks for substitutes of these texts.
    Assign(usize, &'static [&'static str]),
    Forget,
    /// All entries expire, the counters do not.
    Expire,
    /// The replica catches up.
    Replicate,
    /// The replica takes the server's place.
    FailOver,
}

const ALPHABET: [Step; 7] = [
    Step::Assign(0, &["Ada"]),
    Step::Assign(0, &["Bob", "Ada"]),
    Step::Assign(1, &["Cy", "Bob"]),
    Step::Forget,
    Step::Expire,
    Step::Replicate,
    Step::FailOver,
];

/// The state of a session at the server: its keys and their serialized values.
type Snapshot = Vec<(String, Vec<u8>)>;

/// The state of one session of two processes, with that of its replica.
struct World<'a> {
    client: &'a Client<Valkey>,
    processes: [&'a ValkeyStore; 2],
    scope: Scope,
    replica: Snapshot,
    /// The text of each substitute that was ever given.
    given: HashMap<String, &'static str>,
}

impl World<'_> {
    fn shared(&self) -> &Shared {
        &self.processes[0].shared
    }

    fn command<T: redis::FromRedisValue>(&self, command: &redis::Cmd) -> T {
        let answer = wait(self.shared().link.command(command)).expect("an answer");
        redis::from_redis_value(answer).expect("a value of that kind")
    }

    fn keys(&self) -> Vec<String> {
        names::session_keys(&self.shared().prefix, &self.shared().names.session(&self.scope))
    }

    fn snapshot(&self) -> Snapshot {
        let dump = |key: String| {
            let value: Option<Vec<u8>> = self.command(redis::cmd("DUMP").arg(&key));
            Some((key, value?))
        };
        self.keys().into_iter().filter_map(dump).collect()
    }

    /// Has a process reconnect: it learns the epoch, and its cache begins empty.
    fn reconnect(&self, process: &ValkeyStore) {
        let bucket = names::bucket(&process.shared.names.session(&self.scope));
        let link = &process.shared.link;
        link.note_joined(bucket, &self.command(&link.join_command(bucket)));
        process.shared.reconnected();
    }

    fn take(&mut self, step: Step) {
        match step {
            Step::Assign(process, texts) => {
                let assigned = assign(self.processes[process], &self.scope, texts).expect("an answer");
                for (substitute, text) in assigned.into_iter().zip(texts) {
                    let former = self.given.insert(substitute, *text);
                    assert!(former.is_none_or(|former| former == *text), "{former:?} and {text:?}");
                }
            }
            Step::Forget => wait(self.processes[0].forget(&self.scope)).expect("an answer"),
            Step::Expire => {
                let time = millis(self.client.fixture.limits.ttl);
                for process in self.processes {
                    process.shared.link.fixed_time.fetch_add(time, Ordering::Relaxed);
                }
            }
            Step::Replicate => self.replica = self.snapshot(),
            Step::FailOver => {
                self.command::<()>(redis::cmd("DEL").arg(self.keys()));
                for (key, value) in &self.replica {
                    self.command::<()>(redis::cmd("RESTORE").arg(key).arg(0).arg(value));
                }
                self.command::<()>(redis::cmd("DEBUG").arg("CHANGE-REPL-ID"));
                self.processes.iter().for_each(|process| self.reconnect(process));
            }
        }
    }

    /// Checks that every restored text is the original.
    fn check(&self) {
        for (substitute, text) in &self.given {
            for process in self.processes {
                let found = lookup(process, &self.scope, substitute).expect("an answer");
                assert!(found.is_none_or(|found| found == *text), "{substitute} is {text:?}");
            }
        }
    }
}

#[test]
fn no_short_history_gives_a_number_twice() {
    if let Some(reason) = Valkey::<Server>::is_missing() {
        eprintln!("skipped: {reason}");
        return;
    }
    let server = Server::with(&["--save", "", "--enable-debug-command", "yes"]);
    let client = Client::with(Valkey::on(Arc::new(server), limits()));
    let other = client.fixture.other_process();
    let processes = [&client.fixture.store, &other];
    for process in processes {
        process.shared.link.fixed_time.store(1_000_000_000_000, Ordering::Relaxed);
    }
    // Else counters would expire within a history.
    assert!(u64::try_from(STEPS).expect("few") * client.fixture.limits.ttl.as_secs() < COUNTERS);
    for number in 0..ALPHABET.len().pow(STEPS.try_into().expect("few")) {
        let place = |step: usize| number / ALPHABET.len().pow(step.try_into().expect("few")) % ALPHABET.len();
        let history: Vec<Step> = (0..STEPS).map(|step| ALPHABET[place(step)]).collect();
        let scope = client.scope("a", &number.to_string());
        let mut world = World { client: &client, processes, scope, replica: Vec::new(), given: HashMap::new() };
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            history.iter().for_each(|step| world.take(*step));
            world.check();
        }));
        assert!(result.is_ok(), "{history:?}");
    }
}
