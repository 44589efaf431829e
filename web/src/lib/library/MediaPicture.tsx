import { type ReactNode, useState } from 'react'
import type { Media } from '@/api/types'

interface MediaPictureProps {
  media: Media
  /** Where its bytes are; not known before the token for them has come. */
  address: string | undefined
  /** For files that are no pictures, and pictures that cannot be displayed. */
  fallback: (isPicture: boolean) => ReactNode
}

/** The picture of a media file; its name stands beside it. */
export function MediaPicture({ media, address, fallback }: MediaPictureProps) {
  const [failed, setFailed] = useState<string>()
  if (!media.image || failed === media.versionId) return fallback(media.image)
  if (!address) return null
  return <img src={address} alt="" loading="lazy" onError={() => setFailed(media.versionId)} />
}
