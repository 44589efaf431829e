//! Accounts, managed from the shell.

use anyhow::Context;
use app::users::{self, MustChange, NewUser};
use clap::{Subcommand, ValueEnum};
use domain::change::Actor;
use domain::password::Password;
use domain::permission::Role;

use super::{DataArgs, say};
use crate::secret::parse_password;

#[derive(Debug, Subcommand)]
pub(super) enum UserCommand {
    /// Make an account
    Add {
        #[command(flatten)]
        place: DataArgs,
        account: String,
        #[arg(long)]
        email: String,
        #[arg(long, default_value = "")]
        name: String,
        #[arg(long, value_enum, default_value = "reader")]
        role: RoleArg,
        /// Read the password from standard input instead of making one
        #[arg(long)]
        password_stdin: bool,
    },
    /// Give an account a new password and end its sessions
    Password {
        #[command(flatten)]
        place: DataArgs,
        account: String,
        /// Read the password from standard input instead of making one
        #[arg(long)]
        password_stdin: bool,
    },
    /// Remove the second factor of an account and end its sessions
    ResetFactor {
        #[command(flatten)]
        place: DataArgs,
        account: String,
    },
    /// Confirm the email address of an account, so that an identity provider may link it
    TrustEmail {
        #[command(flatten)]
        place: DataArgs,
        account: String,
    },
    /// End the links of an account to identity providers, and its sessions
    Unlink {
        #[command(flatten)]
        place: DataArgs,
        account: String,
    },
    /// Let all accounts sign in with a password again, when the emergency account is lost
    PasswordsOn {
        #[command(flatten)]
        place: DataArgs,
    },
    /// Switch an account off and end its sessions
    Deactivate {
        #[command(flatten)]
        place: DataArgs,
        account: String,
    },
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum RoleArg {
    Admin,
    Approver,
    Author,
    Reader,
}

impl From<RoleArg> for Role {
    fn from(role: RoleArg) -> Self {
        match role {
            RoleArg::Admin => Self::Admin,
            RoleArg::Approver => Self::Approver,
            RoleArg::Author => Self::Author,
            RoleArg::Reader => Self::Reader,
        }
    }
}

pub(super) async fn manage(command: UserCommand) -> anyhow::Result<()> {
    match command {
        UserCommand::Add { place, account, email, name, role, password_stdin } => {
            let password = if password_stdin { Some(read_password()?.expose().to_owned()) } else { None };
            let ctx = place.open().await?;
            let new = NewUser { account, email, display_name: name, role: role.into(), password, guest_until: None };
            let (user, made) = users::create_as(&ctx, &Actor::System, &new, MustChange::AtNextSignIn).await?;
            say(&format!("Created {} ({})", user.account, user.role.as_str()));
            tell_password(made.as_deref());
        }
        UserCommand::Password { place, account, password_stdin } => {
            let chosen = if password_stdin { Some(read_password()?) } else { None };
            let ctx = place.open().await?;
            let made = users::replace_password(&ctx, &Actor::System, &account, chosen).await?;
            say(&format!("Changed the password of {account}"));
            tell_password(made.as_deref());
        }
        UserCommand::ResetFactor { place, account } => {
            users::second_factor::reset_as(&place.open().await?, &Actor::System, &account).await?;
            say(&format!("Removed the second factor of {account}"));
        }
        UserCommand::TrustEmail { place, account } => {
            let user = users::trust_email_as(&place.open().await?, &Actor::System, &account).await?;
            say(&format!("Confirmed {} of {}", user.email.as_str(), user.account));
        }
        UserCommand::Unlink { place, account } => {
            let user = users::unlink_as(&place.open().await?, &Actor::System, &account).await?;
            say(&format!("Ended the links of {}", user.account));
        }
        UserCommand::PasswordsOn { place } => {
            users::sign_in_settings::allow_passwords_as(&place.open().await?, &Actor::System).await?;
            say("All accounts can sign in with a password");
        }
        UserCommand::Deactivate { place, account } => {
            let user = users::deactivate_as(&place.open().await?, &Actor::System, &account).await?;
            say(&format!("Deactivated {}", user.account));
        }
    }
    Ok(())
}

fn tell_password(made: Option<&str>) {
    if let Some(password) = made {
        say(&format!("password  {password}\nIt is shown once and is changed at the next sign-in."));
    }
}

fn read_password() -> anyhow::Result<Password> {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).context("reading the password from standard input")?;
    parse_password(line.trim_end_matches(['\r', '\n'])).map_err(anyhow::Error::msg)
}
