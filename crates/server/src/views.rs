//! Wire types, one file per noun.

pub mod access;
pub mod aircraft;
pub mod attributes;
pub mod audit;
pub mod audit_packs;
pub mod auditors;
pub mod batches;
pub mod brexes;
pub mod business_rules;
pub mod bytes;
pub mod change_requests;
pub mod choices;
pub mod comments;
pub mod comparison;
pub mod compliance;
pub mod content_models;
pub mod contents_changes;
pub mod counts;
pub mod csdbs;
pub mod dispatch_guard;
pub mod draft_page;
pub mod draft_text;
pub mod editing;
pub mod effectivity;
pub mod files;
pub mod fleet_map;
pub mod fleet_preview;
pub mod folders;
pub mod forms;
pub mod graph;
pub mod groups;
pub mod house_styles;
pub mod identity_providers;
pub mod jobs;
pub mod mail;
pub mod manuals;
pub mod media;
pub mod module_list;
pub mod module_templates;
pub mod modules;
pub mod notifications;
pub mod operators;
pub mod outline;
pub mod packages;
pub mod page;
pub mod paths;
pub mod policy_mappings;
pub mod preferences;
pub mod profiles;
pub mod publications;
pub mod rebase;
pub mod redline;
pub mod regulations;
pub mod replacements;
pub mod request_name;
pub mod revisions;
pub mod schema_sets;
pub mod search;
pub mod second_factor;
pub mod service_tokens;
pub mod sessions;
pub mod settings;
pub mod sns;
pub mod statuses;
pub mod system;
pub mod toc;
pub mod translations;
pub mod trash;
pub mod types;
pub mod uploads;
pub mod user_files;
pub mod users;
pub mod viewer;
pub mod webhooks;
pub mod words;
pub mod workspace;

#[cfg(test)]
mod tests {
    use serde::de::DeserializeOwned;
    use serde_json::{Value, json};

    use super::sessions::{ChangePasswordRequest, LogInRequest, RegisterRequest};
    use super::users::{CreateUserRequest, OneTimePasswordView};

    fn printed<T: DeserializeOwned + std::fmt::Debug>(body: Value) -> String {
        format!("{:?}", serde_json::from_value::<T>(body).expect("a request"))
    }

    #[test]
    fn no_request_and_no_response_prints_a_password() {
        let told = OneTimePasswordView { account: "ann".to_owned(), password: "hush".to_owned().into() };
        assert_eq!(serde_json::to_value(&told).expect("JSON")["password"], "hush", "whom it is for can read it");
        for text in [
            printed::<LogInRequest>(json!({"account": "ann", "password": "hush"})),
            printed::<RegisterRequest>(
                json!({"account": "ann", "email": "a@b.c", "password": "hush", "confirmPassword": "hush"}),
            ),
            printed::<ChangePasswordRequest>(
                json!({"account": "ann", "oldPassword": "hush", "newPassword": "hush", "confirmPassword": "hush"}),
            ),
            printed::<CreateUserRequest>(
                json!({"account": "ann", "email": "a@b.c", "role": "reader", "password": "hush"}),
            ),
            format!("{told:?}"),
        ] {
            assert!(text.contains("ann") && text.contains("***") && !text.contains("hush"), "{text}");
        }
    }
}
