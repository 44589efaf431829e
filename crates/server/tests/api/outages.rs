//! A database without room, one that ends connections, and jobs that wait for either.

use domain::permission::Role;
use serde_json::{Value, json};
use store::DbKind;
use testkit::app::TestApp;

testkit::on_each_app!(
    a_database_without_room_is_said_and_writes_go_on_afterwards,
    a_request_whose_connection_is_ended_is_told_to_come_again,
    a_job_waits_as_long_as_the_storage_is_full,
);

/// Makes every new database of the library fail as on a full disk. PostgreSQL says so itself. SQLite ends the transaction
/// by itself, as on a full disk, but no trigger can raise its code: `program/full_disk.rs` tests that on a real disk.
async fn refuse_databases(app: &TestApp) {
    let sql = match app.db.kind() {
        DbKind::Sqlite => "CREATE TRIGGER refuse BEFORE INSERT ON csdb BEGIN SELECT RAISE(ROLLBACK, 'no room'); END",
        DbKind::Postgres => {
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
            CREATE TRIGGER refuse BEFORE INSERT ON csdb FOR EACH ROW EXECUTE FUNCTION refuse()"
        }
    };
    app.db.tamper(sql).await;
}

async fn accept_databases(app: &TestApp) {
    let on = if app.db.kind() == DbKind::Postgres { " ON csdb" } else { "" };
    app.db.tamper(&format!("DROP TRIGGER refuse{on}")).await;
    if app.db.kind() == DbKind::Postgres {
        app.db.tamper("DROP FUNCTION refuse").await;
    }
}

fn database(name: &str) -> Value {
    json!({"csdbName": name, "csdbType": "H160"})
}

async fn a_database_without_room_is_said_and_writes_go_on_afterwards(app: TestApp) {
    let admin = app.admin().await;
    for name in ["ONE", "TWO"] {
        refuse_databases(&app).await;
        let refused = admin.in_language("zh-CN").post("/csdb", database(name)).await;
        if app.db.kind() == DbKind::Postgres {
            assert_eq!(refused.problem(), "503 storage.full");
            assert_eq!(refused.json()["title"], "存储空间已满，未保存任何内容。请联系管理员释放空间后重试。");
            assert_eq!(refused.header("retry-after"), "5");
        } else {
            assert_eq!(refused.problem(), "500 server.internal");
        }
        accept_databases(&app).await;
        admin.post("/csdb", database(name)).await.ok();
    }
}

async fn a_request_whose_connection_is_ended_is_told_to_come_again(app: TestApp) {
    if app.db.kind() == DbKind::Sqlite {
        return;
    }
    app.db
        .tamper(
            "CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(60); END $$;
            CREATE TRIGGER linger BEFORE INSERT ON csdb FOR EACH ROW EXECUTE FUNCTION linger()",
        )
        .await;
    let admin = app.admin().await;
    let asking = tokio::spawn(async move { admin.post("/csdb", database("H160")).await });
    while !asking.is_finished() {
        app.db
            .tamper(
                "SELECT pg_terminate_backend(pid)
                FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event = 'PgSleep'",
            )
            .await;
    }
    let refused = asking.await.expect("an answer");
    assert_eq!(refused.problem(), "503 storage.unavailable");
    app.admin().await.get("/csdb").await.ok();
}

async fn a_job_waits_as_long_as_the_storage_is_full(app: TestApp) {
    let author = app.person(Role::Author).await;
    app.gate.set_full(true);
    let asked = json!({"jobName": "testJob", "parameterMap": {"script": ["store"]}});
    let job = author.post("/jobs", asked).await.ok();
    let address = format!("/jobs/{}", job["id"].as_str().expect("an id"));
    // More often than trouble of ours is forgiven, and than a job may be taken up.
    for _ in 0..40 {
        assert_eq!(app.run_jobs().await, 1);
        assert_eq!(author.get(&address).await.ok()["status"], "CREATED");
        app.wait(11);
    }
    app.gate.set_full(false);
    assert_eq!(app.run_jobs().await, 1);
    let done = author.get(&address).await.ok();
    assert_eq!((&done["status"], &done["outputMap"]["attempt"]), (&json!("COMPLETED"), &json!("1")), "{done}");
}
