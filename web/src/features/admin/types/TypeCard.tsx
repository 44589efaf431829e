import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '@/lib/i18n'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Chip } from '@/ui/Chip'
import { Code } from '@/ui/Code'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Icon } from '@/ui/Icon'
import { IconButton } from '@/ui/IconButton'
import { Table } from '@/ui/Table'
import { type TypeRow, type TypeTable, typeRows, useRemoveType } from './queries'
import { TypeDialog } from './TypeDialog'

type OpenDialog = { kind: 'create' } | { kind: 'edit' | 'remove'; row: TypeRow }

export function TypeCard({ table }: { table: TypeTable }) {
  const { t } = useTranslation()
  const rows = useQuery(typeRows(table))
  const [acting, setActing] = useState<OpenDialog>()
  const close = () => setActing(undefined)
  const title = t(`admin.types.${table.id}.title`)
  // If only one name fits, it is the one in the reader's language.
  const own = currentLanguage() === 'zh-CN' ? 'zh' : 'en'
  return (
    <Card
      title={title}
      actions={
        <Button icon="add" onClick={() => setActing({ kind: 'create' })}>
          {t(`admin.types.${table.id}.add`)}
        </Button>
      }
      flush
    >
      <QueryFrame query={rows} failedTitle={t('admin.types.failed')}>
        <Table
          caption={title}
          rows={rows.data}
          rowKey={({ code }) => code}
          empty={null}
          columns={[
            {
              key: 'code',
              header: t('admin.types.code'),
              cell: ({ code, builtin }) => (
                <span className="d-inline-flex flex-wrap gap-2 align-items-center">
                  <Code>{code}</Code>
                  {builtin && (
                    <Chip tone="neutral" icon="lock">
                      {t('admin.types.builtin')}
                    </Chip>
                  )}
                </span>
              ),
            },
            {
              key: 'en',
              header: t('admin.types.en'),
              hideBelow: own === 'en' ? undefined : 'md',
              cell: ({ name }) => name.en,
            },
            {
              key: 'zh',
              header: t('admin.types.zh'),
              hideBelow: own === 'zh' ? undefined : 'md',
              cell: ({ name }) => name.zh,
            },
            {
              key: 'flag',
              header: t(`admin.types.${table.id}.flag`),
              hideBelow: 'lg',
              cell: ({ flag }) => flag && <Icon name="check" title={t('admin.types.yes')} />,
            },
          ]}
          actionsHeader={t('admin.types.actions')}
          rowActions={(row) => (
            <>
              <IconButton
                icon="edit"
                label={t('admin.types.editOne', { code: row.code })}
                onClick={() => setActing({ kind: 'edit', row })}
              />
              <IconButton
                icon="trash"
                label={t('admin.types.removeOne', { code: row.code })}
                disabledReason={row.builtin ? t('admin.types.builtinStays') : undefined}
                onClick={() => setActing({ kind: 'remove', row })}
              />
            </>
          )}
        />
      </QueryFrame>
      {acting?.kind === 'create' && <TypeDialog table={table} onClose={close} />}
      {acting?.kind === 'edit' && <TypeDialog table={table} row={acting.row} onClose={close} />}
      {acting?.kind === 'remove' && <RemoveTypeDialog table={table} row={acting.row} onClose={close} />}
    </Card>
  )
}

interface RemoveTypeDialogProps {
  table: TypeTable
  row: TypeRow
  onClose: () => void
}

function RemoveTypeDialog({ table, row, onClose }: RemoveTypeDialogProps) {
  const { t } = useTranslation()
  const remove = useRemoveType(table)
  return (
    <ConfirmDialog
      title={t('admin.types.removeTitle', { code: row.code })}
      confirmText={t('admin.types.remove')}
      busyText={t('admin.types.removing')}
      danger
      busy={remove.isPending}
      problem={remove.error?.message}
      onConfirm={() => remove.mutate(row.code, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className="mb-0">{t('admin.types.removeText')}</p>
    </ConfirmDialog>
  )
}
