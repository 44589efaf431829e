//! `airfolio verify` on plain files.

use app::core::signing::SigningKeySource;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::process::Installation;

/// The SHA-256 of `first`.
const FIRST: &str = "a7937b64b8caa58f03721bb6bacf5c78cb235febe0e70b1b84cd99541461a08e";

/// Writes a publication of one file into the folder `pub`, and gives the public key of its signature.
fn publication(place: &Installation) -> String {
    let folder = place.path("pub");
    std::fs::create_dir(&folder).expect("a folder");
    std::fs::write(folder.join("a.zip"), "first").expect("writes");
    let manifest = json!({
        "program": "Airfolio 6.0.0", "csdbName": "H160", "manualName": "MEL", "revision": "4.1", "state": "approved",
        "inputs": [], "artifacts": [{"name": "a.zip", "sha256": FIRST, "size": 5}],
        "approval": {
            "approbationAuthority": "EASA", "revisionDate": "2026-11-17", "approvedBy": "A. Person",
            "jobTitle": "Inspector", "approvalReference": "EASA.1",
        },
    })
    .to_string();
    let key = SigningKeySource::parse(&STANDARD.encode([5_u8; 32])).expect("a seed").load().expect("a key");
    let public = key.public_key().text();
    let signature = STANDARD.encode(key.sign(manifest.as_bytes()));
    let signature = json!({"algorithm": "Ed25519", "publicKey": public, "signature": signature});
    std::fs::write(folder.join("manifest.json"), manifest).expect("writes");
    std::fs::write(folder.join("manifest.sig"), signature.to_string()).expect("writes");
    std::fs::write(place.path("key.pem"), key.public_key().pem()).expect("writes");
    public
}

#[test]
fn verify_tells_by_its_exit_code_whether_a_publication_is_what_was_signed() {
    let place = Installation::new();
    let key = publication(&place);

    let whole = place.run(&["verify", "pub", "--key", &key]);
    assert_eq!(whole.code, Some(0), "{} {}", whole.out, whole.err);
    for words in ["H160/MEL, revision 4.1, approved", "EASA.1", "expected key", "ok           a.zip", "Whole"] {
        assert!(whole.out.contains(words), "{words}: {}", whole.out);
    }
    let alone = place.run(&["verify", "pub/a.zip", "--key", "key.pem"]);
    assert_eq!(alone.code, Some(0), "{} {}", alone.out, alone.err);
    let unnamed = place.run(&["verify", "pub/manifest.json"]);
    assert!(unnamed.code == Some(0) && unnamed.out.contains(&key) && unnamed.out.contains("--key"), "{}", unnamed.out);
    let other = STANDARD.encode([6_u8; 32]);
    let foreign = place.run(&["verify", "pub", "--key", &other]);
    assert!(foreign.code == Some(1) && foreign.out.contains("ANOTHER KEY"), "{}", foreign.out);

    std::fs::write(place.path("pub/letter-approval.pdf"), "forged").expect("writes");
    let beside = place.run(&["verify", "pub", "--key", &key]);
    assert!(beside.code == Some(3) && beside.out.contains("NOT LISTED   letter-approval.pdf"), "{}", beside.out);
    assert!(!beside.out.contains("Whole") && beside.out.contains("1 more file is not part"), "{}", beside.out);
    std::fs::remove_file(place.path("pub/letter-approval.pdf")).expect("removes");

    std::fs::write(place.path("pub/a.zip"), "First").expect("writes");
    let changed = place.run(&["verify", "pub", "--key", &key]);
    assert!(changed.code == Some(1) && changed.out.contains("CHANGED      a.zip"), "{}", changed.out);
    let json = place.run(&["verify", "pub", "--json"]);
    let value: Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!((json.code, &value["whole"], &value["files"][0]["state"]), (Some(1), &json!(false), &json!("changed")));
    assert_eq!((&value["approval"]["approvalReference"], &value["validUntil"]), (&json!("EASA.1"), &Value::Null));

    for args in [&["verify", "nowhere"][..], &["verify", "."], &["verify", "pub", "--key", "no key"]] {
        let refused = place.run(args);
        assert_eq!(refused.code, Some(2), "{args:?} {}", refused.out);
        assert!(!refused.err.is_empty() && !refused.err.contains("panicked"), "{}", refused.err);
    }
}
