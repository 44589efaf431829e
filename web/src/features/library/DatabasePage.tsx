import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { databasesQuery, manualsQuery } from '@/api/library'
import { useMe } from '@/api/queries'
import type { Csdb } from '@/api/types'
import { can } from '@/lib/can'
import { attribute, isSamePath } from '@/lib/library/folders'
import { ManualTable } from '@/lib/library/ManualTable'
import { openOverlay } from '@/lib/overlay'
import { href, paths } from '@/lib/paths'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { EmptyState } from '@/ui/EmptyState'
import { LinkButton } from '@/ui/LinkButton'
import { ManualActions, useChangeReason } from './FolderActions'
import { FolderHead } from './FolderHead'
import { FolderMissing, FolderSkeleton } from './FolderStates'

export function DatabasePage() {
  const { t } = useTranslation()
  const { folderPath = '' } = useParams()
  const databases = useQuery(databasesQuery())
  return (
    <QueryFrame
      query={databases}
      failedTitle={t('library.databasesFailed')}
      loading={<FolderSkeleton title={folderPath} />}
      keepsData
    >
      {(all) => {
        const csdb = all.find(({ path }) => isSamePath(path, `/${folderPath}`))
        return csdb ? (
          <Database csdb={csdb} />
        ) : (
          <FolderMissing title={t('library.noSuchDatabase', { name: folderPath })} />
        )
      }}
    </QueryFrame>
  )
}

function Database({ csdb }: { csdb: Csdb }) {
  const { t } = useTranslation()
  const me = useMe()
  const manuals = useQuery(manualsQuery(csdb.name))
  const reason = useChangeReason(csdb)
  const create = (
    <Button
      variant="primary"
      icon="add"
      disabledReason={reason}
      onClick={() => openOverlay({ kind: 'createManual', csdb })}
    >
      {t('library.createManual.action')}
    </Button>
  )
  return (
    <>
      <FolderHead
        folder={csdb}
        purpose={t('library.databasePurpose')}
        type={attribute(csdb, 'csdbType')}
        icon="database"
        mayDelete={can.deleteDatabase(me)}
      >
        <LinkButton icon="illustration" href={href(paths.media(csdb.name))}>
          {t('media.title')}
        </LinkButton>
        {create}
      </FolderHead>
      <QueryFrame query={manuals} failedTitle={t('library.manualsFailed')}>
        <ManualTable
          manuals={manuals.data}
          usualPageSize={me.user.preferences.pageSize}
          actions={(manual) => <ManualActions manual={manual} />}
          empty={
            <EmptyState
              icon="book"
              title={t('library.noManuals')}
              text={reason ?? t('library.noManualsText')}
              action={
                <div className="d-flex flex-wrap justify-content-center gap-2">
                  {create}
                  {can.importPackages(me, csdb.path) && (
                    <LinkButton icon="import" href={href(paths.import())}>
                      {t('library.toImport')}
                    </LinkButton>
                  )}
                </div>
              }
            />
          }
        />
      </QueryFrame>
    </>
  )
}
