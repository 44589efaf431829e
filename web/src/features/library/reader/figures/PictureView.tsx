import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ViewFigure, ViewHotspot } from '@/api/types'
import { mediaTokenQuery, mediaUrl } from '@/api/view'
import { LinkButton } from '@/ui/LinkButton'
import { Skeleton } from '@/ui/Skeleton'
import { Drawing } from './Drawing'
import { PictureBox } from './PictureBox'
import { PictureFrame } from './PictureFrame'
import type { PictureSource } from './picture'
import './figures.css'

interface PictureViewProps {
  figure: ViewFigure
  source: PictureSource
  /** The area that is pointed out, by its name in the drawing. */
  shown: string | undefined
  /** A symbol in a line of text. */
  inline: boolean
  onHotspot: (hotspot: ViewHotspot) => void
  onPoint: (hotspot: ViewHotspot | undefined) => void
  onAreas: (hotspots: readonly ViewHotspot[]) => void
}

/** A picture of a module, or a box that says why there is none. */
export function PictureView(props: PictureViewProps) {
  const { figure, source } = props
  const { t } = useTranslation()
  const token = useQuery({ ...mediaTokenQuery(source.database), enabled: figure.path !== undefined })
  if (figure.state !== 'found' || !figure.path) {
    const state = figure.state === 'found' ? 'missing' : figure.state
    const original =
      figure.path &&
      token.data &&
      mediaUrl(figure.path, { ...token.data, ...source.reading, version: figure.versionId })
    return (
      <PictureBox
        icn={figure.icn}
        text={figure.note || t(`reader.picture.${state}`)}
        action={
          original && (
            <LinkButton size="sm" icon="download" href={original} external>
              {t('reader.picture.download')}
            </LinkButton>
          )
        }
      />
    )
  }
  if (token.error) {
    return <PictureBox icn={figure.icn} text={token.error.message} onRetry={() => void token.refetch()} />
  }
  if (!token.data) return <Skeleton lines={4} />
  const address = { ...token.data, ...source.reading, version: figure.versionId }
  return (
    <>
      <Shown {...props} url={mediaUrl(figure.path, { ...address, as: 'view' })} />
      {figure.note && <span className="pv-note">{figure.note}</span>}
    </>
  )
}

function Shown({
  figure,
  shown,
  inline,
  onHotspot,
  onPoint,
  onAreas,
  url,
}: PictureViewProps & { url: string }) {
  const { t } = useTranslation()
  const [failed, setFailed] = useState(false)
  const name = [figure.title || t('reader.picture.name', { number: figure.number }), figure.icn]
    .filter(Boolean)
    .join(', ')
  if (failed) {
    return (
      <PictureBox icn={figure.icn} text={t('reader.picture.unreadable')} onRetry={() => setFailed(false)} />
    )
  }
  const onError = () => setFailed(true)
  if (inline) return <img className="pv-symbol" src={url} alt={name} onError={onError} />
  switch (figure.media) {
    case 'pdf':
      return <iframe className="pv-pdf" src={url} title={name} />
    case 'video':
      return (
        // biome-ignore lint/a11y/useMediaCaption: illustrations are delivered without captions.
        <video
          className="pv-video"
          controls
          preload="metadata"
          src={url}
          aria-label={name}
          onError={onError}
        />
      )
    case 'audio':
      return (
        // biome-ignore lint/a11y/useMediaCaption: as above.
        <audio
          className="pv-audio"
          controls
          preload="metadata"
          src={url}
          aria-label={name}
          onError={onError}
        />
      )
    default:
      return (
        <PictureFrame name={name} icn={figure.icn}>
          {figure.mediaType === 'image/svg+xml' ? (
            <Drawing
              url={url}
              name={name}
              hotspots={figure.hotspots}
              shown={shown}
              onHotspot={onHotspot}
              onPoint={onPoint}
              onAreas={onAreas}
              onError={onError}
            />
          ) : (
            <img
              className="pv-image"
              src={url}
              alt={name}
              loading="lazy"
              draggable={false}
              onError={onError}
            />
          )}
        </PictureFrame>
      )
  }
}
