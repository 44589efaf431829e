import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { complianceQuery } from '@/api/compliance'
import { type MappingEnds, saveMappings } from '@/api/policyMappings'
import { useMe } from '@/api/queries'
import type { Compliance } from '@/api/types'
import { can } from '@/lib/can'
import { ExportMenu } from '@/lib/ExportMenu'
import { QueryFrame } from '@/lib/QueryFrame'
import { type ListState, useListState } from '@/lib/useListState'
import { Button } from '@/ui/Button'
import { EmptyState } from '@/ui/EmptyState'
import { PageHead } from '@/ui/PageHead'
import { Select } from '@/ui/Select'
import { Tabs } from '@/ui/Tabs'
import { CoverageCard } from './CoverageCard'
import { MappingDialog } from './MappingDialog'
import { MappingFileDialog } from './MappingFileDialog'
import { MappingsCard } from './MappingsCard'
import '../compliance.css'

const listDefaults = { sortKeys: ['position'], sort: { key: 'position', order: 'asc' } } as const

/** Which requirements of two collections correspond, and what they prove for each other. */
export function MappingsPage() {
  const { t } = useTranslation()
  const query = useQuery(complianceQuery())
  return (
    <QueryFrame query={query} failedTitle={t('compliance.failed')} keepsData>
      {(collections) => <Mappings collections={collections} />}
    </QueryFrame>
  )
}

type MappingTab = 'list' | 'coverage'

function Mappings({ collections }: { collections: readonly Compliance[] }) {
  const { t } = useTranslation()
  const list = useListState(listDefaults, useMe().user.preferences.pageSize)
  const find = (name: string) => collections.find(({ id }) => id === list.filter(name))
  const [collection, other] = [find('collection'), find('other')]
  const ends = collection && other && collection !== other ? { collection, other } : undefined
  const tab: MappingTab = list.filter('tab') === 'coverage' ? 'coverage' : 'list'
  return (
    <>
      <PageHead
        title={t('mappings.title')}
        purpose={t('mappings.purpose')}
        actions={ends && <MappingActions {...ends} />}
      />
      <div className="cpl-filters">
        <CollectionChoice
          list={list}
          name="collection"
          label={t('mappings.collection')}
          collections={collections}
        />
        <CollectionChoice list={list} name="other" label={t('mappings.other')} collections={collections} />
      </div>
      {ends ? (
        <Tabs<MappingTab>
          label={t('mappings.title')}
          active={tab}
          onChange={(id) => list.setFilter('tab', id === 'coverage' ? id : '')}
          tabs={[
            { id: 'list', label: t('mappings.list'), content: <MappingsCard list={list} {...ends} /> },
            {
              id: 'coverage',
              label: t('mappings.coverage'),
              content: <CoverageCard list={list} {...ends} />,
            },
          ]}
        />
      ) : (
        <EmptyState icon="link" title={t('mappings.choose')} text={t('mappings.chooseText')} />
      )}
    </>
  )
}

interface CollectionChoiceProps {
  list: ListState<string>
  name: string
  label: string
  collections: readonly Compliance[]
}

function CollectionChoice({ list, name, label, collections }: CollectionChoiceProps) {
  const { t } = useTranslation()
  return (
    <Select
      label={label}
      options={[
        { value: '', label: t('mappings.none') },
        ...collections.map(({ id, policyCollectionName }) => ({ value: id, label: policyCollectionName })),
      ]}
      value={list.filter(name)}
      onChange={(event) => list.setFilter(name, event.target.value)}
    />
  )
}

interface MappingActionsProps {
  collection: Compliance
  other: Compliance
}

function MappingActions({ collection, other }: MappingActionsProps) {
  const { t } = useTranslation()
  const mayEdit = can.editCompliance(useMe())
  const [open, setOpen] = useState<'new' | 'file'>()
  const close = () => setOpen(undefined)
  const ends: MappingEnds = { collection: collection.id, other: other.id }
  return (
    <>
      <ExportMenu onExport={(format) => saveMappings(collection.policyCollectionName, ends, format)} />
      {mayEdit && (
        <>
          <Button icon="import" onClick={() => setOpen('file')}>
            {t('mappings.file.open')}
          </Button>
          <Button variant="primary" icon="add" onClick={() => setOpen('new')}>
            {t('mappings.new')}
          </Button>
        </>
      )}
      {open === 'new' && <MappingDialog collection={collection} other={other} onClose={close} />}
      {open === 'file' && <MappingFileDialog ends={ends} onClose={close} />}
    </>
  )
}
