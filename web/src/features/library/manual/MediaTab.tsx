import { useTranslation } from 'react-i18next'
import type { Manual } from '@/api/types'
import { databaseOf } from '@/lib/library/folders'
import { href, paths } from '@/lib/paths'
import { LinkButton } from '@/ui/LinkButton'
import { MediaShelf } from '../media/MediaShelf'
import { useReading } from '../useReading'

/** The media that the manual shows, in the state that is read. */
export function MediaTab({ manual }: { manual: Manual }) {
  const { t } = useTranslation()
  const csdb = databaseOf(manual)
  return (
    <MediaShelf key={manual.path} csdb={csdb} manual={{ name: manual.name, reading: useReading() }}>
      {(actions, shelf) => (
        <>
          <div className="af-page-actions mb-3 justify-content-end">
            <LinkButton icon="illustration" href={href(paths.media(csdb))}>
              {t('media.ofDatabase')}
            </LinkButton>
            {actions}
          </div>
          {shelf}
        </>
      )}
    </MediaShelf>
  )
}
