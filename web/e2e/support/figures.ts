import { appendFileSync } from 'node:fs'

/** Prints a figure beside its bound, and adds it to the table that BENCH_TABLE names. Nothing fails on a time. */
export function tell(what: string, measured: number, unit: string, bound: number): void {
  const value = `${measured.toFixed(2)} ${unit}`
  const limit = `at most ${bound.toFixed(2)}`
  const ratio = (measured / bound).toFixed(2)
  const within = measured <= bound ? 'yes' : 'NO'
  process.stdout.write(
    `${what.padEnd(60)} ${value.padStart(15)}  ${limit.padEnd(16)} ${ratio.padStart(6)} of it  within: ${within}\n`,
  )
  // The fields that the table of the other benchmarks has (crates/testkit/benches/product/table.rs).
  const line = [what, value, limit, ratio, within].join('\t')
  if (process.env.BENCH_TABLE) appendFileSync(process.env.BENCH_TABLE, `${line}\n`)
}

/** The value that so many percent of the values stay below. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  const at = Math.min(Math.floor((sorted.length * percent) / 100), sorted.length - 1)
  return sorted[at] ?? Number.POSITIVE_INFINITY
}
