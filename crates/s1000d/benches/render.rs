//! `make bench`: what it costs to draw a module of 20 kB, in CPU time of the thread that draws it. It prints, and
//! never fails because something was slow.

#![expect(clippy::print_stdout, reason = "the printed line is what this program is for")]

use std::fmt::Write;
use std::time::Duration;

use anyhow::{Context, Result};
use domain::language::Locale;
use s1000d::applic::Assignments;
use s1000d::applic::tables::{Bilingual, Tables};
use s1000d::document::html::{Options, Outside, Unresolved, render};
use s1000d::guard;

/// Drawings in one sample: clocks of CPU time may be as coarse as 10 ms.
const BATCH: u32 = 100;
const SAMPLES: usize = 21;
const BYTES: usize = 20 << 10;

fn main() -> Result<()> {
    let text = module()?;
    let (choice, tables) = (Assignments::default(), Tables::default());
    let options = Options {
        locale: Locale::English,
        choice: &choice,
        outside: Outside::Hide,
        tables: Bilingual::alike(&tables),
        links: &Unresolved,
    };
    let mut times = Vec::with_capacity(SAMPLES);
    let mut size = 0;
    for _ in 0..SAMPLES {
        let start = cpu()?;
        for _ in 0..BATCH {
            // The guard is part of the price: nothing is drawn without it.
            let checked = guard::check(text.as_bytes())?;
            size = render(&checked, &options)?.html.len();
        }
        times.push(cpu()?.saturating_sub(start) / BATCH);
    }
    times.sort_unstable();
    let at = |percent: usize| times[(SAMPLES - 1) * percent / 100].as_secs_f64() * 1e3;
    println!(
        "render of {} kB of XML to {} kB of HTML: p50 {:.2} ms CPU (promised: 3.00), p95 {:.2} ms",
        text.len() >> 10,
        size >> 10,
        at(50),
        at(95)
    );
    Ok(())
}

/// A procedure as authors write them: requirements, steps with warnings, references, figures, tables, applicability.
fn module() -> Result<String> {
    let mut text = String::from(
        "<dmodule><content><referencedApplicGroup><applic id='a1'><assert applicPropertyIdent='model' applicPropertyType='prodattr' \
         applicPropertyValues='1'/></applic></referencedApplicGroup><procedure><preliminaryRqmts><reqCondGroup><reqCondNoRef>\
         <reqCond>Parked</reqCond></reqCondNoRef></reqCondGroup></preliminaryRqmts><mainProcedure>",
    );
    let mut step = 0;
    while text.len() < BYTES {
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
fn cpu() -> Result<Duration> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").context("this needs Linux")?;
    let nanoseconds = stat.split_ascii_whitespace().next().context("a field")?.parse()?;
    Ok(Duration::from_nanos(nanoseconds))
}
