use store::oem_comments::{self, CommentNumber};
use store::trash::{self, TrashTarget};
use store::{StoreError, change_requests};
use testkit::database::TestDatabase;
use testkit::library::empty_manual;

use crate::change_requests::request;
use crate::given::{at, kept, user};

testkit::on_each_database!(a_comment_keeps_its_number_and_no_number_is_used_twice);

async fn a_comment_keeps_its_number_and_no_number_is_used_twice(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let (csdb, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let (first, second) = (request("r1", 1, &manual, &ann), request("r2", 2, &manual, &ann));
    for one in [&first, &second] {
        change_requests::insert(&mut tx, &csdb.id, one).await?;
    }
    let number = |year, number| Some(CommentNumber { year, number });
    assert_eq!(oem_comments::find(&mut tx, &first.id, "QZ001").await?, None);
    assert_eq!(oem_comments::insert(&mut tx, &first.id, "QZ001", 2026).await?, number(2026, 1));
    assert_eq!(oem_comments::insert(&mut tx, &second.id, "QZ001", 2026).await?, number(2026, 2));
    assert_eq!(oem_comments::insert(&mut tx, &first.id, "QZ002", 2026).await?, number(2026, 1));
    assert_eq!(oem_comments::insert(&mut tx, &first.id, "QZ001", 2027).await?, None, "it has a number");
    assert_eq!(oem_comments::find(&mut tx, &first.id, "QZ001").await?, number(2026, 1));
    assert_eq!(oem_comments::insert(&mut tx, &second.id, "QZ002", 2027).await?, number(2027, 1));

    let whole = TrashTarget::Manual(manual.id.clone());
    assert!(trash::insert(&mut tx, &whole, "ann", at(6)).await?);
    assert!(trash::purge(&mut tx, &whole, at(7)).await?);
    while trash::sweep(&mut tx, 2).await? {}
    tx.commit().await?;
    assert_eq!(db.count("oem_comment").await, 0, "they go with their requests");
    assert_eq!(db.count("oem_comment_sequence").await, 4, "the numbers that were given away stay known");
    Ok(())
}
