//! The words that the renderer adds to a module, in both languages. What elements are called stands in
//! [`super::labels`].

use domain::language::Locale;

macro_rules! words {
    ($($name:ident: $english:literal, $chinese:literal;)*) => {
        /// Every fixed word, in one language.
        #[derive(Debug)]
        pub(super) struct Words { $(pub(super) $name: &'static str,)* }

        const ENGLISH: Words = Words { $($name: $english,)* };
        const CHINESE: Words = Words { $($name: $chinese,)* };
    };
}

words! {
    warning: "Warning", "警告";
    caution: "Caution", "告诫";
    note: "Note", "注";
    danger: "Danger", "危险";
    figure: "Figure", "图";
    sheet: "Sheet", "页";
    of: "of", "/";
    table: "Table", "表";
    multimedia: "Multimedia", "多媒体";
    paragraph: "Para", "段落";
    step: "Step", "步骤";
    footnote: "Footnote", "脚注";
    none: "None", "无";
    all: "All", "全部";
    references: "References", "参考资料";
    reference: "Reference", "参考";
    preliminary: "Preliminary requirements", "前期准备要求";
    closing: "Requirements after job completion", "工作完成后的要求";
    conditions: "Required conditions", "所需条件";
    condition: "Condition", "条件";
    persons: "Required persons", "所需人员";
    person: "Person", "人员";
    category: "Category", "类别";
    skill: "Skill level", "技能等级";
    trade: "Trade", "专业";
    time: "Time", "工时";
    tech_info: "Required technical information", "所需技术资料";
    support_equipment: "Support equipment", "保障设备";
    supplies: "Consumables, materials and expendables", "消耗品、材料及易耗件";
    spares: "Spares", "备件";
    safety: "Safety conditions", "安全条件";
    name: "Name", "名称";
    identification: "Identification", "标识";
    quantity: "Quantity", "数量";
    remarks: "Remarks", "备注";
    procedure: "Procedure", "程序";
    end_of_procedure: "End of procedure", "程序结束";
    warnings_and_cautions: "Warnings and cautions of this module", "本模块的警告和告诫";
    applicable_to: "Applicable to", "适用于";
    not_shown: "Not shown, applicable to", "未显示，适用于";
    applicability_unknown: "an annotation that is not in this module", "本模块中没有的适用性标注";
    legend: "Legend", "图例";
    hotspots: "Items of the figure", "图中项目";
    picture_missing: "The picture is not in the library", "资料库中没有该图片";
    picture_unsupported: "The picture cannot be shown in a browser", "浏览器无法显示该图片";
    picture_unreadable: "The picture cannot be read", "该图片无法读取";
    not_found: "This is not in the library", "资料库中没有该内容";
    broken_reference: "This reference leads nowhere", "该参考没有目标";
    cut: "The rest is not shown: this document is too large for one page", "其余内容未显示：该文档过大，无法在一页中显示";
    changes: "Reasons for update", "更新原因";
    item: "Item", "项目";
    repair_category: "Repair category", "修复类别";
    installed: "Number installed", "安装数量";
    required: "Number required for dispatch", "放行所需数量";
    exceptions: "Remarks or exceptions", "备注或例外";
    placard: "Placard", "标牌";
    operational: "Operational procedure (O)", "操作程序 (O)";
    maintenance: "Maintenance procedure (M)", "维修程序 (M)";
    location: "Location", "位置";
    penalty: "Performance penalty", "性能限制";
    message: "Message", "信息";
    dispatch_item: "Dispatch item", "放行项目";
    yes: "Yes", "是";
    no: "No", "否";
    go_to: "Go to", "转至";
    if_word: "If", "如果";
    else_if: "Else if", "否则如果";
    otherwise: "Otherwise", "否则";
    item_number: "Item", "件号";
    part_number: "Part number", "零件号";
    description: "Description", "说明";
    units: "Units per assembly", "单机数量";
    usage: "Usage and other data", "使用范围及其他数据";
    property: "Property", "属性";
    values: "Values", "取值";
    product: "Product", "产品";
    rule: "Rule", "规则";
    rule_use: "Use", "用途";
    rule_path: "Object path", "对象路径";
    allowed_values: "Allowed values", "允许值";
    forbidden: "not allowed", "不允许";
    mandatory: "mandatory", "必需";
    optional: "optional", "可选";
    alternates: "One of these applies", "其中一项适用";
    alternate_hidden: "does not apply", "不适用";
    contents: "Contents", "目录";
    entries: "Entries", "条目";
    wire: "Wire", "导线";
    connection: "Connection", "连接";
    wire_data: "Wire data", "导线数据";
    harness: "Harness", "线束";
    equipment: "Electrical equipment", "电气设备";
    task: "Task", "任务";
    function: "Function", "功能";
    component: "Component", "部件";
    separator: ": ", "：";
}

impl Words {
    pub(super) fn of(locale: Locale) -> &'static Self {
        match locale {
            Locale::English => &ENGLISH,
            Locale::Chinese => &CHINESE,
        }
    }
}
