//! Packages to look at, made here: small, whole, and then broken on purpose.

use std::io::{Cursor, Write};
use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};

use domain::finding::{Finding, Severities};
use s1000d::code::DmCode;
use s1000d::package::{self, Contents, Discard, Known, Limits, Nothing, Options};
use s1000d::xsd::{SchemaSet, Schemas};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// Files by name; the last of a name wins.
#[derive(Clone, Default)]
pub(crate) struct Package {
    pub(crate) files: Vec<(String, Vec<u8>)>,
}

impl Package {
    pub(crate) fn with(mut self, name: &str, content: impl Into<Vec<u8>>) -> Self {
        self.files.retain(|(known, _)| known != name);
        self.files.push((name.to_owned(), content.into()));
        self
    }

    pub(crate) fn without(mut self, name: &str) -> Self {
        let before = self.files.len();
        self.files.retain(|(known, _)| known != name);
        assert_eq!(self.files.len() + 1, before, "there was no {name}");
        self
    }

    /// Replaces text in one file.
    pub(crate) fn changed(mut self, name: &str, from: &str, to: &str) -> Self {
        let (_, content) = self.files.iter_mut().find(|(known, _)| known == name).expect("the file is there");
        let text = String::from_utf8(content.clone()).expect("text");
        assert!(text.contains(from), "{name} does not hold {from}");
        *content = text.replace(from, to).into_bytes();
        self
    }

    pub(crate) fn zip(&self) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in &self.files {
            // Incompressible files are stored, which is quick.
            let method = if content.len() > 1 << 20 { CompressionMethod::Stored } else { CompressionMethod::Deflated };
            zip.start_file(name, SimpleFileOptions::default().compression_method(method)).expect("an entry");
            zip.write_all(content).expect("its content");
        }
        zip.finish().expect("an archive").into_inner()
    }

    pub(crate) fn inspect(&self) -> Inspected {
        inspect(self.zip())
    }
}

/// The result of an inspection.
pub(crate) struct Inspected {
    pub(crate) contents: Contents,
    pub(crate) findings: Vec<Finding>,
}

impl Inspected {
    /// Code, rule and file of each finding.
    pub(crate) fn found(&self) -> Vec<(u16, &str, &str)> {
        self.findings.iter().map(|one| (one.code().number(), one.rule.as_str(), one.file.as_str())).collect()
    }

    /// The value that a finding names.
    pub(crate) fn names(&self, rule: &str, param: &str) -> Vec<&str> {
        let of_rule = self.findings.iter().filter(|one| one.rule.as_str() == rule);
        of_rule
            .filter_map(|one| one.params.iter().find(|(name, _)| name == param))
            .map(|(_, value)| value.as_str())
            .collect()
    }
}

pub(crate) fn inspect(zip: Vec<u8>) -> Inspected {
    inspect_with(zip, &SCHEMAS, &Nothing, 2, Limits::default())
}

pub(crate) fn inspect_with(
    zip: Vec<u8>,
    schemas: &Schemas,
    known: &dyn Known,
    threads: usize,
    limits: Limits,
) -> Inspected {
    let source: Cursor<Arc<[u8]>> = Cursor::new(zip.into());
    let options = Options {
        limits,
        schemas,
        severities: &Severities::default(),
        sink: &Discard,
        progress: &|_, _| ControlFlow::Continue(()),
        threads,
    };
    let (contents, findings) = package::inspect(source, known, &options).expect("nobody stops it");
    Inspected { contents, findings }
}

/// A small schema set of our own, in the shape of the official ones.
pub(crate) static SCHEMAS: LazyLock<Schemas> = LazyLock::new(|| {
    let set = SchemaSet::open(&schema_zip("S1000D_4-2/xml_schema_flat/")).expect("a set");
    Schemas::new(vec![Arc::new(set)])
});

pub(crate) fn schema_zip(folder: &str) -> Vec<u8> {
    schema_files(folder).zip()
}

pub(crate) fn schema_files(folder: &str) -> Package {
    let loose = |root: &str| {
        format!(
            r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="{root}" type="anything"/>{ANYTHING}</xs:schema>"#
        )
    };
    let mut set = Package::default()
        .with(&format!("{folder}descript.xsd"), DESCRIPT)
        .with(&format!("{folder}xlink.xsd"), XLINK)
        .with(&format!("{folder}xml.xsd"), XML);
    for (name, root) in [
        ("pm", "pm"),
        ("ddn", "ddn"),
        ("dml", "dml"),
        ("container", "dmodule"),
        ("appliccrossreftable", "dmodule"),
        ("condcrossreftable", "dmodule"),
        ("prdcrossreftable", "dmodule"),
    ] {
        set = set.with(&format!("{folder}{name}.xsd"), loose(root));
    }
    set
}

const ANYTHING: &str = r#"<xs:complexType name="anything" mixed="true">
  <xs:sequence><xs:any minOccurs="0" maxOccurs="unbounded" processContents="skip"/></xs:sequence>
  <xs:anyAttribute processContents="skip"/></xs:complexType>"#;

/// Imports by a relative path and by an address, as issues 4 and 5 do; neither is ever fetched.
const DESCRIPT: &str = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xlink="http://www.w3.org/1999/xlink">
<xs:import namespace="http://www.w3.org/XML/1998/namespace" schemaLocation="http://www.w3.org/2001/xml.xsd"/>
<xs:import namespace="http://www.w3.org/1999/xlink" schemaLocation="xlink.xsd"/>
<xs:element name="dmodule"><xs:complexType><xs:sequence>
  <xs:element name="identAndStatusSection" type="anything"/>
  <xs:element name="content"><xs:complexType><xs:sequence>
    <xs:element name="referencedApplicGroup" type="anything" minOccurs="0"/>
    <xs:element name="description"><xs:complexType><xs:sequence>
      <xs:choice minOccurs="0" maxOccurs="unbounded">
        <xs:element name="para" type="para"/>
        <xs:element name="figure"><xs:complexType><xs:sequence>
          <xs:element name="title" type="xs:string"/>
          <xs:element name="graphic"><xs:complexType>
            <xs:attribute name="infoEntityIdent" type="xs:ENTITY" use="required"/>
          </xs:complexType></xs:element></xs:sequence><xs:attribute name="id" type="xs:ID"/></xs:complexType></xs:element>
        <xs:element name="quantity" type="xs:decimal"/>
      </xs:choice></xs:sequence></xs:complexType></xs:element>
  </xs:sequence></xs:complexType></xs:element>
</xs:sequence><xs:anyAttribute processContents="skip"/></xs:complexType></xs:element>
<xs:complexType name="para" mixed="true">
  <xs:choice minOccurs="0" maxOccurs="unbounded">
    <xs:element name="dmRef" type="anything"/><xs:element name="pmRef" type="anything"/>
    <xs:element name="internalRef" type="anything"/>
  </xs:choice>
  <xs:attribute name="id" type="xs:ID"/><xs:attribute name="applicRefId" type="xs:IDREF"/>
  <xs:attribute ref="xml:space"/><xs:attribute ref="xlink:href"/>
</xs:complexType>
<xs:complexType name="anything" mixed="true">
  <xs:sequence><xs:any minOccurs="0" maxOccurs="unbounded" processContents="skip"/></xs:sequence>
  <xs:anyAttribute processContents="skip"/></xs:complexType>
</xs:schema>"#;

const XLINK: &str = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/1999/xlink"><xs:attribute name="href" type="xs:anyURI"/></xs:schema>"#;
const XML: &str = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/XML/1998/namespace"><xs:attribute name="space" type="xs:NCName"/></xs:schema>"#;

pub(crate) const SVG: &str = r#"<svg xmlns="http://www.w3.org/2000/svg"/>"#;
pub(crate) const PNG: &[u8] = b"\x89PNG\r\n\x1a\n rest";
pub(crate) const ICN: &str = "ICN-TESTAC-A-000000-A-F0210-00001-A-001-01";

/// The attributes of a data module code.
pub(crate) fn dm_code(code: &str) -> String {
    let code = DmCode::parse(code).expect("a code");
    let attributes: Vec<String> = code.attributes().map(|(name, value)| format!("{name}=\"{value}\"")).collect();
    format!("<dmCode {}/>", attributes.join(" "))
}

pub(crate) fn dm_ref(code: &str) -> String {
    format!("<dmRef><dmRefIdent>{}</dmRefIdent></dmRef>", dm_code(code))
}

/// The parts of a module.
pub(crate) struct Dm<'a> {
    pub(crate) code: &'a str,
    pub(crate) schema: &'a str,
    /// Between the status's own elements.
    pub(crate) status: &'a str,
    pub(crate) content: &'a str,
    pub(crate) doctype: &'a str,
}

impl Default for Dm<'_> {
    fn default() -> Self {
        Self {
            code: DESCRIPTION,
            schema: "descript",
            status: "",
            content: "<description><para>Text.</para></description>",
            doctype: "",
        }
    }
}

impl Dm<'_> {
    pub(crate) fn xml(&self) -> String {
        let Self { schema, status, content, doctype, .. } = self;
        format!(
            r#"<?xml version="1.0" encoding="UTF-8"?>
{doctype}<dmodule xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="http://www.s1000d.org/S1000D_4-2/xml_schema_flat/{schema}.xsd">
<identAndStatusSection><dmAddress><dmIdent>{}<language languageIsoCode="en" countryIsoCode="US"/><issueInfo issueNumber="001" inWork="00"/></dmIdent>
<dmAddressItems><issueDate year="2026" month="01" day="02"/><dmTitle><techName>Pump</techName><infoName>Description</infoName></dmTitle></dmAddressItems></dmAddress>
<dmStatus issueType="new"><security securityClassification="01"/>{status}</dmStatus></identAndStatusSection>
<content>{content}</content>
</dmodule>"#,
            dm_code(self.code)
        )
    }

    pub(crate) fn name(&self) -> String {
        file_name(self.code)
    }
}

pub(crate) fn file_name(code: &str) -> String {
    format!("DMC-{code}_001-00_en-US.XML")
}

pub(crate) const DESCRIPTION: &str = "TESTAC-A-29-10-00-00A-040A-A";
pub(crate) const OTHER: &str = "TESTAC-A-29-20-00-00A-040A-A";
pub(crate) const CONTAINER: &str = "TESTAC-A-29-30-00-00A-040A-A";
pub(crate) const ACT: &str = "TESTAC-A-00-00-00-00A-00WA-D";
pub(crate) const CCT: &str = "TESTAC-A-00-00-00-00A-00QA-D";
pub(crate) const PCT: &str = "TESTAC-A-00-00-00-00A-00PA-D";
pub(crate) const MISSING: &str = "TESTAC-A-99-90-00-00A-040A-A";
pub(crate) const PM: &str = "PMC-TESTAC-F0210-MEL00-00_001-00_en-US.XML";
pub(crate) const DDN: &str = "DDN-TESTAC-F0210-K0999-2026-00001.XML";

pub(crate) fn pm(entries: &str) -> String {
    format!(
        r#"<pm xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="http://www.s1000d.org/S1000D_4-2/xml_schema_flat/PM.xsd">
<identAndStatusSection><pmAddress><pmIdent><pmCode modelIdentCode="TESTAC" pmIssuer="F0210" pmNumber="MEL00" pmVolume="00"/>
<language languageIsoCode="en" countryIsoCode="US"/><issueInfo issueNumber="001" inWork="00"/></pmIdent>
<pmAddressItems><issueDate year="2026" month="01" day="02"/><pmTitle>Manual</pmTitle></pmAddressItems></pmAddress>
<pmStatus issueType="new"><security securityClassification="01"/></pmStatus></identAndStatusSection>
<content>{entries}</content></pm>"#
    )
}

pub(crate) fn entry(code: &str) -> String {
    format!("<pmEntry>\n{}\n</pmEntry>\n", dm_ref(code))
}

pub(crate) fn ddn(files: &[&str]) -> String {
    let item =
        |file: &&str| format!("<deliveryListItem>\n<dispatchFileName>{file}</dispatchFileName></deliveryListItem>");
    let items = files.iter().map(item).collect::<Vec<_>>().concat();
    format!(
        r#"<ddn xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="http://www.s1000d.org/S1000D_4-2/xml_schema_flat/ddn.xsd">
<identAndStatusSection><ddnAddress><ddnIdent><ddnCode modelIdentCode="TESTAC" senderIdent="F0210" receiverIdent="K0999" yearOfDataIssue="2026" seqNumber="00001"/></ddnIdent>
<ddnAddressItems><issueDate year="2026" month="01" day="02"/><dispatchTo><dispatchAddress><enterprise><enterpriseName>Operator</enterpriseName></enterprise></dispatchAddress></dispatchTo>
<dispatchFrom><dispatchAddress><enterprise><enterpriseName>Maker</enterpriseName></enterprise></dispatchAddress></dispatchFrom></ddnAddressItems></ddnAddress></identAndStatusSection>
<ddnContent><deliveryList>{items}</deliveryList></ddnContent></ddn>"#
    )
}

/// A data management list of a type (c, p or s) with these modules.
pub(crate) fn dml(kind: &str, codes: &[&str]) -> String {
    let entry = |code: &&str| format!("<dmlEntry>\n{}</dmlEntry>", dm_ref(code));
    let entries = codes.iter().map(entry).collect::<Vec<_>>().concat();
    format!(
        r#"<dml xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="http://www.s1000d.org/S1000D_4-2/xml_schema_flat/dml.xsd">
<identAndStatusSection><dmlAddress><dmlIdent><dmlCode dmlType="{kind}" modelIdentCode="TESTAC" senderIdent="F0210" yearOfDataIssue="2026" seqNumber="00001"/>
<issueInfo issueNumber="001" inWork="00"/></dmlIdent><dmlAddressItems><issueDate year="2026" month="01" day="02"/></dmlAddressItems></dmlAddress></identAndStatusSection>
<dmlContent>{entries}</dmlContent></dml>"#
    )
}

/// Gives a package the DDN that lists exactly what it holds.
pub(crate) fn with_ddn(package: Package) -> Package {
    let names: Vec<String> = package.files.iter().map(|(name, _)| name.clone()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    package.with(DDN, ddn(&names))
}

/// A whole plain package without a single finding.
pub(crate) fn plain() -> Package {
    let act_ref = format!("<applicCrossRefTableRef>{}</applicCrossRefTableRef>", dm_ref(ACT));
    let doctype = format!(
        "<!DOCTYPE dmodule [<!NOTATION svg SYSTEM \"svg\">\n<!ENTITY {ICN} SYSTEM \"{ICN}.SVG\" NDATA svg>]>\n"
    );
    let applic = "<applic><assert applicPropertyIdent=\"model\" applicPropertyType=\"prodattr\" applicPropertyValues=\"A|B\"/></applic>";
    let description = Dm {
        status: &format!("{act_ref}\n{applic}"),
        content: &format!(
            "<description><para>See {}.</para>\n<figure id=\"f1\"><title>Pump</title><graphic infoEntityIdent=\"{ICN}\"/></figure></description>",
            dm_ref(OTHER)
        ),
        doctype: &doctype,
        ..Dm::default()
    };
    let other = Dm { code: OTHER, ..Dm::default() };
    let container = Dm {
        code: CONTAINER,
        schema: "container",
        content: &format!("<container><refs>{}{}</refs></container>", dm_ref(DESCRIPTION), dm_ref(OTHER)),
        ..Dm::default()
    };
    with_ddn(
        tables(Package::default())
            .with(&description.name(), description.xml())
            .with(&other.name(), other.xml())
            .with(&container.name(), container.xml())
            .with(PM, pm(&format!("{}{}", entry(DESCRIPTION), entry(CONTAINER))))
            .with(&format!("{ICN}.SVG"), SVG),
    )
}

/// ACT, CCT and PCT that agree.
pub(crate) fn tables(package: Package) -> Package {
    let act = Dm {
        code: ACT,
        schema: "appliccrossreftable",
        content: &format!(
            "<applicCrossRefTable><productAttributeList><productAttribute id=\"model\"><name>Model</name><descr>Model</descr>\
             <enumeration applicPropertyValues=\"A|B\"/></productAttribute></productAttributeList>\
             <condCrossRefTableRef>{}</condCrossRefTableRef><productCrossRefTableRef>{}</productCrossRefTableRef></applicCrossRefTable>",
            dm_ref(CCT),
            dm_ref(PCT)
        ),
        ..Dm::default()
    };
    let cct = Dm {
        code: CCT,
        schema: "condcrossreftable",
        content: "<condCrossRefTable><condTypeList><condType id=\"sb\"><name>SB</name><descr>SB</descr><enumeration applicPropertyValues=\"PRE|POST\"/></condType></condTypeList>\
                  <condList><cond id=\"SB1\" condTypeRefId=\"sb\"><name>SB1</name><descr>SB1</descr></cond></condList></condCrossRefTable>",
        ..Dm::default()
    };
    let pct = Dm {
        code: PCT,
        schema: "prdcrossreftable",
        content: "<productCrossRefTable><product><assign applicPropertyIdent=\"model\" applicPropertyType=\"prodattr\" applicPropertyValue=\"A\"/>\
                  <assign applicPropertyIdent=\"SB1\" applicPropertyType=\"condition\" applicPropertyValue=\"PRE\"/></product></productCrossRefTable>",
        ..Dm::default()
    };
    package.with(&act.name(), act.xml()).with(&cct.name(), cct.xml()).with(&pct.name(), pct.xml())
}
