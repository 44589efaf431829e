const two = (n: number) => String(n).padStart(2, '0')

/** A moment as a field for date and time shows it, in the reader's time zone. */
export function localMoment(moment: Date): string {
  const day = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('-')
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}`
}

/** The typed moment for the server; undefined for none. */
export function momentOf(typed: string): string | undefined {
  const moment = new Date(typed)
  return typed === '' || Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}
