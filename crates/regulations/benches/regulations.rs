//! `make bench`: reading an export of EASA of 5 MB, and tables, catalogs and comparisons of 20,000 items.
//!
//! It prints figures, in computing time, and never fails on one. Each is the best of three rounds. The files are of our own
//! making: repeated paragraphs would be unlike real ones, so every paragraph has words of its own.

#![expect(clippy::print_stdout, reason = "the printed table is what this program is for")]
#![expect(clippy::expect_used, reason = "a benchmark that cannot go on must stop at once")]

use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use regulations::compare::ChangeClass;
use regulations::model::{ItemKind, SourceCategory, SourceCollection, SourceItem};
use regulations::{SourceLimits, clauses, compare, oscal, read, table};

const ITEMS: usize = 20_000;

fn main() {
    easa();
    large();
}

fn easa() {
    let export = export(5 << 20);
    let size = export.len() >> 10;
    let before = resident("VmRSS");
    let (time, reading) = best_of(|| read(export.as_bytes(), &SourceLimits::default()));
    assert!(!reading.is_blocked(), "{:?}", reading.findings);
    println!(
        "EASA export of {size} kB: {} topics, {} clauses in {:.0} ms (promised: 3000), {} MB at most above the file (promised: 200)",
        reading.collection.items.len(),
        reading.collection.clause_count(),
        milliseconds(time),
        resident("VmHWM").saturating_sub(before) >> 10,
    );
}

fn large() {
    let old = collection("A", 0);
    let limits = SourceLimits::default();
    let (time, csv) = best_of(|| table::to_csv(&old));
    println!("{ITEMS} items to CSV: {:.0} ms, {} kB", milliseconds(time), csv.len() >> 10);
    let (time, reading) = best_of(|| read(&csv, &limits));
    assert_eq!(reading.collection, old);
    println!("{ITEMS} items from CSV: {:.0} ms", milliseconds(time));
    let (time, xlsx) = best_of(|| table::to_xlsx(&old).expect("it is written"));
    println!("{ITEMS} items to a workbook: {:.0} ms, {} kB", milliseconds(time), xlsx.len() >> 10);
    let (time, reading) = best_of(|| read(&xlsx, &limits));
    assert_eq!(reading.collection, old);
    println!("{ITEMS} items from a workbook: {:.0} ms", milliseconds(time));
    let (time, json) = best_of(|| oscal::to_oscal(&old, DateTime::<Utc>::UNIX_EPOCH));
    println!("{ITEMS} items to OSCAL: {:.0} ms, {} kB", milliseconds(time), json.len() >> 10);
    let (time, reading) = best_of(|| read(&json, &limits));
    assert_eq!(reading.collection, old);
    println!("{ITEMS} items from OSCAL: {:.0} ms", milliseconds(time));
    for (name, new, class, expected) in [
        ("a tenth changed", collection("A", 1), ChangeClass::Changed, ITEMS / 10),
        ("all renumbered", collection("B", 0), ChangeClass::Renumbered, ITEMS),
        ("all renumbered and changed", collection("B", 10), ChangeClass::Changed, ITEMS),
    ] {
        let (time, changes) = best_of(|| compare(&old, &new));
        assert_eq!(changes.count(class), expected);
        println!("{ITEMS} items compared, {name}: {:.0} ms (promised: 2000)", milliseconds(time));
    }
}

/// A number that looks random and is the same in every run.
fn mixed(number: usize) -> usize {
    let mixed = (number as u64).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    usize::try_from((mixed ^ (mixed >> 29)) >> 16).unwrap_or_default()
}

fn sentence(seed: usize, words: usize) -> String {
    const WORDS: [&str; 32] = [
        "the",
        "operator",
        "shall",
        "establish",
        "a",
        "procedure",
        "for",
        "each",
        "aircraft",
        "and",
        "keep",
        "records",
        "of",
        "flight",
        "crew",
        "training",
        "unless",
        "otherwise",
        "approved",
        "by",
        "competent",
        "authority",
        "in",
        "accordance",
        "with",
        "point",
        "manual",
        "maintenance",
        "limitation",
        "before",
        "departure",
        "weight",
    ];
    // Regulations have some thousand words; numbers make as many of these.
    let word = |place: usize| {
        let number = mixed(seed * 1_009 + place);
        let word = WORDS[number % 32];
        if number % 160 < 32 { [word, &(number % 97).to_string()].concat() } else { word.to_owned() }
    };
    (0..words).map(word).collect::<Vec<_>>().join(" ")
}

fn collection(code: &str, changed: usize) -> SourceCollection {
    let categories = (0..200)
        .map(|place: usize| SourceCategory {
            code: format!("S{place}"),
            name: sentence(place, 4),
            parent: (place >= 20).then_some(place % 20),
        })
        .collect();
    let item = |place: usize| {
        let end = if place % 10 < changed { " as amended" } else { "" };
        let lines: Vec<String> = ["(a)", "(b)", "(1)", "(2)"]
            .iter()
            .zip(0..)
            .map(|(marker, line)| format!("{marker} {}", sentence(place * 8 + line, 20)))
            .collect();
        SourceItem {
            code: format!("{code}.{place}"),
            title: sentence(place + 7, 5),
            kind: ItemKind::Ir,
            is_assessable: true,
            category: Some(place % 200),
            clauses: clauses::split(&[&lines.join("\n"), end].concat()),
            ..SourceItem::default()
        }
    };
    SourceCollection { categories, items: (0..ITEMS).map(item).collect(), ..SourceCollection::default() }
}

/// An export of about this size, with as much markup as real ones have.
fn export(bytes: usize) -> String {
    let (mut toc, mut body): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    let mut number = 0;
    let mut size = 0;
    while size < bytes {
        number += 1;
        let title = format!("X.{number} {}", sentence(number, 5));
        toc.push(format!(
            r#"<er:topic sdt-id="-{number}" source-title="{title}" ERulesId="ERULES-1-{number}" Domain="Air operations;" ActivityType="" AircraftUse="" AircraftCategory="" AmendedBy="Amendment 5;" ApplicabilityDate="15 August, 2017" EntryIntoForceDate="15 August, 2017" Keywords="" RegulatorySource="Decision 1" RegulatorySubject="Part-X;" TypeOfContent="IR (Implementing rule);" ParentIR=""/>"#
        ));
        body.push(format!(
            r#"<w:sdt><w:sdtPr><w:alias w:val="topic"/><w:tag w:val="topic"/><w:id w:val="-{number}"/><w:richText/></w:sdtPr><w:sdtContent>{}"#,
            paragraph("Heading2CS", "", &title)
        ));
        for (marker, line) in ["(a)", "(b)", "(c)", "(d)", "(e)", "(f)", "(g)", "(h)"].iter().zip(0..) {
            body.push(paragraph("ListLevel0", marker, &sentence(number * 8 + line, 30)));
        }
        body.push("</w:sdtContent></w:sdt>".to_owned());
        size = toc.iter().chain(&body).map(String::len).sum();
    }
    let (toc, body) = (toc.concat(), body.concat());
    format!(
        r#"<?xml version="1.0"?><pkg:package xmlns:pkg="p" xmlns:er="e" xmlns:w="w" xmlns:w14="x"><pkg:part pkg:name="/customXml/item9.xml"><pkg:xmlData><er:document guid="g" pub-time="2026-05-13T19:03:46Z" source-title="Rules"><er:toc>{toc}</er:toc></er:document></pkg:xmlData></pkg:part><pkg:part pkg:name="/word/document.xml"><pkg:xmlData><w:document><w:body>{body}</w:body></w:document></pkg:xmlData></pkg:part></pkg:package>"#
    )
}

fn paragraph(style: &str, marker: &str, text: &str) -> String {
    let tab =
        if marker.is_empty() { String::new() } else { format!("<w:r><w:t>{marker}</w:t></w:r><w:r><w:tab/></w:r>") };
    let (start, end) = text.split_at(text.len() / 2);
    format!(
        r#"<w:p w:rsidR="00BA3FF7" w:rsidRPr="000D4789" w:rsidP="00BA3FF7" w14:paraId="149799EC" w14:textId="77777777"><w:pPr><w:pStyle w:val="{style}"/><w:rPr><w:lang w:val="en-GB"/></w:rPr></w:pPr>{tab}<w:r w:rsidRPr="000D4789"><w:rPr><w:lang w:val="en-GB"/></w:rPr><w:t xml:space="preserve">{start}</w:t></w:r><w:r><w:t xml:space="preserve">{end}</w:t></w:r></w:p>"#
    )
}

fn best_of<T>(work: impl Fn() -> T) -> (Duration, T) {
    let round = || {
        let start = Clock::start();
        let given = work();
        (start.elapsed(), given)
    };
    let (mut best, given) = round();
    for _ in 0..2 {
        best = best.min(round().0);
    }
    (best, given)
}

/// Time that this thread has computed, whatever else the machine does; time that has passed where the system does not
/// tell.
struct Clock {
    begun: Instant,
    computed: Option<Duration>,
}

impl Clock {
    fn start() -> Self {
        Self { begun: Instant::now(), computed: computed() }
    }

    fn elapsed(&self) -> Duration {
        let computed = self.computed.zip(computed()).map(|(start, end)| end.saturating_sub(start));
        computed.unwrap_or_else(|| self.begun.elapsed())
    }
}

fn computed() -> Option<Duration> {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    times.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Memory of this process in kB; 0 where the system does not tell.
fn resident(name: &str) -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
