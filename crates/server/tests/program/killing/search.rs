//! `kill -9` during indexing: the next start resumes, and the results are the same as without kills.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use testkit::packages::demo;

use super::KillableProgram;

on_each_program!(an_index_that_is_killed_on_its_way_finds_the_same_in_the_end);

const KILLS: u32 = 5;
/// Timeout of indexing.
const PATIENCE: Duration = Duration::from_mins(2);

impl KillableProgram {
    /// Waits until everything is indexed; returns the number of documents.
    fn indexed(&mut self) -> u64 {
        let started = Instant::now();
        loop {
            let status = self.get("/search/status").json();
            if status["state"] == "ready" {
                return status["documents"].as_u64().expect("a number");
            }
            assert!(started.elapsed() < PATIENCE, "{status}");
            thread::yield_now();
        }
    }

    /// The results, without times and scores.
    fn found(&mut self) -> Vec<Value> {
        let questions = ["", "fuel", "\"fuel quantity\"", "in:mel fuel", "燃油", "pum*", "28-21", "info:180"];
        let ask = |question: &str| {
            let request = json!({"searchText": question, "lane": "all", "sort": "code", "pageSize": 500});
            let mut answer = self.post("/files/fts/default", &request);
            assert!(answer["total"].as_u64().is_some_and(|total| total > 0), "{question}: {answer}");
            for item in answer["items"].as_array_mut().expect("items") {
                item["score"].take();
            }
            json!([answer["total"], answer["items"], answer["facets"]])
        };
        questions.map(ask).to_vec()
    }

    fn without_index(&mut self) {
        self.kill();
        std::fs::remove_dir_all(self.place.path("data/search")).expect("an index");
    }
}

fn an_index_that_is_killed_on_its_way_finds_the_same_in_the_end(mut program: KillableProgram) {
    let mut killer = program.holding(&demo("mmel-r1"));
    let before = program.indexed();
    // Killed while it indexes an import.
    program.import("KILLED", &demo("mmel-zh"), &mut killer);
    program.kill();
    assert!(program.indexed() > before);
    let followed = program.found();

    // Rebuilt without kills, for comparison.
    program.without_index();
    let started = Instant::now();
    let documents = program.indexed();
    let usual = started.elapsed();
    let undisturbed = program.found();
    assert!(followed == undisturbed, "what followed an import");

    program.without_index();
    for _ in 0..KILLS {
        program.server();
        thread::sleep(usual * killer.next() / 1000);
        program.kill();
    }
    assert_eq!(program.indexed(), documents);
    assert!(program.found() == undisturbed, "what was killed {KILLS} times");
}
