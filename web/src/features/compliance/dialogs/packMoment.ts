const two = (n: number) => String(n).padStart(2, '0')

/** A moment as a field for date and time shows it, in the reader's time zone. */
export function localMoment(moment: Date): string {
  const day = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('-')
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}`
}

/** The typed moment for the server; undefined for none. In the present minute it is now: what was done in it counts. */
export function momentOf(typed: string, now: Date): string | undefined {
  if (typed === localMoment(now)) return now.toISOString()
  const moment = new Date(typed)
  return typed === '' || Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}
