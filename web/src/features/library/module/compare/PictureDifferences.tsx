import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ComparedVersions, ListedDifference, ViewFigure } from '@/api/types'
import { mediaTokenQuery, mediaUrl } from '@/api/view'
import { type DifferingArea, differingAreas } from './pictureAreas'

interface PictureDifferencesProps {
  database: string
  compared: ComparedVersions
  difference: ListedDifference
}

/** The new picture with the places that differ from the old one framed; nothing for other differences. */
export function PictureDifferences({ database, compared: { pages }, difference }: PictureDifferencesProps) {
  const { t } = useTranslation()
  const pair = difference.kind === 'pictureContent' ? picturesOf(pages, difference.difference) : undefined
  const token = useQuery({ ...mediaTokenQuery(database), enabled: pair !== undefined }).data
  const urls = pair && token && pair.map((figure) => urlOf(figure, token))
  const [before, after] = urls ?? []
  const areas = useQuery({
    queryKey: ['pictureAreas', pair?.map(({ versionId }) => versionId)],
    queryFn: () => differingAreas(before ?? '', after ?? ''),
    enabled: before !== undefined && after !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  }).data
  if (!pair || !after || !areas || areas.length === 0) return null
  return (
    <figure className="rd-picture-areas">
      <div>
        <img src={after} alt={pair[1]?.title || (pair[1]?.icn ?? '')} />
        {areas.map((area) => (
          <span key={`${area.x} ${area.y}`} className="rd-picture-area" style={percentOf(area)} />
        ))}
      </div>
      <figcaption className="af-hint">
        {t('library.compare.pictureAreas', { count: areas.length, figure: String(areas.length) })}
      </figcaption>
    </figure>
  )
}

type Pair = [ViewFigure, ViewFigure]

function picturesOf(pages: ComparedVersions['pages'], difference: number | undefined): Pair | undefined {
  const found = pages.map((page) => {
    const replaced = page.replaced.find((each) => each.difference === difference)
    return { before: replaced?.before, own: replaced && page.figures[replaced.figure] }
  })
  const [one, two] = found
  const [old, now] = two ? [one?.own, two.own] : [one?.before, one?.own]
  const isDrawn = (figure: ViewFigure | undefined) => figure?.state === 'found' && figure.media !== 'pdf'
  return old && now && isDrawn(old) && isDrawn(now) ? [old, now] : undefined
}

function urlOf(
  { path, versionId, media }: ViewFigure,
  token: { token: string; ts: string },
): string | undefined {
  const isPicture = media === 'image' || media === 'cgm'
  return path && isPicture ? mediaUrl(path, { ...token, version: versionId, as: 'view' }) : undefined
}

const percentOf = ({ x, y, width, height }: DifferingArea) => ({
  left: `${x * 100}%`,
  top: `${y * 100}%`,
  width: `${width * 100}%`,
  height: `${height * 100}%`,
})
