//! Labels are in the document's language, notices about it in the reader's.

use domain::language::Locale;
use s1000d::applic::tables::{Bilingual, Declaration, Tables};
use s1000d::applic::{Assignments, Property, PropertyKind};
use s1000d::document::html::{Links, Options, Outside, Picture, Rendered, render};
use s1000d::guard;

use super::assert_order;

struct Nothing;

impl Links for Nothing {
    fn picture(&self, _: &str, _: Option<&str>) -> Picture {
        Picture::Missing
    }
}

fn model() -> Property {
    Property { kind: PropertyKind::Attribute, ident: "model".into() }
}

fn named(name: &str) -> Tables {
    let mut tables = Tables::default();
    tables.declared.insert(model(), Declaration { name: name.into(), ..Declaration::default() });
    tables
}

fn read(language: &str, locale: Locale) -> Rendered {
    let text = format!(
        "<dmodule><identAndStatusSection><dmAddress><dmIdent>{language}</dmIdent></dmAddress></identAndStatusSection><content>\
        <referencedApplicGroup><applic id='a'><assert applicPropertyIdent='model' applicPropertyType='prodattr' applicPropertyValues='1'/></applic>\
        <applic id='b'><assert applicPropertyIdent='model' applicPropertyType='prodattr' applicPropertyValues='2'/></applic></referencedApplicGroup>\
        <procedure><preliminaryRqmts/><mainProcedure><proceduralStep applicRefId='a'><warning><warningAndCautionPara>W</warningAndCautionPara></warning>\
        <para>S <internalRef internalRefId='f'/><internalRef internalRefId='gone'/></para></proceduralStep><proceduralStep applicRefId='b'><para>T</para></proceduralStep>\
        <figure id='f'><title>F</title><graphic infoEntityIdent='ICN-1'/></figure></mainProcedure></procedure></content></dmodule>"
    );
    let mut choice = Assignments::default();
    choice.assign(model(), "1");
    let (english, chinese) = (named("Model"), named("型号"));
    let tables = Bilingual { english: &english, chinese: &chinese };
    let options = Options { locale, choice: &choice, outside: Outside::Hide, tables, links: &Nothing };
    render(&guard::check(text.as_bytes()).expect("a fixture"), &options).expect("a fixture")
}

#[test]
fn a_chinese_module_stays_chinese_for_an_english_reader_who_is_told_in_english_what_is_not_shown() {
    for language in ["<language languageIsoCode='zh' countryIsoCode='CN'/>", "<language languageIsoCode='ZH'/>"] {
        let rendered = read(language, Locale::English);
        assert_order(
            &rendered.html,
            &[
                "适用于",
                "型号 1",
                "前期准备要求",
                "适用于：型号 1",
                "警告",
                "图 1",
                "title=\"This reference leads nowhere\"",
                "lang=\"en-US\"",
                "Not shown, applicable to: model 2",
                "图 1",
                "The picture is not in the library",
            ],
        );
        assert_eq!(rendered.outline[0].title, "前期准备要求");
        let reasons: Vec<&str> = rendered.annotations.iter().map(|own| own.reason.as_str()).collect();
        assert_eq!(reasons, ["model 1", "model 2"], "why something is shown is told to the reader");
    }
}

#[test]
fn an_english_module_stays_english_for_a_chinese_reader_who_is_told_in_chinese_what_is_not_shown() {
    let rendered = read("<language languageIsoCode='en' countryIsoCode='US'/>", Locale::Chinese);
    assert_order(
        &rendered.html,
        &[
            "Preliminary requirements",
            "Applicable to: model 1",
            "Warning",
            "Figure 1",
            "title=\"该参考没有目标\"",
            "lang=\"zh-CN\"",
            "未显示，适用于：型号 2",
            "Figure 1",
            "资料库中没有该图片",
        ],
    );
}

#[test]
fn a_module_in_a_language_that_the_program_does_not_speak_has_the_words_of_its_reader() {
    for language in ["<language languageIsoCode='fr' countryIsoCode='FR'/>", ""] {
        assert_order(&read(language, Locale::English).html, &["Preliminary requirements", "Figure 1"]);
        assert_order(&read(language, Locale::Chinese).html, &["前期准备要求", "图 1"]);
    }
}

#[test]
fn codes_of_the_specification_are_said_in_words() {
    let text = |language: &str| {
        format!(
            "<dmodule><identAndStatusSection><dmAddress><dmIdent><language languageIsoCode='{language}'/></dmIdent></dmAddress>\
             </identAndStatusSection><content><procedure><preliminaryRqmts><productionMaintData><workAreaLocationGroup>\
             <accessPointRef accessPointNumber='411TL' accessPointTypeValue='accpnl02'/></workAreaLocationGroup></productionMaintData>\
             </preliminaryRqmts></procedure><maintPlanning><taskDefinition taskIdent='1' taskCode='taskcd09' skillType='st77'/></maintPlanning></content></dmodule>"
        )
    };
    let html = |language| crate::reading::draw("a fixture", text(language).as_bytes()).html;
    assert_order(&html("en"), &["411TL Panel", "Task code: Visual check (VCK)", "Skill: code st77"]);
    assert_order(&html("zh"), &["411TL 盖板", "任务代码：目视检查（VCK）", "技能类型：代码 st77"]);
}
