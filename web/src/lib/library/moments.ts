/** A lane at the end of a day, as the server names it: `oem@2026-03-01T22:59:59Z`. */
export interface LaneMoment {
  lane: string
  /** The day where the reader is. */
  day: string
}

/** The day of a moment where the reader is, as in `2026-03-01`. */
export function dayOf(moment: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}

/** The end of a day where the reader is. */
export function endOfDay({ lane, day }: LaneMoment): string {
  return `${lane}@${new Date(`${day}T23:59:59`).toISOString().replace('.000Z', 'Z')}`
}

/** The lane and the day of a state; undefined for other states. */
export function laneMomentOf(state: string): LaneMoment | undefined {
  const at = state.indexOf('@')
  const moment = new Date(state.slice(at + 1))
  return at < 1 || Number.isNaN(moment.getTime())
    ? undefined
    : { lane: state.slice(0, at), day: dayOf(moment) }
}

/** A moment as the server reads it; undefined for a text that is none. */
export function momentOf(text: string | null): string | undefined {
  const moment = new Date(text ?? '')
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}
