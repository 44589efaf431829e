//! Runs the program in a folder of its own.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::http::Server;

/// The administrator's password, when a test sets it.
pub(crate) const PASSWORD: &str = "program-password-1";

/// A folder for one installation; removed on drop.
pub(crate) struct Installation {
    folder: TempDir,
    /// How the program is started; its own arguments follow.
    start: Vec<String>,
}

impl Installation {
    pub(crate) fn new() -> Self {
        let start = vec![env!("CARGO_BIN_EXE_airfolio").to_owned()];
        Self { folder: tempfile::tempdir().expect("a temporary folder"), start }
    }

    /// The same with the data folder on a disk of this size; `None` where no disk can be mounted.
    ///
    /// The disk is in the program's own mount namespace, so it goes away with the program, and nobody has to be root.
    pub(crate) fn with_small_disk(megabytes: u32) -> Option<Self> {
        let mut place = Self::new();
        std::fs::create_dir(place.path("data")).expect("a folder");
        let mount = format!("mount -t tmpfs -o size={megabytes}m tmpfs data && exec \"$0\" \"$@\"");
        let inside = ["/usr/bin/unshare", "--mount", "--map-root-user", "/bin/sh", "-c", &mount];
        place.start.splice(0..0, inside.map(str::to_owned));
        // Any command that the program has will do.
        let tried = place.command(&["--version"]).stdout(Stdio::null()).status();
        tried.is_ok_and(|status| status.success()).then_some(place)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A command without the test's own environment.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(&self.start[0]);
        command.args(&self.start[1..]).args(args).env_clear().current_dir(self.folder.path());
        command
    }

    /// Runs a command to its end.
    pub(crate) fn run(&self, args: &[&str]) -> CommandOutput {
        self.run_with(args, &[], "")
    }

    /// Runs a command with variables and a text on its standard input.
    pub(crate) fn run_with(&self, args: &[&str], variables: &[(&str, &str)], input: &str) -> CommandOutput {
        let mut command = self.command(args);
        command.envs(variables.iter().copied());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        // A command that does not read its input may be gone already.
        let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
        CommandOutput::from(child.wait_with_output().expect("the program ends"))
    }

    /// Starts serving on a free port and waits until it reports that it is ready.
    pub(crate) fn serve(&self, variables: &[(&str, &str)]) -> RunningProgram {
        self.serve_with(&[], variables)
    }

    /// The same with more arguments.
    pub(crate) fn serve_with(&self, args: &[&str], variables: &[(&str, &str)]) -> RunningProgram {
        RunningProgram::start(self, args, variables)
    }

    /// Starts serving with a known administrator password.
    pub(crate) fn serve_known(&self) -> RunningProgram {
        self.serve(&[("AIRFOLIO_ADMIN_PASSWORD", PASSWORD)])
    }
}

/// The output of a command.
#[derive(Debug)]
pub(crate) struct CommandOutput {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for CommandOutput {
    fn from(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        Self { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

impl CommandOutput {
    /// The standard output of a successful command.
    pub(crate) fn ok(self) -> String {
        assert_eq!(self.code, Some(0), "{}", self.err);
        self.out
    }

    /// The standard error of a failed command, without a panic.
    pub(crate) fn failed(self) -> String {
        assert_eq!(self.code, Some(1), "{} {}", self.out, self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self.err
    }

    /// The word after `label` at the start of an output line.
    pub(crate) fn told(out: &str, label: &str) -> Option<String> {
        out.lines().find_map(|line| Some(line.trim_start().strip_prefix(label)?.trim().to_owned()))
    }
}

/// A serving program; killed on drop.
pub(crate) struct RunningProgram {
    child: Child,
    out: BufReader<ChildStdout>,
    log: PathBuf,
    /// The output until it was ready.
    greeting: String,
    pub(crate) server: Server,
}

impl RunningProgram {
    fn start(place: &Installation, args: &[&str], variables: &[(&str, &str)]) -> Self {
        let log = place.path("log");
        let mut command = place.command(&["serve", "--data", "data", "--listen", "127.0.0.1:0"]);
        command.args(args).envs(variables.iter().copied()).stdin(Stdio::null()).stdout(Stdio::piped());
        command.stderr(File::create(&log).expect("a log file"));
        let mut child = command.spawn().expect("the program starts");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut greeting = String::new();
        while !greeting.contains("http://") {
            let read_so_far = greeting.len();
            out.read_line(&mut greeting).expect("a line");
            assert!(greeting.len() > read_so_far, "it ended before it was ready: {greeting}{}", read(&log));
        }
        let port = greeting.split("http://localhost:").nth(1).and_then(|rest| rest.lines().next());
        let port = port.and_then(|port| port.trim().parse().ok()).expect("a port");
        Self { child, out, log, greeting, server: Server { port } }
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// A file of the program as the program itself sees it, on the disks that only it has.
    pub(crate) fn own_path(&self, path: &Path) -> PathBuf {
        Path::new("/proc").join(self.pid().to_string()).join("root").join(path.strip_prefix("/").unwrap_or(path))
    }

    /// Its private memory in kB.
    pub(crate) fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.pid())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
        line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse().ok()).unwrap_or_default()
    }

    /// The log so far.
    pub(crate) fn log(&self) -> String {
        read(&self.log)
    }

    /// Sends a signal, by name.
    pub(crate) fn signal(&self, name: &str) {
        let pid = self.pid().to_string();
        let sent = Command::new("kill").args([&format!("-{name}"), &pid]).status().expect("kill runs");
        assert!(sent.success());
    }

    /// Waits for the end; returns the status, the output and the log.
    pub(crate) fn end(mut self) -> (ExitStatus, String, String) {
        let mut printed = std::mem::take(&mut self.greeting);
        self.out.read_to_string(&mut printed).expect("text");
        let status = self.child.wait().expect("it ends");
        (status, printed, read(&self.log))
    }

    /// Stops it and waits; it must exit successfully.
    pub(crate) fn stop(self) -> (String, String) {
        self.signal("TERM");
        let (status, printed, log) = self.end();
        assert_eq!(status.code(), Some(0), "{log}");
        (printed, log)
    }
}

impl Drop for RunningProgram {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits for something that another process does. The bound only ends a test that would hang.
pub(crate) fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < Duration::from_mins(5), "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("text")
}
