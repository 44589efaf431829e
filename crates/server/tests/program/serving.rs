use std::net::TcpListener;

use testkit::packages::zipped;

use crate::business_rules;
use crate::process::{CommandOutput, Installation, PASSWORD, wait_until};

#[test]
fn the_first_start_prints_the_password_once() {
    let place = Installation::new();
    let running = place.serve(&[]);
    let server = running.server;
    let (printed, _) = {
        let health = server.send(b"GET /healthz HTTP/1.0\r\n\r\n").expect("an answer");
        assert_eq!(health.status, 200);
        running.stop()
    };
    assert!(printed.contains(&format!("Airfolio is ready at http://localhost:{}", server.port)), "{printed}");
    assert_eq!(CommandOutput::told(&printed, "account").as_deref(), Some("admin"));
    let password = CommandOutput::told(&printed, "password").expect("made and told");
    assert!(password.len() >= 10 && printed.matches(&password).count() == 1, "{printed}");
    assert!(printed.contains("airfolio demo --data data"), "{printed}");

    let again = place.serve(&[]);
    let me = again.server.log_in("admin", &password).json();
    assert_eq!(me["mustChangePassword"], true);
    let (printed, log) = again.stop();
    assert!(!printed.contains("password") && !log.contains(&password), "{printed}");
}

#[test]
fn a_chosen_password_is_not_repeated_and_need_not_be_changed() {
    let place = Installation::new();
    let running = place.serve_known();
    let me = running.server.log_in("admin", PASSWORD).json();
    assert_eq!(me["mustChangePassword"], false);
    let (printed, log) = running.stop();
    assert!(!printed.contains(PASSWORD) && !log.contains(PASSWORD));
    // After the first start the variable has no effect.
    let again = place.serve(&[("AIRFOLIO_ADMIN_PASSWORD", "another-password-1")]);
    assert_eq!(again.server.log_in("admin", "another-password-1").status, 401);
    assert_eq!(again.server.log_in("admin", PASSWORD).status, 200);
}

#[test]
fn an_idle_program_takes_little_memory() {
    let place = Installation::new();
    let running = place.serve_known();
    running.server.token("admin", PASSWORD);
    // The release build may use half of it; a benchmark measures it.
    let taken = running.memory();
    assert!(taken < 120_000, "{taken} kB");
}

#[test]
fn an_invalid_schema_set_gives_a_warning_and_does_not_stop_the_start() {
    let place = Installation::new();
    std::fs::create_dir_all(place.path("data/schemas/folder.zip")).expect("a folder");
    std::fs::write(place.path("data/schemas/text.zip"), "no archive").expect("a file");
    let torn = |name: &str| (format!("S1000D_4-2/xml_schema_flat/{name}"), b"<xs:schema>".to_vec());
    let torn = zipped(&vec![torn("descript.xsd"), torn("pm.xsd")]);
    std::fs::write(place.path("data/schemas/torn.zip"), torn).expect("a file");
    let running = place.serve_known();
    running.server.token("admin", PASSWORD);
    let (_, log) = running.stop();
    assert!(log.contains("folder.zip cannot be read") && log.contains("text.zip is no schema set"), "{log}");
    assert!(log.contains("torn.zip is not installed"), "{log}");
    assert!(!log.contains("parser error") && !log.contains("in_memory_buffer"), "libxml2 wrote to the log: {log}");
}

#[test]
fn a_file_in_the_data_folder_that_is_no_brex_gives_a_warning_and_does_not_stop_the_start() {
    let place = Installation::new();
    std::fs::create_dir_all(place.path("data/brex")).expect("a folder");
    std::fs::write(place.path("data/brex/odd.xml"), "<dmodule/>").expect("a file");
    std::fs::write(place.path("data/brex/good.xml"), business_rules::rules("PROJECT", "PROJECT", "")).expect("a file");
    let running = place.serve_known();
    let token = running.server.token("admin", PASSWORD);
    let installed = || running.server.get("/config/brex", &token).json().as_array().map(Vec::len);
    // Files are installed while the program starts to serve.
    wait_until("good.xml is installed", || installed() == Some(1));
    let (_, log) = running.stop();
    assert!(log.contains("odd.xml is no BREX"), "{log}");
    assert!(!log.contains("good.xml") && !log.contains("BREX could not be installed"), "{log}");
}

#[test]
fn a_port_in_use_is_named_and_prints_no_password() {
    let place = Installation::new();
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    let said = place.run(&["serve", "--data", "data", "--listen", &address]).failed();
    assert!(said.contains(&address) && said.contains("`server.listen`") && said.contains("in use"), "{said}");

    let running = place.serve(&[]);
    let (printed, _) = running.stop();
    assert!(
        CommandOutput::told(&printed, "password").is_some(),
        "the failed start took the password with it: {printed}"
    );
}

#[cfg(unix)]
#[test]
fn secrets_on_disk_are_for_their_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let place = Installation::new();
    let running = place.serve_known();
    let token = running.server.token("admin", PASSWORD);
    let mode = |name: &str| std::fs::metadata(place.path(name)).expect(name).permissions().mode() & 0o777;
    assert_eq!(mode("data/token.key"), 0o600);
    for file in ["data/airfolio.db", "data/airfolio.db-wal", "data/airfolio.db-shm"] {
        assert_eq!(mode(file) & 0o077, 0, "{file}");
    }
    running.stop();
    let key = std::fs::read(place.path("data/token.key")).expect("a key");
    let again = place.serve_known();
    assert_eq!(again.server.get("/version", &token).status, 200, "a session outlives a restart");
    assert_eq!(std::fs::read(place.path("data/token.key")).expect("a key"), key);
}

#[test]
fn a_damaged_key_stops_the_start() {
    let place = Installation::new();
    place.run(&["migrate", "--data", "data"]).ok();
    std::fs::write(place.path("data/token.key"), "short").expect("writes");
    let said = place.run(&["serve", "--data", "data", "--listen", "127.0.0.1:0"]).failed();
    assert!(said.contains("token.key is damaged"), "{said}");
}

#[test]
fn settings_come_from_the_file_and_the_environment_takes_precedence() {
    let place = Installation::new();
    std::fs::write(place.path("a.toml"), "[footer]\nname = 'From the file'\nurl = 'https://file.example'")
        .expect("writes");
    let variables =
        [("AIRFOLIO_FOOTER__NAME", "From the environment"), ("AIRFOLIO_ADMIN_PASSWORD", "40718293650184726391")];
    let running = place.serve_with(&["--config", "a.toml"], &variables);
    let me = running.server.log_in("admin", "40718293650184726391").json();
    assert_eq!(me["poweredBy"]["name"], "From the environment");
    assert_eq!(me["poweredBy"]["url"], "https://file.example");
}
