import type { File } from '@/api/types'

/** An item of a minimum equipment list, which is compared with the MMEL. */
export function isMelItem({ contentType }: Pick<File, 'contentType'>): boolean {
  return contentType === 'dispatchItem'
}
