import type { Media } from '@/api/types'
import type { IconName } from '@/ui/icons'

type MediaTypes = Pick<Media, 'image' | 'audio' | 'video'>

const icons = { image: 'illustration', audio: 'sound', video: 'film', file: 'file' } as const

export function mediaKind({ image, audio, video }: MediaTypes): keyof typeof icons {
  if (image) return 'image'
  if (audio) return 'audio'
  return video ? 'video' : 'file'
}

export function mediaIcon(media: MediaTypes): IconName {
  return icons[mediaKind(media)]
}
