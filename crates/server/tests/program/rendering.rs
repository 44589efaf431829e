//! `airfolio render` on plain files.

use crate::process::Installation;

const MODULE: &str = "<dmodule><identAndStatusSection><dmAddress><dmIdent><dmCode modelIdentCode=\"TEST\" \
    systemDiffCode=\"A\" systemCode=\"00\" subSystemCode=\"0\" subSubSystemCode=\"0\" assyCode=\"00\" disassyCode=\"00\" \
    disassyCodeVariant=\"A\" infoCode=\"520\" infoCodeVariant=\"A\" itemLocationCode=\"A\"/><language languageIsoCode=\"en\" \
    countryIsoCode=\"US\"/><issueInfo issueNumber=\"001\" inWork=\"00\"/></dmIdent><dmAddressItems><dmTitle>\
    <techName>Bolt</techName></dmTitle></dmAddressItems></dmAddress></identAndStatusSection><content><description>\
    <para>Turn it.</para><figure><title>It</title><graphic infoEntityIdent=\"ICN-1\"/></figure></description></content>\
    </dmodule>";
const DRAWING: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\"><path id=\"a\" d=\"M0 0\"/></svg>";

#[test]
fn render_writes_a_website_with_the_pictures_beside_the_modules() {
    let place = Installation::new();
    std::fs::write(place.path("bolt.xml"), MODULE).expect("writes");
    std::fs::write(place.path("ICN-1.SVG"), DRAWING).expect("writes");
    let result = place.run(&["render", "bolt.xml", "-o", "out", "--title", "The manual"]);
    assert_eq!(result.code, Some(0), "{}", result.err);
    assert!(result.out.starts_with("Website: 1 modules, 1 pictures. Open out"), "{}", result.out);
    let read = |name: &str| std::fs::read_to_string(place.path(name)).expect("a file");
    assert!(read("out/index.html").contains("./modules/bolt.html"));
    assert!(read("out/modules/bolt.html").contains("src=\"../pictures/ICN-1.SVG\""));
    assert!(read("out/pictures/ICN-1.SVG").contains("<svg"));
    assert!(read("out/assets/site.css").contains(".s1d-warning"));

    let again = place.run(&["render", "bolt.xml", "-o", "out"]);
    assert_eq!(again.code, Some(2), "the folder is in use: {}", again.out);
    std::fs::write(place.path("broken.xml"), "<dmodule>").expect("writes");
    let partly = place.run(&["render", "broken.xml", "bolt.xml", "-o", "partly"]);
    assert_eq!((partly.code, partly.out.lines().next()), (Some(1), Some("broken.xml")), "{}", partly.err);
}
