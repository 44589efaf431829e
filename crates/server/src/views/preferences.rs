//! Wire types for the preferences of mail.

use domain::notification::{MailDelivery, NotificationKind};
use domain::user::Preferences;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How notifications of a kind come by mail.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MailDelivery)]
pub enum DeliveryView {
    AtOnce,
    Daily,
    Never,
}

impl From<MailDelivery> for DeliveryView {
    fn from(delivery: MailDelivery) -> Self {
        match delivery {
            MailDelivery::AtOnce => Self::AtOnce,
            MailDelivery::Daily => Self::Daily,
            MailDelivery::Never => Self::Never,
        }
    }
}

impl From<DeliveryView> for MailDelivery {
    fn from(delivery: DeliveryView) -> Self {
        match delivery {
            DeliveryView::AtOnce => Self::AtOnce,
            DeliveryView::Daily => Self::Daily,
            DeliveryView::Never => Self::Never,
        }
    }
}

/// How each kind of notification comes by mail, if an administrator has turned mail on. Muted kinds never do.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = MailByKind)]
pub struct MailByKindView {
    pub accounts: DeliveryView,
    pub jobs: DeliveryView,
    pub revisions: DeliveryView,
    pub comments: DeliveryView,
}

impl From<&Preferences> for MailByKindView {
    fn from(preferences: &Preferences) -> Self {
        let by = |kind| {
            let chosen = preferences.mail.iter().find(|(listed, _)| *listed == kind);
            DeliveryView::from(chosen.map(|(_, delivery)| *delivery).unwrap_or_default())
        };
        Self {
            accounts: by(NotificationKind::Accounts),
            jobs: by(NotificationKind::Jobs),
            revisions: by(NotificationKind::Revisions),
            comments: by(NotificationKind::Comments),
        }
    }
}

impl MailByKindView {
    /// The deliveries to store.
    pub fn deliveries(&self) -> Vec<(NotificationKind, MailDelivery)> {
        let all = [
            (NotificationKind::Accounts, self.accounts),
            (NotificationKind::Jobs, self.jobs),
            (NotificationKind::Revisions, self.revisions),
            (NotificationKind::Comments, self.comments),
        ];
        all.map(|(kind, delivery)| (kind, delivery.into())).to_vec()
    }
}
