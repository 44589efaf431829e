import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import type { FleetAircraft } from '@/api/types'
import { listComma } from '@/lib/format'
import { useListState } from '@/lib/useListState'
import { Button } from '@/ui/Button'
import { Code } from '@/ui/Code'
import { EmptyState } from '@/ui/EmptyState'
import type { Column } from '@/ui/Table'
import { ListCard } from './ListCard'
import { aircraftList, aircraftSortKeys } from './queries'

const listDefaults = { sortKeys: aircraftSortKeys, sort: { key: 'registration', order: 'asc' } } as const

/** The aircraft of all operators, or of one; each is entered and changed in its operator. */
export function AircraftTab({ onOpen }: { onOpen: (code: string) => void }) {
  const { t } = useTranslation()
  const list = useListState(listDefaults, useMe().user.preferences.pageSize)
  const of = list.filter('of')
  const aircraft = useQuery(
    aircraftList({
      filter: list.filter('filter'),
      operator: of || undefined,
      ...list.pageRequest,
      sort: list.sort.key,
      order: list.sort.order,
    }),
  )
  return (
    <ListCard
      list={list}
      rows={aircraft}
      columns={useAircraftColumns(onOpen)}
      rowKey={(each) => each.registration}
      caption={t('operators.aircraft.all')}
      search={{ label: t('operators.aircraft.search'), placeholder: t('operators.aircraft.searchHint') }}
      narrowed={
        of !== '' && (
          <Button icon="close" onClick={() => list.setFilter('of', '')}>
            {t('operators.aircraft.onlyOf', { code: of })}
          </Button>
        )
      }
      failed={t('operators.aircraft.listFailed')}
      none={
        <EmptyState
          icon="aircraft"
          title={t('operators.aircraft.emptyTitle')}
          text={t('operators.aircraft.emptyText')}
        />
      }
    />
  )
}

/** The attributes beside them would take the room that a hyphen lets go. */
const inOneLine = (code: string) => (
  <span className="text-nowrap">
    <Code>{code}</Code>
  </span>
)

function useAircraftColumns(onOpen: (code: string) => void): Column<FleetAircraft>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'registration',
      header: t('operators.aircraft.registration'),
      sortable: true,
      cell: (each) => inOneLine(each.registration),
    },
    {
      key: 'serialNumber',
      header: t('operators.aircraft.serialNumber'),
      sortable: true,
      hideBelow: 'md',
      cell: (each) => inOneLine(each.serialNumber),
    },
    {
      key: 'model',
      header: t('operators.aircraft.model'),
      sortable: true,
      cell: (each) => inOneLine(each.model),
    },
    {
      key: 'operator',
      header: t('operators.aircraft.operator'),
      sortable: true,
      cell: (each) => (
        <>
          <Button variant="link" onClick={() => onOpen(each.operatorCode)}>
            <Code>{each.operatorCode}</Code>
          </Button>
          <span className="af-hint op-operator d-none d-md-block mt-0">{each.operatorName}</span>
        </>
      ),
    },
    {
      key: 'attributes',
      header: t('operators.attributes.title'),
      hideBelow: 'lg',
      cell: (each) =>
        each.productAttributes.map(({ name, value }) => `${name}: ${value}`).join(listComma()) || '–',
    },
  ]
}
