import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '@/api/types'
import { actorName } from '@/lib/actor'
import { formatDateTime, listComma } from '@/lib/format'
import { Code } from '@/ui/Code'
import { DescriptionList } from '@/ui/DescriptionList'
import type { Column } from '@/ui/Table'

export function useAuditColumns(): Column<AuditEntry>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'seq',
      header: t('admin.audit.seq'),
      align: 'end',
      hideBelow: 'md',
      cell: (entry) => (
        <span className="text-nowrap">
          <Code>{entry.seq}</Code>
        </span>
      ),
    },
    {
      key: 'at',
      header: t('admin.audit.at'),
      hideBelow: 'md',
      cell: (entry) => <span className="text-nowrap">{formatDateTime(entry.at)}</span>,
    },
    {
      key: 'actor',
      header: t('admin.audit.actor'),
      hideBelow: 'md',
      cell: (entry) => actorName(t, entry.actor),
    },
    {
      key: 'action',
      header: t('admin.audit.action'),
      cell: (entry) => (
        <>
          {/* A newer server may record what this page has no words for. */}
          {t(`admin.audit.actions.${entry.action}`, { defaultValue: entry.action })}
          {/* Where there is no room for columns, one cell tells what they would. */}
          <span className="d-md-none">
            {' '}
            <Code>{entry.subject}</Code>
            <span className="af-hint d-block mt-0">
              {actorName(t, entry.actor)} · {formatDateTime(entry.at)}
            </span>
          </span>
        </>
      ),
    },
    {
      key: 'subject',
      header: t('admin.audit.subject'),
      hideBelow: 'md',
      cell: (entry) => (
        <span className="af-breakable">
          <Code>{entry.subject}</Code>
        </span>
      ),
    },
    { key: 'detail', header: t('admin.audit.detail'), cell: (entry) => <EntryDetail entry={entry} /> },
  ]
}

function EntryDetail({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation()
  const changes = Object.entries(entry.detail).map(([name, value]) => ({
    term: t(`admin.audit.values.${name}`, { defaultValue: name }),
    value: <Code>{typeof value === 'string' ? value : JSON.stringify(value)}</Code>,
  }))
  return (
    <details className="ad-detail">
      <summary>{changes.map(({ term }) => term).join(listComma()) || t('admin.audit.record')}</summary>
      <DescriptionList
        items={[
          { term: t('admin.audit.code'), value: <Code>{entry.action}</Code> },
          ...changes,
          { term: t('admin.audit.hash'), value: <Code>{entry.hash}</Code> },
        ]}
      />
    </details>
  )
}
