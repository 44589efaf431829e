use super::*;

/// A ZIP file without entries.
const EMPTY: &[u8] = b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";

fn inbox() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    prepare(folder.path()).expect("folders");
    folder
}

fn taken(folder: &Path, name: &str, bytes: &[u8]) -> InboxFile {
    std::fs::write(folder.join(name), bytes).expect("writes");
    take(folder, OsStr::new(name)).expect("moves").expect("it is there")
}

#[test]
fn only_a_whole_zip_file_is_a_package() {
    let inbox = inbox();
    let with_comment = [&EMPTY[..20], b"\x02\0ok"].concat();
    for whole in [EMPTY, &with_comment, &[b"PK\x03\x04 and so on".as_slice(), EMPTY].concat()] {
        let file = taken(inbox.path(), "a.zip", whole);
        let OpenedFile::Package(mut read) = file.open().expect("opens") else { panic!("{whole:?}") };
        let mut bytes = Vec::new();
        read.read_to_end(&mut bytes).expect("reads");
        assert_eq!(bytes, whole, "from its beginning");
        file.remove().expect("removes");
    }
    for half in [b"".as_slice(), b"PK\x03\x04", &EMPTY[..21], &[EMPTY, &[0; 100]].concat()] {
        let file = taken(inbox.path(), "a.zip", half);
        assert!(matches!(file.open(), Ok(OpenedFile::Incomplete)), "{half:?}");
        assert_eq!(put_back(inbox.path(), &file).expect("moves"), "a.zip");
        assert_eq!(std::fs::read(inbox.path().join("a.zip")).expect("it is back"), half);
    }
    assert!(list_taken(inbox.path()).expect("a list").is_empty());
}

#[test]
fn a_file_that_changes_while_it_is_read_is_not_taken() {
    let inbox = inbox();
    let file = taken(inbox.path(), "a.zip", EMPTY);
    let OpenedFile::Package(mut read) = file.open().expect("opens") else { panic!("a package") };
    std::fs::write(file.path(), [EMPTY, EMPTY].concat()).expect("writes");
    assert!(read.read_to_end(&mut Vec::new()).is_err());
}

#[test]
fn nothing_is_replaced() {
    let inbox = inbox();
    let first = taken(inbox.path(), "a.zip", b"first");
    let second = taken(inbox.path(), "a.zip", b"second");
    assert_eq!(list_taken(inbox.path()).expect("a list").len(), 2);
    std::fs::write(inbox.path().join("a.zip"), b"third").expect("writes");
    assert_eq!(put_back(inbox.path(), &first).expect("moves"), "a-2.zip");
    assert_eq!(std::fs::read(inbox.path().join("a.zip")).expect("a file"), b"third");
    assert_eq!(set_aside(inbox.path(), &second).expect("moves"), "a.zip");
    let fourth = taken(inbox.path(), "a.zip", b"fourth");
    assert_eq!(set_aside(inbox.path(), &fourth).expect("moves"), "a-2.zip");
    assert_eq!(std::fs::read(inbox.path().join("failed/a.zip")).expect("a file"), b"second");
}

#[test]
fn other_files_do_not_hide_packages_and_a_vanished_one_is_passed_over() {
    let inbox = inbox();
    for number in 0..20 {
        std::fs::write(inbox.path().join(format!("{number}.zip.part")), "").expect("writes");
    }
    std::fs::write(inbox.path().join("A.ZIP"), "").expect("writes");
    std::fs::create_dir(inbox.path().join("folder.zip")).expect("a folder");
    let listed: Vec<OsString> = list(inbox.path()).expect("a list").into_iter().map(|(name, _)| name).collect();
    assert_eq!(listed, ["A.ZIP"]);
    assert!(take(inbox.path(), OsStr::new("gone.zip")).expect("no error").is_none());
    assert!(list_taken(inbox.path()).expect("a list").is_empty());
}

#[cfg(unix)]
#[test]
fn links_are_never_followed() {
    let (inbox, elsewhere) = (inbox(), tempfile::tempdir().expect("a temporary folder"));
    let secret = elsewhere.path().join("backup.zip");
    std::fs::write(&secret, EMPTY).expect("writes");
    std::os::unix::fs::symlink(&secret, inbox.path().join("a.zip")).expect("a link");
    assert!(list(inbox.path()).expect("a list").is_empty());
    // It became a link after the look.
    let file = take(inbox.path(), OsStr::new("a.zip")).expect("moves").expect("it is there");
    assert!(matches!(file.open(), Ok(OpenedFile::NoFile)));
    assert!(secret.exists());

    let other = tempfile::tempdir().expect("a temporary folder");
    std::os::unix::fs::symlink(elsewhere.path(), other.path().join("failed")).expect("a link");
    assert!(prepare(other.path()).is_err());
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_removed_keeps_no_file_waiting() {
    let (inbox, elsewhere) = (inbox(), tempfile::tempdir().expect("a temporary folder"));
    taken(inbox.path(), "a.zip", EMPTY);
    // It is empty, and no folder of ours.
    let link = inbox.path().join(TAKING).join(new_id().0);
    std::os::unix::fs::symlink(elsewhere.path(), &link).expect("a link");
    let found = list_taken(inbox.path()).expect("a list");
    assert_eq!(found.iter().map(InboxFile::shown).collect::<Vec<_>>(), ["a.zip"]);
    assert!(elsewhere.path().exists());
}
