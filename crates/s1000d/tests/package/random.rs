//! Whatever bytes arrive, an inspection ends and answers; the fuzz target `package` does the same for longer.

use proptest::prelude::*;

use crate::given::{self, *};

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        let inspected = given::inspect(bytes);
        prop_assert!(!inspected.findings.is_empty());
    }

    #[test]
    fn a_package_with_bytes_changed_is_read_or_refused(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12)) {
        let mut zip = plain().zip();
        for (place, byte) in changes {
            let place = place.index(zip.len());
            zip[place] = byte;
        }
        given::inspect(zip);
    }

    #[test]
    fn any_document_beside_whole_ones_leaves_them_whole(text in "\\PC{0,200}", name in "[A-Za-z]{1,8}") {
        let name = format!("x-{name}.xml");
        let inspected = with_ddn(plain().without(DDN).with(&name, text)).inspect();
        prop_assert_eq!(inspected.contents.summary.modules, 6);
        prop_assert!(inspected.findings.iter().all(|one| one.file == name));
    }
}
