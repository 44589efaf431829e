import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { databasesQuery } from '@/api/library'
import { requestIdOf } from '@/api/problem'
import { useMe } from '@/api/queries'
import { can } from '@/lib/can'
import { DatabaseTable } from '@/lib/library/DatabaseTable'
import { openOverlay } from '@/lib/overlay'
import { href, paths } from '@/lib/paths'
import { Button } from '@/ui/Button'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { LinkButton } from '@/ui/LinkButton'
import { PageHead } from '@/ui/PageHead'
import { DatabaseActions } from './FolderActions'

export function LibraryPage() {
  const { t } = useTranslation()
  const me = useMe()
  const databases = useQuery(databasesQuery())
  const create = (
    <Button
      variant="primary"
      icon="add"
      disabledReason={can.createLibrary(me) ? undefined : t('shell.sidebar.mayNotCreateDatabase')}
      onClick={() => openOverlay({ kind: 'createDatabase' })}
    >
      {t('library.tree.createDatabase')}
    </Button>
  )
  const toImport = can.importPackages(me) && (
    <LinkButton icon="import" href={href(paths.import())}>
      {t('library.toImport')}
    </LinkButton>
  )
  return (
    <>
      <PageHead
        title={t('library.title')}
        purpose={t('library.purpose')}
        actions={
          <>
            {toImport}
            {create}
          </>
        }
      />
      {databases.error ? (
        <ErrorState
          title={t('library.databasesFailed')}
          message={databases.error.message}
          detail={requestIdOf(databases.error)}
          onRetry={() => void databases.refetch()}
        />
      ) : (
        <DatabaseTable
          databases={databases.data}
          usualPageSize={me.user.preferences.pageSize}
          actions={(csdb) => <DatabaseActions csdb={csdb} />}
          empty={
            <EmptyState
              icon="library"
              title={t('library.noDatabases')}
              text={t(can.createLibrary(me) ? 'library.noDatabasesText' : 'library.noDatabasesReader')}
              action={
                <div className="d-flex flex-wrap justify-content-center gap-2">
                  {create}
                  {toImport}
                </div>
              }
            />
          }
        />
      )}
    </>
  )
}
