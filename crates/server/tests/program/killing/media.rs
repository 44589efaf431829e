//! `kill -9` during media uploads: the old content stays intact until the new one is complete, and repeating the upload
//! succeeds.

use std::io::Write;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use testkit::packages::demo;

use super::{KillableProgram, Killer};
use crate::http::RawResponse;

on_each_program!(media_that_are_killed_on_their_way_are_there_whole_or_not_at_all);

/// An illustration referenced by a module.
const SHOWN: &str = "ICN-NV240-A-282101-0-NVR01-00005-A-001-01.SVG";
const MODULE: &str = "/view/default/KILLED/MMEL/DMC-NV240-A-28-21-01-00A-520A-A_en-US.XML";
const KILLS: u32 = 4;

/// A drawing of a few megabytes; each number gives another.
fn drawing(number: u32) -> String {
    let padding = "x".repeat(3 << 20);
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><!-- {number} {padding} --><rect width='9'/></svg>"
    )
}

impl KillableProgram {
    /// Sends the start of a file; the connection stays open.
    fn begin(&mut self, method: &str, path: &str, bytes: &[u8], sent: usize) -> std::net::TcpStream {
        let token = self.token.clone();
        let mut stream = self.server().connect().expect("a connection");
        let head = format!(
            "{method} /kbj/api{path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\
             content-type: image/svg+xml\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
            bytes.len()
        );
        stream.write_all(head.as_bytes()).expect("sent");
        stream.write_all(&bytes[..sent]).expect("sent");
        stream
    }

    fn media(&mut self, name: &str) -> Option<Value> {
        let answer = self.get(&format!("/media/default/KILLED/MULTIMEDIA/{name}"));
        (answer.status == 200).then(|| answer.json()["items"][0].clone())
    }

    fn content(&mut self, name: &str) -> String {
        self.get(&format!("/bytes/default/KILLED/MULTIMEDIA/{name}")).body
    }

    fn versions(&mut self, name: &str) -> usize {
        let answer = self.get(&format!("/files/getVersions/default/KILLED/MULTIMEDIA/{name}"));
        answer.json().as_array().map_or(0, Vec::len)
    }

    /// Sends a file, or a part of it, and kills the program shortly after.
    fn interrupted(&mut self, method: &str, path: &str, bytes: &[u8], kill: Kill) {
        let stream = self.begin(method, path, bytes, kill.sent);
        thread::sleep(kill.after);
        self.kill();
        drop(stream);
    }

    fn send_whole(&mut self, method: &str, path: &str, bytes: &[u8]) -> RawResponse {
        let mut stream = self.begin(method, path, bytes, bytes.len());
        RawResponse::read(&mut stream).expect("an answer")
    }
}

/// The kill time: after a number of bytes, and a delay.
#[derive(Clone, Copy)]
struct Kill {
    sent: usize,
    after: Duration,
}

impl Kill {
    /// Half of the kills happen during the transfer, half during storage.
    fn next(number: u32, length: usize, usual: Duration, killer: &mut Killer) -> Self {
        if number.is_multiple_of(2) {
            Self { sent: length, after: usual * killer.next() / 1000 }
        } else {
            Self { sent: length * killer.next() as usize / 1000, after: Duration::ZERO }
        }
    }
}

fn media_that_are_killed_on_their_way_are_there_whole_or_not_at_all(mut program: KillableProgram) {
    let mut killer = program.holding(&demo("amm"));
    let put = format!("/bytes/default/KILLED/MULTIMEDIA/{SHOWN}");
    let started = Instant::now();
    assert_eq!(program.send_whole("PUT", &put, drawing(0).as_bytes()).status, 200);
    let usual = started.elapsed();
    let mut versions = program.versions(SHOWN);

    for number in 1..=KILLS {
        let (old, new) = (program.content(SHOWN), drawing(number));
        let kill = Kill::next(number, new.len(), usual, &mut killer);
        program.interrupted("PUT", &put, new.as_bytes(), kill);
        let after = program.content(SHOWN);
        assert!(after == old || after == new, "{number}: it is whole");
        assert_eq!(program.post("/users/checkedOutListWithPage", &json!({}))["total"], 0, "{number}: nobody holds it");
        let again = program.send_whole("PUT", &put, new.as_bytes());
        assert_eq!(again.status, 200, "{}", again.body);
        versions += 1;
        assert!(program.content(SHOWN) == new, "{number}: the new one is there");
        assert_eq!(program.versions(SHOWN), versions, "{number}: once");
        let shown = program.get(MODULE).json()["figures"][0]["versionId"].clone();
        assert_eq!(shown, again.json()["versionId"], "{number}: where it is shown");

        let name = format!("ICN-NEW-{number}.SVG");
        let post = format!("/media/default/KILLED/MULTIMEDIA/{name}");
        program.interrupted("POST", &post, new.as_bytes(), kill);
        let again = program.send_whole("POST", &post, new.as_bytes());
        // A program killed after its commit has nothing left to do.
        assert!([201, 409].contains(&again.status), "{} {}", again.status, again.body);
        assert_eq!(program.media(&name).expect("it is there")["size"], json!(new.len()));
        assert_eq!(program.versions(&name), 1);
    }
}
