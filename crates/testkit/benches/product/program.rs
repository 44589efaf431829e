//! The measured programs: started on a free port, with memory readings, always stopped.

use std::{
    fs,
    net::{SocketAddr, TcpListener},
    path::Path,
    process::{Child, Command, Stdio},
    str,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail, ensure};
use tempfile::NamedTempFile;

use crate::{PASSWORD, client::BenchClient, usage::Process};

const PATIENCE: Duration = Duration::from_secs(30);
const POLL: Duration = Duration::from_millis(1);

pub(crate) struct MeasuredProgram {
    pub(crate) address: SocketAddr,
    child: Child,
}

impl MeasuredProgram {
    /// Starts the product on `data`; also returns the time until `/healthz` answered.
    pub(crate) async fn airfolio(binary: &Path, data: &Path) -> Result<(Self, Duration)> {
        let address = free_address()?;
        let mut command = Command::new(binary);
        command.arg("serve").arg("--data").arg(data).arg("--listen").arg(address.to_string());
        command.env("AIRFOLIO_ADMIN_PASSWORD", PASSWORD);
        Self::start(command, address, "/healthz").await
    }

    /// Starts this program as the bare server that returns `body`.
    pub(crate) async fn bare(body: &[u8]) -> Result<(Self, Duration)> {
        let address = free_address()?;
        let mut command = Command::new(std::env::current_exe()?);
        command.arg("--bare").arg(address.to_string()).arg("--body").arg(str::from_utf8(body)?);
        Self::start(command, address, "/").await
    }

    /// Starts nginx on the files of a folder, without an access log.
    pub(crate) async fn nginx(files: &Path) -> Result<Self> {
        let (address, folder) = (free_address()?, files.display());
        let settings = format!(
            "user root; daemon off; worker_processes auto; pid {folder}/nginx.pid; error_log {folder}/error.log;\n\
            events {{ worker_connections 256; }}\n\
            http {{ access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000;\n\
            default_type application/json; server {{ listen {address}; root {folder}; }} }}\n"
        );
        let path = files.join("nginx.conf");
        fs::write(&path, settings)?;
        let mut command = Command::new("nginx");
        command.arg("-p").arg(files).arg("-c").arg(&path);
        Ok(Self::start(command, address, "/view.json").await?.0)
    }

    async fn start(mut command: Command, address: SocketAddr, path: &str) -> Result<(Self, Duration)> {
        let log = NamedTempFile::new()?;
        command.stdin(Stdio::null()).stdout(log.reopen()?).stderr(log.reopen()?);
        let began = Instant::now();
        let mut program = Self { address, child: command.spawn().with_context(|| format!("starting {command:?}"))? };
        while !program.answers(path).await {
            if program.child.try_wait()?.is_some() || began.elapsed() > PATIENCE {
                bail!("{command:?} did not answer:\n{}", fs::read_to_string(log.path())?);
            }
            tokio::time::sleep(POLL).await;
        }
        Ok((program, began.elapsed()))
    }

    async fn answers(&self, path: &str) -> bool {
        let Ok(mut client) = BenchClient::connect(self.address).await else {
            return false;
        };
        client.get(path, None).await.is_ok()
    }

    pub(crate) fn process(&self) -> Process {
        Process(self.child.id())
    }

    /// Stops it gracefully, as an operator would, and waits.
    pub(crate) fn stop(mut self) -> Result<()> {
        let asked = Command::new("kill").arg("-TERM").arg(self.child.id().to_string()).status()?;
        ensure!(asked.success(), "could not signal the server");
        self.child.wait()?;
        Ok(())
    }
}

impl Drop for MeasuredProgram {
    fn drop(&mut self) {
        // After `stop` it is already gone, and both calls do nothing.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn free_address() -> Result<SocketAddr> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?)
}
