//! `kill -9` during an upload, a reading and an import: the next start resumes the work, and the result is identical to
//! an undisturbed import.

use std::io::Write;
use std::thread;
use std::time::Instant;

use serde_json::{Value, json};
use store::Db;
use testkit::database::TestDatabase;
use testkit::dump;
use testkit::packages::{PackageFiles, demo, zipped};
use tokio::runtime::Handle;
use tokio::task;

use self::killer::Killer;
use crate::http::{RawResponse, Server};
use crate::process::{Installation, PASSWORD, RunningProgram};

/// Number of kills per database, unless a benchmark asks for more.
const KILLS: u32 = 10;
/// The program that prints books, where a test writes one.
const ENGINE: &str = "engine";
/// More references than one transaction writes.
const REFERENCES: usize = 4_500;
/// More than is buffered of one picture.
const LARGE: usize = 33 << 20;

/// Makes two tests, `<name>::sqlite` and `<name>::postgres`, of each function `fn <name>(program: KillableProgram)`. The second
/// is skipped when `TEST_PG_URL` is not set.
macro_rules! on_each_program {
    ($($name:ident),+ $(,)?) => {$(
        mod $name {
            #[tokio::test(flavor = "multi_thread")]
            async fn sqlite() {
                super::$name($crate::killing::KillableProgram::on_sqlite());
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn postgres() {
                if let Some(database) = testkit::database::TestDatabase::postgres().await {
                    super::$name($crate::killing::KillableProgram::on(&database));
                }
            }
        }
    )+};
}

mod demo;
mod editing;
mod killer;
mod media;
mod publications;
mod rebase;
mod regulations;
mod revisions;
mod search;

on_each_program!(a_killed_import_comes_to_the_same_end);

fn a_killed_import_comes_to_the_same_end(mut program: KillableProgram) {
    let kills = testkit::world::kills().unwrap_or(KILLS);
    let mut killer = Killer::idle();
    program.import_all("CLEAN", &mut killer);
    killer.left = kills;
    let mut rounds = Vec::new();
    while killer.left > 0 {
        let name = format!("KILLED{}", rounds.len());
        program.import_all(&name, &mut killer);
        rounds.push(name);
    }
    program.kill();
    let undisturbed = program.dump("CLEAN");
    assert!(undisturbed.contains("revision 3 ") && undisturbed.matches("DMC-S1000D-").count() > REFERENCES);
    for name in rounds {
        let disturbed = program.dump(&name).replace(&format!("/{name}/"), "/CLEAN/");
        let other = undisturbed.lines().zip(disturbed.lines()).find(|(one, other)| one != other);
        assert!(disturbed == undisturbed, "{name}: {other:?}");
    }
}

/// A package that exercises all paths of an import: one module has more references than one transaction writes, one
/// picture is too large to buffer.
fn heavy_package() -> PackageFiles {
    let mut files = demo("amm");
    for (name, bytes) in &mut files {
        if name.ends_with("00003-A-001-01.PNG") {
            // Numbers between the zeros, because data that compresses too well is refused as a ZIP bomb.
            for number in 0..LARGE / 64 {
                bytes.extend_from_slice(&number.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_le_bytes());
                bytes.resize(bytes.len() + 56, 0);
            }
        } else if name.ends_with("DMC-NV240-A-28-21-01-00A-520A-A_001-00_EN-US.XML") {
            let text = String::from_utf8(std::mem::take(bytes)).expect("text");
            let (head, rest) = text.split_once("<content>").expect("a content");
            let references: String = (0..REFERENCES).map(to_the_specification).collect();
            *bytes = format!("{head}<content><refs>{references}</refs>{rest}").into_bytes();
        }
    }
    files
}

/// A reference to a module of the specification, which no package has to contain.
fn to_the_specification(number: usize) -> String {
    format!(
        "<dmRef><dmRefIdent><dmCode modelIdentCode='S1000D' systemDiffCode='A' systemCode='01' subSystemCode='0' \
         subSubSystemCode='0' assyCode='{number:04}' disassyCode='00' disassyCodeVariant='A' infoCode='040' \
         infoCodeVariant='A' itemLocationCode='A'/></dmRefIdent></dmRef>"
    )
}

/// The program under test, running or about to be restarted.
struct KillableProgram {
    place: Installation,
    url: String,
    running: Option<RunningProgram>,
    token: String,
}

impl KillableProgram {
    fn on_sqlite() -> Self {
        let place = Installation::new();
        let url = format!("sqlite:{}", place.path("data/airfolio.db").display());
        Self::start(place, url)
    }

    fn on(database: &TestDatabase) -> Self {
        Self::start(Installation::new(), database.url().to_owned())
    }

    fn start(place: Installation, url: String) -> Self {
        let mut program = Self { place, url, running: None, token: String::new() };
        program.token = program.server().token("admin", PASSWORD);
        program
    }

    fn server(&mut self) -> Server {
        let engine = self.place.path(ENGINE).display().to_string();
        let variables = [
            ("AIRFOLIO_ADMIN_PASSWORD", PASSWORD),
            ("AIRFOLIO_PDF__ENGINE", engine.as_str()),
            ("AIRFOLIO_DATABASE__URL", self.url.as_str()),
            ("AIRFOLIO_JOBS__LEASE_SECONDS", "2"),
        ];
        self.running.get_or_insert_with(|| self.place.serve(&variables)).server
    }

    fn kill(&mut self) {
        if let Some(running) = self.running.take() {
            running.signal("KILL");
            running.end();
        }
    }

    fn get(&mut self, path: &str) -> RawResponse {
        let token = self.token.clone();
        self.server().get(path, &token)
    }

    fn post(&mut self, path: &str, body: &Value) -> Value {
        let token = self.token.clone();
        let answer = self.server().post(path, &token, body);
        let log = || self.running.as_ref().map(RunningProgram::log).unwrap_or_default();
        assert!((200..300).contains(&answer.status), "{path}: {} {}\n{}", answer.head, answer.body, log());
        answer.json()
    }

    /// The manual of a database as text; works with and without a running program.
    fn dump(&self, csdb: &str) -> String {
        self.read(async |db: &Db| dump::of_manual(db, csdb, "MMEL").await)
    }

    /// Reads from the database behind the program's back.
    fn read<T>(&self, what: impl AsyncFnOnce(&Db) -> T) -> T {
        let read = async {
            let db = Db::open(&self.url, 1).await.expect("the database opens");
            what(&db).await
        };
        task::block_in_place(|| Handle::current().block_on(read))
    }

    /// Imports three packages into a manual of its own database, with kills.
    fn import_all(&mut self, csdb: &str, killer: &mut Killer) {
        self.add_manual(csdb);
        for package in [demo("mmel-r1"), demo("mmel-zh"), heavy_package()] {
            self.import(csdb, &package, killer);
        }
    }

    /// An empty manual in a database of its own.
    fn add_manual(&mut self, csdb: &str) {
        self.post("/csdb", &json!({"csdbName": csdb, "csdbType": "H160"}));
        let manual = json!({"csdbName": [csdb], "manualName": ["MMEL"], "manualType": ["MMEL"]});
        self.post("/csdb/manual", &manual);
    }

    /// A manual of a database `KILLED` with this package, and a new killer.
    fn holding(&mut self, package: &PackageFiles) -> Killer {
        let mut killer = Killer::idle();
        self.add_manual("KILLED");
        self.import("KILLED", package, &mut killer);
        killer
    }

    fn import(&mut self, csdb: &str, package: &PackageFiles, killer: &mut Killer) {
        let upload = self.upload("package.zip", &zipped(package), killer);
        let read = self.job("universalPreImport", &json!({"importPackage": upload["path"]}), killer);
        let mut given = read["outputMap"].clone();
        given["csdbName"] = json!(csdb);
        given["manualName"] = json!("MMEL");
        self.job("universalImport", &given, killer);
    }

    /// Uploads a file; after a kill it reads the offset and resumes.
    fn upload(&mut self, name: &str, bytes: &[u8], killer: &mut Killer) -> Value {
        let id = killer.upload_id();
        let target = format!("/vault/files/{name}");
        if killer.moment("upload").is_some() {
            let half = bytes.len() * usize::try_from(killer.next()).expect("small") / 1000;
            let mut stream = self.send("POST", &target, &id, 0, &bytes[..half], bytes.len());
            stream.flush().expect("sent");
            self.kill();
        }
        let head = self.ask("HEAD", &format!("/vault/uploads/{id}"), &id);
        let answer = if head.status == 200 {
            let offset: usize = head.header("upload-offset").and_then(|text| text.parse().ok()).expect("an offset");
            let path = format!("/vault/uploads/{id}");
            RawResponse::read(&mut self.send("PATCH", &path, &id, offset, &bytes[offset..], bytes.len()))
        } else {
            RawResponse::read(&mut self.send("POST", &target, &id, 0, bytes, bytes.len()))
        };
        let answer = answer.expect("an answer");
        assert!((200..300).contains(&answer.status), "{} {}", answer.head, answer.body);
        answer.json()
    }

    fn ask(&mut self, method: &str, path: &str, id: &str) -> RawResponse {
        RawResponse::read(&mut self.send(method, path, id, 0, b"", 0)).expect("an answer")
    }

    /// Sends an upload request with a part of its body.
    fn send(
        &mut self,
        method: &str,
        path: &str,
        id: &str,
        offset: usize,
        bytes: &[u8],
        total: usize,
    ) -> std::net::TcpStream {
        let token = self.token.clone();
        let mut stream = self.server().connect().expect("a connection");
        let length = total - offset;
        let head = format!(
            "{method} /kbj/api{path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\
             content-type: application/zip\r\nupload-id: {id}\r\nupload-offset: {offset}\r\n\
             content-length: {length}\r\nconnection: close\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).expect("sent");
        stream.write_all(bytes).expect("sent");
        stream
    }

    /// Creates a job, kills the program while it runs, and waits for its end.
    fn job(&mut self, name: &'static str, parameters: &Value, killer: &mut Killer) -> Value {
        self.job_with(name, parameters, killer, |_| ())
    }

    /// The same with a look at the program that was started after the kill, where the job is not finished yet.
    fn job_with(
        &mut self,
        name: &'static str,
        parameters: &Value,
        killer: &mut Killer,
        look: impl FnOnce(&mut Self),
    ) -> Value {
        let started = Instant::now();
        let job = self.post("/jobs", &json!({"jobName": name, "parameterMap": parameters}));
        if let Some(moment) = killer.moment(name) {
            thread::sleep(moment);
            self.kill();
            look(self);
        }
        let (id, token) = (job["id"].as_str().expect("an id").to_owned(), self.token.clone());
        let job = self.server().ended(&token, &id);
        assert_eq!(job["status"], "COMPLETED", "{name}: {}", job["errorList"]);
        killer.learn(name, started.elapsed());
        job
    }
}
