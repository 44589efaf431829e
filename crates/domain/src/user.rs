//! User accounts and their rules.

use chrono::{DateTime, Utc};

use crate::change::Actor;
use crate::effectivity::Effectivity;
use crate::field::FieldCode;
use crate::id::UserId;
use crate::language::Locale;
use crate::notification::{MailDelivery, NotificationKind};
use crate::permission::{Permission, Role};
use crate::text;

/// The login name. Displayed with its original case, compared ignoring case.
#[derive(Debug, Clone)]
pub struct Account(String);

impl Account {
    /// Parses 2 to 64 letters, digits and `. - _ @`.
    pub fn parse(text: &str) -> Result<Self, FieldCode> {
        let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '@');
        let account = text::code(text, 2, 64, allowed).map(Self)?;
        // The change log uses this name for the program itself.
        if account.folded() == Actor::System.as_str() { Err(FieldCode::Taken) } else { Ok(account) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The folded form, unique among all accounts.
    pub fn folded(&self) -> String {
        text::fold(&self.0)
    }
}

impl PartialEq for Account {
    fn eq(&self, other: &Self) -> bool {
        self.folded() == other.folded()
    }
}

impl Eq for Account {}

impl std::fmt::Display for Account {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// An e-mail address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Email(String);

impl Email {
    /// Accepts one `@` with a local part and a dotted or local host; only sending mail could prove more.
    pub fn parse(text: &str) -> Result<Self, FieldCode> {
        let text = text::line(text, 1, 254)?;
        let mut parts = text.split('@');
        let well_formed = matches!(
            (parts.next(), parts.next(), parts.next()),
            (Some(local), Some(host), None)
                if !local.is_empty() && !host.is_empty() && !host.starts_with('.') && !host.ends_with('.')
        ) && !text.chars().any(|c| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '\'' | ','));
        if well_formed { Ok(Self(text)) } else { Err(FieldCode::Email) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The status of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UserStatus {
    /// Registered; waiting for an administrator's answer.
    Pending,
    Active,
    Inactive,
}

impl UserStatus {
    pub const ALL: [Self; 3] = [Self::Pending, Self::Active, Self::Inactive];

    /// Wire and database name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Active => "active",
            Self::Inactive => "inactive",
        }
    }

    /// Parses the wire name.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == word)
    }
}

/// A user's settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preferences {
    pub locale: Locale,
    pub page_size: u32,
    /// Muted kinds of notification.
    pub muted: Vec<NotificationKind>,
    pub effectivity: Effectivity,
    /// How notifications come by mail; kinds that are not listed come by the default.
    pub mail: Vec<(NotificationKind, MailDelivery)>,
}

impl Preferences {
    /// The page sizes offered to users.
    pub const PAGE_SIZES: [u32; 4] = [10, 20, 50, 100];

    /// How notifications of a kind come by mail.
    pub fn mail_delivery(&self, kind: NotificationKind) -> MailDelivery {
        if self.muted.contains(&kind) {
            return MailDelivery::Never;
        }
        self.mail.iter().find(|(listed, _)| *listed == kind).map(|(_, delivery)| *delivery).unwrap_or_default()
    }
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            locale: Locale::default(),
            page_size: Self::PAGE_SIZES[0],
            muted: Vec::new(),
            effectivity: Effectivity::default(),
            mail: Vec::new(),
        }
    }
}

/// A user account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    pub id: UserId,
    pub account: Account,
    pub email: Email,
    pub display_name: String,
    pub role: Role,
    pub status: UserStatus,
    pub must_change_password: bool,
    pub preferences: Preferences,
    pub created_on: DateTime<Utc>,
    pub updated_on: DateTime<Utc>,
    pub last_sign_in_on: Option<DateTime<Utc>>,
    /// Grows with every change; detects that two editors overwrite each other.
    pub version: i64,
    /// The time since which sign-in asks for a second factor.
    pub second_factor_on: Option<DateTime<Utc>>,
    /// The end of a guest account; it cannot sign in from then on.
    pub guest_until: Option<DateTime<Utc>>,
    /// Reads some collections and manuals, and nothing else; such an account always has an end.
    pub is_auditor: bool,
}

impl User {
    /// The account is active and its role has `permission`; an auditor only reads, whatever the role.
    pub fn may(&self, permission: Permission) -> bool {
        let is_allowed =
            if self.is_auditor { permission == Permission::ReadContent } else { self.role.may(permission) };
        self.status == UserStatus::Active && is_allowed
    }

    /// The account is active, and not that of a guest whose time is over.
    pub fn may_sign_in(&self, now: DateTime<Utc>) -> bool {
        self.status == UserStatus::Active && self.guest_until.is_none_or(|end| now < end)
    }

    /// The status may change to `status`; an answered registration never becomes pending again.
    pub fn can_become(&self, status: UserStatus) -> bool {
        status != UserStatus::Pending || self.status == UserStatus::Pending
    }

    /// The change to `role` and `status` would remove the last active administrator.
    pub fn would_leave_no_admin(&self, role: Role, status: UserStatus, other_active_admins: u64) -> bool {
        let is_admin = |role, status| role == Role::Admin && status == UserStatus::Active;
        is_admin(self.role, self.status) && !is_admin(role, status) && other_active_admins == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn accounts_differing_in_case_are_the_same() {
        assert_eq!(Account::parse("Ann.Lee").expect("valid"), Account::parse("ann.lee").expect("valid"));
    }

    #[test]
    fn a_refused_account_has_its_reason() {
        for (text, code) in [
            ("", FieldCode::Required),
            ("a", FieldCode::TooShort),
            ("a b", FieldCode::Space),
            ("<b>x</b>", FieldCode::Character),
            ("ann'; DROP", FieldCode::Space),
            ("System", FieldCode::Taken),
        ] {
            assert_eq!(Account::parse(text).expect_err(text), code, "{text}");
        }
        assert_eq!(Account::parse(&"x".repeat(65)).expect_err("long"), FieldCode::TooLong);
    }

    #[test]
    fn an_email_needs_one_at_sign_and_both_sides() {
        for good in ["ann@example.com", "a@localhost", "o.neil+x@mail.example"] {
            assert!(Email::parse(good).is_ok(), "{good}");
        }
        for bad in ["ann", "@x.y", "a@", "a@b@c", "a b@c.d", "<a@b.c>", "a@.b"] {
            assert_eq!(Email::parse(bad), Err(FieldCode::Email), "{bad}");
        }
        assert_eq!(Email::parse(" "), Err(FieldCode::Required));
    }

    fn admin() -> User {
        User {
            id: UserId("u".into()),
            account: Account::parse("admin").expect("valid"),
            email: Email::parse("admin@localhost").expect("valid"),
            display_name: String::new(),
            role: Role::Admin,
            status: UserStatus::Active,
            must_change_password: false,
            preferences: Preferences::default(),
            created_on: DateTime::UNIX_EPOCH,
            updated_on: DateTime::UNIX_EPOCH,
            last_sign_in_on: None,
            version: 1,
            second_factor_on: None,
            guest_until: None,
            is_auditor: false,
        }
    }

    #[test]
    fn the_last_administrator_cannot_step_down() {
        let admin = admin();
        assert!(admin.would_leave_no_admin(Role::Reader, UserStatus::Active, 0));
        assert!(admin.would_leave_no_admin(Role::Admin, UserStatus::Inactive, 0));
        assert!(!admin.would_leave_no_admin(Role::Reader, UserStatus::Active, 1));
        assert!(!admin.would_leave_no_admin(Role::Admin, UserStatus::Active, 0));
    }

    #[test]
    fn a_guest_may_sign_in_until_the_end() {
        let guest = User { guest_until: Some(DateTime::UNIX_EPOCH), ..admin() };
        let before = DateTime::UNIX_EPOCH - chrono::TimeDelta::milliseconds(1);
        assert!(guest.may_sign_in(before) && !guest.may_sign_in(DateTime::UNIX_EPOCH));
        assert!(!User { status: UserStatus::Inactive, ..guest }.may_sign_in(before));
        assert!(admin().may_sign_in(DateTime::UNIX_EPOCH));
    }

    #[test]
    fn an_auditor_reads_and_does_nothing_else() {
        let auditor = User { is_auditor: true, ..admin() };
        let allowed: Vec<_> = Permission::ALL.into_iter().filter(|permission| auditor.may(*permission)).collect();
        assert_eq!(allowed, [Permission::ReadContent]);
    }

    #[test]
    fn an_answered_registration_never_becomes_pending_again() {
        let waiting = User { status: UserStatus::Pending, ..admin() };
        assert!(UserStatus::ALL.into_iter().all(|status| waiting.can_become(status)));
        assert!(!admin().can_become(UserStatus::Pending) && admin().can_become(UserStatus::Inactive));
    }

    #[test]
    fn a_deactivated_account_has_no_permission() {
        let user = User { status: UserStatus::Inactive, ..admin() };
        assert!(Permission::ALL.into_iter().all(|permission| !user.may(permission)));
    }

    proptest! {
        #[test]
        fn an_accepted_account_parses_again(text in "\\PC{0,70}") {
            if let Ok(account) = Account::parse(&text) {
                prop_assert!(account.as_str().bytes().all(|b| b.is_ascii_graphic()));
                prop_assert_eq!(Account::parse(account.as_str()), Ok(account.clone()));
            }
        }

        #[test]
        fn an_accepted_email_has_no_markup(text in "\\PC{0,40}@\\PC{0,40}") {
            if let Ok(email) = Email::parse(&text) {
                prop_assert!(!email.as_str().contains(['<', '>', '"', ' ']));
            }
        }
    }
}
