//! [`Servers`]: one server, the one that sentinels name, or a cluster; and the [`Connection`] to them.

use std::{fmt, time::Duration};

use redis::{
    AsyncConnectionConfig, Client, Cmd, ConnectionAddr, ConnectionInfo, IntoConnectionInfo as _, Pipeline,
    ProtocolVersion, PushInfo, RedisError, RedisFuture, TlsMode, Value,
    aio::{ConnectionLike, MultiplexedConnection},
    cluster::ClusterClientBuilder,
    cluster_async::ClusterConnection,
    sentinel::{SentinelClient, SentinelClientBuilder, SentinelServerType},
};

use crate::config::{Topology, ValkeySettings};

/// The longest wait for an answer, and for a connection.
pub(super) const ANSWER: Duration = Duration::from_secs(2);
const CONNECT: Duration = Duration::from_secs(2);

/// Attempts of a command at the nodes of a cluster, when slots move or a node is away.
const ATTEMPTS: u32 = 3;

/// An error that keeps a server from being used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValkeyError {
    /// The server's address cannot be understood.
    Url,
    /// The server could not be reached, or refused.
    Unreachable(String),
    /// The server is older than version 7, which has functions.
    TooOld(String),
    /// The server may evict keys: the policy.
    Evicts(String),
}

impl fmt::Display for ValkeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Url => f.write_str(
                "store.url is no address such as redis://host:6379 or rediss://user:password@host, nor, for a cluster or \
                 sentinels, several of them with commas between",
            ),
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

pub(super) fn unreachable(error: RedisError) -> ValkeyError {
    ValkeyError::Unreachable(error.to_string())
}

/// The servers of a store, by their addresses.
pub(super) enum Servers {
    Single(Box<Client>),
    Sentinel(Box<tokio::sync::Mutex<SentinelClient>>),
    Cluster(Vec<ConnectionInfo>),
}

impl Servers {
    /// The servers that `settings` name.
    ///
    /// # Errors
    /// If an address cannot be understood.
    pub(super) fn new(settings: &ValkeySettings) -> Result<Self, ValkeyError> {
        let addresses: Vec<ConnectionInfo> = settings.url.as_str().split(',').map(address).collect::<Result<_, _>>()?;
        let (first, rest) = addresses.split_first().ok_or(ValkeyError::Url)?;
        let url = |_| ValkeyError::Url;
        Ok(match settings.topology {
            Topology::Single if rest.is_empty() => Self::Single(Box::new(Client::open(first.clone()).map_err(url)?)),
            Topology::Single => return Err(ValkeyError::Url),
            Topology::Cluster => Self::Cluster(addresses),
            Topology::Sentinel => {
                let sentinels = addresses.iter().map(|address| address.addr().clone());
                let builder = SentinelClientBuilder::new(sentinels, &settings.service, SentinelServerType::Master);
                // User, password and database are those of the servers.
                let redis = first.redis_settings();
                let mut builder = builder
                    .map_err(url)?
                    .set_client_to_redis_protocol(ProtocolVersion::RESP3)
                    .set_client_to_redis_db(redis.db());
                if let Some(username) = redis.username() {
                    builder = builder.set_client_to_redis_username(username);
                }
                if let Some(password) = redis.password() {
                    builder = builder.set_client_to_redis_password(password);
                }
                if matches!(first.addr(), ConnectionAddr::TcpTls { .. }) {
                    builder = builder.set_client_to_redis_tls_mode(TlsMode::Secure);
                }
                Self::Sentinel(Box::new(tokio::sync::Mutex::new(builder.build().map_err(url)?)))
            }
        })
    }

    /// A connection whose messages `push` gets.
    ///
    /// # Errors
    /// If there is none to be had, or a server is unfit.
    pub(super) async fn connect(
        &self,
        push: impl Fn(PushInfo) -> Result<(), redis::aio::SendError> + Send + Sync + 'static,
    ) -> Result<Connection, ValkeyError> {
        let config =
            || AsyncConnectionConfig::new().set_connection_timeout(Some(CONNECT)).set_response_timeout(Some(ANSWER));
        let mut connection = match self {
            Self::Single(client) => Connection::Server(
                client
                    .get_multiplexed_async_connection_with_config(&config().set_push_sender(push))
                    .await
                    .map_err(unreachable)?,
            ),
            Self::Sentinel(client) => {
                let master = client.lock().await.async_get_client().await.map_err(unreachable)?;
                let config = config().set_push_sender(push);
                Connection::Server(
                    master.get_multiplexed_async_connection_with_config(&config).await.map_err(unreachable)?,
                )
            }
            Self::Cluster(nodes) => {
                let client = ClusterClientBuilder::new(nodes.iter().cloned())
                    .use_protocol(ProtocolVersion::RESP3)
                    .connection_timeout(CONNECT)
                    .response_timeout(ANSWER)
                    .overall_response_timeout(Some(2 * ANSWER))
                    .retries(ATTEMPTS)
                    .push_sender(push)
                    .build();
                let connection = client.map_err(unreachable)?.get_async_connection().await;
                Connection::Cluster(connection.map_err(unreachable)?)
            }
        };
        let info: Value = redis::cmd("INFO").query_async(&mut connection).await.map_err(unreachable)?;
        let mut infos = Vec::new();
        texts(info, &mut infos);
        infos.iter().try_for_each(|info| check(info))?;
        Ok(connection)
    }
}

fn address(url: &str) -> Result<ConnectionInfo, ValkeyError> {
    let url = url.trim();
    let separator = if url.contains('?') { '&' } else { '?' };
    format!("{url}{separator}protocol=resp3").into_connection_info().map_err(|_| ValkeyError::Url)
}

/// The texts in an answer, which a cluster gives by node.
fn texts(answer: Value, found: &mut Vec<String>) {
    match answer {
        Value::BulkString(bytes) => found.push(String::from_utf8_lossy(&bytes).into_owned()),
        Value::VerbatimString { text, .. } => found.push(text),
        Value::Map(pairs) => pairs.into_iter().for_each(|(_, value)| texts(value, found)),
        _ => {}
    }
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

/// A connection to a server, or to all nodes of a cluster.
#[derive(Clone)]
pub(super) enum Connection {
    Server(MultiplexedConnection),
    Cluster(ClusterConnection),
}

impl Connection {
    /// Subscribes to the messages of a channel.
    pub(super) async fn subscribe(&mut self, channel: &str) -> Result<(), RedisError> {
        match self {
            Self::Server(connection) => connection.subscribe(channel).await,
            Self::Cluster(connection) => connection.subscribe(channel).await,
        }
    }
}

impl ConnectionLike for Connection {
    fn req_packed_command<'a>(&'a mut self, cmd: &'a Cmd) -> RedisFuture<'a, Value> {
        match self {
            Self::Server(connection) => connection.req_packed_command(cmd),
            Self::Cluster(connection) => connection.req_packed_command(cmd),
        }
    }

    fn req_packed_commands<'a>(
        &'a mut self,
        pipeline: &'a Pipeline,
        offset: usize,
        count: usize,
    ) -> RedisFuture<'a, Vec<Value>> {
        match self {
            Self::Server(connection) => connection.req_packed_commands(pipeline, offset, count),
            Self::Cluster(connection) => connection.req_packed_commands(pipeline, offset, count),
        }
    }

    fn get_db(&self) -> i64 {
        match self {
            Self::Server(connection) => connection.get_db(),
            Self::Cluster(connection) => connection.get_db(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Acknowledgement, StoreUrl};

    #[test]
    fn old_servers_and_servers_that_evict_are_refused() {
        let info = |version, policy| format!("# Server\r\nredis_version:{version}\r\nmaxmemory_policy:{policy}\r\n");
        assert_eq!(check(&info("7.0.15", "noeviction")), Ok(()));
        assert_eq!(check(&info("6.2.1", "noeviction")), Err(ValkeyError::TooOld("6.2.1".into())));
        assert_eq!(check(&info("7.2.4", "allkeys-lru")), Err(ValkeyError::Evicts("allkeys-lru".into())));
        assert_eq!(check("redis_version:7.2.4\r\n"), Err(ValkeyError::Evicts("unknown".into())));
    }

    #[test]
    fn several_addresses_are_for_clusters_and_sentinels() {
        let is_understood = |url: &str, topology| {
            let (prefix, service) = ("m".to_owned(), "mymaster".to_owned());
            let (url, acknowledgement) = (StoreUrl::new(url.to_owned()), Acknowledgement::Memory);
            Servers::new(&ValkeySettings { url, topology, service, prefix, acknowledgement }).is_ok()
        };
        let two = "redis://:password@a:1, redis://b:2";
        assert!(is_understood("redis://a:1", Topology::Single) && !is_understood(two, Topology::Single));
        for topology in [Topology::Cluster, Topology::Sentinel] {
            assert!(is_understood(two, topology) && is_understood("rediss://a:1", topology));
            assert!(!is_understood("redis://a:1,", topology));
        }
    }
}
