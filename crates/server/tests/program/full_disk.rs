//! A disk that fills up under the running program, and has room again.

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;

use serde_json::{Value, json};
use testkit::packages::{demo, zipped};
use testkit::world::not_tested;

use crate::http::RawResponse;
use crate::process::{Installation, PASSWORD, RunningProgram, wait_until};
use crate::working::upload;

/// The size of the disk.
const MEGABYTES: u32 = 96;
/// How much of it a job lacks.
const PACKAGE: usize = 12 << 20;
/// More databases than fit into what SQLite has taken from the disk already.
const MANY: u32 = 5_000;

struct Disk {
    running: RunningProgram,
    filler: PathBuf,
    token: String,
    databases: u32,
}

impl Disk {
    fn post(&self, path: &str, body: &Value) -> RawResponse {
        self.running.server.post(path, &self.token, body)
    }

    fn create_database(&mut self) -> RawResponse {
        self.databases += 1;
        self.post("/csdb", &json!({"csdbName": format!("DB{}", self.databases), "csdbType": "H160"}))
    }

    /// Takes all of the disk but for `left` bytes.
    fn fill(&self, left: usize) {
        let mut filler = File::create(&self.filler).expect("a file");
        let chunk = vec![7; 64 << 10];
        while filler.write_all(&chunk).is_ok() {}
        let length = filler.metadata().expect("a length").len();
        filler.set_len(length.saturating_sub(left as u64)).expect("room");
    }

    fn free(&self) {
        std::fs::remove_file(&self.filler).expect("the filler");
    }

    fn ready(&self) -> (u16, String) {
        let answer = self.running.server.send(b"GET /readyz HTTP/1.0\r\n\r\n").expect("an answer");
        (answer.status, answer.body)
    }

    /// Writes until the disk is full; gives the refusal.
    fn write_until_full(&mut self) -> RawResponse {
        (0..MANY)
            .map(|_| self.create_database())
            .find(|answer| answer.status != 200 && answer.status != 201)
            .expect("full")
    }
}

#[test]
fn a_full_disk_is_said_and_everything_goes_on_when_there_is_room_again() {
    let Some(place) = Installation::with_small_disk(MEGABYTES) else {
        not_tested("no disk can be mounted here");
        return;
    };
    let running = place.serve(&[
        ("AIRFOLIO_ADMIN_PASSWORD", PASSWORD),
        ("AIRFOLIO_STORAGE__WARN_BELOW_MEGABYTES", "20"),
        ("AIRFOLIO_JOBS__LEASE_SECONDS", "2"),
    ]);
    let filler = running.own_path(&place.path("data/filler"));
    let token = running.server.token("admin", PASSWORD);
    let mut disk = Disk { running, filler, token, databases: 0 };
    assert_eq!(disk.ready(), (200, "ready\n".to_owned()));
    for _ in 0..2 {
        fills_up_and_is_freed(&mut disk);
    }
    let (_, log) = disk.running.stop();
    assert!(log.contains("The storage cannot be used") && !log.contains("panicked"), "{log}");
}

fn fills_up_and_is_freed(disk: &mut Disk) {
    disk.fill(0);
    let refused = disk.write_until_full();
    assert_eq!((refused.status, &refused.json()["code"]), (503, &json!("storage.full")), "{}", refused.body);
    assert!(refused.header("retry-after").is_some() && refused.body.contains("administrator"), "{}", refused.body);
    assert_eq!(disk.ready(), (503, "not ready: the storage is full\n".to_owned()));
    let package = upload(disk.running.server, &disk.token, "a.zip", &vec![1; PACKAGE]);
    assert_eq!(package["code"], "storage.full");
    assert_eq!(disk.running.server.get("/csdb", &disk.token).status, 200, "what is there can be read");
    assert_eq!(disk.running.server.log_in("admin", PASSWORD).json()["code"], "storage.full");

    disk.free();
    let made = disk.create_database();
    assert!(made.status < 300, "{} {}", made.head, made.body);
    disk.running.server.token("admin", PASSWORD);
    assert_eq!(disk.ready(), (200, "ready\n".to_owned()));
}

/// Numbers that pack badly, so that a package is as long as it seems.
fn noise() -> Vec<u8> {
    (0..PACKAGE / 8).flat_map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_le_bytes()).collect()
}

#[test]
fn a_publication_without_room_on_the_disk_fails_clearly_and_leaves_nothing() {
    let Some(place) = Installation::with_small_disk(MEGABYTES) else {
        not_tested("no disk can be mounted here");
        return;
    };
    let running = place.serve_known();
    let filler = running.own_path(&place.path("data/filler"));
    let (server, token) = (running.server, running.server.token("admin", PASSWORD));
    let disk = Disk { running, filler, token, databases: 0 };
    disk.post("/csdb", &json!({"csdbName": "NV240", "csdbType": "H160"}));
    disk.post("/csdb/manual", &json!({"csdbName": ["NV240"], "manualName": ["AMM"], "manualType": ["AMM"]}));
    disk.post("/config/operator", &json!({"code": "AZB", "name": "Azure Bay", "country": "CH"}));
    let mut files = demo("amm");
    let picture = [b"\x89PNG\r\n\x1a\n".to_vec(), noise()].concat();
    files.push(("ICN-NV240-A-000000-0-NVR01-99999-A-001-01.PNG".to_owned(), picture));
    let sent = upload(server, &disk.token, "amm.zip", &zipped(&files));
    let ask = |name: &str, parameters: &Value| -> String {
        let job = disk.post("/jobs", &json!({"jobName": name, "parameterMap": parameters}));
        job.json()["id"].as_str().unwrap_or_else(|| panic!("{}", job.body)).to_owned()
    };
    let ended = |id: &str| -> Value {
        let job = server.ended(&disk.token, id);
        assert_eq!(job["status"], "COMPLETED", "{job}");
        job
    };
    let mut given = ended(&ask("universalPreImport", &json!({"importPackage": sent["path"]})))["outputMap"].clone();
    (given["csdbName"], given["manualName"]) = (json!("NV240"), json!("AMM"));
    ended(&ask("universalImport", &given));
    let wanted = json!({
        "csdbName": "NV240", "manualName": "AMM", "revision": "1", "formats": ["s1000d"],
        "reviseTypes": ["complete"], "profiles": ["All"], "operator": "AZB",
    });
    disk.fill(5 << 20);
    let failed = server.ended(&disk.token, &ask("exportQuickAta2300", &wanted));
    assert_eq!(failed["status"], "FAILED", "{failed}");
    assert!(failed["errorList"].to_string().contains("job.failed.storageFull"), "{failed}");
    let list = || server.get("/publications?manualPath=/NV240/AMM", &disk.token).json();
    assert_eq!(list()["total"], 0, "no half publication");
    disk.free();
    let id = ask("exportQuickAta2300", &wanted);
    let outputs = ended(&id)["outputMap"].clone();
    assert_eq!((&list()["total"], &list()["items"][0]["number"]), (&json!(1), &json!(1)));
    let file = |name: &str| {
        let address = format!("/publications/{}/artifacts/{name}", outputs["publication"].as_str().expect("an id"));
        server.get(&address, &disk.token)
    };
    let manifest = file("manifest.json").json();
    let package = &manifest["artifacts"][0];
    let read = file(package["name"].as_str().expect("a name"));
    assert_eq!((read.status, json!(read.length)), (200, package["size"].clone()), "it is whole");
    let (_, log) = disk.running.stop();
    assert!(!log.contains("panicked"), "{log}");
}

#[test]
fn a_job_waits_for_room_on_the_disk() {
    let Some(place) = Installation::with_small_disk(MEGABYTES) else {
        not_tested("no disk can be mounted here");
        return;
    };
    let running = place.serve_known();
    let filler = running.own_path(&place.path("data/filler"));
    let (server, token) = (running.server, running.server.token("admin", PASSWORD));
    let mut files = demo("mmel-r1");
    files.push(("noise.bin".to_owned(), noise()));
    let sent = upload(server, &token, "mmel.zip", &zipped(&files));
    let disk = Disk { running, filler, token, databases: 0 };
    disk.fill(5 << 20);
    let (status, warned) = disk.ready();
    assert!(status == 200 && warned.contains("storage is short"), "{status} {warned}");
    let asked = json!({"jobName": "universalPreImport", "parameterMap": {"importPackage": sent["path"]}});
    let job = disk.post("/jobs", &asked).json();
    let id = job["id"].as_str().expect("an id").to_owned();
    wait_until("it waits", || log_of(&place).contains("waits for the storage"));
    let status = || server.get(&format!("/jobs/{id}"), &disk.token).json()["status"].clone();
    assert!(["CREATED", "STARTING", "RUNNING"].contains(&status().as_str().unwrap_or_default()), "{}", status());
    disk.free();
    let ended = server.ended(&disk.token, &id);
    assert_eq!(ended["status"], "COMPLETED", "{ended}");
}

fn log_of(place: &Installation) -> String {
    std::fs::read_to_string(place.path("log")).expect("a log")
}

#[test]
fn short_storage_is_warned_of_before_anything_fails() {
    let place = Installation::new();
    let variables = [
        ("AIRFOLIO_ADMIN_PASSWORD", PASSWORD),
        ("AIRFOLIO_STORAGE__WARN_BELOW_MEGABYTES", "4294967295"),
        ("AIRFOLIO_METRICS__OPEN", "true"),
    ];
    let running = place.serve(&variables);
    let server = running.server;
    let ready = server.send(b"GET /readyz HTTP/1.0\r\n\r\n").expect("an answer");
    assert!(ready.status == 200 && ready.body.starts_with("ready, but storage is short: "), "{}", ready.body);
    let metrics = server.send(b"GET /metrics HTTP/1.0\r\n\r\n").expect("an answer").body;
    assert!(
        metrics.contains("airfolio_storage_short 1\n") && metrics.contains("airfolio_storage_free_bytes"),
        "{metrics}"
    );
    let system = server.get("/system", &server.token("admin", PASSWORD)).json();
    assert_eq!(system["storage"]["state"], "short");
    assert!(system["storage"]["freeBytes"].as_u64() <= system["storage"]["totalBytes"].as_u64(), "{system}");
    let (_, log) = running.stop();
    assert!(log.contains("Storage is short"), "{log}");
}
