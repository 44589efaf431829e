import { type ReactNode, useState } from 'react'
import { classes } from './classes'
import { Icon } from './Icon'
import { Skeleton } from './Skeleton'
import { useUiTexts } from './UiTexts'
import { useOverflow } from './useOverflow'

interface Sort {
  key: string
  order: 'asc' | 'desc'
}

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  align?: 'start' | 'center' | 'end'
  sortable?: boolean
  width?: string
  /** Left out on windows narrower than this; `wide` has room for a table beside sidebar and folder tree. */
  hideBelow?: 'md' | 'lg' | 'xl' | 'xxl' | 'wide'
}

/** The rows that are chosen for a common action. */
export interface RowChoice<Row> {
  keys: ReadonlySet<string>
  onChange: (keys: ReadonlySet<string>) => void
  /** Names a row, for its checkbox. */
  label: (row: Row) => string
}

export interface TableProps<Row> {
  /** Accessible name of the table. */
  caption: string
  columns: readonly Column<Row>[]
  /** Undefined until they are loaded. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  sort?: Sort
  onSort?: (sort: Sort) => void
  choice?: RowChoice<Row>
  rowActions?: (row: Row) => ReactNode
  /** Names the column of `rowActions`. */
  actionsHeader?: string
  empty: ReactNode
  skeletonRows?: number
  /** Dims the rows while newer ones are fetched. */
  stale?: boolean
}

export function Table<Row>({
  caption,
  columns,
  rows: given,
  rowKey,
  sort,
  onSort,
  choice,
  rowActions,
  actionsHeader,
  empty,
  skeletonRows = 5,
  stale = false,
}: TableProps<Row>) {
  const texts = useUiTexts()
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const scrolls = useOverflow(frame)
  const region = scrolls ? { role: 'region', 'aria-label': caption, tabIndex: 0 } : {}
  // That there was nothing before says nothing about the newer rows.
  const rows = stale && given?.length === 0 ? undefined : given
  if (rows?.length === 0) return empty
  return (
    <>
      <div ref={setFrame} className="af-table-scroll" {...region}>
        <table
          aria-label={caption}
          className={classes('table', stale && 'af-table-stale')}
          aria-busy={rows === undefined || stale}
        >
          <thead>
            <tr>
              {choice && (
                <th scope="col" className="af-choose">
                  <ChooseAll choice={choice} keys={rows?.map(rowKey) ?? []} />
                </th>
              )}
              {columns.map((column) => (
                <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
              ))}
              {rowActions && (
                <th scope="col">
                  <span className="visually-hidden">{actionsHeader}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows?.map((row) => (
              <tr key={rowKey(row)}>
                {choice && (
                  <td className="af-choose">
                    <ChooseRow choice={choice} id={rowKey(row)} label={choice.label(row)} />
                  </td>
                )}
                {columns.map((column) => (
                  <td key={column.key} className={cellClasses(column)}>
                    {column.cell(row)}
                  </td>
                ))}
                {rowActions && (
                  <td className="af-actions">
                    <div className="af-row-actions">{rowActions(row)}</div>
                  </td>
                )}
              </tr>
            ))}
            {rows === undefined && (
              <SkeletonRows
                columns={columns}
                count={skeletonRows}
                withChoice={choice !== undefined}
                withActions={rowActions !== undefined}
              />
            )}
          </tbody>
        </table>
      </div>
      {rows === undefined && (
        <span role="status" className="visually-hidden">
          {texts.loading}
        </span>
      )}
    </>
  )
}

function ChooseAll<Row>({ choice, keys }: { choice: RowChoice<Row>; keys: readonly string[] }) {
  const texts = useUiTexts()
  const isAll = keys.length > 0 && keys.every((key) => choice.keys.has(key))
  return (
    <input
      type="checkbox"
      className="form-check-input"
      aria-label={texts.chooseAll}
      checked={isAll}
      disabled={keys.length === 0}
      onChange={() => choice.onChange(new Set(isAll ? [] : keys))}
    />
  )
}

function ChooseRow<Row>({ choice, id, label }: { choice: RowChoice<Row>; id: string; label: string }) {
  const texts = useUiTexts()
  const change = (isChosen: boolean) => {
    const keys = new Set(choice.keys)
    if (isChosen) keys.add(id)
    else keys.delete(id)
    choice.onChange(keys)
  }
  return (
    <input
      type="checkbox"
      className="form-check-input"
      aria-label={texts.chooseRow(label)}
      checked={choice.keys.has(id)}
      onChange={({ target }) => change(target.checked)}
    />
  )
}

function cellClasses<Row>({ align, hideBelow }: Column<Row>): string {
  const width = hideBelow === 'wide' ? 'af-only-wide' : hideBelow && `d-none d-${hideBelow}-table-cell`
  return classes(align && `text-${align}`, width)
}

interface HeaderCellProps<Row> {
  column: Column<Row>
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
}

function HeaderCell<Row>({ column, sort, onSort }: HeaderCellProps<Row>) {
  const order = sort?.key === column.key ? sort.order : undefined
  if (!column.sortable || !onSort) {
    return (
      <th scope="col" className={cellClasses(column)} style={{ width: column.width }}>
        {column.header}
      </th>
    )
  }
  return (
    <th
      scope="col"
      className={cellClasses(column)}
      style={{ width: column.width }}
      aria-sort={order === undefined ? 'none' : order === 'asc' ? 'ascending' : 'descending'}
    >
      <button
        type="button"
        className="af-sort"
        data-sorted={order !== undefined}
        onClick={() => onSort({ key: column.key, order: order === 'asc' ? 'desc' : 'asc' })}
      >
        {column.header}
        <Icon name={order === 'desc' ? 'sortDown' : 'sortUp'} size="sm" />
      </button>
    </th>
  )
}

function SkeletonRows<Row>({
  columns,
  count,
  withChoice,
  withActions,
}: {
  columns: readonly Column<Row>[]
  count: number
  withChoice: boolean
  withActions: boolean
}) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows without content differ only by their place.
    <tr key={row}>
      {withChoice && <td />}
      {columns.map((column) => (
        <td key={column.key} className={cellClasses(column)}>
          <Skeleton width={`${50 + ((row * 17) % 40)}%`} />
        </td>
      ))}
      {withActions && <td />}
    </tr>
  ))
}
