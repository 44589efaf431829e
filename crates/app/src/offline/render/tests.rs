use super::*;

const CODE: &str = "modelIdentCode='TEST' systemDiffCode='A' systemCode='00' subSystemCode='0' subSubSystemCode='0' \
    assyCode='00' disassyCode='00' disassyCodeVariant='A' infoCode='520' infoCodeVariant='A' itemLocationCode='A'";

fn file(name: &str, text: &str) -> GivenFile {
    GivenFile { name: name.to_owned(), bytes: text.as_bytes().to_vec() }
}

fn module() -> GivenFile {
    let text = [
        "<dmodule><identAndStatusSection><dmAddress><dmIdent><dmCode ",
        CODE,
        "/><language languageIsoCode='en' countryIsoCode='US'/><issueInfo issueNumber='001' inWork='00'/></dmIdent>\
         <dmAddressItems><issueDate year='2026' month='01' day='02'/><dmTitle><techName>Bolt</techName>\
         <infoName>Removal</infoName></dmTitle></dmAddressItems></dmAddress></identAndStatusSection><content>\
         <description><para>Turn it.</para><figure><title>It</title><graphic infoEntityIdent='ICN-1'/></figure>\
         </description></content></dmodule>",
    ];
    file("bolt.xml", &text.concat())
}

fn publication() -> GivenFile {
    let text = [
        "<pm><identAndStatusSection><pmAddress><pmIdent><pmCode modelIdentCode='TEST' pmIssuer='AAAAA' pmNumber='00001' \
         pmVolume='00'/><language languageIsoCode='en' countryIsoCode='US'/><issueInfo issueNumber='001' inWork='00'/>\
         </pmIdent><pmAddressItems><issueDate year='2026' month='01' day='02'/><pmTitle>The manual</pmTitle>\
         </pmAddressItems></pmAddress></identAndStatusSection><content><pmEntry><pmEntryTitle>Chapter</pmEntryTitle>\
         <dmRef><dmRefIdent><dmCode ",
        CODE,
        "/></dmRefIdent></dmRef></pmEntry></content></pm>",
    ];
    file("pm.xml", &text.concat())
}

fn text(site: &RenderedSite, path: &str) -> String {
    let found = site.files.iter().find(|(name, _)| name == path);
    String::from_utf8(found.expect(path).1.clone()).expect("UTF-8")
}

#[test]
fn files_become_a_site_with_contents_and_pictures() {
    let svg = file("ICN-1.SVG", "<svg xmlns='http://www.w3.org/2000/svg'><path d='M0 0'/></svg>");
    let site = render(&[module(), publication(), svg], None);
    assert_eq!((site.modules, site.pictures, site.unreadable.len()), (1, 1, 0), "{:?}", site.unreadable);
    let page = text(&site, "modules/bolt.html");
    assert!(page.contains("Bolt - Removal") && page.contains("Turn it."), "{page}");
    assert!(page.contains("src=\"../pictures/ICN-1.SVG\""), "{page}");
    let index = text(&site, "index.html");
    assert!(index.contains("<h1>The manual</h1>"), "{index}");
    assert!(
        index.contains(
            "<span data-entry=\"1\">Chapter</span><ul><li>\
             <a href=\"./modules/bolt.html\" data-entry=\"2\">Bolt - Removal</a>"
        ),
        "{index}"
    );
    assert!(text(&site, "data/words-tu.js").contains("\"turn\":[0]"));
}

#[test]
fn entries_say_what_they_are_limited_to() {
    let text = String::from_utf8(publication().bytes).expect("UTF-8");
    let stated = "<content><referencedApplicGroup><applic id='app-1'><displayText><simplePara>SB 1</simplePara>\
        </displayText><assert applicPropertyIdent='SB1' applicPropertyType='condition' applicPropertyValues='POST'/>\
        </applic></referencedApplicGroup>";
    let text = text.replace("<content>", stated).replace("<pmEntry>", "<pmEntry applicRefId='app-1'>");
    let site = render(&[module(), file("pm.xml", &text)], None);
    let index = self::text(&site, "index.html");
    assert!(index.contains("Chapter</span> <span class=\"site-applic\">SB 1</span>"), "{index}");
}

#[test]
fn files_that_cannot_be_read_are_named_and_the_rest_is_drawn() {
    let site = render(&[file("broken.xml", "<dmodule"), module(), file("ICN-1.PNG", "no picture")], Some("My title"));
    assert_eq!((site.modules, site.pictures), (1, 0));
    assert_eq!(site.unreadable, ["broken.xml", "ICN-1.PNG"]);
    let index = text(&site, "index.html");
    assert!(index.contains("<h1>My title</h1>") && index.contains("./modules/bolt.html"), "{index}");
}

#[test]
fn a_shared_warning_comes_in_the_language_of_its_module() {
    let repository = |language: &str, words: &str| {
        let text = String::from_utf8(module().bytes).expect("UTF-8");
        let (head, _) = text.split_once("<content>").expect("a module");
        let head = head.replace("infoCode='520'", "infoCode='0A2'").replace("languageIsoCode='en'", language);
        let entry = [
            "<content><commonRepository><warningRepository><warningSpec><warningIdent warningIdentNumber='w-1'/>\
             <warningAndCautionPara>",
            words,
            "</warningAndCautionPara></warningSpec></warningRepository></commonRepository></content></dmodule>",
        ];
        [head.as_str(), &entry.concat()].concat()
    };
    let named = "<description><warningRef warningIdentNumber='w-1'/><para>";
    let task = String::from_utf8(module().bytes).expect("UTF-8").replace("<description><para>", named);
    // The last file that is read has no more weight than the others.
    let files = [
        file("a.xml", &repository("languageIsoCode='en'", "Hot.")),
        file("b.xml", &repository("languageIsoCode='zh'", "高温。")),
        file("bolt.xml", &task),
    ];
    let page = text(&render(&files, None), "modules/bolt.html");
    assert!(page.contains("Hot.") && !page.contains("高温。"), "{page}");
}
