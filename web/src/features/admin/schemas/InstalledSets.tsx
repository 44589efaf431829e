import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiProblem } from '@/api/problem'
import type { SchemaSet } from '@/api/types'
import { formatDateTime } from '@/lib/format'
import { QueryFrame } from '@/lib/QueryFrame'
import { Card } from '@/ui/Card'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { DropZone } from '@/ui/DropZone'
import { EmptyState } from '@/ui/EmptyState'
import { IconButton } from '@/ui/IconButton'
import { ProgressBar } from '@/ui/ProgressBar'
import { Table } from '@/ui/Table'
import { showToast } from '@/ui/toasts'
import { schemaSets, useInstallSchemas, useRemoveSchemas } from './queries'
import { SchemaFaults, SchemaStates } from './SchemaStates'

export function InstalledSets() {
  const { t } = useTranslation()
  const sets = useQuery(schemaSets)
  const [removing, setRemoving] = useState<SchemaSet>()
  return (
    <Card title={t('admin.schemas.title')} flush>
      <p className="ad-lead">{t('admin.schemas.lead')}</p>
      <div className="px-3 pb-3">
        <InstallZone />
      </div>
      <QueryFrame query={sets} failedTitle={t('admin.schemas.failed')}>
        <Table
          caption={t('admin.schemas.title')}
          rows={sets.data}
          rowKey={({ issue }) => issue}
          skeletonRows={2}
          columns={[
            {
              key: 'issue',
              header: t('admin.schemas.issue'),
              cell: ({ issue }) => <strong>S1000D {issueName(issue)}</strong>,
            },
            {
              key: 'schemas',
              header: t('admin.schemas.schemas'),
              cell: ({ schemas }) => <SchemaStates states={schemas} />,
            },
            {
              key: 'installedOn',
              header: t('admin.schemas.installed'),
              hideBelow: 'md',
              cell: ({ installedOn }) => formatDateTime(installedOn),
            },
          ]}
          actionsHeader={t('admin.schemas.actions')}
          rowActions={(set) => (
            <IconButton
              icon="trash"
              label={t('admin.schemas.removeOne', { issue: issueName(set.issue) })}
              onClick={() => setRemoving(set)}
            />
          )}
          empty={
            <EmptyState
              icon="xml"
              title={t('admin.schemas.emptyTitle')}
              text={t('admin.schemas.emptyText')}
            />
          }
        />
      </QueryFrame>
      {removing && <RemoveDialog set={removing} onClose={() => setRemoving(undefined)} />}
    </Card>
  )
}

/** Schemas write 4-2 where people say 4.2. */
const issueName = (issue: string) => issue.replaceAll('-', '.')

function InstallZone() {
  const { t } = useTranslation()
  const install = useInstallSchemas()
  if (install.isPending) return <ProgressBar label={t('admin.schemas.installing')} percent={undefined} />
  const refused = install.error instanceof ApiProblem ? install.error.schemas : []
  return (
    <>
      <DropZone
        label={t('admin.schemas.drop')}
        hint={t('admin.schemas.dropHint')}
        buttonText={t('admin.schemas.choose')}
        icon="package"
        accept=".zip,application/zip"
        error={install.error?.message}
        onFile={(file) =>
          install.mutate(file, {
            onSuccess: ({ issue }) =>
              showToast({ tone: 'success', text: t('admin.schemas.done', { issue: issueName(issue) }) }),
          })
        }
      />
      {refused.length > 0 && <SchemaFaults states={refused} />}
    </>
  )
}

function RemoveDialog({ set, onClose }: { set: SchemaSet; onClose: () => void }) {
  const { t } = useTranslation()
  const remove = useRemoveSchemas()
  return (
    <ConfirmDialog
      title={t('admin.schemas.removeTitle', { issue: issueName(set.issue) })}
      confirmText={t('admin.schemas.remove')}
      busyText={t('admin.schemas.removing')}
      danger
      busy={remove.isPending}
      problem={remove.error?.message}
      onConfirm={() => remove.mutate(set.issue, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className="mb-0">{t('admin.schemas.removeText')}</p>
    </ConfirmDialog>
  )
}
