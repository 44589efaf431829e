//! Withdrawing publications, and their letters of approval.

use bytes::Bytes;
use domain::change::Change;
use domain::field::FieldCode;
use domain::id::PublicationId;
use domain::path::FileName;
use domain::permission::Permission;
use domain::publication::{
    LETTER, LETTER_TYPE, MAX_LETTER_BYTES, MAX_LETTERS, ManualPublication, PublicationAct, PublicationState,
    PublicationStep, Withdrawal, parse_withdrawal, take_step,
};
use domain::subject::Subject;
use domain::upload::is_invisible;
use store::Tx;
use store::artifacts::Artifact;

use super::back::{PublicationStop, go_back};
use super::lists::may_attach;
use super::record::{freeze_newest, sign_letter};
use super::signing;
use super::webhooks::{self, PublicationEvent};
use super::{located, people};
use crate::comments::people::ReaderRules;
use crate::core::caller::Caller;
use crate::core::confirmation::require_recent;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, PublicationError};

/// Withdraws a publication. The one that it superseded counts again.
pub async fn withdraw(ctx: &Ctx, caller: &Caller, id: &PublicationId, version: i64, reason: &str) -> Result<(), Error> {
    caller.require_person(Permission::PublishDraft)?;
    let reason = parse_withdrawal(reason).map_err(|code| Error::field("reason", code))?;
    let mut tx = caller.read(ctx).await?;
    let publication = located::find(&mut tx, id).await?;
    require_withdrawal(&mut tx, caller, &publication).await?;
    drop(tx);
    let is_approved = publication.state == PublicationState::Approved;
    if is_approved {
        require_recent(ctx, caller).await?;
    }
    let rules = ReaderRules::load(ctx).await?;
    let mut tx = caller.begin(ctx).await?;
    let publication = located::find(&mut tx, id).await?;
    store::manuals::lock(&mut tx, &publication.manual_id).await?;
    require_withdrawal(&mut tx, caller, &publication).await?;
    if (publication.state == PublicationState::Approved) != is_approved || publication.version != version {
        return Err(Error::ChangedMeanwhile);
    }
    let act = PublicationAct { by: caller.user.account.as_str().to_owned(), on: ctx.clock.now() };
    let withdrawal = Withdrawal { act, reason };
    if !store::publications::withdraw(&mut tx, &publication, &withdrawal).await? {
        return Err(Error::ChangedMeanwhile);
    }
    record(ctx, &mut tx, caller, &publication, "publication.withdrawn", ("reason", &withdrawal.reason));
    let account = caller.user.account.as_str();
    if is_approved {
        go_back(ctx, &mut tx, &rules, (&publication, PublicationStop::Withdrawn), account).await?;
    } else {
        take_back(ctx, &mut tx, &rules, &publication, account).await?;
    }
    tx.commit().await?;
    tracing::info!(publication.id = %id, "Withdrew publication {}", publication.subject());
    Ok(())
}

/// Takes back a publication that is withdrawn before its approval: nobody works by it.
async fn take_back(
    ctx: &Ctx,
    tx: &mut Tx,
    rules: &ReaderRules,
    publication: &ManualPublication,
    account: &str,
) -> Result<(), Error> {
    freeze_newest(tx, &publication.manual_id).await?;
    let people = people::concerned(tx, rules, publication).await?;
    people::tell(ctx, tx, &people, account, publication, "publication.withdrawn").await?;
    let event = PublicationEvent { publication, name: "publication.withdrawn", artifacts: &[], valid: None };
    webhooks::enqueue(ctx, tx, event).await
}

async fn require_withdrawal(tx: &mut Tx, caller: &Caller, publication: &ManualPublication) -> Result<(), Error> {
    let actor = located::actor(tx, caller.user.account.as_str(), publication).await?;
    let step = take_step(publication.state, PublicationStep::Withdraw, actor);
    step.map(drop).map_err(|refused| located::refusal(refused, publication.state))
}

/// Refuses a letter that may not be attached, before its bytes are read and stored.
pub async fn require_letter(ctx: &Ctx, caller: &Caller, id: &PublicationId, file_name: &str) -> Result<(), Error> {
    caller.require_person(Permission::PublishFormal)?;
    letter_name(file_name)?;
    let mut tx = caller.read(ctx).await?;
    attachable(&mut tx, caller, id).await.map(drop)
}

/// Attaches the letter of approval, and signs the manifest again, which lists it. Earlier letters stay: what was approved
/// by them must remain provable.
pub async fn attach_letter(
    ctx: &Ctx,
    caller: &Caller,
    id: &PublicationId,
    file_name: &str,
    bytes: Bytes,
) -> Result<(), Error> {
    caller.require_person(Permission::PublishFormal)?;
    letter_name(file_name)?;
    if bytes.is_empty() || bytes.len() > MAX_LETTER_BYTES {
        let code = if bytes.is_empty() { FieldCode::Required } else { FieldCode::TooLong };
        return Err(Error::field("file", code));
    }
    let size = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
    let subject = Subject::from(id);
    let mut tx = caller.read(ctx).await?;
    attachable(&mut tx, caller, id).await?;
    let artifacts = store::artifacts::list(&mut tx, &subject).await?;
    drop(tx);
    let names: Vec<&str> = artifacts.iter().map(|artifact| artifact.file_name.as_str()).collect();
    let file_name = free_letter_name(file_name, &names)?;
    let blob = ctx.blobs.put(bytes).await?;
    let sha256 = blob.as_str().to_owned();
    let letter = Artifact { file_name, blob, media_type: LETTER_TYPE.to_owned(), size };
    let signed = sign_letter(ctx, &artifacts, &letter).await?;
    let mut tx = caller.begin(ctx).await?;
    let publication = attachable(&mut tx, caller, id).await?;
    store::manuals::lock(&mut tx, &publication.manual_id).await?;
    if store::artifacts::list(&mut tx, &subject).await? != artifacts {
        // Another letter or the approval is signed by now.
        return Err(Error::ChangedMeanwhile);
    }
    for artifact in signed.iter().chain([&letter]) {
        store::artifacts::insert(&mut tx, &subject, artifact).await?;
    }
    signing::note_key(ctx, &mut tx).await?;
    record(ctx, &mut tx, caller, &publication, "publication.letter_attached", ("sha256", &sha256));
    Ok(tx.commit().await?)
}

fn letter_name(file_name: &str) -> Result<String, Error> {
    let name = FileName::parse(&format!("{LETTER}{file_name}"));
    // Readers see the name, and keep the file under it.
    let is_odd = |c: char| ":*?\"<>|".contains(c) || is_invisible(c);
    let name = name.filter(|_| !file_name.is_empty() && !file_name.contains(is_odd));
    name.map(|name| name.as_str().to_owned()).ok_or_else(|| Error::field("fileName", FieldCode::Character))
}

/// As in `letter-easa.pdf`; a further letter is called `letter-2-easa.pdf`.
fn free_letter_name(file_name: &str, names: &[&str]) -> Result<String, Error> {
    let letters = names.iter().filter(|name| name.starts_with(LETTER)).count();
    if letters >= MAX_LETTERS {
        return Err(Error::field("fileName", FieldCode::TooMany));
    }
    let mut number = letters + 1;
    let mut name = if letters == 0 { letter_name(file_name)? } else { letter_name(&format!("{number}-{file_name}"))? };
    // Somebody may have called a file `2-easa.pdf`.
    while names.contains(&name.as_str()) {
        number += 1;
        name = letter_name(&format!("{number}-{file_name}"))?;
    }
    Ok(name)
}

async fn attachable(tx: &mut Tx, caller: &Caller, id: &PublicationId) -> Result<ManualPublication, Error> {
    let publication = located::find(tx, id).await?;
    let actor = located::actor(tx, caller.user.account.as_str(), &publication).await?;
    if may_attach(publication.state, actor) {
        return Ok(publication);
    }
    let is_level = may_attach(PublicationState::Approved, actor);
    Err(if is_level { PublicationError::State { state: publication.state }.into() } else { Error::Forbidden })
}

fn record(
    ctx: &Ctx,
    tx: &mut Tx,
    caller: &Caller,
    publication: &ManualPublication,
    action: &'static str,
    (name, value): (&str, &str),
) {
    let detail = vec![
        ("number".to_owned(), publication.number.to_string()),
        ("publication".to_owned(), publication.id.0.clone()),
        (name.to_owned(), value.to_owned()),
    ];
    let change = ctx.change(&caller.actor(), action, "manual", &publication.manual_path());
    tx.record(Change { detail, ..change });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_further_letter_has_a_name_of_its_own() {
        let name = |names: &[&str]| free_letter_name("easa.pdf", names).expect("a name");
        assert_eq!(name(&["manifest.json"]), "letter-easa.pdf");
        assert_eq!(name(&["letter-easa.pdf"]), "letter-2-easa.pdf");
        assert_eq!(name(&["letter-2-easa.pdf"]), "letter-3-easa.pdf");
        let many: Vec<String> = (0..MAX_LETTERS).map(|number| format!("{LETTER}{number}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert!(free_letter_name("easa.pdf", &many).is_err());
    }
}
