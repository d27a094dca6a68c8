//! [`Link`]: the connection to the server, which is made again whenever it breaks.

use std::{
    fmt,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use arc_swap::ArcSwapOption;
use rand::RngExt as _;
use redis::{
    AsyncConnectionConfig, Client, Cmd, Pipeline, PushInfo, PushKind, RedisError, Value, aio::MultiplexedConnection,
};
use tokio::sync::{Notify, watch};

use super::reply;
use crate::{config::Acknowledgement, store::StoreError};

/// The functions of the server.
const FUNCTIONS: &str = include_str!("functions.lua");

/// What the names of functions begin with.
const FUNCTION_PREFIX: &str = "masquerade_1_";

/// The longest wait for an answer, and for a connection.
const ANSWER: Duration = Duration::from_secs(2);
const CONNECT: Duration = Duration::from_secs(2);

/// The longest wait of a request for a connection that is being made.
const PATIENCE: Duration = Duration::from_secs(1);

/// The first and the longest pause between attempts to connect; a random half of each is left out.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// The interval of signs of life.
const PING: Duration = Duration::from_secs(1);

/// The numbers that are left out when writes may have been lost: more than are given within the lag of a replica.
pub(super) const JUMP: u64 = 100_000;

/// Why a server cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValkeyError {
    /// Its address cannot be understood.
    Url,
    /// It could not be reached, or refused.
    Unreachable(String),
    /// It is older than version 7, which has functions.
    TooOld(String),
    /// It may evict keys: the policy.
    Evicts(String),
}

impl fmt::Display for ValkeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Url => {
                f.write_str("store.url is no address such as redis://host:6379 or rediss://user:password@host")
            }
            Self::Unreachable(error) => write!(f, "the session store's server cannot be reached: {error}"),
            Self::TooOld(version) => write!(f, "the session store's server has version {version}; 7 is needed"),
            Self::Evicts(policy) => write!(
                f,
                "the session store's server has maxmemory-policy {policy}; only noeviction keeps counters from being \
                 lost"
            ),
        }
    }
}

impl std::error::Error for ValkeyError {}

/// A connection with what was learnt when it was made.
struct Connected {
    connection: MultiplexedConnection,
    generation: u64,
    epoch: u64,
    /// When the epoch's floor for new sessions ends.
    floor_until: Option<Instant>,
}

/// The arguments of a function that are the same in all calls, and those of one call.
pub(super) struct Call {
    pub(super) function: &'static str,
    pub(super) keys: Vec<String>,
    pub(super) arguments: Vec<Vec<u8>>,
    /// The place among `arguments` where the epoch's three go.
    pub(super) epoch_at: Option<usize>,
    /// Whether an answer needs the replicas' acknowledgement.
    pub(super) writes: bool,
}

/// The connection to the server.
pub(super) struct Link {
    client: Client,
    /// The channel of messages about sessions.
    pub(super) channel: String,
    epoch_key: String,
    acknowledgement: Acknowledgement,
    /// For how long numbers of lost sessions may still stand somewhere.
    memory_of_numbers: Duration,
    current: ArcSwapOption<Connected>,
    generation: Arc<AtomicU64>,
    /// The generation of the connection, 0 without one.
    connected: watch::Sender<u64>,
    broken: Arc<Notify>,
    fault: Mutex<Option<ValkeyError>>,
    /// The highest epoch seen, which a server that lost everything must hear of.
    epoch: AtomicU64,
    /// The time of a test instead of the server's, in milliseconds; 0: the server's.
    pub(super) fixed_time: AtomicU64,
}

/// A listener to messages of the server about sessions.
pub(super) trait Listener: Send + Sync + 'static {
    /// A message, as the functions publish it.
    fn message(&self, payload: &[u8]);
    /// A new connection: messages may have been missed.
    fn reconnected(&self);
}

impl Link {
    pub(super) fn new(
        url: &str,
        prefix: &str,
        acknowledgement: Acknowledgement,
        memory_of_numbers: Duration,
    ) -> Result<Self, ValkeyError> {
        let separator = if url.contains('?') { '&' } else { '?' };
        let client = Client::open(format!("{url}{separator}protocol=resp3")).map_err(|_| ValkeyError::Url)?;
        Ok(Self {
            client,
            channel: format!("{prefix}:sessions"),
            epoch_key: format!("{prefix}:{{index}}:epoch"),
            acknowledgement,
            memory_of_numbers,
            current: ArcSwapOption::empty(),
            generation: Arc::default(),
            connected: watch::Sender::new(0),
            broken: Arc::default(),
            fault: Mutex::default(),
            epoch: AtomicU64::new(0),
            fixed_time: AtomicU64::new(0),
        })
    }

    /// Keeps a connection until the link is dropped.
    pub(super) async fn maintain(self: Arc<Self>, listener: Arc<dyn Listener>) {
        let mut pause = FIRST_PAUSE;
        loop {
            match self.connect(&listener).await {
                Ok(connected) => {
                    pause = FIRST_PAUSE;
                    if self.set_fault(None) {
                        tracing::info!(target: "masquerade::store", "the session store's server is there again");
                    }
                    listener.reconnected();
                    let mut connection = connected.connection.clone();
                    let generation = connected.generation;
                    self.current.store(Some(Arc::new(connected)));
                    self.connected.send_replace(generation);
                    self.watch(&mut connection).await;
                    self.current.store(None);
                    self.connected.send_replace(0);
                }
                Err(error) => {
                    let said = error.to_string();
                    if self.set_fault(Some(error)) {
                        tracing::error!(target: "masquerade::store", "{said}");
                    }
                    // Replicas that lost the server at once must not come back at once.
                    let share = rand::rng().random_range(0.5..1.0);
                    tokio::time::sleep(pause.mul_f64(share)).await;
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
            }
        }
    }

    /// Waits until the connection breaks.
    async fn watch(&self, connection: &mut MultiplexedConnection) {
        loop {
            tokio::select! {
                () = self.broken.notified() => return,
                () = tokio::time::sleep(PING) => {
                    if redis::cmd("PING").query_async::<Value>(connection).await.is_err() {
                        return;
                    }
                }
            }
        }
    }

    /// Notes why there is no connection; whether that is news.
    fn set_fault(&self, fault: Option<ValkeyError>) -> bool {
        let mut known = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        let is_news = *known != fault;
        *known = fault;
        is_news
    }

    /// Why there is no connection, as far as known.
    pub(super) fn fault(&self) -> Option<ValkeyError> {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn is_connected(&self) -> bool {
        self.current.load().is_some()
    }

    /// Waits until there is a connection, or a fault that will not pass by itself.
    pub(super) async fn first(&self, patience: Duration) -> Result<(), ValkeyError> {
        let deadline = Instant::now() + patience;
        let mut connected = self.connected.subscribe();
        while !self.is_connected() {
            match self.fault() {
                Some(fault @ (ValkeyError::TooOld(_) | ValkeyError::Evicts(_))) => return Err(fault),
                fault if Instant::now() >= deadline => {
                    return fault.map_or(Ok(()), Err);
                }
                _ => {
                    let _ = tokio::time::timeout(FIRST_PAUSE, connected.changed()).await;
                }
            }
        }
        Ok(())
    }

    /// Asks the server once whether it is fit.
    pub(super) async fn probe(&self) -> Result<(), ValkeyError> {
        let config =
            AsyncConnectionConfig::new().set_connection_timeout(Some(CONNECT)).set_response_timeout(Some(ANSWER));
        let mut connection =
            self.client.get_multiplexed_async_connection_with_config(&config).await.map_err(unreachable)?;
        let info: String = redis::cmd("INFO").query_async(&mut connection).await.map_err(unreachable)?;
        check(&info)
    }

    async fn connect(&self, listener: &Arc<dyn Listener>) -> Result<Connected, ValkeyError> {
        let generation = self.generation.fetch_add(1, Ordering::Relaxed) + 1;
        let (current, broken, listener) =
            (Arc::clone(&self.generation), Arc::clone(&self.broken), Arc::clone(listener));
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(CONNECT))
            .set_response_timeout(Some(ANSWER))
            .set_push_sender(move |info: PushInfo| -> Result<(), redis::aio::SendError> {
                match (info.kind, info.data.get(1)) {
                    (PushKind::Message, Some(payload)) => {
                        if let Some(payload) = reply::bytes(payload) {
                            listener.message(payload);
                        }
                    }
                    // An older connection may end after a new one was made.
                    (PushKind::Disconnection, _) if current.load(Ordering::Relaxed) == generation => {
                        broken.notify_one();
                    }
                    _ => {}
                }
                Ok(())
            });
        let mut connection =
            self.client.get_multiplexed_async_connection_with_config(&config).await.map_err(unreachable)?;
        let info: String = redis::cmd("INFO").query_async(&mut connection).await.map_err(unreachable)?;
        check(&info)?;
        let load = redis::cmd("FUNCTION").arg("LOAD").arg("REPLACE").arg(FUNCTIONS).take();
        load.query_async::<Value>(&mut connection).await.map_err(unreachable)?;
        connection.subscribe(&self.channel).await.map_err(unreachable)?;
        let join = redis::cmd("FCALL")
            .arg(format!("{FUNCTION_PREFIX}join"))
            .arg(1)
            .arg(&self.epoch_key)
            .arg(self.epoch.load(Ordering::Relaxed))
            .arg(self.fixed_time.load(Ordering::Relaxed))
            .take();
        let (epoch, since): (u64, u64) = join.query_async(&mut connection).await.map_err(unreachable)?;
        self.epoch.fetch_max(epoch, Ordering::Relaxed);
        let left = self.memory_of_numbers.checked_sub(Duration::from_millis(since));
        let floor_until = left.filter(|_| epoch > 0).map(|left| Instant::now() + left);
        // A broken connection that was reported meanwhile is another one.
        let _ = futures_util::FutureExt::now_or_never(self.broken.notified());
        Ok(Connected { connection, generation, epoch, floor_until })
    }

    /// The answer of a function. Functions can be called again: what a call did it does not do twice.
    ///
    /// # Errors
    /// If the server cannot be reached, or refuses, or its replicas do not acknowledge in time.
    pub(super) async fn call(&self, call: &Call) -> Result<Value, StoreError> {
        self.retried(|connected| {
            let mut command = redis::cmd("FCALL");
            command.arg(format!("{FUNCTION_PREFIX}{}", call.function)).arg(call.keys.len()).arg(&call.keys);
            for (at, argument) in call.arguments.iter().enumerate() {
                if call.epoch_at == Some(at) {
                    let has_floor = connected.floor_until.is_some_and(|until| Instant::now() < until);
                    let floor = if has_floor { connected.epoch * JUMP } else { 0 };
                    command.arg(connected.epoch).arg(floor).arg(JUMP);
                }
                command.arg(argument);
            }
            (command, call.writes)
        })
        .await
    }

    /// The answer of a command that can be repeated.
    ///
    /// # Errors
    /// As in [`Link::call`].
    pub(super) async fn command(&self, command: &Cmd) -> Result<Value, StoreError> {
        self.retried(|_| (command.clone(), false)).await
    }

    async fn retried(&self, build: impl Fn(&Connected) -> (Cmd, bool)) -> Result<Value, StoreError> {
        for _ in 0..2 {
            let Some(connected) = self.connection().await else { break };
            let (command, writes) = build(&connected);
            match self.send(connected.connection.clone(), &command, writes).await {
                Ok(answer) => return answer.ok_or(StoreError::Unavailable),
                Err(error) if error.code() == Some("OOM") => break,
                // Whatever else it is (a fail-over, a server without functions), a new connection sets it right.
                Err(error) => {
                    tracing::debug!(target: "masquerade::store", code = error.code(), "a call failed");
                    if self.generation.load(Ordering::Relaxed) == connected.generation {
                        self.current.store(None);
                        self.broken.notify_one();
                    }
                }
            }
        }
        Err(StoreError::Unavailable)
    }

    /// The answer, `None` if the replicas have not acknowledged it in time.
    async fn send(
        &self,
        mut connection: MultiplexedConnection,
        command: &Cmd,
        writes: bool,
    ) -> Result<Option<Value>, RedisError> {
        let Acknowledgement::Replicas(replicas) = self.acknowledgement else {
            return command.query_async(&mut connection).await.map(Some);
        };
        if !writes {
            return command.query_async(&mut connection).await.map(Some);
        }
        let mut pipeline = Pipeline::new();
        let wait = ANSWER / 2;
        pipeline.add_command(command.clone()).cmd("WAIT").arg(replicas).arg(wait.as_millis() as u64);
        let (answer, acknowledged): (Value, u64) = pipeline.query_async(&mut connection).await?;
        Ok((acknowledged >= u64::from(replicas)).then_some(answer))
    }

    /// The connection; waits a moment for one that is being made.
    async fn connection(&self) -> Option<Arc<Connected>> {
        if let Some(connected) = self.current.load_full() {
            return Some(connected);
        }
        let mut connected = self.connected.subscribe();
        let arrived = async {
            loop {
                if let Some(connected) = self.current.load_full() {
                    return Some(connected);
                }
                connected.changed().await.ok()?;
            }
        };
        tokio::time::timeout(PATIENCE, arrived).await.ok().flatten()
    }
}

fn unreachable(error: RedisError) -> ValkeyError {
    ValkeyError::Unreachable(error.to_string())
}

/// Checks the server's version and its eviction policy.
fn check(info: &str) -> Result<(), ValkeyError> {
    let value = |name: &str| info.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).map(str::trim);
    let version = value("valkey_version").or_else(|| value("redis_version")).unwrap_or("unknown");
    let major = version.split('.').next().and_then(|major| major.parse().ok());
    if major.is_none_or(|major: u32| major < 7) {
        return Err(ValkeyError::TooOld(version.to_owned()));
    }
    match value("maxmemory_policy") {
        Some("noeviction") => Ok(()),
        policy => Err(ValkeyError::Evicts(policy.unwrap_or("unknown").to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_servers_and_servers_that_evict_are_refused() {
        let info = |version, policy| format!("# Server\r\nredis_version:{version}\r\nmaxmemory_policy:{policy}\r\n");
        assert_eq!(check(&info("7.0.15", "noeviction")), Ok(()));
        assert_eq!(check(&info("6.2.1", "noeviction")), Err(ValkeyError::TooOld("6.2.1".into())));
        assert_eq!(check(&info("7.2.4", "allkeys-lru")), Err(ValkeyError::Evicts("allkeys-lru".into())));
        assert_eq!(check("redis_version:7.2.4\r\n"), Err(ValkeyError::Evicts("unknown".into())));
    }
}
