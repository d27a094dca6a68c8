//! [`Link`]: the connection to the server, which is made again whenever it breaks.

use std::{
    fmt::Display,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use arc_swap::ArcSwapOption;
use rand::RngExt as _;
use redis::{Cmd, Pipeline, PushInfo, PushKind, RedisError, Value};
use tokio::sync::{Notify, watch};

use super::{
    names::{self, BUCKETS},
    reply::{self, Epoch},
    servers::{ANSWER, Connection, Servers, ValkeyError, unreachable},
};
use crate::{
    config::{Acknowledgement, ValkeySettings},
    store::StoreError,
};

/// The functions of the server.
const FUNCTIONS: &str = include_str!("functions.lua");

/// The prefix of the names of functions.
const FUNCTION_PREFIX: &str = "masquerade_1_";

/// The longest wait of a request for a connection that is being made.
const PATIENCE: Duration = Duration::from_secs(1);

/// The first and the longest pause between attempts to connect; a random half of each is left out.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// The interval of signs of life.
const PING: Duration = Duration::from_secs(1);

/// The numbers that are left out when writes may have been lost: more than are given within the lag of a replica.
pub(super) const JUMP: u64 = 100_000;

/// A connection, of which later ones have higher generations.
struct NumberedConnection {
    connection: Connection,
    generation: u64,
}

/// A call of a function.
pub(super) struct Call {
    function: &'static str,
    keys: Vec<String>,
    pub(super) arguments: Vec<Vec<u8>>,
    /// True if an answer needs the replicas' acknowledgement.
    pub(super) writes: bool,
}

impl Call {
    pub(super) fn new(function: &'static str, keys: Vec<String>) -> Self {
        Self { function, keys, arguments: Vec::new(), writes: false }
    }

    /// Adds a number to the arguments.
    pub(super) fn push(&mut self, number: impl Display) {
        self.arguments.push(number.to_string().into_bytes());
    }
}

/// The connection to the server.
pub(super) struct Link {
    servers: Servers,
    prefix: String,
    /// The channel of messages about sessions.
    pub(super) channel: String,
    acknowledgement: Acknowledgement,
    current: ArcSwapOption<NumberedConnection>,
    generation: Arc<AtomicU64>,
    /// The generation of the connection, 0 without one.
    connected: watch::Sender<u64>,
    broken: Arc<Notify>,
    fault: Mutex<Option<ValkeyError>>,
    /// The highest epoch seen of each bucket, of which a server that lost it must hear.
    epochs: Mutex<[Epoch; BUCKETS]>,
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
    pub(super) fn new(settings: &ValkeySettings) -> Result<Self, ValkeyError> {
        Ok(Self {
            servers: Servers::new(settings)?,
            prefix: settings.prefix.clone(),
            channel: format!("{}:sessions", settings.prefix),
            acknowledgement: settings.acknowledgement,
            current: ArcSwapOption::empty(),
            generation: Arc::default(),
            connected: watch::Sender::new(0),
            broken: Arc::default(),
            fault: Mutex::default(),
            epochs: Mutex::new([Epoch::default(); BUCKETS]),
            fixed_time: AtomicU64::new(0),
        })
    }

    /// The highest epoch seen of a bucket.
    pub(super) fn epoch(&self, bucket: usize) -> Epoch {
        self.epochs.lock().unwrap_or_else(PoisonError::into_inner)[bucket]
    }

    /// Notes an epoch of a bucket.
    pub(super) fn note_epoch(&self, bucket: usize, epoch: Epoch) {
        let known = &mut self.epochs.lock().unwrap_or_else(PoisonError::into_inner)[bucket];
        if epoch.number > known.number {
            *known = epoch;
        }
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
    async fn watch(&self, connection: &mut Connection) {
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

    /// The fault that keeps the connection down, as far as known.
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
        self.servers.connect(|_| Ok(())).await.map(|_| ())
    }

    async fn connect(&self, listener: &Arc<dyn Listener>) -> Result<NumberedConnection, ValkeyError> {
        let generation = self.generation.fetch_add(1, Ordering::Relaxed) + 1;
        let (current, broken, listener) =
            (Arc::clone(&self.generation), Arc::clone(&self.broken), Arc::clone(listener));
        let push = move |info: PushInfo| -> Result<(), redis::aio::SendError> {
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
        };
        let mut connection = self.servers.connect(push).await?;
        let load = redis::cmd("FUNCTION").arg("LOAD").arg("REPLACE").arg(FUNCTIONS).take();
        load.query_async::<Value>(&mut connection).await.map_err(unreachable)?;
        connection.subscribe(&self.channel).await.map_err(unreachable)?;
        futures_util::future::try_join_all((0..BUCKETS).map(|bucket| self.join(connection.clone(), bucket))).await?;
        // A broken connection that was reported meanwhile is another one.
        let _ = futures_util::FutureExt::now_or_never(self.broken.notified());
        Ok(NumberedConnection { connection, generation })
    }

    /// Learns the epoch of a bucket. A process that has seen it can tell a server that has lost everything.
    async fn join(&self, mut connection: Connection, bucket: usize) -> Result<(), ValkeyError> {
        let answer: Value = self.join_command(bucket).query_async(&mut connection).await.map_err(unreachable)?;
        self.note_joined(bucket, &answer);
        Ok(())
    }

    /// The call by which a process tells the server its epoch of a bucket, and learns the server's.
    pub(super) fn join_command(&self, bucket: usize) -> Cmd {
        let Epoch { number, history } = self.epoch(bucket);
        redis::cmd("FCALL")
            .arg(format!("{FUNCTION_PREFIX}join"))
            .arg(1)
            .arg(names::epoch_key(&self.prefix, bucket))
            .arg(number)
            .arg(&history[..])
            .arg(self.fixed_time.load(Ordering::Relaxed))
            .take()
    }

    /// Notes the answer of [`Link::join_command`].
    pub(super) fn note_joined(&self, bucket: usize, answer: &Value) {
        if let Some([number, history]) = reply::list(answer)
            && let Some(epoch) = reply::epoch(number, history)
        {
            self.note_epoch(bucket, epoch);
        }
    }

    /// The answer of a function. Functions can be called again: what a call did it does not do twice.
    ///
    /// # Errors
    /// If the server cannot be reached, or refuses, or its replicas do not acknowledge in time.
    pub(super) async fn call(&self, call: &Call) -> Result<Value, StoreError> {
        let mut command = redis::cmd("FCALL");
        command.arg(format!("{FUNCTION_PREFIX}{}", call.function)).arg(call.keys.len()).arg(&call.keys);
        command.arg(&call.arguments);
        self.retried(&command, call.writes).await
    }

    /// The answer of a command that can be repeated.
    ///
    /// # Errors
    /// As in [`Link::call`].
    pub(super) async fn command(&self, command: &Cmd) -> Result<Value, StoreError> {
        self.retried(command, false).await
    }

    async fn retried(&self, command: &Cmd, writes: bool) -> Result<Value, StoreError> {
        for _ in 0..2 {
            let Some(connected) = self.connection().await else { break };
            match self.send(connected.connection.clone(), command, writes).await {
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
    async fn send(&self, mut connection: Connection, command: &Cmd, writes: bool) -> Result<Option<Value>, RedisError> {
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
    async fn connection(&self) -> Option<Arc<NumberedConnection>> {
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
