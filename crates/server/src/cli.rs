//! The command line.

mod backups;
mod brex;
mod check;
mod demo;
mod diff;
mod export;
mod filter;
mod import;
mod merge;
mod progress;
mod publish;
mod render;
mod users;
mod verify;

use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use app::Ctx;
use clap::{Args, Parser, Subcommand};

use crate::config::{Config, Overrides};
use crate::secret::Secret;
use crate::{generate, observe, openapi, startup};

const ABOUT: &str = "A common source database for technical publications: import, edit, publish, prove.

Airfolio is one program. `airfolio serve` starts it with everything inside: the API, the web
application and the user manual. Records are kept in an SQLite file in the data folder, or in
PostgreSQL; content in the data folder, or in an S3 bucket.

Settings come from a TOML file (--config) and from AIRFOLIO_* variables, for example
AIRFOLIO_DATABASE__URL for `database.url`. None is needed to start.";

/// Idle time after which a blocking thread ends; until then it keeps the memory of its last task.
const IDLE_THREAD: Duration = Duration::from_secs(2);

/// Runs the program, which was built from `commit`.
pub fn main(commit: &'static str) -> ExitCode {
    let cli = Cli::parse();
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().thread_keep_alive(IDLE_THREAD).build()
    {
        Ok(runtime) => runtime,
        Err(error) => return fail(&error.into()),
    };
    match runtime.block_on(run(cli.command, commit)) {
        Ok(code) => code,
        Err(error) if error.is::<import::ImportBlocked>() => {
            fail(&error);
            ExitCode::from(import::ImportBlocked::EXIT)
        }
        Err(error) if error.is::<import::ImportDoubtful>() => {
            fail(&error);
            ExitCode::from(import::ImportDoubtful::EXIT)
        }
        Err(error) => fail(&error),
    }
}

fn fail(error: &anyhow::Error) -> ExitCode {
    let _ = writeln!(std::io::stderr(), "airfolio: {error:#}");
    ExitCode::FAILURE
}

fn say(text: &str) {
    // A closed standard output is not an error.
    let _ = writeln!(std::io::stdout(), "{text}");
}

#[derive(Debug, Parser)]
#[command(name = "airfolio", version, about = "A common source database for technical publications", long_about = ABOUT)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Start the program and serve until it is stopped
    ///
    /// The first start makes the account `admin` and prints its password once;
    /// `AIRFOLIO_ADMIN_PASSWORD` chooses it instead. SIGTERM and Ctrl+C stop the program once it has finished what it serves.
    Serve {
        #[command(flatten)]
        place: DataArgs,
        /// Address and port to listen on [default: 127.0.0.1:8080]
        #[arg(long, value_name = "ADDR")]
        listen: Option<SocketAddr>,
    },
    /// Load the demo library: people, operators, manuals of a helicopter, a regulation, and work on them
    ///
    /// Only what is missing is made, so the command can be repeated, also while the program runs. A run that was interrupted is
    /// completed by the next one. Parts that people have changed or deleted stay as they are.
    Demo {
        #[command(flatten)]
        place: DataArgs,
        /// Password of the demo accounts; without it one is made and printed
        #[arg(long, env = "AIRFOLIO_DEMO_PASSWORD", hide_env_values = true)]
        password: Option<Secret>,
    },
    /// Import a package into a manual, as from the browser
    ///
    /// Prints what is in the package, its findings by code, and what is new, changed, unchanged and removed. Works beside a running
    /// program and without one. Ends with 0 when all went well, with 3 when findings keep the package
    /// from being imported, with 4 when it may not belong into the manual and --despite-doubts is not given, else with 1.
    Import(import::ImportArgs),
    /// Compare two XML files and list what a reader would call changed
    ///
    /// Needs no library. White space, the order of attributes, change marks and ids are no differences. Ends with 0 when there
    /// are none, with 1 when there are some, with 2 when a file cannot be read.
    Diff(diff::DiffArgs),
    /// Check XML files: well-formed, valid, ids and references
    ///
    /// Needs no library. Ends with 0 when nothing is wrong, with 1 when something is, with 2 when a file cannot be read.
    Check(check::CheckArgs),
    /// Write the XML of a module of the library to a file or to standard output
    ///
    /// Works beside a running program and without one. The bytes are those that were imported or checked in.
    Export(export::ExportArgs),
    /// Merge the changes of the manufacturer's next revision into our file
    ///
    /// Needs no library. BASE is the revision that OURS is based on. Where both changed the same thing, the merged file has our
    /// text, and the conflict is listed. Ends with 0 without conflicts, with 1 with conflicts, with 2 when a file cannot be
    /// read or written.
    Merge(merge::MergeArgs),
    /// Check XML files against business rules (BREX)
    ///
    /// Needs no library. Each file is checked against the BREX that it names and those below, as far as they are among the files; or,
    /// with --brex, against the rules of these files. Ends with 0 when all rules are followed, with 1 when one is violated, with
    /// 2 when a file or a rule could not be judged.
    Brex(brex::BrexArgs),
    /// Write XML files for one product or several: without the text that applies to none of them
    ///
    /// Needs no library. Text whose applicability is not known stays. Alternates and references to containers are resolved;
    /// files that do not apply are not written. Ends with 0 when nothing is left to do, with 1 when a person
    /// must look at something, with 2 when a file could not be filtered.
    Filter(filter::FilterArgs),
    /// Draw XML files as a website that opens from disk
    ///
    /// Needs no library. The website has the pages of the reader with contents, search and pictures; readers choose a product,
    /// if the files have its table. Ends with 0 when all files are drawn, with 1 when some cannot be read, with 2 when the
    /// website could not be written.
    Render(render::RenderArgs),
    /// Publish a manual and write the files into a folder
    ///
    /// A draft, or a publication that waits for its approval. Works beside a running program and without one, with a progress
    /// bar on a terminal. `airfolio verify` checks the folder.
    Publish(publish::PublishArgs),
    /// Check that a publication is what was signed: the signature of its manifest, and the files that it lists
    ///
    /// Needs no library and no network. Ends with 0 when all is whole, with 1 when something was changed, is missing or was
    /// signed with another key, with 2 when it cannot be checked, with 3 when all that is signed is whole but other files
    /// are beside it.
    Verify(verify::VerifyArgs),
    /// Manage accounts from the shell, also when nobody can sign in
    #[command(subcommand)]
    User(users::UserCommand),
    /// Bring the database up to date and stop
    Migrate {
        #[command(flatten)]
        place: DataArgs,
    },
    /// Copy the whole library into a folder, while the program runs, and check the copy
    ///
    /// Records, content and uploads, from either database and either kind of storage. Content that an earlier backup in the
    /// folder has is not copied again.
    Backup {
        #[command(flatten)]
        place: DataArgs,
        /// Folder of the backup
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
    /// Check a backup and fill an empty library with it
    ///
    /// The library may be on another database and another kind of storage than the one that was copied. Everybody has to
    /// sign in again. The search index is built at the next start.
    Restore {
        #[command(flatten)]
        place: DataArgs,
        /// Folder of the backup
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// Only check the backup
        #[arg(long)]
        check: bool,
    },
    /// Copy all records to an empty database, such as `postgres://USER:PASSWORD@HOST/DATABASE`
    ///
    /// Stop the program first, and set `database.url` to the new database afterwards. Content stays where it is.
    CopyTo {
        #[command(flatten)]
        place: DataArgs,
        /// Address of the database
        url: Secret,
    },
    /// Print the description of the API
    Openapi,
    /// Rewrite the generated files of a source tree
    #[command(hide = true)]
    Generate {
        /// The root of the source tree
        #[arg(long, default_value = ".")]
        root: PathBuf,
    },
}

#[derive(Debug, Clone, Args)]
struct DataArgs {
    /// Folder for the database, the content and the keys [default: ./data]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// TOML file with settings
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

impl DataArgs {
    fn load(self, listen: Option<SocketAddr>) -> anyhow::Result<Config> {
        let config = self.read(listen)?;
        observe::start_log(config.log.format, &config.log.level);
        Ok(config)
    }

    fn read(self, listen: Option<SocketAddr>) -> anyhow::Result<Config> {
        Ok(Config::load(&Overrides { file: self.config, data: self.data, listen })?)
    }

    async fn open(self) -> anyhow::Result<Ctx> {
        startup::open(&self.load(None)?).await
    }

    /// The same for a command that runs jobs, possibly next to a server on the same data.
    async fn open_beside(self) -> anyhow::Result<Ctx> {
        let mut config = self.read(None)?;
        // The command prints its own output, and log lines would break its progress bar.
        observe::start_log(config.log.format, "warn");
        // Otherwise a server that starts now would take our jobs for its own unfinished ones.
        config.node = format!("{}-shell-{}", config.node, std::process::id());
        startup::open(&config).await
    }
}

async fn run(command: Command, commit: &'static str) -> anyhow::Result<ExitCode> {
    match command {
        Command::Serve { place, listen } => startup::serve(&place.load(listen)?, commit, say).await?,
        Command::Demo { place, password } => Box::pin(demo::load(place, password)).await?,
        Command::Import(import) => import.run().await?,
        Command::Diff(diff) => return Ok(diff.run()),
        Command::Check(check) => return Ok(check.run()),
        Command::Export(export) => export.run().await?,
        Command::Merge(merge) => return Ok(merge.run()),
        Command::Brex(brex) => return Ok(brex.run()),
        Command::Filter(filter) => return Ok(filter.run()),
        Command::Render(render) => return Ok(render.run()),
        Command::Publish(publish) => publish.run().await?,
        Command::Verify(verify) => return Ok(verify.run()),
        Command::User(command) => users::manage(command).await?,
        Command::Migrate { place } => {
            let ctx = place.open().await?;
            say(&format!("The database is at migration {}", app::system::migration(&ctx).await?));
        }
        Command::Backup { place, folder } => backups::back_up(place, &folder).await?,
        Command::Restore { folder, check: true, .. } => backups::check(&folder).await?,
        Command::Restore { place, folder, check: false } => backups::restore(place, &folder).await?,
        Command::CopyTo { place, url } => backups::copy_to(place, &url).await?,
        Command::Openapi => say(openapi::text().trim_end()),
        Command::Generate { root } => generate::write_all(&root)?,
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_demo_password_is_redacted_in_debug_output() {
        let cli = Cli::try_parse_from(["airfolio", "demo", "--password", "hush hush hush"]).expect("a command");
        let printed = format!("{cli:?}");
        assert!(printed.contains("Demo") && !printed.contains("hush"), "{printed}");
    }

    #[test]
    fn the_help_of_verify_names_every_exit_code() {
        use clap::CommandFactory;

        let mut cli = Cli::command();
        let verify = cli.find_subcommand_mut("verify").expect("a command");
        let help = verify.render_long_help().to_string();
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
        for code in 0..=3 {
            assert!(help.contains(&format!("with {code} ")), "{help}");
        }
    }
}
