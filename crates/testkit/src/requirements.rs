//! The regulation of the demo library, with the paragraphs that are known to answer its requirements.

#![expect(clippy::expect_used, reason = "a test without its data must stop at once")]

use std::collections::HashMap;
use std::path::Path;

use serde_json::{Value, json};

use crate::client::Client;

/// A requirement of the demo regulation, and the paragraph that answers it.
#[derive(Debug, Clone)]
pub struct KnownAnswer {
    pub code: String,
    pub title: String,
    pub text: String,
    /// The name of its manual.
    pub manual: String,
    /// The code of the module.
    pub module: String,
    /// The HTML id of the paragraph.
    pub anchor: String,
}

/// The requirements of the first edition with their answers.
pub fn known_answers() -> Vec<KnownAnswer> {
    let rows = table("azr-ops-1.csv");
    let texts: HashMap<&str, (&str, &str)> =
        rows.iter().map(|row| (row[0].as_str(), (row[1].as_str(), row[2].as_str()))).collect();
    table("answers.csv")
        .into_iter()
        .skip(1)
        .map(|row| {
            let [code, manual, module, words] = <[String; 4]>::try_from(row).expect("four columns");
            let (title, text) = texts.get(code.as_str()).copied().expect("a requirement of this code");
            let anchor = anchor(&manual, &module, &words);
            KnownAnswer { title: title.to_owned(), text: text.to_owned(), code, manual, module, anchor }
        })
        .collect()
}

/// The HTML id of the paragraph of a module of the demo library with some words.
fn anchor(manual: &str, module: &str, words: &str) -> String {
    let folder = if manual == "AMM" { "amm" } else { "mmel-r1/DM" };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../demo").join(folder);
    let start = format!("{module}_");
    let mut files = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let is_module = |name: &str| name.starts_with(&start);
    let file = files.find(|path| path.file_name().and_then(|name| name.to_str()).is_some_and(is_module));
    let bytes = std::fs::read(file.expect("a module of this code")).expect("a file");
    let checked = s1000d::guard::check(&bytes).expect("a sound file");
    let blocks = s1000d::document::blocks::read(&checked).expect("a module");
    let found = blocks.into_iter().find(|block| block.text.contains(words)).map(|block| block.anchor);
    found.unwrap_or_else(|| panic!("{module} has no paragraph with “{words}”"))
}

fn table(name: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../demo/regulation").join(name);
    let text = std::fs::read_to_string(path).expect("a file of the demo library");
    text.lines().map(cells).collect()
}

/// The cells of a line of CSV whose cells have no line breaks.
fn cells(line: &str) -> Vec<String> {
    let (mut cells, mut quoted) = (vec![String::new()], false);
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                cells.last_mut().expect("a cell").push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            letter => cells.last_mut().expect("a cell").push(letter),
        }
    }
    cells
}

/// The number of requirements for which the known answer is among the first five suggestions, and the codes of the others.
pub async fn right_suggestions(client: &Client, answers: &[KnownAnswer]) -> (usize, Vec<String>) {
    let collection = json!({"policyCollectionName": "AZR", "policyOriginator": "AZA", "complianceType": "regulatory"});
    let parent = client.post("/compliance", collection).await.ok()["path"].clone();
    let (mut right, mut wrong) = (0, Vec::new());
    for answer in answers {
        let KnownAnswer { code, title, text, .. } = answer;
        let item = json!({"parentPath": parent, "policyItemCode": code, "title": title, "text": text});
        let item = client.post("/compliance/policyItem", item).await.ok();
        let id = item["id"].as_str().expect("an id");
        let found = client.get(&format!("/compliance/policyItem/{id}/suggestions")).await.ok();
        if found.as_array().expect("a list").iter().take(5).any(|one| is_answer(answer, one)) {
            right += 1;
        } else {
            wrong.push(code.clone());
        }
    }
    (right, wrong)
}

/// Whether a suggestion is the known answer.
pub fn is_answer(answer: &KnownAnswer, found: &Value) -> bool {
    found["code"] == answer.module.as_str()
        && found["manualPath"].as_str().is_some_and(|path| path.ends_with(&answer.manual))
        && found["anchor"] == answer.anchor.as_str()
}
