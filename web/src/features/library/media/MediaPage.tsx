import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { databasesQuery } from '@/api/library'
import { displayName, isSamePath } from '@/lib/library/folders'
import { href, paths } from '@/lib/paths'
import { QueryFrame } from '@/lib/QueryFrame'
import { EmptyState } from '@/ui/EmptyState'
import { LinkButton } from '@/ui/LinkButton'
import { PageHead } from '@/ui/PageHead'
import { MediaShelf } from './MediaShelf'

/** The media of a database. */
export function MediaPage() {
  const { t } = useTranslation()
  const { folderPath = '' } = useParams()
  const databases = useQuery(databasesQuery())
  return (
    <QueryFrame query={databases} failedTitle={t('library.databasesFailed')} keepsData>
      {(all) => {
        const csdb = all.find(({ path }) => isSamePath(path, `/${folderPath}`))
        if (!csdb) return <NoDatabase name={folderPath} />
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
      }}
    </QueryFrame>
  )
}

function NoDatabase({ name }: { name: string }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon="missing"
      title={t('library.noSuchDatabase', { name })}
      action={
        <LinkButton icon="library" href={href(paths.library())}>
          {t('workspace.toLibrary')}
        </LinkButton>
      }
    />
  )
}
