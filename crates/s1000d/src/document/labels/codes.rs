//! Codes of parts, supplies, software, publications and dialogs.

use super::values::Family;

pub(super) const FAMILIES: &[Family] = &[
    Family {
        attributes: &["acronymType"],
        values: &[
            ("at01", "Acronym", "缩略语"),
            ("at02", "Term", "术语"),
            ("at03", "Symbol", "符号"),
            ("at04", "Specification", "规范"),
        ],
    },
    Family {
        attributes: &["barCodeSymbology"],
        values: &[
            ("bcs01", "Codabar", "Codabar"),
            ("bcs03", "EAN-13", "EAN-13"),
            ("bcs04", "EAN-8", "EAN-8"),
            ("bcs06", "Interleaved 2 of 5", "交叉25码"),
            ("bcs10", "UPC-A", "UPC-A"),
            ("bcs12", "UPC-E", "UPC-E"),
            ("bcs13", "Code 128", "Code 128"),
            ("bcs14", "Code 39", "Code 39"),
            ("bcs15", "Code 93", "Code 93"),
            ("bcs17", "PDF417", "PDF417"),
            ("bcs18", "DataMatrix", "DataMatrix"),
            ("bcs20", "QR code", "二维码（QR）"),
        ],
    },
    Family {
        attributes: &["brDecisionPointPriority"],
        values: &[
            ("brpr01", "Highest", "最高"),
            ("brpr02", "High", "高"),
            ("brpr03", "Medium", "中"),
            ("brpr04", "Low", "低"),
            ("brpr05", "Lowest", "最低"),
        ],
    },
    Family {
        attributes: &["brStatus"],
        values: &[
            ("brst01", "Not verified", "未验证"),
            ("brst02", "Verified once", "一次验证"),
            ("brst03", "Verified twice", "二次验证"),
        ],
    },
    Family {
        attributes: &["submitCaption", "cancelCaption", "resetCaption"],
        values: &[
            ("ok01", "OK", "确定"),
            ("ok02", "Submit", "提交"),
            ("ok04", "Continue", "继续"),
            ("ok05", "Exit", "退出"),
            ("ca01", "Cancel", "取消"),
            ("ca02", "Abort", "中止"),
            ("ca03", "No", "否"),
            ("ca04", "End", "结束"),
            ("ca05", "Quit", "退出"),
            ("re01", "Reset", "重置"),
            ("re02", "Clear", "清除"),
        ],
    },
    Family {
        attributes: &["commentPriorityCode"],
        values: &[
            ("cp01", "Routine", "一般"),
            ("cp02", "Emergency", "紧急"),
            ("cp03", "Critical to safety", "安全关键"),
        ],
    },
    Family {
        attributes: &["responseType"],
        values: &[
            ("rt01", "Accepted", "已采纳"),
            ("rt02", "Pending", "待定"),
            ("rt03", "Partly accepted", "部分采纳"),
            ("rt04", "Rejected", "已拒绝"),
        ],
    },
    Family {
        attributes: &["circuitBreakerRefType"],
        values: &[
            ("cbr01", "Primary circuit breaker", "主跳开关"),
            ("cbr02", "Provisioned circuit breaker", "预留跳开关"),
        ],
    },
    Family {
        attributes: &["functionalItemRefType"],
        values: &[
            ("fir01", "Card", "板卡"),
            ("fir02", "Software item", "软件项目"),
            ("fir03", "Items of the LRU", "LRU所含项目"),
            ("fir04", "Shunt", "分流器"),
            ("fir05", "Mating equipment or connector", "对接设备或连接器"),
            ("fir06", "Protected equipment", "受保护设备"),
            ("fir07", "Harness", "线束"),
        ],
    },
    Family {
        attributes: &["installationLocationType"],
        values: &[
            ("instloctyp01", "Zone", "区域"),
            ("instloctyp02", "Section", "段"),
            ("instloctyp03", "Station", "站位"),
            ("instloctyp04", "Water line", "水线"),
            ("instloctyp05", "Buttock line", "纵剖线"),
        ],
    },
    Family {
        attributes: &["drillType"],
        values: &[
            ("dt00", "None", "无"),
            ("dt01", "Green", "绿色"),
            ("dt02", "Amber", "琥珀色"),
            ("dt03", "Yellow", "黄色"),
            ("dt04", "Red", "红色"),
            ("dt05", "Orange", "橙色"),
            ("dt06", "Blue", "蓝色"),
        ],
    },
    Family {
        attributes: &["lowestLevel"],
        values: &[
            ("la01", "None", "无"),
            ("la02", "Field level", "基层级"),
            ("la03", "Field or aviation support", "基层或航空保障"),
            ("la04", "Sustainment below depot", "基地级以下维持"),
            ("la05", "Specialised repair activity", "专业修理机构"),
            ("la06", "Intermediate, afloat and ashore", "中继级（舰上及岸上）"),
            ("la07", "Contractor facility", "承包商设施"),
            ("la08", "Not authorised at any level", "任何级别均未授权"),
            ("la09", "Depot", "基地级"),
        ],
    },
    Family {
        attributes: &["operationType"],
        values: &[
            ("op01", "ETOPS", "ETOPS（延程运行）"),
            ("op02", "Required navigation performance", "所需导航性能"),
            ("op03", "On-board mobile telephony", "机载移动电话"),
        ],
    },
    Family {
        attributes: &["productCategory"],
        values: &[
            ("pcg01", "Adhesives and sealants", "粘合剂与密封剂"),
            ("pcg04", "Antifreeze and de-icing", "防冻与除冰剂"),
            ("pcg08", "Biocides", "杀生物剂"),
            ("pcg09", "Paints, fillers and thinners", "油漆、填料与稀释剂"),
            ("pcg13", "Fuels", "燃料"),
            ("pcg14", "Treatment of metal surfaces", "金属表面处理剂"),
            ("pcg15", "Treatment of other surfaces", "非金属表面处理剂"),
            ("pcg16", "Heat transfer fluids", "传热液"),
            ("pcg17", "Hydraulic fluids", "液压油"),
            ("pcg24", "Lubricants and greases", "润滑剂与润滑脂"),
            ("pcg32", "Polymers and compounds", "聚合物与混合物"),
            ("pcg35", "Cleaning agents", "清洗剂"),
        ],
    },
    Family {
        attributes: &["productItemType"],
        values: &[("pi01", "Frame", "框"), ("pi02", "Rib", "肋"), ("pi03", "Stringer", "长桁")],
    },
    Family {
        attributes: &["refType"],
        values: &[
            ("rft01", "Next higher assembly", "上级组件"),
            ("rft02", "Details", "明细"),
            ("rft03", "Equivalent parts", "等效件"),
            ("rft04", "Substitute parts", "替代件"),
            ("rft05", "Attaching parts", "连接件"),
            ("rft06", "Parts for removal and installation", "拆装用件"),
            ("rft07", "Parts to select from", "选配件"),
            ("rft08", "Oversize or undersize", "加大或减小尺寸件"),
            ("rft09", "Connecting items", "连接项目"),
            ("rft10", "Breakdown", "分解"),
        ],
    },
    Family {
        attributes: &["scoEntryType"],
        values: &[("scot01", "Learning object", "学习对象"), ("scot02", "Asset", "素材")],
    },
    Family {
        attributes: &["softwareClassificationValue"],
        values: &[
            ("scv01", "Loadable software part", "可加载软件件"),
            ("scv02", "Aeronautical database", "航空数据库"),
            ("scv03", "Technical publication software", "技术出版物软件"),
            ("scv04", "Maintenance software", "维修软件"),
            ("scv05", "Flight operation software", "飞行运行软件"),
        ],
    },
    Family {
        attributes: &["softwareCustomizationStatusValue"],
        values: &[
            ("scs01", "Customisation is mandatory", "必须定制"),
            ("scs02", "Customisation is allowed", "允许定制"),
            ("scs03", "Customisation is not allowed", "不允许定制"),
        ],
    },
    Family {
        attributes: &["sourcingTypeValue"],
        values: &[("stv01", "Buyer furnished", "买方提供"), ("stv02", "Seller furnished", "卖方提供")],
    },
    Family {
        attributes: &["supplyNumberType"],
        values: &[
            ("sp01", "Commercial reference", "商业编号"),
            ("sp02", "Specification", "规范"),
            ("sp03", "Mixture", "混合物"),
            ("sp04", "Set", "成套"),
            ("sp05", "Article", "单品"),
        ],
    },
];
