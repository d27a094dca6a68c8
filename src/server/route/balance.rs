//! The choice among several upstreams by health and balance. Pure but for counters; callers pass the time.

use std::{
    net::{IpAddr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::config::Balance;

/// The consecutive failures that eject an upstream. One or two are an accident.
const EJECTION_FAILURES: u32 = 3;

/// The length of the first ejection; each consecutive one is twice as long.
const FIRST_EJECTION: Duration = Duration::from_secs(5);

/// The longest ejection, so that a recovered upstream is used again soon.
const LONGEST_EJECTION: Duration = Duration::from_secs(60);

/// The health of one upstream address, shared by all of its users.
#[derive(Debug)]
pub struct Health {
    since: Instant,
    /// True if active checks found the address down.
    down: AtomicBool,
    /// Consecutive checks that contradict `down`.
    streak: AtomicUsize,
    failures: AtomicU32,
    ejections: AtomicU32,
    /// The end of the ejection, in milliseconds after `since`.
    ejected_until: AtomicU64,
}

impl Health {
    /// The health of a new address, which counts as healthy.
    pub fn new(now: Instant) -> Self {
        Self {
            since: now,
            down: AtomicBool::new(false),
            streak: AtomicUsize::new(0),
            failures: AtomicU32::new(0),
            ejections: AtomicU32::new(0),
            ejected_until: AtomicU64::new(0),
        }
    }

    /// Records a successful attempt.
    pub fn record_success(&self) {
        // Writes only on change, so that the cache line stays shared.
        if self.failures.load(Ordering::Relaxed) > 0 || self.ejections.load(Ordering::Relaxed) > 0 {
            self.failures.store(0, Ordering::Relaxed);
            self.ejections.store(0, Ordering::Relaxed);
        }
    }

    /// Records a failed attempt. Returns whether it ejects the address.
    pub fn record_failure(&self, now: Instant) -> bool {
        if self.failures.fetch_add(1, Ordering::Relaxed) + 1 < EJECTION_FAILURES {
            return false;
        }
        self.failures.store(0, Ordering::Relaxed);
        let ejections = self.ejections.fetch_add(1, Ordering::Relaxed);
        let ejection = FIRST_EJECTION.saturating_mul(1 << ejections.min(8)).min(LONGEST_EJECTION);
        self.ejected_until.store(self.millis(now + ejection), Ordering::Relaxed);
        true
    }

    /// Records an active check. Returns whether it takes the address down.
    pub fn record_check(&self, well: bool, rise: usize, fall: usize) -> bool {
        let down = self.down.load(Ordering::Relaxed);
        if down != well {
            self.streak.store(0, Ordering::Relaxed);
            return false;
        }
        let needed = if down { rise } else { fall };
        if self.streak.fetch_add(1, Ordering::Relaxed) + 1 < needed {
            return false;
        }
        self.streak.store(0, Ordering::Relaxed);
        self.down.store(!down, Ordering::Relaxed);
        !down
    }

    fn is_down(&self) -> bool {
        self.down.load(Ordering::Relaxed)
    }

    fn is_ejected(&self, now: Instant) -> bool {
        let until = self.ejected_until.load(Ordering::Relaxed);
        until > 0 && self.millis(now) < until
    }

    fn millis(&self, at: Instant) -> u64 {
        u64::try_from(at.saturating_duration_since(self.since).as_millis()).unwrap_or(u64::MAX)
    }
}

/// An address of an upstream.
pub trait Member {
    fn address(&self) -> SocketAddr;
    /// The index of its upstream, which may have several addresses.
    fn upstream(&self) -> usize;
    /// The name of its upstream.
    fn name(&self) -> &str;
    fn health(&self) -> &Health;
}

/// A balancer: round robin, random or by tenant.
#[derive(Debug)]
pub struct Balancer {
    balance: Balance,
    turn: AtomicUsize,
}

impl Balancer {
    /// A balancer of this kind.
    pub fn new(balance: Balance) -> Self {
        Self { balance, turn: AtomicUsize::new(0) }
    }

    /// A member for a request of `tenant`, preferably none of `tried`. `members` are in the order of their upstreams, which
    /// have equal weight, however many addresses they have. Ejected members are used if no other is left, members that are
    /// down never.
    pub fn choose<'m, M: Member>(
        &self,
        members: &'m [Arc<M>],
        tenant: &str,
        tried: &[SocketAddr],
        now: Instant,
    ) -> Option<&'m Arc<M>> {
        if let [only] = members {
            return Some(only).filter(|only| !only.health().is_down());
        }
        let fresh = |m: &Arc<M>| !tried.contains(&m.address());
        let well = |m: &Arc<M>| !m.health().is_down() && !m.health().is_ejected(now);
        let start = self.start();
        self.pick(members, tenant, start, |m| well(m) && fresh(m))
            .or_else(|| self.pick(members, tenant, start, |m| !m.health().is_down() && fresh(m)))
            .or_else(|| self.pick(members, tenant, start, |m| !m.health().is_down()))
    }

    fn start(&self) -> usize {
        match self.balance {
            Balance::RoundRobin => self.turn.fetch_add(1, Ordering::Relaxed),
            Balance::Random => rand::random::<u32>() as usize,
            Balance::Tenant => 0,
        }
    }

    fn pick<'m, M: Member>(
        &self,
        members: &'m [Arc<M>],
        tenant: &str,
        start: usize,
        may: impl Fn(&Arc<M>) -> bool,
    ) -> Option<&'m Arc<M>> {
        if self.balance == Balance::Tenant {
            // Rendezvous hashing: when a member goes, only its own tenants move.
            let weight =
                |m: &&Arc<M>| (weight(tenant, m.name().as_bytes()), weight(tenant, &address_bytes(m.address())));
            return members.iter().filter(|m| may(m)).max_by_key(weight);
        }
        let upstreams = || members.chunk_by(|a, b| a.upstream() == b.upstream());
        let count = upstreams().count().max(1);
        let turn = start / count;
        let from = |upstream: &'m [Arc<M>]| {
            let (before, after) = upstream.split_at(turn % upstream.len().max(1));
            after.iter().chain(before)
        };
        let (before, after) = (upstreams().take(start % count), upstreams().skip(start % count));
        after.chain(before).flat_map(from).find(|m| may(m))
    }
}

/// The rendezvous weight of a member for a tenant. XXH3 is specified byte for byte, so that replicas agree also
/// when they are of different builds or machines.
fn weight(tenant: &str, member: &[u8]) -> u64 {
    xxh3_64_with_seed(member, xxh3_64(tenant.as_bytes()))
}

/// An address as 16 bytes of IPv6 (IPv4 mapped) and 2 bytes of port, big-endian.
fn address_bytes(address: SocketAddr) -> [u8; 18] {
    let ip = match address.ip() {
        IpAddr::V4(ip) => ip.to_ipv6_mapped(),
        IpAddr::V6(ip) => ip,
    };
    let mut bytes = [0; 18];
    let (host, port) = bytes.split_at_mut(16);
    host.copy_from_slice(&ip.octets());
    port.copy_from_slice(&address.port().to_be_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A member whose upstream is the last byte of its address.
    struct TestMember(SocketAddr, Health, String);

    impl Member for TestMember {
        fn address(&self) -> SocketAddr {
            self.0
        }

        fn upstream(&self) -> usize {
            self.2.parse().unwrap()
        }

        fn name(&self) -> &str {
            &self.2
        }

        fn health(&self) -> &Health {
            &self.1
        }
    }

    fn one(upstream: u8, port: u16, now: Instant) -> Arc<TestMember> {
        Arc::new(TestMember(([127, 0, 0, upstream], port).into(), Health::new(now), upstream.to_string()))
    }

    /// Upstreams of one address each.
    fn members(count: u16, now: Instant) -> Vec<Arc<TestMember>> {
        (1..=count).map(|port| one(port as u8, port, now)).collect()
    }

    fn port(chosen: Option<&Arc<TestMember>>) -> u16 {
        chosen.unwrap().0.port()
    }

    #[test]
    fn turns_are_taken_and_tried_ones_are_left_for_last() {
        let now = Instant::now();
        let (members, balancer) = (members(3, now), Balancer::new(Balance::RoundRobin));
        let turns: Vec<u16> = (0..4).map(|_| port(balancer.choose(&members, "", &[], now))).collect();
        assert_eq!(turns, [1, 2, 3, 1]);
        let tried = [members[1].0, members[2].0];
        assert!((0..3).all(|_| port(balancer.choose(&members, "", &tried, now)) == 1));
        let all = [members[0].0, members[1].0, members[2].0];
        assert!(balancer.choose(&members, "", &all, now).is_some());
    }

    #[test]
    fn upstreams_weigh_the_same_however_many_addresses_they_have() {
        let now = Instant::now();
        let members = [one(1, 1, now), one(2, 2, now), one(2, 3, now), one(2, 4, now)];
        let balancer = Balancer::new(Balance::RoundRobin);
        let turns: Vec<u16> = (0..8).map(|_| port(balancer.choose(&members, "", &[], now))).collect();
        assert_eq!(turns, [1, 2, 1, 3, 1, 4, 1, 2]);
        let tried = [members[0].0, members[1].0];
        let left: Vec<u16> = (0..4).map(|_| port(balancer.choose(&members, "", &tried, now))).collect();
        assert!(left.iter().all(|port| [3, 4].contains(port)), "{left:?}");
        let balancer = Balancer::new(Balance::Tenant);
        let tenants = (0..1000).map(|n| n.to_string());
        let first = tenants.filter(|tenant| port(balancer.choose(&members, tenant, &[], now)) == 1).count();
        assert!((400..600).contains(&first), "{first}");
    }

    #[test]
    fn failures_in_a_row_pause_for_a_while() {
        let now = Instant::now();
        let (members, balancer) = (members(2, now), Balancer::new(Balance::RoundRobin));
        let ill = members[0].health();
        assert!(!ill.record_failure(now) && !ill.record_failure(now) && ill.record_failure(now));
        assert!((0..4).all(|_| port(balancer.choose(&members, "", &[], now)) == 2));
        let later = now + FIRST_EJECTION;
        assert!((0..2).any(|_| port(balancer.choose(&members, "", &[], later)) == 1));
        assert!(!ill.record_failure(later) && !ill.record_failure(later) && ill.record_failure(later));
        assert!((0..4).all(|_| port(balancer.choose(&members, "", &[], later + FIRST_EJECTION)) == 2), "twice as long");
        ill.record_success();
        assert!(!ill.record_failure(later), "counting begins again");
    }

    #[test]
    fn the_last_one_is_tried_whatever_it_did_unless_checks_found_it_down() {
        let now = Instant::now();
        let (members, balancer) = (members(2, now), Balancer::new(Balance::Random));
        for member in &members {
            while !member.health().record_failure(now) {}
        }
        assert!(balancer.choose(&members, "", &[], now).is_some());
        for member in &members {
            assert!(!member.health().record_check(false, 1, 2));
            assert!(member.health().record_check(false, 1, 2));
        }
        assert!(balancer.choose(&members, "", &[], now).is_none());
        assert!(!members[0].health().record_check(true, 1, 2));
        assert_eq!(port(balancer.choose(&members, "", &[], now)), 1);
    }

    #[test]
    fn weights_are_the_same_in_every_build() {
        assert_eq!(weight("acme", b"api.example.com"), 9_878_120_923_225_585_504);
        let address = "192.0.2.1:443".parse().unwrap();
        assert_eq!(address_bytes(address)[10..], [0xff, 0xff, 192, 0, 2, 1, 1, 187]);
    }

    #[test]
    fn tenants_stay_where_they_are() {
        let now = Instant::now();
        let (members, balancer) = (members(5, now), Balancer::new(Balance::Tenant));
        let of = |members: &[Arc<TestMember>], tenant: &str| port(balancer.choose(members, tenant, &[], now));
        let tenants: Vec<String> = (0..100).map(|n| n.to_string()).collect();
        for tenant in &tenants {
            let home = of(&members, tenant);
            assert_eq!(of(&members, tenant), home);
            let rest: Vec<_> = members.iter().filter(|m| m.0.port() != 5).cloned().collect();
            assert!(home == 5 || of(&rest, tenant) == home);
        }
        let used: std::collections::HashSet<u16> = tenants.iter().map(|tenant| of(&members, tenant)).collect();
        assert_eq!(used.len(), 5);
    }
}
