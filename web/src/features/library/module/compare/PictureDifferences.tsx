import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ComparedVersions, ListedDifference, ViewFigure } from '@/api/types'
import { mediaTokenQuery, mediaUrl } from '@/api/view'
import { type DifferingArea, differingAreas, mostAreas } from './pictureAreas'
import { picturePair } from './picturePair'

interface PictureDifferencesProps {
  database: string
  compared: ComparedVersions
  difference: ListedDifference
}

/** The new picture with the places that differ from the old one framed; nothing for other differences. */
export function PictureDifferences({ database, compared: { pages }, difference }: PictureDifferencesProps) {
  const { t } = useTranslation()
  const pair = picturePair(pages, difference)
  const token = useQuery({ ...mediaTokenQuery(database), enabled: pair !== undefined }).data
  const urls = pair && token && pair.map((figure) => urlOf(figure, token))
  const [before, after] = urls ?? []
  const areas = useQuery({
    queryKey: ['pictureAreas', pair?.map(({ versionId }) => versionId)],
    queryFn: () => differingAreas(before ?? '', after ?? ''),
    enabled: before !== undefined && after !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  }).data
  if (!pair || !after || !areas) return null
  if (areas.length === 0)
    // A picture of the same number was stored anew, which its difference says already.
    return difference.kind === 'picture' ? (
      <p className="af-hint">{t('library.compare.pictureAlike')}</p>
    ) : null
  return (
    <figure className="rd-picture-areas">
      <div>
        <img src={after} alt={pair[1]?.title || (pair[1]?.icn ?? '')} />
        {areas.map((area) => (
          <span key={`${area.x} ${area.y}`} className="rd-picture-area" style={percentOf(area)} />
        ))}
      </div>
      <figcaption className="af-hint">
        {areas.length < mostAreas
          ? t('library.compare.pictureAreas', { count: areas.length, figure: String(areas.length) })
          : t('library.compare.pictureAreasMore', { figure: String(areas.length) })}
      </figcaption>
    </figure>
  )
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
