import type { MediaListQuery } from '@/api/media'

/** The accepted file extensions of media; the server checks the content too. */
const endings = ['svg', 'png', 'jpg', 'jpeg', 'gif', 'tif', 'tiff', 'cgm', 'pdf', 'mp4', 'webm', 'mp3', 'wav']

export const acceptedEndings = endings.map((ending) => `.${ending}`).join(',')

export function hasMediaEnding(name: string): boolean {
  const dot = name.lastIndexOf('.')
  return dot > 0 && endings.includes(name.slice(dot + 1).toLowerCase())
}

export const mediaStatuses = ['draft', 'review', 'released', 'obsolete'] as const

/** One status filters; none or more than one means all (specification, section 9). */
export function statusFilterOf(chosen: readonly string[]): MediaListQuery['statusFilter'] {
  const [only] = chosen
  return chosen.length === 1 ? (mediaStatuses.find((status) => status === only) ?? 'all') : 'all'
}
