//! House styles of operators, and the styles that publications keep.

use domain::house_style::{HouseStyle, LogoFormat, PaperSize, PublishedStyle, StyleColour, StyleLogo, StyleLook};
use domain::id::{OperatorId, PublicationId};
use serde::{Deserialize, Serialize};

use crate::StoreError;
use crate::json;
use crate::millis::Millis;
use crate::tx::Tx;

const STYLES: &str = "house_style";
const PUBLISHED: &str = "publication_style";

/// Colours, paper and texts as they are stored.
#[derive(Serialize, Deserialize)]
struct StoredLook {
    primary: String,
    accent: String,
    paper: String,
    header: String,
    footer: String,
}

impl From<&StyleLook> for StoredLook {
    fn from(look: &StyleLook) -> Self {
        Self {
            primary: look.primary.as_str().to_owned(),
            accent: look.accent.as_str().to_owned(),
            paper: look.paper.as_str().to_owned(),
            header: look.header.clone(),
            footer: look.footer.clone(),
        }
    }
}

impl StoredLook {
    /// `None` when a word is unknown.
    fn into_look(self) -> Option<StyleLook> {
        Some(StyleLook {
            primary: StyleColour::parse(&self.primary)?,
            accent: StyleColour::parse(&self.accent)?,
            paper: PaperSize::parse(&self.paper)?,
            header: self.header,
            footer: self.footer,
        })
    }
}

/// The columns that both tables have.
#[derive(sqlx::FromRow)]
struct StyleRow {
    look: String,
    logo_blob: Option<String>,
    logo_format: Option<String>,
}

impl StyleRow {
    fn into_style(self, table: &'static str) -> Result<PublishedStyle, StoreError> {
        let unreadable = |column| StoreError::Unreadable { table, column };
        let look: StoredLook = json::read(&self.look, table, "look")?;
        let logo = match self.logo_blob {
            Some(blob) => {
                let format = self.logo_format.as_deref().and_then(LogoFormat::parse);
                Some(StyleLogo { blob, format: format.ok_or_else(|| unreadable("logo_format"))? })
            }
            None => None,
        };
        Ok(PublishedStyle { look: look.into_look().ok_or_else(|| unreadable("look"))?, logo })
    }
}

#[derive(sqlx::FromRow)]
struct HouseStyleRow {
    #[sqlx(flatten)]
    style: StyleRow,
    updated_on: Millis,
    version: i64,
}

/// Binds the columns that both tables have, in table order.
macro_rules! styled {
    ($query:expr, $style:expr, $look:expr) => {{
        let logo = $style.logo.as_ref();
        $query.bind($look).bind(logo.map(|logo| &logo.blob)).bind(logo.map(|logo| logo.format.as_str()))
    }};
}

/// The house style of an operator; `None` for the standard look.
pub async fn find(tx: &mut Tx, operator: &OperatorId) -> Result<Option<HouseStyle>, StoreError> {
    const SQL: &str = "
        SELECT look, logo_blob, logo_format, updated_on, version
        FROM house_style
        WHERE operator_id = $1";
    let row: Option<HouseStyleRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&operator.0).fetch_optional(conn).await?);
    let Some(row) = row else { return Ok(None) };
    Ok(Some(HouseStyle {
        operator_id: operator.clone(),
        style: row.style.into_style(STYLES)?,
        updated_on: row.updated_on.read(STYLES, "updated_on")?,
        version: row.version,
    }))
}

/// Inserts the first house style of an operator; `false` when it has one already.
pub async fn insert(tx: &mut Tx, style: &HouseStyle) -> Result<bool, StoreError> {
    const SQL: &str = "
        INSERT INTO house_style (operator_id, look, logo_blob, logo_format, updated_on, version)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (operator_id) DO NOTHING";
    let look = json::write(&StoredLook::from(&style.style.look))?;
    let added = on_tx!(tx, |conn| styled!(sqlx::query(SQL).bind(&style.operator_id.0), style.style, &look)
        .bind(Millis::from(style.updated_on))
        .bind(style.version)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(added == 1)
}

/// Updates a house style; `false` on a version conflict. The stored version becomes `style.version + 1`.
pub async fn update(tx: &mut Tx, style: &HouseStyle) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE house_style
        SET look = $3, logo_blob = $4, logo_format = $5, updated_on = $6, version = version + 1
        WHERE operator_id = $1 AND version = $2";
    let look = json::write(&StoredLook::from(&style.style.look))?;
    let changed =
        on_tx!(tx, |conn| styled!(sqlx::query(SQL).bind(&style.operator_id.0).bind(style.version), style.style, &look)
            .bind(Millis::from(style.updated_on))
            .execute(conn)
            .await?
            .rows_affected());
    Ok(changed == 1)
}

/// Deletes a house style; `false` on a version conflict, and when there is none.
pub async fn delete(tx: &mut Tx, operator: &OperatorId, version: i64) -> Result<bool, StoreError> {
    const SQL: &str = "DELETE FROM house_style WHERE operator_id = $1 AND version = $2";
    let deleted =
        on_tx!(tx, |conn| sqlx::query(SQL).bind(&operator.0).bind(version).execute(conn).await?.rows_affected());
    Ok(deleted == 1)
}

/// Keeps the style that a publication was made with.
pub async fn insert_published(tx: &mut Tx, id: &PublicationId, style: &PublishedStyle) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO publication_style (publication_id, look, logo_blob, logo_format)
        VALUES ($1, $2, $3, $4)";
    let look = json::write(&StoredLook::from(&style.look))?;
    on_tx!(tx, |conn| styled!(sqlx::query(SQL).bind(&id.0), style, &look).execute(conn).await?.rows_affected());
    Ok(())
}

/// The style that a publication was made with; `None` for the standard look. The caller has found the publication, which
/// only those see who may.
pub async fn find_published(tx: &mut Tx, id: &PublicationId) -> Result<Option<PublishedStyle>, StoreError> {
    const SQL: &str = "
        SELECT look, logo_blob, logo_format
        FROM publication_style
        WHERE publication_id = $1";
    let row: Option<StyleRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&id.0).fetch_optional(conn).await?);
    row.map(|row| row.into_style(PUBLISHED)).transpose()
}
