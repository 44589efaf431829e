//! `kill -9` while a manual is published: one publication with one number for each job, with whole artifacts or none,
//! and the same bytes as without kills.

use serde_json::{Value, json};
use testkit::packages::demo;

use super::{KillableProgram, Killer};

on_each_program!(publications_that_are_killed_on_their_way_come_to_the_same_end);

const KILLS: u32 = 10;
const LIST: &str = "/publications?manualPath=/KILLED/MMEL&pageSize=500";

impl KillableProgram {
    /// Publishes, with a kill; gives the names and hashes of the packages.
    fn publish(&mut self, name: &'static str, killer: &mut Killer) -> Value {
        let before = self.get(LIST).json()["total"].as_u64().expect("a number");
        let parameters = json!({
            "csdbName": "KILLED", "manualName": "MMEL", "revision": "1", "formats": ["s1000d", "ata2300"],
            "reviseTypes": ["complete"], "profiles": ["All"], "operator": "AZB",
        });
        let job = self.job(name, &parameters, killer);
        let listed = self.get(LIST).json();
        let numbers: Vec<u64> =
            listed["items"].as_array().expect("a list").iter().filter_map(|one| one["number"].as_u64()).collect();
        // The newest first, none left out and none given twice.
        assert_eq!(numbers, (1..=before + 1).rev().collect::<Vec<_>>(), "{name}");
        let id = job["outputMap"]["publication"].as_str().expect("an id");
        let open = self.get(&format!("/publications/{id}")).json();
        let manifest = self.get(&format!("/publications/{id}/artifacts/manifest.json")).json();
        assert_eq!(manifest["artifacts"].as_array().map(Vec::len), Some(2), "{manifest}");
        if name == "exportApproveAta2300" {
            let withdrawal = json!({"version": open["publication"]["version"], "reason": "Again"});
            self.post(&format!("/publications/{id}/withdraw"), &withdrawal);
        }
        manifest["artifacts"].clone()
    }
}

fn publications_that_are_killed_on_their_way_come_to_the_same_end(mut program: KillableProgram) {
    const ROUND: [&str; 2] = ["exportQuickAta2300", "exportApproveAta2300"];
    let mut killer = program.holding(&demo("amm"));
    program.post("/config/operator", &json!({"code": "AZB", "name": "Azure Bay", "country": "CH"}));
    let undisturbed = ROUND.map(|name| program.publish(name, &mut killer));
    assert_eq!(undisturbed[0], undisturbed[1], "a draft has the same packages as what is sent for approval");
    killer.left = testkit::world::kills().unwrap_or(KILLS);
    while killer.left > 0 {
        assert_eq!(ROUND.map(|name| program.publish(name, &mut killer)), undisturbed);
    }
}
