//! Backups of the running program.

use serde_json::json;

use crate::process::{Installation, PASSWORD};

#[test]
fn a_backup_of_the_running_program_is_restored_elsewhere() {
    let place = Installation::new();
    let running = place.serve_known();
    let token = running.server.token("admin", PASSWORD);
    running.server.post("/csdb", &token, &json!({"csdbName": "H160", "csdbType": "H160"}));
    let said = place.run(&["backup", "copy", "--data", "data"]).ok();
    assert!(said.contains("Made and checked a backup in copy: "), "{said}");
    assert!(place.run(&["restore", "copy", "--check"]).ok().contains("is whole"));
    let said = place.run(&["restore", "copy", "--data", "data"]).failed();
    assert!(said.contains("not empty"), "{said}");

    place.run(&["restore", "copy", "--data", "other"]).ok();
    running.stop();
    std::fs::rename(place.path("data"), place.path("gone")).expect("it is renamed");
    std::fs::rename(place.path("other"), place.path("data")).expect("it is renamed");
    let running = place.serve(&[]);
    let token = running.server.token("admin", PASSWORD);
    assert_eq!(running.server.get("/csdb", &token).json()[0]["name"], "H160");

    let folder = std::fs::read_dir(place.path("copy")).expect("a folder").flatten();
    let mut folder = folder.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let folder = folder.find(|name| name.starts_with("records-")).expect("records");
    let records = place.path(&format!("copy/{folder}/csdb.jsonl"));
    let text = std::fs::read_to_string(&records).expect("text").replace("H160", "H161");
    std::fs::write(&records, text).expect("it is written");
    let said = place.run(&["restore", "copy", "--data", "third"]).failed();
    assert!(said.contains(&format!("copy/{folder}/csdb.jsonl is damaged")), "{said}");
    let said = place.run(&["copy-to", "mysql://airfolio:secret-pw@127.0.0.1/airfolio", "--data", "gone"]).failed();
    assert!(said.contains("opening the database") && !said.contains("secret-pw"), "{said}");
}
