//! Archives and documents that mean harm.

use std::io::{Cursor, Write};

use s1000d::package::{Limits, Nothing};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::given::{self, *};

/// An archive with entries of any name.
fn archive(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in entries {
        zip.start_file(*name, SimpleFileOptions::default()).expect("an entry");
        zip.write_all(content).expect("its content");
    }
    zip.finish().expect("an archive").into_inner()
}

/// Replaces a name everywhere in the bytes of an archive by one of the same length.
fn renamed(mut zip: Vec<u8>, from: &str, to: &str) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let mut replaced = 0;
    for start in 0..=zip.len() - from.len() {
        if &zip[start..start + from.len()] == from.as_bytes() {
            zip[start..start + from.len()].copy_from_slice(to.as_bytes());
            replaced += 1;
        }
    }
    assert_eq!(replaced, 2, "in the directory and before the content");
    zip
}

/// Makes the first entry's headers declare another size.
fn with_declared_size(mut zip: Vec<u8>, size: u32) -> Vec<u8> {
    for (signature, offset) in [(b"PK\x03\x04", 22), (b"PK\x01\x02", 24)] {
        let start = zip.windows(4).position(|four| four == signature).expect("a header");
        zip[start + offset..start + offset + 4].copy_from_slice(&size.to_le_bytes());
    }
    zip
}

#[test]
fn names_that_lead_out_of_the_package_are_refused_one_by_one() {
    for name in [
        "../../../../x",
        "/etc/passwd.1",
        "a\\..\\..\\wind",
        "C:/windows/x1",
        "a/./b/../../x",
        "a//b/c/d/e/f/",
        "bell\x07bell\x07be",
    ] {
        let placeholder = "p".repeat(name.len());
        let zip = renamed(archive(&[(&placeholder, b"x"), ("PackageOrganisation.txt", b"x")]), &placeholder, name);
        let inspected = given::inspect(zip);
        let unsafe_names: Vec<_> =
            inspected.found().into_iter().filter(|(_, rule, _)| *rule == "entry.name_unsafe").collect();
        assert_eq!(unsafe_names.len(), 1, "{name:?}: {:?}", inspected.found());
        assert_eq!(inspected.contents.items.len(), 1, "the other file is read");
    }
}

#[test]
fn a_name_too_deep_or_too_long_is_refused() {
    let deep = "d/".repeat(17) + "file.txt";
    let long = "n".repeat(600);
    let inspected = given::inspect(archive(&[(&deep, b"x"), (&long, b"x")]));
    let rules: Vec<&str> = inspected.found().into_iter().map(|(_, rule, _)| rule).collect();
    assert_eq!(rules.iter().filter(|rule| **rule == "entry.name_unsafe").count(), 2, "{rules:?}");
}

#[test]
fn a_name_that_stands_there_twice_is_refused_for_both() {
    let zip = renamed(archive(&[("one.txt", b"1"), ("two.txt", b"2"), ("six.txt", b"6")]), "two.txt", "one.txt");
    let inspected = given::inspect(zip);
    assert!(inspected.found().contains(&(1001, "entry.name_twice", "one.txt")), "{:?}", inspected.found());
    let names: Vec<&str> = inspected.contents.items.iter().map(|item| &*item.name).collect();
    assert_eq!(names, ["six.txt"]);
}

#[test]
fn names_that_differ_in_case_only_are_refused() {
    let inspected = given::inspect(archive(&[("a/File.txt", b"1"), ("A/file.txt", b"2"), ("b.txt", b"3")]));
    assert!(inspected.found().contains(&(1001, "entry.name_case", "A/file.txt")), "{:?}", inspected.found());
    assert_eq!(inspected.contents.items.len(), 1);
}

#[test]
fn junk_of_operating_systems_is_ignored_and_said() {
    let junk = [".DS_Store", "__MACOSX/._PMC.XML", "ICN/Thumbs.db"];
    let package = junk.iter().fold(plain(), |package, name| package.with(name, "junk"));
    let inspected = package.inspect();
    let expected: Vec<_> =
        [".DS_Store", "ICN/Thumbs.db", "__MACOSX/._PMC.XML"].iter().map(|name| (1012, "file.junk", *name)).collect();
    assert_eq!(inspected.found(), expected);
}

#[test]
fn a_symbolic_link_is_refused() {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.add_symlink("link.xml", "/etc/passwd", SimpleFileOptions::default()).expect("a link");
    let inspected = given::inspect(zip.finish().expect("an archive").into_inner());
    assert!(inspected.found().contains(&(1001, "entry.link", "link.xml")), "{:?}", inspected.found());
    assert!(inspected.contents.items.is_empty());
}

#[test]
fn an_encrypted_entry_is_refused() {
    let mut zip = archive(&[("secret.xml", b"<dmodule/>")]);
    // Bit 0 of the flags, in the entry's own header and in the directory.
    let directory = zip.windows(4).position(|four| four == b"PK\x01\x02").expect("a directory");
    zip[6] |= 1;
    zip[directory + 8] |= 1;
    assert!(given::inspect(zip).found().contains(&(1001, "entry.encrypted", "secret.xml")));
}

#[test]
fn a_wrong_checksum_is_a_damaged_entry() {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    zip.start_file("attached.txt", stored).expect("an entry");
    zip.write_all(b"the right words").expect("its content");
    let mut zip = zip.finish().expect("an archive").into_inner();
    let place = zip.windows(5).position(|five| five == b"right").expect("the words");
    zip[place] = b'l';
    let inspected = given::inspect(zip);
    assert!(inspected.found().contains(&(1001, "entry.damaged", "attached.txt")), "{:?}", inspected.found());
}

#[test]
fn an_archive_cut_anywhere_is_refused_without_a_panic() {
    let zip = plain().zip();
    for length in (0..zip.len()).step_by(97) {
        let inspected = given::inspect(zip[..length].to_vec());
        assert!(inspected.found().iter().any(|(code, _, _)| *code == 1001), "cut at {length}");
    }
    let cut = given::inspect(zip[..zip.len() / 2].to_vec());
    assert_eq!(cut.found(), [(1001, "archive.truncated", "")]);
}

#[test]
fn a_bomb_is_refused_by_what_its_directory_says() {
    let zeros = vec![0; 16 << 20];
    let inspected = given::inspect(archive(&[("ICN-bomb.SVG", &zeros), ("small.txt", &zeros[..1 << 20])]));
    assert!(inspected.found().contains(&(1001, "entry.ratio", "ICN-bomb.SVG")), "{:?}", inspected.found());
    assert_eq!(inspected.contents.items.len(), 1, "a small regular file is no bomb");
}

#[test]
fn an_entry_that_unpacks_to_more_than_it_declares_is_cut_off() {
    let zip = archive(&[("attached.txt", &vec![b'a'; 40_000])]);
    let inspected = given::inspect(with_declared_size(zip, 100));
    assert!(inspected.found().contains(&(1001, "entry.damaged", "attached.txt")), "{:?}", inspected.found());
}

#[test]
fn one_gigabyte_is_refused_before_it_is_unpacked() {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let fast = SimpleFileOptions::default().compression_level(Some(1));
    zip.start_file("ICN-huge.MP4", fast).expect("an entry");
    let zeros = vec![0; 1 << 20];
    for _ in 0..1 << 10 {
        zip.write_all(&zeros).expect("its content");
    }
    let zip = zip.finish().expect("an archive").into_inner();
    assert!(zip.len() < 16 << 20, "zeros are small");
    let inspected = given::inspect(zip.clone());
    assert!(inspected.found().contains(&(1001, "entry.too_large", "ICN-huge.MP4")), "{:?}", inspected.found());
    assert!(inspected.contents.items.is_empty());
    // One that hides its size is cut off where it said it would end.
    let inspected = given::inspect(with_declared_size(zip, 1 << 20));
    assert!(inspected.found().contains(&(1001, "entry.damaged", "ICN-huge.MP4")), "{:?}", inspected.found());
}

#[test]
fn too_many_entries_and_too_much_in_all_are_refused() {
    let zip = archive(&[("a.txt", b"a"), ("b.txt", b"b"), ("c.txt", b"c")]);
    let few = Limits { entries: 2, ..Limits::default() };
    let inspected = inspect_with(zip.clone(), &SCHEMAS, &Nothing, 1, few);
    assert!(inspected.found().contains(&(1001, "archive.too_many", "")), "{:?}", inspected.found());
    let small = Limits { total_bytes: 2, ..Limits::default() };
    let inspected = inspect_with(zip, &SCHEMAS, &Nothing, 1, small);
    assert!(inspected.found().contains(&(1001, "archive.too_large", "")), "{:?}", inspected.found());
}

#[test]
fn a_directory_larger_than_any_real_one_is_not_read_to_its_end() {
    let names: Vec<String> = (0..40_000).map(|number| format!("{number:0>200}")).collect();
    let entries: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), b"".as_slice())).collect();
    let limits = Limits { entries: 100, ..Limits::default() };
    let inspected = inspect_with(archive(&entries), &SCHEMAS, &Nothing, 1, limits);
    assert_eq!(inspected.found(), [(1001, "archive.too_many", "")]);
}

#[test]
fn an_archive_inside_is_an_attachment_and_not_opened() {
    let package = with_ddn(plain().without(DDN).with("more.zip", plain().zip()));
    assert_eq!(package.inspect().found(), [(1012, "file.attachment", "more.zip")]);
}

#[test]
fn hostile_documents_are_findings_of_their_files_and_the_rest_is_read() {
    let bomb =
        r#"<!DOCTYPE dmodule [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><dmodule>&b;</dmodule>"#;
    let outside = r#"<!DOCTYPE dmodule [<!ENTITY x SYSTEM "file:///etc/passwd">]><dmodule>&x;</dmodule>"#;
    let deep = "<a>".repeat(5000) + &"</a>".repeat(5000);
    let package = with_ddn(
        plain()
            .without(DDN)
            .with("bomb.xml", bomb)
            .with("outside.xml", outside)
            .with("deep.xml", deep)
            .with("nul.xml", "<a>\0</a>"),
    );
    let inspected = package.inspect();
    assert_eq!(
        inspected.found(),
        [
            (1010, "xml.entity", "bomb.xml"),
            (1010, "xml.too_deep", "deep.xml"),
            (1010, "xml.encoding", "nul.xml"),
            (1010, "xml.entity", "outside.xml")
        ]
    );
    assert_eq!(inspected.contents.summary.modules, 6);
}

#[test]
fn a_document_with_a_thousand_faults_is_reported_and_bounded() {
    let name = file_name(OTHER);
    let faults = "<step/>\n".repeat(5000);
    let package = plain().changed(&name, "<para>Text.</para>", &faults);
    let inspected = package.inspect();
    assert!(!inspected.findings.is_empty() && inspected.findings.len() <= 200);
}
