import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { onePackage } from '@/api/packages'
import type { Package } from '@/api/types'
import { formatBytes, formatDateTime } from '@/lib/format'
import { href, paths } from '@/lib/paths'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { LinkButton } from '@/ui/LinkButton'
import { PageHead } from '@/ui/PageHead'
import { Skeleton } from '@/ui/Skeleton'
import { Tabs } from '@/ui/Tabs'
import { BoardNotices } from './BoardNotices'
import { ComparisonPanel } from './ComparisonPanel'
import { DeletePackageDialog } from './DeletePackageDialog'
import { FindingsPanel } from './FindingsPanel'
import { StateChip } from './PackageChips'
import { PackageFacts } from './PackageFacts'
import { usePackageActions } from './usePackageActions'

/** A package with its contents, its findings and the effect of an import. */
export function PackageBoard({ id }: { id: string }) {
  const { t } = useTranslation()
  const pack = useQuery(onePackage(id))
  return (
    <>
      <a className="im-back" href={href(paths.import())}>
        {t('imports.board.back')}
      </a>
      <QueryFrame query={pack} failedTitle={t('imports.board.failed')} loading={<Skeleton lines={8} />}>
        {(data) => <Board pack={data} />}
      </QueryFrame>
    </>
  )
}

const tabIds = ['findings', 'contents', 'comparison'] as const

function Board({ pack }: { pack: Package }) {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const { counts, summary } = pack
  const asked = tabIds.find((id) => id === params.get('tab'))
  const active = summary && asked ? asked : 'findings'
  return (
    <>
      <PageHead
        title={pack.fileName}
        purpose={t('imports.board.purpose', {
          by: pack.uploadedBy,
          on: formatDateTime(pack.uploadedOn),
          size: formatBytes(pack.size),
        })}
        extra={<StateChip state={pack.state} />}
        actions={<BoardActions pack={pack} />}
      />
      <div className="im-stack">
        <BoardNotices pack={pack} />
        {(summary || counts.block > 0) && (
          <div>
            <Tabs
              label={t('imports.board.tabs')}
              active={active}
              // Filters and pages belong to their own tab, so a change of tab drops them.
              onChange={(tab) => setParams({ package: pack.id, tab })}
              tabs={[
                {
                  id: 'findings',
                  label: t('imports.board.findings'),
                  icon: 'list',
                  count: counts.block + counts.warn + counts.info,
                  content: <FindingsPanel pack={pack} />,
                },
                // A package that could not be opened has findings, but no contents.
                ...(summary
                  ? ([
                      {
                        id: 'contents',
                        label: t('imports.board.contents'),
                        icon: 'package',
                        content: <PackageFacts summary={summary} />,
                      },
                      {
                        id: 'comparison',
                        label: t('imports.board.comparison'),
                        icon: 'compare',
                        content: <ComparisonPanel pack={pack} />,
                      },
                    ] as const)
                  : []),
              ]}
            />
          </div>
        )}
      </div>
    </>
  )
}

function BoardActions({ pack }: { pack: Package }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [deleting, setDeleting] = useState(false)
  const actions = usePackageActions(pack)
  const { csdbName, manualName } = pack
  const imported = pack.state === 'imported' && csdbName && manualName
  return (
    <>
      <Button icon="trash" disabledReason={actions.changeClosed} onClick={() => setDeleting(true)}>
        {t('imports.action.delete')}
      </Button>
      <Button
        icon="retry"
        busy={actions.checking}
        disabledReason={actions.changeClosed}
        onClick={actions.check}
      >
        {t('imports.action.check')}
      </Button>
      <Button
        variant={imported ? 'secondary' : 'primary'}
        icon="import"
        disabledReason={actions.importClosed}
        onClick={actions.openImporter}
      >
        {t('imports.action.import')}
      </Button>
      {imported && (
        <LinkButton variant="primary" href={href(paths.manual(csdbName, manualName))} icon="book">
          {t('imports.action.openManual')}
        </LinkButton>
      )}
      {deleting && (
        <DeletePackageDialog
          pack={pack}
          onClose={() => setDeleting(false)}
          onDeleted={() => void navigate(paths.import())}
        />
      )}
    </>
  )
}
