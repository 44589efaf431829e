//! The demo library: people, operators and manuals to try the product with. All of it is our own invention.

mod access;
mod change_requests;
mod comments;
mod compliance;
mod flight_manual;
mod library;
mod people;

pub use access::{LIMITED, limit};
pub use change_requests::request_changes;
pub use comments::comment;
pub use compliance::{DemoRegulation, regulate};
pub use flight_manual::{DemoFlightManual, FLIGHT_PACKAGES, FlightProgress, FlightStep, fly};
pub use library::{DemoPackage, PACKAGES, import};
pub use people::{clear_messages, has_people, is_person_missing, settle};

use chrono::DateTime;
use domain::change::Actor;
use domain::job::JobStatus;
use domain::language::Language;
use domain::operator::{Aircraft, OperatorDetails};
use domain::password::Password;
use domain::permission::Role;

use crate::core::ctx::Ctx;
use crate::core::error::{Error, OperatorError, UserError};
use crate::core::passwords;
use crate::jobs::Job;
use crate::users::operators;
use crate::users::{self, MustChange, NewUser};

/// Result of loading the demo; loading it again changes nothing that is there.
#[derive(Debug)]
pub struct DemoReport {
    pub accounts: Vec<(&'static str, Role)>,
    pub operators: Vec<&'static str>,
    /// The password of every account that was made now.
    pub password: Password,
}

/// The account in whose name the demo manuals are imported.
pub const AUTHOR: &str = "li.author";
const APPROVER: &str = "ines.approver";
const READER: &str = "ruth.reader";

const PEOPLE: [(&str, &str, Role); 3] = [
    (APPROVER, "Inês Caldeira", Role::Approver),
    (AUTHOR, "李文博", Role::Author),
    (READER, "Ruth Amsler", Role::Reader),
];

/// Why a part of the demo could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    #[error("the job {name} did not succeed: {reasons}")]
    Job { name: String, reasons: String },
    #[error(transparent)]
    App(#[from] Error),
}

/// The job, unless it failed.
fn succeeded(job: Job) -> Result<Job, DemoError> {
    if job.status == JobStatus::Completed {
        return Ok(job);
    }
    Err(DemoError::Job { name: job.name, reasons: format!("{:?}", job.errors) })
}

/// Whether one of two actions on a subject was ever recorded. What people deleted or changed does not come back.
async fn is_recorded(ctx: &Ctx, actions: [&str; 2], subject: &str) -> Result<bool, Error> {
    let mut tx = ctx.db.read().await?;
    Ok(store::changes::is_recorded_since(&mut tx, actions, subject, DateTime::UNIX_EPOCH).await?)
}

/// A password for the demo people.
pub fn make_password() -> Result<Password, Error> {
    Password::parse(&passwords::generate()).map_err(|code| Error::field("password", code))
}

/// Loads the demo people and operators.
pub async fn load(ctx: &Ctx, password: Option<Password>) -> Result<DemoReport, Error> {
    let password = password.map_or_else(make_password, Ok)?;
    let mut report = DemoReport { accounts: Vec::new(), operators: Vec::new(), password };
    for (account, display_name, role) in PEOPLE {
        if add_person(ctx, account, display_name, role, &report.password).await? {
            report.accounts.push((account, role));
        }
    }
    for (code, details) in [("ALPROT", alpine()), ("AZB", azure_bay()), ("HXGA", huaxing())] {
        match operators::create_as(ctx, &Actor::System, details, None).await {
            Ok(_) => report.operators.push(code),
            Err(Error::Operator(OperatorError::CodeTaken)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(report)
}

async fn add_person(
    ctx: &Ctx,
    account: &str,
    display_name: &str,
    role: Role,
    password: &Password,
) -> Result<bool, Error> {
    let new = NewUser {
        account: account.to_owned(),
        email: format!("{account}@demo.example"),
        display_name: display_name.to_owned(),
        role,
        password: Some(password.expose().to_owned()),
        guest_until: None,
    };
    match users::create_as(ctx, &Actor::System, &new, MustChange::No).await {
        Ok(_) => Ok(true),
        Err(Error::User(UserError::AccountTaken)) => Ok(false),
        Err(error) => Err(error),
    }
}

fn languages(codes: &[(&str, &str)]) -> Vec<Language> {
    codes.iter().filter_map(|(code, country)| Language::parse(code, country).ok()).collect()
}

fn aircraft(model: &str, registration: &str, serial: &str, attributes: &[(&str, &str)]) -> Aircraft {
    Aircraft {
        registration: registration.to_owned(),
        serial_number: serial.to_owned(),
        model: model.to_owned(),
        attributes: attributes.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
    }
}

fn alpine() -> OperatorDetails {
    OperatorDetails {
        code: "ALPROT".to_owned(),
        name: "Alpine Rotor Services".to_owned(),
        country: "CH".to_owned(),
        languages: languages(&[("en", "US")]),
        extension_producer: String::new(),
        extension_code: String::new(),
        aircraft: vec![
            aircraft("H160-B", "HB-ZQA", "1021", &[("version", "EMS"), ("flotation", "no"), ("hoist", "yes")]),
            aircraft("H160-B", "HB-ZQB", "1034", &[("version", "transport"), ("flotation", "no"), ("hoist", "no")]),
        ],
    }
}

/// The operator that the demo manuals are written for, with the aircraft of their product table.
fn azure_bay() -> OperatorDetails {
    const KITS: [&str; 5] = ["EK21AC", "EK25HOIST", "EK28AUX", "EK32FLOAT", "EK34WXR"];
    let fleet = [
        ("QZ-HAA", "NV240-1", "1004", ["POST", "PRE"], [false, false, false, false, false]),
        ("QZ-HAB", "NV240-1", "1011", ["POST", "POST"], [true, true, false, true, false]),
        ("QZ-HAC", "NV240-2", "2003", ["POST", "POST"], [true, false, true, false, true]),
        ("QZ-HAD", "NV240-2", "2007", ["PRE", "POST"], [false, true, false, true, true]),
    ];
    let built = |(registration, model, serial, bulletins, kits): (&str, &str, &str, [&str; 2], [bool; 5])| {
        let mut attributes = vec![("SB26003", bulletins[0]), ("SB28001", bulletins[1])];
        let state = |installed| if installed { "INSTALLED" } else { "NOT_INSTALLED" };
        attributes.extend(KITS.into_iter().zip(kits.map(state)));
        aircraft(model, registration, serial, &attributes)
    };
    OperatorDetails {
        code: "AZB".to_owned(),
        name: "Azure Bay Helicopters".to_owned(),
        // A code that ISO 3166 leaves to its users, as no state has the registrations.
        country: "QZ".to_owned(),
        languages: languages(&[("en", "US"), ("zh", "CN")]),
        extension_producer: "AZB01".to_owned(),
        extension_code: "AZB".to_owned(),
        aircraft: fleet.map(built).to_vec(),
    }
}

fn huaxing() -> OperatorDetails {
    OperatorDetails {
        code: "HXGA".to_owned(),
        name: "华星通用航空".to_owned(),
        country: "CN".to_owned(),
        languages: languages(&[("zh", "CN"), ("en", "US")]),
        extension_producer: String::new(),
        extension_code: String::new(),
        aircraft: vec![
            aircraft("H160-B", "B-70XA", "1047", &[("version", "offshore"), ("flotation", "yes"), ("hoist", "no")]),
            aircraft("H160-B", "B-70XB", "1052", &[("version", "offshore"), ("flotation", "yes"), ("hoist", "yes")]),
        ],
    }
}
