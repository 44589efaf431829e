//! Every call with a body, with a valid body.

use axum::http::Method;
use serde_json::{Value, json};
use testkit::app::PASSWORD;
use testkit::client::{Client, TestResponse};

/// A call with a body, named as in the specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Call {
    LogIn,
    Register,
    CreateUser,
    UpdateUser,
    ChangePassword,
    UpdateSelf,
    ResetPassword,
    CreateOperator,
    UpdateOperator,
    ListJobs,
    CreateCsdb,
    CreateManual,
    RenameFolder,
    ListTocNodes,
    ReadPackage,
    ImportPackage,
}

impl Call {
    pub(super) const ALL: [Self; 16] = [
        Self::LogIn,
        Self::Register,
        Self::CreateUser,
        Self::UpdateUser,
        Self::ChangePassword,
        Self::UpdateSelf,
        Self::ResetPassword,
        Self::CreateOperator,
        Self::UpdateOperator,
        Self::ListJobs,
        Self::CreateCsdb,
        Self::CreateManual,
        Self::RenameFolder,
        Self::ListTocNodes,
        Self::ReadPackage,
        Self::ImportPackage,
    ];

    fn address(self) -> (Method, &'static str) {
        match self {
            Self::LogIn => (Method::POST, "/users/login"),
            Self::Register => (Method::POST, "/users/register"),
            Self::CreateUser => (Method::POST, "/user-manage/createUser"),
            Self::UpdateUser => (Method::POST, "/user-manage/updateUser"),
            Self::ChangePassword => (Method::POST, "/user-manage/changePwd"),
            Self::UpdateSelf => (Method::POST, "/user-manage/updateUserSelf"),
            Self::ResetPassword => (Method::POST, "/user-manage/resetPwd"),
            Self::CreateOperator => (Method::POST, "/config/operator"),
            Self::UpdateOperator => (Method::PUT, "/config/operator"),
            Self::ListJobs => (Method::POST, "/airline/jobs/getJobsWithPage"),
            Self::CreateCsdb => (Method::POST, "/csdb"),
            Self::CreateManual => (Method::POST, "/csdb/manual"),
            Self::RenameFolder => (Method::PUT, "/folders/default/VICTIM"),
            Self::ListTocNodes => (Method::POST, "/toc/getLeafNodeWithPage"),
            Self::ReadPackage | Self::ImportPackage => (Method::POST, "/jobs"),
        }
    }

    pub(super) fn takes_whole_entity(self) -> bool {
        matches!(self, Self::UpdateUser | Self::UpdateSelf | Self::UpdateOperator | Self::RenameFolder)
    }

    /// A valid body; `n` makes names unique.
    pub(super) async fn body(self, admin: &Client, n: usize) -> Value {
        match self {
            Self::LogIn => json!({"account": "admin", "password": "not this one"}),
            Self::Register => {
                json!({"account": format!("reg{n}"), "email": "r@example.com", "displayName": "R", "password": PASSWORD, "confirmPassword": PASSWORD})
            }
            Self::CreateUser => {
                json!({"account": format!("new{n}"), "email": "n@example.com", "displayName": "N", "role": "reader", "password": PASSWORD})
            }
            Self::UpdateUser => admin.get("/user-manage/getUserByAccount?account=victim").await.ok(),
            Self::ChangePassword => {
                json!({"account": "admin", "oldPassword": "not this one", "newPassword": "long enough now", "confirmPassword": "long enough now"})
            }
            Self::UpdateSelf => admin.get("/user-manage/getUserByAccount?account=admin").await.ok(),
            Self::ResetPassword => json!({"account": "victim"}),
            Self::CreateOperator => operator(&format!("OP{n}"), &format!("HB-{n}")),
            Self::UpdateOperator => admin.get("/config/operator?code=VICTIM").await.ok()["items"][0].clone(),
            Self::ListJobs => {
                json!({"pageNumber": 1, "pageSize": 10, "keyword": "a", "kind": "zipImport", "status": ["FAILED"], "mine": true})
            }
            Self::CreateCsdb => json!({"csdbName": [format!("DB{n}")], "csdbType": "H160", "aliasName": ["Alias"]}),
            Self::CreateManual => {
                json!({"csdbName": ["VICTIM"], "manualName": [format!("M{n}")], "translationLanguages": ["zh-CN"], "modelIdentCode": "H160", "approvalRequired": "no"})
            }
            Self::RenameFolder => admin.get("/folders/default/VICTIM?childDirs=false").await.ok(),
            Self::ListTocNodes => {
                json!({"manualPath": "/VICTIM/MEL", "includeLeaf": true, "pageNumber": 1, "pageSize": 10, "keyword": "a", "lane": "working"})
            }
            Self::ReadPackage => {
                let packages = admin.get("/packages").await.ok();
                json!({"jobName": "universalPreImport", "parameterMap": {"importPackage": packages["items"][0]["path"]}})
            }
            Self::ImportPackage => {
                let packages = admin.get("/packages").await.ok();
                json!({"jobName": "universalImport", "parameterMap": {
                    "packageId": packages["items"][0]["id"], "csdbName": "VICTIM", "manualName": "MEL",
                    "translationLanguages": ["zh-CN"], "complete": "yes", "customer": "C", "productInfo": "P",
                }})
            }
        }
    }

    pub(super) async fn send(self, admin: &Client, body: &Value) -> TestResponse {
        let (method, path) = self.address();
        admin.ask(method, path, Some(body.clone())).await
    }

    /// The entity in the response, and the same entity read again.
    pub(super) async fn kept(self, admin: &Client, answer: &Value) -> Option<(Value, Value)> {
        let user = match self {
            Self::CreateUser => &answer["user"],
            Self::UpdateUser | Self::UpdateSelf => answer,
            Self::CreateOperator | Self::UpdateOperator => {
                let code = percent(answer["code"].as_str().expect("a code"));
                let found = admin.get(&format!("/config/operator?code={code}")).await.ok();
                return Some((answer.clone(), found["items"][0].clone()));
            }
            Self::CreateCsdb => {
                let found = admin.get("/csdb").await.ok();
                let same = found.as_array()?.iter().find(|one| one["id"] == answer["id"])?.clone();
                return Some((answer.clone(), same));
            }
            _ => return None,
        };
        let account = percent(user["account"].as_str().expect("an account"));
        let found = admin.get(&format!("/user-manage/getUserByAccount?account={account}")).await.ok();
        Some((user.clone(), found))
    }
}

pub(super) fn operator(code: &str, registration: &str) -> Value {
    json!({
        "code": code, "name": "Alpine", "country": "CH", "extensionProducer": "F0210", "extensionCode": "EXT",
        "languages": [{"languageCode": "en", "countryCode": "US"}],
        "aircraft": [{
            "registration": registration, "serialNumber": "1", "model": "H160-B",
            "productAttributes": [{"name": "hoist", "value": "yes"}],
        }],
    })
}

pub(super) fn percent(text: &str) -> String {
    text.bytes().fold(String::new(), |encoded, byte| format!("{encoded}%{byte:02X}"))
}
