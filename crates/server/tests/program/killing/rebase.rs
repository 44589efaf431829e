//! `kill -9` while a draft is set aside and while a newer version is merged into it: each happens whole or not at all, and
//! neither text is lost.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use testkit::packages::demo;

use super::editing::sha256;
use super::{KillableProgram, Killer};
use crate::http::RawResponse;

on_each_program!(drafts_that_are_killed_on_their_way_aside_and_back_are_whole);

const FILE: &str = "/KILLED/MMEL/DMC-NV240-A-28-21-01-00A-520A-A_en-US.XML";
const KILLS: u32 = 12;
/// Every round adds a word to each of them, so that all texts differ.
const LARGE: (&str, &str) = ("Lower the pump", "Lower the pump slowly");
const URGENT: (&str, &str) = ("Remove panel 214AL", "Remove panel 214AL carefully");

/// How long the two steps take undisturbed, doubled.
struct StepTimes {
    aside: Duration,
    merge: Duration,
}

/// The step that one round kills.
#[derive(Clone, Copy, PartialEq, Eq)]
enum KilledStep {
    Neither,
    Aside,
    Merge,
}

impl KillableProgram {
    /// The drafts of the file, as (state, hash).
    fn drafts(&mut self) -> Vec<(String, String)> {
        let word = |draft: &Value, name: &str| draft[name].as_str().expect("a word").to_owned();
        let drafts = self.get("/files/wip").json()["drafts"].as_array().expect("drafts").clone();
        drafts.iter().map(|draft| (word(draft, "state"), word(draft, "sha256"))).collect()
    }

    fn held(&mut self) -> Value {
        self.post("/users/checkedOutListWithPage", &json!({}))["total"].clone()
    }

    /// Checks the file out, changes its text and saves it; returns the new text.
    fn changed(&mut self, (old, new): (&str, &str)) -> String {
        let text = self.edited(FILE);
        let next = text.replace(old, new);
        assert!(next != text, "{text}");
        let saved = RawResponse::read(&mut self.save(FILE, &sha256(&text), &next)).expect("an answer");
        assert_eq!(saved.status, 200, "{}", saved.body);
        next
    }

    fn checked_in(&mut self, text: &str) {
        let added = RawResponse::read(&mut self.check_in(FILE, &sha256(text))).expect("an answer");
        assert_eq!(added.status, 200, "{}", added.body);
    }

    /// Sends a request and, with a time, kills the program on the way; whether it was confirmed.
    fn confirmed(&mut self, method: &str, path: &str, body: &Value, kill_after: Option<Duration>) -> bool {
        let mut stream = self.sent(method, path, "", body);
        if let Some(moment) = kill_after {
            thread::sleep(moment);
            self.kill();
        }
        RawResponse::read(&mut stream).is_ok_and(|answer| answer.status == 200)
    }

    /// Sets the draft with this text aside.
    fn set_aside(&mut self, text: &str, kill_after: Option<Duration>) {
        let path = format!("/files/setAside/default{FILE}");
        let is_confirmed = self.confirmed("POST", &path, &json!({}), kill_after);
        let (state, held) = (self.drafts().into_iter().find(|(_, hash)| *hash == sha256(text)), self.held());
        let state = state.map(|(state, _)| state).expect("the draft is there");
        if state == "open" {
            assert!(!is_confirmed && kill_after.is_some(), "what was confirmed is there");
            assert_eq!(held, json!(1), "an open draft is checked out");
            assert!(self.confirmed("POST", &path, &json!({}), None), "the file can be set aside again");
        } else {
            assert_eq!((state.as_str(), held), ("setAside", json!(0)), "the file is free");
        }
    }

    /// Continues with the draft that is set aside and merges the newer version; returns the merged text.
    fn merge(&mut self, text: &str, kill_after: Option<Duration>) -> String {
        let drafts = self.get("/files/wip").json()["drafts"].as_array().expect("drafts").clone();
        let aside = drafts.iter().find(|draft| draft["state"] == "setAside").expect("a draft that waits");
        self.post(&format!("/drafts/{}/continue", aside["id"].as_str().expect("an id")), &json!({}));
        let read = self.get(&format!("/drafts/rebase/default{FILE}")).json();
        let merged = read["result"]["text"].as_str().expect("a merged text").to_owned();
        assert!(merged.contains(URGENT.1) && merged.contains(LARGE.1), "{merged}");
        let path = format!("/drafts/rebase/default{FILE}?tab=a");
        let body = json!({"text": merged, "sha256": read["sha256"], "version": read["file"]["versionId"]});
        let is_confirmed = self.confirmed("PUT", &path, &body, kill_after);
        let hashes = |state: &str, drafts: &[(String, String)]| -> Vec<String> {
            drafts.iter().filter(|(one, _)| one == state).map(|(_, hash)| hash.clone()).collect()
        };
        let drafts = self.drafts();
        let kept = hashes("discarded", &drafts).contains(&sha256(text));
        if hashes("open", &drafts) == [sha256(text)] {
            assert!(!is_confirmed && kill_after.is_some(), "what was confirmed is there");
            assert!(!kept, "a merge that did not happen leaves no copy");
            assert!(self.confirmed("PUT", &path, &body, None), "the same merge can be saved again");
        } else {
            assert_eq!(hashes("open", &drafts), [sha256(&merged)]);
            assert!(kept, "the text before the merge is kept");
        }
        merged
    }

    /// One urgent change that passes a draft.
    fn pass(&mut self, at: KilledStep, times: &StepTimes, killer: &mut Killer) -> StepTimes {
        let mut moment = |step: KilledStep, usual: Duration| (at == step).then(|| usual * killer.next() / 1000);
        let text = self.changed(LARGE);
        let started = Instant::now();
        self.set_aside(&text, moment(KilledStep::Aside, times.aside));
        let aside = started.elapsed() * 2;
        let urgent = self.changed(URGENT);
        self.checked_in(&urgent);
        let started = Instant::now();
        let merged = self.merge(&text, moment(KilledStep::Merge, times.merge));
        let merge = started.elapsed() * 2;
        self.checked_in(&merged);
        StepTimes { aside, merge }
    }
}

fn drafts_that_are_killed_on_their_way_aside_and_back_are_whole(mut program: KillableProgram) {
    let mut killer = program.holding(&demo("amm"));
    let none = StepTimes { aside: Duration::ZERO, merge: Duration::ZERO };
    let times = program.pass(KilledStep::Neither, &none, &mut killer);
    for number in 0..testkit::world::kills().unwrap_or(KILLS) {
        let step = if number.is_multiple_of(2) { KilledStep::Aside } else { KilledStep::Merge };
        program.pass(step, &times, &mut killer);
    }
    let text = program.get(&format!("/bytes/default{FILE}")).body;
    assert!(text.contains(LARGE.1) && text.contains(URGENT.1), "{text}");
}
