//! Limits and grants, set by the verbs of the program.

use app::users::access::{AccessUpdate, GranteeName};
use app::users::groups::GroupDetails;
use app::users::sessions;
use domain::access::AccessLevel;
use domain::path::CsdbPath;
use testkit::app::TestApp;

/// A limited place and the group that has a grant there.
#[derive(Debug)]
pub(crate) struct Limits {
    pub(crate) group: String,
}

async fn admin(app: &TestApp) -> app::Caller {
    let client = app.admin().await;
    sessions::authenticate(&app.ctx, Some(client.token())).await.expect("an administrator")
}

/// Changes the grants of a place for some groups.
pub(crate) async fn change_access(app: &TestApp, path: &CsdbPath, groups: &[(&str, Option<AccessLevel>)]) {
    let grants = groups.iter().map(|(name, level)| (GranteeName::Group((*name).to_owned()), *level)).collect();
    let update = AccessUpdate { places: vec![path.clone()], limited: Some(true), grants, replace: false };
    app::users::access::update(&app.ctx, &admin(app).await, &update).await.expect("it is changed");
}

impl Limits {
    /// Limits the place at a path to a new group.
    pub(crate) async fn of_group(app: &TestApp, path: &str, group: &str, members: &[&str], level: AccessLevel) -> Self {
        let members = members.iter().map(|account| (*account).to_owned()).collect();
        let details = GroupDetails { name: group.to_owned(), description: String::new(), members };
        app::users::groups::create(&app.ctx, &admin(app).await, &details).await.expect("a group");
        change_access(app, &CsdbPath::parse(path).expect("a path"), &[(group, Some(level))]).await;
        Self { group: group.to_owned() }
    }
}
