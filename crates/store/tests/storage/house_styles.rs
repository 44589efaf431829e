use domain::house_style::{HouseStyle, LogoFormat, PaperSize, PublishedStyle, StyleColour, StyleLogo, StyleLook};
use domain::id::{OperatorId, PublicationId};
use store::blobs::BlobId;
use store::trash::{self, TrashTarget};
use store::{StoreError, blob_columns, house_styles, operators, publications};
use testkit::database::TestDatabase;

use crate::given::{at, operator};
use crate::publications::{given, publication};

testkit::on_each_database!(
    a_house_style_reads_back_and_is_deleted_with_its_operator,
    the_second_of_two_concurrent_styles_is_refused,
    a_style_waits_for_the_deletion_of_its_operator,
    a_publication_keeps_its_style_when_the_operator_has_another,
    the_logo_of_a_style_counts_as_used,
);

fn style(header: &str, logo: Option<char>) -> PublishedStyle {
    PublishedStyle {
        look: StyleLook {
            primary: StyleColour::Navy,
            accent: StyleColour::Teal,
            paper: PaperSize::A5,
            header: header.to_owned(),
            footer: "{manual} 受控".to_owned(),
        },
        logo: logo.map(|digit| StyleLogo { blob: digit.to_string().repeat(64), format: LogoFormat::Svg }),
    }
}

fn of_operator(id: &OperatorId, style: PublishedStyle) -> HouseStyle {
    HouseStyle { operator_id: id.clone(), style, updated_on: at(1), version: 1 }
}

async fn a_house_style_reads_back_and_is_deleted_with_its_operator(db: TestDatabase) -> Result<(), StoreError> {
    let (alp, bob) = (operator("ALP"), operator("BOB"));
    let mut tx = db.begin().await?;
    operators::insert(&mut tx, &alp).await?;
    operators::insert(&mut tx, &bob).await?;
    assert_eq!(house_styles::find(&mut tx, &alp.id).await?, None);
    let kept = of_operator(&alp.id, style("One", Some('a')));
    assert!(house_styles::insert(&mut tx, &kept).await?);
    assert_eq!(house_styles::find(&mut tx, &alp.id).await?, Some(kept));
    let plain = of_operator(&bob.id, style("", None));
    assert!(house_styles::insert(&mut tx, &plain).await?);
    operators::delete(&mut tx, &alp.id).await?;
    assert_eq!(house_styles::find(&mut tx, &alp.id).await?, None);
    assert_eq!(house_styles::find(&mut tx, &bob.id).await?, Some(plain));
    Ok(())
}

async fn the_second_of_two_concurrent_styles_is_refused(db: TestDatabase) -> Result<(), StoreError> {
    let alp = operator("ALP");
    let mut tx = db.begin().await?;
    operators::insert(&mut tx, &alp).await?;
    let first = of_operator(&alp.id, style("One", None));
    assert!(house_styles::insert(&mut tx, &first).await?);
    assert!(!house_styles::insert(&mut tx, &of_operator(&alp.id, style("Two", None))).await?, "it has one");
    let next = HouseStyle { style: style("Three", Some('b')), updated_on: at(2), ..first };
    assert!(house_styles::update(&mut tx, &next).await?);
    assert!(!house_styles::update(&mut tx, &next).await?, "another version");
    let stored = house_styles::find(&mut tx, &alp.id).await?;
    assert_eq!(stored, Some(HouseStyle { version: 2, ..next }));
    assert!(!house_styles::delete(&mut tx, &alp.id, 1).await?);
    assert!(house_styles::delete(&mut tx, &alp.id, 2).await?);
    assert_eq!(house_styles::find(&mut tx, &alp.id).await?, None);
    Ok(())
}

async fn a_style_waits_for_the_deletion_of_its_operator(db: TestDatabase) -> Result<(), StoreError> {
    let alp = operator("ALP");
    let mut tx = db.begin().await?;
    operators::insert(&mut tx, &alp).await?;
    assert!(operators::keep(&mut tx, &alp.id).await?);
    tx.commit().await?;

    let mut deletion = db.begin().await?;
    assert!(operators::delete(&mut deletion, &alp.id).await?);
    let saving = async {
        let mut tx = db.begin().await?;
        operators::keep(&mut tx, &alp.id).await
    };
    let (is_there, deleted) = tokio::join!(saving, deletion.commit());
    deleted?;
    assert!(!is_there?, "a style would refer to nothing");
    Ok(())
}

async fn a_publication_keeps_its_style_when_the_operator_has_another(db: TestDatabase) -> Result<(), StoreError> {
    let (manual, snapshot) = given(&db).await?;
    let alp = operator("ALP");
    let mut tx = db.begin().await?;
    operators::insert(&mut tx, &alp).await?;
    house_styles::insert(&mut tx, &of_operator(&alp.id, style("Then", Some('a')))).await?;
    let one = publication(&manual, 1, snapshot);
    publications::insert(&mut tx, &one).await?;
    house_styles::insert_published(&mut tx, &one.id, &style("Then", Some('a'))).await?;
    let later = of_operator(&alp.id, style("Later", None));
    assert!(house_styles::update(&mut tx, &later).await?);
    assert_eq!(house_styles::find_published(&mut tx, &one.id).await?, Some(style("Then", Some('a'))));
    assert_eq!(house_styles::find_published(&mut tx, &PublicationId("none".to_owned())).await?, None);
    tx.commit().await?;

    let mut tx = db.begin().await?;
    let book = TrashTarget::Manual(manual.id);
    assert!(trash::insert(&mut tx, &book, "ann", at(3)).await?);
    assert!(trash::purge(&mut tx, &book, at(4)).await?);
    while trash::sweep(&mut tx, 1_000).await? {}
    assert_eq!(house_styles::find_published(&mut tx, &one.id).await?, None, "it is purged with its manual");
    Ok(())
}

async fn the_logo_of_a_style_counts_as_used(db: TestDatabase) -> Result<(), StoreError> {
    let (manual, snapshot) = given(&db).await?;
    let alp = operator("ALP");
    let mut tx = db.begin().await?;
    operators::insert(&mut tx, &alp).await?;
    house_styles::insert(&mut tx, &of_operator(&alp.id, style("", Some('a')))).await?;
    let one = publication(&manual, 1, snapshot);
    publications::insert(&mut tx, &one).await?;
    house_styles::insert_published(&mut tx, &one.id, &style("", Some('b'))).await?;
    let ids: Vec<BlobId> = ["a", "b", "c"].iter().filter_map(|digit| BlobId::parse(&digit.repeat(64))).collect();
    let named = blob_columns::list_named(&mut tx, &ids).await?;
    let named: Vec<bool> = ids.iter().map(|id| named.contains(id.as_str())).collect();
    assert_eq!(named, [true, true, false]);
    Ok(())
}
