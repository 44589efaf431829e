//! Check-outs and check-ins beside one durable commit and one flushed file; and the check of a draft.

use std::time::Instant;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::reading::nearest_module;
use crate::session::{API, AdminSession, MANUAL};
use crate::table::Goal::AtMost;
use crate::table::figure;
use crate::times::Times;
use crate::yardstick::Yardstick;

const TAB: &str = "bench";
/// Checks of one draft; the kernel counts CPU time in steps of 10 ms.
const CHECKS: u32 = 200;
const WARM_UP: u32 = 5;
/// One of so many edits changes the paragraph that the manufacturer changes too.
const CONFLICTS: usize = 10;

/// Edits modules: half of them while schema errors do not block, so that the check-in does not validate.
pub(crate) async fn measure(session: &mut AdminSession, yardstick: &mut Yardstick, paths: &[String]) -> Result<()> {
    let (without, with) = paths.split_at(paths.len() / 2);
    session.validate(false).await?;
    let mut check_outs = Times::default();
    let unchecked = edit_all(session, yardstick, without, &mut check_outs).await?;
    session.validate(true).await?;
    let validated = edit_all(session, yardstick, with, &mut check_outs).await?;
    let (commit, flush) = (yardstick.commits.at(50)?, yardstick.flushes.at(50)?);
    println!(
        "a durable commit {commit:.2} ms, a flushed file {flush:.2} ms, a check-out {:.2} ms, a check-in {:.2} ms \
         without and {:.2} ms with validation; medians of {} modules",
        check_outs.at(50)?,
        unchecked.at(50)?,
        validated.at(50)?,
        paths.len(),
    );
    figure("check-out, p50 of a durable commit's", check_outs.at(50)? / commit, AtMost(1.5), "times");
    let both = commit + flush;
    figure("check-in, p50 of a flushed file's and a commit's", unchecked.at(50)? / both, AtMost(1.5), "times");
    Ok(())
}

/// Edits modules as [`measure`] does, and measures nothing.
pub(crate) async fn customise(session: &mut AdminSession, paths: &[String]) -> Result<()> {
    for (number, path) in paths.iter().enumerate() {
        session.check_out(path).await?;
        let (_, sha256) = session.save_edit(path, number % CONFLICTS == 0).await?;
        session.check_in(path, &sha256).await?;
    }
    Ok(())
}

async fn edit_all(
    session: &mut AdminSession,
    yardstick: &mut Yardstick,
    paths: &[String],
    check_outs: &mut Times,
) -> Result<Times> {
    let mut check_ins = Times::default();
    for (number, path) in paths.iter().enumerate() {
        yardstick.commit().await?;
        let began = Instant::now();
        session.check_out(path).await?;
        check_outs.since(began);
        let (text, sha256) = session.save_edit(path, number % CONFLICTS == 0).await?;
        yardstick.flush(text.as_bytes())?;
        yardstick.commit().await?;
        let began = Instant::now();
        session.check_in(path, &sha256).await?;
        check_ins.since(began);
    }
    Ok(check_ins)
}

/// The CPU time of checking a draft of about 20 kB.
pub(crate) async fn check_draft(session: &mut AdminSession) -> Result<()> {
    let path = nearest_module(&mut session.client, &session.token).await?;
    session.check_out(&path).await?;
    let draft = session.post(&format!("/drafts/default{path}?tab={TAB}"), &json!({})).await?;
    let (address, text) = (format!("/drafts/check/default{path}?tab={TAB}"), json!({"text": draft["text"]}));
    for _ in 0..WARM_UP {
        session.post(&address, &text).await?;
    }
    let before = session.program.process().cpu()?;
    for _ in 0..CHECKS {
        session.post(&address, &text).await?;
    }
    let cpu = session.program.process().cpu()?.saturating_sub(before) / CHECKS;
    let what = format!("check of a draft of {} kB, CPU", draft["size"].as_u64().unwrap_or_default() >> 10);
    figure(&what, cpu.as_secs_f64() * 1e3, AtMost(40.0), "ms");
    session.post(&format!("/files/cancelCheckout/default{path}"), &json!({})).await?;
    Ok(())
}

/// A text with a sentence more at the end of its last paragraph, or of its first one.
fn edited(text: &str, is_first: bool) -> Result<String> {
    const END: &str = "</para>";
    let at = if is_first { text.find(END) } else { text.rfind(END) };
    let (before, after) = text.split_at(at.context("a paragraph")?);
    Ok([before, " The operator added this sentence.", after].concat())
}

impl AdminSession {
    /// Whether schema errors refuse a check-in.
    async fn validate(&mut self, is_blocking: bool) -> Result<()> {
        let manual = self.get(&format!("/folders/default{MANUAL}")).await?;
        let rules = json!({"manualPath": MANUAL, "schemaErrorsBlock": is_blocking, "version": manual["version"]});
        self.put("/csdb/manual/rules", &rules).await
    }

    pub(crate) async fn check_out(&mut self, path: &str) -> Result<()> {
        self.post(&format!("/files/checkout/default{path}"), &json!({})).await.map(drop)
    }

    /// Opens the draft of a module and saves an edit; returns the text and its hash.
    pub(crate) async fn save_edit(&mut self, path: &str, is_first: bool) -> Result<(String, String)> {
        let address = format!("/drafts/default{path}?tab={TAB}");
        let draft = self.post(&address, &json!({})).await?;
        let (text, tag) = (draft["text"].as_str().context("a text")?, draft["sha256"].as_str().context("its hash")?);
        let text = edited(text, is_first)?;
        let address = format!("{API}{address}");
        let body = json!({"text": text, "version": draft["version"]});
        let saved = self.client.put_over(&address, &self.token, Some(tag), &body).await?;
        let saved: Value = serde_json::from_slice(&saved)?;
        Ok((text, saved["sha256"].as_str().context("a hash")?.to_owned()))
    }

    pub(crate) async fn check_in(&mut self, path: &str, sha256: &str) -> Result<()> {
        let said = json!({"sha256": sha256, "comment": "Bench", "step": "inWork"});
        self.post(&format!("/files/checkin/default{path}"), &said).await.map(drop)
    }
}
