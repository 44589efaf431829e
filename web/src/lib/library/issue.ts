import type { File } from '@/api/types'
import { formatDate } from '@/lib/format'

/** Issue and in-work as the trade writes them, `001-00`; ATA 2300 objects have a date alone. */
export function issueText({ issueNumber, inWork }: Pick<File, 'issueNumber' | 'inWork'>): string {
  return [issueNumber, inWork].filter(Boolean).join('-')
}

/** The issue number, or the date where there is none. */
export function issueOrDate(file: Pick<File, 'issueNumber' | 'inWork' | 'issueDate'>): string {
  return issueText(file) || (file.issueDate ? formatDate(file.issueDate) : '')
}

/** An issue as the server writes it: a number, or a date where there is none. */
export function shownIssue(issue: string): string {
  return /^\d{4}-\d{2}-\d{2}/.test(issue) ? formatDate(issue) : issue
}

/** The display name of a version. */
export function versionText(file: Pick<File, 'issueNumber' | 'inWork' | 'issueDate' | 'versionId'>): string {
  return issueOrDate(file) || file.versionId
}
