//! Front matter that publications generate, and how it is told from what people write.

use crate::field::FieldCode;

/// The beginning of the extension codes of generated modules. It is reserved: no manual contains such a module, so that a
/// generated one never has the identity of another.
pub const GENERATED_EXTENSION: &str = "AIRFOLIOFM";

/// Whether an extension code is one of generated modules.
pub fn is_generated_extension(code: &str) -> bool {
    let start = code.get(..GENERATED_EXTENSION.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(GENERATED_EXTENSION))
}

/// Refuses the extension code of generated modules for anything else.
pub fn refuse_reserved(code: String) -> Result<String, FieldCode> {
    if is_generated_extension(&code) { Err(FieldCode::Reserved) } else { Ok(code) }
}

/// Whether a key or a file name, as in `DME-AZB01-AIRFOLIOFM…-001A-D_en-US`, is that of a generated module.
pub fn is_generated_name(name: &str) -> bool {
    let mut parts = name.splitn(4, '-');
    let is_extended =
        parts.next().is_some_and(|prefix| ["DME", "PME"].iter().any(|one| one.eq_ignore_ascii_case(prefix)));
    is_extended && parts.nth(1).is_some_and(is_generated_extension)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_modules_are_known_by_their_extension() {
        assert!(is_generated_name("DME-AZB01-AIRFOLIOFMNVR01AMM0100-NV-A-00-00-00-00A-001A-D_en-US"));
        assert!(is_generated_name("pme-azb01-airfoliofm-NV-NVR01-AMM01-00_001-00_EN-US.XML"));
        for other in ["DME-AZB01-QZ-NV-A-00-00-00-00A-001A-D", "DMC-AZB01-AIRFOLIOFM-A", "DME-AIRFOLIOFM-QZ-NV", ""] {
            assert!(!is_generated_name(other), "{other}");
        }
        assert_eq!(refuse_reserved("AirfolioFM1".to_owned()), Err(FieldCode::Reserved));
        assert_eq!(refuse_reserved("AZB".to_owned()), Ok("AZB".to_owned()));
        assert!(!is_generated_extension("AIRFOLIO") && !is_generated_extension("飞机飞机飞机"));
    }
}
