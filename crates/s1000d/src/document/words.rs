//! The fixed words that a document is labelled with, in both languages. The names of elements and attributes stand in
//! [`super::labels`].

use domain::language::Locale;

macro_rules! words {
    ($($name:ident: $english:literal, $chinese:literal;)*) => {
        /// A fixed word.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Word { $($name,)* }

        impl Word {
            pub fn text(self, locale: Locale) -> &'static str {
                match (self, locale) {
                    $((Self::$name, Locale::English) => $english,)*
                    $((Self::$name, Locale::Chinese) => $chinese,)*
                }
            }
        }
    };
}

words! {
    Warning: "Warning", "警告";
    Caution: "Caution", "告诫";
    Note: "Note", "注";
    Danger: "Danger", "危险";
    Figure: "Figure", "图";
    Sheet: "Sheet", "页";
    Of: "of", "/";
    Table: "Table", "表";
    Multimedia: "Multimedia", "多媒体";
    Paragraph: "Para", "段落";
    Step: "Step", "步骤";
    Footnote: "Footnote", "脚注";
    None: "None", "无";
    All: "All", "全部";
    References: "References", "参考资料";
    Reference: "Reference", "参考";
    Preliminary: "Preliminary requirements", "前期准备要求";
    Closing: "Requirements after job completion", "工作完成后的要求";
    Conditions: "Required conditions", "所需条件";
    Condition: "Condition", "条件";
    Persons: "Required persons", "所需人员";
    Person: "Person", "人员";
    Category: "Category", "类别";
    Skill: "Skill level", "技能等级";
    Trade: "Trade", "专业";
    Time: "Time", "工时";
    TechInfo: "Required technical information", "所需技术资料";
    SupportEquipment: "Support equipment", "保障设备";
    Supplies: "Consumables, materials and expendables", "消耗品、材料及易耗件";
    Spares: "Spares", "备件";
    Safety: "Safety conditions", "安全条件";
    Name: "Name", "名称";
    Identification: "Identification", "标识";
    Quantity: "Quantity", "数量";
    Minimum: "min.", "最小";
    Maximum: "max.", "最大";
    Remarks: "Remarks", "备注";
    Procedure: "Procedure", "程序";
    EndOfProcedure: "End of procedure", "程序结束";
    WarningsAndCautions: "Warnings and cautions of this module", "本模块的警告和告诫";
    ApplicableTo: "Applicable to", "适用于";
    NotShown: "Not shown, applicable to", "未显示，适用于";
    ApplicabilityUnknown: "an annotation that is not in this module", "本模块中没有的适用性标注";
    Legend: "Legend", "图例";
    Hotspots: "Items of the figure", "图中项目";
    PictureMissing: "The picture is not in the library", "资料库中没有该图片";
    PictureUnsupported: "The picture cannot be shown in a browser", "浏览器无法显示该图片";
    PictureUnreadable: "The picture cannot be read", "该图片无法读取";
    NotFound: "This is not in the library", "资料库中没有该内容";
    BrokenReference: "This reference leads nowhere", "该参考没有目标";
    Cut: "The rest is not shown: this document is too large for one page", "其余内容未显示：该文档过大，无法在一页中显示";
    Changes: "Changes in this issue", "本版更改";
    Item: "Item", "项目";
    RepairCategory: "Repair category", "修复类别";
    Installed: "Number installed", "安装数量";
    Required: "Number required for dispatch", "放行所需数量";
    Exceptions: "Remarks or exceptions", "备注或例外";
    Placard: "Placard", "标牌";
    Operational: "Operational procedure (O)", "操作程序 (O)";
    Maintenance: "Maintenance procedure (M)", "维修程序 (M)";
    Location: "Location", "位置";
    Penalty: "Performance penalty", "性能限制";
    Message: "Message", "信息";
    DispatchItem: "Dispatch item", "放行项目";
    Yes: "Yes", "是";
    No: "No", "否";
    GoTo: "Go to", "转至";
    If: "If", "如果";
    ElseIf: "Else if", "否则如果";
    Otherwise: "Otherwise", "否则";
    ItemNumber: "Item", "件号";
    PartNumber: "Part number", "零件号";
    Description: "Description", "说明";
    Nomenclature: "Nomenclature", "名称";
    Unit: "Unit", "单位";
    Usage: "Usage", "适用范围";
    Property: "Property", "属性";
    Values: "Values", "取值";
    Product: "Product", "产品";
    Rule: "Rule", "规则";
    Use: "Use", "用途";
    RulePath: "Object path", "对象路径";
    AllowedValues: "Allowed values", "允许值";
    Forbidden: "not allowed", "不允许";
    Mandatory: "mandatory", "必需";
    Optional: "optional", "可选";
    Alternates: "One of these applies", "其中一项适用";
    AlternateHidden: "does not apply", "不适用";
    Contents: "Contents", "目录";
    Entries: "Entries", "条目";
    Wire: "Wire", "导线";
    From: "From", "起点";
    To: "To", "终点";
    Contact: "Contact", "触点";
    Contacts: "Contacts", "触点数量";
    Type: "Type", "类型";
    Gauge: "Gauge", "线规";
    Color: "Color", "颜色";
    JacketColor: "Jacket color", "护套颜色";
    Length: "Length", "长度";
    State: "State", "状态";
    Variant: "Variant", "变型";
    Issue: "Issue", "版次";
    EmcCode: "EMC", "电磁兼容";
    Temperature: "Temperature", "温度";
    Sleeves: "Sleeves", "套管";
    ListClass: "List class", "清单类别";
    Material: "Material", "材料";
    Size: "Size", "尺寸";
    Mass: "Mass", "质量";
    Harness: "Harness", "线束";
    Equipment: "Electrical equipment", "电气设备";
    Task: "Task", "任务";
    Function: "Function", "功能";
    Component: "Component", "部件";
    Details: "Details", "详细信息";
    Manufacturer: "Manufacturer", "制造商";
    StockNumber: "Stock number", "库存编号";
    ToolNumber: "Tool number", "工具号";
    ShortName: "Short name", "简称";
    Number: "Number", "编号";
    Code: "Code", "代码";
    Hazard: "Hazard", "危险品类别";
    Specification: "Specification", "规范";
    BusinessUnits: "Business units", "业务部门";
    Area: "System", "系统";
    Zone: "Zone", "区域";
    AccessPoint: "Access point", "接近点";
    Related: "Related", "相关";
    Limit: "Limit", "时限";
    Range: "Range", "范围";
    Sampling: "Sampling", "抽样";
    Inspection: "Inspection", "检查";
    Trigger: "Trigger", "触发条件";
    Modification: "Modification", "改装";
    Class: "Class", "等级";
    Duration: "Duration", "时长";
    Field: "Field", "字段";
    Match: "Match", "匹配";
    CorrectAnswer: "Correct answer", "正确答案";
    Separator: ": ", "：";
    ListComma: ", ", "，";
    MovedHere: "Moved here", "移至此处";
    MovedAway: "Moved from here", "已从此处移走";
    SplitHere: "Split off here", "在此处拆分";
    JoinedAway: "Joined with the text beside it", "已与相邻文字合并";
}
