//! `airfolio demo`: loads the demo library, or what an interrupted run has left of it.

use std::ops::ControlFlow;

use anyhow::Context;
use app::demo::{self, FlightProgress};
use app::imports::shell;
use app::{Caller, Ctx};
use domain::password::Password;

use super::import::tell;
use super::progress::{ProgressBar, ended_well, failure};
use super::{DataArgs, say};
use crate::secret::{Secret, parse_password};

/// Loads what is missing of the demo library, and says what it was.
pub(super) async fn load(place: DataArgs, password: Option<Secret>) -> anyhow::Result<()> {
    let password = password.as_ref().map(Secret::expose).map(parse_password).transpose().map_err(anyhow::Error::msg)?;
    let ctx = &place.open_beside().await?;
    let made = load_all(ctx, password).await;
    app::system::close(ctx).await;
    if made? == 0 {
        say("The demo library is loaded already");
    }
    Ok(())
}

/// Gives how many parts were missing.
async fn load_all(ctx: &Ctx, password: Option<Password>) -> anyhow::Result<usize> {
    let started = ctx.clock.now();
    let password = password.map_or_else(demo::make_password, Ok)?;
    if demo::is_person_missing(ctx).await? {
        // Before the accounts: a run that is interrupted between them must not leave one whose password nobody knows.
        say(&format!("password  {}", password.expose()));
    }
    let report = demo::load(ctx, Some(password)).await?;
    for (account, role) in &report.accounts {
        say(&format!("account   {account} ({})", role.as_str()));
    }
    for code in &report.operators {
        say(&format!("operator  {code}"));
    }
    let mut made = report.accounts.len() + report.operators.len();
    made += settle(ctx).await?;
    let caller = match shell::caller(ctx, Some(demo::AUTHOR)).await {
        Ok(author) => author,
        // The demo's author has been deactivated.
        Err(_) => shell::caller(ctx, None).await.context("finding who imports")?,
    };
    made += import(ctx, &caller).await?;
    if demo::limit(ctx, &caller).await.context("limiting a database")? {
        say(&format!("limited   /{}", demo::LIMITED));
        made += 1;
    }
    if demo::has_people(ctx).await? {
        made += work(ctx).await?;
    } else {
        say("skipped   the work of the demo people: an account of theirs is inactive or has another role");
    }
    demo::clear_messages(ctx, started).await.context("clearing messages")?;
    Ok(made)
}

/// Finishes the jobs of a run that was interrupted.
async fn settle(ctx: &Ctx) -> anyhow::Result<usize> {
    let mut bar = ProgressBar::new();
    let settled = demo::settle(ctx, |job| bar.show(job)).await;
    bar.end();
    let settled = settled.context("finishing the tasks of an earlier run")?;
    if settled > 0 {
        say(&format!("finished  {settled} tasks of a run that was interrupted"));
    }
    Ok(settled)
}

/// Imports the missing packages.
async fn import(ctx: &Ctx, caller: &Caller) -> anyhow::Result<usize> {
    let mut imported = 0;
    for package in demo::PACKAGES {
        let zip = crate::demo::package(package.folder)?;
        let mut bar = ProgressBar::new();
        let done = demo::import(ctx, caller, package, zip, |job| bar.show(job)).await;
        bar.end();
        let Some(job) = done.with_context(|| format!("importing {}", package.folder))? else { continue };
        ended_well(&job)?;
        tell::imported(&job);
        imported += 1;
    }
    Ok(imported)
}

/// Lets the demo people do what is missing of their work.
async fn work(ctx: &Ctx) -> anyhow::Result<usize> {
    let mut made = 0;
    if demo::comment(ctx).await.context("writing comments")? {
        say("commented /NV240/AMM");
        made += 1;
    }
    if demo::request_changes(ctx).await.context("requesting changes")? {
        say("requested changes of /NV240/AMM");
        made += 1;
    }
    let regulation = crate::demo::regulation()?;
    if Box::pin(demo::regulate(ctx, &regulation)).await.context("writing requirements")? {
        say("assessed  a regulation in two editions");
        made += 1;
    }
    let manual = crate::demo::flight_manual()?;
    let tell = |progress: &FlightProgress| {
        made += 1;
        tell_flight(progress);
        ControlFlow::Continue(())
    };
    Box::pin(demo::fly(ctx, &manual, tell)).await.context("making the flight manual")?;
    Ok(made)
}

fn tell_flight(progress: &FlightProgress) {
    match progress {
        FlightProgress::Delivered(job) => tell::imported(job),
        FlightProgress::WithoutBook(job) => say(&format!("no book   {}", failure(job))),
        FlightProgress::Taken(_) => {
            if let Some((word, subject)) = progress.words() {
                say(&format!("{word:<9} {subject}"));
            }
        }
    }
}
