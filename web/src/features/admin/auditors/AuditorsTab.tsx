import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Auditor } from '@/api/types'
import { formatDate, listComma } from '@/lib/format'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Chip } from '@/ui/Chip'
import { EmptyState } from '@/ui/EmptyState'
import { IconButton } from '@/ui/IconButton'
import { type Column, Table } from '@/ui/Table'
import { lastDayBefore } from '../day'
import { CreateAuditorDialog } from './CreateAuditorDialog'
import { EditAuditorDialog } from './EditAuditorDialog'
import { auditorsQuery } from './queries'

/** The accounts that read some collections and manuals, and nothing else. */
export function AuditorsTab() {
  const { t } = useTranslation()
  const query = useQuery(auditorsQuery)
  const columns = useAuditorColumns()
  const [creating, setCreating] = useState(false)
  const [edited, setEdited] = useState<Auditor>()
  return (
    <Card
      title={t('auditors.title')}
      actions={
        <Button icon="add" onClick={() => setCreating(true)}>
          {t('auditors.add')}
        </Button>
      }
      flush
    >
      <p className="ad-lead">{t('auditors.lead')}</p>
      <QueryFrame query={query} failedTitle={t('auditors.failed')}>
        <Table
          caption={t('auditors.title')}
          rows={query.data}
          rowKey={({ user }) => user.id}
          columns={columns}
          actionsHeader={t('auditors.actions')}
          rowActions={(auditor) => (
            <IconButton
              icon="edit"
              label={t('auditors.edit', { account: auditor.user.account })}
              onClick={() => setEdited(auditor)}
            />
          )}
          empty={<EmptyState icon="people" title={t('auditors.emptyTitle')} text={t('auditors.emptyText')} />}
        />
      </QueryFrame>
      {creating && <CreateAuditorDialog onClose={() => setCreating(false)} />}
      {edited && <EditAuditorDialog auditor={edited} onClose={() => setEdited(undefined)} />}
    </Card>
  )
}

function useAuditorColumns(): Column<Auditor>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'account',
      header: t('auditors.account'),
      cell: ({ user }) => [user.account, user.displayName].filter(Boolean).join(' · '),
    },
    {
      key: 'until',
      header: t('auditors.until'),
      cell: ({ user: { guestUntil = '' } }) => (
        <>
          {formatDate(lastDayBefore(guestUntil))}{' '}
          {Date.parse(guestUntil) <= Date.now() && (
            <Chip tone="warning" icon="clock">
              {t('auditors.ended')}
            </Chip>
          )}
        </>
      ),
    },
    {
      key: 'collections',
      header: t('auditors.collections'),
      cell: ({ collections }) => collections.map(({ name }) => name).join(listComma()),
      hideBelow: 'md',
    },
    {
      key: 'manuals',
      header: t('auditors.manuals'),
      cell: ({ manualPaths }) => manualPaths.map((path) => path.slice(1)).join(listComma()),
      hideBelow: 'lg',
    },
  ]
}
