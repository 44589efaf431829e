//! `airfolio publish`, and `airfolio verify` on what it wrote.

use crate::process::{Installation, PASSWORD};

#[test]
fn a_manual_is_published_from_the_shell_and_verified_without_the_library() {
    let place = Installation::new();
    place.run(&["demo", "--data", "data", "--password", "demo-password-1"]).ok();
    let publish = |more: &[&str]| {
        let manual = ["--database", "NV240", "--manual", "AMM", "--revision", "4.1", "--as", "li.author"];
        let target = [&["publish", "--data", "data"], &manual[..]].concat();
        place.run(&[&target[..], more].concat())
    };
    let out = publish(&["--format", "s1000d,tables", "--operator", "AZB", "-o", "out"]).ok();
    assert!(out.contains("published  /NV240/AMM#1, revision 4.1"), "{out}");
    for file in ["NV240-AMM-4.1-draft-s1000d-complete.zip", "NV240-AMM-4.1-draft-tables.xlsx", "manifest.sig"] {
        assert!(place.path("out").join(file).exists(), "{file}: {out}");
    }
    let whole = place.run(&["verify", "out"]).ok();
    assert!(whole.contains("NV240/AMM, revision 4.1, draft") && whole.contains("Whole"), "{whole}");
    std::fs::write(place.path("out/NV240-AMM-4.1-draft-contents.csv"), "changed").expect("writes");
    assert_eq!(place.run(&["verify", "out"]).code, Some(1));
    let tail = ["--format", "s1000d", "--operator", "AZB", "--aircraft", "QZ-HAA", "--language", "en-US", "-o", "tail"];
    let out = publish(&tail).ok();
    let file = "NV240-AMM-4.1-for-QZ-HAA-draft-s1000d-complete.zip";
    assert!(place.path("tail").join(file).exists(), "{out}");
    let brief = [
        "publish",
        "--data",
        "data",
        "--manual",
        "NV240/AMM",
        "--format",
        "tables",
        "-o",
        "brief",
        "--as",
        "li.author",
    ];
    let refused = place.run(&brief).failed();
    assert!(refused.contains("--operator CODE"), "the demo has several operators: {refused}");
    let out = place.run(&[&brief[..], &["--operator", "AZB", "--profile", "All"]].concat()).ok();
    assert!(out.contains("published  /NV240/AMM#3, revision 20"), "the revision is the day: {out}");
    let refused = place.run(&[&brief[..], &["--operator", "AZB", "--profile", "Nobody"]].concat()).failed();
    assert!(refused.contains("profiles"), "{refused}");
    let refused = place.run(&[&brief[..], &["--operator", "AZB", "--database", "H160"]].concat()).failed();
    assert!(refused.contains("--database says H160, --manual says NV240"), "{refused}");
    let refused = publish(&["--format", "fax", "--operator", "AZB", "-o", "out"]).failed();
    assert!(refused.contains("formats"), "{refused}");
    let refused = publish(&["--format", "s1000d", "--operator", "NONE", "-o", "out"]).failed();
    assert!(refused.contains("operator"), "{refused}");
}

#[cfg(unix)]
#[test]
fn the_signing_key_is_made_at_first_need_for_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let place = Installation::new();
    place.run(&["migrate", "--data", "data"]).ok();
    assert!(!place.path("data/signing.key").exists(), "nothing was signed yet");
    let running = place.serve_known();
    let token = running.server.token("admin", PASSWORD);
    assert_eq!(running.server.get("/publications/signingKey", &token).status, 200);
    let mode = std::fs::metadata(place.path("data/signing.key")).expect("a key").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}
