//! Secrets that are returned once and never again.

use app::users::{MustChange, NewUser};
use domain::change::Actor;
use domain::password::Password;
use domain::permission::Role;
use server::views::users::CreatedUserView;
use testkit::app::{PASSWORD, TestApp};

testkit::on_each_app!(a_generated_password_is_returned_but_not_logged);

async fn a_generated_password_is_returned_but_not_logged(app: TestApp) {
    let new = NewUser {
        account: "ann".to_owned(),
        email: "ann@example.com".to_owned(),
        display_name: String::new(),
        role: Role::Reader,
        password: None,
        guest_until: None,
    };
    let (user, made) =
        app::users::create_as(&app.ctx, &Actor::System, &new, MustChange::AtNextSignIn).await.expect("a new account");
    let made = made.expect("the server made it");
    let view = CreatedUserView { user: user.into(), password: Some(made.clone().into()) };
    assert_eq!(serde_json::to_value(&view).expect("JSON")["password"], made);
    assert!(!format!("{view:?}").contains(&made));

    let password = Password::parse(PASSWORD).expect("a password");
    let report = app::demo::load(&app.ctx, Some(password)).await.expect("the demo loads");
    assert!(!report.accounts.is_empty() && report.password.expose() == PASSWORD);
    assert!(!format!("{report:?}").contains(PASSWORD));
}
