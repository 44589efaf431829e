//! Books of whole manuals, printed by the real engine and read back with programs of other people.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::database::TestDatabase;
use testkit::official::file;
use testkit::packages::{PackageFiles, demo, unzipped};
use testkit::world::not_tested;

use super::{ask, download, ended, given_operator};
use crate::imports::given_manual;
use crate::viewer::delivered;

/// The bytes between two blocks that are of neither: added text, a large table that is repeated, the ends of pages.
const BETWEEN: usize = 4_000;
/// The bytes at the end of a page and the beginning of the next.
const PAGE_ENDS: usize = 600;
/// The bytes of a block that no other place is likely to have.
const LONG: usize = 24;
const FILE: &str = "NV240-MMEL-4.1-draft.pdf";

/// The engine that the test script built, and the programs that read its books; `None` with a message without them.
#[expect(clippy::disallowed_methods, reason = "a test has no settings")]
fn engine() -> Option<PathBuf> {
    let engine = std::env::var_os("AIRFOLIO_TEST_PDF_ENGINE").map(PathBuf::from).filter(|path| path.is_file());
    if engine.is_none() {
        not_tested("real books; set AIRFOLIO_TEST_PDF_ENGINE to the PDF engine");
        return None;
    }
    for program in ["pdftotext", "pdffonts", "pdfinfo", "qpdf"] {
        if Command::new(program).arg("--version").output().is_err() {
            not_tested(&format!("real books; {program} is missing, scripts/setup-test.sh installs it"));
            return None;
        }
    }
    engine
}

/// A book and its description.
struct PrintedBook {
    folder: tempfile::TempDir,
    description: Value,
}

impl PrintedBook {
    /// Publishes a package as a draft book.
    async fn new(engine: &Path, files: &PackageFiles, more: Value) -> Self {
        let app = TestApp::start(TestDatabase::sqlite().await).await;
        let folder = tempfile::tempdir().expect("a folder");
        let kept = folder.path().join("book.json");
        let script =
            format!("#!/bin/sh\n/bin/cp \"$1/book.json\" '{}'\nexec '{}' \"$@\"\n", kept.display(), engine.display());
        std::fs::write(&app.ctx.settings.pdf.engine, script).expect("a script");
        let executable = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&app.ctx.settings.pdf.engine, executable).expect("a program");
        given_manual(&app).await;
        delivered(&app, files, "yes").await;
        given_operator(&app).await;
        let author = app.person(Role::Author).await;
        let mut wanted = json!({"formats": ["pdf"]});
        wanted.as_object_mut().expect("an object").extend(more.as_object().cloned().unwrap_or_default());
        let asked = ask(&author, "exportQuickAta2300", wanted).await;
        let job = ended(&app, &author, asked).await;
        assert_eq!(job["status"], "COMPLETED", "{}", job["errorList"]);
        let pdf = download(&author, &job["outputMap"], FILE).await;
        std::fs::write(folder.path().join("book.pdf"), pdf).expect("writes");
        let description = std::fs::read(&kept).expect("a description");
        Self { folder, description: serde_json::from_slice(&description).expect("JSON") }
    }

    /// The output of a program about the book.
    fn told(&self, program: &str, arguments: &[&str]) -> String {
        let output = Command::new(program).args(arguments).current_dir(self.folder.path()).output();
        let output = output.expect("the program runs");
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{program}: {told}{}", String::from_utf8_lossy(&output.stderr));
        told
    }

    /// The file is sound, tagged, and has all of its fonts.
    fn check_file(&self) {
        let told = self.told("qpdf", &["--check", "book.pdf"]);
        assert!(told.contains("No syntax or stream encoding errors found"), "{told}");
        let facts = self.told("pdfinfo", &["book.pdf"]);
        let fact =
            |name: &str| facts.lines().find_map(|line| line.strip_prefix(name)).map(str::trim).unwrap_or_default();
        assert_eq!((fact("Tagged:"), fact("Encrypted:"), fact("JavaScript:")), ("yes", "no", "no"), "{facts}");
        assert!(fact("Pages:").parse::<u64>().is_ok_and(|pages| pages > 5), "{facts}");
        let fonts = self.told("pdffonts", &["book.pdf"]);
        let lines: Vec<&str> = fonts.lines().skip(2).collect();
        assert!(!lines.is_empty(), "{fonts}");
        for line in lines {
            // The columns at the end: embedded, subset, with a table to Unicode, and the two numbers of the object.
            let [.., embedded, _, unicode, _, _] = line.split_whitespace().collect::<Vec<_>>()[..] else {
                panic!("{line}")
            };
            assert_eq!((embedded, unicode), ("yes", "yes"), "{line}");
        }
    }

    /// Every block of text of every module is there, in order and without exception, and every picture.
    fn check_content(&self) {
        let text = letters(&self.told("pdftotext", &["-raw", "-enc", "UTF-8", "book.pdf", "-"]));
        let entries = self.description["entries"].as_array().expect("entries");
        let modules: Vec<&Value> = entries.iter().filter(|entry| entry["t"] == "module").collect();
        let (mut blocks, mut pictures) = (Vec::new(), 0);
        for module in &modules {
            collect(&module["rows"], &mut blocks, &mut pictures);
        }
        assert!(modules.len() > 5 && blocks.len() > 100, "{} modules, {} blocks", modules.len(), blocks.len());
        let (mut at, mut lost) = (start(&text, &blocks), Vec::new());
        for block in &blocks {
            match found(&text, at, block) {
                Some(end) => at = end,
                None => lost.push(block.join(" ")),
            }
        }
        assert!(
            lost.is_empty(),
            "{} of {} blocks are lost: {:#?}",
            lost.len(),
            blocks.len(),
            &lost[..lost.len().min(20)]
        );
        let structure = self.told("pdfinfo", &["-struct", "book.pdf"]);
        let figures = structure.lines().filter(|line| line.trim_start().starts_with("Figure")).count();
        assert!(figures >= pictures, "{figures} of {pictures} pictures");
    }
}

/// A text without blanks, and without the places where a long word may break.
fn letters(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !c.is_control() && !matches!(c, '\u{ad}' | '\u{200b}')).collect()
}

/// The blocks of text below a value, as words, and the number of pictures.
fn collect(value: &Value, blocks: &mut Vec<Vec<String>>, pictures: &mut usize) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| collect(value, blocks, pictures)),
        Value::Object(members) => {
            *pictures += usize::from(value["t"] == "picture" && value["file"].is_string());
            if let Some(runs) = members.get("r").and_then(Value::as_array) {
                // The text of a symbol in a line is its name.
                let texts = runs.iter().filter(|run| run["p"].is_null()).filter_map(|run| run["x"].as_str());
                let text: String = texts.collect();
                let words: Vec<String> = text.split_whitespace().map(letters).filter(|word| !word.is_empty()).collect();
                if !words.is_empty() {
                    blocks.push(words);
                }
            }
            for (name, value) in members {
                if name != "r" {
                    collect(value, blocks, pictures);
                }
            }
        }
        _ => {}
    }
}

/// The place where the modules begin, by their first blocks: the lists before them name some of the same texts.
fn start(text: &str, blocks: &[Vec<String>]) -> usize {
    let mut beginning = String::new();
    for block in blocks {
        beginning.push_str(&block.concat());
        if beginning.len() >= 2 * LONG {
            break;
        }
    }
    text.find(&beginning).unwrap_or_default()
}

/// The end of a block in a text behind a place: in one piece, or word by word where a page or a row ends in it, whichever
/// comes first.
fn found(text: &str, at: usize, block: &[String]) -> Option<usize> {
    let whole = block.concat();
    let piece = text[at..].find(&whole).map(|place| at + place);
    let in_words = in_words(text, at, block, whole.len());
    match (piece, in_words) {
        (Some(piece), Some(end)) if end < piece => Some(end),
        (Some(piece), _) if piece <= at + BETWEEN || whole.len() >= LONG => Some(piece + whole.len()),
        (_, end) => end,
    }
}

/// The end of a block whose words stand one after the other, with no more between them than a page has at its ends.
fn in_words(text: &str, at: usize, block: &[String], length: usize) -> Option<usize> {
    let (mut place, mut first) = (at, None);
    for word in block {
        let next = place + text[place..].find(word.as_str())?;
        let most = if first.is_none() { BETWEEN } else { PAGE_ENDS };
        if next > place + most {
            return None;
        }
        first.get_or_insert(next);
        place = next + word.len();
    }
    Some(place).filter(|end| *end <= first.unwrap_or(at) + length + PAGE_ENDS)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn books_of_the_demo_have_every_word_and_picture() {
    let Some(engine) = engine() else { return };
    for (package, languages) in [("amm", "english"), ("amm", "oneAfterTheOther"), ("mmel-r1", "english")] {
        let book = PrintedBook::new(&engine, &demo(package), json!({"bookLanguages": languages})).await;
        book.check_file();
        book.check_content();
    }
    let aside = PrintedBook::new(&engine, &demo("mmel-r1"), json!({"bookLanguages": "sideBySide"})).await;
    aside.check_file();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn books_of_official_manuals_have_every_word_and_picture() {
    let Some(engine) = engine() else { return };
    for name in ["packages/bike-4.1.zip", "packages/bike-4.2.zip"] {
        let Some(zip) = file(name) else { return };
        let book = PrintedBook::new(&engine, &unzipped(&zip), json!({})).await;
        book.check_file();
        book.check_content();
    }
}
