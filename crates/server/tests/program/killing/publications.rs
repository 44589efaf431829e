//! `kill -9` while a manual is published: one publication with one number for each job, with whole artifacts or none,
//! and the same bytes as without kills.

use std::os::unix::fs::PermissionsExt;

use serde_json::{Value, json};
use testkit::packages::demo;

use super::{ENGINE, KillableProgram, Killer};
use crate::process::PASSWORD;

on_each_program!(publications_that_are_killed_on_their_way_come_to_the_same_end);

const KILLS: u32 = 10;
const LIST: &str = "/publications?manualPath=/KILLED/MMEL&pageSize=500";

impl KillableProgram {
    /// Publishes, with a kill, and once more in the same state without one: both drafts have the same bytes. What is put
    /// up for approval takes an issue of the front matter, so that the next one has another; it is approved.
    fn publish_twice(&mut self, name: &'static str, killer: &mut Killer) -> Vec<Value> {
        let (id, packages) = self.publish(name, killer);
        let is_formal = name == "exportApproveAta2300";
        if is_formal {
            let open = self.get(&format!("/publications/{id}")).json();
            let withdrawal = json!({"version": open["publication"]["version"], "reason": "Once more"});
            self.post(&format!("/publications/{id}/withdraw"), &withdrawal);
        }
        let (again, undisturbed) = self.publish(name, &mut Killer::idle());
        if is_formal {
            let names = |list: &[Value]| list.iter().map(|one| one["name"].clone()).collect::<Vec<_>>();
            assert_eq!(names(&packages), names(&undisturbed));
            self.approve(&again, killer);
        } else {
            assert_eq!(packages, undisturbed);
        }
        packages
    }

    /// An engine that takes its time, so that kills find books half printed; its books are their descriptions.
    fn given_engine(&self) {
        let path = self.place.path(ENGINE);
        let script = "#!/bin/sh\nhead -c 9000 \"$1/book.json\" > \"$2\"\nsleep 0.2\n\
            /bin/cp \"$1/book.json\" \"$2\"\necho '{\"ok\":true,\"pages\":1}'\n";
        std::fs::write(&path, script).expect("a script");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a program");
    }

    /// Publishes, with a kill; gives the names and hashes of the packages, the website and the book.
    fn publish(&mut self, name: &'static str, killer: &mut Killer) -> (String, Vec<Value>) {
        let before = self.check_listed();
        let parameters = json!({
            "csdbName": "KILLED", "manualName": "MMEL", "revision": "1", "formats": ["s1000d", "ata2300", "html", "pdf"],
            "reviseTypes": ["complete"], "profiles": ["All"], "operator": "AZB",
        });
        let job = self.job_with(name, &parameters, killer, |program| {
            let now = program.check_listed();
            assert!((before..=before + 1).contains(&now), "{name}: {now} after {before}");
        });
        assert_eq!(self.check_listed(), before + 1, "{name}");
        let id = job["outputMap"]["publication"].as_str().expect("an id");
        let packages = self.packages_of(id);
        // The book has a report beside it.
        assert_eq!(packages.len(), 5, "{packages:?}");
        (id.to_owned(), packages)
    }

    /// The number of publications. None is left out, no number is given twice, and the newest is whole.
    fn check_listed(&mut self) -> u64 {
        let listed = self.get(LIST).json();
        let total = listed["total"].as_u64().expect("a number");
        let items = listed["items"].as_array().expect("a list");
        let numbers: Vec<u64> = items.iter().filter_map(|one| one["number"].as_u64()).collect();
        assert_eq!(numbers, (1..=total).rev().collect::<Vec<_>>());
        if let Some(newest) = items.first() {
            assert!(!self.packages_of(newest["id"].as_str().expect("an id")).is_empty(), "{newest}");
        }
        total
    }

    /// The packages of a publication, each of which can be read whole.
    fn packages_of(&mut self, id: &str) -> Vec<Value> {
        let manifest = self.get(&format!("/publications/{id}/artifacts/manifest.json")).json();
        let packages = manifest["artifacts"].as_array().expect("a list").clone();
        for package in &packages {
            // Reading compares the bytes with their hash.
            let name = package["name"].as_str().expect("a name");
            let read = self.get(&format!("/publications/{id}/artifacts/{name}"));
            assert_eq!((read.status, json!(read.length)), (200, package["size"].clone()), "{name}");
        }
        packages
    }

    /// Approves a publication, with a kill.
    fn approve(&mut self, id: &str, killer: &mut Killer) {
        let token = self.token.clone();
        let proof = json!({"password": PASSWORD, "act": format!("approval:{id}")});
        let proof = self.server().post("/users/confirm", &token, &proof);
        assert!((200..300).contains(&proof.status), "{} {}", proof.head, proof.body);
        let parameters = json!({
            "csdbName": "KILLED", "manualName": "MMEL", "publication": id, "approbationAuthority": "EASA",
            "revisionDate": "2026-11-17", "approvedBy": "A. Person", "jobTitle": "Inspector",
            "approvalReference": "EASA.1",
        });
        self.job_with("exportFormalAta2300", &parameters, killer, |program| {
            program.check_listed();
        });
        let approved = self.get(&format!("{LIST}&state=approved")).json();
        assert_eq!((&approved["total"], &approved["items"][0]["id"]), (&json!(1), &json!(id)), "one is valid");
        let manifest = self.get(&format!("/publications/{id}/artifacts/manifest.json")).json();
        assert_eq!(
            (&manifest["state"], &manifest["approval"]["approvalReference"]),
            (&json!("approved"), &json!("EASA.1"))
        );
    }
}

fn publications_that_are_killed_on_their_way_come_to_the_same_end(mut program: KillableProgram) {
    const ROUND: [&str; 2] = ["exportQuickAta2300", "exportApproveAta2300"];
    program.given_engine();
    let mut killer = program.holding(&demo("amm"));
    program.post("/config/operator", &json!({"code": "AZB", "name": "Azure Bay", "country": "CH"}));
    // There is one account, which asks for the approval and gives it.
    let token = program.token.clone();
    let rules = json!({"commentRequired": false, "ownRelease": true, "reminderDays": 5, "version": 0});
    let set = program.server().ask("PUT", "/config/editing", &token, Some(&rules)).expect("an answer");
    assert_eq!(set.status, 200, "{}", set.body);
    let [draft, formal] = ROUND.map(|name| program.publish_twice(name, &mut killer));
    let is_marked = |one: &Value| one["name"].as_str().is_some_and(|name| name.contains("-draft"));
    assert!(draft.iter().all(is_marked) && !formal.iter().any(is_marked), "{draft:?} {formal:?}");
    let is_report = |one: &Value| one["name"].as_str().is_some_and(|name| name.ends_with("-findings.json"));
    let is_other = |(one, other): (&Value, &Value)| is_report(one) || one["sha256"] != other["sha256"];
    assert!(draft.iter().zip(&formal).all(is_other), "a draft says so");
    killer.left = testkit::world::kills().unwrap_or(KILLS);
    while killer.left > 0 {
        for name in ROUND {
            program.publish_twice(name, &mut killer);
        }
    }
}
