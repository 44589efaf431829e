import type { File } from '@/api/types'
import { formatDate } from '@/lib/format'

/** Issue and in-work as the trade writes them, `001-00`; ATA 2300 objects have a date alone. */
export function issueText({ issueNumber, inWork }: Pick<File, 'issueNumber' | 'inWork'>): string {
  return [issueNumber, inWork].filter(Boolean).join('-')
}

/** What a version is called: its issue, else its date. */
export function versionText(file: Pick<File, 'issueNumber' | 'inWork' | 'issueDate' | 'versionId'>): string {
  return issueText(file) || (file.issueDate ? formatDate(file.issueDate) : file.versionId)
}
