//! Notifications by mail, through a real mail server of the tests.

use domain::access::AccessLevel;
use domain::path::CsdbPath;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::{PASSWORD, TestApp};
use testkit::client::Client;
use testkit::smtp::{MAIL_ACCOUNT, MailBehaviour, MailEncryption, TestMailServer};

use crate::comments::start;
use crate::guests::end_at;
use crate::limited::{Limits, change_access};
use crate::statuses::{changed, step};
use crate::viewer::reader_of;

testkit::on_each_app!(
    mail_is_off_until_an_administrator_sets_it_up,
    a_test_mail_is_sent_over_each_kind_of_connection,
    a_test_mail_shows_the_words_of_the_mail_server,
    a_notification_comes_at_once_in_the_language_of_its_receiver,
    a_day_comes_in_one_mail,
    a_day_has_one_mail_also_with_many_at_once_and_another_hour,
    a_long_day_lists_the_first_messages_and_counts_the_others,
    mails_name_the_library_only_if_a_setting_allows_it,
    links_in_mails_name_the_library_only_if_a_setting_allows_it,
    who_must_not_know_any_more_gets_no_mail,
    a_mail_is_tried_again_after_growing_delays_and_given_up,
    a_refused_mail_is_shown_retried_and_deleted,
    a_mail_survives_a_restart_and_is_sent_by_one_node,
    the_password_of_the_mail_server_is_kept_and_never_shown,
    old_mails_are_not_sent_and_not_kept,
);

async fn set_up(app: &TestApp, encryption: MailEncryption) -> (TestMailServer, Client) {
    let (server, admin) = (TestMailServer::start(encryption).await, app.admin().await);
    admin.put("/config/mail", server.settings(0)).await.ok();
    (server, admin)
}

async fn choose(who: &Client, account: &str, delivery: &str) {
    let kinds = json!({"accounts": delivery, "jobs": delivery, "revisions": delivery, "comments": delivery});
    let change = json!({"account": account, "preferences": {"mailByKind": kinds}});
    who.post("/user-manage/updateUserSelf", change).await.ok();
}

async fn register(app: &TestApp, account: &str) {
    let form = json!({"account": account, "email": "n@example.com", "password": PASSWORD, "confirmPassword": PASSWORD});
    app.anonymous().post("/users/register", form).await.ok();
}

/// Runs a job about a manual, which leaves its creator a notification.
async fn run_job(app: &TestApp, who: &Client, csdb: &str) {
    let parameters = json!({"csdbName": csdb, "manualName": "MEL", "script": ["write"]});
    who.post("/jobs", json!({"jobName": "testJob", "parameterMap": parameters})).await.ok();
    app.run_jobs().await;
}

async fn queue(admin: &Client) -> Vec<Value> {
    admin.get("/mails").await.ok()["items"].as_array().expect("a list").clone()
}

/// State and reason of the only mail.
async fn only(admin: &Client) -> (String, String) {
    let mails = queue(admin).await;
    assert_eq!(mails.len(), 1, "{mails:?}");
    let text = |name: &str| mails[0][name].as_str().unwrap_or_default().to_owned();
    (text("state"), text("reason"))
}

fn pair(state: &str, reason: &str) -> (String, String) {
    (state.to_owned(), reason.to_owned())
}

async fn mail_is_off_until_an_administrator_sets_it_up(app: TestApp) {
    let admin = app.admin().await;
    choose(&admin, "admin", "atOnce").await;
    let settings = admin.get("/config/mail").await.ok();
    assert_eq!((&settings["enabled"], &settings["version"]), (&json!(false), &json!(0)));
    register(&app, "newcomer").await;
    assert_eq!(queue(&admin).await.len(), 0);
    assert_eq!(admin.post("/config/mail/test", json!({})).await.problem(), "409 mail.not_set_up");

    let server = TestMailServer::start(MailEncryption::StartTls).await;
    let mut wrong = server.settings(0);
    wrong["host"] = json!("");
    wrong["publicUrl"] = json!("javascript:alert(1)");
    wrong["senderName"] = json!("A\r\nBcc: x@example.com");
    wrong["sender"] = json!("nobody");
    assert_eq!(
        admin.put("/config/mail", wrong).await.fields(),
        ["host: required", "senderName: character", "sender: email", "publicUrl: url"]
    );
    let mut wrong = server.settings(0);
    wrong["security"] = json!("none");
    assert_eq!(admin.put("/config/mail", wrong).await.fields(), ["security: unencrypted"]);
    let mut wrong = server.settings(0);
    wrong["certificate"] = json!("none");
    assert_eq!(admin.put("/config/mail", wrong).await.fields(), ["certificate: type"]);
    assert_eq!(admin.put("/config/mail", server.settings(7)).await.problem(), "409 changed_meanwhile");
    assert_eq!(admin.put("/config/mail", server.settings(0)).await.ok()["version"], 1);
    register(&app, "latecomer").await;
    app.send_mails().await;
    assert_eq!(server.mails().len(), 1, "only what happened after mail was turned on");

    app.wait(16 * 60);
    assert_eq!(admin.put("/config/mail", server.settings(1)).await.problem(), "403 confirmation.required");
}

async fn a_test_mail_is_sent_over_each_kind_of_connection(app: TestApp) {
    let admin = app.admin().await;
    let kinds = [MailEncryption::Unencrypted, MailEncryption::StartTls, MailEncryption::Tls];
    for (version, encryption) in (0..).zip(kinds) {
        let server = TestMailServer::start(encryption).await;
        let mut settings = server.settings(version);
        settings["enabled"] = json!(false);
        admin.put("/config/mail", settings).await.ok();
        let result = admin.post("/config/mail/test", json!({})).await.ok();
        assert_eq!(result, json!({"sent": true, "to": "admin@example.com"}), "{encryption:?}");
        let [mail] = server.mails().try_into().expect("one mail");
        let is_encrypted = encryption != MailEncryption::Unencrypted;
        assert_eq!((mail.signed_in, mail.encrypted), (is_encrypted, is_encrypted), "{encryption:?}");
        assert_eq!(mail.to, "admin@example.com");
        assert_eq!(mail.header("Subject").as_deref(), Some("Airfolio: test mail"));
        assert_eq!(mail.header("From").as_deref(), Some("Airfolio <airfolio@example.com>"));
        assert!(mail.part("text/html").is_some_and(|html| html.contains("<p>This is a test mail.")), "{mail:?}");
    }
    assert_eq!(admin.get("/audit?action=mail.tested").await.ok()["total"], 3);
}

async fn a_test_mail_shows_the_words_of_the_mail_server(app: TestApp) {
    let (server, admin) = set_up(&app, MailEncryption::StartTls).await;
    let test = async || admin.post("/config/mail/test", json!({})).await.ok();
    server.behave(MailBehaviour::RefuseReceiver);
    let result = test().await;
    assert_eq!(result["sent"], false);
    assert_eq!(result["error"], "permanent error (550): 5.1.1 no such user");

    let mut wrong = server.settings(1);
    wrong["password"] = json!("wrong");
    admin.put("/config/mail", wrong).await.ok();
    assert_eq!(test().await["error"], "permanent error (535): 5.7.8 wrong password");

    let mut untrusted = server.settings(2);
    untrusted["certificate"] = json!("");
    admin.put("/config/mail", untrusted).await.ok();
    let error = test().await["error"].as_str().expect("a message").to_owned();
    assert!(error.contains("certificate"), "{error}");

    let mut implicit = server.settings(3);
    implicit["security"] = json!("tls");
    admin.put("/config/mail", implicit).await.ok();
    assert_eq!(test().await["sent"], false, "the server speaks no TLS before STARTTLS");

    let plain = TestMailServer::start(MailEncryption::Unencrypted).await;
    let mut encrypted = plain.settings(4);
    encrypted["security"] = json!("startTls");
    admin.put("/config/mail", encrypted).await.ok();
    assert_eq!(test().await["sent"], false, "a server without STARTTLS gets no mail");
    assert_eq!((server.mails().len(), plain.mails().len()), (0, 0));
}

async fn a_notification_comes_at_once_in_the_language_of_its_receiver(app: TestApp) {
    let (server, admin) = set_up(&app, MailEncryption::Tls).await;
    app.add("second", Role::Admin).await;
    let second = app.signed_in("second").await;
    choose(&admin, "admin", "atOnce").await;
    choose(&second, "second", "atOnce").await;
    let chinese = json!({"account": "second", "preferences": {"locale": "zh-CN"}});
    second.post("/user-manage/updateUserSelf", chinese).await.ok();
    register(&app, "newcomer").await;
    app.send_mails().await;
    app.send_mails().await;

    let mails = server.mails();
    let to = |address: &str| mails.iter().find(|mail| mail.to == address).expect("a mail");
    assert_eq!(mails.len(), 2);
    let (english, chinese) = (to("admin@example.com"), to("second@example.com"));
    assert_eq!(english.header("Subject").as_deref(), Some("Airfolio: newcomer requests an account"));
    assert_eq!(chinese.header("Subject").as_deref(), Some("Airfolio: newcomer 申请开通账号"));
    assert!(chinese.part("text/plain").is_some_and(|text| text.contains("新消息")), "{chinese:?}");
    let link = "https://airfolio.example.com/#/admin/index?tab=users&filter=newcomer";
    let (plain, html) = (english.part("text/plain").expect("a text"), english.part("text/html").expect("a page"));
    assert!(plain.contains(&format!("- newcomer requests an account\r\n  {link}")), "{plain}");
    assert!(html.contains(&link.replace('&', "&amp;")), "{html}");
    assert_eq!(english.header("Auto-Submitted").as_deref(), Some("auto-generated"));
    assert!(queue(&admin).await.iter().all(|mail| mail["state"] == "sent" && mail["notifications"] == 1));
}

async fn a_day_comes_in_one_mail(app: TestApp) {
    let (server, _admin) = set_up(&app, MailEncryption::StartTls).await;
    register(&app, "newcomer").await;
    register(&app, "latecomer").await;
    app.send_mails().await;
    assert_eq!(server.mails().len(), 0);
    app.wait(86_400);
    app.send_mails().await;
    let [mail] = server.mails().try_into().expect("one mail");
    assert_eq!(mail.header("Subject").as_deref(), Some("Airfolio: 2 messages"));

    let admin_again = app.admin().await;
    register(&app, "third").await;
    admin_again.put("/notifications/read", json!({})).await.ok();
    app.wait(86_400);
    app.send_mails().await;
    assert_eq!(server.mails().len(), 1, "what was read needs no mail");
    let newest = queue(&app.admin().await).await[0].clone();
    assert_eq!((&newest["state"], &newest["reason"]), (&json!("skipped"), &json!("nothing")));
}

async fn a_day_has_one_mail_also_with_many_at_once_and_another_hour(app: TestApp) {
    let (server, admin) = set_up(&app, MailEncryption::StartTls).await;
    admin.post("/csdb", json!({"csdbName": "A320"})).await.ok();
    admin.post("/csdb/manual", json!({"csdbName": ["A320"], "manualName": ["MEL"]})).await.ok();
    let parameters = json!({"csdbName": "A320", "manualName": "MEL", "script": ["write"]});
    for _ in 0..8 {
        admin.post("/jobs", json!({"jobName": "testJob", "parameterMap": parameters})).await.ok();
    }
    let nodes = [app.second_node(), app.second_node(), app.second_node(), app.second_node()];
    futures::future::join_all(nodes.iter().map(TestApp::run_jobs)).await;
    assert_eq!(queue(&admin).await.len(), 1, "however many nodes end jobs at a time");
    app.wait(6 * 3_600 + 1);
    app.send_mails().await;
    let [mail] = server.mails().try_into().expect("one mail");
    assert_eq!(mail.header("Subject").as_deref(), Some("Airfolio: 8 messages"));

    // The mail of today was sent at six; an hour that is still to come must not bring a second one.
    let admin = app.admin().await;
    let mut settings = server.settings(1);
    settings["dailyHour"] = json!(7);
    settings.as_object_mut().expect("an object").remove("password");
    admin.put("/config/mail", settings).await.ok();
    run_job(&app, &admin, "A320").await;
    app.wait(3_600);
    app.send_mails().await;
    assert_eq!(server.mails().len(), 1, "{:?}", queue(&admin).await);
    app.wait(86_400);
    app.send_mails().await;
    assert_eq!(server.mails().len(), 2);
}

async fn a_long_day_lists_the_first_messages_and_counts_the_others(app: TestApp) {
    let (server, _admin) = set_up(&app, MailEncryption::StartTls).await;
    register(&app, "newcomer").await;
    // The message that is there, 119 times more.
    let many = "
        INSERT INTO notification (
            id, user_id, kind, code, params, link, created_on, read_on, csdb_folded, manual_folded, mail_id)
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 119)
        SELECT 'x' || i, user_id, kind, code, params, link, created_on, read_on, csdb_folded, manual_folded, mail_id
        FROM notification, n";
    app.db.tamper(many).await;
    app.wait(86_400);
    app.send_mails().await;
    let [mail] = server.mails().try_into().expect("one mail");
    assert_eq!(mail.header("Subject").as_deref(), Some("Airfolio: 120 messages"));
    assert!(mail.source.contains("20 more in Airfolio"), "{}", mail.source);
    assert_eq!(queue(&app.admin().await).await[0]["state"], "sent");
}

async fn mails_name_the_library_only_if_a_setting_allows_it(app: TestApp) {
    let (server, admin) = set_up(&app, MailEncryption::StartTls).await;
    choose(&admin, "admin", "atOnce").await;
    admin.post("/csdb", json!({"csdbName": "A320"})).await.ok();
    admin.post("/csdb/manual", json!({"csdbName": ["A320"], "manualName": ["MEL"]})).await.ok();
    run_job(&app, &admin, "A320").await;
    app.send_mails().await;
    let mut settings = server.settings(1);
    settings["includeContent"] = json!(true);
    settings.as_object_mut().expect("an object").remove("password");
    admin.put("/config/mail", settings).await.ok();
    run_job(&app, &admin, "A320").await;
    app.send_mails().await;
    let [brief, full] = server.mails().try_into().expect("two mails");
    assert_eq!(brief.header("Subject").as_deref(), Some("Airfolio: testJob complete"));
    assert!(!brief.source.contains("A320") && !brief.source.contains("MEL"), "{}", brief.source);
    assert_eq!(full.header("Subject").as_deref(), Some("Airfolio: testJob complete: /A320/MEL"));
}

async fn links_in_mails_name_the_library_only_if_a_setting_allows_it(app: TestApp) {
    let (server, admin) = set_up(&app, MailEncryption::StartTls).await;
    reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    changed(&author).await;
    choose(&approver, "approver", "atOnce").await;
    choose(&author, "author", "atOnce").await;
    step(&author, "submit").await.ok();
    start(&approver, json!({"text": "Look, @author"})).await.ok();
    app.send_mails().await;
    let mails = server.mails();
    assert_eq!(mails.len(), 2);
    for mail in &mails {
        let (plain, html) = (mail.part("text/plain").expect("a text"), mail.part("text/html").expect("a page"));
        assert!(!plain.contains("NV240") && !html.contains("NV240"), "{plain}");
        let lists = if mail.to == "author@example.com" { "/#/comments\r\n" } else { "/#/\r\n" };
        assert!(plain.contains(lists), "{plain}");
    }
    let mut settings = server.settings(1);
    settings["includeContent"] = json!(true);
    settings.as_object_mut().expect("an object").remove("password");
    admin.put("/config/mail", settings).await.ok();
    step(&approver, "sendBack").await.ok();
    app.send_mails().await;
    let whole = server.mails()[2].part("text/plain").expect("a text");
    assert!(whole.contains("/#/library/NV240/MMEL?dm=DMC-NV240"), "{whole}");
}

async fn who_must_not_know_any_more_gets_no_mail(app: TestApp) {
    let (server, admin) = set_up(&app, MailEncryption::StartTls).await;
    admin.post("/csdb", json!({"csdbName": "SECRET"})).await.ok();
    admin.post("/csdb/manual", json!({"csdbName": ["SECRET"], "manualName": ["MEL"]})).await.ok();
    for account in ["loser", "leaver", "sleeper", "guest"] {
        app.add(account, Role::Approver).await;
    }
    let limits =
        Limits::of_group(&app, "/SECRET", "Fleet 2", &["loser", "leaver", "sleeper", "guest"], AccessLevel::Approve)
            .await;
    app.add("demoted", Role::Admin).await;
    for account in ["loser", "leaver", "sleeper", "guest", "demoted"] {
        choose(&app.signed_in(account).await, account, "atOnce").await;
    }
    choose(&admin, "admin", "never").await;
    for account in ["loser", "leaver", "sleeper", "guest"] {
        run_job(&app, &app.signed_in(account).await, "SECRET").await;
    }
    register(&app, "newcomer").await;

    change_access(&app, &CsdbPath::parse("/SECRET").expect("a path"), &[(&limits.group, None)]).await;
    choose(&app.signed_in("sleeper").await, "sleeper", "never").await;
    for (account, role, status) in [("leaver", "approver", "inactive"), ("demoted", "reader", "active")] {
        let address = format!("/user-manage/getUserByAccount?account={account}");
        let mut user = admin.get(&address).await.ok();
        user["role"] = json!(role);
        user["status"] = json!(status);
        admin.post("/user-manage/updateUser", user).await.ok();
    }
    end_at(&admin, "guest", json!(app.ctx.clock.now())).await;
    app.send_mails().await;
    assert_eq!(server.mails().len(), 0);
    let mut ends: Vec<String> =
        queue(&admin).await.iter().map(|mail| format!("{} {}", mail["account"], mail["reason"])).collect();
    ends.sort();
    let expected = ["demoted nothing", "guest inactive", "leaver inactive", "loser nothing", "sleeper nothing"];
    assert_eq!(
        ends,
        expected.map(|end| end.split(' ').map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" "))
    );
}

async fn a_mail_is_tried_again_after_growing_delays_and_given_up(app: TestApp) {
    let (server, admin) = set_up(&app, MailEncryption::StartTls).await;
    choose(&admin, "admin", "atOnce").await;
    server.behave(MailBehaviour::AskLater);
    register(&app, "newcomer").await;
    app.send_mails().await;
    assert_eq!(only(&admin).await, pair("waiting", "unreachable"));
    assert_eq!(queue(&admin).await[0]["error"], "transient error (451): 4.7.1 greylisted");
    app.send_mails().await;
    assert_eq!(queue(&admin).await[0]["attempts"], 1, "not before its time");
    for minutes in [1, 5, 15, 60, 240] {
        app.wait(minutes * 60);
        app.send_mails().await;
    }
    let admin = app.admin().await;
    assert_eq!(queue(&admin).await[0]["attempts"], 6);
    server.behave(MailBehaviour::Accept);
    app.wait(720 * 60);
    app.send_mails().await;
    let admin = app.admin().await;
    assert_eq!(only(&admin).await, pair("sent", ""));
    assert_eq!(server.mails().len(), 1);

    drop(server);
    register(&app, "latecomer").await;
    for minutes in [0, 1, 5, 15, 60, 240, 720, 1440] {
        app.wait(minutes * 60);
        app.send_mails().await;
    }
    let newest = queue(&app.admin().await).await[0].clone();
    assert_eq!((&newest["state"], &newest["attempts"]), (&json!("failed"), &json!(8)));
}

async fn a_refused_mail_is_shown_retried_and_deleted(app: TestApp) {
    let (server, admin) = set_up(&app, MailEncryption::StartTls).await;
    choose(&admin, "admin", "atOnce").await;
    server.behave(MailBehaviour::RefuseReceiver);
    register(&app, "newcomer").await;
    app.send_mails().await;
    assert_eq!(only(&admin).await, pair("failed", "refused"));
    let mail = queue(&admin).await[0].clone();
    assert_eq!(mail["error"], "permanent error (550): 5.1.1 no such user");
    assert_eq!(admin.get("/mails?state=failed").await.ok()["total"], 1);
    assert_eq!(admin.get("/mails?state=sent").await.ok()["total"], 0);
    assert_eq!(admin.get("/mails?state=lost").await.fields(), ["state: unknown_value"]);

    let id = mail["id"].as_str().expect("an id");
    server.behave(MailBehaviour::Accept);
    assert_eq!(admin.post(&format!("/mails/{id}/retry"), json!({})).await.status.as_u16(), 204);
    app.send_mails().await;
    assert_eq!(only(&admin).await, pair("sent", ""));
    assert_eq!(admin.post(&format!("/mails/{id}/retry"), json!({})).await.problem(), "409 mail.sent");
    assert_eq!(admin.delete(&format!("/mails/{id}")).await.status.as_u16(), 204);
    assert_eq!(admin.delete(&format!("/mails/{id}")).await.problem(), "404 mail.not_found");
    assert_eq!(admin.get("/notifications").await.ok()["total"], 1, "the notification stays");
    assert_eq!(admin.get("/audit?action=mail.retried").await.ok()["total"], 1);
    assert_eq!(admin.get("/audit?action=mail.deleted").await.ok()["total"], 1);
}

async fn a_mail_survives_a_restart_and_is_sent_by_one_node(app: TestApp) {
    let (server, admin) = set_up(&app, MailEncryption::StartTls).await;
    choose(&admin, "admin", "atOnce").await;
    register(&app, "newcomer").await;
    // The node dies after it claimed the mail.
    let claimed = app::users::mail::outbox::next(&app.ctx).await.expect("a queue").expect("a mail");
    let id = queue(&admin).await[0]["id"].as_str().expect("an id").to_owned();
    assert_eq!(admin.delete(&format!("/mails/{id}")).await.problem(), "409 mail.sending");
    assert_eq!(admin.post(&format!("/mails/{id}/retry"), json!({})).await.problem(), "409 mail.sent");
    register(&app, "latecomer").await;
    drop(claimed);
    let (restarted, other) = (app.restarted(), app.second_node());
    restarted.send_mails().await;
    assert_eq!(server.mails().len(), 1, "the second registration; the first belongs to a node that may live");
    app.wait(121);
    tokio::join!(restarted.send_mails(), other.send_mails(), app.send_mails());
    assert_eq!(server.mails().len(), 2);

    // The mail server takes a mail over and the answer gets lost: the only case of two mails, with one id.
    server.behave(MailBehaviour::Vanish);
    register(&app, "third").await;
    app.send_mails().await;
    server.behave(MailBehaviour::Accept);
    app.wait(60);
    app.send_mails().await;
    let mails = server.mails();
    assert_eq!(mails.len(), 4);
    assert_eq!(mails[2].header("Message-ID"), mails[3].header("Message-ID"));
    assert_ne!(mails[1].header("Message-ID"), mails[2].header("Message-ID"));
}

async fn the_password_of_the_mail_server_is_kept_and_never_shown(app: TestApp) {
    let (server, admin) = set_up(&app, MailEncryption::StartTls).await;
    let shown = admin.get("/config/mail").await;
    assert_eq!(shown.ok()["hasPassword"], true);
    let (_, password) = MAIL_ACCOUNT;
    assert!(!shown.text().contains(password), "{}", shown.text());
    let mut tx = app.db.read().await.expect("a transaction");
    let sealed = store::mail_settings::find(&mut tx).await.expect("settings").sealed_password;
    drop(tx);
    assert!(!sealed.is_empty() && !sealed.contains(password), "{sealed}");

    let mut kept = server.settings(1);
    kept.as_object_mut().expect("an object").remove("password");
    kept["senderName"] = json!("Fleet");
    admin.put("/config/mail", kept.clone()).await.ok();
    assert_eq!(admin.post("/config/mail/test", json!({})).await.ok()["sent"], true);
    let elsewhere = TestMailServer::start(MailEncryption::StartTls).await;
    kept["port"] = json!(elsewhere.port);
    kept["version"] = json!(2);
    assert_eq!(admin.put("/config/mail", kept).await.fields(), ["password: required"], "it never goes elsewhere");
    let log = admin.get("/audit?action=setting.updated").await;
    assert!(log.text().contains("Airfolio → Fleet") && !log.text().contains(password), "{}", log.text());
}

async fn old_mails_are_not_sent_and_not_kept(app: TestApp) {
    let (server, admin) = set_up(&app, MailEncryption::StartTls).await;
    register(&app, "newcomer").await;
    let mut off = server.settings(1);
    off["enabled"] = json!(false);
    admin.put("/config/mail", off).await.ok();
    app.wait(8 * 86_400);
    app.send_mails().await;
    let admin = app.admin().await;
    assert_eq!(only(&admin).await, pair("waiting", ""));
    admin.put("/config/mail", server.settings(2)).await.ok();
    app.send_mails().await;
    assert_eq!(only(&admin).await, pair("skipped", "tooOld"));
    assert_eq!(server.mails().len(), 0);
    app.wait(31 * 86_400);
    app::users::mail::outbox::sweep(&app.ctx).await.expect("old mails go");
    assert_eq!(queue(&app.admin().await).await.len(), 0);
}
