import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InstalledBrex } from '@/api/types'
import { formatDateTime, formatNumber, listComma } from '@/lib/format'
import { QueryFrame } from '@/lib/QueryFrame'
import { showProblem } from '@/lib/showProblem'
import { Card } from '@/ui/Card'
import { Chip } from '@/ui/Chip'
import { Code } from '@/ui/Code'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { DropZone } from '@/ui/DropZone'
import { EmptyState } from '@/ui/EmptyState'
import { IconButton } from '@/ui/IconButton'
import { ProgressBar } from '@/ui/ProgressBar'
import { Switch } from '@/ui/Switch'
import { Table } from '@/ui/Table'
import { showToast } from '@/ui/toasts'
import { importRules, installedBrexes, saveImportRules, useInstallBrex, useRemoveBrex } from './brexQueries'

/** The BREX data modules that hold in all databases, and whether packages are checked against business rules. */
export function InstalledBrexes() {
  const { t } = useTranslation()
  const brexes = useQuery(installedBrexes)
  const [removing, setRemoving] = useState<InstalledBrex>()
  return (
    <Card title={t('admin.brex.title')} flush>
      <p className="ad-lead">{t('admin.brex.lead')}</p>
      <div className="px-3 pb-3">
        <InstallZone />
        <ImportSwitch />
      </div>
      <QueryFrame query={brexes} failedTitle={t('admin.brex.failed')}>
        <Table
          caption={t('admin.brex.title')}
          rows={brexes.data}
          rowKey={({ name }) => name}
          skeletonRows={2}
          columns={[
            { key: 'name', header: t('admin.brex.name'), cell: (brex) => <BrexName brex={brex} /> },
            { key: 'rules', header: t('admin.brex.rules'), cell: (brex) => <RuleCount brex={brex} /> },
            {
              key: 'installedOn',
              header: t('admin.brex.installed'),
              hideBelow: 'md',
              cell: ({ installedOn }) => formatDateTime(installedOn),
            },
          ]}
          actionsHeader={t('admin.brex.actions')}
          rowActions={(brex) => (
            <IconButton
              icon="trash"
              label={t('admin.brex.removeOne', { name: brex.name })}
              onClick={() => setRemoving(brex)}
            />
          )}
          empty={
            <EmptyState icon="severity" title={t('admin.brex.emptyTitle')} text={t('admin.brex.emptyText')} />
          }
        />
      </QueryFrame>
      {removing && <RemoveDialog brex={removing} onClose={() => setRemoving(undefined)} />}
    </Card>
  )
}

function BrexName({ brex: { name, title, issue, schemaIssue, isDefault } }: { brex: InstalledBrex }) {
  const { t } = useTranslation()
  return (
    <>
      <Code>{name}</Code>{' '}
      {isDefault && schemaIssue !== '' && (
        <Chip tone="accent" icon="book">
          {t('admin.brex.isDefault', { issue: schemaIssue.replaceAll('-', '.') })}
        </Chip>
      )}
      <small className="d-block">{[title, issue].filter((text) => text !== '').join(listComma())}</small>
    </>
  )
}

function RuleCount({ brex: { rules, unjudged } }: { brex: InstalledBrex }) {
  const { t } = useTranslation()
  return (
    <>
      {formatNumber(rules)}{' '}
      {unjudged > 0 && (
        <Chip tone="warning" icon="warning">
          {t('admin.brex.unjudged', { count: unjudged })}
        </Chip>
      )}
    </>
  )
}

function InstallZone() {
  const { t } = useTranslation()
  const install = useInstallBrex()
  if (install.isPending) return <ProgressBar label={t('admin.brex.installing')} percent={undefined} />
  return (
    <DropZone
      label={t('admin.brex.drop')}
      hint={t('admin.brex.dropHint')}
      buttonText={t('admin.brex.choose')}
      icon="xml"
      accept=".xml,application/xml"
      error={install.error?.message}
      onFile={(file) =>
        install.mutate(file, {
          onSuccess: ({ name }) => showToast({ tone: 'success', text: t('admin.brex.done', { name }) }),
        })
      }
    />
  )
}

/** Takes effect at once, for packages read from now on. */
function ImportSwitch() {
  const { t } = useTranslation()
  const setting = useQuery(importRules)
  const save = useMutation({
    mutationFn: saveImportRules,
    // Somebody else may have changed it.
    onError: (error) => {
      showProblem(error)
      void setting.refetch()
    },
  })
  const { data } = setting
  return (
    <Switch
      className="mt-3"
      label={t('admin.brex.imports')}
      hint={t('admin.brex.importsHint')}
      checked={data?.checkImports ?? false}
      disabled={data === undefined || save.isPending}
      onChange={({ target }) => data && save.mutate({ ...data, checkImports: target.checked })}
    />
  )
}

function RemoveDialog({ brex, onClose }: { brex: InstalledBrex; onClose: () => void }) {
  const { t } = useTranslation()
  const remove = useRemoveBrex()
  return (
    <ConfirmDialog
      title={t('admin.brex.removeTitle', { name: brex.name })}
      confirmText={t('admin.brex.remove')}
      busyText={t('admin.brex.removing')}
      danger
      busy={remove.isPending}
      problem={remove.error?.message}
      onConfirm={() => remove.mutate(brex.name, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className="mb-0">{t('admin.brex.removeText')}</p>
    </ConfirmDialog>
  )
}
