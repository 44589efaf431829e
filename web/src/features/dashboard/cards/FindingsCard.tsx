import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { href, paths } from '@/lib/paths'
import { Chip } from '@/ui/Chip'
import { LinkButton } from '@/ui/LinkButton'
import { packagesToMend } from '../queries'
import { GlanceCard } from './GlanceCard'

/** Packages that are not in the library yet, with what was found in them. */
export function FindingsCard() {
  const { t } = useTranslation()
  return (
    <GlanceCard
      title={t('dashboard.findings.title')}
      more={
        <LinkButton variant="link" href={href(paths.import())}>
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
              <Chip tone="danger" icon="disabled">
                {t('dashboard.findings.block', { count: counts.block })}
              </Chip>
            )}
            {counts.warn > 0 && (
              <Chip tone="warning" icon="warning">
                {t('dashboard.findings.warn', { count: counts.warn })}
              </Chip>
            )}
          </span>
        </>
      )}
    </GlanceCard>
  )
}
