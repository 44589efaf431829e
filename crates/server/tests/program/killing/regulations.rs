//! `kill -9` while a regulation is checked and taken over, and while its next version is: each collection is the same as
//! without kills, with every event once. And while an audit pack is made: its bytes are the same.

use std::fmt::Write;
use std::thread;
use std::time::Instant;

use serde_json::{Value, json};

use super::{KillableProgram, Killer};
use crate::http::RawResponse;

on_each_program!(
    regulations_that_are_killed_on_their_way_come_to_the_same_end,
    audit_packs_that_are_killed_on_their_way_have_the_same_bytes,
);

const KILLS: u32 = 10;
const PACK_KILLS: u32 = 5;
/// Enough rows for several statements of each kind.
const ITEMS: u32 = 1_200;
/// Requirements with a reference, which the takeover of the second version marks or leaves.
const REFERRING: usize = 30;
/// The manual that they refer to.
const CSDB: &str = "REFERRED";
/// The names of both jobs for each version: the next one takes another time than the first.
const PHASES: [(&str, &str); 2] = [("first check", "first takeover"), ("next check", "next takeover")];

/// A version of a regulation. The second one changes, renumbers, withdraws and adds items.
fn version(number: u32) -> String {
    let mut file = String::from(
        "code,title,text,parent_code,type\npolicyOriginator,,Northwind Authority,,META\ncomplianceType,,audit,,META\n",
    );
    writeln!(file, "version,,{number},,META\nA,General,,,CATEGORY\nB,Other,,,CATEGORY").expect("a string");
    for item in 0..ITEMS {
        if number == 2 && item % 50 == 7 {
            continue;
        }
        let years = if number == 2 && item % 20 == 0 { "nine" } else { "two" };
        let code = if number == 2 && item % 30 == 1 { format!("R.{item}") } else { format!("A.{item}") };
        let category = if number == 2 && item % 40 == 3 { "B" } else { "A" };
        let text = format!(
            "(a) Keep the records of subject {item} for {years} years.\n(b) Show the records of subject {item}."
        );
        writeln!(file, "{code},Subject {item},\"{text}\",{category},RULE").expect("a string");
    }
    if number == 2 {
        file.push_str("A.9999,Another,Something that was not there before this version at all.,B,RULE\n");
    }
    file
}

impl KillableProgram {
    /// Uploads a file and takes it over, with kills; gives the id of its collection.
    fn take_version(&mut self, number: u32, (name, collection): (&str, &str), killer: &mut Killer) -> String {
        let file = version(number);
        let path = format!("/compliance/imports?fileName=rules.csv&collectionId={collection}");
        let sent = RawResponse::read(&mut self.send("POST", &path, "none", 0, file.as_bytes(), file.len()));
        let sent = sent.expect("an answer");
        assert_eq!(sent.status, 201, "{} {}", sent.head, sent.body);
        let sent = sent.json();
        let (check, takeover) = PHASES[number as usize - 1];
        self.killed_once(check, &sent["jobId"], killer);
        let parameters = json!({"importId": sent["id"], "name": name});
        let job = self.post("/jobs", &json!({"jobName": "regulationImport", "parameterMap": parameters}));
        let taken = self.killed_once(takeover, &job["id"], killer);
        taken["outputMap"]["collectionId"].as_str().expect("an id").to_owned()
    }

    /// Kills the program while a job runs, and waits for its end.
    fn killed_once(&mut self, phase: &'static str, job: &Value, killer: &mut Killer) -> Value {
        let started = Instant::now();
        if let Some(moment) = killer.moment(phase) {
            thread::sleep(moment);
            self.kill();
        }
        let (id, token) = (job.as_str().expect("an id").to_owned(), self.token.clone());
        let ended = self.server().ended(&token, &id);
        assert_eq!(ended["status"], "COMPLETED", "{phase}: {ended}");
        killer.learn(phase, started.elapsed());
        ended
    }

    /// All requirements of a collection, by code.
    fn items(&mut self, id: &str) -> Vec<Value> {
        let mut all = Vec::new();
        for page in 1.. {
            let query = format!("fromPath=/{id}&pageNumber={page}&pageSize=500&sort=code");
            let mut listed = self.get(&format!("/compliance/policyItems?{query}")).json();
            let items = listed["items"].as_array_mut().expect("items");
            if items.is_empty() {
                break;
            }
            all.append(items);
        }
        assert!(all.len() >= ITEMS as usize, "{}", all.len());
        all.sort_by_key(|item| (item["policyItemCode"].to_string(), item["isWithdrawn"].to_string()));
        all
    }

    /// Sets the statuses of requirements that the next version withdraws, changes or renumbers, and lets some of them
    /// refer to a manual.
    fn assess(&mut self, id: &str) {
        let number =
            |item: &Value| -> Option<u32> { item["policyItemCode"].as_str()?.strip_prefix("A.")?.parse().ok() };
        let is_chosen = |number: u32| number % 50 == 7 || number.is_multiple_of(20) || number % 30 == 1;
        let some = self.items(id).into_iter().filter(|item| number(item).is_some_and(is_chosen));
        let some: Vec<Value> = some.map(|item| json!({"id": item["id"], "version": item["version"]})).collect();
        for item in some.iter().take(REFERRING) {
            let place = json!({"path": format!("/{CSDB}/MMEL")});
            let reference = json!({"policyItemId": item["id"], "policyItemVersion": item["version"], "place": place});
            self.post("/compliance/policyItem/policyRef", &reference);
        }
        let token = self.token.clone();
        for items in some.chunks(100) {
            let body = json!({"items": items, "change": "status", "status": "compliant", "why": ""});
            let done = self.server().ask("PUT", "/compliance/policyItem/bulk", &token, Some(&body)).expect("an answer");
            assert_eq!(done.status, 204, "{} {}", done.head, done.body);
        }
    }

    /// The time of the last change of a requirement that was assessed.
    fn assessed_on(&mut self, id: &str) -> Value {
        let listed = self.get(&format!("/compliance/policyItems?fromPath=/{id}&status=compliant")).json();
        let item = listed["items"][0]["id"].as_str().expect("an assessed requirement").to_owned();
        self.get(&format!("/compliance/policyItem/{item}/history")).json()[0]["on"].clone()
    }

    /// Makes an audit pack, with kills; gives its hash and the number of packs.
    fn audit_pack(&mut self, id: &str, as_of: &Value, killer: &mut Killer) -> (Value, usize) {
        let job = self.post("/compliance/auditPacks", &json!({"collectionIds": [id], "asOf": as_of}));
        self.killed_once("pack", &job["id"], killer);
        let log = self.get("/audit?action=audit_pack.created").json();
        let packs = self.get(&format!("/compliance/auditPacks?collectionId={id}")).json();
        (log["items"][0]["detail"]["sha256"].clone(), packs.as_array().expect("a list").len())
    }

    /// Both versions of a regulation in a collection of this name, as text.
    fn taken_twice(&mut self, name: &str, killer: &mut Killer) -> String {
        let id = self.take_version(1, (name, ""), killer);
        self.assess(&id);
        self.take_version(2, (name, &id), killer);
        let exported = self.get(&format!("/compliance/export/{id}?format=csv")).body;
        let mut text = exported.replace(name, "NAME");
        let all = self.items(&id);
        for item in &all {
            let members = ["policyItemCode", "isWithdrawn", "status", "needsRecheck", "references", "rechecks"];
            text.push_str(&members.map(|name| item[name].to_string()).join(" "));
            text.push('\n');
        }
        let referring = all.iter().filter(|item| item["references"] != 0);
        for item in all.iter().step_by(25).chain(referring) {
            let id = item["id"].as_str().expect("an id");
            let history = self.get(&format!("/compliance/policyItem/{id}/history")).json();
            let entry = |one: &Value| ["kind", "before", "after"].map(|name| one[name].to_string()).join(" ");
            let mut entries: Vec<String> = history.as_array().expect("a list").iter().map(entry).collect();
            // Those of one takeover have the same time.
            entries.sort();
            text.push_str(&entries.join(", "));
            text.push('\n');
        }
        text
    }
}

fn regulations_that_are_killed_on_their_way_come_to_the_same_end(mut program: KillableProgram) {
    let mut killer = Killer::idle();
    program.add_manual(CSDB);
    let undisturbed = program.taken_twice("Undisturbed", &mut killer);
    assert!(undisturbed.contains("A.9999") && undisturbed.contains("nine years"), "{undisturbed}");
    assert!(undisturbed.contains("false \"compliant\" true 1 1"), "a changed one is to be assessed again");
    assert!(undisturbed.contains("true \"compliant\" false 1 0"), "a withdrawn one keeps its status and reference");
    killer.left = testkit::world::kills().unwrap_or(KILLS);
    let mut round = 0;
    while killer.left > 0 {
        round += 1;
        let disturbed = program.taken_twice(&format!("Killed{round}"), &mut killer);
        let other = undisturbed.lines().zip(disturbed.lines()).find(|(one, other)| one != other);
        assert!(disturbed == undisturbed, "{round}: {other:?}");
    }
}

fn audit_packs_that_are_killed_on_their_way_have_the_same_bytes(mut program: KillableProgram) {
    let mut killer = Killer::idle();
    program.add_manual(CSDB);
    let id = program.take_version(1, ("Audited", ""), &mut killer);
    program.assess(&id);
    let as_of = program.assessed_on(&id);
    let (undisturbed, _) = program.audit_pack(&id, &as_of, &mut killer);
    assert!(undisturbed.is_string(), "{undisturbed}");
    killer.left = testkit::world::kills().unwrap_or(PACK_KILLS);
    let mut round = 1;
    while killer.left > 0 {
        round += 1;
        let (disturbed, packs) = program.audit_pack(&id, &as_of, &mut killer);
        assert_eq!((disturbed, packs), (undisturbed.clone(), round), "each is recorded once");
    }
}
