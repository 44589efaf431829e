//! Official sample sets and facts about them. We may not ship them: the tests report when they are missing.

#![expect(clippy::expect_used, reason = "a test that cannot read what it compares must stop at once")]

use std::io::Cursor;
use std::ops::ControlFlow;
use std::sync::Arc;

use domain::finding::{Finding, Severities};
use s1000d::code::{Code, Identity};
use s1000d::object::{ObjectRef, Target};
use s1000d::package::{self, Discard, Limits, Nothing, Options};
use s1000d::publication::{self, Entry, Publication, roots};
use s1000d::xsd::{SchemaSet, Schemas};

use crate::data;
use crate::packages::PackageFiles;

pub use s1000d::package::Contents;

/// A file of the data in `AIRFOLIO_TEST_DATA`; `None`, with a message, when it is missing.
pub fn file(name: &str) -> Option<Vec<u8>> {
    data::path(name).map(|path| std::fs::read(path).expect("a file"))
}

/// The contents and findings of a package, without a library, validated against these schema sets.
pub fn inspected(zip: &[u8], sets: &[&[u8]]) -> (Contents, Vec<Finding>) {
    let sets = sets.iter().map(|set| Arc::new(SchemaSet::open(set).expect("a set"))).collect();
    let options = Options {
        limits: Limits::default(),
        schemas: &Schemas::new(sets),
        severities: &Severities::default(),
        sink: &Discard,
        progress: &|_, _| ControlFlow::Continue(()),
        threads: 2,
    };
    package::inspect(Cursor::new(Arc::<[u8]>::from(zip)), &Nothing, &options).expect("nobody stops it")
}

/// For each root publication, every entry below it in order: the title of a section, or the referenced code.
pub fn entries(files: &PackageFiles) -> Vec<Vec<String>> {
    let of_name = |name: &str| name.rsplit('/').next().is_some_and(|name| name.starts_with("PM"));
    let publications: Vec<Publication> = files
        .iter()
        .filter(|(name, _)| of_name(name))
        .map(|(_, bytes)| publication::read(&bytes[..]).expect("a publication").0)
        .collect();
    let all: Vec<&Publication> = publications.iter().collect();
    let mut of_roots: Vec<Vec<String>> = roots(&all).into_iter().map(|root| below(all[root], &all)).collect();
    of_roots.sort();
    of_roots
}

fn below(publication: &Publication, all: &[&Publication]) -> Vec<String> {
    let code = |target: &ObjectRef| Identity { language: None, ..target.identity() }.to_string();
    let included = |target: &ObjectRef| {
        let same = |one: &&&Publication| one.object.identity.as_ref().is_some_and(|identity| target.is_to(identity));
        all.iter().find(same).filter(|_| matches!(target.code, Code::Publication(_)))
    };
    let mut lines = Vec::new();
    for node in &publication.nodes {
        match &node.entry {
            Entry::Section(title) => lines.push(title.clone()),
            Entry::Reference(Target::Object(target)) => {
                lines.push(code(target));
                lines.extend(included(target).into_iter().flat_map(|publication| below(publication, all)));
            }
            Entry::Reference(Target::External { code, .. }) => lines.push(code.clone()),
            Entry::Reference(other) => lines.push(format!("{other:?}")),
        }
    }
    lines
}
