import { currentLanguage } from '@/lib/i18n'

type DateInput = Date | string

const two = (n: number) => String(n).padStart(2, '0')

const plainDay = /^\d{4}-\d{2}-\d{2}$/

/** The day in the reader's time zone, as yyyy/MM/DD in every language; a mere day is the same in all zones. */
export function formatDate(moment: DateInput): string {
  if (typeof moment === 'string' && plainDay.test(moment)) return moment.replaceAll('-', '/')
  const date = new Date(moment)
  if (Number.isNaN(date.getTime())) return ''
  return `${String(date.getFullYear()).padStart(4, '0')}/${two(date.getMonth() + 1)}/${two(date.getDate())}`
}

/** Day and time in the reader's time zone, as yyyy/MM/DD HH:mm. */
export function formatDateTime(moment: DateInput): string {
  const date = new Date(moment)
  if (Number.isNaN(date.getTime())) return ''
  return `${formatDate(date)} ${two(date.getHours())}:${two(date.getMinutes())}`
}

/** The separator between the names of a list. */
export const listComma = (): string => (currentLanguage() === 'zh-CN' ? '、' : ', ')

export function formatNumber(value: number): string {
  return new Intl.NumberFormat(currentLanguage()).format(value)
}

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB']

/** A size in the decimal units that file dialogs use, with at most one decimal. */
export function formatBytes(bytes: number): string {
  const wanted = bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3)
  const power = Math.min(wanted, byteUnits.length - 1)
  const figure = new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: power === 0 ? 0 : 1 })
  return `${figure.format(bytes / 1000 ** power)} ${byteUnits[power]}`
}
