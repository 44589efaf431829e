const written = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})$/

/** The typed day as `yyyy-MM-dd`, '' for none, undefined for an invalid day. */
export function typedDay(text: string): string | undefined {
  if (text.trim() === '') return ''
  const [, year = '', month = '', date = ''] = written.exec(text.trim()) ?? []
  const day = new Date(Number(year), Number(month) - 1, Number(date))
  const exists = year !== '' && day.getFullYear() === Number(year) && day.getMonth() === Number(month) - 1
  return exists ? `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}` : undefined
}

export function shownDay(day: string): string {
  return day.replaceAll('-', '/')
}

/** The last calendar day of the reader before a point in time, '' for none. */
export function lastDayBefore(time: string | undefined): string {
  if (time === undefined) return ''
  const last = new Date(Date.parse(time) - 1)
  const parts = [last.getFullYear(), last.getMonth() + 1, last.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}

/** Midnight of a calendar day of the reader, or of the one `later` days after it, as a point in time. */
export function startOfDay(day: string, later: number): string | undefined {
  const [year, month, date] = day.split('-').map(Number)
  if (!year || !month || !date) return undefined
  return new Date(year, month - 1, date + later).toISOString()
}
