//! Statements of applicability that modules share: the repository that `applicRef` names.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Applic;
use crate::guard::{Checked, Refusal};
use crate::object;
use crate::object::ident::{child, elements};
use crate::object::lines::Lines;

/// The statement of each `applicIdentValue`. Entries with the same statement share it: however many they are,
/// it is held once.
pub type Repository = BTreeMap<String, Arc<Applic>>;

/// Whether a file refers to shared statements.
pub fn is_named_in(bytes: &[u8]) -> bool {
    memchr::memmem::find(bytes, b"applicIdentValue").is_some()
}

/// Reads the statements of a repository; a file that is none has none.
pub fn read(file: &Checked<'_>) -> Result<Repository, Refusal> {
    let document = object::parse(file)?;
    let mut lines = Lines::new(document.input_text());
    let named = |name: &'static str| document.descendants().filter(move |node| node.tag_name().name() == name);
    let by_id: BTreeMap<&str, Arc<Applic>> = named("applic")
        .filter_map(|node| Some((node.attribute("id")?, Arc::new(Applic::read(node, &mut lines)))))
        .collect();
    let mut statements = Repository::new();
    for entry in named("applicSpec") {
        let ident = child(entry, "applicSpecIdent").and_then(|ident| ident.attribute("applicIdentValue"));
        let own = elements(entry).find(|part| part.tag_name().name() == "applic");
        let shared = entry.attribute("applicMapRefId").or_else(|| entry.attribute("applicRefId"));
        let applic = match own {
            Some(node) => Some(Arc::new(Applic::read(node, &mut Lines::new("")))),
            None => shared.and_then(|id| by_id.get(id)).cloned(),
        };
        if let Some((ident, applic)) = ident.zip(applic) {
            statements.insert(ident.to_owned(), applic);
        }
    }
    Ok(statements)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guard;

    #[test]
    fn an_entry_stands_for_its_own_statement_or_for_a_shared_one() {
        let file = "<dmodule><referencedApplicGroup><applic id='a1'><assert applicPropertyIdent='model'
            applicPropertyType='prodattr' applicPropertyValues='A'/></applic></referencedApplicGroup>
            <applicRepository>
            <applicSpec applicMapRefId='a1'><applicSpecIdent applicIdentValue='one'/></applicSpec>
            <applicSpec applicMapRefId='a1'><applicSpecIdent applicIdentValue='first'/></applicSpec>
            <applicSpec><applicSpecIdent applicIdentValue='two'/><applic><displayText><simplePara>B only</simplePara>
            </displayText></applic></applicSpec>
            <applicSpec applicMapRefId='none'><applicSpecIdent applicIdentValue='three'/></applicSpec>
            </applicRepository></dmodule>";
        let checked = guard::check(file.as_bytes()).expect("it passes");
        let read = read(&checked).expect("it is read");
        assert_eq!(read.keys().map(String::as_str).collect::<Vec<_>>(), ["first", "one", "two"]);
        assert!(read["one"].expression.is_some());
        assert!(Arc::ptr_eq(&read["one"], &read["first"]), "held once");
        assert_eq!(read["two"].display, "B only");
    }
}
