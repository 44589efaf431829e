import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { auditPacksQuery, deletePack, savePack } from '@/api/auditPacks'
import { useMe } from '@/api/queries'
import type { AuditPack } from '@/api/types'
import { can } from '@/lib/can'
import { formatBytes, formatDateTime, listComma } from '@/lib/format'
import { QueryFrame } from '@/lib/QueryFrame'
import { showProblem } from '@/lib/showProblem'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { EmptyState } from '@/ui/EmptyState'
import { IconButton } from '@/ui/IconButton'
import { type Column, Table } from '@/ui/Table'
import { showToast } from '@/ui/toasts'
import { PackDialog } from './dialogs/PackDialog'
import { packFigure } from './packFigure'

/** The signed archives of a collection for auditors. */
export function PacksCard({ collection }: { collection: string }) {
  const { t } = useTranslation()
  const me = useMe()
  const query = useQuery(auditPacksQuery(collection))
  const columns = usePackColumns()
  const [creating, setCreating] = useState(false)
  const [deleted, setDeleted] = useState<AuditPack>()
  const save = useMutation({ mutationFn: savePack, onError: showProblem })
  return (
    <Card
      title={t('auditors.packs.title')}
      actions={
        can.editCompliance(me) && (
          <Button icon="add" onClick={() => setCreating(true)}>
            {t('auditors.packs.add')}
          </Button>
        )
      }
      flush
    >
      <p className="cpl-lead">{t('auditors.packs.lead')}</p>
      <QueryFrame query={query} failedTitle={t('auditors.packs.failed')} keepsData>
        <Table
          caption={t('auditors.packs.title')}
          rows={query.data}
          rowKey={({ id }) => id}
          columns={columns}
          actionsHeader={t('auditors.packs.actions')}
          rowActions={(pack) => (
            <>
              <IconButton
                icon="download"
                label={t('auditors.packs.download', { name: pack.fileName })}
                onClick={() => save.mutate(pack)}
              />
              {can.deleteDatabase(me) && (
                <IconButton
                  icon="trash"
                  label={t('auditors.packs.delete', { name: pack.fileName })}
                  onClick={() => setDeleted(pack)}
                />
              )}
            </>
          )}
          empty={
            <EmptyState
              icon="package"
              title={t('auditors.packs.emptyTitle')}
              text={can.editCompliance(me) ? t('auditors.packs.emptyText') : undefined}
            />
          }
        />
      </QueryFrame>
      {creating && <PackDialog collection={collection} onClose={() => setCreating(false)} />}
      {deleted && <DeletePackDialog pack={deleted} onClose={() => setDeleted(undefined)} />}
    </Card>
  )
}

function usePackColumns(): Column<AuditPack>[] {
  const { t } = useTranslation()
  return [
    { key: 'asOf', header: t('auditors.packs.asOf'), cell: ({ asOf }) => formatDateTime(asOf) },
    {
      key: 'collections',
      header: t('auditors.packs.collections'),
      cell: ({ collections }) => collections.map(({ name }) => name).join(listComma()),
      hideBelow: 'lg',
    },
    {
      key: 'content',
      header: t('auditors.packs.content'),
      cell: ({ items, paragraphs, evidence }) =>
        t('auditors.packs.contentLine', {
          items: packFigure(t, 'items', items),
          paragraphs: packFigure(t, 'paragraphs', paragraphs),
          evidence: packFigure(t, 'evidence', evidence),
        }),
      hideBelow: 'xl',
    },
    { key: 'size', header: t('auditors.packs.size'), cell: ({ size }) => formatBytes(size), hideBelow: 'md' },
    {
      key: 'made',
      header: t('auditors.packs.made'),
      cell: ({ createdOn, createdBy }) => `${formatDateTime(createdOn)} · ${createdBy}`,
      hideBelow: 'md',
    },
  ]
}

function DeletePackDialog({ pack, onClose }: { pack: AuditPack; onClose: () => void }) {
  const { t } = useTranslation()
  const finish = () => {
    showToast({ tone: 'success', text: t('compliance.done') })
    onClose()
  }
  const remove = useMutation({ mutationFn: deletePack, onSuccess: finish })
  return (
    <ConfirmDialog
      title={t('auditors.packs.delete', { name: pack.fileName })}
      confirmText={t('auditors.packs.deleteAction')}
      busyText={t('auditors.packs.deleting')}
      busy={remove.isPending}
      problem={remove.error?.message}
      danger
      onConfirm={() => remove.mutate(pack)}
      onClose={onClose}
    >
      <p>{t('auditors.packs.deleteText')}</p>
    </ConfirmDialog>
  )
}
