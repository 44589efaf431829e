use domain::id::UserId;
use store::request_views::{self, SavedRequestFilter};
use store::{StoreError, users};
use testkit::database::TestDatabase;

use crate::given::{at, user};

testkit::on_each_database!(views_belong_to_their_owner_and_are_shared);

async fn views_belong_to_their_owner_and_are_shared(db: TestDatabase) -> Result<(), StoreError> {
    let mut tx = db.begin().await?;
    let (ada, ben) = (user("ada"), user("ben"));
    for person in [&ada, &ben] {
        users::insert(&mut tx, person, "hash").await?;
    }
    let view = |id: &str, name: &str, shared: bool| SavedRequestFilter {
        id: id.to_owned(),
        name: name.to_owned(),
        query: "mine=yes".to_owned(),
        created_on: at(1),
        shared,
        owner: "ada".to_owned(),
    };
    assert_eq!(request_views::upsert(&mut tx, &ada.id, &view("1", "Mine", false)).await?, "1");
    assert_eq!(request_views::upsert(&mut tx, &ada.id, &view("2", "Ours", true)).await?, "2");
    assert_eq!(request_views::upsert(&mut tx, &ada.id, &view("3", "MINE", false)).await?, "1", "it keeps its id");
    assert_eq!(request_views::count_of(&mut tx, &ada.id).await?, 2);
    assert_eq!(request_views::list(&mut tx, &ben.id).await?, [view("2", "Ours", true)]);
    assert_eq!(request_views::list(&mut tx, &ada.id).await?.len(), 2);
    assert!(!request_views::delete(&mut tx, &ben.id, "2").await?);
    assert!(request_views::delete(&mut tx, &ada.id, "2").await?);
    assert!(request_views::list(&mut tx, &UserId("nobody".to_owned())).await?.is_empty());
    Ok(())
}
