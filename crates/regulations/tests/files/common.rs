//! Small files of every format.

use std::io::{Cursor, Write};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

pub(crate) fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        zip.start_file(*name, SimpleFileOptions::default()).expect("an entry");
        zip.write_all(content).expect("its content");
    }
    zip.finish().expect("an archive").into_inner()
}

pub(crate) const TABLE: &str =
    "code,title,text,type,parent_code\nC,Chapter,,CATEGORY,\nA,a,\"(a) one\n(b) two\",IR,C\nM,m,Means,AMC,A\n";
pub(crate) const EASA: &str = r#"<pkg:package xmlns:pkg="p" xmlns:er="e" xmlns:w="w"><pkg:part pkg:name="/x"><pkg:xmlData><er:document guid="g" source-title="T"><er:toc><er:heading sdt-id="9" title="SUBPART A"/><er:toc><er:topic sdt-id="1" ERulesId="E" source-title="X.1 Rule" TypeOfContent="IR (r);"/></er:toc></er:toc></er:document></pkg:xmlData></pkg:part><pkg:part pkg:name="/word/document.xml"><pkg:xmlData><w:document><w:body><w:sdt><w:sdtPr><w:tag w:val="topic"/><w:id w:val="1"/></w:sdtPr><w:sdtContent><w:p><w:pPr><w:pStyle w:val="ListLevel0"/></w:pPr><w:r><w:t>(a)</w:t><w:tab/><w:t>Words</w:t></w:r></w:p></w:sdtContent></w:sdt></w:body></w:document></pkg:xmlData></pkg:part></pkg:package>"#;
pub(crate) const ECFR: &str = r#"<DIV5 N="1" TYPE="PART"><HEAD>PART 1</HEAD><DIV8 N="1.1" TYPE="SECTION"><HEAD>§ 1.1 X.</HEAD><P>(a) <I>One</I>—(1) Two</P></DIV8></DIV5>"#;
