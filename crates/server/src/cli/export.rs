//! `airfolio export`.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail};
use app::Ctx;
use app::imports::shell;
use app::reading::bytes::{self as contents, BytesForm};
use chrono::{DateTime, Utc};
use clap::{Args, ValueEnum};
use domain::path::FilePath;
use domain::snapshot::{Lane, Reading, is_future};
use futures::StreamExt;

use super::{DataArgs, say};

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LaneArg {
    Working,
    Released,
    Oem,
}

#[derive(Debug, Args)]
pub(super) struct ExportArgs {
    #[command(flatten)]
    place: DataArgs,
    /// The path of a module, publication or picture as the reader shows it, as in /H160/MEL/DMC-….XML
    #[arg(value_name = "MODULE")]
    path: String,
    /// Write to this file instead of standard output; an existing file is replaced once all is read
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Which text is read
    #[arg(long, value_enum, default_value = "working")]
    lane: LaneArg,
    /// The text as it was at this moment, as in 2026-03-01T00:00:00Z
    #[arg(long, value_name = "TIME")]
    as_of: Option<DateTime<Utc>>,
    /// Account that reads [default: the first administrator]
    #[arg(long = "as", value_name = "ACCOUNT")]
    account: Option<String>,
}

impl ExportArgs {
    pub(super) async fn run(self) -> anyhow::Result<()> {
        let ctx = self.place.clone().open_beside().await?;
        let done = self.export(&ctx).await;
        app::system::close(&ctx).await;
        done
    }

    async fn export(&self, ctx: &Ctx) -> anyhow::Result<()> {
        let caller = shell::caller(ctx, self.account.as_deref()).await.context("finding who reads")?;
        let path = FilePath::parse(&self.path).with_context(|| format!("{} is not the path of a file", self.path))?;
        if self.as_of.is_some_and(|moment| is_future(moment, ctx.clock.now())) {
            bail!("--as-of is in the future");
        }
        let lane = match self.lane {
            LaneArg::Working => Lane::Working,
            LaneArg::Released => Lane::Released,
            LaneArg::Oem => Lane::Oem,
        };
        let reading = Reading { lane: Some(lane), revision: None, as_of: self.as_of };
        let found = contents::find(ctx, &caller, &path, &reading, None).await.with_context(|| self.path.clone())?;
        let file = contents::open(ctx, found, BytesForm::Original).await?;
        let mut parts = std::pin::pin!(file.read(ctx, 0..file.size).await?);
        let Some(output) = &self.output else {
            return copy(&mut parts, &mut std::io::stdout()).await;
        };
        // Beside the file, so that it is never half written.
        let mut name = output.file_name().context("the output has no name")?.to_owned();
        name.push(format!(".{}.part", std::process::id()));
        let part = output.with_file_name(name);
        let mut target = fs::File::create(&part).with_context(|| part.display().to_string())?;
        let written = copy(&mut parts, &mut target).await;
        let placed = match written {
            Ok(()) => fs::rename(&part, output).with_context(|| output.display().to_string()),
            Err(error) => Err(error),
        };
        if placed.is_err() {
            let _ = fs::remove_file(&part);
        }
        placed?;
        say(&format!("exported  {} ({} bytes)", output.display(), file.size));
        Ok(())
    }
}

async fn copy<S, W>(parts: &mut S, target: &mut W) -> anyhow::Result<()>
where
    S: futures::Stream<Item = Result<bytes::Bytes, app::Error>> + Unpin,
    W: Write,
{
    while let Some(part) = parts.next().await {
        target.write_all(&part?)?;
    }
    target.flush()?;
    Ok(())
}
