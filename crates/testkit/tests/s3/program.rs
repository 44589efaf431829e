use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use store::blobs::S3Settings;
use tempfile::TempDir;

const ACCESS_KEY: &str = "our key";
const SECRET_KEY: &str = "our secret";
const BUCKET: &str = "airfolio";

/// A running S3 server with one empty bucket; killed on drop.
pub(crate) struct S3 {
    program: Child,
    address: String,
    folder: TempDir,
}

impl S3 {
    pub(crate) fn start() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::create_dir(folder.path().join(BUCKET)).expect("a bucket");
        let (program, address) = spawn(folder.path());
        Self { program, address, folder }
    }

    pub(crate) fn kill(&mut self) {
        // A server that is gone already has nothing left to stop.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }

    /// Starts it again, at another address, after it was killed.
    pub(crate) fn restart(&mut self) {
        (self.program, self.address) = spawn(self.folder.path());
    }

    /// Empties the bucket.
    pub(crate) fn forget(&self) {
        std::fs::remove_dir_all(self.bucket()).expect("a bucket");
        std::fs::create_dir(self.bucket()).expect("a bucket");
    }

    /// Host and port.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    pub(crate) fn settings(&self) -> S3Settings {
        S3Settings {
            endpoint: format!("http://{}", self.address),
            bucket: BUCKET.to_owned(),
            region: "eu-central-1".to_owned(),
            access_key: ACCESS_KEY.to_owned(),
            secret_key: SECRET_KEY.to_owned(),
            prefix: "blobs".to_owned(),
            allow_http: true,
        }
    }

    /// The files of uploads that were begun and neither completed nor aborted.
    pub(crate) fn open_uploads(&self) -> Vec<String> {
        let files = std::fs::read_dir(self.folder.path()).expect("the server's folder").flatten();
        let names = files.filter_map(|file| file.file_name().into_string().ok());
        names.filter(|name| name.starts_with(".upload")).collect()
    }

    /// The folder of the bucket's files.
    pub(crate) fn bucket(&self) -> PathBuf {
        self.folder.path().join(BUCKET)
    }
}

impl Drop for S3 {
    fn drop(&mut self) {
        self.kill();
    }
}

fn spawn(folder: &Path) -> (Child, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_s3-server"))
        .arg(folder)
        .args([ACCESS_KEY, SECRET_KEY])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut address = String::new();
    let mut out = BufReader::new(program.stdout.take().expect("a pipe"));
    out.read_line(&mut address).expect("a line");
    assert!(!address.is_empty(), "it ended before it was ready");
    (program, address.trim().to_owned())
}
