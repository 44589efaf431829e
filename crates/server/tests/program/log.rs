use serde_json::{Value, json};

use crate::process::{Installation, PASSWORD};

const SECRETS: [&str; 5] =
    ["wrong-password-typed", "new-password-chosen", "query-of-somebody", "argon2", "stored-in-the-body"];

#[test]
fn the_log_is_json_with_request_ids_and_without_secrets() {
    let place = Installation::new();
    let running = place.serve(&[("AIRFOLIO_ADMIN_PASSWORD", PASSWORD), ("AIRFOLIO_LOG__LEVEL", "trace")]);
    let server = running.server;
    let token = server.token("admin", PASSWORD);
    let mut answers = vec![
        server.log_in("admin", "wrong-password-typed"),
        server.get("/user-manage/queryAllUsers?filter=query-of-somebody", &token),
        server.get("/nothing?token=query-of-somebody", &token),
        server.post("/config/operator", &token, &json!({"code": "", "name": "stored-in-the-body", "country": "CH"})),
    ];
    let user =
        json!({"account": "ann", "email": "ann@example.com", "role": "author", "password": "new-password-chosen"});
    answers.push(server.post("/user-manage/createUser", &token, &user));
    let made = server.post("/user-manage/resetPwd", &token, &json!({"account": "ann"})).json();
    let made = made["password"].as_str().expect("told once").to_owned();
    let change = json!({"account": "admin", "oldPassword": PASSWORD, "newPassword": "new-password-chosen", "confirmPassword": "new-password-chosen"});
    let changed = server.post("/user-manage/changePwd", &token, &change);
    let renewed = changed.header("authorization").expect("a fresh token").trim_start_matches("Bearer ").to_owned();
    let (_, log) = running.stop();

    for secret in SECRETS.iter().copied().chain([PASSWORD, &made, &token, &renewed]) {
        assert!(!log.contains(secret), "the log tells {secret}");
    }
    let lines: Vec<Value> =
        log.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect();
    assert!(lines.iter().all(|line| line["timestamp"].is_string() && line["level"].is_string()));
    for answer in answers {
        let id = answer.header("x-request-id").expect("an id");
        let own: Vec<&Value> = lines.iter().filter(|line| line["span"]["request.id"] == id).collect();
        let summaries: Vec<_> = own.iter().filter(|line| line["http.status"] == answer.status).collect();
        assert_eq!(summaries.len(), 1, "one line says how {id} was served: {own:?}");
        assert!(summaries[0]["http.path"].is_string() && summaries[0]["http.duration_ms"].is_u64());
    }
}

#[test]
fn the_log_can_be_readable_text() {
    let place = Installation::new();
    let running = place.serve(&[("AIRFOLIO_ADMIN_PASSWORD", PASSWORD), ("AIRFOLIO_LOG__FORMAT", "text")]);
    running.server.token("admin", PASSWORD);
    let (_, log) = running.stop();
    assert!(log.contains("POST /kbj/api/users/login 200") && !log.contains("{\""), "{log}");
}
