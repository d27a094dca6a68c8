//! Servers that tests start on free ports: one, a cluster of three nodes, and a server with a replica and sentinels.

use std::{
    net::{TcpListener, TcpStream},
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex, PoisonError, Weak},
};

use tempfile::TempDir;

use crate::config::{Acknowledgement, StoreUrl, Topology, ValkeySettings};

/// The programs that can be the server.
const PROGRAMS: [&str; 2] = ["valkey-server", "redis-server"];

/// The name of the server that sentinels watch.
const SERVICE: &str = "store";

/// The time after which a node or a server that does not answer is taken for failed, in milliseconds. No test waits so
/// long: fail-overs are asked for.
const NODE_TIMEOUT: &str = "60000";

pub(super) fn program() -> Option<&'static str> {
    let runs = |program: &&str| Command::new(program).arg("--version").stdout(Stdio::null()).status().is_ok();
    PROGRAMS.into_iter().find(runs)
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|bound| bound.local_addr()).expect("a port").port()
}

/// Servers that a store can be in.
pub(super) trait Deployment: Send + Sync + 'static {
    /// Random histories that are tried.
    const HISTORIES: u32;

    /// The servers that all tests share that run at the same time.
    fn shared() -> Arc<Self>;

    /// The settings of a store there, whose keys begin with `prefix`.
    fn settings(&self, prefix: &str) -> ValkeySettings;
}

/// The deployment that `known` leads to, or else a new one.
fn shared<D>(known: &Mutex<Weak<D>>, start: impl FnOnce() -> D) -> Arc<D> {
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    known.upgrade().unwrap_or_else(|| {
        let new = Arc::new(start());
        *known = Arc::downgrade(&new);
        new
    })
}

fn settings(ports: &[u16], topology: Topology, prefix: &str) -> ValkeySettings {
    let urls: Vec<String> = ports.iter().map(|port| format!("redis://127.0.0.1:{port}")).collect();
    ValkeySettings {
        url: StoreUrl::new(urls.join(",")),
        topology,
        service: SERVICE.to_owned(),
        prefix: prefix.to_owned(),
        acknowledgement: Acknowledgement::Memory,
    }
}

/// A running server; killed when dropped.
pub(super) struct Server {
    child: Mutex<Child>,
    pub(super) port: u16,
    pub(super) directory: TempDir,
    arguments: Vec<String>,
}

impl Server {
    pub(super) fn start() -> Self {
        Self::with(&["--save", "", "--appendonly", "yes"])
    }

    /// A server that loses everything when it is stopped.
    pub(super) fn forgetful() -> Self {
        Self::with(&["--save", "", "--appendonly", "no"])
    }

    pub(super) fn with(arguments: &[&str]) -> Self {
        let (port, directory) = (free_port(), tempfile::tempdir().expect("a directory"));
        let arguments: Vec<String> = arguments.iter().map(|argument| (*argument).to_owned()).collect();
        let child = Self::run(port, &directory, &arguments);
        Self { child: Mutex::new(child), port, directory, arguments }
    }

    fn run(port: u16, directory: &TempDir, arguments: &[String]) -> Child {
        let child = Command::new(program().expect("a server"))
            .args(arguments)
            .args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--dir"])
            .arg(directory.path())
            .stdout(Stdio::null())
            .spawn()
            .expect("a server");
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            std::thread::yield_now();
        }
        child
    }

    pub(super) fn stop(&self) {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = child.kill();
        let _ = child.wait();
    }

    pub(super) fn restart(&self) {
        self.stop();
        let child = Self::run(self.port, &self.directory, &self.arguments);
        *self.child.lock().unwrap_or_else(PoisonError::into_inner) = child;
    }

    /// The answer to a command.
    pub(super) fn ask<T: redis::FromRedisValue>(&self, command: &[&str]) -> T {
        ask(self.port, command).expect("an answer")
    }

    /// Waits until its replica has everything, as it must have when it has a key that is written now.
    pub(super) fn settle(&self, key: &str) {
        let client = redis::Client::open(format!("redis://127.0.0.1:{}", self.port)).expect("an address");
        let mut connection = client.get_connection().expect("a server");
        redis::cmd("SET").arg(key).arg("").exec(&mut connection).expect("an answer");
        let replicas: u64 = redis::cmd("WAIT").arg(1).arg(0).query(&mut connection).expect("an answer");
        assert!(replicas > 0);
    }

    /// Makes it a replica of another one.
    pub(super) fn follow(&self, port: u16) {
        self.ask::<()>(&["REPLICAOF", "127.0.0.1", &port.to_string()]);
    }
}

fn ask<T: redis::FromRedisValue>(port: u16, command: &[&str]) -> redis::RedisResult<T> {
    let mut connection = redis::Client::open(format!("redis://127.0.0.1:{port}"))?.get_connection()?;
    let (name, arguments) = command.split_first().expect("a command");
    redis::cmd(name).arg(arguments).query(&mut connection)
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Deployment for Server {
    const HISTORIES: u32 = 16;

    fn shared() -> Arc<Self> {
        static SHARED: Mutex<Weak<Server>> = Mutex::new(Weak::new());
        shared(&SHARED, Self::start)
    }

    fn settings(&self, prefix: &str) -> ValkeySettings {
        settings(&[self.port], Topology::Single, prefix)
    }
}

/// A cluster of three nodes, each with a third of the slots, and a replica of the first.
pub(super) struct Cluster {
    pub(super) nodes: Vec<Server>,
}

impl Cluster {
    const NODES: usize = 3;
    const SLOTS: usize = 16_384;

    /// A cluster whose first nodes have `replicas`, one each.
    pub(super) fn with_replicas(replicas: usize) -> Self {
        let mut buses = Vec::new();
        let mut start = || {
            let bus = free_port();
            buses.push(bus);
            let bus = bus.to_string();
            Server::with(&[
                "--save",
                "",
                "--appendonly",
                "no",
                "--cluster-enabled",
                "yes",
                "--cluster-port",
                &bus,
                "--cluster-node-timeout",
                NODE_TIMEOUT,
                "--cluster-replica-validity-factor",
                "0",
            ])
        };
        let nodes: Vec<Server> = (0..Self::NODES + replicas).map(|_| start()).collect();
        for (n, node) in nodes.iter().enumerate().take(Self::NODES) {
            let (first, end) = (Self::SLOTS * n / Self::NODES, Self::SLOTS * (n + 1) / Self::NODES);
            node.ask::<()>(&["CLUSTER", "ADDSLOTSRANGE", &first.to_string(), &(end - 1).to_string()]);
        }
        for (node, bus) in nodes.iter().zip(&buses).skip(1) {
            let (port, bus) = (node.port.to_string(), bus.to_string());
            nodes[0].ask::<()>(&["CLUSTER", "MEET", "127.0.0.1", &port, &bus]);
        }
        let cluster = Self { nodes };
        cluster.wait_for_slots();
        for (master, replica) in cluster.nodes.iter().zip(cluster.nodes.iter().skip(Self::NODES)) {
            let id: String = master.ask(&["CLUSTER", "MYID"]);
            // It may not have heard of that node yet.
            while ask::<()>(replica.port, &["CLUSTER", "REPLICATE", &id]).is_err() {}
            while !replica.ask::<String>(&["INFO", "replication"]).contains("master_link_status:up") {}
        }
        cluster
    }

    /// Waits until each node that answers knows who has each slot.
    fn wait_for_slots(&self) {
        for node in &self.nodes {
            while !ask::<String>(node.port, &["CLUSTER", "INFO"]).is_ok_and(|info| info.contains("cluster_state:ok")) {
                std::thread::yield_now();
            }
        }
    }

    /// Reports whether the first node has the slot of a key.
    pub(super) fn has_first(&self, key: &str) -> bool {
        self.nodes[0].ask::<usize>(&["CLUSTER", "KEYSLOT", key]) < Self::SLOTS / Self::NODES
    }

    /// Puts the first node's replica in its place.
    pub(super) fn fail_over(&self) {
        self.nodes[0].stop();
        self.nodes[Self::NODES].ask::<()>(&["CLUSTER", "FAILOVER", "TAKEOVER"]);
    }

    fn ports(&self) -> Vec<u16> {
        self.nodes.iter().map(|node| node.port).collect()
    }
}

impl Deployment for Cluster {
    // Each call takes several times as long.
    const HISTORIES: u32 = 3;

    fn shared() -> Arc<Self> {
        static SHARED: Mutex<Weak<Cluster>> = Mutex::new(Weak::new());
        shared(&SHARED, || Self::with_replicas(0))
    }

    fn settings(&self, prefix: &str) -> ValkeySettings {
        settings(&self.ports(), Topology::Cluster, prefix)
    }
}

/// A server, a replica, and three sentinels that put the replica in its place.
pub(super) struct Sentinels {
    pub(super) server: Server,
    pub(super) replica: Server,
    sentinels: Vec<Server>,
}

impl Sentinels {
    pub(super) fn start() -> Self {
        let (server, replica) = (Server::start(), Server::start());
        replica.follow(server.port);
        while !replica.ask::<String>(&["INFO", "replication"]).contains("master_link_status:up") {}
        let sentinels = (0..3).map(|_| Self::sentinel(server.port)).collect();
        let all = Self { server, replica, sentinels };
        // Until each knows the replica and the other two.
        for sentinel in &all.sentinels {
            let knows = |kind: &str, count: usize| {
                let known: Vec<redis::Value> = sentinel.ask(&["SENTINEL", kind, SERVICE]);
                known.len() == count
            };
            while !(knows("REPLICAS", 1) && knows("SENTINELS", 2)) {
                std::thread::yield_now();
            }
        }
        all
    }

    fn sentinel(server: u16) -> Server {
        let (port, directory) = (free_port(), tempfile::tempdir().expect("a directory"));
        // A sentinel writes what it learns into its file.
        let file = directory.path().join("sentinel.conf");
        let config = format!(
            "sentinel monitor {SERVICE} 127.0.0.1 {server} 2\nsentinel down-after-milliseconds {SERVICE} \
             {NODE_TIMEOUT}\nsentinel failover-timeout {SERVICE} 10000\n"
        );
        std::fs::write(&file, config).expect("a file");
        let arguments = vec![file.display().to_string(), "--sentinel".to_owned()];
        let child = Server::run(port, &directory, &arguments);
        Server { child: Mutex::new(child), port, directory, arguments }
    }

    /// Puts the replica in the server's place.
    pub(super) fn fail_over(&self) {
        let failed = || ask::<()>(self.sentinels[0].port, &["SENTINEL", "FAILOVER", SERVICE]);
        // A sentinel refuses until it has heard from the replica a moment ago.
        while failed().is_err() {
            std::thread::yield_now();
        }
    }

    pub(super) fn settings(&self) -> ValkeySettings {
        let ports: Vec<u16> = self.sentinels.iter().map(|sentinel| sentinel.port).collect();
        settings(&ports, Topology::Sentinel, "m")
    }
}
