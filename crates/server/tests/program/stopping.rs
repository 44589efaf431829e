use std::io::{Read, Write};
use std::sync::mpsc;
use std::thread;

use serde_json::json;

use crate::http::{RawResponse, Server};
use crate::process::{Installation, PASSWORD};

/// Returns once no connection is accepted any more.
fn wait_until_closed(server: Server) {
    while server.connect().is_ok() {
        thread::yield_now();
    }
}

#[test]
fn a_request_in_flight_is_finished_before_the_end() {
    let place = Installation::new();
    let running = place.serve_known();
    let idle = running.server.connect().expect("a connection that says nothing");
    let body = json!({"account": "admin", "password": PASSWORD}).to_string();
    let (first, second) = body.split_at(10);
    let mut slow = running.server.connect().expect("a connection");
    let head = format!(
        "POST /kbj/api/users/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nexpect: 100-continue\r\n\r\n",
        body.len()
    );
    slow.write_all(head.as_bytes()).expect("sent");
    let mut told = [0; 25];
    slow.read_exact(&mut told).expect("the handler waits for the body");
    assert_eq!(&told, b"HTTP/1.1 100 Continue\r\n\r\n");
    slow.write_all(first.as_bytes()).expect("sent");

    running.signal("TERM");
    wait_until_closed(running.server);
    slow.write_all(second.as_bytes()).expect("sent");
    let answer = RawResponse::read(&mut slow).expect("an answer");
    assert_eq!((answer.status, &answer.json()["user"]["account"]), (200, &json!("admin")));
    let (status, _, log) = running.end();
    assert_eq!(status.code(), Some(0));
    assert!(log.contains("Stopped") && !log.contains("did not end in time"), "{log}");
    drop(idle);
}

#[test]
fn an_interrupt_stops_the_program_too() {
    let place = Installation::new();
    let running = place.serve_known();
    running.signal("INT");
    let (status, _, log) = running.end();
    assert_eq!(status.code(), Some(0), "{log}");
}

/// Creates accounts until the server is gone; sends each confirmed one.
fn create_until_gone(server: Server, token: &str, prefix: &str, confirmed: &mpsc::Sender<String>) {
    for n in 0.. {
        let account = format!("{prefix}-{n}");
        let user = json!({"account": account, "email": "a@example.com", "role": "reader"});
        match server.ask("POST", "/user-manage/createUser", token, Some(&user)) {
            Ok(answer) => {
                assert_eq!(answer.status, 201, "{}", answer.body);
                confirmed.send(account).expect("somebody listens");
            }
            Err(_) => return,
        }
    }
}

#[test]
fn a_kill_in_the_middle_of_writes_loses_nothing_that_was_confirmed() {
    let place = Installation::new();
    let mut confirmed = Vec::new();
    for round in 0..2 {
        let running = place.serve_known();
        let token = running.server.token("admin", PASSWORD);
        let (tell, told) = mpsc::channel();
        let server = running.server;
        let writers: Vec<_> = (0..4)
            .map(|writer| {
                let (tell, token) = (tell.clone(), token.clone());
                thread::spawn(move || create_until_gone(server, &token, &format!("u{round}{writer}"), &tell))
            })
            .collect();
        drop(tell);
        confirmed.extend(told.iter().take(12));
        running.signal("KILL");
        for writer in writers {
            writer.join().expect("a writer ends");
        }
        confirmed.extend(told.iter());
        assert_eq!(running.end().0.code(), None, "it was killed");
    }
    assert!(confirmed.len() >= 24);

    let running = place.serve_known();
    let token = running.server.token("admin", PASSWORD);
    for account in &confirmed {
        let answer = running.server.get(&format!("/user-manage/getUserByAccount?account={account}"), &token);
        assert_eq!(answer.status, 200, "{account} was confirmed and is gone");
    }
    let report = running.server.get("/audit/verify", &token).json();
    assert_eq!(report["intact"], true, "{report}");
    let total = running.server.get("/audit?action=user.created", &token).json()["total"].clone();
    let users = running.server.get("/user-manage/queryAllUsers", &token).json()["total"].clone();
    assert_eq!(total, users, "every account has its entry in the log");
}
