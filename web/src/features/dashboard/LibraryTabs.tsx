import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { databasesQuery, manualsQuery } from '@/api/library'
import { useMe } from '@/api/queries'
import { DatabaseTable } from '@/lib/library/DatabaseTable'
import { ManualTable } from '@/lib/library/ManualTable'
import { href, paths } from '@/lib/paths'
import { QueryFrame } from '@/lib/QueryFrame'
import { EmptyState } from '@/ui/EmptyState'
import { LinkButton } from '@/ui/LinkButton'

export function DatabasesTab() {
  const { t } = useTranslation()
  const me = useMe()
  const databases = useQuery(databasesQuery())
  return (
    <QueryFrame query={databases} failedTitle={t('library.databasesFailed')}>
      <DatabaseTable
        databases={databases.data}
        usualPageSize={me.user.preferences.pageSize}
        empty={<Empty icon="database" title={t('library.noDatabases')} />}
      />
    </QueryFrame>
  )
}

/** The manuals of all databases. */
export function ManualsTab() {
  const { t } = useTranslation()
  const me = useMe()
  const manuals = useQuery(manualsQuery())
  return (
    <QueryFrame query={manuals} failedTitle={t('library.manualsFailed')}>
      <ManualTable
        manuals={manuals.data}
        withDatabase
        usualPageSize={me.user.preferences.pageSize}
        empty={<Empty icon="book" title={t('library.noManuals')} />}
      />
    </QueryFrame>
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
