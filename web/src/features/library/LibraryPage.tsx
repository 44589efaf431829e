import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useSearchParams } from 'react-router'
import { databasesQuery } from '@/api/library'
import { useMe } from '@/api/queries'
import { can } from '@/lib/can'
import { DatabaseTable } from '@/lib/library/DatabaseTable'
import { openOverlay } from '@/lib/overlay'
import { href, paths } from '@/lib/paths'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { EmptyState } from '@/ui/EmptyState'
import { LinkButton } from '@/ui/LinkButton'
import { PageHead } from '@/ui/PageHead'
import { Tabs } from '@/ui/Tabs'
import { ChaptersTab } from './ChaptersTab'
import { DatabaseActions } from './FolderActions'

const tabs = ['databases', 'chapters'] as const

export function LibraryPage() {
  const { t } = useTranslation()
  const me = useMe()
  const [params, setParams] = useSearchParams()
  const active = tabs.find((tab) => tab === params.get('tab')) ?? 'databases'
  // Its address until version 5.0; messages and bookmarks may still have it.
  if (params.get('tab') === 'updates') return <Navigate replace to={paths.revisions()} />
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
      <Tabs
        label={t('library.title')}
        active={active}
        // Filters and pages belong to their own tab, so a change of tab drops them.
        onChange={(tab) => setParams(tab === 'databases' ? {} : { tab })}
        tabs={[
          {
            id: 'databases',
            label: t('library.databases'),
            icon: 'database',
            content: <Databases create={create} toImport={toImport} />,
          },
          {
            id: 'chapters',
            label: t('library.chapters.title'),
            icon: 'list',
            content: <ChaptersTab />,
          },
        ]}
      />
    </>
  )
}

function Databases({ create, toImport }: { create: ReactNode; toImport: ReactNode }) {
  const { t } = useTranslation()
  const me = useMe()
  const databases = useQuery(databasesQuery())
  return (
    <QueryFrame query={databases} failedTitle={t('library.databasesFailed')}>
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
    </QueryFrame>
  )
}
