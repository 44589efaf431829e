//! `kill -9` while an OEM revision is confirmed, marked as done, restored and rejected: each decision is made once, and
//! the working lane is the same as without kills.

use serde_json::{Value, json};
use testkit::packages::{PackageFiles, demo};

use super::editing::{FILE, sha256};
use super::{KillableProgram, Killer};
use crate::http::RawResponse;

on_each_program!(decisions_that_are_killed_on_their_way_come_to_the_same_end);

const KILLS: u32 = 10;
const EDITS: [(&str, &str); 2] =
    [("Lower the pump by 30 mm", "Lower the pump by 25 mm"), ("Remove panel 214AL", "Open panel 214AL")];

/// The demo in which the manufacturer changed what the operator changed too.
fn revised() -> PackageFiles {
    let mut files = demo("amm");
    let (_, bytes) = files.iter_mut().find(|(name, _)| name.contains("28-21-01-00A-520A")).expect("a module");
    let text = String::from_utf8(bytes.clone()).expect("text").replace("Remove panel 214AL", "Take off panel 214AL");
    *bytes = text.replace("issueNumber=\"001\"", "issueNumber=\"002\"").into_bytes();
    files
}

impl KillableProgram {
    /// Checks in edits of the operator.
    fn customise(&mut self) {
        let text = self.edited();
        let ours = EDITS.iter().fold(text.clone(), |text, (old, new)| text.replace(old, new));
        let mut saving = self.save(&sha256(&text), &ours);
        let saved = RawResponse::read(&mut saving).expect("an answer");
        assert_eq!(saved.status, 200, "{}", saved.body);
        let mut checking_in = self.check_in(&sha256(&ours));
        let added = RawResponse::read(&mut checking_in).expect("an answer");
        assert_eq!(added.status, 200, "{}", added.body);
    }

    /// What readers and authors see of the revision, without the number of the version.
    fn outcome(&mut self, revision: &str) -> Value {
        let text = self.get(&format!("/bytes/default{FILE}")).body;
        let words: Vec<&str> = text.split("inWork=").map(|part| part.get(4..).unwrap_or_default()).collect();
        let detail = self.get(&format!("/revisions/{revision}")).json();
        let todos = self.get(&format!("/revisions/{revision}/todos")).json();
        let todo = &todos["items"][0];
        let contents = self.get("/toc/getTopToc?manualPath=/KILLED/MMEL").json();
        let nodes = contents["nodes"].as_array().map(Vec::len);
        json!([words, detail["state"], todos["total"], todo["reason"], todo["state"], todo["conflicts"], nodes])
    }

    fn decisions(&mut self, revision: &str) -> usize {
        self.get(&format!("/revisions/{revision}/decisions")).json().as_array().map_or(0, Vec::len)
    }

    /// Makes a decision, with a kill; it is in the history once.
    fn decided(&mut self, name: &'static str, revision: &str, killer: &mut Killer) -> Value {
        let before = self.decisions(revision);
        let parameters = json!({"csdbName": "KILLED", "manualName": "MMEL", "revision": revision, "reason": "Killed"});
        self.job(name, &parameters, killer);
        assert_eq!(self.decisions(revision), before + 1, "{name}");
        self.outcome(revision)
    }
}

fn decisions_that_are_killed_on_their_way_come_to_the_same_end(mut program: KillableProgram) {
    const ROUND: [&str; 3] = ["confirmOemAta2300", "markAllOemChangeFileDone", "restoreAirline"];
    let mut killer = program.holding(&demo("amm"));
    program.customise();
    program.import("KILLED", &revised(), &mut killer);
    let waiting = program.get("/revisions/waiting").json();
    let revision = waiting["items"][0]["id"].as_str().expect("a revision").to_owned();
    let undisturbed = ROUND.map(|name| program.decided(name, &revision, &mut killer));
    assert_ne!(undisturbed[0], undisturbed[2]);
    killer.left = testkit::world::kills().unwrap_or(KILLS);
    while killer.left > 0 {
        let disturbed = ROUND.map(|name| program.decided(name, &revision, &mut killer));
        assert_eq!(disturbed, undisturbed);
    }
    killer.left = 1;
    let rejected = program.decided("rejectOem", &revision, &mut killer);
    assert_eq!((&rejected[0], &rejected[1]), (&undisturbed[2][0], &json!("rejected")));
}
