import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { databasesQuery, manualsQuery } from '@/api/library'
import { requestIdOf } from '@/api/problem'
import { useMe } from '@/api/queries'
import { DatabaseTable } from '@/lib/library/DatabaseTable'
import { ManualTable } from '@/lib/library/ManualTable'
import { href, paths } from '@/lib/paths'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { LinkButton } from '@/ui/LinkButton'

export function DatabasesTab() {
  const { t } = useTranslation()
  const me = useMe()
  const databases = useQuery(databasesQuery())
  if (databases.error) {
    return <Failed title={t('library.databasesFailed')} error={databases.error} onRetry={databases.refetch} />
  }
  return (
    <DatabaseTable
      databases={databases.data}
      usualPageSize={me.user.preferences.pageSize}
      empty={<Empty icon="database" title={t('library.noDatabases')} />}
    />
  )
}

/** The manuals of all databases. */
export function ManualsTab() {
  const { t } = useTranslation()
  const me = useMe()
  const manuals = useQuery(manualsQuery())
  if (manuals.error) {
    return <Failed title={t('library.manualsFailed')} error={manuals.error} onRetry={manuals.refetch} />
  }
  return (
    <ManualTable
      manuals={manuals.data}
      withDatabase
      usualPageSize={me.user.preferences.pageSize}
      empty={<Empty icon="book" title={t('library.noManuals')} />}
    />
  )
}

function Failed({ title, error, onRetry }: { title: string; error: Error; onRetry: () => Promise<unknown> }) {
  return (
    <ErrorState
      title={title}
      message={error.message}
      detail={requestIdOf(error)}
      onRetry={() => void onRetry()}
    />
  )
}

function Empty({ icon, title }: { icon: 'database' | 'book'; title: string }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={icon}
      title={title}
      text={t('dashboard.emptyLibrary')}
      action={
        <LinkButton icon="library" href={href(paths.library())}>
          {t('dashboard.toLibrary')}
        </LinkButton>
      }
    />
  )
}
