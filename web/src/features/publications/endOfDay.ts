/** The end of a day of the calendar, for the report of that day; undefined for no day. */
export function endOfDay(day: string): string | undefined {
  const moment = new Date(`${day}T23:59:59.999`)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}
