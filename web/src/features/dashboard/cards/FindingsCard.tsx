import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { href, paths } from '@/lib/paths'
import { Chip } from '@/ui/Chip'
import { LinkButton } from '@/ui/LinkButton'
import { packagesToMend } from '../queries'
import { GlanceCard } from './GlanceCard'

/** The findings that a chip counts, one by one. */
const findingsOf = (id: string, severity: 'block' | 'warn') =>
  href(paths.import({ package: id, severity, view: 'all' }))

/** Packages that are not imported yet, with their findings. */
export function FindingsCard() {
  const { t } = useTranslation()
  return (
    <GlanceCard
      title={t('dashboard.findings.title')}
      more={
        <LinkButton variant="link" href={href(paths.import({ toMend: 'yes' }))}>
          {t('dashboard.findings.all')}
        </LinkButton>
      }
      list={useQuery(packagesToMend)}
      failedTitle={t('dashboard.findings.failed')}
      empty={t('dashboard.findings.empty')}
      itemKey={({ id }) => id}
    >
      {({ id, fileName, counts }) => (
        <>
          <span className="da-main">
            <a href={href(paths.import({ package: id }))}>{fileName}</a>
          </span>
          <span className="da-chips">
            {counts.block > 0 && (
              <a href={findingsOf(id, 'block')}>
                <Chip tone="danger" icon="disabled">
                  {t('dashboard.findings.block', { count: counts.block })}
                </Chip>
              </a>
            )}
            {counts.warn > 0 && (
              <a href={findingsOf(id, 'warn')}>
                <Chip tone="warning" icon="warning">
                  {t('dashboard.findings.warn', { count: counts.warn })}
                </Chip>
              </a>
            )}
          </span>
        </>
      )}
    </GlanceCard>
  )
}
