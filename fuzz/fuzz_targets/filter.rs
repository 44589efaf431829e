//! Any file can be filtered; the result is well-formed, and filtering it again changes nothing.

#![no_main]

use libfuzzer_sys::fuzz_target;
use s1000d::applic::{Assignments, Property, PropertyKind};
use s1000d::filter::{AnnotationMode, ProductFilter, filter};
use s1000d::{guard, object};

fuzz_target!(|bytes: &[u8]| {
    let Ok(checked) = guard::check(bytes) else { return };
    let mut product = Assignments::default();
    product.assign(Property { kind: PropertyKind::Attribute, ident: "model".to_owned() }, "A");
    for annotations in [AnnotationMode::Keep, AnnotationMode::Reduce] {
        let settings = ProductFilter { products: &[product.clone()], annotations, ..ProductFilter::default() };
        let Ok(result) = filter(&checked, &settings) else { continue };
        let Some(text) = result.text else { continue };
        let again = guard::check_text(&text).expect("a safe text");
        object::read(&again).expect("well-formed");
        assert_eq!(filter(&again, &settings).expect("well-formed").text, None);
    }
});
