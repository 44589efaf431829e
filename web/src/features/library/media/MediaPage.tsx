import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { databasesQuery } from '@/api/library'
import { requestIdOf } from '@/api/problem'
import { displayName, isSamePath } from '@/lib/library/folders'
import { href, paths } from '@/lib/paths'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { LinkButton } from '@/ui/LinkButton'
import { PageHead } from '@/ui/PageHead'
import { Skeleton } from '@/ui/Skeleton'
import { MediaShelf } from './MediaShelf'

/** The media of a database. */
export function MediaPage() {
  const { t } = useTranslation()
  const { folderPath = '' } = useParams()
  const databases = useQuery(databasesQuery())
  const csdb = databases.data?.find(({ path }) => isSamePath(path, `/${folderPath}`))
  if (csdb) {
    return (
      <MediaShelf key={csdb.name} csdb={csdb.name}>
        {(actions, shelf) => (
          <>
            <PageHead
              title={t('media.title')}
              purpose={t('media.purpose', { database: displayName(csdb) })}
              actions={
                <>
                  <LinkButton icon="database" href={href(paths.database(csdb.name))}>
                    {t('media.toDatabase')}
                  </LinkButton>
                  {actions}
                </>
              }
            />
            {shelf}
          </>
        )}
      </MediaShelf>
    )
  }
  if (databases.error) {
    return (
      <ErrorState
        title={t('library.databasesFailed')}
        message={databases.error.message}
        detail={requestIdOf(databases.error)}
        onRetry={() => void databases.refetch()}
      />
    )
  }
  if (databases.isPending) return <Skeleton lines={6} />
  return (
    <EmptyState
      icon="missing"
      title={t('library.noSuchDatabase', { name: folderPath })}
      action={
        <LinkButton icon="library" href={href(paths.library())}>
          {t('workspace.toLibrary')}
        </LinkButton>
      }
    />
  )
}
