import { useTranslation } from 'react-i18next'
import type { GroupChange } from '@/api/types'
import { listComma } from '@/lib/format'
import { EmptyState } from '@/ui/EmptyState'
import { Table } from '@/ui/Table'
import { LineFileDialog } from '../LineFileDialog'
import { useApplyGroups, useCheckGroups } from './queries'

/** Reads groups and members from a CSV file. */
export function ImportGroupsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <LineFileDialog
      title={t('groups.importTitle')}
      hint={t('groups.dropHint')}
      check={useCheckGroups()}
      apply={useApplyGroups()}
      isRemoval={({ removed }) => removed.length > 0}
      applyTexts={[t('groups.apply'), t('groups.applyRemoving')]}
      doneText={(count) => t('groups.imported', { count })}
      table={(changes) => <ChangeTable changes={changes} />}
      onClose={onClose}
    />
  )
}

/** The accounts that are listed of one group. */
const mostAccounts = 20

function ChangeTable({ changes }: { changes: readonly GroupChange[] }) {
  const { t } = useTranslation()
  const accounts = (all: readonly string[]) => {
    const hidden = all.length - mostAccounts
    const listed = all.slice(0, mostAccounts).join(listComma())
    return hidden > 0 ? t('groups.andMore', { listed, count: hidden }) : listed
  }
  return (
    <Table
      caption={t('groups.changes')}
      rows={changes}
      rowKey={({ name }) => name}
      columns={[
        {
          key: 'name',
          header: t('groups.name'),
          cell: ({ name, isNew, description }) => (
            <>
              {isNew ? t('groups.newOne', { name }) : name}
              {description && <div className="af-hint">{t('groups.newDescription', { description })}</div>}
            </>
          ),
        },
        { key: 'added', header: t('groups.added'), cell: ({ added }) => accounts(added) },
        { key: 'removed', header: t('groups.removed'), cell: ({ removed }) => accounts(removed) },
      ]}
      empty={<EmptyState icon="success" title={t('groups.noChanges')} />}
    />
  )
}
