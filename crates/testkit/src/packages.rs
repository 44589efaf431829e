//! Test packages: made here, or zipped from the demo library.

#![expect(clippy::expect_used, reason = "a test whose package cannot be made must stop at once")]

use std::io::{Cursor, Read, Write};
use std::path::Path;

use axum::body::Body;
use axum::http::Method;
use serde_json::{Value, json};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::client::{API, Client};

/// Name and bytes of each file of a package.
pub type PackageFiles = Vec<(String, Vec<u8>)>;

/// The files of a package of the demo library, by name.
pub fn demo(name: &str) -> PackageFiles {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../demo").join(name);
    let mut files = PackageFiles::new();
    let mut open = vec![root.clone()];
    while let Some(folder) = open.pop() {
        for path in std::fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(&root).expect("below the root").to_str().expect("a plain name").to_owned();
                files.push((name, std::fs::read(&path).expect("a file")));
            }
        }
    }
    files.sort();
    files
}

/// Larger files are compressed, to stay below the upload limit.
const STORED: usize = 1 << 20;

/// Zips the files.
pub fn zipped(files: &PackageFiles) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        let method = if bytes.len() > STORED { CompressionMethod::Deflated } else { CompressionMethod::Stored };
        let options = SimpleFileOptions::default().compression_method(method);
        writer.start_file(name.as_str(), options).expect("a name");
        writer.write_all(bytes).expect("it is in memory");
    }
    writer.finish().expect("it ends").into_inner()
}

/// Uploads a file as `name`; returns the response.
pub async fn send(client: &Client, name: &str, bytes: Vec<u8>) -> Value {
    let request = client
        .request(Method::POST, &format!("{API}/vault/files/{name}"))
        .header("content-type", "application/zip")
        .header("content-length", bytes.len())
        .body(Body::from(bytes));
    client.send(request.expect("a request")).await.ok()
}

/// Creates a job that reads an uploaded package; returns the job.
pub async fn pre_import(client: &Client, upload: &Value) -> Value {
    let parameters = json!({"importPackage": upload["path"]});
    client.post("/jobs", json!({"jobName": "universalPreImport", "parameterMap": parameters})).await.ok()
}

/// The files of a ZIP, by name.
pub fn unzipped(zip: &[u8]) -> PackageFiles {
    let mut archive = ZipArchive::new(Cursor::new(zip)).expect("an archive");
    let mut files = PackageFiles::new();
    for place in 0..archive.len() {
        let mut entry = archive.by_index(place).expect("an entry");
        if entry.is_file() {
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).expect("its content");
            let name = entry.name().expect("a name").into_owned();
            files.push((name, bytes));
        }
    }
    files.sort();
    files
}
