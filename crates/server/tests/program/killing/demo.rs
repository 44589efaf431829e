//! `kill -9` while the demo library is loaded: a repeated `airfolio demo` completes it, and everything is there once.

use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use testkit::database::TestDatabase;

use super::Killer;
use crate::process::{CommandOutput, Installation, PASSWORD, RunningProgram};

const KILLS: u32 = 4;
const DEMO_PASSWORD: &str = "demo-password-1";
const LOADED: &str = "The demo library is loaded already\n";

/// The pages of the demo that people see, by the address of a list or page.
const PAGES: [(&str, &[&str]); 8] = [
    ("/config/operator", &["total"]),
    ("/groups", &["total"]),
    ("/comments", &["total"]),
    ("/changeRequests", &["total"]),
    ("/publications?manualPath=/NV240/FLM", &["total"]),
    ("/revisions/waiting", &["total"]),
    ("/compliance/imports", &["total"]),
    ("/counts", &["messages", "tasks"]),
];

/// An installation whose demo is killed on its way.
struct DemoPlace {
    place: Installation,
    url: String,
}

impl DemoPlace {
    fn on_sqlite() -> Self {
        let place = Installation::new();
        let url = format!("sqlite:{}", place.path("data/airfolio.db").display());
        Self { place, url }
    }

    fn on(database: &TestDatabase) -> Self {
        Self { place: Installation::new(), url: database.url().to_owned() }
    }

    fn variables(&self) -> [(&str, &str); 4] {
        [
            ("AIRFOLIO_ADMIN_PASSWORD", PASSWORD),
            ("AIRFOLIO_DEMO_PASSWORD", DEMO_PASSWORD),
            ("AIRFOLIO_DATABASE__URL", self.url.as_str()),
            ("AIRFOLIO_JOBS__LEASE_SECONDS", "2"),
        ]
    }

    fn load(&self) -> CommandOutput {
        self.place.run_with(&["demo", "--data", "data"], &self.variables(), "")
    }

    /// Starts the command, and kills it after some time.
    fn load_killed(&self, after: Duration) {
        let mut command = self.place.command(&["demo", "--data", "data"]);
        command.envs(self.variables()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        thread::sleep(after);
        // It may have ended by itself.
        let _ = child.kill();
        child.wait().expect("it ends");
    }

    fn serve(&self) -> RunningProgram {
        self.place.serve(&self.variables())
    }

    /// The author's view, as text.
    fn seen(&self) -> String {
        let running = self.serve();
        let admin = running.server.token("admin", PASSWORD);
        let author = running.server.token("li.author", DEMO_PASSWORD);
        let get = |path: &str| -> Value {
            let token = if path == "/groups" || path.starts_with("/config") { &admin } else { &author };
            let answer = running.server.get(path, token);
            assert_eq!(answer.status, 200, "{path}: {}", answer.body);
            answer.json()
        };
        let mut text = String::new();
        for (path, members) in PAGES {
            let page = get(path);
            let found: Vec<String> = members.iter().map(|name| page[*name].to_string()).collect();
            text.push_str(&[path, ": ", found.join(" ").as_str(), "\n"].concat());
        }
        let figures = get("/compliance/dashboard");
        text.push_str(&figures["collections"][0]["counts"].to_string());
        let publications = get("/publications?manualPath=/NV240/FLM");
        for one in publications["items"].as_array().expect("a list") {
            text.push_str(&json!([one["revision"], one["state"]]).to_string());
        }
        for manual in ["MMEL", "AMM", "FLM"] {
            let modules = get(&format!("/dm/getAllDmListWithPage?manualPath=/NV240/{manual}"))["total"].to_string();
            text.push_str(&[manual, " ", modules.as_str(), "\n"].concat());
        }
        running.stop();
        text
    }
}

/// Loads one library undisturbed and another one with kills, and compares them.
fn completed(undisturbed: &DemoPlace, disturbed: &DemoPlace) {
    let mut killer = Killer::idle();
    let started = Instant::now();
    undisturbed.load().ok();
    killer.learn("demo", started.elapsed());
    killer.left = testkit::world::kills().unwrap_or(KILLS);
    while let Some(moment) = killer.moment("demo") {
        disturbed.load_killed(moment);
    }
    disturbed.load().ok();
    assert_eq!(disturbed.load().ok(), LOADED);
    let (expected, found) = (undisturbed.seen(), disturbed.seen());
    let other = expected.lines().zip(found.lines()).find(|(one, other)| one != other);
    assert!(expected == found, "{other:?}");
}

mod a_demo_that_is_killed_on_its_way_is_completed_by_the_next_run {
    use testkit::database::TestDatabase;

    use super::{DemoPlace, completed};

    #[tokio::test(flavor = "multi_thread")]
    async fn sqlite() {
        completed(&DemoPlace::on_sqlite(), &DemoPlace::on_sqlite());
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn postgres() {
        if let (Some(one), Some(other)) = (TestDatabase::postgres().await, TestDatabase::postgres().await) {
            completed(&DemoPlace::on(&one), &DemoPlace::on(&other));
        }
    }
}
