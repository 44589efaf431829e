import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Package } from '@/api/types'
import { listComma } from '@/lib/format'
import { href, paths } from '@/lib/paths'
import { Notice } from '@/ui/Notice'
import { findingGroups, findings } from './queries'

/** Notices above the package board. */
export function BoardNotices({ pack }: { pack: Package }) {
  const { t } = useTranslation()
  const { state, summary, preImportJobId, importJobId } = pack
  const task = state === 'importing' ? importJobId : preImportJobId
  // A package without XML has nothing for a schema to check.
  const holdsXml = summary && summary.objects.dm + summary.objects.pm + summary.objects.other > 0
  const toTask = task && <a href={href(paths.tasks({ job: task }))}>{t('imports.board.openTask')}</a>
  return (
    <>
      {state === 'blocked' && <Blocked pack={pack} />}
      {state === 'failed' && (
        <Notice tone="danger" title={t('imports.board.checkFailed')}>
          {toTask}
        </Notice>
      )}
      {(state === 'reading' || state === 'importing') && (
        <Notice tone="info" title={t(`imports.notImportable.${state}`)}>
          {toTask}
        </Notice>
      )}
      {state === 'received' && <Notice tone="info" title={t('imports.notImportable.received')} />}
      {holdsXml && summary.xsd !== 'checked' && (
        <Notice tone="warning" title={t(`imports.board.xsd.${summary.xsd}`)}>
          {summary.xsdIssues.length > 0
            ? t('imports.board.xsdUsed', { issues: summary.xsdIssues.join(listComma()).replaceAll('-', '.') })
            : t('imports.board.xsdMissing')}
        </Notice>
      )}
    </>
  )
}

const blocking = { severity: 'block', keyword: undefined } as const

/** Says that the package is closed, and every reason why; a single one in full. */
function Blocked({ pack }: { pack: Package }) {
  const { t } = useTranslation()
  const groups = useQuery(findingGroups(pack.id, 'code', blocking)).data
  const first = useQuery({
    ...findings(pack.id, { ...blocking, pageNumber: 1, pageSize: 1 }),
    enabled: pack.counts.block === 1,
  }).data?.items[0]
  return (
    <Notice tone="danger" title={t('imports.board.blocked', { count: pack.counts.block })}>
      {groups && (
        <ul className="im-reasons">
          {groups.map(({ key, title, count }) => (
            <li key={key}>
              <strong>{key}</strong> {title} ({count}){first && <div>{first.message}</div>}
              {first?.remedy && (
                <div>
                  {t('imports.findings.remedy')} {first.remedy}
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {t('imports.board.blockedHelp')}
    </Notice>
  )
}
