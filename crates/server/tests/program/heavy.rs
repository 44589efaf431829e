//! Modules so large that rendering them could block other users.

use std::fmt::Write;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use serde_json::{Value, json};
use testkit::packages::{PackageFiles, demo, zipped};

use crate::http::{RawResponse, Server};
use crate::process::{Installation, PASSWORD};
use crate::working::upload;

const LARGE: &str = "DMC-NV240-A-28-21-01-00A-520A-A";
const SMALL: &str = "/view/default/NV240/AMM/DMC-NV240-A-28-21-01-00A-720A-A_en-US.XML";
const READERS: usize = 4;
/// The most additional memory for all readers together, in kB.
const ROOM: u64 = 300_000;
/// The last row of a block.
const LAST: u64 = 5_000;

/// A package of the demo library in which one module has a table of at least `table` bytes.
fn package(table: usize) -> PackageFiles {
    let mut block = String::new();
    for number in 1..=LAST {
        // Each cell differs, because data that compresses too well is refused as a ZIP bomb.
        let cell = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        write!(block, "<row><entry>{cell:x}{cell:x}{cell:x}{cell:x}{cell:x}{cell:x}</entry></row>").expect("a string");
    }
    let rows = block.repeat(table / block.len() + 1);
    let table = format!("<table><tgroup cols='1'><tbody>{rows}</tbody></tgroup></table>");
    let mut files = demo("amm");
    let (_, bytes) = files.iter_mut().find(|(name, _)| name.contains(LARGE)).expect("the module");
    let text = String::from_utf8(std::mem::take(bytes)).expect("text");
    let (before, after) = text.split_once("<commonInfo>").expect("a place");
    *bytes = format!("{before}<commonInfo>{table}{after}").into_bytes();
    files
}

fn done(server: Server, token: &str, name: &str, parameters: &Value) -> Value {
    let asked = server.post("/jobs", token, &json!({"jobName": name, "parameterMap": parameters})).json();
    server.ended(token, asked["id"].as_str().expect("an id"))
}

#[test]
fn a_table_of_fifty_megabytes_is_refused_and_a_smaller_one_does_not_block_others() {
    let place = Installation::new();
    let running = place.serve_known();
    let (server, token) = (running.server, running.server.token("admin", PASSWORD));

    let sent = upload(server, &token, "fifty.zip", &zipped(&package(50 << 20)));
    let job = done(server, &token, "universalPreImport", &json!({"importPackage": sent["path"]}));
    assert_eq!(job["status"], "FAILED", "{job}");
    let findings = format!("/packages/{}/findings?severity=block", sent["packageId"].as_str().expect("an id"));
    let finding = &server.get(&findings, &token).json()["items"][0];
    assert_eq!(finding["rule"], "xml.too_large", "{finding}");
    assert!(finding["file"].as_str().is_some_and(|file| file.contains(LARGE)), "{finding}");
    assert!(finding["message"].as_str().is_some_and(|message| message.contains("32")), "{finding}");

    server.post("/csdb", &token, &json!({"csdbName": "NV240"}));
    server.post("/csdb/manual", &token, &json!({"csdbName": ["NV240"], "manualName": ["AMM"]}));
    let sent = upload(server, &token, "three.zip", &zipped(&package(3 << 20)));
    let read = done(server, &token, "universalPreImport", &json!({"importPackage": sent["path"]}));
    let mut given = read["outputMap"].clone();
    given["csdbName"] = json!("NV240");
    given["manualName"] = json!("AMM");
    let job = done(server, &token, "universalImport", &given);
    assert_eq!(job["status"], "COMPLETED", "{}", job["errorList"]);

    let path = format!("/view/default/NV240/AMM/{LARGE}_en-US.XML");
    let before = running.memory();
    let (ended, answered) = (AtomicBool::new(false), AtomicUsize::new(0));
    let (answers, meanwhile, most) = thread::scope(|scope| {
        let others = scope.spawn(|| {
            let mut most = 0;
            while !ended.load(Ordering::SeqCst) {
                assert_eq!(server.get(SMALL, &token).status, 200);
                answered.fetch_add(1, Ordering::SeqCst);
                most = most.max(running.memory());
            }
            most
        });
        let ask = || server.get(&path, &token);
        let so_far = answered.load(Ordering::SeqCst);
        let readers: Vec<_> = (0..READERS).map(|_| scope.spawn(ask)).collect();
        let answers: Vec<RawResponse> = readers.into_iter().map(|reader| reader.join().expect("a reader")).collect();
        let meanwhile = answered.load(Ordering::SeqCst) - so_far;
        ended.store(true, Ordering::SeqCst);
        (answers, meanwhile, others.join().expect("the others"))
    });
    let last = format!("{:x}", LAST.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    for answer in &answers {
        assert_eq!(answer.status, 200, "{}", answer.head);
        assert!(answer.body.contains(&last), "all rows of a block are there");
        assert!(answer.body == answers[0].body, "everybody reads the same");
    }
    let view = answers[0].json();
    let html = view["html"].as_str().expect("text");
    assert!(html.ends_with("</article>"));
    assert_eq!(view["truncated"], html.contains("s1d-cut"), "what is cut says so");
    assert!(meanwhile > READERS, "{meanwhile} others were answered meanwhile");
    let grown = most.saturating_sub(before);
    assert!(grown < ROOM, "{grown} kB more than before");
}
