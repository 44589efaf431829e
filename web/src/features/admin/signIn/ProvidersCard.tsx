import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { IdentityProvider, SignInSettings } from '@/api/types'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { Table } from '@/ui/Table'
import { DeleteProviderDialog } from './DeleteProviderDialog'
import { ProviderDialog } from './ProviderDialog'
import { ProviderRowActions } from './ProviderRowActions'
import { identityProviders } from './queries'
import { RegisteredAddresses } from './RegisteredAddresses'
import { useProviderColumns } from './useProviderColumns'

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'delete'; provider: IdentityProvider }

export function ProvidersCard({ settings }: { settings: SignInSettings }) {
  const { t } = useTranslation()
  const providers = useQuery(identityProviders)
  const columns = useProviderColumns()
  const [open, setOpen] = useState<OpenDialog>()
  const close = () => setOpen(undefined)
  return (
    <Card
      title={t('admin.signIn.providers')}
      actions={
        <Button icon="add" onClick={() => setOpen({ kind: 'add' })}>
          {t('admin.signIn.add')}
        </Button>
      }
      flush
    >
      <RegisteredAddresses settings={settings} />
      <QueryFrame query={providers} failedTitle={t('admin.signIn.providersFailed')}>
        <Table
          caption={t('admin.signIn.providers')}
          rows={providers.data}
          rowKey={({ id }) => id}
          columns={columns}
          actionsHeader={t('admin.signIn.actions')}
          rowActions={(provider) => (
            <ProviderRowActions
              provider={provider}
              onEdit={() => setOpen({ kind: 'edit', provider })}
              onDelete={() => setOpen({ kind: 'delete', provider })}
            />
          )}
          empty={
            <EmptyState icon="key" title={t('admin.signIn.emptyTitle')} text={t('admin.signIn.emptyText')} />
          }
        />
      </QueryFrame>
      {open?.kind === 'add' && <ProviderDialog onClose={close} />}
      {open?.kind === 'edit' && <ProviderDialog before={open.provider} onClose={close} />}
      {open?.kind === 'delete' && <DeleteProviderDialog provider={open.provider} onClose={close} />}
    </Card>
  )
}
