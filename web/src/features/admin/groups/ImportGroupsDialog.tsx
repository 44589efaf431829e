import { useTranslation } from 'react-i18next'
import { ApiProblem } from '@/api/problem'
import type { GroupChange } from '@/api/types'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { DropZone } from '@/ui/DropZone'
import { EmptyState } from '@/ui/EmptyState'
import { ProgressBar } from '@/ui/ProgressBar'
import { Table } from '@/ui/Table'
import { showToast } from '@/ui/toasts'
import { FileDefects } from './FileDefects'
import { useApplyGroups, useCheckGroups } from './queries'

/** Reads groups and members from a CSV file: it is checked and its changes are shown before anything is changed. */
export function ImportGroupsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const check = useCheckGroups()
  const apply = useApplyGroups()
  const { data: checked } = check
  const failure = apply.error ?? check.error
  const defects = failure instanceof ApiProblem ? failure.errors : []
  const removesMembers = checked?.changes.some(({ removed }) => removed.length > 0)
  const run = (shown: { csv: string; digest: string }) =>
    apply.mutate(shown, {
      onSuccess: ({ changes }) => {
        showToast({ tone: 'success', text: t('groups.imported', { count: changes.length }) })
        onClose()
      },
    })
  return (
    <Dialog
      title={t('groups.importTitle')}
      size="lg"
      busy={apply.isPending}
      onClose={onClose}
      footer={
        <>
          <Button disabled={apply.isPending} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          {checked && checked.changes.length > 0 && (
            <Button
              variant={removesMembers ? 'danger' : 'primary'}
              busy={apply.isPending}
              busyText={t('groups.importing')}
              onClick={() => run(checked)}
            >
              {t(removesMembers ? 'groups.applyRemoving' : 'groups.apply')}
            </Button>
          )}
        </>
      }
    >
      {check.isPending ? (
        <ProgressBar label={t('groups.checking')} percent={undefined} />
      ) : (
        <DropZone
          label={t('groups.drop')}
          hint={t('groups.dropHint')}
          buttonText={t('groups.chooseFile')}
          icon="spreadsheet"
          accept=".csv,text/csv"
          error={defects.length > 0 ? t('groups.nothingChanged') : failure?.message}
          onFile={(file) => {
            apply.reset()
            check.mutate(file)
          }}
        />
      )}
      {defects.length > 0 && <FileDefects defects={defects} />}
      {checked && <ChangeTable changes={checked.changes} />}
    </Dialog>
  )
}

/** The accounts that are listed of one group. */
const mostAccounts = 20

function ChangeTable({ changes }: { changes: readonly GroupChange[] }) {
  const { t } = useTranslation()
  const accounts = (all: readonly string[]) => {
    const hidden = all.length - mostAccounts
    const listed = all.slice(0, mostAccounts).join(', ')
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
