//! `kill -9` while an OEM revision is confirmed, marked as done, restored and rejected: each decision is made once, and
//! after each the manual is the same as its twin, which was decided without kills.

use std::thread;
use std::time::Instant;

use serde_json::{Value, json};
use store::Db;
use testkit::dump;
use testkit::packages::{PackageFiles, demo};

use super::editing::sha256;
use super::{KillableProgram, Killer};
use crate::http::RawResponse;

on_each_program!(decisions_that_are_killed_on_their_way_come_to_the_same_end);

const KILLS: u32 = 10;
const TWIN: &str = "CLEAN";
const EDITS: [(&str, &str); 2] =
    [("Lower the pump by 30 mm", "Lower the pump by 25 mm"), ("Remove panel 214AL", "Open panel 214AL")];
/// One to-do by a request; all others are jobs.
const MARK_ONE: &str = "done";
/// The decision in each round, and whether it is about one module.
const STEPS: [(&str, bool); 8] = [
    ("confirmOemAta2300", false),
    (MARK_ONE, true),
    ("restoreAirline", true),
    ("restoreAirline", false),
    ("confirmOemAta2300", false),
    ("markAllOemChangeFileDone", false),
    ("restoreAirline", false),
    ("rejectOem", false),
];

fn file_of(csdb: &str) -> String {
    format!("/{csdb}/MMEL/DMC-NV240-A-28-21-01-00A-520A-A_en-US.XML")
}

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
    fn customise(&mut self, file: &str) {
        let text = self.edited(file);
        let ours = EDITS.iter().fold(text.clone(), |text, (old, new)| text.replace(old, new));
        let mut saving = self.save(file, &sha256(&text), &ours);
        let saved = RawResponse::read(&mut saving).expect("an answer");
        assert_eq!(saved.status, 200, "{}", saved.body);
        let mut checking_in = self.check_in(file, &sha256(&ours));
        let added = RawResponse::read(&mut checking_in).expect("an answer");
        assert_eq!(added.status, 200, "{}", added.body);
    }

    /// A manual with edits of the operator and a waiting revision, whose id is returned.
    fn delivered(&mut self, csdb: &str, killer: &mut Killer) -> String {
        self.add_manual(csdb);
        self.import(csdb, &demo("amm"), killer);
        self.customise(&file_of(csdb));
        self.import(csdb, &revised(), killer);
        let waiting = self.get("/revisions/waiting").json();
        assert_eq!(waiting["total"], 1, "the others are rejected: {waiting}");
        waiting["items"][0]["id"].as_str().expect("a revision").to_owned()
    }

    /// The work on a manual, in the words of its twin.
    fn work(&self, csdb: &str) -> String {
        let text = self.read(async |db: &Db| dump::of_work(db, csdb, "MMEL").await);
        text.replace(&format!("/{csdb}/"), &format!("/{TWIN}/"))
    }

    /// Makes all decisions about a revision, with kills; returns the work after each.
    fn decide_all(&mut self, csdb: &str, killer: &mut Killer) -> Vec<String> {
        let revision = killer.pause(|killer| self.delivered(csdb, killer));
        let mut stages = Vec::new();
        for (name, is_about_one) in STEPS {
            if name == MARK_ONE {
                self.mark_one(&revision, killer);
            } else {
                let mut parameters =
                    json!({"csdbName": csdb, "manualName": "MMEL", "revision": revision, "reason": "Killed"});
                if is_about_one {
                    parameters["path"] = json!(file_of(csdb));
                }
                self.job(name, &parameters, killer);
            }
            stages.push(self.work(csdb));
        }
        let text = self.get(&format!("/bytes/default{}", file_of(csdb))).body;
        assert!(EDITS.iter().all(|(_, ours)| text.contains(ours)), "the edits are there: {text}");
        stages
    }

    fn todo(&mut self, revision: &str) -> Value {
        self.get(&format!("/revisions/{revision}/todos")).json()["items"][0].clone()
    }

    /// Marks a to-do as done, with a kill; asks again when the request was lost.
    fn mark_one(&mut self, revision: &str, killer: &mut Killer) {
        let todo = self.todo(revision);
        assert_eq!(todo["state"], "open", "{todo}");
        let path = format!("/revisions/{revision}/todos/{}/done", todo["id"].as_str().expect("an id"));
        let body = json!({"done": true, "note": "Killed", "version": todo["version"]});
        let started = Instant::now();
        let mut stream = self.sent("PUT", &path, "", &body);
        if let Some(moment) = killer.moment(MARK_ONE) {
            thread::sleep(moment);
            self.kill();
        }
        let is_confirmed = RawResponse::read(&mut stream).is_ok_and(|answer| answer.status == 200);
        killer.learn(MARK_ONE, started.elapsed());
        if self.todo(revision)["state"] == "open" {
            assert!(!is_confirmed, "what was confirmed is there");
            let mut stream = self.sent("PUT", &path, "", &body);
            let again = RawResponse::read(&mut stream).expect("an answer");
            assert_eq!(again.status, 200, "{}", again.body);
        }
    }
}

fn decisions_that_are_killed_on_their_way_come_to_the_same_end(mut program: KillableProgram) {
    let mut killer = Killer::idle();
    let undisturbed = program.decide_all(TWIN, &mut killer);
    assert!(undisturbed[0].contains("conflict open with 1 conflicts"), "{}", undisturbed[0]);
    assert!(undisturbed.windows(2).all(|two| two[0] != two[1]), "each decision changes something");
    let end = undisturbed.last().expect("an end");
    assert!(end.contains("revision 2 Some(\"rejected\")"), "{end}");
    for (act, times) in [("confirmed", 2), ("markedDone", 2), ("restored", 3), ("rejected", 1)] {
        assert_eq!(end.matches(&format!("decision {act} ")).count(), times, "{act}: {end}");
    }
    killer.left = testkit::world::kills().unwrap_or(KILLS);
    let mut round = 0;
    while killer.left > 0 {
        let csdb = format!("KILLED{round}");
        for (number, (disturbed, same)) in program.decide_all(&csdb, &mut killer).iter().zip(&undisturbed).enumerate() {
            let other = same.lines().zip(disturbed.lines()).find(|(one, other)| one != other);
            assert!(disturbed == same, "{csdb} after {:?}: {other:?}", STEPS[number]);
        }
        round += 1;
    }
}
