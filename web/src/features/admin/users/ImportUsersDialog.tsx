import { useTranslation } from 'react-i18next'
import type { UserChange } from '@/api/types'
import { formatDateTime, listComma } from '@/lib/format'
import { EmptyState } from '@/ui/EmptyState'
import { Table } from '@/ui/Table'
import { LineFileDialog } from '../LineFileDialog'
import { useApplyUsers, useCheckUsers } from './queries'

/** Reads people with their roles, status, ends and groups from a CSV file. */
export function ImportUsersDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <LineFileDialog
      title={t('admin.userFile.title')}
      hint={t('admin.userFile.hint')}
      check={useCheckUsers()}
      apply={useApplyUsers()}
      isRemoval={({ left }) => left.length > 0}
      applyTexts={[t('groups.apply'), t('admin.userFile.applyRemoving')]}
      doneText={(count) => t('admin.bulkUsers.saved', { count })}
      table={(changes) => <ChangeTable changes={changes} />}
      onClose={onClose}
    />
  )
}

function ChangeTable({ changes }: { changes: readonly UserChange[] }) {
  const { t } = useTranslation()
  const shown = (name: string, value: string) => {
    if (name === 'role' || name === 'status') return t(`admin.${name}.${value}`)
    if (name !== 'guestUntil') return value === '' ? t('admin.userFile.none') : value
    return value === '' ? t('admin.userFile.noEnd') : formatDateTime(value)
  }
  return (
    <Table
      caption={t('groups.changes')}
      rows={changes}
      rowKey={({ account }) => account}
      columns={[
        { key: 'account', header: t('admin.users.account'), cell: ({ account }) => account },
        {
          key: 'values',
          header: t('admin.userFile.values'),
          cell: ({ isNew, values }) => (
            <>
              {isNew && <strong>{t('admin.userFile.new')}</strong>}
              {values.map(({ name, before, after }) => (
                <div key={name}>
                  {t(`admin.users.${name === 'name' ? 'displayName' : name}`)}:{' '}
                  {!isNew && `${shown(name, before)} → `}
                  {shown(name, after)}
                </div>
              ))}
            </>
          ),
        },
        { key: 'joined', header: t('admin.userFile.joined'), cell: ({ joined }) => joined.join(listComma()) },
        { key: 'left', header: t('admin.userFile.left'), cell: ({ left }) => left.join(listComma()) },
      ]}
      empty={<EmptyState icon="success" title={t('admin.userFile.noChanges')} />}
    />
  )
}
