import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TrashItem } from '@/api/types'
import { formatDateTime } from '@/lib/format'
import { QueryFrame } from '@/lib/QueryFrame'
import { showProblem } from '@/lib/showProblem'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Code } from '@/ui/Code'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { EmptyState } from '@/ui/EmptyState'
import { Icon } from '@/ui/Icon'
import { IconButton } from '@/ui/IconButton'
import { Table } from '@/ui/Table'
import { showToast } from '@/ui/toasts'
import { trash, usePurge, useRestore } from './queries'

const purgeTexts = {
  csdb: 'purgeText',
  manual: 'purgeText',
  media: 'purgeMediaText',
  file: 'purgeFileText',
} as const

const trashIcons = { csdb: 'database', manual: 'book', media: 'illustration', file: 'module' } as const

export function TrashTab() {
  const { t } = useTranslation()
  const items = useQuery(trash)
  const restore = useRestore()
  const [purging, setPurging] = useState<TrashItem>()
  return (
    <Card title={t('admin.trash.title')} flush>
      <p className="ad-lead">{t('admin.trash.lead')}</p>
      <QueryFrame query={items} failedTitle={t('admin.trash.failed')}>
        <Table
          caption={t('admin.trash.title')}
          rows={items.data}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'name',
              header: t('admin.trash.name'),
              cell: ({ kind, name, path }) => (
                <span className="d-inline-flex align-items-center gap-2">
                  <Icon name={trashIcons[kind]} title={t(`admin.trash.kind.${kind}`)} />
                  <span>
                    <span className="fw-semibold d-block">{name}</span>
                    <Code>{path}</Code>
                  </span>
                </span>
              ),
            },
            {
              key: 'deletedBy',
              header: t('admin.trash.by'),
              hideBelow: 'md',
              cell: ({ deletedBy }) => deletedBy,
            },
            {
              key: 'deletedOn',
              header: t('admin.trash.on'),
              hideBelow: 'lg',
              cell: ({ deletedOn }) => formatDateTime(deletedOn),
            },
          ]}
          actionsHeader={t('admin.trash.actions')}
          rowActions={(item) => (
            <>
              <Button
                icon="restore"
                size="sm"
                busy={restore.isPending && restore.variables === item.id}
                aria-label={t('admin.trash.restoreOne', { path: item.path })}
                onClick={() =>
                  restore.mutate(item.id, {
                    onSuccess: () =>
                      showToast({ tone: 'success', text: t('admin.trash.restored', { path: item.path }) }),
                    onError: showProblem,
                  })
                }
              >
                {t('admin.trash.restore')}
              </Button>
              <IconButton
                icon="trash"
                label={t('admin.trash.purgeOne', { path: item.path })}
                onClick={() => setPurging(item)}
              />
            </>
          )}
          empty={
            <EmptyState icon="trash" title={t('admin.trash.emptyTitle')} text={t('admin.trash.emptyText')} />
          }
        />
      </QueryFrame>
      {purging && <PurgeDialog item={purging} onClose={() => setPurging(undefined)} />}
    </Card>
  )
}

function PurgeDialog({ item, onClose }: { item: TrashItem; onClose: () => void }) {
  const { t } = useTranslation()
  const purge = usePurge()
  return (
    <ConfirmDialog
      title={t('admin.trash.purgeTitle', { path: item.path })}
      confirmText={t('admin.trash.purge')}
      busyText={t('admin.trash.purging')}
      danger
      busy={purge.isPending}
      problem={purge.error?.message}
      onConfirm={() => purge.mutate(item.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className="mb-0">{t(`admin.trash.${purgeTexts[item.kind]}`)}</p>
    </ConfirmDialog>
  )
}
