//! `kill -9` during saves and check-ins: every confirmed save is there, a check-in is whole or not there, and no lock
//! belongs to nobody.

use std::io::Write;
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use testkit::blobs;
use testkit::packages::demo;

use super::{KillableProgram, Killer};
use crate::http::RawResponse;

on_each_program!(edits_that_are_killed_on_their_way_are_there_whole_or_not_at_all);

const FILE: &str = "/KILLED/MMEL/DMC-NV240-A-28-21-01-00A-520A-A_en-US.XML";
const KILLS: u32 = 20;

impl KillableProgram {
    /// Sends a request; the connection stays open.
    pub(super) fn sent(&mut self, method: &str, path: &str, replaces: &str, body: &Value) -> TcpStream {
        let token = self.token.clone();
        let mut stream = self.server().connect().expect("a connection");
        let body = body.to_string();
        let request = format!(
            "{method} /kbj/api{path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\
             content-type: application/json\r\nif-match: \"{replaces}\"\r\ncontent-length: {}\r\n\
             connection: close\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).expect("sent");
        stream
    }

    pub(super) fn save(&mut self, file: &str, replaces: &str, text: &str) -> TcpStream {
        let drafts = self.get("/files/wip").json()["drafts"].as_array().expect("drafts").clone();
        let open = drafts.iter().find(|draft| draft["path"] == file && draft["state"] == "open");
        let body = json!({"text": text, "version": open.expect("an open draft")["version"]});
        self.sent("PUT", &format!("/drafts/default{file}?tab=a"), replaces, &body)
    }

    pub(super) fn check_in(&mut self, file: &str, sha256: &str) -> TcpStream {
        let said = json!({"sha256": sha256, "comment": "Killed", "step": "inWork"});
        self.sent("POST", &format!("/files/checkin/default{file}"), "", &said)
    }

    /// Checks a file out and opens its draft; returns the text.
    pub(super) fn edited(&mut self, file: &str) -> String {
        self.post(&format!("/files/checkout/default{file}"), &json!({}));
        let draft = self.post(&format!("/drafts/default{file}?tab=a"), &json!({}));
        draft["text"].as_str().expect("a text").to_owned()
    }

    fn history(&mut self) -> Vec<Value> {
        let versions = self.get(&format!("/files/getVersions/default{FILE}")).json();
        versions.as_array().expect("versions").clone()
    }
}

pub(super) fn sha256(text: &str) -> String {
    blobs::named(text.as_bytes()).to_string()
}

/// A text that no other round has.
fn next_text(text: &str, killer: &mut Killer) -> String {
    let (start, end) = (text.find("<content>").expect("a content"), text.find("</content>").expect("its end"));
    let content = text[start..end].replace("<!-- edited -->", "");
    format!("{}{content}<!-- edited --><!-- {} {} -->{}", &text[..start], killer.next(), killer.next(), &text[end..])
}

/// Waits a part of the usual time and kills the program; whether the request was confirmed.
fn interrupt(program: &mut KillableProgram, mut stream: TcpStream, usual: Duration, killer: &mut Killer) -> bool {
    thread::sleep(usual * killer.next() / 1000);
    program.kill();
    RawResponse::read(&mut stream).is_ok_and(|answer| answer.status == 200)
}

fn edits_that_are_killed_on_their_way_are_there_whole_or_not_at_all(mut program: KillableProgram) {
    let mut killer = program.holding(&demo("amm"));
    let kills = testkit::world::kills().unwrap_or(KILLS);
    let text = program.edited(FILE);
    let started = Instant::now();
    let first = next_text(&text, &mut killer);
    let saved = RawResponse::read(&mut program.save(FILE, &sha256(&text), &first)).expect("an answer");
    assert_eq!(saved.status, 200, "{}", saved.body);
    let to_save = started.elapsed() * 2;
    let started = Instant::now();
    let added = RawResponse::read(&mut program.check_in(FILE, &sha256(&first))).expect("an answer");
    assert_eq!(added.status, 200, "{}", added.body);
    let to_check_in = started.elapsed() * 2;

    for number in 0..kills {
        let (old, before) = (program.edited(FILE), program.history().len());
        let new = next_text(&old, &mut killer);
        let saving = program.save(FILE, &sha256(&old), &new);
        let is_killed_at_save = number.is_multiple_of(2);
        if is_killed_at_save {
            let is_confirmed = interrupt(&mut program, saving, to_save, &mut killer);
            let kept = program.edited(FILE);
            assert!(kept == new || (kept == old && !is_confirmed), "{number}: confirmed {is_confirmed}");
        } else {
            let saved = RawResponse::read(&mut { saving }).expect("an answer");
            assert_eq!(saved.json()["sha256"], json!(sha256(&new)), "{number}");
            let checking_in = program.check_in(FILE, &sha256(&new));
            let is_confirmed = interrupt(&mut program, checking_in, to_check_in, &mut killer);
            check_whole(&mut program, before, &new, is_confirmed);
        }
    }
}

/// Either the version is there and the file is free, or neither.
fn check_whole(program: &mut KillableProgram, before: usize, new: &str, is_confirmed: bool) {
    let added = program.history().len() - before;
    let drafts = program.get("/files/wip").json()["drafts"].clone();
    let held = program.post("/users/checkedOutListWithPage", &json!({}))["total"].clone();
    let content = program.get(&format!("/bytes/default{FILE}")).body;
    let (_, edited) = new.split_once("<!-- edited -->").expect("an edit");
    if added == 1 {
        assert_eq!((&drafts, &held), (&json!([]), &json!(0)), "the file is free");
        assert!(content.contains(edited), "the version has the text");
    } else {
        assert!(added == 0 && !is_confirmed, "{added} versions, confirmed {is_confirmed}");
        assert_eq!((&drafts[0]["sha256"], &held), (&json!(sha256(new)), &json!(1)), "the draft is there");
        assert!(!content.contains(edited), "no reader sees it");
    }
}
