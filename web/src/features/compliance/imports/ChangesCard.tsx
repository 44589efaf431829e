import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import { regulationChangesQuery } from '@/api/regulations'
import type { RegulationChange, RegulationImport } from '@/api/types'
import { formatNumber, listComma } from '@/lib/format'
import { ListSearch } from '@/lib/ListSearch'
import { PagedTable } from '@/lib/PagedTable'
import { useListState } from '@/lib/useListState'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Checkbox } from '@/ui/Checkbox'
import { EmptyState } from '@/ui/EmptyState'
import { Select } from '@/ui/Select'
import { Switch } from '@/ui/Switch'
import type { Column } from '@/ui/Table'
import { ChangeClassChip, changeClasses } from './ChangeClassChip'
import { ChangeDialog } from './ChangeDialog'

const listDefaults = { sortKeys: ['position'], sort: { key: 'position', order: 'asc' } } as const

interface ChangesCardProps {
  opened: RegulationImport
  /** Codes of new requirements that are the old ones that they resemble. */
  confirmed: ReadonlySet<string>
  onConfirm: (confirmed: ReadonlySet<string>) => void
}

/** The changes of a file, requirement by requirement. */
export function ChangesCard({ opened, confirmed, onConfirm }: ChangesCardProps) {
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
    const after = new Set(confirmed)
    if (!after.delete(code)) after.add(code)
    onConfirm(after)
  }
  const countOf = (name: string) => opened.counts.find((one) => one.class === name)?.count ?? 0
  const mayDecide = opened.state === 'ready'
  const proposals = (query.data?.items ?? []).filter(({ likeness }) => likeness > 0)
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
            ...changeClasses.map((name) => ({
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
        {mayDecide && proposals.length > 0 && (
          <Button
            size="sm"
            icon="success"
            onClick={() => onConfirm(new Set([...confirmed, ...proposals.map(({ newCode }) => newCode)]))}
          >
            {t('regulations.confirmPage')}
          </Button>
        )}
      </div>
      <PagedTable
        list={{ ...list, sort: undefined, setSort: undefined }}
        query={query}
        failedTitle={t('regulations.changesFailed')}
        caption={t('regulations.changes')}
        columns={useChangeColumns({
          confirmed: mayDecide ? confirmed : undefined,
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
  confirmed: ReadonlySet<string> | undefined
  onToggle: (code: string) => void
  onShow: (change: RegulationChange) => void
}

function useChangeColumns({ confirmed, onToggle, onShow }: ChangeColumns): Column<RegulationChange>[] {
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
      cell: (change) => (
        <>
          <ChangeClassChip name={change.class} />
          <RelatedCodes change={change} />
          {change.likeness > 0 && (
            <>
              <span className="af-hint d-block mt-1">
                {t('regulations.likeness', { figure: formatNumber(change.likeness) })}
              </span>
              {confirmed && (
                <Checkbox
                  label={t('regulations.same')}
                  checked={confirmed.has(change.newCode)}
                  onChange={() => onToggle(change.newCode)}
                />
              )}
            </>
          )}
        </>
      ),
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
      cell: ({ aspects }) => aspects.map((aspect) => t(`regulations.aspect.${aspect}`)).join(listComma()),
    },
  ]
}

const partKinds = ['merged', 'split'] as const

/** The requirements that one was merged with or split from: they share their references. */
function RelatedCodes({ change: { aspects, related } }: { change: RegulationChange }) {
  const { t } = useTranslation()
  const kind = partKinds.find((each) => aspects.includes(each))
  if (kind === undefined) return null
  return (
    <span className="af-hint d-block mt-1">
      {t(`regulations.related.${kind}`, { codes: related.join(listComma()) })}
    </span>
  )
}

/** The code, or the old and the new one. */
function codes({ oldCode, newCode }: RegulationChange): string[] {
  const both = [oldCode, newCode].filter((code) => code !== '')
  return oldCode === newCode ? [oldCode] : both
}
