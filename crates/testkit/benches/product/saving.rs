//! Many authors who type at once: each saves as often as the editor does while somebody types.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::client::BenchClient;
use crate::session::{API, AdminSession};
use crate::table::Goal::AtMost;
use crate::table::figure;
use crate::times::Times;

pub(crate) const AUTHORS: usize = 20;
const SAVES: usize = 15;
/// The editor waits so long after the last key.
const EVERY: Duration = Duration::from_secs(2);

/// Lets one author for each of the first modules save drafts of it.
pub(crate) async fn measure(session: &mut AdminSession, paths: &[String]) -> Result<()> {
    ensure!(paths.len() >= AUTHORS, "there are only {} modules for {AUTHORS} authors", paths.len());
    let mut authors = Vec::new();
    for (number, path) in paths.iter().take(AUTHORS).enumerate() {
        let token = session.add_person(&format!("author{number}"), "author").await?;
        authors.push(TypingAuthor::open(session.program.address, token, path).await?);
    }
    let mut tasks = JoinSet::new();
    for (number, author) in authors.into_iter().enumerate() {
        // They do not all press a key at the same moment.
        let later = EVERY.mul_f64(fraction(number));
        tasks.spawn(author.work(later));
    }
    let mut all = Times::default();
    while let Some(times) = tasks.join_next().await {
        all.append(times??);
    }
    println!("{} saves of {AUTHORS} authors, p50 {:.2} ms", all.len(), all.at(50)?);
    figure(&format!("save confirmed, {AUTHORS} authors, p95"), all.at(95)?, AtMost(50.0), "ms");
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "a few authors")]
fn fraction(number: usize) -> f64 {
    number as f64 / AUTHORS as f64
}

/// An author with an open draft.
struct TypingAuthor {
    client: BenchClient,
    token: String,
    path: String,
    text: String,
    sha256: String,
    version: Value,
}

impl TypingAuthor {
    async fn open(address: SocketAddr, token: String, path: &str) -> Result<Self> {
        let mut client = BenchClient::connect(address).await?;
        client.post(&format!("{API}/files/checkout/default{path}"), Some(&token), &json!({})).await?;
        let opened = client.post(&draft(path), Some(&token), &json!({})).await?;
        let [text, sha256] = ["text", "sha256"].map(|name| opened[name].as_str().map(str::to_owned));
        let (text, sha256) = (text.context("a text")?, sha256.context("its hash")?);
        let version = opened["version"].clone();
        Ok(Self { client, token, path: path.to_owned(), text, sha256, version })
    }

    /// Saves a longer text each time, then gives the module back as it was.
    async fn work(mut self, later: Duration) -> Result<Times> {
        tokio::time::sleep(later).await;
        let mut times = Times::default();
        for number in 0..SAVES {
            let text = self.text.replacen("</content>", &format!("<!-- {number} --></content>"), 1);
            let body = json!({"text": text, "version": self.version});
            let began = Instant::now();
            let saved =
                self.client.put_over(&draft(&self.path), &self.token, Some(self.sha256.as_str()), &body).await?;
            times.since(began);
            let saved: Value = serde_json::from_slice(&saved)?;
            self.sha256 = saved["sha256"].as_str().context("a hash")?.to_owned();
            self.text = text;
            tokio::time::sleep(EVERY.saturating_sub(began.elapsed())).await;
        }
        let cancel = format!("{API}/files/cancelCheckout/default{}", self.path);
        self.client.post(&cancel, Some(&self.token), &json!({})).await?;
        Ok(times)
    }
}

fn draft(path: &str) -> String {
    format!("{API}/drafts/default{path}?tab=bench")
}
