//! Permissions. The server enforces this table; the web uses it only to enable controls.

/// A user's role.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    Admin,
    Approver,
    Author,
    Reader,
}

impl Role {
    pub const ALL: [Self; 4] = [Self::Admin, Self::Approver, Self::Author, Self::Reader];

    /// Wire, token and database name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Admin => "admin",
            Self::Approver => "approver",
            Self::Author => "author",
            Self::Reader => "reader",
        }
    }

    /// Parses the wire name.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.as_str() == word)
    }

    /// This role has `permission`.
    pub fn may(self, permission: Permission) -> bool {
        permission.roles().contains(&self)
    }
}

/// An action that is not open to every role.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Permission {
    ReadContent,
    Comment,
    EditContent,
    ImportPackages,
    CreateLibrary,
    DeleteLibrary,
    PublishDraft,
    PublishFormal,
    Approve,
    ConfirmOem,
    EditCompliance,
    ManageOperators,
    ManageUsers,
    ViewAudit,
    ViewSystem,
    ManageSystem,
}

impl Permission {
    pub const ALL: [Self; 16] = [
        Self::ReadContent,
        Self::Comment,
        Self::EditContent,
        Self::ImportPackages,
        Self::CreateLibrary,
        Self::DeleteLibrary,
        Self::PublishDraft,
        Self::PublishFormal,
        Self::Approve,
        Self::ConfirmOem,
        Self::EditCompliance,
        Self::ManageOperators,
        Self::ManageUsers,
        Self::ViewAudit,
        Self::ViewSystem,
        Self::ManageSystem,
    ];

    /// Parses the wire name.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|permission| permission.as_str() == word)
    }

    /// The name used by the web's capability checks.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ReadContent => "readContent",
            Self::Comment => "comment",
            Self::EditContent => "editContent",
            Self::ImportPackages => "importPackages",
            Self::CreateLibrary => "createLibrary",
            Self::DeleteLibrary => "deleteLibrary",
            Self::PublishDraft => "publishDraft",
            Self::PublishFormal => "publishFormal",
            Self::Approve => "approve",
            Self::ConfirmOem => "confirmOem",
            Self::EditCompliance => "editCompliance",
            Self::ManageOperators => "manageOperators",
            Self::ManageUsers => "manageUsers",
            Self::ViewAudit => "viewAudit",
            Self::ViewSystem => "viewSystem",
            Self::ManageSystem => "manageSystem",
        }
    }

    /// The roles that have it.
    pub fn roles(self) -> &'static [Role] {
        use Role::{Admin, Approver, Author, Reader};
        match self {
            Self::ReadContent | Self::Comment => &[Admin, Approver, Author, Reader],
            Self::EditContent
            | Self::ImportPackages
            | Self::CreateLibrary
            | Self::PublishDraft
            | Self::EditCompliance => &[Admin, Approver, Author],
            Self::PublishFormal | Self::Approve | Self::ConfirmOem => &[Admin, Approver],
            Self::DeleteLibrary
            | Self::ManageOperators
            | Self::ManageUsers
            | Self::ViewAudit
            | Self::ViewSystem
            | Self::ManageSystem => &[Admin],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_administrator_has_all_permissions_and_a_reader_only_reads_and_comments() {
        assert!(Permission::ALL.into_iter().all(|permission| Role::Admin.may(permission)));
        let reader: Vec<_> = Permission::ALL.into_iter().filter(|p| Role::Reader.may(*p)).collect();
        assert_eq!(reader, [Permission::ReadContent, Permission::Comment]);
    }

    #[test]
    fn an_author_edits_but_neither_approves_nor_administers() {
        assert!(Role::Author.may(Permission::EditContent));
        for refused in [Permission::Approve, Permission::ConfirmOem, Permission::ManageUsers, Permission::DeleteLibrary]
        {
            assert!(!Role::Author.may(refused), "{refused:?}");
        }
    }

    #[test]
    fn every_role_parses_from_its_name() {
        for role in Role::ALL {
            assert_eq!(Role::parse(role.as_str()), Some(role));
        }
        assert_eq!(Role::parse("Admin"), None);
    }
}
