//! Codes of new modules: read from their names, and the next free one.

use std::collections::HashSet;
use std::mem::discriminant;

use domain::field::FieldCode;
use domain::front_matter::is_generated_extension;
use domain::path::ManualPath;
use domain::permission::Permission;
use domain::text::fold;
use s1000d::code::{Code, DmCode, FileName, Identity};
use store::objects::ObjectOwner;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::library::manuals;

/// The identity in the name of a new module, as in `DMC-…-040A-A_en-US.XML`: a module or a publication with a language.
pub fn parse_name(name: &str) -> Result<Identity, Error> {
    let wrong = || Error::field("name", FieldCode::UnknownValue);
    let parsed = FileName::parse(name).map_err(|_| wrong())?;
    if parsed.identity.extension.as_ref().is_some_and(|extension| is_generated_extension(&extension.code)) {
        return Err(Error::field("name", FieldCode::Reserved));
    }
    let is_xml = parsed.suffix.as_deref().is_none_or(|suffix| suffix.eq_ignore_ascii_case("xml"));
    let is_module = matches!(parsed.identity.code, Code::Module(_) | Code::Publication(_));
    let is_whole = is_xml && is_module && parsed.issue.is_none() && parsed.identity.language.is_some();
    if is_whole { Ok(parsed.identity) } else { Err(wrong()) }
}

/// The part of a code that counts up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeStep {
    /// The variant, when the code is taken.
    Variant,
    /// The assembly: the one after the last of the subsystem.
    Assembly,
}

/// A code that is free in a manual.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeOffer {
    /// The name of the new module; `None` when there is no free code of this kind.
    pub name: Option<String>,
    /// The code that was asked for is taken.
    pub is_taken: bool,
}

/// The next free code for a module with this name in the manual at a path. A code is free when no language has it, also not
/// in the trash and in OEM revisions that wait; it is taken when its own language has it.
pub async fn next_code(
    ctx: &Ctx,
    caller: &Caller,
    path: &ManualPath,
    identity: &Identity,
    step: CodeStep,
) -> Result<CodeOffer, Error> {
    caller.require(Permission::EditContent)?;
    let mut tx = caller.read(ctx).await?;
    let manual = manuals::at_path(&mut tx, path).await?;
    let owner = ObjectOwner { csdb: &manual.csdb_id, manual: Some(&manual.id) };
    let keys = store::objects::list_keys(&mut tx, owner).await?;
    drop(tx);
    let identity = identity.clone();
    let offer = tokio::task::spawn_blocking(move || offered(&identity, &keys, step));
    Ok(offer.await?)
}

fn offered(identity: &Identity, keys: &[String], step: CodeStep) -> CodeOffer {
    let own = fold(&identity.to_string());
    let is_taken = keys.iter().any(|key| fold(key) == own);
    let known: Vec<Identity> =
        keys.iter().filter_map(|key| FileName::parse(key).ok()).map(|name| name.identity).collect();
    // Codes of other kinds may read the same.
    let is_alike = |one: &&Identity| {
        discriminant(&one.code) == discriminant(&identity.code) && one.extension == identity.extension
    };
    let taken: HashSet<&str> = known.iter().filter(is_alike).map(|one| one.code.as_str()).collect();
    let free = match &identity.code {
        Code::Module(wanted) => {
            let from = match step {
                CodeStep::Variant => Some(wanted.clone()),
                CodeStep::Assembly => wanted.next_assembly(known.iter().filter_map(module_code)),
            };
            from.and_then(|from| from.next_free(|code| taken.contains(code.as_str()))).map(Code::Module)
        }
        Code::Publication(wanted) => wanted.next_free(|code| taken.contains(code.as_str())).map(Code::Publication),
        _ => None,
    };
    let named = free.map(|code| Identity { code, ..identity.clone() }.to_string());
    CodeOffer { name: named, is_taken }
}

/// The code of a data module.
pub(super) fn module_code(identity: &Identity) -> Option<&DmCode> {
    match &identity.code {
        Code::Module(code) => Some(code),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_a_code_and_a_language() {
        for name in ["DMC-NV-A-29-11-01-00A-040A-A_en-US.XML", "PME-F0210-QZ-NV-F0210-00001-00_zh-CN"] {
            assert!(parse_name(name).is_ok(), "{name}");
        }
        for name in [
            "",
            "DMC-NV-A-29-11-01-00A-040A-A.XML",
            "DMC-NV-A-29-11-01-00A-040A-A_001-00_en-US.XML",
            "DMC-NV-A-29-11-01-00A-040A-A_en-US.PNG",
            "ICN-F0210-00001-001-01.CGM",
            "DME-F0210-AIRFOLIOFM-NV-A-29-11-01-00A-040A-A_en-US.XML",
        ] {
            assert!(parse_name(name).is_err(), "{name}");
        }
    }

    #[test]
    fn a_code_is_taken_in_its_own_language_and_free_when_no_language_has_it() {
        let keys = ["DMC-NV-A-29-11-01-00A-040A-A_en-US".to_owned()];
        let offer = |language: &str, step| {
            let identity = parse_name(&format!("DMC-NV-A-29-11-01-00A-040A-A_{language}.XML")).expect("a name");
            let CodeOffer { name, is_taken } = offered(&identity, &keys, step);
            (name.unwrap_or_default(), is_taken)
        };
        assert_eq!(offer("en-US", CodeStep::Variant), ("DMC-NV-A-29-11-01-00A-040B-A_en-US".to_owned(), true));
        assert_eq!(offer("zh-CN", CodeStep::Variant), ("DMC-NV-A-29-11-01-00A-040B-A_zh-CN".to_owned(), false));
        assert_eq!(offer("zh-CN", CodeStep::Assembly).0, "DMC-NV-A-29-11-02-00A-040A-A_zh-CN");
    }

    #[test]
    fn the_next_number_of_a_publication_is_offered() {
        let keys = ["PMC-NV-F0210-00001-00_en-US".to_owned()];
        let identity = parse_name("PMC-NV-F0210-00001-00_en-US.XML").expect("a name");
        let offer = offered(&identity, &keys, CodeStep::Variant);
        assert_eq!(offer, CodeOffer { name: Some("PMC-NV-F0210-00002-00_en-US".to_owned()), is_taken: true });
    }
}
