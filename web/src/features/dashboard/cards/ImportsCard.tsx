import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '@/lib/format'
import { href, paths } from '@/lib/paths'
import { LinkButton } from '@/ui/LinkButton'
import { latestPackages } from '../queries'
import { GlanceCard } from './GlanceCard'

export function ImportsCard() {
  const { t } = useTranslation()
  return (
    <GlanceCard
      title={t('dashboard.imports.title')}
      more={
        <LinkButton variant="link" href={href(paths.import())}>
          {t('dashboard.imports.all')}
        </LinkButton>
      }
      list={useQuery(latestPackages)}
      failedTitle={t('dashboard.imports.failed')}
      empty={t('dashboard.imports.empty')}
      itemKey={({ id }) => id}
    >
      {({ id, fileName, state, uploadedOn }) => (
        <>
          <span className="da-main">
            <a href={href(paths.import({ package: id }))}>{fileName}</a>
            <span className="af-hint d-block mt-0">{t(`imports.state.${state}`)}</span>
          </span>
          <time className="da-side" dateTime={uploadedOn}>
            {formatDateTime(uploadedOn)}
          </time>
        </>
      )}
    </GlanceCard>
  )
}
