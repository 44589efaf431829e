import { useQuery } from '@tanstack/react-query'
import type { Media } from '@/api/types'
import { mediaTokenQuery, mediaUrl } from '@/api/view'
import { MediaThumb } from './MediaThumb'

/** Shows or plays a media file as far as a browser can. */
export function MediaPlayer({ media, csdb }: { media: Media; csdb: string }) {
  const token = useQuery(mediaTokenQuery(csdb)).data
  const source = token && mediaUrl(media.path, { ...token, as: 'view', version: media.versionId })
  if (media.audio) {
    // biome-ignore lint/a11y/useMediaCaption: what a manufacturer delivers has no captions of ours.
    return <audio controls src={source} aria-label={media.name} />
  }
  if (media.video) {
    // biome-ignore lint/a11y/useMediaCaption: what a manufacturer delivers has no captions of ours.
    return <video controls src={source} aria-label={media.name} />
  }
  if (media.mediaType === 'application/pdf' && source) {
    return <iframe src={source} title={media.name} />
  }
  return <MediaThumb media={media} csdb={csdb} />
}
