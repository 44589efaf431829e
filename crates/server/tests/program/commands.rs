use serde_json::json;
use testkit::packages::{demo, zipped};

use crate::process::{CommandOutput, Installation, PASSWORD};

#[test]
fn the_help_describes_every_command() {
    let place = Installation::new();
    for (args, words) in [
        (&[][..], &["serve", "demo", "user", "migrate", "openapi", "TOML", "AIRFOLIO_", "SQLite", "PostgreSQL"][..]),
        (&["serve"], &["--data", "--listen", "--config", "127.0.0.1:8080", "./data", "AIRFOLIO_ADMIN_PASSWORD"]),
        (
            &["import"],
            &[
                "--database",
                "--manual",
                "--dry-run",
                "--create",
                "--treat-as",
                "--despite-doubts",
                "--as",
                "with 3",
                "with 4",
            ],
        ),
        (&["diff"], &["--json", "--all", "with 0", "with 1", "with 2"]),
        (&["check"], &["--schemas", "--complete", "--json", "with 0", "with 1", "with 2"]),
        (&["export"], &["MODULE", "--output", "--lane", "--as-of", "--as"]),
        (&["brex"], &["--json", "--brex", "with 0", "with 1", "with 2"]),
        (
            &["filter"],
            &[
                "--product",
                "--assign",
                "NAME:TYPE=VALUE",
                "--output",
                "--dry-run",
                "--reduce",
                "--json",
                "with 0",
                "with 1",
                "with 2",
            ],
        ),
        (
            &["publish"],
            &["--database", "--manual", "--revision", "--format", "--operator", "--for-approval", "--output", "--as"],
        ),
        (&["render"], &["FILE", "--output", "--title", "with 0", "with 1", "with 2"]),
        (&["verify"], &["FILE", "--key", "--json", "with 0", "with 1", "with 2"]),
        (&["demo"], &["--data", "--password", "AIRFOLIO_DEMO_PASSWORD", "repeated"]),
        (&["user"], &["add", "password", "deactivate", "trust-email", "unlink", "passwords-on"]),
        (
            &["user", "add"],
            &["--email", "--name", "--role", "admin", "approver", "author", "reader", "--password-stdin"],
        ),
        (&["user", "password"], &["--password-stdin", "sessions"]),
        (&["user", "deactivate"], &["--data", "sessions"]),
        (&["migrate"], &["--data", "--config"]),
        (&["backup"], &["DIR", "--data", "while the program runs"]),
        (&["restore"], &["DIR", "--check", "empty library"]),
        (&["copy-to"], &["postgres://", "database.url"]),
        (&["openapi"], &["API"]),
    ] {
        let args: Vec<&str> = args.iter().copied().chain(["--help"]).collect();
        let help = place.run(&args).ok();
        for word in words {
            assert!(help.contains(word), "{args:?} does not say {word}: {help}");
        }
        assert!(!help.contains("generate"), "{args:?}");
    }
    assert_eq!(place.run(&["--version"]).ok(), "airfolio 5.0.0-rc.0\n");
    assert_eq!(place.run(&["fly"]).code, Some(2));
}

#[test]
fn an_invalid_setting_is_named_and_stops_the_start() {
    let place = Installation::new();
    for (toml, key) in [
        ("colour = 'red'", "`colour`"),
        ("[server]\nlistn = '127.0.0.1:1'", "`server.listn`"),
        ("[server]\nlisten = 'here'", "`server.listen`"),
        ("[log]\nformat = 'xml'", "`log.format`"),
        ("[database]\nmax_connections = 0", "`database.max_connections`"),
        ("this is not TOML", "`--config`: TOML parse error at line 1"),
    ] {
        std::fs::write(place.path("airfolio.toml"), toml).expect("writes");
        let said = place.run(&["serve", "--data", "data", "--config", "airfolio.toml"]).failed();
        assert!(said.contains(key), "{toml}: {said}");
    }
    let said = place.run(&["serve", "--data", "data", "--config", "nothing.toml"]).failed();
    assert!(said.contains("nothing.toml"), "{said}");
    for (variable, value, key) in [
        ("AIRFOLIO_SERVER__LISTEN", "here", "`server.listen`"),
        ("AIRFOLIO_SESSION__LIFETIME_MINUTES", "1", "`session.lifetime_minutes`"),
        ("AIRFOLIO_DATABASE__URL", "mysql://u:secret-pw@h/d", "`database.url`"),
        ("AIRFOLIO_ADMIN_PASSWORD", "secret-pw", "`admin_password`"),
        ("AIRFOLIO_METRICS__OPEN", "perhaps", "`metrics.open`"),
    ] {
        let said = place.run_with(&["serve", "--data", "data"], &[(variable, value)], "").failed();
        assert!(said.contains(key) && said.contains(variable), "{variable}: {said}");
        assert!(!said.contains("secret-pw"), "{said}");
    }
    let said = place.run_with(&["serve", "--data", "data"], &[("AIRFOLIO_COLOUR", "red")], "").failed();
    assert!(said.contains("`colour`"), "{said}");
    assert!(!place.path("data").exists(), "nothing is made before the settings are right");
    // Variables for tests are not settings; otherwise the program would refuse to start with them.
    place.run_with(&["migrate", "--data", "data"], &[("AIRFOLIO_TEST_DATA", "elsewhere")], "").ok();
}

#[test]
fn an_unusable_folder_is_named_in_the_error() {
    let place = Installation::new();
    std::fs::write(place.path("file"), "in the way").expect("writes");
    let said = place.run(&["serve", "--data", "file"]).failed();
    assert!(said.contains("`data`") && said.contains("file"), "{said}");
    let said = place.run_with(&["migrate"], &[("AIRFOLIO_DATABASE__URL", "sqlite:/nowhere/at/all.db")], "").failed();
    assert!(said.contains("/nowhere/at/all.db"), "{said}");
}

#[test]
fn accounts_are_managed_from_the_shell() {
    let place = Installation::new();
    let running = place.serve_known();
    let add = ["user", "add", "ann", "--data", "data", "--email", "ann@example.com", "--role", "author"];
    let out = place.run(&add).ok();
    let first = CommandOutput::told(&out, "password").expect("told once");
    assert!(out.contains("Created ann (author)"), "{out}");
    let me = running.server.log_in("ann", &first).json();
    assert_eq!((&me["user"]["role"], &me["mustChangePassword"]), (&"author".into(), &true.into()));

    assert!(place.run(&add).failed().contains("taken"));
    let wrong = ["user", "add", "b b", "--data", "data", "--email", "nowhere"];
    let said = place.run(&wrong).failed();
    assert!(said.contains("account") && said.contains("email"), "{said}");

    let reset = ["user", "password", "ann", "--data", "data", "--password-stdin"];
    assert!(place.run_with(&reset, &[], "short\n").failed().contains("10 to 256"));
    let out = place.run_with(&reset, &[], "chosen-password-1\n").ok();
    assert_eq!(CommandOutput::told(&out, "password"), None, "a chosen password is not repeated");
    assert_eq!(running.server.log_in("ann", &first).status, 401);
    assert_eq!(running.server.log_in("ann", "chosen-password-1").status, 200);

    place.run(&["user", "deactivate", "ann", "--data", "data"]).ok();
    assert_eq!(running.server.log_in("ann", "chosen-password-1").json()["code"], "login.inactive");
    let said = place.run(&["user", "deactivate", "admin", "--data", "data"]).failed();
    assert!(said.contains("last administrator"), "{said}");
    assert!(place.run(&["user", "password", "nobody", "--data", "data"]).failed().contains("not found"));
}

#[test]
fn the_demo_library_is_loaded_once() {
    let place = Installation::new();
    let demo = ["demo", "--data", "data"];
    let password = [("AIRFOLIO_DEMO_PASSWORD", "demo-password-1")];
    let out = place.run_with(&demo, &password, "").ok();
    assert_eq!(CommandOutput::told(&out, "password").as_deref(), Some("demo-password-1"));
    assert!(out.contains("account ") && out.contains("operator "), "{out}");
    assert!(out.starts_with("password  "), "it is known before an account has it: {out}");
    let imported: Vec<&str> = out.lines().filter(|line| line.starts_with("imported")).collect();
    let expected = [
        "imported  /NV240/MMEL revision 1, 118 modules",
        "imported  /NV240/MMEL revision 2, 149 modules",
        "imported  /NV240/AMM revision 1, 48 modules",
        "imported  /NV240/AMM revision 2, 66 modules",
        "imported  /NV240/MMEL revision 3, 153 modules",
        "imported  /NV240/FLM revision 1, 9 modules",
        "imported  /NV240/FLM revision 2, 9 modules",
        "imported  /NV240/FLM revision 3, 9 modules",
    ];
    assert_eq!(imported, expected);
    for line in [
        "commented /NV240/AMM\n",
        "assessed  a regulation in two editions\n",
        "published /NV240/FLM revision 1\n",
        "approved  /NV240/FLM revision 1\n",
        "confirmed /NV240/FLM OEM revision 2\n",
    ] {
        assert!(out.contains(line), "{line}: {out}");
    }
    assert_eq!(place.run_with(&demo, &password, "").ok(), "The demo library is loaded already\n");

    // The demo was loaded first, so the start must still create an administrator.
    let running = place.serve_known();
    let token = running.server.token("admin", PASSWORD);
    assert_eq!(running.server.get("/config/operator", &token).json()["total"], 3);
    let author = running.server.token("li.author", "demo-password-1");
    let counts = running.server.get("/counts", &author).json();
    assert_eq!((&counts["tasks"], &counts["messages"]), (&json!(0), &json!(0)), "{counts}");
    let database = running.server.get("/folders/default/NV240", &author).json();
    assert_eq!(database["attributeMap"]["csdbType"], json!(["NV240"]), "{database}");
    // Five requirements changed with the second edition, and the operator changed a paragraph that answers another one.
    let figures = running.server.get("/compliance/dashboard", &author).json();
    assert_eq!(figures["collections"][0]["counts"]["rechecks"], 6, "{figures}");
    let of_manual = figures["manuals"].as_array().expect("a list").iter().find(|one| one["manualPath"] == "/NV240/FLM");
    let of_manual = of_manual.expect("requirements refer to the flight manual");
    assert_eq!((&of_manual["references"], &of_manual["rechecks"]), (&json!(2), &json!(1)), "{of_manual}");
    let publications = running.server.get("/publications?manualPath=/NV240/FLM", &author).json();
    assert_eq!(publications["total"], 2, "{publications}");
    assert!(out.contains("limited   /NV300\n"), "{out}");
    let reader = running.server.token("ruth.reader", "demo-password-1");
    let manuals = |token: &str| running.server.get("/csdb/manual?csdbName=NV300", token).json();
    assert_eq!(
        (manuals(&author).as_array().map(Vec::len), manuals(&reader).as_array().map(Vec::len)),
        (Some(2), Some(1))
    );
    assert_eq!(running.server.get("/groups", &token).json()["total"], 2);
    // The working lane has both languages; the later English revision is waiting.
    for (manual, english, chinese, waits) in [("MMEL", 118, 31, true), ("AMM", 48, 18, false)] {
        for (language, modules) in [("en-US", english), ("zh-CN", chinese)] {
            let path = format!("/dm/getAllDmListWithPage?manualPath=/NV240/{manual}&language={language}");
            assert_eq!(running.server.get(&path, &author).json()["total"], modules, "{manual} {language}");
        }
        let top = running.server.get(&format!("/toc/getTopToc?manualPath=/NV240/{manual}"), &author).json();
        assert_eq!((&top["newerRevisionWaits"], top["nodes"].as_array().map(Vec::len)), (&json!(waits), Some(2)));
    }
}

#[test]
fn a_package_is_imported_from_the_shell_beside_a_server_and_without_one() {
    let place = Installation::new();
    let running = place.serve_known();
    std::fs::write(place.path("amm.zip"), zipped(&demo("amm"))).expect("writes");
    let mut broken = demo("amm");
    broken[5].1.truncate(200);
    std::fs::write(place.path("broken.zip"), zipped(&broken)).expect("writes");
    let import = |file: &str, more: &[&str]| {
        let args = [&["import", file, "--data", "data", "--database", "NV240", "--manual", "AMM"], more].concat();
        place.run(&args)
    };
    let out = import("amm.zip", &["--dry-run"]).ok();
    assert!(out.contains("48 modules, 1 publications, 10 illustrations"), "{out}");
    assert!(out.contains("library   new 61, changed 0, unchanged 0, removed 0") && !out.contains("imported"), "{out}");
    assert!(import("amm.zip", &[]).failed().contains("Manual not found"));

    let out = import("amm.zip", &["--create", "--manual-type", "AMM"]).ok();
    assert!(
        out.contains("created   /NV240 of type H160\n")
            && out.contains("created   /NV240/AMM of type AMM\n")
            && out.ends_with("imported  /NV240/AMM revision 1, 48 modules\n"),
        "{out}"
    );
    running.stop();
    let doubtful = import("amm.zip", &["--create"]);
    assert_eq!(doubtful.code, Some(4), "{doubtful:?}");
    assert!(
        doubtful.out.contains("WARNING   revision 1, imported on") && !doubtful.out.contains("imported  "),
        "{doubtful:?}"
    );
    assert!(doubtful.err.contains("--despite-doubts"), "{doubtful:?}");
    assert!(import("amm.zip", &["--dry-run"]).ok().contains("WARNING   revision 1"));
    let out = import("amm.zip", &["--create", "--despite-doubts"]).ok();
    assert!(out.contains("library   new 0, changed 0, unchanged 61, removed 0"), "{out}");
    assert!(out.ends_with("imported  /NV240/AMM revision 2, 48 modules\n") && !out.contains("created"), "{out}");

    let blocked = import("broken.zip", &[]);
    assert_eq!(blocked.code, Some(3), "{blocked:?}");
    assert!(blocked.out.contains("1010 block") && blocked.err.contains("keep the package"), "{blocked:?}");
    assert!(import("none.zip", &[]).failed().contains("none.zip"));
}

#[test]
fn migrating_twice_changes_nothing() {
    let place = Installation::new();
    let first = place.run(&["migrate", "--data", "data"]).ok();
    assert!(first.contains("The database is at migration 0"), "{first}");
    assert_eq!(place.run(&["migrate", "--data", "data"]).ok(), first);
}

#[test]
fn the_description_of_the_api_is_the_committed_one() {
    let committed = concat!(env!("CARGO_MANIFEST_DIR"), "/../../openapi.json");
    let committed = std::fs::read_to_string(committed).expect("it is committed");
    assert!(
        Installation::new().run(&["openapi"]).ok() == committed,
        "openapi.json is not what the program says: run `make gen`"
    );
}

#[test]
fn the_generated_files_are_rewritten_in_place() {
    let place = Installation::new();
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    std::fs::create_dir(place.path("docs")).expect("a folder");
    std::fs::copy(format!("{root}/docs/operations.md"), place.path("docs/operations.md")).expect("copies");
    place.run(&["generate", "--root", "."]).ok();
    for file in ["openapi.json", "docs/errors.md", "docs/operations.md"] {
        let (made, committed) = (std::fs::read(place.path(file)), std::fs::read(format!("{root}/{file}")));
        assert!(made.expect("written") == committed.expect("committed"), "{file}: run `make gen`");
    }
}
