import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ServiceToken } from '@/api/types'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { EmptyState } from '@/ui/EmptyState'
import { IconButton } from '@/ui/IconButton'
import { Table } from '@/ui/Table'
import { showToast } from '@/ui/toasts'
import { CreateTokenDialog } from './CreateTokenDialog'
import { serviceTokens, useRevokeToken } from './queries'
import { useTokenColumns } from './useTokenColumns'

export function TokensTab() {
  const { t } = useTranslation()
  const tokens = useQuery(serviceTokens)
  const [creating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<ServiceToken>()
  const columns = useTokenColumns()
  return (
    <Card
      title={t('admin.tokens.title')}
      actions={
        <Button icon="add" onClick={() => setCreating(true)}>
          {t('admin.tokens.add')}
        </Button>
      }
      flush
    >
      <p className="ad-lead">{t('admin.tokens.lead')}</p>
      <QueryFrame query={tokens} failedTitle={t('admin.tokens.failed')}>
        <Table
          caption={t('admin.tokens.title')}
          rows={tokens.data}
          rowKey={({ id }) => id}
          columns={columns}
          actionsHeader={t('admin.tokens.actions')}
          rowActions={(token) => (
            <IconButton
              icon="trash"
              label={t('admin.tokens.revokeOne', { name: token.name })}
              onClick={() => setRevoking(token)}
            />
          )}
          empty={
            <EmptyState icon="key" title={t('admin.tokens.emptyTitle')} text={t('admin.tokens.emptyText')} />
          }
        />
      </QueryFrame>
      {creating && <CreateTokenDialog onClose={() => setCreating(false)} />}
      {revoking && <RevokeDialog token={revoking} onClose={() => setRevoking(undefined)} />}
    </Card>
  )
}

function RevokeDialog({ token, onClose }: { token: ServiceToken; onClose: () => void }) {
  const { t } = useTranslation()
  const revoke = useRevokeToken()
  const revoked = () => {
    showToast({ tone: 'success', text: t('admin.tokens.revoked', { name: token.name }) })
    onClose()
  }
  return (
    <ConfirmDialog
      title={t('admin.tokens.revokeTitle', { name: token.name })}
      confirmText={t('admin.tokens.revoke')}
      busyText={t('admin.tokens.revoking')}
      danger
      busy={revoke.isPending}
      problem={revoke.error?.message}
      onConfirm={() => revoke.mutate(token.id, { onSuccess: revoked })}
      onClose={onClose}
    >
      <p className="mb-0">{t('admin.tokens.revokeText')}</p>
    </ConfirmDialog>
  )
}
