import { appendFileSync } from 'node:fs'

/** Prints a figure beside its goal, and adds it to the table that E2E_TABLE names. Nothing fails on a time. */
export function tell(what: string, measured: number, unit: string, goal: number): void {
  const figure = `${what.padEnd(58)} ${measured.toFixed(2).padStart(8)} ${unit.padEnd(5)}`
  const missed = measured <= goal ? '' : '  NOT MET'
  const ratio = (measured / goal).toFixed(2)
  const line = `${figure}  at most ${goal.toFixed(2).padStart(6)}  (${ratio} of it)${missed}\n`
  process.stdout.write(line)
  if (process.env.E2E_TABLE) appendFileSync(process.env.E2E_TABLE, line)
}

/** The value that so many percent of the values stay below. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  const at = Math.min(Math.floor((sorted.length * percent) / 100), sorted.length - 1)
  return sorted[at] ?? Number.POSITIVE_INFINITY
}
