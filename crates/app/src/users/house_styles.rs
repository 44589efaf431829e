//! House styles of operators: how their printed books and websites look.

use bytes::Bytes;
use chrono::{DateTime, Utc};
use domain::change::Change;
use domain::field::{FieldCode, FieldError};
use domain::house_style::{HouseStyle, LogoFormat, MAX_STYLE_LOGO, PublishedStyle, StyleLogo, StyleLook, TypedStyle};
use domain::operator::{Operator, parse_code};
use domain::permission::Permission;
use publish::picture;
use s1000d::svg;
use store::blobs::BlobId;
use store::{StoreError, Tx};

use super::operators::logo_type;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};

/// Pixels of a logo on each side: a small file can have very many, and a title page shows it 80 mm wide.
const MAX_LOGO_EDGE: u32 = 2_000;

/// The house style of an operator with the bytes of its logo at hand.
#[derive(Debug, Clone)]
pub struct OperatorStyle {
    /// The code of the operator.
    pub operator: String,
    pub look: StyleLook,
    pub logo: Option<(LogoFormat, Bytes)>,
    /// Whether there is a logo whose bytes are missing or damaged.
    pub is_logo_lost: bool,
    /// `None` for the standard look.
    pub updated_on: Option<DateTime<Utc>>,
    /// 0 for the standard look.
    pub version: i64,
}

impl OperatorStyle {
    fn standard(operator: Operator) -> Self {
        Self {
            operator: operator.details.code,
            look: StyleLook::default(),
            logo: None,
            is_logo_lost: false,
            updated_on: None,
            version: 0,
        }
    }
}

/// The house style of an operator.
pub async fn find(ctx: &Ctx, caller: &Caller, code: &str) -> Result<OperatorStyle, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let operator = find_operator(&mut tx, code).await?;
    let Some(found) = store::house_styles::find(&mut tx, &operator.id).await? else {
        return Ok(OperatorStyle::standard(operator));
    };
    drop(tx);
    let PublishedStyle { look, logo: stored } = found.style;
    let logo = read_logo(ctx, stored.as_ref()).await?;
    Ok(OperatorStyle {
        operator: operator.details.code,
        look,
        is_logo_lost: stored.is_some() && logo.is_none(),
        logo,
        updated_on: Some(found.updated_on),
        version: found.version,
    })
}

/// Replaces the house style of an operator, its logo included. The version is 0 for the first one. A logo that could not
/// be read from the request is reported together with the other fields.
pub async fn update(
    ctx: &Ctx,
    caller: &Caller,
    code: &str,
    version: i64,
    typed: TypedStyle<'_>,
    logo: Result<Option<Bytes>, FieldCode>,
) -> Result<OperatorStyle, Error> {
    caller.require(Permission::ManageOperators)?;
    let (look, logo) = check(typed, logo).await?;
    let stored_logo = match &logo {
        Some((format, bytes)) => {
            Some(StyleLogo { blob: ctx.blobs.put(bytes.clone()).await?.to_string(), format: *format })
        }
        None => None,
    };
    let mut tx = caller.begin(ctx).await?;
    let operator = find_operator(&mut tx, code).await?;
    let before = store::house_styles::find(&mut tx, &operator.id).await?;
    if before.as_ref().map_or(0, |style| style.version) != version {
        return Err(Error::ChangedMeanwhile);
    }
    let style = PublishedStyle { look, logo: stored_logo };
    let now = ctx.clock.now();
    // A removed style leaves no version behind, nor does a deleted operator. The time keeps the next first style from
    // having a version that an open editor knows.
    let known = if before.is_some() { version } else { now.timestamp_millis() };
    let wanted = HouseStyle { operator_id: operator.id, style, updated_on: now, version: known };
    if before.is_none() && !store::operators::keep(&mut tx, &wanted.operator_id).await? {
        return Err(Error::NotFound(Missing::Operator));
    }
    let (is_written, saved) = match &before {
        Some(_) => (store::house_styles::update(&mut tx, &wanted).await?, known + 1),
        None => (store::house_styles::insert(&mut tx, &wanted).await?, known),
    };
    if !is_written {
        return Err(Error::ChangedMeanwhile);
    }
    let standard = PublishedStyle { look: StyleLook::default(), logo: None };
    let detail = before.map_or(standard, |before| before.style).differences(&wanted.style);
    let code = operator.details.code;
    tx.record(Change { detail, ..ctx.change(&caller.actor(), "operator.style_updated", "operator", &code) });
    tx.commit().await?;
    tracing::info!(operator.code = %code, "Updated the house style of {code}");
    Ok(OperatorStyle {
        operator: code,
        look: wanted.style.look,
        logo,
        is_logo_lost: false,
        updated_on: Some(now),
        version: saved,
    })
}

/// Returns an operator to the standard look.
pub async fn delete(ctx: &Ctx, caller: &Caller, code: &str, version: i64) -> Result<(), Error> {
    caller.require(Permission::ManageOperators)?;
    let mut tx = caller.begin(ctx).await?;
    let operator = find_operator(&mut tx, code).await?;
    if !store::house_styles::delete(&mut tx, &operator.id, version).await? {
        return Err(Error::ChangedMeanwhile);
    }
    let code = operator.details.code;
    tx.record(ctx.change(&caller.actor(), "operator.style_removed", "operator", &code));
    tx.commit().await?;
    tracing::info!(operator.code = %code, "Removed the house style of {code}");
    Ok(())
}

async fn find_operator(tx: &mut Tx, code: &str) -> Result<Operator, Error> {
    let code = parse_code(code).map_err(|_| Error::NotFound(Missing::Operator))?;
    store::operators::find_by_code(tx, &code).await?.ok_or(Error::NotFound(Missing::Operator))
}

async fn read_logo(ctx: &Ctx, logo: Option<&StyleLogo>) -> Result<Option<(LogoFormat, Bytes)>, Error> {
    let Some((id, format)) = logo.and_then(|logo| Some((BlobId::parse(&logo.blob)?, logo.format))) else {
        return Ok(None);
    };
    match ctx.blobs.read(&id).await {
        Ok(bytes) => Ok(bytes.map(|bytes| (format, bytes))),
        // The editor has to open all the same: a logo is replaced there.
        Err(StoreError::BlobDamaged { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Parses the form and its logo; the errors of both are returned together.
async fn check(
    typed: TypedStyle<'_>,
    logo: Result<Option<Bytes>, FieldCode>,
) -> Result<(StyleLook, Option<(LogoFormat, Bytes)>), Error> {
    let look = StyleLook::parse(typed);
    let logo = match logo {
        // Decoding takes a while.
        Ok(Some(bytes)) => tokio::task::spawn_blocking(move || checked_logo(&bytes)).await?.map(Some),
        Ok(None) => Ok(None),
        Err(code) => Err(code),
    };
    match (look, logo) {
        (Ok(look), Ok(logo)) => Ok((look, logo)),
        (look, logo) => {
            let mut errors = look.err().unwrap_or_default();
            errors.extend(logo.err().map(|code| FieldError::new("logo", code)));
            Err(Error::Invalid(errors))
        }
    }
}

/// The format of a logo, and its bytes without anything that runs or fetches.
fn checked_logo(bytes: &Bytes) -> Result<(LogoFormat, Bytes), FieldCode> {
    if bytes.len() > MAX_STYLE_LOGO {
        return Err(FieldCode::TooLong);
    }
    let format = match logo_type(bytes) {
        Some("image/png") => LogoFormat::Png,
        Some(_) => return Err(FieldCode::StyleLogo),
        None => LogoFormat::Svg,
    };
    if format == LogoFormat::Png {
        let edge = [16, 20].map(|at| number_at(bytes, at).unwrap_or(u32::MAX)).into_iter().max();
        if edge > Some(MAX_LOGO_EDGE) || picture::thumb(bytes, format.media_type()).is_err() {
            return Err(FieldCode::StyleLogo);
        }
    }
    let shown = picture::view(bytes, format.media_type()).map_err(|_| FieldCode::StyleLogo)?;
    let is_bounded = format == LogoFormat::Png || svg::is_bounded(bytes);
    let bytes = shown.converted.map_or_else(|| bytes.clone(), Bytes::from);
    if format == LogoFormat::Svg && !(is_bounded && std::str::from_utf8(&bytes).is_ok_and(svg::is_simple)) {
        return Err(FieldCode::StyleLogo);
    }
    // A drawing is written anew, and may be longer than it was.
    if bytes.len() > MAX_STYLE_LOGO { Err(FieldCode::TooLong) } else { Ok((format, bytes)) }
}

/// A number in the header of a PNG.
fn number_at(bytes: &[u8], at: usize) -> Option<u32> {
    let (digits, _) = bytes.get(at..)?.split_first_chunk::<4>()?;
    Some(u32::from_be_bytes(*digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(text: &str) -> Result<(LogoFormat, String), FieldCode> {
        let (format, bytes) = checked_logo(&Bytes::from(text.to_owned()))?;
        Ok((format, String::from_utf8(bytes.to_vec()).expect("UTF-8")))
    }

    #[test]
    fn a_drawing_loses_what_runs_or_fetches() {
        let drawing = "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'><script>alert(1)</script>\
            <a href='https://example.com/'><path d='M0 0h9v9'/></a></svg>";
        let (format, kept) = checked(drawing).expect("a drawing");
        assert_eq!(format, LogoFormat::Svg);
        assert!(kept.contains("M0 0h9v9"), "{kept}");
        for part in ["script", "alert", "onload", "example.com"] {
            assert!(!kept.contains(part), "{part} in {kept}");
        }
        assert_eq!(checked(&kept), Ok((format, kept)), "a second time it stays as it is");
    }

    #[test]
    fn a_document_type_is_left_out_and_costly_drawings_are_refused() {
        let (_, kept) = checked(
            "<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'http://www.w3.org/x.dtd' [<!ENTITY who 'Alpine'>]>\
             <svg xmlns='http://www.w3.org/2000/svg'><text>&who;</text></svg>",
        )
        .expect("a drawing");
        assert!(kept.contains("<text>Alpine</text>") && !kept.contains("DOCTYPE"), "{kept}");
        for refused in [
            "<!DOCTYPE svg [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><svg><text>&a;</text></svg>",
            "<svg xmlns='http://www.w3.org/2000/svg'><image href='data:image/png;base64,iVBORw0KGgo='/></svg>",
            "<svg xmlns='http://www.w3.org/2000/svg'><image href='https://example.com/a.png'/><path d='M0 0'/></svg>",
            "<svg xmlns='http://www.w3.org/2000/svg'><marker id='m'><path d='M0 0'/></marker></svg>",
        ] {
            assert_eq!(checked(refused), Err(FieldCode::StyleLogo), "{refused}");
        }
    }

    #[test]
    fn other_files_and_large_ones_are_refused() {
        assert_eq!(checked("GIF89a"), Err(FieldCode::StyleLogo));
        assert_eq!(checked("<html/>"), Err(FieldCode::StyleLogo));
        assert_eq!(checked_logo(&Bytes::from_static(b"\xff\xd8\xff\xe0 JPEG")), Err(FieldCode::StyleLogo));
        assert_eq!(checked_logo(&Bytes::from_static(b"\x89PNG\r\n\x1a\n broken")), Err(FieldCode::StyleLogo));
        assert_eq!(checked_logo(&Bytes::from(vec![0; MAX_STYLE_LOGO + 1])), Err(FieldCode::TooLong));
    }
}
