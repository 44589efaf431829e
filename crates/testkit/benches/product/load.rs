//! Load for a limited time, and its latencies.

use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};

use anyhow::Result;
use tokio::task::JoinSet;

use crate::client::BenchClient;

const WARM_UP: Duration = Duration::from_millis(300);
const MEASURED: Duration = Duration::from_secs(2);

pub(crate) struct LoadTarget {
    pub(crate) name: &'static str,
    address: SocketAddr,
    /// Requested in turn.
    paths: Vec<String>,
    token: Option<String>,
}

pub(crate) struct Load {
    pub(crate) per_second: f64,
    pub(crate) p50: Duration,
    pub(crate) p99: Duration,
}

impl LoadTarget {
    pub(crate) fn new(name: &'static str, address: SocketAddr, path: &str, token: Option<&str>) -> Self {
        Self::of_many(name, address, vec![path.to_owned()], token)
    }

    pub(crate) fn of_many(name: &'static str, address: SocketAddr, paths: Vec<String>, token: Option<&str>) -> Self {
        Self { name, address, paths, token: token.map(str::to_owned) }
    }

    /// Keeps each connection busy with consecutive requests.
    pub(crate) async fn run(&self, connections: usize) -> Result<Load> {
        self.busy(connections, WARM_UP).await?;
        let began = Instant::now();
        let mut times = self.busy(connections, MEASURED).await?;
        let took = began.elapsed();
        times.sort_unstable();
        let at = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)];
        #[expect(clippy::cast_precision_loss, reason = "a few million requests at most")]
        let count = times.len() as f64;
        Ok(Load { per_second: count / took.as_secs_f64(), p50: at(50), p99: at(99) })
    }

    async fn busy(&self, connections: usize, time: Duration) -> Result<Vec<Duration>> {
        let mut tasks = JoinSet::new();
        for number in 0..connections {
            let mut client = BenchClient::connect(self.address).await?;
            let (paths, token) = (self.paths.clone(), self.token.clone());
            // Each connection begins elsewhere.
            let first = number * paths.len() / connections;
            tasks.spawn(async move {
                let end = Instant::now() + time;
                let mut times = Vec::new();
                for path in paths.iter().cycle().skip(first) {
                    let began = Instant::now();
                    client.get(path, token.as_deref()).await?;
                    times.push(began.elapsed());
                    if Instant::now() >= end {
                        break;
                    }
                }
                anyhow::Ok(times)
            });
        }
        let mut all = Vec::new();
        while let Some(times) = tasks.join_next().await {
            all.append(&mut times??);
        }
        Ok(all)
    }
}

impl Load {
    /// The median round by requests per second.
    pub(crate) fn median(mut rounds: Vec<Self>) -> Self {
        rounds.sort_by(|a, b| a.per_second.total_cmp(&b.per_second));
        rounds.swap_remove(rounds.len() / 2)
    }
}
