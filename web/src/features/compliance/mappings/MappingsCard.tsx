import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deleteMapping, policyMappingsQuery } from '@/api/policyMappings'
import { useMe } from '@/api/queries'
import type { Compliance, PolicyMapping } from '@/api/types'
import { can } from '@/lib/can'
import { PolicyStatusChip } from '@/lib/compliance/PolicyStatusChip'
import { ListSearch } from '@/lib/ListSearch'
import { PagedTable } from '@/lib/PagedTable'
import { href, paths } from '@/lib/paths'
import type { ListState } from '@/lib/useListState'
import { Card } from '@/ui/Card'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { EmptyState } from '@/ui/EmptyState'
import { RowActions } from '@/ui/RowActions'
import type { Column } from '@/ui/Table'
import { showToast } from '@/ui/toasts'
import { MappingDialog } from './MappingDialog'

interface MappingsCardProps {
  list: ListState<string>
  collection: Compliance
  other: Compliance
}

interface OpenMapping {
  act: 'edit' | 'delete'
  mapping: PolicyMapping
}

/** The mappings between two collections. */
export function MappingsCard({ list, collection, other }: MappingsCardProps) {
  const { t } = useTranslation()
  const mayEdit = can.editCompliance(useMe())
  const [open, setOpen] = useState<OpenMapping>()
  const close = () => setOpen(undefined)
  const query = useQuery(
    policyMappingsQuery({
      ...list.pageRequest,
      collectionId: collection.id,
      otherId: other.id,
      keywordFilter: list.filter('keyword') || undefined,
    }),
  )
  const codes = ({ source, target }: PolicyMapping) => ({
    source: source.policyItemCode,
    target: target.policyItemCode,
  })
  const actions = (mapping: PolicyMapping) => [
    {
      label: t('mappings.updateOne', codes(mapping)),
      icon: 'edit' as const,
      onSelect: () => setOpen({ act: 'edit', mapping }),
    },
    {
      label: t('mappings.delete.one', codes(mapping)),
      icon: 'trash' as const,
      onSelect: () => setOpen({ act: 'delete', mapping }),
    },
  ]
  return (
    <Card title={t('mappings.list')} flush>
      <div className="cpl-filters">
        <ListSearch
          list={list}
          name="keyword"
          label={t('mappings.search')}
          placeholder={t('regulations.searchHint')}
        />
      </div>
      <PagedTable
        list={{ ...list, sort: undefined, setSort: undefined }}
        query={query}
        failedTitle={t('mappings.failed')}
        caption={t('mappings.list')}
        columns={useMappingColumns()}
        rowKey={({ id }) => id}
        actionsHeader={t('mappings.actions')}
        rowActions={
          mayEdit
            ? (mapping) => (
                <RowActions label={t('mappings.actionsOf', codes(mapping))} actions={actions(mapping)} />
              )
            : undefined
        }
        empty={<EmptyState icon="link" title={t('mappings.empty')} text={t('mappings.emptyText')} />}
      />
      {open?.act === 'edit' && (
        <MappingDialog collection={collection} other={other} mapping={open.mapping} onClose={close} />
      )}
      {open?.act === 'delete' && <DeleteMapping mapping={open.mapping} onClose={close} />}
    </Card>
  )
}

function useMappingColumns(): Column<PolicyMapping>[] {
  const { t } = useTranslation()
  const end = (name: 'source' | 'target', header: string): Column<PolicyMapping> => ({
    key: name,
    header,
    cell: (mapping) => {
      const { id, collectionId, policyItemCode, title, status } = mapping[name]
      return (
        <>
          <a className="text-break" href={href(paths.compliance(collectionId, { item: id }))}>
            {policyItemCode}
          </a>
          <span className="af-hint d-block mt-0">{title}</span>
          <PolicyStatusChip status={status} />
        </>
      )
    },
  })
  return [
    end('source', t('mappings.collection')),
    {
      key: 'relationship',
      header: t('mappings.relationship'),
      cell: ({ relationship, rationale }) => (
        <>
          {t(`mappings.relation.${relationship}`)}
          {rationale !== '' && <span className="af-hint d-block mt-0">{rationale}</span>}
        </>
      ),
    },
    end('target', t('mappings.other')),
  ]
}

interface DeleteMappingProps {
  mapping: PolicyMapping
  onClose: () => void
}

function DeleteMapping({ mapping, onClose }: DeleteMappingProps) {
  const { t } = useTranslation()
  const remove = useMutation({
    mutationFn: () => deleteMapping(mapping),
    onSuccess: () => {
      showToast({ tone: 'success', text: t('compliance.done') })
      onClose()
    },
  })
  const { source, target } = mapping
  return (
    <ConfirmDialog
      title={t('mappings.delete.title')}
      confirmText={t('mappings.delete.action')}
      busyText={t('regulations.delete.busy')}
      busy={remove.isPending}
      problem={remove.error?.message}
      danger
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {t('mappings.delete.text', { source: source.policyItemCode, target: target.policyItemCode })}
    </ConfirmDialog>
  )
}
