import type { File } from '@/api/types'

/** Issue and in-work as the trade writes them, `001-00`; ATA 2300 objects have a date alone. */
export function issueText({ issueNumber, inWork }: Pick<File, 'issueNumber' | 'inWork'>): string {
  return [issueNumber, inWork].filter(Boolean).join('-')
}
