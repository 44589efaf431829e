import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import { regulationChangesQuery } from '@/api/regulations'
import type { RegulationChange, RegulationImport } from '@/api/types'
import { formatNumber } from '@/lib/format'
import { ListSearch } from '@/lib/ListSearch'
import { PagedTable } from '@/lib/PagedTable'
import { useListState } from '@/lib/useListState'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Checkbox } from '@/ui/Checkbox'
import { Chip } from '@/ui/Chip'
import { EmptyState } from '@/ui/EmptyState'
import { Select } from '@/ui/Select'
import { Switch } from '@/ui/Switch'
import type { Column } from '@/ui/Table'
import { ChangeDialog } from './ChangeDialog'

const looks = {
  added: { tone: 'success', icon: 'add' },
  changed: { tone: 'warning', icon: 'edit' },
  renumbered: { tone: 'info', icon: 'sort' },
  moved: { tone: 'info', icon: 'folder' },
  withdrawn: { tone: 'danger', icon: 'disabled' },
  unchanged: { tone: 'neutral', icon: 'success' },
} as const

const classNames = ['added', 'changed', 'renumbered', 'moved', 'withdrawn', 'unchanged'] as const

const listDefaults = { sortKeys: ['position'], sort: { key: 'position', order: 'asc' } } as const

interface ChangesCardProps {
  opened: RegulationImport
  apart: ReadonlySet<string>
  onApart: (apart: ReadonlySet<string>) => void
}

/** What a file changes, requirement by requirement. */
export function ChangesCard({ opened, apart, onApart }: ChangesCardProps) {
  const { t } = useTranslation()
  const list = useListState(listDefaults, useMe().user.preferences.pageSize)
  const chosen = list.filter('class')
  const query = useQuery(
    regulationChangesQuery(opened.id, {
      ...list.pageRequest,
      class: chosen || undefined,
      proposed: list.filter('proposed') === 'yes' || undefined,
      keywordFilter: list.filter('keyword') || undefined,
    }),
  )
  const [shown, setShown] = useState<RegulationChange>()
  const toggle = (code: string) => {
    const after = new Set(apart)
    if (!after.delete(code)) after.add(code)
    onApart(after)
  }
  const countOf = (name: string) => opened.counts.find((one) => one.class === name)?.count ?? 0
  const mayDecide = opened.state === 'ready'
  return (
    <Card title={t('regulations.changes')} flush>
      <div className="cpl-filters">
        <ListSearch
          list={list}
          name="keyword"
          label={t('regulations.search')}
          placeholder={t('regulations.searchHint')}
        />
        <Select
          label={t('regulations.class.label')}
          labelHidden
          options={[
            { value: '', label: t('regulations.class.all') },
            ...classNames.map((name) => ({
              value: name,
              label: `${t(`regulations.class.${name}`)} (${formatNumber(countOf(name))})`,
            })),
          ]}
          value={chosen}
          onChange={(event) => list.setFilter('class', event.target.value)}
        />
        <Switch
          label={t('regulations.proposed')}
          checked={list.filter('proposed') === 'yes'}
          onChange={(event) => list.setFilter('proposed', event.target.checked ? 'yes' : '')}
        />
      </div>
      <PagedTable
        list={{ ...list, sort: undefined, setSort: undefined }}
        query={query}
        failedTitle={t('regulations.changesFailed')}
        caption={t('regulations.changes')}
        columns={useChangeColumns({
          apart: mayDecide ? apart : undefined,
          onToggle: toggle,
          onShow: setShown,
        })}
        rowKey={({ position }) => String(position)}
        empty={<EmptyState icon="compare" title={t('regulations.noChanges')} />}
      />
      {shown && <ChangeDialog id={opened.id} change={shown} onClose={() => setShown(undefined)} />}
    </Card>
  )
}

interface ChangeColumns {
  /** Undefined once nothing can be decided any more. */
  apart: ReadonlySet<string> | undefined
  onToggle: (code: string) => void
  onShow: (change: RegulationChange) => void
}

function useChangeColumns({ apart, onToggle, onShow }: ChangeColumns): Column<RegulationChange>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'code',
      header: t('compliance.column.code'),
      cell: (change) => (
        <Button variant="link" className="text-break text-start" onClick={() => onShow(change)}>
          {codes(change).join(' → ')}
        </Button>
      ),
    },
    {
      key: 'class',
      header: t('regulations.class.label'),
      cell: (change) => {
        const known = classNames.find((each) => each === change.class)
        return (
          <>
            {known && <Chip {...looks[known]}>{t(`regulations.class.${known}`)}</Chip>}
            {change.likeness > 0 && (
              <>
                <span className="af-hint d-block mt-1">
                  {t('regulations.likeness', { figure: formatNumber(change.likeness) })}
                </span>
                {apart && (
                  <Checkbox
                    label={t('regulations.apart')}
                    checked={apart.has(change.newCode)}
                    onChange={() => onToggle(change.newCode)}
                  />
                )}
              </>
            )}
          </>
        )
      },
    },
    {
      key: 'title',
      header: t('compliance.column.title'),
      hideBelow: 'md',
      cell: ({ title, kind }) => (
        <>
          {title}
          <span className="af-hint d-block mt-0">{t(`compliance.kind.${kind}`)}</span>
        </>
      ),
    },
    {
      key: 'aspects',
      header: t('regulations.differs'),
      hideBelow: 'lg',
      cell: ({ aspects }) => aspects.map((aspect) => t(`regulations.aspect.${aspect}`)).join(', '),
    },
  ]
}

/** The code, or the old and the new one. */
function codes({ oldCode, newCode }: RegulationChange): string[] {
  const both = [oldCode, newCode].filter((code) => code !== '')
  return oldCode === newCode ? [oldCode] : both
}
