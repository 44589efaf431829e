use domain::permission::Role;
use futures::future::join_all;
use serde_json::{Value, json};
use testkit::app::{PASSWORD, TestApp};

testkit::on_each_app!(
    an_administrator_creates_an_account_with_the_specified_call,
    two_requests_create_an_account_once,
    accounts_are_listed_by_page_sort_and_filter,
    all_errors_of_a_new_account_are_reported_at_once,
    users_see_themselves_and_only_an_administrator_sees_others,
    the_last_administrator_stays,
    two_administrators_cannot_overwrite_each_other,
    many_accounts_are_changed_together_or_not_at_all,
    many_accounts_join_and_leave_groups,
    people_change_their_own_address_and_preferences_only,
    an_omitted_preference_stays,
    changes_of_ones_own_account_are_logged_once_and_limited,
    a_password_change_needs_the_old_one_and_ends_other_sessions,
    a_password_that_is_easy_to_guess_is_refused_with_the_reason,
    a_reset_gives_a_one_time_password_and_ends_the_sessions,
    a_registration_waits_for_an_administrator,
    registrations_are_throttled_by_address,
    markup_and_sql_in_every_field_are_refused_or_stored_as_text,
);

async fn an_administrator_creates_an_account_with_the_specified_call(app: TestApp) {
    let admin = app.admin().await;
    let form = json!({"account": "ann", "email": "ann@example.com", "displayName": "安 Ann", "role": "author", "password": PASSWORD});
    let answer = admin.post("/user-manage/createUser", form).await;
    assert_eq!(answer.status.as_u16(), 201);
    let made = answer.ok();
    assert_eq!(made.get("password"), None, "a chosen password is not told back");
    let user = &made["user"];
    assert_eq!((&user["account"], &user["role"], &user["status"]), (&json!("ann"), &json!("author"), &json!("active")));
    assert_eq!(user["mustChangePassword"], true);
    assert_eq!(&admin.get("/user-manage/getUserByAccount?account=ANN").await.ok(), user);
}

async fn two_requests_create_an_account_once(app: TestApp) {
    let admin = app.admin().await;
    let form =
        |account: &str| json!({"account": account, "email": "a@example.com", "role": "reader", "password": PASSWORD});
    let answers =
        join_all(["ann", "Ann", "ANN", "ann"].map(|name| admin.post("/user-manage/createUser", form(name)))).await;
    let made = answers.iter().filter(|answer| answer.status.as_u16() == 201).count();
    assert_eq!(made, 1);
    assert!(answers.iter().filter(|a| !a.status.is_success()).all(|a| a.problem() == "409 user.account_taken"));
}

async fn accounts_are_listed_by_page_sort_and_filter(app: TestApp) {
    let admin = app.admin().await;
    for (account, role) in [("dora", Role::Reader), ("carl", Role::Author), ("bea", Role::Author)] {
        app.add(account, role).await;
    }
    let names = |answer: Value| -> Vec<String> {
        let items = answer["items"].as_array().expect("a list").clone();
        items.iter().map(|user| user["account"].as_str().expect("a name").to_owned()).collect()
    };
    let list = async |query: &str| names(admin.get(&format!("/user-manage/queryAllUsers{query}")).await.ok());
    assert_eq!(list("").await, ["admin", "bea", "carl", "dora"]);
    assert_eq!(list("?sort=account&order=desc&pageSize=2&pageNumber=2").await, ["bea", "admin"]);
    assert_eq!(list("?role=author&sort=email").await, ["bea", "carl"]);
    assert_eq!(list("?filter=DOR").await, ["dora"]);
    assert_eq!(list("?filter=%25").await, Vec::<String>::new());
    assert_eq!(list("?status=pending").await, Vec::<String>::new());
    let page = admin.get("/user-manage/queryAllUsers?pageSize=3&pageNumber=9").await.ok();
    assert_eq!(
        (page["total"].as_u64(), page["pageNumber"].as_u64(), page["pageSize"].as_u64()),
        (Some(4), Some(9), Some(3))
    );

    for (query, field) in [
        ("?pageSize=0", "pageSize: unknown_value"),
        ("?pageSize=501", "pageSize: unknown_value"),
        ("?pageSize=2147483648", "pageSize: unknown_value"),
        ("?pageNumber=2147483648", "pageNumber: unknown_value"),
        ("?pageNumber=0", "pageNumber: unknown_value"),
        ("?pageNumber=x", "pageNumber: type"),
        ("?sort=password", "sort: unknown_value"),
        ("?colour=red", "colour: unknown_field"),
        ("?filter=a%00b", "query: nul"),
        (&format!("?filter={}", "x".repeat(201)), "filter: too_long"),
    ] {
        let answer = admin.get(&format!("/user-manage/queryAllUsers{query}")).await;
        assert_eq!(answer.problem(), "400 request.invalid", "{query}");
        assert_eq!(answer.json()["title"], "Invalid parameter");
        assert_eq!(answer.fields(), [field], "{query}");
    }
}

async fn all_errors_of_a_new_account_are_reported_at_once(app: TestApp) {
    let admin = app.admin().await;
    let form = json!({"account": "a b", "email": "nowhere", "role": "author", "password": "short"});
    let answer = admin.post("/user-manage/createUser", form).await;
    assert_eq!(answer.problem(), "400 request.invalid");
    assert_eq!(answer.fields(), ["account: space", "email: email", "password: too_short"]);
    assert_eq!(answer.json()["errors"][0]["message"], "space character is not allowed");
    let form = json!({"account": "ann", "email": "a@b.c", "role": "pilot"});
    assert_eq!(admin.post("/user-manage/createUser", form).await.fields(), ["role: unknown_value"]);
    let form = json!({"account": "ann", "email": "a@b.c", "role": "author", "status": "active"});
    assert_eq!(admin.post("/user-manage/createUser", form).await.fields(), ["status: unknown_field"]);
}

async fn users_see_themselves_and_only_an_administrator_sees_others(app: TestApp) {
    let reader = app.person(Role::Reader).await;
    assert_eq!(reader.get("/user-manage/getUserByAccount?account=Reader").await.ok()["account"], "reader");
    for other in ["admin", "nobody", "%3Cb%3E"] {
        let answer = reader.get(&format!("/user-manage/getUserByAccount?account={other}")).await;
        assert_eq!(answer.problem(), "403 forbidden", "{other}");
    }
    let admin = app.admin().await;
    assert_eq!(admin.get("/user-manage/getUserByAccount?account=nobody").await.problem(), "404 user.not_found");
    assert_eq!(admin.get("/user-manage/getUserByAccount").await.fields(), ["account: required"]);
}

async fn the_last_administrator_stays(app: TestApp) {
    let admin = app.admin().await;
    let me = admin.get("/user-manage/getUserByAccount?account=admin").await.ok();
    for (field, value) in [("role", "reader"), ("status", "inactive")] {
        let mut change = me.clone();
        change[field] = json!(value);
        assert_eq!(admin.post("/user-manage/updateUser", change).await.problem(), "409 user.last_admin");
    }
    app.add("second", Role::Admin).await;
    let mut change = me.clone();
    change["role"] = json!("reader");
    assert_eq!(admin.post("/user-manage/updateUser", change).await.ok()["role"], "reader");
    assert_eq!(admin.get("/system").await.problem(), "403 forbidden");
}

async fn two_administrators_cannot_overwrite_each_other(app: TestApp) {
    let admin = app.admin().await;
    app.add("ann", Role::Reader).await;
    let seen = admin.get("/user-manage/getUserByAccount?account=ann").await.ok();
    let mut first = seen.clone();
    first["role"] = json!("author");
    let mut second = seen;
    second["email"] = json!("new@example.com");
    let after = admin.post("/user-manage/updateUser", first).await.ok();
    assert_eq!(admin.post("/user-manage/updateUser", second).await.problem(), "409 changed_meanwhile");
    assert_eq!(admin.get("/user-manage/getUserByAccount?account=ann").await.ok(), after);
    let absent = json!({"account": "nobody", "email": "a@b.c", "role": "reader", "status": "active", "version": 1});
    assert_eq!(admin.post("/user-manage/updateUser", absent).await.problem(), "404 user.not_found");
}

async fn people_change_their_own_address_and_preferences_only(app: TestApp) {
    let reader = app.person(Role::Reader).await;
    let preferences = json!({"locale": "zh-CN", "pageSize": 50, "notifyByKind": {"accounts": true, "jobs": false, "revisions": true, "comments": true}, "effectivity": {"set": [], "outside": "hide"}, "mailByKind": {"accounts": "atOnce", "jobs": "never", "revisions": "daily", "comments": "daily"}});
    // The specification sends the whole account, so fields that cannot change are ignored.
    let change = json!({"account": "reader", "email": "new@example.com", "displayName": "Ruth", "preferences": preferences, "role": "admin", "status": "active"});
    let after = reader.post("/user-manage/updateUserSelf", change).await.ok();
    assert_eq!((&after["email"], &after["role"]), (&json!("new@example.com"), &json!("reader")));
    assert_eq!(after["preferences"], preferences);
    let other = json!({"account": "admin", "email": "x@example.com"});
    assert_eq!(reader.post("/user-manage/updateUserSelf", other).await.problem(), "403 forbidden");
    let language = json!({"account": "reader", "preferences": preferences});
    let kept = reader.post("/user-manage/updateUserSelf", language).await.ok();
    assert_eq!((&kept["email"], &kept["displayName"]), (&json!("new@example.com"), &json!("Ruth")));
    let empty = json!({"account": "reader", "email": ""});
    assert_eq!(reader.post("/user-manage/updateUserSelf", empty).await.fields(), ["email: required"]);
    let mut odd = json!({"account": "reader", "email": "a@b.c", "preferences": preferences});
    odd["preferences"]["pageSize"] = json!(7);
    assert_eq!(reader.post("/user-manage/updateUserSelf", odd).await.fields(), ["preferences.pageSize: unknown_value"]);
    assert_eq!(reader.get("/users/me").await.ok()["user"]["displayName"], "Ruth");
}

async fn changes_of_ones_own_account_are_logged_once_and_limited(app: TestApp) {
    let reader = app.person(Role::Reader).await;
    let rename = async |name: &str| {
        let sent = json!({"account": "reader", "displayName": name});
        reader.post("/user-manage/updateUserSelf", sent).await
    };
    let logged = async || app.admin().await.get("/audit?action=user.updated&actor=reader").await.ok()["total"].clone();
    for _ in 0..3 {
        rename("Ruth the First").await.ok();
    }
    assert_eq!(logged().await, 1, "what changes nothing is not logged");
    let mut number = 0;
    let refused = loop {
        let answer = rename(&format!("Ruth {number}")).await;
        number += 1;
        if answer.status.as_u16() != 200 || number > 100 {
            break answer;
        }
    };
    assert_eq!(refused.problem(), "429 login.throttled");
    let full = logged().await;
    let aircraft = json!({"account": "reader", "preferences": {"effectivity": {"aircraft": "QZ-HAB"}}});
    reader.post("/user-manage/updateUserSelf", aircraft).await.ok();
    assert_eq!(logged().await, full, "what is not logged is not limited");
    app.wait(61);
    rename("Ruth at last").await.ok();
}

async fn an_omitted_preference_stays(app: TestApp) {
    let reader = app.person(Role::Reader).await;
    let change = async |preferences: Value| {
        let sent = json!({"account": "reader", "preferences": preferences});
        reader.post("/user-manage/updateUserSelf", sent).await.ok()["preferences"].clone()
    };
    let muted = json!({"accounts": true, "jobs": false, "revisions": true, "comments": false});
    change(json!({"pageSize": 50})).await;
    change(json!({"notifyByKind": muted})).await;
    let mail = json!({"accounts": "never", "jobs": "daily", "revisions": "daily", "comments": "atOnce"});
    change(json!({"mailByKind": mail})).await;
    let after = change(json!({"locale": "zh-CN"})).await;
    let all = json!({"set": [], "outside": "hide"});
    let expected =
        json!({"locale": "zh-CN", "pageSize": 50, "notifyByKind": muted, "effectivity": all, "mailByKind": mail});
    assert_eq!(after, expected);
    assert_eq!(change(json!({})).await, after);
}

async fn a_password_change_needs_the_old_one_and_ends_other_sessions(app: TestApp) {
    let (here, there) = (app.person(Role::Author).await, app.signed_in("author").await);
    let change = |account: &str, old: &str, new: &str, confirm: &str| json!({"account": account, "oldPassword": old, "newPassword": new, "confirmPassword": confirm});
    for (body, fields) in [
        (
            change("author", "", "", ""),
            vec!["oldPassword: required", "newPassword: required", "confirmPassword: required"],
        ),
        (change("author", PASSWORD, "long enough now", "long enough noW"), vec!["confirmPassword: password.mismatch"]),
        (change("author", PASSWORD, PASSWORD, PASSWORD), vec!["newPassword: password.same"]),
        (change("author", PASSWORD, "short", "short"), vec!["newPassword: too_short"]),
        (
            change("author", "not this one", "long enough now", "long enough now"),
            vec!["oldPassword: password.wrong_old"],
        ),
    ] {
        assert_eq!(here.post("/user-manage/changePwd", body).await.fields(), fields);
    }
    let other = change("admin", PASSWORD, "long enough now", "long enough now");
    assert_eq!(here.post("/user-manage/changePwd", other).await.problem(), "403 forbidden");

    let good = change("author", PASSWORD, "long enough now", "long enough now");
    here.post("/user-manage/changePwd", good).await.ok();
    here.get("/version").await.ok();
    assert_eq!(there.get("/version").await.problem(), "401 session.revoked");
    let old = json!({"account": "author", "password": PASSWORD});
    assert_eq!(app.anonymous().post("/users/login", old).await.problem(), "401 login.failed");
    app.anonymous().log_in("author", "long enough now").await;
}

async fn a_password_that_is_easy_to_guess_is_refused_with_the_reason(app: TestApp) {
    let admin = app.admin().await;
    for (password, code, reason) in [
        ("Password123", "password.common", "This is one of the most common passwords. Choose another."),
        ("aaaaaaaaaaaa", "password.repetition", "This password repeats or counts characters. Choose another."),
    ] {
        let new = json!({"account": "ann", "email": "a@example.com", "role": "reader", "password": password});
        let refused = admin.post("/user-manage/createUser", new).await;
        assert_eq!(refused.fields(), [format!("password: {code}")]);
        assert_eq!(refused.json()["errors"][0]["message"], reason);
        let own =
            json!({"account": "admin", "oldPassword": PASSWORD, "newPassword": password, "confirmPassword": password});
        assert_eq!(admin.post("/user-manage/changePwd", own).await.fields(), [format!("newPassword: {code}")]);
        let asked =
            json!({"account": "bob", "email": "b@example.com", "password": password, "confirmPassword": password});
        assert_eq!(app.anonymous().post("/users/register", asked).await.fields(), [format!("password: {code}")]);
    }
}

async fn a_reset_gives_a_one_time_password_and_ends_the_sessions(app: TestApp) {
    let (admin, author) = (app.admin().await, app.person(Role::Author).await);
    let given = admin.post("/user-manage/resetPwd", json!({"account": "author"})).await.ok();
    assert_eq!(author.get("/version").await.problem(), "401 session.revoked");
    let again = app.anonymous().log_in("author", given["password"].as_str().expect("told once")).await;
    assert_eq!(again.get("/version").await.problem(), "403 password.change_required");
    let absent = admin.post("/user-manage/resetPwd", json!({"account": "nobody"})).await;
    assert_eq!(absent.problem(), "404 user.not_found");
}

async fn a_registration_waits_for_an_administrator(app: TestApp) {
    let form = json!({"account": "newcomer", "email": "n@example.com", "displayName": "New", "password": PASSWORD, "confirmPassword": PASSWORD});
    let answer = app.anonymous().post("/users/register", form).await;
    assert_eq!(answer.status.as_u16(), 202);
    assert_eq!(answer.ok(), json!({"account": "newcomer"}));
    let typo =
        json!({"account": "other", "email": "n@example.com", "password": PASSWORD, "confirmPassword": "another one"});
    assert_eq!(app.anonymous().post("/users/register", typo).await.fields(), ["confirmPassword: password.mismatch"]);

    let admin = app.admin().await;
    assert_eq!(admin.get("/counts").await.ok()["pendingUsers"], 1);
    let mut user = admin.get("/user-manage/getUserByAccount?account=newcomer").await.ok();
    assert_eq!((&user["status"], &user["role"]), (&json!("pending"), &json!("reader")));
    user["status"] = json!("active");
    user["role"] = json!("author");
    admin.post("/user-manage/updateUser", user).await.ok();
    let newcomer = app.signed_in("newcomer").await;
    assert_eq!(newcomer.get("/users/me").await.ok()["user"]["role"], "author");
}

async fn registrations_are_throttled_by_address(app: TestApp) {
    let form = |n: usize| json!({"account": format!("n{n}"), "email": "n@example.com", "password": PASSWORD, "confirmPassword": PASSWORD});
    for n in 10..15 {
        app.anonymous().post("/users/register", form(n)).await.ok();
    }
    assert_eq!(app.anonymous().post("/users/register", form(16)).await.problem(), "429 login.throttled");
    app.wait(1);
    app.anonymous().post("/users/register", form(16)).await.ok();
}

async fn markup_and_sql_in_every_field_are_refused_or_stored_as_text(app: TestApp) {
    let admin = app.admin().await;
    for nasty in ["'; DROP TABLE user_account; --", "<img src=x onerror=alert(1)>", "{{7*7}}", "../../etc/passwd"] {
        let form = json!({"account": nasty, "email": nasty, "role": "reader", "password": PASSWORD});
        assert_eq!(admin.post("/user-manage/createUser", form).await.problem(), "400 request.invalid");
        let account = format!("u{}", nasty.len());
        let form = json!({"account": account, "email": "u@example.com", "displayName": nasty, "role": "reader", "password": PASSWORD});
        assert_eq!(admin.post("/user-manage/createUser", form).await.ok()["user"]["displayName"], nasty);
    }
    assert_eq!(admin.get("/user-manage/queryAllUsers").await.ok()["total"], 5);
}

async fn many_accounts_are_changed_together_or_not_at_all(app: TestApp) {
    let admin = app.admin().await;
    for account in ["ann", "bob"] {
        app.add(account, Role::Reader).await;
    }
    let ann = app.signed_in("ann").await;
    let change = json!({"accounts": ["ann", "BOB", "bob"], "role": "author"});
    let changed = admin.post("/user-manage/updateUsers", change).await.ok();
    let roles: Vec<_> =
        changed.as_array().expect("users").iter().map(|user| (&user["account"], &user["role"])).collect();
    assert_eq!(roles, [(&json!("ann"), &json!("author")), (&json!("bob"), &json!("author"))]);

    let change = json!({"accounts": ["ann", "nobody"], "status": "inactive"});
    assert_eq!(admin.post("/user-manage/updateUsers", change).await.fields(), ["accounts[1]: unknown_value"]);
    let change = json!({"accounts": ["ann", "admin"], "status": "inactive"});
    assert_eq!(admin.post("/user-manage/updateUsers", change).await.problem(), "409 user.last_admin");
    assert_eq!(ann.get("/users/me").await.ok()["user"]["status"], "active");

    let change = json!({"accounts": ["ann", "bob"], "status": "inactive"});
    admin.post("/user-manage/updateUsers", change).await.ok();
    assert_eq!(ann.get("/users/me").await.status.as_u16(), 401);
    for (change, field) in [
        (json!({"accounts": [], "role": "author"}), "accounts: required"),
        (json!({"accounts": vec!["ann"; 501], "role": "author"}), "accounts: too_many"),
        (json!({"accounts": ["ann"]}), "role: required"),
        (json!({"accounts": ["ann"], "joinGroups": ["g"], "leaveGroups": ["g"]}), "leaveGroups: not_together"),
    ] {
        assert_eq!(admin.post("/user-manage/updateUsers", change).await.fields(), [field]);
    }
}

async fn many_accounts_join_and_leave_groups(app: TestApp) {
    let admin = app.admin().await;
    for account in ["ann", "bob"] {
        app.add(account, Role::Reader).await;
    }
    let mut ids = Vec::new();
    for name in ["Fleet 1", "Fleet 2"] {
        let group = admin.post("/groups", json!({"name": name, "description": "", "members": ["ann"]})).await.ok();
        ids.push(group["group"]["id"].clone());
    }
    let change = json!({"accounts": ["ann", "bob"], "joinGroups": [ids[0]], "leaveGroups": [ids[1]]});
    admin.post("/user-manage/updateUsers", change).await.ok();
    let mut members: Vec<Vec<String>> = Vec::new();
    for id in &ids {
        let group = admin.get(&format!("/groups/{}", id.as_str().expect("an id"))).await.ok();
        let listed = group["members"].as_array().expect("members").clone();
        members.push(listed.iter().map(|member| member["account"].as_str().unwrap_or_default().to_owned()).collect());
    }
    assert_eq!(members, [vec!["ann".to_owned(), "bob".to_owned()], Vec::new()]);
    let change = json!({"accounts": ["ann"], "joinGroups": ["none"]});
    assert_eq!(admin.post("/user-manage/updateUsers", change).await.problem(), "404 group.not_found");
}
