//! Every rule with its name, its code and, when milder than the code's, its own severity.

use super::{ImportCode, Severity};

macro_rules! rules {
    ($($variant:ident = $word:literal, $code:ident $(, $severity:ident)?;)*) => {
        /// The exact case of a finding; ordered as their codes.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Rule { $($variant,)* }

        impl Rule {
            /// Every rule, ordered by code.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Stable name: on the wire, in the database, and as the key of its messages.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }

            /// Its code in the specification's catalogue.
            pub fn code(self) -> ImportCode {
                match self { $(Self::$variant => ImportCode::$code,)* }
            }

            /// The severity unless an administrator chooses another for its code.
            pub fn default_severity(self) -> Severity {
                match self { $($(Self::$variant => Severity::$severity,)?)* other => other.code().default_severity() }
            }
        }
    };
}

rules! {
    ArchiveUnreadable = "archive.unreadable", CannotUnzip;
    ArchiveTruncated = "archive.truncated", CannotUnzip;
    ArchiveEmpty = "archive.empty", CannotUnzip;
    ArchiveTooMany = "archive.too_many", CannotUnzip;
    ArchiveTooLarge = "archive.too_large", CannotUnzip;
    EntryEncrypted = "entry.encrypted", CannotUnzip;
    EntryDamaged = "entry.damaged", CannotUnzip;
    EntryNameUnsafe = "entry.name_unsafe", CannotUnzip;
    EntryNameTwice = "entry.name_twice", CannotUnzip;
    EntryNameCase = "entry.name_case", CannotUnzip;
    EntryLink = "entry.link", CannotUnzip;
    EntryTooLarge = "entry.too_large", CannotUnzip;
    EntryRatio = "entry.ratio", CannotUnzip;

    OrganizationMissing = "organization.missing", OrganizationMissing;
    OrganizationUnreadable = "organization.unreadable", OrganizationMissing;
    OrganizationSeveral = "organization.several", OrganizationMissing, Warn;
    PackageForeign = "package.foreign", OrganizationMissing;
    // Plain S1000D packages may lack either (design, section 4).
    DeliveryNoteMissing = "delivery_note.missing", OrganizationMissing, Warn;
    DeliveryNoteUnreadable = "delivery_note.unreadable", OrganizationMissing, Warn;
    DeliveryNoteSeveral = "delivery_note.several", OrganizationMissing, Warn;

    StatusListMissing = "status_list.missing", StatusListMissing;
    StatusListUnreadable = "status_list.unreadable", StatusListMissing;
    DataListMissing = "data_list.missing", StatusListMissing, Warn;

    ApplicTableNotReferenced = "applic.table_not_referenced", ApplicabilityNotReferenced;
    ApplicTableAbsent = "applic.table_absent", ApplicabilityNotReferenced;

    ApplicUndeclared = "applic.undeclared", ApplicabilityInconsistent;
    ApplicValueOutside = "applic.value_outside", ApplicabilityInconsistent;
    ApplicNeverAssigned = "applic.never_assigned", ApplicabilityInconsistent;
    ApplicTablesDisagree = "applic.tables_disagree", ApplicabilityInconsistent;
    ApplicNoAircraft = "applic.no_aircraft", ApplicabilityInconsistent;
    ApplicNoProduct = "applic.no_product", ApplicabilityInconsistent;

    PmMissing = "pm.missing", PmMissing;
    PmFileMissing = "pm.file_missing", PmMissing;
    PmStatusMissing = "pm.status_missing", PmMissing;

    PmDmRefDangling = "pm.dm_ref_dangling", DmMissingInStatusList;
    PmPmRefDangling = "pm.pm_ref_dangling", DmMissingInStatusList;
    PmDmRefNotListed = "pm.dm_ref_not_listed", DmMissingInStatusList;
    ListFileMissing = "list.file_missing", DmMissingInStatusList;
    ListObjectMissing = "list.object_missing", DmMissingInStatusList;
    ListNotListed = "list.not_listed", DmMissingInStatusList;
    DmStatusMissing = "dm.status_missing", DmMissingInStatusList;
    StatusOfAnother = "status.of_another", DmMissingInStatusList;

    DmRefDangling = "dm.dm_ref_dangling", DmMissingInDm;
    DmPmRefDangling = "dm.pm_ref_dangling", DmMissingInDm;

    ContainerRefDangling = "container.dm_ref_dangling", DmMissingInContainer;

    XmlNotWellFormed = "xml.not_well_formed", XmlInvalid;
    XmlEncoding = "xml.encoding", XmlInvalid;
    XmlEntity = "xml.entity", XmlInvalid;
    XmlTooLarge = "xml.too_large", XmlInvalid;
    XmlTooDeep = "xml.too_deep", XmlInvalid;
    XmlTooManyNodes = "xml.too_many_nodes", XmlInvalid;
    XmlNoIdentity = "xml.no_identity", XmlInvalid;
    XmlTooComplex = "xml.too_complex", XmlInvalid;
    XmlIdentityInvalid = "xml.identity_invalid", XmlInvalid;
    XmlReferenceInvalid = "xml.reference_invalid", XmlInvalid, Warn;
    XmlIdTwice = "xml.id_twice", XmlInvalid, Warn;
    XmlInternalRef = "xml.internal_ref", XmlInvalid, Warn;
    XmlEntityUndeclared = "xml.entity_undeclared", XmlInvalid, Warn;
    XmlContentUnknown = "xml.content_unknown", XmlInvalid, Warn;
    XsdElementUnexpected = "xsd.element_unexpected", XmlInvalid;
    XsdElementNotAllowed = "xsd.element_not_allowed", XmlInvalid;
    XsdElementMissing = "xsd.element_missing", XmlInvalid;
    XsdAttributeNotAllowed = "xsd.attribute_not_allowed", XmlInvalid;
    XsdAttributeMissing = "xsd.attribute_missing", XmlInvalid;
    XsdTextNotAllowed = "xsd.text_not_allowed", XmlInvalid;
    XsdInvalid = "xsd.invalid", XmlInvalid;
    XsdSchemaUnknown = "xsd.schema_unknown", XmlInvalid, Warn;
    XsdSchemaUnusable = "xsd.schema_unusable", XmlInvalid, Warn;
    XsdNotInstalled = "xsd.not_installed", XmlInvalid, Info;
    XsdNoSchema = "xsd.no_schema", XmlInvalid, Info;
    // About schemas themselves, when they are installed.
    SchemaNotWellFormed = "schema.not_well_formed", XmlInvalid;
    SchemaInvalid = "schema.invalid", XmlInvalid;
    SchemaFileMissing = "schema.file_missing", XmlInvalid;
    SchemaOtherIssue = "schema.other_issue", XmlInvalid;
    // Business rules. Remarks, because a package comes as its sender's rules allow; a check-in may be refused for them.
    BrexForbidden = "brex.forbidden", XmlInvalid, Info;
    BrexMissing = "brex.missing", XmlInvalid, Info;
    BrexValue = "brex.value", XmlInvalid, Info;
    BrexNotation = "brex.notation", XmlInvalid, Info;
    BrexSns = "brex.sns", XmlInvalid, Info;
    BrexMorePlaces = "brex.more_places", XmlInvalid, Info;
    BrexMoreRules = "brex.more_rules", XmlInvalid, Info;
    BrexTooLong = "brex.too_long", XmlInvalid, Info;
    BrexUnjudged = "brex.unjudged", XmlInvalid, Info;
    BrexNotNamed = "brex.not_named", XmlInvalid, Info;
    BrexNotFound = "brex.not_found", XmlInvalid, Info;
    BrexUnusable = "brex.unusable", XmlInvalid, Info;
    BrexOtherIssue = "brex.other_issue", XmlInvalid, Info;
    BrexCircle = "brex.circle", XmlInvalid, Info;
    BrexTooManyLayers = "brex.too_many_layers", XmlInvalid, Info;

    IcnMissing = "icn.missing", IcnMissing;
    ListIcnMissing = "list.icn_missing", IcnMissing;

    IcnUnsupported = "icn.unsupported", IcnUnsupported;
    IcnDisagrees = "icn.disagrees", IcnUnsupported;
    FileAttachment = "file.attachment", IcnUnsupported, Info;
    FileJunk = "file.junk", IcnUnsupported, Info;

    ObjectConflict = "object.conflict", Other;
    ObjectTwice = "object.twice", Other, Warn;
    // The library keeps both versions, because official deliveries reuse issue numbers.
    ObjectChangedSameIssue = "object.changed_same_issue", Other, Warn;
    // The package says that its texts were filtered for some aircraft.
    ObjectFilteredOtherwise = "object.filtered_otherwise", Other, Info;
    FileNameDiffers = "file.name_differs", Other, Info;
    // Front matter of a publication of ours, which the receiver generates anew.
    FileGenerated = "file.generated", Other, Info;
    // The extension of generated front matter on anything else.
    FileReserved = "file.reserved", Other;
    ListChecksum = "list.checksum", Other;
    // Not of a package: a MEL item that allows more than the MMEL, or cannot be compared, is not released without an
    // override.
    MelLessRestrictive = "mel.less_restrictive", Other, Warn;
    MelToBeJudged = "mel.to_be_judged", Other, Warn;
    // About the whole item: withdrawn, unknown to the MMEL, unreadable.
    MelItem = "mel.item", Other, Warn;
    // Not of a package: a publication that would leave a module in no publication.
    ContentsEntryLost = "contents.entry_lost", Other, Warn;
    PackageUnreadable = "package.unreadable", Other;
    PackageNothingReadable = "package.nothing_readable", Other;
    PackageMoreFindings = "package.more_findings", Other, Info;
}

impl Rule {
    /// Whether it is about business rules.
    pub fn is_about_brex(self) -> bool {
        self.as_str().starts_with("brex.")
    }

    /// Whether it says that a business rule is violated.
    pub fn is_brex_violation(self) -> bool {
        matches!(
            self,
            Self::BrexForbidden
                | Self::BrexMissing
                | Self::BrexValue
                | Self::BrexNotation
                | Self::BrexSns
                | Self::BrexMorePlaces
                | Self::BrexMoreRules
        )
    }

    /// Parses the wire name.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|rule| rule.as_str() == word)
    }
}
