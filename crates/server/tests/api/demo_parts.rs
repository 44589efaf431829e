//! Parts of the demo that an interrupted run has begun: the next one completes them, and another one changes nothing.

use app::Caller;
use app::changes::requests::{self, NewRequest, RequestPeople};
use app::comments::threads::{self, NewThread};
use app::imports::shell;
use app::library::csdbs::{self, NewCsdb};
use app::library::files;
use domain::change_request::{RequestDetails, RequestOrigin};
use domain::job::JobStatus;
use domain::password::Password;
use domain::path::{FilePath, ManualPath};
use domain::snapshot::Reading;
use serde_json::json;
use testkit::app::{PASSWORD, TestApp};

testkit::on_each_app!(
    comments_that_were_begun_are_completed,
    change_requests_that_were_begun_are_completed,
    a_database_that_is_not_limited_yet_becomes_so,
    work_of_other_people_is_left_alone,
    a_person_who_has_signed_in_keeps_earlier_messages,
);

const MODULE: &str = "/NV240/AMM/DMC-NV240-A-28-21-01-00A-520A-A_en-US.XML";

async fn caller(app: &TestApp, account: &str) -> Caller {
    shell::caller(&app.ctx, Some(account)).await.expect("a person")
}

/// The demo people, and the maintenance manual.
async fn begun(app: &TestApp) {
    let password = Password::parse(PASSWORD).expect("a password");
    app::demo::load(&app.ctx, Some(password)).await.expect("the demo people");
    let package = app::demo::PACKAGES.into_iter().find(|package| package.folder == "amm").expect("a package");
    let zip = server::demo::package(package.folder).expect("its files");
    let author = caller(app, "li.author").await;
    let imported = Box::pin(app::demo::import(&app.ctx, &author, package, zip, |_| ())).await.expect("it comes in");
    assert_eq!(imported.map(|job| job.status), Some(JobStatus::Completed));
}

async fn say(app: &TestApp, account: &str, text: &str) {
    let (person, path) = (caller(app, account).await, FilePath::parse(MODULE).expect("a path"));
    let file = files::find(&app.ctx, &person, &path, &Reading::default()).await.expect("a module");
    let (anchor, text) = (String::new(), text.to_owned());
    let new = NewThread { version: file.version_id, anchor, text, suggestion: None };
    threads::start(&app.ctx, &person, &path, new).await.expect("a thread");
}

async fn request(app: &TestApp, title: &str) {
    let details = RequestDetails {
        title: title.to_owned(),
        description: "The run was interrupted after it.".to_owned(),
        origin: RequestOrigin::Comment,
        reference: String::new(),
        due_on: None,
    };
    let manual = ManualPath::parse("/NV240/AMM").expect("a path");
    let new = NewRequest { manual, place: None, details, people: RequestPeople::default() };
    requests::create(&app.ctx, &caller(app, "ruth.reader").await, new).await.expect("a request");
}

async fn comments_that_were_begun_are_completed(app: TestApp) {
    begun(&app).await;
    say(&app, "ruth.reader", "Does this also hold with the auxiliary tank (EK28AUX)? @li.author").await;
    assert!(app::demo::comment(&app.ctx).await.expect("the rest is written"));
    assert!(!app::demo::comment(&app.ctx).await.expect("all is there"));
    let reader = app.signed_in("ruth.reader").await;
    assert_eq!(reader.get("/comments").await.ok()["total"], json!(3));
    assert_eq!(reader.get("/comments?state=resolved").await.ok()["total"], json!(1));
}

async fn change_requests_that_were_begun_are_completed(app: TestApp) {
    begun(&app).await;
    request(&app, "Name the torque of the drain plug").await;
    assert!(app::demo::request_changes(&app.ctx).await.expect("the rest is asked for"));
    assert!(!app::demo::request_changes(&app.ctx).await.expect("all is there"));
    let listed = app.signed_in("ruth.reader").await.get("/changeRequests").await.ok();
    assert_eq!(listed["total"], json!(2), "{listed}");
}

async fn a_database_that_is_not_limited_yet_becomes_so(app: TestApp) {
    begun(&app).await;
    let author = caller(&app, "li.author").await;
    let database = NewCsdb { name: "NV300".to_owned(), csdb_type: "NV240".to_owned(), alias: String::new() };
    csdbs::create(&app.ctx, &author, &database).await.expect("a database");
    assert!(app::demo::limit(&app.ctx, &author).await.expect("it is limited"));
    assert!(!app::demo::limit(&app.ctx, &author).await.expect("it is limited already"));
    let manuals = async |account: &str| {
        let listed = app.signed_in(account).await.get("/csdb/manual?csdbName=NV300").await.ok();
        listed.as_array().map(Vec::len)
    };
    assert_eq!((manuals("li.author").await, manuals("ruth.reader").await), (Some(2), Some(1)));
}

async fn work_of_other_people_is_left_alone(app: TestApp) {
    begun(&app).await;
    say(&app, "ines.approver", "We use this procedure for our own tests.").await;
    request(&app, "Our own request").await;
    assert!(!app::demo::comment(&app.ctx).await.expect("nothing is written"));
    assert!(!app::demo::request_changes(&app.ctx).await.expect("nothing is asked for"));
    let reader = app.signed_in("ruth.reader").await;
    assert_eq!(reader.get("/comments").await.ok()["total"], json!(1));
    assert_eq!(reader.get("/changeRequests").await.ok()["total"], json!(1));
}

async fn a_person_who_has_signed_in_keeps_earlier_messages(app: TestApp) {
    begun(&app).await;
    app::demo::comment(&app.ctx).await.expect("comments");
    let author = app.signed_in("li.author").await;
    let unread = async || author.get("/counts").await.ok()["messages"].clone();
    let before = unread().await;
    assert!(before.as_u64() > Some(0), "he is mentioned: {before}");
    app.wait(60);
    app::demo::clear_messages(&app.ctx, app.ctx.clock.now()).await.expect("nothing new");
    assert_eq!(unread().await, before);
    app::demo::clear_messages(&app.ctx, chrono::DateTime::UNIX_EPOCH).await.expect("as of a run that began before");
    assert_eq!(unread().await, json!(0));
}
