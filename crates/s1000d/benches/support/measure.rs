//! Functions that the benchmarks of this crate share.

use std::fmt::Write;
use std::time::Duration;

use anyhow::{Context, Result};

/// A procedure as authors write them: requirements, steps with warnings, references, figures, tables, applicability.
pub(crate) fn module(bytes: usize) -> Result<String> {
    let mut text = String::from(
        "<dmodule><content><referencedApplicGroup><applic id='a1'><assert applicPropertyIdent='model' applicPropertyType='prodattr' \
         applicPropertyValues='1'/></applic></referencedApplicGroup><procedure><preliminaryRqmts><reqCondGroup><reqCondNoRef>\
         <reqCond>Parked</reqCond></reqCondNoRef></reqCondGroup></preliminaryRqmts><mainProcedure>",
    );
    let mut step = 0;
    while text.len() < bytes {
        step += 1;
        write!(
            text,
            "<proceduralStep id='s{step}' applicRefId='a1'><warning><warningAndCautionPara>Do not stand in front of the exhaust.</warningAndCautionPara></warning>\
             <para>Open the cowling <internalRef internalRefId='f{step}'/> and remove <emphasis>both</emphasis> bolts. Refer to \
             <dmRef><dmRefIdent><dmCode modelIdentCode='NV240' systemDiffCode='A' systemCode='62' subSystemCode='1' subSubSystemCode='1' assyCode='01' disassyCode='00' disassyCodeVariant='A' infoCode='520' infoCodeVariant='A' itemLocationCode='A'/></dmRefIdent></dmRef>.</para>\
             <proceduralStep><para>Torque the nut to <quantity>45 Nm</quantity>.</para></proceduralStep><figure id='f{step}'><title>Cowling</title><graphic infoEntityIdent='ICN-{step}'/></figure>\
             <table><title>Torque</title><tgroup cols='2'><tbody><row><entry><para>Nut</para></entry><entry><para>45</para></entry></row></tbody></tgroup></table></proceduralStep>"
        )?;
    }
    text.push_str("</mainProcedure></procedure></content></dmodule>");
    Ok(text)
}

/// CPU time of this thread.
pub(crate) fn cpu() -> Result<Duration> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").context("this needs Linux")?;
    let nanoseconds = stat.split_ascii_whitespace().next().context("a field")?.parse()?;
    Ok(Duration::from_nanos(nanoseconds))
}
