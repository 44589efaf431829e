//! The kind of a file, by its root element, and the type of a module, by its content's element.

/// The kind of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ObjectKind {
    DataModule,
    Publication,
    ScormPackage,
    Comment,
    IllustrationMetadata,
    Update,
    ModuleList,
    DispatchNote,
    /// The status of a data module in a file of its own, as ATA 2300 has it.
    ModuleStatus,
    /// The status of a publication module in a file of its own.
    PublicationStatus,
    /// The description where things lie in a package of ATA 2300's style.
    PackageOrganization,
    /// The list of what a package of ATA 2300's style holds.
    StatusList,
    /// XML of no kind that we know.
    Other,
}

impl ObjectKind {
    /// The kind by the local name of the root element.
    pub fn of_root(name: &str) -> Self {
        match name {
            "dmodule" => Self::DataModule,
            "pm" => Self::Publication,
            "scormContentPackage" => Self::ScormPackage,
            "comment" => Self::Comment,
            "icnMetadataFile" => Self::IllustrationMetadata,
            "dataUpdateFile" => Self::Update,
            "dml" => Self::ModuleList,
            "ddn" => Self::DispatchNote,
            "dmStatus" => Self::ModuleStatus,
            "pmStatus" => Self::PublicationStatus,
            "packageOrganization" => Self::PackageOrganization,
            "exchangePackageStatusList" | "dataSetStatusList" => Self::StatusList,
            _ => Self::Other,
        }
    }

    /// Whether a file of this kind must say who it is.
    pub(super) fn needs_identity(self) -> bool {
        !matches!(self, Self::PackageOrganization | Self::StatusList | Self::Other)
    }

    /// The element that holds its code.
    pub(super) fn code_element(self) -> &'static str {
        match self {
            Self::Publication | Self::PublicationStatus => "pmCode",
            Self::ScormPackage => "scormContentPackageCode",
            Self::Comment => "commentCode",
            Self::IllustrationMetadata => "imfCode",
            Self::Update => "updateCode",
            Self::ModuleList => "dmlCode",
            Self::DispatchNote => "ddnCode",
            _ => "dmCode",
        }
    }

    /// Whether its identity has a language.
    pub(super) fn needs_language(self) -> bool {
        matches!(
            self,
            Self::DataModule | Self::Publication | Self::ScormPackage | Self::ModuleStatus | Self::PublicationStatus
        )
    }

    /// Whether it is versioned, by issue or by date.
    pub(super) fn needs_issue(self) -> bool {
        self.needs_language()
    }
}

macro_rules! content_types {
    ($($variant:ident = $word:literal: $($element:literal)|+;)*) => {
        /// The type of a data module's content.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum ContentType { $($variant,)* }

        impl ContentType {
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The stable word: the schema's name for S1000D, the element's for ATA 2300.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }

            /// The type by the local name of the element in `content`.
            pub fn of_element(name: &str) -> Option<Self> {
                match name { $($($element)|+ => Some(Self::$variant),)* _ => None }
            }
        }
    };
}

content_types! {
    Description = "descript": "description";
    Procedure = "proced": "procedure";
    Fault = "fault": "faultReporting" | "faultIsolation";
    Crew = "crew": "crew";
    IllustratedParts = "ipd": "illustratedPartsCatalog";
    Schedule = "schedul": "maintPlanning";
    Process = "process": "process";
    Checklist = "checklist": "checkList";
    ServiceBulletin = "sb": "sb";
    CommonRepository = "comrep": "commonRepository" | "techRepository";
    WiringData = "wrngdata": "wiringData";
    WiringFields = "wrngflds": "wiringFields";
    FrontMatter = "frontmatter": "frontMatter";
    Learning = "learning": "learning";
    ScoContent = "scocontent": "scoContent";
    Container = "container": "container";
    Brex = "brex": "brex";
    BusinessRules = "brdoc": "brDoc";
    ApplicabilityTable = "appliccrossreftable": "applicCrossRefTable" | "applicCrossRefTableCatalog";
    ConditionTable = "condcrossreftable": "condCrossRefTable";
    ProductTable = "prdcrossreftable": "productCrossRefTable";
    DispatchItem = "dispatchItem": "dispatchItem";
    CdlItem = "cdlItem": "cdlItem";
    DispatchLocator = "dispatchLocator": "dispatchLocator";
    DispatchProcedure = "dispatchProcedure": "dispatchProcedure";
    SystemFault = "systemFault": "systemFault";
    Approval = "approval": "approval";
    SubSetHeader = "subSetHeader": "subSetHeader";
    SupplementalContent = "supplementalContent": "supplementalContent";
    Limitation = "limitation": "limitation";
    Performance = "performance": "performance";
    NormalProcedure = "normalProcedure": "normalProcedure";
    NonNormalProcedure = "nonNormalProcedure": "nonNormalProcedure";
    CabinEquipMalfunction = "cabinEquipMalfunction": "cabinEquipMalfunction";
    FailureConsequences = "failureConsequences": "failureConsequences";
    Substantiation = "substantiation": "substantiation";
    SystemDescription = "systemDescription": "systemDescription";
    Annunciation = "annunciation": "annunciation";
    ProjectRules = "projectRules": "projectRules";
    GlossaryRepository = "glossaryRepository": "glossaryRepository";
    QualifierRepository = "qualifierRepository": "qualifierRepository";
    LinkTargetRepository = "linkTargetRepository": "linkTargetRepository";
    AdditionalParameters = "additionalParameters": "additionalParameters";
}

impl ContentType {
    /// Reads the word back.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.as_str() == word)
    }

    /// Whether others take entries from it: parts, tools, terms.
    pub fn is_repository(self) -> bool {
        matches!(
            self,
            Self::CommonRepository | Self::GlossaryRepository | Self::QualifierRepository | Self::LinkTargetRepository
        )
    }
}
