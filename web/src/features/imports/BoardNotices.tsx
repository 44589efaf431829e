import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Package } from '@/api/types'
import { href, paths } from '@/lib/paths'
import { Notice } from '@/ui/Notice'
import { findingGroups } from './queries'

/** What whoever opens the board should know first. */
export function BoardNotices({ pack }: { pack: Package }) {
  const { t } = useTranslation()
  const { state, summary, preImportJobId, importJobId } = pack
  const task = state === 'importing' ? importJobId : preImportJobId
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
      {summary && summary.xsd !== 'checked' && (
        <Notice tone="warning" title={t(`imports.board.xsd.${summary.xsd}`)}>
          {summary.xsdIssues.length > 0 &&
            t('imports.board.xsdUsed', { issues: summary.xsdIssues.join(', ').replaceAll('-', '.') })}
        </Notice>
      )}
    </>
  )
}

/** Says that the package is closed, and every reason why. */
function Blocked({ pack }: { pack: Package }) {
  const { t } = useTranslation()
  const groups = useQuery(findingGroups(pack.id, 'code', { severity: 'block', keyword: undefined })).data
  return (
    <Notice tone="danger" title={t('imports.board.blocked', { count: pack.counts.block })}>
      {groups && (
        <ul className="im-reasons">
          {groups.map(({ key, title, count }) => (
            <li key={key}>
              <strong>{key}</strong> {title} ({count})
            </li>
          ))}
        </ul>
      )}
      {t('imports.board.blockedHelp')}
    </Notice>
  )
}
